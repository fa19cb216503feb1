package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;

import java.util.Arrays;

/**
 * What the hull stages of all kinds of patches share: factors from projected lengths, and dropping
 * what is out of sight.
 *
 * <p>The factor of an edge depends on that edge alone, and is the same read from either end, bit
 * for bit: neighbours agree. It is the length in pixels that the edge's control polygon would have
 * at its middle, seen square on, by the pixels wanted: so it changes smoothly while things turn.
 */
abstract class PatchHullStage implements HullStage {
    private static final float LEAST = 1;
    private static final float MOST = 64;

    /**
     * More than what sums of four products, and one more addition, lose to rounding, relatively.
     */
    private static final float ROUNDING = 0x1p-18f;

    /** Scratch rows: how far inside each of five planes of the view a patch reaches. */
    private static final int PLANES = 0;

    private static final int PLANE_COUNT = 5;

    /** Scratch row: 0 for patches out of sight, else 1. */
    private static final int INSIDE = PLANES + PLANE_COUNT;

    /** First scratch row that is the kind's own. */
    static final int OWN = INSIDE + 1;

    final PatchLayout layout;
    private final TessellationMode mode;

    PatchHullStage(PatchLayout layout, TessellationDomain domain) {
        this.layout = layout;
        this.mode =
                new TessellationMode(
                        domain,
                        TessellationPartitioning.FRACTIONAL_ODD,
                        TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE);
    }

    @Override
    public final TessellationMode mode() {
        return mode;
    }

    @Override
    public final int controlPointFloats() {
        return layout.source.length;
    }

    @Override
    public final int patchFloats() {
        return layout.patchFloats();
    }

    /** Copies the carried floats of some control points, the corners in the order given. */
    final void carry(HullBatch batch, int... corners) {
        for (int k = 0; k < layout.carried; k++) {
            for (int c = 0; c < corners.length; c++) {
                int from = corners[c] * layout.source.length + layout.carriedFrom + k;
                int to = layout.dataFrom + corners.length * k + c;
                System.arraycopy(batch.controlPoint[from], 0, batch.patchData[to], 0, batch.count);
            }
        }
    }

    /**
     * Writes the factor of an edge with four control points: rows of x, each followed by y and z.
     */
    static void edge(
            HullBatch batch,
            float[][] rows,
            int first,
            int second,
            int third,
            int last,
            float[] to) {
        float[] m = batch.groups[PbrUniforms.OBJECT].uniforms().data();
        float[] frame = batch.groups[PbrUniforms.FRAME].uniforms().data();
        float pixels =
                Math.max(
                                frame[PbrUniforms.PIXELS] * batch.viewportWidth,
                                frame[PbrUniforms.PIXELS + 1] * batch.viewportHeight)
                        * 0.5f
                        / frame[PbrUniforms.EDGE_PIXELS];
        // Seen from inside the sphere around it, an edge is as near as half its length
        float nearest = frame[PbrUniforms.PIXELS + 2] * 0.5f;
        int clip = PbrUniforms.CLIP_FROM_OBJECT + 3;
        float mx = m[clip];
        float my = m[clip + 4];
        float mz = m[clip + 8];
        float mw = m[clip + 12];
        float[] x0 = rows[first];
        float[] y0 = rows[first + 1];
        float[] z0 = rows[first + 2];
        float[] x1 = rows[second];
        float[] y1 = rows[second + 1];
        float[] z1 = rows[second + 2];
        float[] x2 = rows[third];
        float[] y2 = rows[third + 1];
        float[] z2 = rows[third + 2];
        float[] x3 = rows[last];
        float[] y3 = rows[last + 1];
        float[] z3 = rows[last + 2];
        for (int i = 0; i < batch.count; i++) {
            float outer =
                    length(m, x1[i] - x0[i], y1[i] - y0[i], z1[i] - z0[i])
                            + length(m, x3[i] - x2[i], y3[i] - y2[i], z3[i] - z2[i]);
            float polygon = outer + length(m, x2[i] - x1[i], y2[i] - y1[i], z2[i] - z1[i]);
            float x = ((x0[i] + x3[i]) + (x1[i] + x2[i])) * 0.25f;
            float y = ((y0[i] + y3[i]) + (y1[i] + y2[i])) * 0.25f;
            float z = ((z0[i] + z3[i]) + (z1[i] + z2[i])) * 0.25f;
            float w = Math.max(x * mx + y * my + z * mz + mw, polygon * nearest);
            float factor = polygon * pixels / w;
            // Also where nothing is a number
            factor = factor > LEAST ? factor : LEAST;
            to[i] = factor < MOST ? factor : MOST;
        }
    }

    /** Length of a difference in world space; that of its negative too, bit for bit. */
    private static float length(float[] m, float x, float y, float z) {
        int at = PbrUniforms.WORLD_FROM_OBJECT;
        float wx = x * m[at] + y * m[at + 4] + z * m[at + 8];
        float wy = x * m[at + 1] + y * m[at + 5] + z * m[at + 9];
        float wz = x * m[at + 2] + y * m[at + 6] + z * m[at + 10];
        return (float) Math.sqrt((wx * wx + wy * wy) + wz * wz);
    }

