package dev.azulejo.scene.gltf;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.SurfaceImage;
import dev.azulejo.scene.render.Tessellation;
import dev.azulejo.scene.render.View;
import dev.azulejo.scene.service.RenderRequest;
import dev.azulejo.scene.service.Renderer;
import dev.azulejo.scene.service.RendererOptions;
import dev.azulejo.scene.service.Viewpoint;
import dev.azulejo.testkit.FuzzTarget;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Loads models, draws them, and plays some. */
final class FuzzModels implements FuzzTarget {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private static final LoadLimits LIMITS =
            LoadLimits.defaults()
                    .withMaxDecodedBytes(64 << 20)
                    .withMaxTexels(1 << 20)
                    .withMaxDrawnVertices(200_000)
                    .withMaxNodes(10_000);

    private final Renderer renderer =
            Renderer.open(
                    RendererOptions.defaults()
                            .withThreads(1)
                            .withKernels(Kernels.SCALAR)
                            .withCacheBytes(0)
                            .withLimits(LIMITS));

    @Override
    public void close() {
        renderer.close();
    }

    @Override
    public String read(byte[] input, RandomGenerator random) {
        var settings =
                RenderSettings.defaults()
                        .withSize(24, 16)
                        .withSamples(random.nextBoolean() ? 1 : 4)
                        .withShadows(random.nextInt(3) == 0)
                        .withShatter(random.nextInt(6) == 0 ? 0.1f : 0)
                        .withTessellation(
                                random.nextInt(6) == 0
                                        ? new Tessellation(Tessellation.Mode.PN_TRIANGLES, 4)
                                        : Tessellation.DEFAULT);
        var viewpoint = random.nextBoolean() ? Viewpoint.ofFile() : Viewpoint.orbit(35, 18);
        var request =
                RenderRequest.of(24, 16)
                        .withSettings(settings)
                        .withViewpoint(viewpoint)
                        .withDeadline(LONGEST);
        try {
            var picture = renderer.render(input, request);
            picture.warnings().forEach(FuzzModels::words);
            if (random.nextInt(3) == 0) {
                play(input, settings, (Arrays.hashCode(input) & 1) == 0);
            }
            long lit = Arrays.stream(picture.pixels()).distinct().count();
            return "drawn with %d colours, %d warnings%s"
                    .formatted(
                            Long.numberOfTrailingZeros(Long.highestOneBit(lit)),
                            Math.min(9, picture.warnings().size()),
                            white(picture.warnings()));
        } catch (SceneException e) {
            return "refused: " + words(e.getMessage());
        }
    }

    /** Plays the animations, and looks at surfaces or colours. */
    private static void play(byte[] input, RenderSettings settings, boolean colors) {
        var wish = Cancellation.after(LONGEST);
        Scene scene = GltfLoader.load(input, "model", LIMITS, 1, wish);
        SceneInfo.of(scene);
        var options = DeviceOptions.DEFAULT.withThreads(1).withKernels(Kernels.SCALAR);
        var surfaces = settings.withOutput(RenderSettings.Output.SURFACE);
        try (var session = new Session(scene, colors ? settings : surfaces, options, wish)) {
            for (double time : new double[] {0, 0.7, -1, 1e9}) {
                for (int a = 0; a < Math.min(3, scene.animations().size()); a++) {
                    session.play(a, time);
                }
                double reach = session.fit(9, 9, 1.5);
                session.look(View.orbit(session.bounds(), 9, 9, reach, 1.5));
                session.render(wish);
                if (!colors) {
                    SurfaceImage.of(session.renderer()).depthCodes();
                }
            }
        }
    }

    /** Why an image is drawn white, if one is. */
    private static String white(List<String> warnings) {
        return warnings.stream()
                .filter(warning -> warning.endsWith(": drawn white"))
                .findFirst()
                .map(warning -> ", " + words(warning))
                .orElse("");
    }

    /** What a message says, without names and numbers. */
    static String words(String message) {
        if (message.chars().anyMatch(c -> c < ' ')) {
            throw new AssertionError("not one line: " + message);
        }
        return message.replaceAll("'[^']*'|\"[^\"]*\"", "x").replaceAll("[-+0-9.,eE]+", "0");
    }
}
