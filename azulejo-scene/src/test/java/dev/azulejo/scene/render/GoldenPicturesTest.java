package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The bytes of whole pictures, from loading to the last pixel, are the same on every processor: the
 * hashes here were made on one machine and hold on all. Who changes how things look on purpose
 * changes them with it.
 */
@Tag("kernels")
class GoldenPicturesTest {
    @ParameterizedTest
    @CsvSource({
        "teapot, 1, 023736d7d8de865e80779b28",
        "teapot, 4, 5812b1a01c36a9c927b3c19c",
        "objects, 1, f6e97fc896035b26240e0b34",
        "objects, 8, d9244cf2c6ccb2ebe3a679c3",
        "terrain, 4, ee8e2232ba9a4a795d13ad5b",
    })
    void everyMachinePaintsTheSameBytes(String name, int samples, String sha256) throws Exception {
        var settings = RenderSettings.defaults().withSize(200, 120).withSamples(samples);
        var renderer = new SceneRenderer(DemoScenes.create(name), settings);
        double aspect = 200.0 / 120;
        double reach = renderer.fit(35, 18, aspect);
        var view = View.orbit(renderer.bounds(), 35, 18, reach, aspect);
        for (var kernels : Kernels.values()) {
            try (var device = new Device(DeviceOptions.DEFAULT.withKernels(kernels))) {
                renderer.render(device, view);
            }
            assertThat(hash(renderer.target().pixels()))
                    .as("%s with %s kernels", name, kernels)
                    .isEqualTo(sha256);
        }
    }

    private static String hash(int[] pixels) throws Exception {
        var bytes = ByteBuffer.allocate(4 * pixels.length);
        bytes.asIntBuffer().put(pixels);
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()), 0, 12);
    }
}
