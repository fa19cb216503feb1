package dev.azulejo.core.device;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.shader.Kernels;

/** Something that executes command buffers and looks like one GPU. */
public interface Gpu extends AutoCloseable {
    /**
     * Executes all commands and waits for the pixels.
     *
     * <p>If a stage of a program throws, its exception comes out here; what the target of that
     * phase holds is undefined then, and the next pass must clear it.
     *
     * @param commands what to draw
     * @return what the frame did; overwritten by the next submit
     * @throws IllegalStateException if a draw call misses state or reads beyond its index buffer,
     *     if another submit has not returned yet, or if the device is closed
     */
    FrameReport submit(CommandBuffer commands);

    /**
     * Makes a GPU and starts its workers: a {@link Device}, or a {@link GpuGroup} that looks like
     * one.
     *
     * @param options how it works
     */
    static Gpu open(DeviceOptions options) {
        return options.group().split() == Group.Split.OFF
                ? new Device(options)
                : new GpuGroup(options);
    }

    /** Returns what it was made with. */
    DeviceOptions options();

    /** Returns the kernels that run: scalar ones if vector ones were wanted and are not there. */
    Kernels kernels();

    /** Looks into the last phase of the last submit. */
    FrameInspection inspect();

    /** Gives back threads. Never throws. */
    @Override
    void close();
}
