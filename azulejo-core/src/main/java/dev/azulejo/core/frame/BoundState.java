package dev.azulejo.core.frame;

import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;

import java.util.Arrays;
import java.util.Objects;

/** What is set when a draw call comes. Owned by the reader of the commands. */
final class BoundState {
    /** Sizes of targets whose viewports are kept, because a frame shall allocate nothing. */
    private static final int MOST_SIZES = 16;

    PipelineState pipeline;
    final VertexBuffer[] vertexBuffers = new VertexBuffer[CommandBuffer.MAX_VERTEX_BUFFERS];
    IndexBuffer indexBuffer;

    /** How many views a draw call is drawn in. */
    int views;

    /** Bind groups of each view. */
    final BindGroup[][] groups =
            new BindGroup[CommandBuffer.MAX_VIEWS][CommandBuffer.MAX_BIND_GROUPS];

    /** Viewport of each view. */
    final Viewport[] viewports = new Viewport[CommandBuffer.MAX_VIEWS];

    Scissor scissor;

    /** Whether early Z shall leave draw calls alone. */
    boolean excluded;

    /** Viewports of whole targets. */
    private final Viewport[] wholeTargets = new Viewport[MOST_SIZES];

    private int nextSize;

    /** A phase begins: nothing is set, and viewports are the whole target. */
    void reset(RenderTarget target) {
        pipeline = null;
        Arrays.fill(vertexBuffers, null);
        indexBuffer = null;
        views = 1;
        for (var group : groups) {
            Arrays.fill(group, BindGroup.EMPTY);
        }
        Arrays.fill(viewports, whole(target.width(), target.height()));
        scissor = null;
        excluded = false;
    }

    private Viewport whole(int width, int height) {
        for (var viewport : wholeTargets) {
            if (viewport != null && viewport.width() == width && viewport.height() == height) {
                return viewport;
            }
        }
        var made = Viewport.of(width, height);
        wholeTargets[nextSize] = made;
        nextSize = (nextSize + 1) % MOST_SIZES;
        return made;
    }

    /** Takes a command that sets state; nothing else changes. */
    void apply(Command command) {
        switch (command) {
            case Command.SetPipeline c -> pipeline = c.pipeline();
            case Command.SetVertexBuffer c -> vertexBuffers[c.index()] = c.buffer();
            case Command.SetIndexBuffer c -> indexBuffer = c.buffer();
            case Command.SetViews c -> views = c.count();
            case Command.SetBindGroup c -> {
                for (int v = firstView(c.view()); v <= lastView(c.view()); v++) {
                    groups[v][c.index()] = c.group();
                }
            }
            case Command.SetViewport c ->
                    Arrays.fill(
                            viewports, firstView(c.view()), lastView(c.view()) + 1, c.viewport());
            case Command.SetScissor c -> scissor = c.scissor();
            case Command.SetEarlyZ c -> excluded = !c.enabled();
            case Command.BeginPhase _,
                    Command.Draw _,
                    Command.SkipNext _,
                    Command.BeginPretest _,
                    Command.EndPretest _ ->
                    throw new IllegalArgumentException("%s sets no state".formatted(command));
        }
    }

    private static int firstView(int view) {
        return view == Command.EVERY_VIEW ? 0 : view;
    }

    private static int lastView(int view) {
        return view == Command.EVERY_VIEW ? CommandBuffer.MAX_VIEWS - 1 : view;
    }

    /** Sets everything as it is set in another. */
    void copy(BoundState other) {
        pipeline = other.pipeline;
        System.arraycopy(other.vertexBuffers, 0, vertexBuffers, 0, vertexBuffers.length);
        indexBuffer = other.indexBuffer;
        views = other.views;
        for (int v = 0; v < groups.length; v++) {
            System.arraycopy(other.groups[v], 0, groups[v], 0, groups[v].length);
        }
        System.arraycopy(other.viewports, 0, viewports, 0, viewports.length);
        scissor = other.scissor;
        excluded = other.excluded;
    }

    /** Whether everything is set as in another. */
    boolean same(BoundState other) {
        boolean same =
                pipeline == other.pipeline
                        && indexBuffer == other.indexBuffer
                        && views == other.views
                        && excluded == other.excluded
                        && Objects.equals(scissor, other.scissor)
                        && Arrays.equals(viewports, other.viewports);
        for (int b = 0; same && b < vertexBuffers.length; b++) {
            same = vertexBuffers[b] == other.vertexBuffers[b];
        }
        for (int v = 0; same && v < groups.length; v++) {
            for (int g = 0; same && g < groups[v].length; g++) {
                same = groups[v][g] == other.groups[v][g];
            }
        }
        return same;
    }
}
