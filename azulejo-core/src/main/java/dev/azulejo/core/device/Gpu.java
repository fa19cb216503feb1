package dev.azulejo.core.device;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.report.FrameReport;

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

    /** Looks into the last phase of the last submit. */
    FrameInspection inspect();

    /** Gives back threads. Never throws. */
    @Override
    void close();
}
