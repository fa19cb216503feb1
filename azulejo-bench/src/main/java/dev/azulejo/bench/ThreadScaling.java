package dev.azulejo.bench;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.View;
import dev.azulejo.scene.shading.Lighting;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * What more threads give: every frame of an orbit is rendered with one thread and then at once with
 * several, in one process, so that whatever else the machine does disturbs both alike. Arguments:
 * threads, frames, scenes. Prints a Markdown table of medians; the ratio is the median of the
 * frames' ratios.
 */
public final class ThreadScaling {
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;
    private static final int ORBIT = 60;
    private static final double WARM_UP_SECONDS = 8;

    private ThreadScaling() {}

    /** Measures. */
    public static void main(String[] arguments) {
        int threads = Integer.parseInt(arguments[0]);
        int frames = Integer.parseInt(arguments[1]);
        System.out.printf("| scene | 1 thread, ms | %d threads, ms | ratio |%n", threads);
        System.out.println("| --- | --- | --- | --- |");
        var options = DeviceOptions.DEFAULT.withKernels(Kernels.VECTOR);
        for (int s = 2; s < arguments.length; s++) {
            try (var one = new Device(options.withThreads(1));
                    var several = new Device(options.withThreads(threads))) {
                measure(arguments[s], frames, one, several);
            }
        }
    }

    private static void measure(String name, int frames, Device one, Device several) {
        var scene =
                name.startsWith(DemoScenes.PREFIX)
                        ? DemoScenes.create(name)
                        : GltfLoader.load(Path.of(name));
        var background = new Vec4(0.2f, 0.2f, 0.2f, 1);
        var settings =
                RenderSettings.defaults()
                        .withSize(WIDTH, HEIGHT)
                        .withSamples(1)
                        .withLighting(Lighting.CONSTANT)
                        .withAnisotropy(1)
                        .withBackground(background);
        var renderer = new SceneRenderer(scene, settings);
        long end = System.nanoTime() + (long) (WARM_UP_SECONDS * 1e9);
        for (int f = 0; System.nanoTime() < end; f++) {
            time(renderer, one, f);
            time(renderer, several, f);
        }
        double[] alone = new double[frames];
        double[] together = new double[frames];
        double[] ratio = new double[frames];
        for (int f = 0; f < frames; f++) {
            alone[f] = time(renderer, one, f);
            together[f] = time(renderer, several, f);
            ratio[f] = alone[f] / together[f];
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.2f |%n",
                name.substring(name.lastIndexOf('/') + 1),
                median(alone),
                median(together),
                median(ratio));
    }

    private static double time(SceneRenderer renderer, Device device, int frame) {
        double aspect = (double) WIDTH / HEIGHT;
        double reach = 0.8 * View.fit(renderer.bounds(), new float[0], 45, 20, aspect);
        var view =
                View.orbit(renderer.bounds(), 360.0 * (frame % ORBIT) / ORBIT, 20, reach, aspect);
        long start = System.nanoTime();
        renderer.render(device, view);
        return (System.nanoTime() - start) / 1e6;
    }

    private static double median(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
