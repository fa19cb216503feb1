/**
 * The device: executes command buffers on a fixed pool of workers.
 *
 * <p>In: a {@link dev.azulejo.core.command.CommandBuffer}. Out: pixels in render targets, and a
 * {@link dev.azulejo.core.report.FrameReport}. The last package of the pipeline: imports all, is
 * imported by none.
 */
package dev.azulejo.core.device;
