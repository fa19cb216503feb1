import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.View;
import dev.azulejo.scene.shading.Lighting;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Says how far a frame drawn by Azulejo is from the same frame drawn by llvmpipe: evidence that the
 * two do the same work. {@code pictures.sh} starts it.
 */
final class PictureCompare {
    /** Bytes before the first frame of a peer file, and of a frame. */
    private static final int FRAMES_AT = 80;

    private static final int FRAME_BYTES = 140;

    /** Where the background colour lies in a peer file. */
    private static final int BACKGROUND_AT = 64;

    private PictureCompare() {}

    /** Arguments: scene, its peer file, frame, samples, llvmpipe's picture of that frame (PPM). */
    public static void main(String[] arguments) throws IOException {
        var scene = arguments[0];
        var loaded =
                scene.startsWith(DemoScenes.PREFIX)
                        ? DemoScenes.create(scene)
                        : GltfLoader.load(Path.of(scene), LoadLimits.defaults());
        var peer =
                ByteBuffer.wrap(Files.readAllBytes(Path.of(arguments[1])))
                        .order(ByteOrder.LITTLE_ENDIAN);
        var picture = Files.readAllBytes(Path.of(arguments[4]));
        var header = new String(picture, 0, 32, StandardCharsets.ISO_8859_1).split("\\s+");
        int width = Integer.parseInt(header[1]);
        int height = Integer.parseInt(header[2]);
        var background = floats(peer, BACKGROUND_AT, 3);
        var renderer =
                new SceneRenderer(
                        loaded,
                        RenderSettings.defaults()
                                .withSize(width, height)
                                .withSamples(Integer.parseInt(arguments[3]))
                                .withLighting(Lighting.CONSTANT)
                                .withAnisotropy(1)
                                .withBackground(
                                        new Vec4(background[0], background[1], background[2], 1)));
        int at = FRAMES_AT + FRAME_BYTES * Integer.parseInt(arguments[2]);
        var position = floats(peer, at + 128, 3);
        var view =
                new View(
                        new Vec3(position[0], position[1], position[2]),
                        Mat4.ofColumns(floats(peer, at, 16)),
                        Mat4.ofColumns(floats(peer, at + 64, 16)));
        try (var device = new Device(DeviceOptions.DEFAULT)) {
            renderer.render(device, view);
        }
        print(scene, renderer.target().pixels(), picture, picture.length - 3 * width * height);
    }

    private static float[] floats(ByteBuffer bytes, int at, int count) {
        var values = new float[count];
        bytes.slice(at, 4 * count).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        return values;
    }

    private static void print(String scene, int[] ours, byte[] theirs, int at) {
        long sum = 0;
        int[] limits = {2, 8, 32};
        int[] beyond = new int[limits.length];
        for (int i = 0; i < ours.length; i++) {
            int most = 0;
            for (int c = 0; c < 3; c++) {
                int difference =
                        Math.abs((ours[i] >> 8 * c & 255) - (theirs[at + 3 * i + c] & 255));
                sum += difference;
                most = Math.max(most, difference);
            }
            for (int k = 0; k < limits.length; k++) {
                beyond[k] += most > limits[k] ? 1 : 0;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %.3f | %.4f %% | %.4f %% | %.4f %% |%n",
                scene.replaceFirst(".*/", ""),
                sum / (3.0 * ours.length),
                100.0 * beyond[0] / ours.length,
                100.0 * beyond[1] / ours.length,
                100.0 * beyond[2] / ours.length);
    }
}
