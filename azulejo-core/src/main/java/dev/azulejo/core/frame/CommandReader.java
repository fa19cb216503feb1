package dev.azulejo.core.frame;

import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.shader.Kernels;

import java.util.Arrays;

/**
 * Walks a command buffer phase by phase, tracks state, checks draw calls and resolves them. Owned
 * by the thread that submits.
 */
public final class CommandReader {
    private final Kernels kernels;
    private final long gpuBit;

    private final BoundState bound = new BoundState();

    /**
     * Makes a reader.
     *
     * @param kernels which twin of the programs' stages draw calls are resolved to
     * @param gpu whose commands are read, 0..63; those masked out for it are passed over
     */
    public CommandReader(Kernels kernels, int gpu) {
        this.kernels = kernels;
        this.gpuBit = 1L << gpu;
    }

    /**
     * Reads one phase.
     *
     * @param commands what was recorded
     * @param position where the phase begins
     * @param phase gets the pass and the draw calls; open
     * @param counts counts draw calls and instances
     * @return the position of the next phase, or the number of commands
     * @throws IllegalStateException if a draw call misses state, reads beyond its index buffer, or
     *     reads depths of the target that it draws into
     */
    public int read(CommandBuffer commands, int position, Phase phase, Counts counts) {
        var list = commands.commands();
        int at = position;
        for (; at < list.size(); at++) {
            var command = list.get(at);
            if ((command.gpuMask() & gpuBit) == 0) {
                continue;
            }
            switch (command) {
                case Command.BeginPhase c -> {
                    if (phase.pass() != null) {
                        return at;
                    }
                    phase.pass(c.pass());
                    bound.reset(c.pass().target());
                }
                case Command.SetPipeline c -> bound.pipeline = c.pipeline();
                case Command.SetVertexBuffer c -> bound.vertexBuffers[c.index()] = c.buffer();
                case Command.SetIndexBuffer c -> bound.indexBuffer = c.buffer();
                case Command.SetViews c -> bound.views = c.count();
                case Command.SetBindGroup c -> {
                    for (int v = firstView(c.view()); v <= lastView(c.view()); v++) {
                        bound.groups[v][c.index()] = c.group();
                    }
                }
                case Command.SetViewport c ->
                        Arrays.fill(
                                bound.viewports,
                                firstView(c.view()),
                                lastView(c.view()) + 1,
                                c.viewport());
                case Command.SetScissor c -> bound.scissor = c.scissor();
                case Command.SetEarlyZ c -> bound.excluded = !c.enabled();
                case Command.Draw c -> draw(c, phase, counts);
            }
        }
        return at;
    }

    private static int firstView(int view) {
        return view == Command.EVERY_VIEW ? 0 : view;
    }

    private static int lastView(int view) {
        return view == Command.EVERY_VIEW ? CommandBuffer.MAX_VIEWS - 1 : view;
    }

    private void draw(Command.Draw call, Phase phase, Counts counts) {
        check(call, phase);
        counts.add(Counter.DRAWS, 1);
        counts.add(Counter.INSTANCES, call.instances());
        int primitives = bound.pipeline.primitiveCount(call.count());
        if (primitives == 0 || call.instances() == 0) {
            return;
        }
        phase.count(primitives, (long) call.instances() * bound.views);
        for (int view = 0; view < bound.views; view++) {
            phase.addDraw()
                    .set(bound, phase.uniforms(), call, view, phase.pass().target(), kernels);
        }
    }

    private void check(Command.Draw call, Phase phase) {
        if (phase.pass() == null) {
            throw new IllegalStateException("draw outside a phase: its beginPhase is masked out");
        }
        if (bound.pipeline == null) {
            throw new IllegalStateException("draw without a pipeline: setPipeline is masked out");
        }
        for (int i = 0; i < bound.pipeline.attributes().size(); i++) {
            var attribute = bound.pipeline.attributes().get(i);
            if (bound.vertexBuffers[attribute.buffer()] == null) {
                throw new IllegalStateException(
                        "draw: vertex buffer %d, which attribute slot %d reads, is not set"
                                .formatted(attribute.buffer(), attribute.slot()));
            }
        }
        checkDepths(phase.pass().target());
        if (call.indexed()) {
            if (bound.indexBuffer == null) {
                throw new IllegalStateException("drawIndexed: no index buffer set");
            }
            if (call.first() + (long) call.count() > bound.indexBuffer.length()) {
                throw new IllegalStateException(
                        "drawIndexed: first=%d + count=%d extends beyond the index buffer of %d"
                                .formatted(call.first(), call.count(), bound.indexBuffer.length()));
            }
        }
    }

    /** What is being written cannot be read: a tile sees some of the others' depths, or none. */
    private void checkDepths(RenderTarget drawn) {
        for (int view = 0; view < bound.views; view++) {
            for (var group : bound.groups[view]) {
                for (int d = 0; d < group.depths().size(); d++) {
                    if (group.depths().get(d).target() == drawn) {
                        throw new IllegalStateException(
                                "draw: reads the depths of the target that its phase draws into;"
                                        + " a later phase may");
                    }
                }
            }
        }
    }
}
