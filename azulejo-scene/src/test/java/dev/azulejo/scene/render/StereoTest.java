package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Two eyes: where they look, and that culling once for both equals culling for each. */
class StereoTest {
    private static final int WIDTH = 160;
    private static final int HEIGHT = 120;

    private static final View MIDDLE =
            View.walk(
                    new Bounds(new Vec3(-30, 0, -30), new Vec3(30, 3, 30)),
                    new Vec3(-0.35f, 1.6f, -0.3f),
                    40,
                    0,
                    (double) WIDTH / HEIGHT);

    private static double ndcX(View view, Vec3 point) {
        var clip = view.clipFromView().times(view.viewFromWorld());
        double x = 0;
        double w = 0;
        double[] p = {point.x(), point.y(), point.z(), 1};
        for (int k = 0; k < 4; k++) {
            x += clip.get(0, k) * p[k];
            w += clip.get(3, k) * p[k];
        }
        return x / w;
    }

    /** A point in front of the middle view. */
    private static Vec3 ahead(double distance, double right) {
        var m = MIDDLE.viewFromWorld();
        var eye = MIDDLE.position();
        return new Vec3(
                (float) (eye.x() + right * m.get(0, 0) - distance * m.get(2, 0)),
                (float) (eye.y() + right * m.get(0, 1) - distance * m.get(2, 1)),
                (float) (eye.z() + right * m.get(0, 2) - distance * m.get(2, 2)));
    }

    @Test
    void eyesMeetInThePlaneOfConvergence() {
        var eyes = MIDDLE.stereo(0.2, 3);
        for (double right : new double[] {-0.5, 0, 0.7}) {
            double left = ndcX(eyes.get(0), ahead(3, right));
            assertThat(left).isCloseTo(ndcX(eyes.get(1), ahead(3, right)), within(1e-5));
            assertThat(left).isCloseTo(ndcX(MIDDLE, ahead(3, right)), within(1e-5));
        }
        assertThat(ndcX(eyes.get(0), ahead(1, 0))).as("near").isGreaterThan(0.01);
        assertThat(ndcX(eyes.get(1), ahead(1, 0))).isLessThan(-0.01);
        assertThat(ndcX(eyes.get(0), ahead(20, 0))).as("far").isLessThan(-0.01);
        assertThat(eyes.get(1).position().minus(eyes.get(0).position()).length())
                .isCloseTo(0.2f, within(1e-5f));
        assertThat(MIDDLE.depthOf(ahead(7, 1))).isCloseTo(7, within(1e-4));
    }

    @Test
    void withoutConvergenceEyesAreParallel() {
        var eyes = MIDDLE.stereo(0.2, Double.POSITIVE_INFINITY);
        assertThat(ndcX(eyes.get(0), ahead(1e6, 0))).isCloseTo(0, within(1e-4));
        assertThat(ndcX(eyes.get(1), ahead(1e6, 0))).isCloseTo(0, within(1e-4));
    }

    @Test
    void orthographicCamerasAreRefused() {
        var view = new View(new Vec3(0, 0, 0), Mat4.IDENTITY, Mat4.IDENTITY);
        assertThatThrownBy(() -> view.stereo(1, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("orthographic");
    }

    @Test
    void cullingOnceForBothEqualsCullingForEach() {
        var scene = DemoScenes.create("rooms");
        var settings = RenderSettings.defaults().withSize(WIDTH, HEIGHT).withSamples(1);
        var pair = new SceneRenderer(scene, settings.withViews(2));
        var single = new SceneRenderer(scene, settings);
        var eyes = MIDDLE.stereo(0.065, 4);
        int[] expected = null;
        long[] primitives = new long[2];
        var variants =
                List.of(
                        EarlyZ.OFF,
                        EarlyZ.ON,
                        EarlyZ.ON.without(EarlyZ.Part.VIEWS),
                        EarlyZ.ON.with(EarlyZ.Part.FULL_DEPTH));
        for (var earlyZ : variants) {
            try (var device = new Device(DeviceOptions.DEFAULT.withEarlyZ(earlyZ))) {
                var report = pair.render(device, eyes);
                int[] pixels = pair.target().pixels();
                if (expected == null) {
                    expected = pixels.clone();
                    single.render(device, eyes.getFirst());
                    assertThat(half(expected, 0)).isEqualTo(single.target().pixels());
                    single.render(device, eyes.getLast());
                    // Window coordinates so far to the right round a little differently.
                    assertThat(differing(half(expected, 1), single.target().pixels()))
                            .isLessThan(WIDTH * HEIGHT / 100);
                }
                assertThat(pixels).as(earlyZ.toString()).isEqualTo(expected);
                long placed = report.get(Counter.CLUSTERS_TESTED);
                long beside = report.get(Counter.CLUSTERS_PLACED_BESIDE);
                if (earlyZ.equals(EarlyZ.ON)) {
                    assertThat(beside).isGreaterThan(placed / 3);
                    primitives[0] = report.get(Counter.CLUSTERS_OUTSIDE);
                } else if (!earlyZ.views()) {
                    assertThat(beside).isZero();
                    primitives[1] = report.get(Counter.CLUSTERS_OUTSIDE);
                }
            }
        }
        assertThat(primitives[0]).as("the same clusters are outside").isPositive();
        assertThat(primitives[0]).isEqualTo(primitives[1]);
    }

    @Test
    void theNumberOfViewsMustFit() {
        var renderer =
                new SceneRenderer(
                        DemoScenes.create("teapot"),
                        RenderSettings.defaults().withSize(16, 16).withViews(2));
        try (var device = new Device(DeviceOptions.DEFAULT)) {
            assertThatThrownBy(() -> renderer.render(device, MIDDLE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("views=2");
        }
        assertThatThrownBy(() -> RenderSettings.defaults().withViews(5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1..4");
    }

    private static int[] half(int[] pixels, int which) {
        int[] half = new int[WIDTH * HEIGHT];
        for (int row = 0; row < HEIGHT; row++) {
            System.arraycopy(pixels, row * 2 * WIDTH + which * WIDTH, half, row * WIDTH, WIDTH);
        }
        return half;
    }

    private static int differing(int[] a, int[] b) {
        int count = 0;
        for (int i = 0; i < a.length; i++) {
            count += a[i] == b[i] ? 0 : 1;
        }
        return count;
    }
}
