package dev.azulejo.bench;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.View;
import dev.azulejo.scene.shading.Lighting;

import java.util.Arrays;

/**
 * Frames of a scene as {@code azulejo bench} draws them: 1920x1080, one sample, one light and
 * constant ambient light, from around it.
 */
final class WarmOrbit {
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;
    private static final double ASPECT = (double) WIDTH / HEIGHT;
    private static final int FRAMES = 60;
    private static final double ELEVATION = 20;

    private final SceneRenderer renderer;
    private final double reach;

    WarmOrbit(Scene scene) {
        renderer =
                new SceneRenderer(
                        scene,
                        RenderSettings.defaults()
                                .withSize(WIDTH, HEIGHT)
                                .withSamples(1)
                                .withLighting(Lighting.CONSTANT)
                                .withAnisotropy(1)
                                .withBackground(new Vec4(0.2f, 0.2f, 0.2f, 1)));
        reach = 0.8 * View.fit(renderer.bounds(), new float[0], 45, ELEVATION, ASPECT);
    }

    /** Draws a frame; they come around. */
    FrameReport render(Device device, int frame) {
        double azimuth = 360.0 * (frame % FRAMES) / FRAMES;
        return renderer.render(
                device, View.orbit(renderer.bounds(), azimuth, ELEVATION, reach, ASPECT));
    }

    /** The value in the middle; of an even number, the mean of the two there. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
