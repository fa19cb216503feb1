package dev.azulejo.core.device;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.shader.Kernels;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Renders small scenes into 64x64 pixels and says what was counted. */
final class Tally {
    /** One worker, nothing early, nothing reused: what is counted can be counted by hand. */
    static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT
                    .withThreads(1)
                    .withKernels(Kernels.SCALAR)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF);

    private Tally() {}

    static RenderTarget target(int samples) {
        return new RenderTarget(Sheet.SIDE, Sheet.SIDE, TextureFormat.RGBA8_UNORM, samples);
    }

    /** Counts of one frame: a pass that clears, and what is recorded after it. */
    static Map<Counter, Long> count(
            DeviceOptions options, int samples, Consumer<CommandBuffer> scene) {
        return count(options, PassDescriptor.clear(target(samples), 0, 0, 0, 1), scene);
    }

    /** Likewise with one sample a pixel. */
    static Map<Counter, Long> count(DeviceOptions options, Consumer<CommandBuffer> scene) {
        return count(options, 1, scene);
    }

    /** Likewise in another pass. */
    static Map<Counter, Long> count(
            DeviceOptions options, PassDescriptor pass, Consumer<CommandBuffer> scene) {
        var commands = new CommandBuffer().beginPhase(pass);
        scene.accept(commands);
        try (var device = new Device(options)) {
            return device.submit(commands).counters();
        }
    }

    /** Those of some counters that are not 0. */
    static Map<Counter, Long> among(Set<Counter> which, Map<Counter, Long> counts) {
        var found = new EnumMap<Counter, Long>(Counter.class);
        for (var counter : which) {
            if (counts.get(counter) != 0) {
                found.put(counter, counts.get(counter));
            }
        }
        return found;
    }

    /** Likewise of a report. */
    static Map<Counter, Long> among(Set<Counter> which, FrameReport report) {
        return among(which, report.counters());
    }
}
