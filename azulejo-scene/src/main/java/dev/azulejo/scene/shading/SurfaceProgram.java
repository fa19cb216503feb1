package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.core.shader.DomainStage;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Draws what is seen in place of what colour it has, for a target of floats: red is the depth in
 * front of the eye, green and blue are a normal in world space ({@link #normal}), alpha says which
 * draw call it is ({@link PbrUniforms#ID}).
 *
 * <p>Geometry, what is discarded, and normals are those of a {@link PbrProgram}, which runs inside;
 * one more varying, the last, is the depth.
 */
public final class SurfaceProgram implements ShaderProgram {
    /** What a normal's components become: -1 and 1 are at the ends of 0..65535. */
    private static final float HALF = 32_767.5f;

    private static final int LARGEST = 65_535;

    private static final int POSITION = 0;

    private static final Map<String, SurfaceProgram> PROGRAMS = new ConcurrentHashMap<>();

    private final PbrProgram base;
    private final PbrFeatures features;
    private final VertexStage vertices;
    private final KernelProvider<DomainStage> points;
    private final GeometryStage triangles;
    private final KernelProvider<FragmentStage> fragment;

    private SurfaceProgram(PbrFeatures features, PatchKind kind, boolean shatters) {
        this.features = features;
        this.base = PbrProgram.of(features, kind, shatters);
        // Of geometry stages and what stands before them there is one kind each
        var shapes = base.geometryStage(Kernels.SCALAR);
        var places = base.vertexStage(Kernels.SCALAR);
        this.triangles = shapes == null ? null : new Triangles(shapes);
        this.vertices = kind == PatchKind.NONE && shapes == null ? new Vertices(places) : places;
        this.points =
                kind == PatchKind.NONE
                        ? null
                        : new KernelProvider<>(
                                () -> points(Kernels.SCALAR), () -> points(Kernels.VECTOR));
        this.fragment =
                new KernelProvider<>(
                        () -> new Fragments(Kernels.SCALAR), () -> new Fragments(Kernels.VECTOR));
    }

    /**
     * Returns the program for some features: of a surface that has normals if it is lit.
     *
     * @param features what must be known of the material: what discards, and its normal map
     * @param patches how triangles come to be
     * @param shatters whether triangles are moved apart; for triangles alone
     */
    public static SurfaceProgram of(PbrFeatures features, PatchKind patches, boolean shatters) {
        String name = PbrProgram.of(features, patches, shatters).name();
        return PROGRAMS.computeIfAbsent(
                name, key -> new SurfaceProgram(features, patches, shatters));
    }

    /**
     * Returns a component of a normal that was read from the target.
     *
     * @param green as it was read
     * @param blue as it was read
     * @param axis 0, 1, 2 for x, y, z
     * @return 0..65535 for -1..1; 0 of all three where the surface has no normals
     */
    public static int normal(float green, float blue, int axis) {
        int first = (int) green;
        int second = (int) blue;
        return switch (axis) {
            case 0 -> first >> 8;
            case 1 -> second >> 8;
            case 2 -> (first & 0xff) << 8 | second & 0xff;
            default ->
                    throw new IndexOutOfBoundsException("axis=%d is not in 0..2".formatted(axis));
        };
    }

    private int depthVarying() {
        return features.varyingCount();
    }

    @Override
    public String name() {
        return "surface, " + base.name();
    }

    @Override
    public int varyingCount() {
        return features.varyingCount() + 1;
    }

    @Override
    public int gradientCount() {
        return base.gradientCount();
    }

    @Override
    public boolean discards() {
        return base.discards();
    }

    @Override
    public int keepVaryingCount() {
        return base.keepVaryingCount();
    }

    @Override
    public VertexStage vertexStage(Kernels kernels) {
        return vertices;
    }

    @Override
    public HullStage hullStage(Kernels kernels) {
        return base.hullStage(kernels);
    }

    @Override
    public DomainStage domainStage(Kernels kernels) {
        return points == null ? null : points.get(kernels);
    }

    private DomainStage points(Kernels kernels) {
        var stage = base.domainStage(kernels);
        return triangles != null ? stage : new Points((PatchDomainStage) stage);
    }

    @Override
    public GeometryStage geometryStage(Kernels kernels) {
        return triangles;
    }

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return fragment.get(kernels);
    }

    /** The depth as a linear function of a point in the object's space. */
    private static float[] depthRow(BindGroup[] groups) {
        float[] frame = groups[PbrUniforms.FRAME].uniforms().data();
        float[] m = groups[PbrUniforms.OBJECT].uniforms().data();
        float perZ = frame[PbrUniforms.DEPTH];
        float perW = frame[PbrUniforms.DEPTH + 1];
        var row = new float[4];
        for (int column = 0; column < 4; column++) {
            int at = PbrUniforms.CLIP_FROM_OBJECT + 4 * column;
            row[column] = m[at + 2] * perZ + m[at + 3] * perW;
        }
        return row;
    }

    /** Adds the depth to what vertices have. */
    private final class Vertices implements VertexStage {
        private final VertexStage stage;

        Vertices(VertexStage stage) {
            this.stage = stage;
        }

        @Override
        public int positionAttributes() {
            return stage.positionAttributes();
        }

        @Override
        public int varyingAttributes() {
            return stage.varyingAttributes() | 1 << POSITION;
        }

        @Override
        public void positions(VertexBatch batch) {
            stage.positions(batch);
        }

        @Override
        public int linearPosition(BindGroup[] groups, int instance, float[] clipFromObject) {
            return stage.linearPosition(groups, instance, clipFromObject);
        }

        @Override
        public void varyings(VertexBatch batch) {
            stage.varyings(batch);
            float[] to = batch.varying[depthVarying()];
            float[] row = depthRow(batch.groups);
            PbrVertexStage.affine(row, 0, 1, 1, batch.attribute, 4 * POSITION, to, batch.count);
        }
    }

    /** Adds the depth to what points of patches have. */
    private final class Points implements DomainStage {
        private final PatchDomainStage stage;

        Points(PatchDomainStage stage) {
            this.stage = stage;
        }

        @Override
        public void positions(DomainBatch batch) {
            stage.positions(batch);
        }

        @Override
        public void varyings(DomainBatch batch) {
            stage.varyings(batch);
            stage.along(batch, depthRow(batch.groups), batch.varying[depthVarying()]);
        }
    }

    /** Adds the depth to the corners of triangles that were moved. */
    private final class Triangles implements GeometryStage {
        private final GeometryStage stage;

        Triangles(GeometryStage stage) {
            this.stage = stage;
        }

        @Override
        public int inputVaryingCount() {
            return stage.inputVaryingCount();
        }

        @Override
        public int maxPrimitives() {
            return stage.maxPrimitives();
        }

        @Override
        public int outputCorners() {
            return stage.outputCorners();
        }

        @Override
        public void geometry(GeometryBatch batch) {
            stage.geometry(batch);
            float[] frame = batch.groups[PbrUniforms.FRAME].uniforms().data();
            float perZ = frame[PbrUniforms.DEPTH];
            float perW = frame[PbrUniforms.DEPTH + 1];
            int count = features.varyingCount();
            float[][] v = batch.outVarying;
            // What came out has no room for the depths: the last corner moves first
            for (int corner = stage.maxPrimitives() * stage.outputCorners() - 1;
                    corner >= 0;
                    corner--) {
                for (int k = count - 1; k >= 0; k--) {
                    System.arraycopy(
                            v[count * corner + k], 0, v[(count + 1) * corner + k], 0, batch.count);
                }
                float[] to = v[(count + 1) * corner + count];
                float[] z = batch.outClipZ[corner];
                float[] w = batch.outClipW[corner];
                for (int i = 0; i < batch.count; i++) {
                    to[i] = z[i] * perZ + w[i] * perW;
                }
            }
        }
    }

    /** Writes depth, normal and number in place of a colour. */
    private final class Fragments implements FragmentStage {
        private final PbrProgram.Stage stage;

        Fragments(Kernels kind) {
            this.stage = (PbrProgram.Stage) base.fragmentStage(kind);
        }

        @Override
        public void keep(FragmentBatch batch) {
            stage.keep(batch);
        }

        @Override
        public void shade(FragmentBatch batch) {
            int count = batch.count;
            if (features.unlit()) {
                Arrays.fill(batch.green, 0, count, 0);
                Arrays.fill(batch.blue, 0, count, 0);
            } else {
                stage.base(batch);
                stage.surface(batch);
                float[][] s = batch.scratch;
                for (int i = 0; i < count; i++) {
                    int x = code(s[PbrKernels.NORMAL][i]);
                    int y = code(s[PbrKernels.NORMAL + 1][i]);
                    int z = code(s[PbrKernels.NORMAL + 2][i]);
                    // 48 bits in two floats, which hold 24 exactly
                    batch.green[i] = x << 8 | z >> 8;
                    batch.blue[i] = y << 8 | z & 0xff;
                }
            }
            System.arraycopy(batch.varying[depthVarying()], 0, batch.red, 0, count);
            float id = batch.groups[PbrUniforms.OBJECT].uniforms().data()[PbrUniforms.ID];
            Arrays.fill(batch.alpha, 0, count, id);
        }

        private static int code(float component) {
            return Math.clamp((long) (component * HALF + (HALF + 0.5f)), 0, LARGEST);
        }
    }
}
