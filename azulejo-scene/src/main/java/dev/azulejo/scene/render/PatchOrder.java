package dev.azulejo.scene.render;

import dev.azulejo.core.policy.FrontToBack;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.VertexBuffer;

import java.util.Arrays;

/**
 * The patches of a draw call, near before far, so that what is rendered first hides what comes
 * later: where much is made of patches not all of it is there before the first of it is shaded.
 *
 * <p>Runs of patches stay together, because neighbours share control points and tiles. The order
 * depends on the view alone, and so do the pixels where two patches are equally far.
 */
final class PatchOrder {
    /** Patches of a run. */
    static final int RUN = 32;

    /** Draw calls of fewer runs fit where the first patches are still on their way. */
    static final int FEWEST_RUNS = 32;

    private static final int FARTHEST = (1 << 24) - 1;

    private final int[] base;
    private final int[] sorted;
    private final int controlPoints;
    private final int[] order;
    private final int[] lastOrder;
    private final int[] key;
    private final FrontToBack sort = new FrontToBack();
    private final IndexBuffer indices;

    /** What the order was found for. */
    private final float[] view = new float[16];

    private long version = -1;

    /**
     * Orders patches.
     *
     * @param patchIndices control points of each patch, one after the other
     * @param points control points of a patch
     */
    PatchOrder(int[] patchIndices, int points) {
        base = patchIndices;
        sorted = patchIndices.clone();
        controlPoints = points;
        int runs = (patchIndices.length / points + RUN - 1) / RUN;
        order = new int[runs];
        lastOrder = new int[runs];
        key = new int[runs];
        for (int run = 0; run < runs; run++) {
            lastOrder[run] = run;
        }
        indices = new IndexBuffer(patchIndices);
    }

    /** Whether a draw call is worth ordering. */
    static boolean pays(int indexCount, int points) {
        return points > 0 && indexCount / points >= RUN * FEWEST_RUNS;
    }

    /** Returns the indices in the order of the last view. */
    IndexBuffer indices() {
        return indices;
    }

    /**
     * Orders for a view, unless nothing has moved.
     *
     * @param clipFromObject 16 floats, column by column
     * @param controlPointPositions in the object's space, x, y, z each
     */
    void update(float[] clipFromObject, VertexBuffer controlPointPositions) {
        if (controlPointPositions.version() == version && Arrays.equals(clipFromObject, view)) {
            return;
        }
        version = controlPointPositions.version();
        System.arraycopy(clipFromObject, 0, view, 0, view.length);
        float[] positions = controlPointPositions.data();
        int length = RUN * controlPoints;
        float near = Float.POSITIVE_INFINITY;
        float far = Float.NEGATIVE_INFINITY;
        for (int run = 0; run < order.length; run++) {
            float distance = distance(clipFromObject, positions, run * length);
            near = Math.min(near, distance);
            far = Math.max(far, distance);
            key[run] = Float.floatToRawIntBits(distance);
        }
        float scale = far > near ? FARTHEST / (far - near) : 0;
        for (int run = 0; run < order.length; run++) {
            float share = (Float.intBitsToFloat(key[run]) - near) * scale;
            // What is not a number, in broken models, comes first.
            key[run] = Math.clamp((int) share, 0, FARTHEST);
            order[run] = run;
        }
        sort.sort(order, key, 0, order.length);
        if (Arrays.equals(order, lastOrder)) {
            return;
        }
        System.arraycopy(order, 0, lastOrder, 0, order.length);
        int at = 0;
        for (int run : order) {
            int from = run * length;
            int count = Math.min(length, base.length - from);
            System.arraycopy(base, from, sorted, at, count);
            at += count;
        }
        indices.write(0, sorted);
    }

    /** How far a run is: the mean clip w of the first control point of each patch. */
    private float distance(float[] m, float[] positions, int from) {
        int to = Math.min(from + RUN * controlPoints, base.length);
        float sum = 0;
        for (int i = from; i < to; i += controlPoints) {
            int p = 3 * base[i];
            sum += m[3] * positions[p] + m[7] * positions[p + 1] + m[11] * positions[p + 2];
        }
        return sum / ((to - from) / controlPoints);
    }
}
