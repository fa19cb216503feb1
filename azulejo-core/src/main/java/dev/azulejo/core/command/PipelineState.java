package dev.azulejo.core.command;

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
        float lineWidth) {
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
        int used = 0;
        for (var attribute : attributes) {
            if ((used & 1 << attribute.slot()) != 0) {
                throw new IllegalArgumentException(
                        "pipeline.attributes: slot %d appears twice".formatted(attribute.slot()));
            }
            used |= 1 << attribute.slot();
        }
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
                1);
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
                lineWidth);
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
                lineWidth);
    }

    /** The same with another front face. */
    public PipelineState withFrontFace(FrontFace value) {
        return new PipelineState(
                program, attributes, topology, cullMode, value, depth, blend, pointSize, lineWidth);
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
                lineWidth);
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
                lineWidth);
    }

    /** The same with other point and line sizes. */
    public PipelineState withSizes(float points, float lines) {
        return new PipelineState(
                program, attributes, topology, cullMode, frontFace, depth, blend, points, lines);
    }
}
