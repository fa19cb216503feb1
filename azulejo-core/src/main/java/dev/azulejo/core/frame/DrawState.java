package dev.azulejo.core.frame;

import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.PortionTest;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.DomainStage;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexStage;

/** Everything a draw call means, resolved. Reused from frame to frame; read-only while drawing. */
public final class DrawState {
    /**
     * Corners of six triangles: fewer than the eight that clipping makes of one at most. A multiple
     * of four, so that all sides are alike.
     */
    private static final int FEW_CORNERS = 8;

    /** Most triangles of a join of lines: of the widest, 64 pixels, which turn back. */
    public static final int MOST_JOIN_TRIANGLES = 32;

    /** How far sides of a join may be from the circle, pixels. */
    private static final double JOIN_ERROR = 1 / 16.0;

    /** Stands for no portion. */
    public static final int NO_PORTION = -1;

    int number;
    PipelineState pipeline;
    final VertexBuffer[] vertexBuffers = new VertexBuffer[CommandBuffer.MAX_VERTEX_BUFFERS];
    IndexBuffer indexBuffer;
    final BindGroup[] groups = new BindGroup[BindGroup.MAX_GROUPS];
    Command.Draw call;
    int view;
    long gpus;
    PortionTest portionTest;
    int portion;
    boolean excluded;
    final ViewportConstants viewport = new ViewportConstants();
    int clipX0;
    int clipY0;
    int clipX1;
    int clipY1;
    int samples;
    VertexStage vertexStage;
    HullStage hullStage;
    DomainStage domainStage;
    GeometryStage geometryStage;
    int corners;
    FragmentStage fragmentStage;
    int varyingCount;
    boolean ordered;
    boolean colorless;
    boolean discards;
    boolean testable;
    boolean occludes;
    VertexAttribute linearPosition;
    VertexAttribute facing;

    /** Number of the draw call in its phase, counting each view. */
    public int number() {
        return number;
    }

    /** The pipeline. */
    public PipelineState pipeline() {
        return pipeline;
    }

    /**
     * Where positions lie of which clip positions are a matrix times, if triangles may be culled
     * together by how they face; else null.
     */
    public VertexAttribute facing() {
        return facing;
    }

    /** Bound vertex buffers. */
    public VertexBuffer[] vertexBuffers() {
        return vertexBuffers;
    }

    /** Index buffer, null unless indexed. */
    public IndexBuffer indexBuffer() {
        return indexBuffer;
    }

    /** Bound groups; their uniforms hold what they held when the draw call was read. */
    public BindGroup[] groups() {
        return groups;
    }

    /** The draw call itself. */
    public Command.Draw call() {
        return call;
    }

    /** Who draws it, a bit a GPU; nothing of it is in the regions of others. */
    public long gpus() {
        return gpus;
    }

    /** How its portion of the commands is pretested; null outside of portions. */
    public PortionTest portionTest() {
        return portionTest;
    }

    /** Number of its portion in the phase; {@link #NO_PORTION} outside of portions. */
    public int portion() {
        return portion;
    }

    /** Returns the view that it draws, from 0. */
    public int view() {
        return view;
    }

    /** Viewport resolved. */
    public ViewportConstants viewport() {
        return viewport;
    }

    /** First pixel column that may be touched. */
    public int clipX0() {
        return clipX0;
    }

    /** First pixel row that may be touched. */
    public int clipY0() {
        return clipY0;
    }

    /** Last pixel column that may be touched, inclusive; below {@link #clipX0} for none. */
    public int clipX1() {
        return clipX1;
    }

    /** Last pixel row that may be touched, inclusive. */
    public int clipY1() {
        return clipY1;
    }

    /** Samples a pixel. */
    public int samples() {
        return samples;
    }

    /** Vertex stage of the kernels in use. */
    public VertexStage vertexStage() {
        return vertexStage;
    }

    /** Hull stage of the kernels in use; null without patches. */
    public HullStage hullStage() {
        return hullStage;
    }

    /** Domain stage of the kernels in use; null without patches. */
    public DomainStage domainStage() {
        return domainStage;
    }

    /** Geometry stage of the kernels in use; null if there is none. */
    public GeometryStage geometryStage() {
        return geometryStage;
    }

    /**
     * Corners of a primitive before the geometry stage: 1 for points, 2 lines, 3 triangles and
     * joins of lines.
     */
    public int corners() {
        return corners;
    }

    /** Corners of the outline of a point: few where chunks do not get smaller by it. */
    public int pointCorners() {
        int wanted = pipeline.pointShape().corners(pipeline.pointSize());
        boolean alone = hullStage == null && geometryStage == null;
        return alone ? wanted : Math.min(wanted, FEW_CORNERS);
    }

    /** Whether primitives are joins of lines. */
    public boolean joinsLines() {
        return pipeline.topology() == Topology.LINE_JOIN_LIST;
    }

