package dev.azulejo.core.command;

import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;

import java.util.List;
import java.util.Objects;

/**
 * Everything fixed about a draw call but its resources.
 *
 * @param program what runs
 * @param attributes where vertex attributes lie
 * @param topology how vertices form primitives
 * @param cullMode which triangles are dropped by facing
 * @param frontFace which winding faces front
 * @param depth depth test and write
 * @param blend how colours merge
 * @param pointSize side of a point in pixels, 1/256..1024
 * @param lineWidth width of a line in pixels, 1/256..64
 * @param patchControlPoints vertices of a patch, 1..32; 0 for other topologies
 */
public record PipelineState(
        ShaderProgram program,
        List<VertexAttribute> attributes,
        Topology topology,
        CullMode cullMode,
        FrontFace frontFace,
        DepthState depth,
        BlendState blend,
        float pointSize,
        float lineWidth,
        int patchControlPoints) {
    /** Most vertices of a patch. */
    public static final int MAX_PATCH_CONTROL_POINTS = 32;

    /** Checks the ranges. */
    public PipelineState {
        Objects.requireNonNull(program, "program");
        attributes = List.copyOf(attributes);
        Objects.requireNonNull(topology, "topology");
        Objects.requireNonNull(cullMode, "cullMode");
        Objects.requireNonNull(frontFace, "frontFace");
        Objects.requireNonNull(depth, "depth");
        Objects.requireNonNull(blend, "blend");
        if (!(pointSize >= 1 / 256f && pointSize <= 1024)) {
            throw new IllegalArgumentException(
                    "pipeline.pointSize=%s is not in 1/256..1024".formatted(pointSize));
        }
        if (!(lineWidth >= 1 / 256f && lineWidth <= 64)) {
            throw new IllegalArgumentException(
                    "pipeline.lineWidth=%s is not in 1/256..64".formatted(lineWidth));
        }
        checkStages(program, topology, patchControlPoints);
        int used = 0;
        for (var attribute : attributes) {
            if ((used & 1 << attribute.slot()) != 0) {
                throw new IllegalArgumentException(
                        "pipeline.attributes: slot %d appears twice".formatted(attribute.slot()));
            }
            used |= 1 << attribute.slot();
        }
    }

    /** A state without patches. */
    public PipelineState(
            ShaderProgram program,
            List<VertexAttribute> attributes,
            Topology topology,
            CullMode cullMode,
            FrontFace frontFace,
            DepthState depth,
            BlendState blend,
            float pointSize,
            float lineWidth) {
        this(
                program,
                attributes,
                topology,
                cullMode,
                frontFace,
                depth,
                blend,
                pointSize,
                lineWidth,
                0);
    }

    private static void checkStages(ShaderProgram program, Topology topology, int points) {
        boolean patches = topology == Topology.PATCH_LIST;
        if (patches ? points < 1 || points > MAX_PATCH_CONTROL_POINTS : points != 0) {
            throw new IllegalArgumentException(
                    "pipeline.patchControlPoints=%d is not in %s"
                            .formatted(points, patches ? "1..32" : "0..0 without patches"));
        }
        var hull = program.hullStage(Kernels.SCALAR);
        if (patches != (hull != null) || patches != (program.domainStage(Kernels.SCALAR) != null)) {
            throw new IllegalArgumentException(
                    "pipeline: program '%s' %s hull and domain stages, but the topology is %s"
                            .formatted(program.name(), hull != null ? "has" : "lacks", topology));
        }
        if (hull != null) {
            checkRange(
                    "hull stage: controlPointFloats",
                    hull.controlPointFloats(),
                    1,
                    HullStage.MAX_CONTROL_POINT_FLOATS);
            checkRange(
                    "hull stage: patchFloats", hull.patchFloats(), 0, HullStage.MAX_PATCH_FLOATS);
        }
        var geometry = program.geometryStage(Kernels.SCALAR);
        if (geometry != null) {
            checkRange(
                    "geometry stage: maxPrimitives",
                    geometry.maxPrimitives(),
                    1,
                    GeometryStage.MAX_PRIMITIVES);
            checkRange("geometry stage: outputCorners", geometry.outputCorners(), 1, 3);
            checkRange(
                    "geometry stage: inputVaryingCount",
                    geometry.inputVaryingCount(),
                    0,
                    ShaderProgram.MAX_VARYINGS);
        }
    }

    private static void checkRange(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s=%d is not in %d..%d".formatted(what, value, least, most));
        }
    }

    /** Returns how many primitives a number of vertices makes; incomplete ones are dropped. */
    public int primitiveCount(int vertices) {
        return topology.primitiveCount(vertices, patchControlPoints);
    }

    /** Opaque triangles with depth test, no culling, counter-clockwise front faces. */
    public static PipelineState opaque(ShaderProgram program, VertexAttribute... attributes) {
        return new PipelineState(
                program,
                List.of(attributes),
                Topology.TRIANGLE_LIST,
                CullMode.NONE,
                FrontFace.COUNTER_CLOCKWISE,
                DepthState.LESS,
                BlendState.OPAQUE,
                1,
                1,
                0);
    }

    /** Opaque patches of some control points; otherwise as {@link #opaque}. */
    public static PipelineState patches(
            ShaderProgram program, int controlPoints, VertexAttribute... attributes) {
        return new PipelineState(
                program,
                List.of(attributes),
                Topology.PATCH_LIST,
                CullMode.NONE,
                FrontFace.COUNTER_CLOCKWISE,
                DepthState.LESS,
                BlendState.OPAQUE,
                1,
                1,
                controlPoints);
    }

    /** The same with another topology. */
    public PipelineState withTopology(Topology value) {
        return new PipelineState(
                program,
                attributes,
                value,
                cullMode,
                frontFace,
                depth,
                blend,
                pointSize,
                lineWidth,
                patchControlPoints);
    }

    /** The same with another cull mode. */
    public PipelineState withCullMode(CullMode value) {
        return new PipelineState(
                program,
                attributes,
                topology,
                value,
                frontFace,
                depth,
                blend,
                pointSize,
                lineWidth,
                patchControlPoints);
    }

    /** The same with another front face. */
    public PipelineState withFrontFace(FrontFace value) {
        return new PipelineState(
                program,
                attributes,
                topology,
                cullMode,
                value,
                depth,
                blend,
                pointSize,
                lineWidth,
                patchControlPoints);
    }

    /** The same with another depth state. */
    public PipelineState withDepth(DepthState value) {
        return new PipelineState(
                program,
                attributes,
                topology,
                cullMode,
                frontFace,
                value,
                blend,
                pointSize,
                lineWidth,
                patchControlPoints);
    }

    /** The same with another blend state. */
    public PipelineState withBlend(BlendState value) {
        return new PipelineState(
                program,
                attributes,
                topology,
                cullMode,
                frontFace,
                depth,
                value,
                pointSize,
                lineWidth,
                patchControlPoints);
    }

    /** The same with other point and line sizes. */
    public PipelineState withSizes(float points, float lines) {
        return new PipelineState(
                program,
                attributes,
                topology,
                cullMode,
                frontFace,
                depth,
                blend,
                points,
                lines,
                patchControlPoints);
    }
}
