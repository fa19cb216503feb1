package dev.azulejo.bench;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.shader.Kernels;

import java.util.Locale;

/**
 * What more threads give: every frame of an orbit is rendered with one thread and then at once with
 * several, in one process, so that whatever else the machine does disturbs both alike. Arguments:
 * threads, frames, scenes. Prints a Markdown table of medians; the ratio is the median of the
 * frames' ratios.
 */
public final class ThreadScaling {
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
        var study = StudyScene.of(name);
        var orbit = new WarmOrbit(study.scene());
        long end = System.nanoTime() + (long) (WARM_UP_SECONDS * 1e9);
        for (int f = 0; System.nanoTime() < end; f++) {
            time(orbit, one, f);
            time(orbit, several, f);
        }
        double[] alone = new double[frames];
        double[] together = new double[frames];
        double[] ratio = new double[frames];
        for (int f = 0; f < frames; f++) {
            alone[f] = time(orbit, one, f);
            together[f] = time(orbit, several, f);
            ratio[f] = alone[f] / together[f];
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.2f |%n",
                study.name(),
                WarmOrbit.median(alone),
                WarmOrbit.median(together),
                WarmOrbit.median(ratio));
    }

    private static double time(WarmOrbit orbit, Device device, int frame) {
        long start = System.nanoTime();
        orbit.render(device, frame);
        return (System.nanoTime() - start) / 1e6;
    }
}
