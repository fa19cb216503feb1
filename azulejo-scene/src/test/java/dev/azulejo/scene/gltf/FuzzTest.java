package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.image.ImageDecoder;
import dev.azulejo.scene.image.ImageFormatException;
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

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Damages the files of a corpus, again and again, and gives them to what reads the files of
 * strangers. Each must end in what it is, or in one line of refusal, soon. What ends in a way that
 * was not seen before is damaged further. {@code -Dazulejo.fuzz=N} tries N inputs of each kind,
 * {@code -Dazulejo.seed=S} others; an input that fails is written into {@code target/fuzz}, and
 * belongs into {@code src/test/resources/corpus} once it is mended.
 */
class FuzzTest {
    private static final int ROUNDS = Integer.getInteger("azulejo.fuzz", 0);
    private static final long SEED = Long.getLong("azulejo.seed", 1);
    private static final Path CORPUS = Path.of("src/test/resources/corpus");

    /** Any input that takes longer is one too many, on the slowest machine. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /** Inputs that are kept because they ended in a new way. */
    private static final int MOST_KEPT = 2000;

    private static final LoadLimits LIMITS =
            LoadLimits.defaults()
                    .withMaxDecodedBytes(64 << 20)
                    .withMaxTexels(1 << 20)
                    .withMaxDrawnVertices(200_000)
                    .withMaxNodes(10_000);

    /** Reads an input, and says in a few words how that ended. */
    private interface Target {
        String read(byte[] input, Random random) throws Exception;
    }

    /** Damages an input. */
    private interface Damage {
        byte[] damage(byte[] input, byte[] other);
    }

    private static List<byte[]> corpus(String kind) throws IOException {
        var files = new ArrayList<byte[]>();
        try (var paths = Files.list(CORPUS.resolve(kind))) {
            for (var path : paths.sorted().toList()) {
                files.add(Files.readAllBytes(path));
            }
        }
        assertThat(files).isNotEmpty();
        return files;
    }

    /** Reads all of a corpus, then what becomes of it; returns how inputs ended. */
    private static Set<String> run(String kind, int rounds, Target target) throws Exception {
        var files = corpus(kind);
        var ends = new HashSet<String>();
        var random = new Random(SEED);
        for (var file : files) {
            ends.add(read(kind, -1, file, target, random));
        }
        var mutator = new Mutator(random);
        Damage damage =
                switch (kind) {
                    case "models" -> mutator::model;
                    case "images" -> mutator::image;
                    default -> mutator::bytes;
                };
        for (int round = 0; round < (ROUNDS > 0 ? ROUNDS : rounds); round++) {
            byte[] input = files.get(random.nextInt(files.size()));
            byte[] other = files.get(random.nextInt(files.size()));
            byte[] bad = damage.damage(input, other);
            if (ends.add(read(kind, round, bad, target, random)) && files.size() < MOST_KEPT) {
                files.add(bad);
            }
        }
        return ends;
    }

    private static String read(String kind, int round, byte[] input, Target target, Random random)
            throws IOException {
        long start = System.nanoTime();
        Throwable thrown;
        try {
            String end = target.read(input, random);
            if (System.nanoTime() - start < LONGEST.toNanos()) {
                return end;
            }
            thrown = new AssertionError("took longer than " + LONGEST);
        } catch (Throwable e) {
            thrown = e;
        }
        var file = Path.of("target/fuzz/%s-%d-%d".formatted(kind, SEED, round));
        Files.createDirectories(file.getParent());
        Files.write(file, input);
        throw new AssertionError(file + " is neither read nor refused: " + thrown, thrown);
    }

    /** What a message says, without names and numbers. */
    private static String words(String message) {
        assertThat(message).doesNotContain("\n", "\r", "\u001b");
        return message.replaceAll("'[^']*'|\"[^\"]*\"", "x").replaceAll("[-+0-9.,eE]+", "0");
    }

    private static Set<String> kinds(Set<String> ends, String start) {
        var some = new HashSet<>(ends);
        some.removeIf(end -> !end.startsWith(start));
        return some;
    }

    @Test
    void models() throws Exception {
        var options =
                RendererOptions.defaults()
                        .withThreads(1)
                        .withKernels(Kernels.SCALAR)
                        .withCacheBytes(0)
                        .withLimits(LIMITS);
        try (var renderer = Renderer.open(options)) {
            var ends = run("models", 6000, (input, random) -> model(renderer, input, random));
            assertThat(kinds(ends, "drawn")).hasSizeGreaterThan(10);
            assertThat(kinds(ends, "refused")).hasSizeGreaterThan(100);
        }
    }

