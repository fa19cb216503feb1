package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.model.Scene;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

@Tag("kernels")
class PatchPicturesTest {
    private static final Tessellation PN = new Tessellation(Tessellation.Mode.PN_TRIANGLES, 5);

    private static int[] picture(Scene scene, RenderSettings settings, DeviceOptions options) {
        var renderer = new SceneRenderer(scene, settings);
        try (var device = new Device(options)) {
            renderer.render(device, view(renderer, settings));
        }
        return renderer.target().pixels();
    }

    private static View view(SceneRenderer renderer, RenderSettings settings) {
        double aspect = (double) settings.width() / settings.height();
        return View.orbit(renderer.bounds(), 35, 18, renderer.bounds().radius() * 2, aspect);
    }

    @ParameterizedTest
    @CsvSource({
        "teapot, 0, false",
        "teapot, 0.1, false",
        "objects, 0, false",
        "objects, 0.02, false",
        "dashboard, 0.01, false",
        "teapot, 0, true",
        "objects, 0.02, true",
        "terrain, 0, true"
    })
    void everySettingDrawsPatchesAlike(String name, float shatter, boolean shadows) {
        var scene = DemoScenes.create(name);
        var settings =
                RenderSettings.defaults()
                        .withSize(160, 100)
                        .withSamples(1)
                        .withTessellation(PN)
                        .withShatter(shatter)
                        .withShadows(shadows);
        int[] expected = picture(scene, settings, DeviceOptions.REFERENCE);
        var vector = DeviceOptions.DEFAULT.withKernels(Kernels.VECTOR);
        var scalar = DeviceOptions.DEFAULT.withKernels(Kernels.SCALAR);
        for (var options : List.of(vector, scalar, vector.withEarlyZ(EarlyZ.ON))) {
            assertThat(picture(scene, settings, options)).as("%s", options).isEqualTo(expected);
        }
    }

    @Test
    void patchesBesideTheViewAreDropped() {
        var scene = DemoScenes.create("objects");
        var settings = RenderSettings.defaults().withSamples(1).withTessellation(PN);
        var renderer = new SceneRenderer(scene, settings.withSize(240, 240));
        var near = View.orbit(renderer.bounds(), 35, 18, renderer.bounds().radius(), 1);
        try (var device = new Device(DeviceOptions.DEFAULT)) {
            var report = renderer.render(device, near);
            assertThat(report.counters().get(Counter.PATCHES_DROPPED)).isPositive();
        }
    }

    @Test
    void smallerEdgesMakeMoreTriangles() {
        var scene = DemoScenes.create("teapot");
        long last = 0;
        for (float pixels : new float[] {32, 8, 2}) {
            var settings =
                    RenderSettings.defaults()
                            .withSize(160, 100)
                            .withTessellation(new Tessellation(Tessellation.Mode.OFF, pixels));
            var renderer = new SceneRenderer(scene, settings);
            try (var device = new Device(DeviceOptions.DEFAULT)) {
                var report = renderer.render(device, view(renderer, settings));
                long made = report.counters().get(Counter.TESSELLATED_PRIMITIVES);
                assertThat(made).isGreaterThan(2 * last);
                last = made;
            }
        }
    }
}
