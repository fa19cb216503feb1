package dev.azulejo.core.frame;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;

import java.util.Arrays;

/** What is set when a draw call comes. Owned by the reader of the commands. */
final class BoundState {
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

    /** Viewport of the last target, kept because a frame shall allocate nothing. */
    private Viewport wholeTarget;

    /** A phase begins: nothing is set, and viewports are the whole target. */
    void reset(RenderTarget target) {
        pipeline = null;
        Arrays.fill(vertexBuffers, null);
        indexBuffer = null;
        views = 1;
        for (var group : groups) {
            Arrays.fill(group, BindGroup.EMPTY);
        }
        int width = target.width();
        int height = target.height();
        if (wholeTarget == null || wholeTarget.width() != width || wholeTarget.height() != height) {
            wholeTarget = Viewport.of(width, height);
        }
        Arrays.fill(viewports, wholeTarget);
        scissor = null;
        excluded = false;
    }
}
