package dev.azulejo.core.device;

import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.core.shader.DomainStage;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;

/**
 * Patches whose first control points are the corners of their domain: positions are mixed between
 * them and bent, colours too. Factors follow from the colours; some drop the patch. Paints as
 * {@link TestProgram}.
 *
 * @param mode how patches are divided; null to draw without patches
 * @param most most primitives that the geometry stage makes of one; 0 without geometry stage
 * @param corners of what the geometry stage makes
 * @param discards whether fragments are discarded
 * @param scale factors are at most about this
 */
record PatchProgram(TessellationMode mode, int most, int corners, boolean discards, float scale)
        implements ShaderProgram, VertexStage, HullStage, DomainStage {
    private static final int FLOATS = 8;
    private static final int CORNERS = 4;
    private static final TestProgram PLAIN = new TestProgram(false);
    private static final TestProgram DISCARDING = new TestProgram(true);

    /** By most primitives and corners, made ahead: a frame allocates nothing. */
    private static final Copies[][] STAGES = new Copies[GeometryStage.MAX_PRIMITIVES][3];

    static {
        for (int m = 0; m < STAGES.length; m++) {
            for (int c = 0; c < 3; c++) {
                STAGES[m][c] = new Copies(m + 1, c + 1);
            }
        }
    }

    private TestProgram paint() {
        return discards ? DISCARDING : PLAIN;
    }

    @Override
    public String name() {
        return "patches" + mode + most + corners + discards + scale;
    }

    @Override
    public int varyingCount() {
        return 4;
    }

    @Override
    public int gradientCount() {
        return 2;
    }

    @Override
    public int keepVaryingCount() {
        return 1;
    }

    @Override
    public boolean writesCoverage() {
        return true;
    }

    @Override
    public VertexStage vertexStage(Kernels kernels) {
        return this;
    }

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return paint();
    }

    @Override
    public HullStage hullStage(Kernels kernels) {
        return mode == null ? null : this;
    }

    @Override
    public DomainStage domainStage(Kernels kernels) {
        return mode == null ? null : this;
    }

    @Override
    public GeometryStage geometryStage(Kernels kernels) {
        return most == 0 ? null : STAGES[most - 1][corners - 1];
    }

    @Override
    public int positionAttributes() {
        return 1;
    }

    @Override
    public int varyingAttributes() {
        return 3;
    }

    @Override
    public void positions(VertexBatch batch) {
        paint().positions(batch);
    }

    @Override
    public void varyings(VertexBatch batch) {
        if (mode == null) {
            paint().varyings(batch);
            return;
        }
        for (int k = 0; k < FLOATS; k++) {
            System.arraycopy(batch.attribute[k], 0, batch.varying[k], 0, batch.count);
        }
    }

    @Override
    public int controlPointFloats() {
        return FLOATS;
    }

    @Override
    public int patchFloats() {
        return CORNERS * FLOATS + 1;
    }

    /** Positions are places, moved by instance; where w is not 1 there is no box. */
    @Override
    public boolean linearBounds(BindGroup[] groups, int instance, float[] clipFromObject) {
        for (int k = 0; k < 16; k++) {
            clipFromObject[k] = k % 5 == 0 ? 1 : 0;
        }
        clipFromObject[12] = instance * 0.11f;
        return true;
    }

    private static void bound(HullBatch batch, int lane) {
        for (int axis = 0; axis < 3; axis++) {
            float least = Float.POSITIVE_INFINITY;
            float most = Float.NEGATIVE_INFINITY;
            for (int c = 0; c < CORNERS; c++) {
                float at = batch.patchData[FLOATS * c + axis][lane];
                least = Math.min(least, at);
                most = Math.max(most, at);
                if (batch.patchData[FLOATS * c + 3][lane] != 1) {
                    most = Float.NaN;
                }
            }
            float margin = 1e-5f * Math.max(Math.abs(least), Math.abs(most));
            float hill = axis == 1 ? 0.01f : 0;
            batch.bounds[axis][lane] = least - margin;
            batch.bounds[3 + axis][lane] = most + margin + hill;
        }
    }

    @Override
    public void hull(HullBatch batch) {
        for (int lane = 0; lane < batch.count; lane++) {
            for (int c = 0; c < CORNERS; c++) {
                int point = c % batch.controlPoints;
                for (int k = 0; k < FLOATS; k++) {
                    batch.patchData[FLOATS * c + k][lane] =
                            batch.controlPoint[FLOATS * point + k][lane];
                }
            }
            batch.patchData[CORNERS * FLOATS][lane] = batch.patch[lane] % 5 * 0.01f;
            for (int e = 0; e < 4; e++) {
                float a = batch.patchData[FLOATS * e + 4][lane];
                float b = batch.patchData[FLOATS * ((e + 1) % CORNERS) + 4][lane];
                batch.edgeFactor[e][lane] = 0.3f + (a + b) * scale;
            }
            batch.insideFactor[0][lane] = batch.patchData[5][lane] * scale;
            batch.insideFactor[1][lane] = batch.patchData[6][lane] * 2 * scale;
            bound(batch, lane);
        }
    }

    @Override
    public void positions(DomainBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            float bend = batch.patchData[batch.patchAt[i] + CORNERS * FLOATS];
            float hill = batch.u[i] * (1 - batch.u[i]) * bend;
            batch.clipX[i] = mix(batch, i, 0) + batch.instance * 0.11f;
            batch.clipY[i] = mix(batch, i, 1) + hill;
            batch.clipZ[i] = mix(batch, i, 2);
            batch.clipW[i] = mix(batch, i, 3);
        }
    }

    @Override
    public void varyings(DomainBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            for (int k = 0; k < 4; k++) {
                batch.varying[k][i] = mix(batch, i, 4 + k);
            }
            batch.varying[3][i] += batch.patch[i] % 3 * 0.1f;
        }
    }

    private float mix(DomainBatch batch, int i, int k) {
        float[] d = batch.patchData;
        int at = batch.patchAt[i] + k;
        if (mode.domain() == TessellationDomain.TRIANGLE) {
            return batch.u[i] * d[at]
                    + batch.v[i] * d[at + FLOATS]
                    + batch.w[i] * d[at + 2 * FLOATS];
        }
        float u = batch.u[i];
        float v = batch.v[i];
        return (1 - v) * ((1 - u) * d[at] + u * d[at + FLOATS])
                + v * (u * d[at + 2 * FLOATS] + (1 - u) * d[at + 3 * FLOATS]);
    }

    /** Makes 0 to {@code most} shifted copies of a primitive, with as many corners as asked for. */
    private record Copies(int maxPrimitives, int outputCorners) implements GeometryStage {
        @Override
        public int inputVaryingCount() {
            return 4;
        }

        @Override
        public void geometry(GeometryBatch batch) {
            for (int lane = 0; lane < batch.count; lane++) {
                int kind =
                        Math.abs(batch.primitive[lane] * 7 + (int) (20 * batch.varying[0][lane]));
                batch.made[lane] = kind % (maxPrimitives + 1);
                for (int p = 0; p < batch.made[lane]; p++) {
                    for (int c = 0; c < outputCorners; c++) {
                        copy(batch, lane, p, c);
                    }
                }
            }
        }

        private void copy(GeometryBatch batch, int lane, int p, int c) {
            int from = c % batch.corners;
            int to = outputCorners * p + c;
            float spread = c >= batch.corners ? 0.07f * c : 0;
            batch.outClipX[to][lane] = batch.clipX[from][lane] + 0.05f * p + spread;
            batch.outClipY[to][lane] = batch.clipY[from][lane] - 0.03f * p + spread * spread;
            batch.outClipZ[to][lane] = batch.clipZ[from][lane] + 0.01f * p;
            batch.outClipW[to][lane] = batch.clipW[from][lane];
            for (int k = 0; k < 4; k++) {
                batch.outVarying[4 * to + k][lane] =
                        batch.varying[4 * from + k][lane] * (1 - 0.1f * p);
            }
        }
    }
}