    /** Writes the larger of two rows. */
    static void larger(float[] a, float[] b, float[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = Math.max(a[i], b[i]);
        }
    }

    /** As the vertex stage of programs without patches says of positions. */
    @Override
    public final boolean linearBounds(BindGroup[] groups, int instance, float[] clipFromObject) {
        float[] m = groups[PbrUniforms.OBJECT].uniforms().data();
        System.arraycopy(m, PbrUniforms.CLIP_FROM_OBJECT, clipFromObject, 0, 16);
        return true;
    }

    /** Begins the boxes of patches. */
    static void beginBounds(HullBatch batch) {
        for (int axis = 0; axis < 3; axis++) {
            Arrays.fill(batch.bounds[axis], 0, batch.count, Float.POSITIVE_INFINITY);
            Arrays.fill(batch.bounds[3 + axis], 0, batch.count, Float.NEGATIVE_INFINITY);
        }
    }

    /** Takes points in that the surface lies among: rows of one coordinate. */
    static void bound(HullBatch batch, int axis, float[] points) {
        float[] least = batch.bounds[axis];
        float[] most = batch.bounds[3 + axis];
        for (int i = 0; i < batch.count; i++) {
            least[i] = Math.min(least[i], points[i]);
            most[i] = Math.max(most[i], points[i]);
        }
    }

    /** Ends the boxes: the surface is computed with rounding, and may stand out by that. */
    static void endBounds(HullBatch batch) {
        for (int axis = 0; axis < 3; axis++) {
            float[] least = batch.bounds[axis];
            float[] most = batch.bounds[3 + axis];
            for (int i = 0; i < batch.count; i++) {
                float margin = Math.max(Math.abs(least[i]), Math.abs(most[i])) * ROUNDING;
                least[i] -= margin;
                most[i] += margin;
            }
        }
    }

    /** The box around control points that lie one after the other, x y z each. */
    static void boundPoints(HullBatch batch, int floats) {
        if (!batch.bounded) {
            return;
        }
        beginBounds(batch);
        for (int at = 0; at < floats; at++) {
            bound(batch, at % 3, batch.patchData[at]);
        }
        endBounds(batch);
    }

    /** Begins to look for patches out of sight. */
    static void beginCull(HullBatch batch) {
        for (int p = 0; p < PLANE_COUNT; p++) {
            Arrays.fill(batch.scratch[PLANES + p], 0, batch.count, Float.NEGATIVE_INFINITY);
        }
    }

    /** Takes a point that the surface lies among; rows of its coordinates. */
    static void cullPoint(HullBatch batch, float[] px, float[] py, float[] pz) {
        float[] m = batch.groups[PbrUniforms.OBJECT].uniforms().data();
        float[] left = batch.scratch[PLANES];
        float[] right = batch.scratch[PLANES + 1];
        float[] bottom = batch.scratch[PLANES + 2];
        float[] top = batch.scratch[PLANES + 3];
        float[] near = batch.scratch[PLANES + 4];
        for (int i = 0; i < batch.count; i++) {
            float x = row(m, 0, px[i], py[i], pz[i]);
            float y = row(m, 1, px[i], py[i], pz[i]);
            float z = row(m, 2, px[i], py[i], pz[i]);
            float w = row(m, 3, px[i], py[i], pz[i]);
            float weightW = weight(m, 3, px[i], py[i], pz[i]);
            float marginX = (weight(m, 0, px[i], py[i], pz[i]) + weightW) * ROUNDING;
            float marginY = (weight(m, 1, px[i], py[i], pz[i]) + weightW) * ROUNDING;
            float marginZ = weight(m, 2, px[i], py[i], pz[i]) * ROUNDING;
            left[i] = Math.max(left[i], w + x + marginX);
            right[i] = Math.max(right[i], w - x + marginX);
            bottom[i] = Math.max(bottom[i], w + y + marginY);
            top[i] = Math.max(top[i], w - y + marginY);
            near[i] = Math.max(near[i], z + marginZ);
        }
    }

    private static float row(float[] m, int row, float x, float y, float z) {
        return x * m[row] + y * m[row + 4] + z * m[row + 8] + m[row + 12];
    }

    private static float weight(float[] m, int row, float x, float y, float z) {
        return Math.abs(x * m[row])
                + Math.abs(y * m[row + 4])
                + Math.abs(z * m[row + 8])
                + Math.abs(m[row + 12]);
    }

    /**
     * Drops patches all of whose points lie beyond one side of the view, clearly: none of their
     * triangles could have a pixel.
     */
    final void endCull(HullBatch batch) {
        if (batch.groups[PbrUniforms.FRAME].uniforms().data()[PbrUniforms.KEEP] != 0) {
            return;
        }
        float[] inside = batch.scratch[INSIDE];
        for (int i = 0; i < batch.count; i++) {
            boolean outside = false;
            for (int p = 0; p < PLANE_COUNT; p++) {
                outside |= batch.scratch[PLANES + p][i] < 0;
            }
            inside[i] = outside ? 0 : 1;
        }
        for (int edge = 0; edge < mode.domain().edgeFactors(); edge++) {
            float[] factor = batch.edgeFactor[edge];
            for (int i = 0; i < batch.count; i++) {
                factor[i] *= inside[i];
            }
        }
    }
}
