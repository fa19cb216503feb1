package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.tessellation.TessellationDomain;

/**
 * Curved PN triangles: the ten control points and six normals (Vlachos et al. 2001, section 3).
 *
 * <p>A patch's points: the corners at u, v and w = 1, then two an edge: near 0 towards 1, near 1
 * towards 0, near 1 towards 2, and so on, then the middle. Its normals: the corners', then those of
 * the edges 0-1, 1-2, 2-0.
 */
final class PnHullStage extends PatchHullStage {
    private static final float THIRD = 1 / 3f;
    private static final int SMOOTH = 3;
    private static final int SHADING = 6;

    /**
     * Squares of lengths: above this a vector runs along a hard edge; below the next it is none.
     */
    private static final float HARD = 2;

    private static final float NONE = 0.25f;

    private static final int FIRST_EDGE = 9;
    private static final int MIDDLE = 27;

    PnHullStage(PatchLayout layout) {
        super(layout, TessellationDomain.TRIANGLE);
    }

    @Override
    public void hull(HullBatch batch) {
        float[][] c = batch.controlPoint;
        float[][] data = batch.patchData;
        int floats = layout.source.length;
        for (int k = 0; k < 3; k++) {
            int next = (k + 1) % 3 * floats;
            for (int axis = 0; axis < 3; axis++) {
                System.arraycopy(c[k * floats + axis], 0, data[3 * k + axis], 0, batch.count);
            }
            edgePoint(batch, k * floats, next, FIRST_EDGE + 6 * k);
            edgePoint(batch, next, k * floats, FIRST_EDGE + 6 * k + 3);
        }
        for (int axis = 0; axis < 3; axis++) {
            middle(data, axis, batch.count);
        }
        if (!layout.features.unlit()) {
            for (int k = 0; k < 3; k++) {
                int next = (k + 1) % 3 * floats;
                int to = PatchLayout.PN_POINTS + 3 * k;
                for (int axis = 0; axis < 3; axis++) {
                    float[] normal = c[k * floats + SHADING + axis];
                    System.arraycopy(normal, 0, data[to + axis], 0, batch.count);
                }
                edgeNormal(batch, k * floats, next, to + 9);
            }
        }
        carry(batch, 0, 1, 2);
        factors(batch);
    }

    private void factors(HullBatch batch) {
        float[][] data = batch.patchData;
        // The edge opposite of corner 0 is u = 0
        edge(batch, data, 3, 15, 18, 6, batch.edgeFactor[0]);
        edge(batch, data, 6, 21, 24, 0, batch.edgeFactor[1]);
        edge(batch, data, 0, 9, 12, 3, batch.edgeFactor[2]);
        larger(batch.edgeFactor[0], batch.edgeFactor[1], batch.insideFactor[0], batch.count);
        larger(batch.insideFactor[0], batch.edgeFactor[2], batch.insideFactor[0], batch.count);
        beginCull(batch);
        for (int p = 0; p < PatchLayout.PN_POINTS; p += 3) {
            cullPoint(batch, data[p], data[p + 1], data[p + 2]);
        }
        endCull(batch);
        boundPoints(batch, PatchLayout.PN_POINTS);
    }

    /**
     * The control point of an edge that is nearer to one end: depends on the two ends alone.
     *
     * <p>A vector of length 1 is a normal: the edge begins across it. One of length 2 runs along a
     * hard edge: edges that lead to another hard place within 25 degrees of it begin along it;
     * beyond 33 degrees, and at zero, they begin straight.
     */
    private static void edgePoint(HullBatch batch, int near, int far, int to) {
        float[][] c = batch.controlPoint;
        float[] nx = c[near + SMOOTH];
        float[] ny = c[near + SMOOTH + 1];
        float[] nz = c[near + SMOOTH + 2];
        float[] fx = c[far + SMOOTH];
        float[] fy = c[far + SMOOTH + 1];
        float[] fz = c[far + SMOOTH + 2];
        for (int i = 0; i < batch.count; i++) {
            float dx = c[far][i] - c[near][i];
            float dy = c[far + 1][i] - c[near + 1][i];
            float dz = c[far + 2][i] - c[near + 2][i];
            float along = (dx * nx[i] + dy * ny[i]) + dz * nz[i];
            float square = (nx[i] * nx[i] + ny[i] * ny[i]) + nz[i] * nz[i];
            float other = (fx[i] * fx[i] + fy[i] * fy[i]) + fz[i] * fz[i];
            boolean hard = square > HARD;
            boolean bothHard = hard && (other > HARD || other < NONE);
            float length = Math.max((dx * dx + dy * dy) + dz * dz, Float.MIN_NORMAL);
            float alike = bothHard ? along * along / (square * length) : 0;
            float bend = Math.min(Math.max(8 * alike - 5.6f, 0), 1);
            float across = hard ? -bend * along / square : along;
            float[][] out = batch.patchData;
            out[to][i] = ((2 * c[near][i] + c[far][i]) - (across * nx[i] + bend * dx)) * THIRD;
            out[to + 1][i] =
                    ((2 * c[near + 1][i] + c[far + 1][i]) - (across * ny[i] + bend * dy)) * THIRD;
            out[to + 2][i] =
                    ((2 * c[near + 2][i] + c[far + 2][i]) - (across * nz[i] + bend * dz)) * THIRD;
        }
    }

    private static void middle(float[][] data, int axis, int count) {
        for (int i = 0; i < count; i++) {
            float edges = 0;
            for (int p = FIRST_EDGE; p < MIDDLE; p += 3) {
                edges += data[p + axis][i];
            }
            float mean = edges * (1 / 6f);
            float corners = ((data[axis][i] + data[3 + axis][i]) + data[6 + axis][i]) * THIRD;
            data[MIDDLE + axis][i] = mean + (mean - corners) * 0.5f;
        }
    }

    /** The sum of the normals at both ends, mirrored at the plane across the edge. */
    private static void edgeNormal(HullBatch batch, int a, int b, int to) {
        float[][] c = batch.controlPoint;
        float[][] out = batch.patchData;
        for (int i = 0; i < batch.count; i++) {
            float dx = c[b][i] - c[a][i];
            float dy = c[b + 1][i] - c[a + 1][i];
            float dz = c[b + 2][i] - c[a + 2][i];
            float nx = c[a + SHADING][i] + c[b + SHADING][i];
            float ny = c[a + SHADING + 1][i] + c[b + SHADING + 1][i];
            float nz = c[a + SHADING + 2][i] + c[b + SHADING + 2][i];
            float square = (dx * dx + dy * dy) + dz * dz;
            float along = (dx * nx + dy * ny) + dz * nz;
            float bend = square > 0 ? 2 * along / square : 0;
            nx -= bend * dx;
            ny -= bend * dy;
            nz -= bend * dz;
            float length = (nx * nx + ny * ny) + nz * nz;
            float scale = length > 0 ? 1 / (float) Math.sqrt(length) : 0;
            out[to][i] = nx * scale;
            out[to + 1][i] = ny * scale;
            out[to + 2][i] = nz * scale;
        }
    }
}
