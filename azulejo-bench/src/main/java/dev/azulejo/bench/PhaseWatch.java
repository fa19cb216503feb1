package dev.azulejo.bench;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.device.Device;
import dev.azulejo.core.device.FrameInspection;
import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.shader.Kernels;

import java.util.function.Consumer;

/** A device of one thread that shows somebody each phase, cut and sealed, before it renders it. */
final class PhaseWatch implements Gpu {
    private final Device device;
    private final Chunker.Clusters clusters;
    private final EarlyZ earlyZ;
    private final Consumer<Phase> watcher;

    /**
     * Opens a device.
     *
     * @param options how it renders
     * @param wanted which draw calls of what is shown are clusters
     * @param cutFor how early Z would work in what is shown
     * @param watcher is shown phases, one at a time, and keeps none
     */
    PhaseWatch(
            DeviceOptions options,
            Chunker.Clusters wanted,
            EarlyZ cutFor,
            Consumer<Phase> watcher) {
        device = new Device(options.withThreads(1));
        clusters = wanted;
        earlyZ = cutFor;
        this.watcher = watcher;
    }

    @Override
    public FrameReport submit(CommandBuffer commands, Cancellation cancellation) {
        var phases = new PhasePool();
        phases.beginFrame();
        var reader = new CommandReader(device.kernels(), 0);
        int position = 0;
        while (position < commands.commands().size()) {
            var phase = phases.acquire();
            position = reader.read(commands, position, phase, new Counts());
            if (phase.pass() != null) {
                new Chunker(clusters).cut(phase, earlyZ, new Counts());
                watcher.accept(phase);
            }
        }
        return device.submit(commands, cancellation);
    }

    @Override
    public DeviceOptions options() {
        return device.options();
    }

    @Override
    public Kernels kernels() {
        return device.kernels();
    }

    @Override
    public Recording record(int room) {
        return device.record(room);
    }

    @Override
    public FrameInspection inspect() {
        return device.inspect();
    }

    @Override
    public void close() {
        device.close();
    }
}
