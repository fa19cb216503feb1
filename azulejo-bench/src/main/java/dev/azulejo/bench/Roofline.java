package dev.azulejo.bench;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.shader.Kernels;

import java.util.Locale;

/**
 * How near frames come to what the machine can do: warm frames of an orbit, their {@link FrameWork}
 * a second, and the shares of a {@link MachineRoof}. Arguments: threads, frames, scenes. Prints a
 * Markdown table.
 */
public final class Roofline {
    private static final double WARM_UP_SECONDS = 20;
    private static final double GIGA = 1e9;

    private Roofline() {}

    /** Measures. */
    public static void main(String[] arguments) {
        if (arguments.length < 3) {
            System.err.println("THREADS FRAMES SCENE...: one scene at least is expected");
            System.exit(2);
        }
        int threads = Integer.parseInt(arguments[0]);
        int frames = Integer.parseInt(arguments[1]);
        var roof = MachineRoof.measure(threads);
        System.out.printf(
                Locale.ROOT,
                "%d threads: at most %.0f G operations and %.1f GB a second%n%n",
                threads,
                roof.operations() / GIGA,
                roof.bytes() / GIGA);
        System.out.println(
                "| scene | frame, ms | M operations | MB | operations a byte | G operations a"
                        + " second | of the roof | GB a second | of the roof |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        var options =
                DeviceOptions.DEFAULT
                        .withKernels(Kernels.VECTOR)
                        .withThreads(threads)
                        .withReuse(Reuse.OFF);
        for (int s = 2; s < arguments.length; s++) {
            try (var device = new Device(options)) {
                measure(StudyScene.of(arguments[s]), frames, device, roof);
            }
        }
    }

    private static void measure(StudyScene study, int frames, Device device, MachineRoof roof) {
        var orbit = new WarmOrbit(study.scene());
        double samples = study.scene().textures().isEmpty() ? 0 : 1;
        long end = System.nanoTime() + (long) (WARM_UP_SECONDS * GIGA);
        double[] seconds = new double[frames];
        double operations = 0;
        double bytes = 0;
        int measured = 0;
        for (int f = 0; measured < frames; f++) {
            long start = System.nanoTime();
            var report = orbit.render(device, f);
            long done = System.nanoTime();
            if (start > end) {
                var work = FrameWork.of(report::get, samples);
                operations += work.operations() / frames;
                bytes += work.bytes() / frames;
                seconds[measured++] = (done - start) / GIGA;
            }
        }
        double frame = WarmOrbit.median(seconds);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.0f | %.0f | %.1f | %.1f | %.1f %% | %.2f | %.1f %% |%n",
                study.name(),
                1000 * frame,
                operations / 1e6,
                bytes / 1e6,
                operations / bytes,
                operations / frame / GIGA,
                100 * operations / frame / roof.operations(),
                bytes / frame / GIGA,
                100 * bytes / frame / roof.bytes());
    }
}
