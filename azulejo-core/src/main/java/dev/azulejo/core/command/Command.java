package dev.azulejo.core.command;

import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;

/** One entry of a command buffer. */
public sealed interface Command {
    /** The mask of all GPUs. */
    long EVERYBODY = -1L;

    /** Stands for all views. */
    int EVERY_VIEW = -1;

    /** Returns which GPUs execute the command, bit i for GPU i. */
    long gpuMask();

    /**
     * Begins a phase: a synchronisation point, and a render pass. Sets every state to its default.
     *
     * @param gpuMask which GPUs execute it
     * @param pass the pass
     */
    record BeginPhase(long gpuMask, PassDescriptor pass) implements Command {}

    /**
     * Sets the pipeline.
     *
     * @param gpuMask which GPUs execute it
     * @param pipeline the state
     */
    record SetPipeline(long gpuMask, PipelineState pipeline) implements Command {}

    /**
     * Sets a vertex buffer.
     *
     * @param gpuMask which GPUs execute it
     * @param index 0..7
     * @param buffer the buffer
     */
    record SetVertexBuffer(long gpuMask, int index, VertexBuffer buffer) implements Command {}

    /**
     * Sets the index buffer.
     *
     * @param gpuMask which GPUs execute it
     * @param buffer the buffer
     */
    record SetIndexBuffer(long gpuMask, IndexBuffer buffer) implements Command {}

    /**
     * Sets how many views a draw call draws.
     *
     * @param gpuMask which GPUs execute it
     * @param count 1..4
     */
    record SetViews(long gpuMask, int count) implements Command {}

    /**
     * Sets a bind group.
     *
     * @param gpuMask which GPUs execute it
     * @param view 0..3, or {@link #EVERY_VIEW}
     * @param index 0..2
     * @param group the group
     */
    record SetBindGroup(long gpuMask, int view, int index, BindGroup group) implements Command {}

    /**
     * Sets the viewport.
     *
     * @param gpuMask which GPUs execute it
     * @param view 0..3, or {@link #EVERY_VIEW}
     * @param viewport the viewport
     */
    record SetViewport(long gpuMask, int view, Viewport viewport) implements Command {}

    /**
     * Sets the scissor rectangle.
     *
     * @param gpuMask which GPUs execute it
     * @param scissor the rectangle
     */
    record SetScissor(long gpuMask, Scissor scissor) implements Command {}

    /**
     * Lets early Z take part in draw calls, or excludes them from it: they are then neither tested
     * nor used to hide others.
     *
     * @param gpuMask which GPUs execute it
     * @param enabled whether it takes part
     */
    record SetEarlyZ(long gpuMask, boolean enabled) implements Command {}

    /**
     * Draws.
     *
     * @param gpuMask which GPUs execute it
     * @param indexed whether vertices come from the index buffer
     * @param first first index, or first vertex
     * @param count indices, or vertices
     * @param baseVertex added to every index
     * @param firstInstance first instance index
     * @param instances number of instances
     */
    record Draw(
            long gpuMask,
            boolean indexed,
            int first,
            int count,
            int baseVertex,
            int firstInstance,
            int instances)
            implements Command {}

    /**
     * Lets the GPUs that a predicate names pass over the next commands, whatever they are. Those
     * must belong to the same phase.
     *
     * @param gpuMask which GPUs ask
     * @param predicate who of them skips
     * @param count how many commands, 1 and up
     */
    record SkipNext(long gpuMask, Predicate predicate, int count) implements Command {}

    /**
     * Begins a portion that is read twice: first to be pretested, then to be rendered. For all
     * GPUs, whatever mask is in force: it changes no pixel.
     *
     * @param test how its draw calls are pretested
     */
    record BeginPretest(PortionTest test) implements Command {
        @Override
        public long gpuMask() {
            return EVERYBODY;
        }
    }

    /** Ends a portion that is read twice. */
    record EndPretest() implements Command {
        @Override
        public long gpuMask() {
            return EVERYBODY;
        }
    }

    /** Returns the same command for those of its GPUs alone that a mask names, maybe none. */
    default Command limitTo(long gpus) {
        long mask = gpuMask() & gpus;
        if (mask == gpuMask()) {
            return this;
        }
        return switch (this) {
            case BeginPhase c -> new BeginPhase(mask, c.pass);
            case SetPipeline c -> new SetPipeline(mask, c.pipeline);
            case SetVertexBuffer c -> new SetVertexBuffer(mask, c.index, c.buffer);
            case SetIndexBuffer c -> new SetIndexBuffer(mask, c.buffer);
            case SetViews c -> new SetViews(mask, c.count);
            case SetBindGroup c -> new SetBindGroup(mask, c.view, c.index, c.group);
            case SetViewport c -> new SetViewport(mask, c.view, c.viewport);
            case SetScissor c -> new SetScissor(mask, c.scissor);
            case SetEarlyZ c -> new SetEarlyZ(mask, c.enabled);
            case Draw c ->
                    new Draw(
                            mask,
                            c.indexed,
                            c.first,
                            c.count,
                            c.baseVertex,
                            c.firstInstance,
                            c.instances);
            case SkipNext c -> new SkipNext(mask, c.predicate, c.count);
            case BeginPretest c -> c;
            case EndPretest c -> c;
        };
    }
}
