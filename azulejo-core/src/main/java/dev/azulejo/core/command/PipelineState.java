package dev.azulejo.core.command;

import dev.azulejo.core.shader.FragmentStage;
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
 * @param pointShape what points look like
 * @param pointSize side or diameter of a point in pixels, 1/256..1024
 * @param lineWidth width of a line in pixels, 1/256..64
 * @param patchControlPoints vertices of a patch, 1..32; 0 for other topologies
 * @param alphaToCoverage whether a fragment covers as many of its pixel's samples as the alpha of
 *     {@link FragmentStage#cover} says, which runs in place of {@link FragmentStage#keep}; the
 *     program must have it, and the target several samples
 */
public record PipelineState(
        ShaderProgram program,
        List<VertexAttribute> attributes,
        Topology topology,
        CullMode cullMode,
        FrontFace frontFace,
        DepthState depth,
        BlendState blend,
        PointShape pointShape,
        float pointSize,
        float lineWidth,
        int patchControlPoints,
        boolean alphaToCoverage) {
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
        Objects.requireNonNull(pointShape, "pointShape");
        if (!(pointSize >= 1 / 256f && pointSize <= 1024)) {
            throw new IllegalArgumentException(
                    "pipeline.pointSize=%s is not in 1/256..1024".formatted(pointSize));
        }
        if (!(lineWidth >= 1 / 256f && lineWidth <= 64)) {
            throw new IllegalArgumentException(
                    "pipeline.lineWidth=%s is not in 1/256..64".formatted(lineWidth));
        }
        checkStages(program, topology, patchControlPoints);
        if (alphaToCoverage && !program.writesCoverage()) {
            throw new IllegalArgumentException(
                    "pipeline.alphaToCoverage: program '%s' writes no coverage"
                            .formatted(program.name()));
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
            if (topology == Topology.LINE_JOIN_LIST) {
                throw new IllegalArgumentException(
                        "pipeline: program '%s' has a geometry stage, which takes points, lines and triangles, but the topology is %s"
                                .formatted(program.name(), topology));
            }
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
        return builder(program).attributes(List.of(attributes)).build();
    }

    /** Opaque patches of some control points; otherwise as {@link #opaque}. */
    public static PipelineState patches(
            ShaderProgram program, int controlPoints, VertexAttribute... attributes) {
        return builder(program)
                .attributes(List.of(attributes))
                .topology(Topology.PATCH_LIST)
                .patchControlPoints(controlPoints)
                .build();
    }

    /**
     * Begins with opaque triangles without attributes, with depth test, no culling,
     * counter-clockwise front faces, square points and lines of one pixel.
     */
    public static Builder builder(ShaderProgram program) {
        return new Builder(program);
    }

    /** Begins with everything as it is here: for changes that belong together. */
    public Builder toBuilder() {
        return new Builder(program)
                .attributes(attributes)
                .topology(topology)
                .cullMode(cullMode)
                .frontFace(frontFace)
                .depth(depth)
                .blend(blend)
                .pointShape(pointShape)
                .sizes(pointSize, lineWidth)
                .patchControlPoints(patchControlPoints)
                .alphaToCoverage(alphaToCoverage);
    }

    /** The same with another program. */
    public PipelineState withProgram(ShaderProgram value) {
        return toBuilder().program(value).build();
    }

    /** The same with other attributes. */
    public PipelineState withAttributes(VertexAttribute... values) {
        return toBuilder().attributes(List.of(values)).build();
    }

    /** The same with another topology. */
    public PipelineState withTopology(Topology value) {
        return toBuilder().topology(value).build();
    }

    /** The same with another cull mode. */
    public PipelineState withCullMode(CullMode value) {
        return toBuilder().cullMode(value).build();
    }

    /** The same with another front face. */
    public PipelineState withFrontFace(FrontFace value) {
        return toBuilder().frontFace(value).build();
    }

    /** The same with another depth state. */
    public PipelineState withDepth(DepthState value) {
        return toBuilder().depth(value).build();
    }

    /** The same with another blend state. */
    public PipelineState withBlend(BlendState value) {
        return toBuilder().blend(value).build();
    }

    /** The same with other point and line sizes. */
    public PipelineState withSizes(float points, float lines) {
        return toBuilder().sizes(points, lines).build();
    }

    /** The same with points of another shape. */
    public PipelineState withPointShape(PointShape value) {
        return toBuilder().pointShape(value).build();
    }

    /** The same with another answer to whether alpha becomes coverage. */
    public PipelineState withAlphaToCoverage(boolean value) {
        return toBuilder().alphaToCoverage(value).build();
    }

    /** Collects the parts of a state, which is checked when all are there. */
    public static final class Builder {
        private ShaderProgram program;
        private List<VertexAttribute> attributes = List.of();
        private Topology topology = Topology.TRIANGLE_LIST;
        private CullMode cullMode = CullMode.NONE;
        private FrontFace frontFace = FrontFace.COUNTER_CLOCKWISE;
        private DepthState depth = DepthState.LESS;
        private BlendState blend = BlendState.OPAQUE;
        private PointShape pointShape = PointShape.SQUARE;
        private float pointSize = 1;
        private float lineWidth = 1;
        private int patchControlPoints;
        private boolean alphaToCoverage;

        private Builder(ShaderProgram program) {
            this.program = program;
        }

        /** What runs. */
        public Builder program(ShaderProgram value) {
            program = value;
            return this;
        }

        /** Where vertex attributes lie. */
        public Builder attributes(List<VertexAttribute> values) {
            attributes = values;
            return this;
        }

        /** How vertices form primitives. */
        public Builder topology(Topology value) {
            topology = value;
            return this;
        }

        /** Which triangles are dropped by facing. */
        public Builder cullMode(CullMode value) {
            cullMode = value;
            return this;
        }

        /** Which winding faces front. */
        public Builder frontFace(FrontFace value) {
            frontFace = value;
            return this;
        }

        /** Depth test and write. */
        public Builder depth(DepthState value) {
            depth = value;
            return this;
        }

        /** How colours merge. */
        public Builder blend(BlendState value) {
            blend = value;
            return this;
        }

        /** What points look like. */
        public Builder pointShape(PointShape value) {
            pointShape = value;
            return this;
        }

        /** Side or diameter of a point and width of a line, in pixels. */
        public Builder sizes(float points, float lines) {
            pointSize = points;
            lineWidth = lines;
            return this;
        }

        /** Vertices of a patch, 1..32; 0 for other topologies. */
        public Builder patchControlPoints(int value) {
            patchControlPoints = value;
            return this;
        }

        /** Whether alpha becomes coverage; for targets of several samples. */
        public Builder alphaToCoverage(boolean value) {
            alphaToCoverage = value;
            return this;
        }

        /** Makes the state. */
        public PipelineState build() {
            return new PipelineState(
                    program,
                    attributes,
                    topology,
                    cullMode,
                    frontFace,
                    depth,
                    blend,
                    pointShape,
                    pointSize,
                    lineWidth,
                    patchControlPoints,
                    alphaToCoverage);
        }
    }
}