    private static String model(Renderer renderer, byte[] input, Random random) {
        var settings =
                RenderSettings.defaults()
                        .withSize(24, 16)
                        .withSamples(random.nextBoolean() ? 1 : 4)
                        .withShadows(random.nextInt(3) == 0)
                        .withExplode(random.nextInt(6) == 0 ? 0.1f : 0)
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
            picture.warnings().forEach(FuzzTest::words);
            if (random.nextInt(3) == 0) {
                play(input, settings);
            }
            long lit = Arrays.stream(picture.pixels()).distinct().count();
            return "drawn with %d colours, %d warnings"
                    .formatted(
                            Long.numberOfTrailingZeros(Long.highestOneBit(lit)),
                            Math.min(9, picture.warnings().size()));
        } catch (SceneException e) {
            return "refused: " + words(e.getMessage());
        }
    }

    /** Plays the animations, and looks at surfaces. */
    private static void play(byte[] input, RenderSettings settings) {
        var wish = Cancellation.after(LONGEST);
        Scene scene = GltfLoader.load(input, "model", LIMITS, 1, wish);
        SceneInfo.of(scene);
        var options = DeviceOptions.DEFAULT.withThreads(1).withKernels(Kernels.SCALAR);
        var surfaces = settings.withOutput(RenderSettings.Output.SURFACE);
        try (var session = new Session(scene, surfaces, options, wish)) {
            for (double time : new double[] {0, 0.7, -1, 1e9}) {
                for (int a = 0; a < Math.min(3, scene.animations().size()); a++) {
                    session.play(a, time);
                }
                double reach = session.fit(9, 9, 1.5);
                session.look(View.orbit(session.bounds(), 9, 9, reach, 1.5));
                session.render(wish);
                SurfaceImage.of(session.renderer()).depthCodes();
            }
        }
    }

    @Test
    void images() throws Exception {
        var ends = run("images", 15_000, FuzzTest::image);
        assertThat(kinds(ends, "decoded")).hasSizeGreaterThan(3);
        assertThat(kinds(ends, "refused")).hasSizeGreaterThan(30);
    }

    private static String image(byte[] input, Random random) {
        try {
            var header = ImageDecoder.header(input);
            if ((long) header.width() * header.height() > 1 << 18) {
                return "large";
            }
            int[] pixels = ImageDecoder.decode(input);
            assertThat(pixels).hasSize(header.width() * header.height());
            return "decoded " + Math.min(9, Arrays.stream(pixels).distinct().count());
        } catch (ImageFormatException e) {
            return "refused: " + words(e.getMessage());
        }
    }

    /** A stream begins with what it is, how many elements it has, and of how many bytes. */
    @Test
    void streams() throws Exception {
        var ends = run("streams", 60_000, FuzzTest::stream);
        assertThat(kinds(ends, "decoded")).hasSize(6);
        assertThat(kinds(ends, "refused")).hasSizeGreaterThan(8);
    }

    private static String stream(byte[] input, Random random) {
        if (input.length < 3) {
            return "short";
        }
        int kind = input[0] % 6;
        int count = input[1] & 0xff;
        int stride = 4 * (1 + (input[2] & 0x3f));
        var stream = new Bytes(input, 3, input.length - 3);
        Runnable goOn = () -> {};
        try {
            switch (Math.abs(kind)) {
                case 0 -> MeshoptDecoder.attributes(stream, count, stride, goOn);
                case 1 -> MeshoptDecoder.triangles(stream, 3 * count, goOn);
                case 2 -> MeshoptDecoder.indices(stream, count, goOn);
                case 3 ->
                        MeshoptDecoder.octahedral(
                                MeshoptDecoder.attributes(stream, count, 8, goOn), 8, goOn);
                case 4 ->
                        MeshoptDecoder.quaternion(
                                MeshoptDecoder.attributes(stream, count, 8, goOn), goOn);
                default ->
                        MeshoptDecoder.exponential(
                                MeshoptDecoder.attributes(stream, count, stride, goOn), goOn);
            }
            return "decoded " + Math.abs(kind);
        } catch (MeshoptDecoder.InvalidStream e) {
            return "refused: " + words(e.getMessage());
        }
    }
}