    /**
     * Triangles of a join of lines, a power of two up to {@link #MOST_JOIN_TRIANGLES}: so many that
     * their outer sides are a 16th of a pixel from the circle at most.
     *
     * @param cosine of the angle by which the lines turn; -1 for as many as there can be
     */
    public int joinTriangles(double cosine) {
        double radius = pipeline.lineWidth() / 2;
        // A chord is radius * (1 - cosine of half its angle) from the circle
        double half = Math.sqrt(Math.max(0, (1 + cosine) / 2));
        int triangles = 1;
        while (triangles < MOST_JOIN_TRIANGLES && radius * (1 - half) > JOIN_ERROR) {
            half = Math.sqrt((1 + half) / 2);
            triangles *= 2;
        }
        return triangles;
    }

    /** Fragment stage of the kernels in use. */
    public FragmentStage fragmentStage() {
        return fragmentStage;
    }

    /** Varyings of the program. */
    public int varyingCount() {
        return varyingCount;
    }

    /** Whether fragments must merge in order (blending or partial writes). */
    public boolean ordered() {
        return ordered;
    }

    /** Whether no colour is written: only depth, or nothing at all. */
    public boolean colorless() {
        return colorless;
    }

    /** Whether fragments can be discarded, as a whole or some of their samples. */
    public boolean discards() {
        return discards;
    }

    /** Whether triangles fail the depth test wherever something is strictly nearer. */
    public boolean testable() {
        return testable;
    }

    /** Whether what triangles cover hides what is strictly behind. */
    public boolean occludes() {
        return occludes;
    }

    /**
     * Resolves a draw call in one view.
     *
     * @param bound what is set
     * @param snapshot keeps what uniforms hold
     * @param drawCall the draw call
     * @param ofView which view
     * @param target what is drawn into
     * @param kernels which twin of the stages
     */
    void set(
            BoundState bound,
            UniformSnapshot snapshot,
            Command.Draw drawCall,
            int ofView,
            RenderTarget target,
            Kernels kernels) {
        call = drawCall;
        view = ofView;
        excluded = bound.excluded;
        pipeline = bound.pipeline;
        System.arraycopy(bound.vertexBuffers, 0, vertexBuffers, 0, vertexBuffers.length);
        indexBuffer = drawCall.indexed() ? bound.indexBuffer : null;
        for (int g = 0; g < groups.length; g++) {
            groups[g] = snapshot.of(bound.groups[ofView][g], g);
        }
        setViewport(bound.viewports[ofView], bound.scissor, target);
        samples = target.samples();
        resolve(pipeline.program(), kernels);
        corners =
                switch (pipeline.topology()) {
                    case POINT_LIST -> 1;
                    case LINE_LIST, LINE_STRIP -> 2;
                    case LINE_JOIN_LIST, TRIANGLE_LIST, TRIANGLE_STRIP -> 3;
                    case PATCH_LIST -> hullStage.mode().topology().vertices();
                };
        colorless =
                pipeline.blend().writeMask() == 0 || target.format() == TextureFormat.DEPTH32_FLOAT;
        ordered = pipeline.blend().readsDestination();
        testable = false;
        occludes = false;
        linearPosition = null;
        facing = null;
    }

    private void setViewport(Viewport where, Scissor scissor, RenderTarget target) {
        viewport.set(
                where.x(),
                where.y(),
                where.width(),
                where.height(),
                where.minDepth(),
                where.maxDepth(),
                pipeline.depth().clamp());
        // Viewport edges are rounded outward to whole pixels.
        clipX0 = Math.max(floor(where.x()), 0);
        clipY0 = Math.max(floor(where.y()), 0);
        clipX1 = Math.min(-floor(-(where.x() + where.width())), target.width()) - 1;
        clipY1 = Math.min(-floor(-(where.y() + where.height())), target.height()) - 1;
        if (scissor != null) {
            clipX0 = Math.max(clipX0, scissor.x());
            clipY0 = Math.max(clipY0, scissor.y());
            clipX1 = (int) Math.min(clipX1, (long) scissor.x() + scissor.width() - 1);
            clipY1 = (int) Math.min(clipY1, (long) scissor.y() + scissor.height() - 1);
        }
    }

    private void resolve(ShaderProgram program, Kernels kernels) {
        vertexStage = program.vertexStage(kernels);
        hullStage = program.hullStage(kernels);
        domainStage = program.domainStage(kernels);
        geometryStage = program.geometryStage(kernels);
        fragmentStage = program.fragmentStage(kernels);
        varyingCount = program.varyingCount();
        discards = program.discards() || pipeline.alphaToCoverage();
    }

    private static int floor(float value) {
        int truncated = (int) value;
        return truncated > value ? truncated - 1 : truncated;
    }
}
