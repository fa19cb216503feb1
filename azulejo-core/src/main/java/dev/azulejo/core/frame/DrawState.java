package dev.azulejo.core.frame;

import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.DomainStage;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.VertexStage;

/** Everything a draw call means, resolved. Reused from frame to frame; read-only while drawing. */
public final class DrawState {
    /** Number of the draw call in its phase, counting each view. */
    public int number;

    /** The pipeline. */
    public PipelineState pipeline;

    /** Bound vertex buffers. */
    public final VertexBuffer[] vertexBuffers = new VertexBuffer[8];

    /** Index buffer, null unless indexed. */
    public IndexBuffer indexBuffer;

    /** Bound groups. */
    public final BindGroup[] groups = new BindGroup[BindGroup.MAX_GROUPS];

    /** The draw call. */
    public Command.Draw draw;

    /** Which view it is drawn in, 0 and up. */
    public int view;

    /** Whether early Z shall leave it alone. */
    public boolean excluded;

    /** Viewport resolved. */
    public final ViewportConstants viewport = new ViewportConstants();

    /** First pixel column that may be touched. */
    public int clipX0;

    /** First pixel row that may be touched. */
    public int clipY0;

    /** Last pixel column that may be touched, inclusive; below {@link #clipX0} for none. */
    public int clipX1;

    /** Last pixel row that may be touched, inclusive. */
    public int clipY1;

    /** Samples a pixel. */
    public int samples;

    /** Vertex stage of the kernels in use. */
    public VertexStage vertexStage;

    /** Hull stage of the kernels in use; null without patches. */
    public HullStage hullStage;

    /** Domain stage of the kernels in use; null without patches. */
    public DomainStage domainStage;

    /** Geometry stage of the kernels in use; null if there is none. */
    public GeometryStage geometryStage;

    /** Corners of a primitive before the geometry stage: 1 for points, 2 lines, 3 triangles. */
    public int corners;

    /** Fragment stage of the kernels in use. */
    public FragmentStage fragmentStage;

    /** Varyings of the program. */
    public int varyingCount;

    /** Whether fragments must merge in order (blending or partial writes). */
    public boolean ordered;

    /** Whether no colour is written: only depth, or nothing at all. */
    public boolean colorless;

    /** Whether the fragment stage can discard. */
    public boolean discards;

    /** Whether triangles fail the depth test wherever something is strictly nearer. */
    public boolean testable;

    /** Whether what triangles cover hides what is strictly behind. */
    public boolean occludes;

    /** Where positions lie if they are linear, else null. */
    public VertexAttribute linearPosition;

    /** Resolves a draw call. */
    public void set(
            PipelineState state,
            VertexBuffer[] buffers,
            IndexBuffer indices,
            BindGroup[] boundGroups,
            Viewport place,
            Scissor scissor,
            RenderTarget target,
            Command.Draw call,
            Kernels kernels) {
        pipeline = state;
        System.arraycopy(buffers, 0, vertexBuffers, 0, buffers.length);
        indexBuffer = indices;
        System.arraycopy(boundGroups, 0, groups, 0, groups.length);
        draw = call;
        viewport.set(
                place.x(),
                place.y(),
                place.width(),
                place.height(),
                place.minDepth(),
                place.maxDepth(),
                state.depth().clamp());
        // Viewport edges are rounded outward to whole pixels.
        clipX0 = Math.max(floor(place.x()), 0);
        clipY0 = Math.max(floor(place.y()), 0);
        clipX1 = Math.min(-floor(-(place.x() + place.width())), target.width()) - 1;
        clipY1 = Math.min(-floor(-(place.y() + place.height())), target.height()) - 1;
        if (scissor != null) {
            clipX0 = Math.max(clipX0, scissor.x());
            clipY0 = Math.max(clipY0, scissor.y());
            clipX1 = (int) Math.min(clipX1, (long) scissor.x() + scissor.width() - 1);
            clipY1 = (int) Math.min(clipY1, (long) scissor.y() + scissor.height() - 1);
        }
        samples = target.samples();
        vertexStage = state.program().vertexStage(kernels);
        hullStage = state.program().hullStage(kernels);
        domainStage = state.program().domainStage(kernels);
        geometryStage = state.program().geometryStage(kernels);
        corners =
                switch (state.topology()) {
                    case POINT_LIST -> 1;
                    case LINE_LIST, LINE_STRIP -> 2;
                    case TRIANGLE_LIST, TRIANGLE_STRIP -> 3;
                    case PATCH_LIST -> hullStage.mode().topology().vertices();
                };
        fragmentStage = state.program().fragmentStage(kernels);
        varyingCount = state.program().varyingCount();
        colorless = state.blend().writeMask() == 0;
        ordered = state.blend().readsDestination();
        discards = state.program().discards();
        testable = false;
        occludes = false;
        linearPosition = null;
    }

    private static int floor(float value) {
        int truncated = (int) value;
        return truncated > value ? truncated - 1 : truncated;
    }
}
