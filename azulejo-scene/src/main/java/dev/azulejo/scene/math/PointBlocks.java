package dev.azulejo.scene.math;

import java.util.Arrays;

/**
 * Points, and boxes around blocks of successive ones, so that the box around all of them after a
 * transform is found by visiting few: a block is looked into only if its box may reach further than
 * what was found before. Coordinates of boxes are transformed by the same sums as those of points,
 * and rounding keeps the order, so that no box is ever short of what is in it, and the result has
 * the bits of one that visits all.
 *
 * <p>Threads: any, one at a time.
 */
public final class PointBlocks {
    /** Points that share a box. */
    public static final int BLOCK = 64;

    private static final int VALUES = 6;

    private final float[] xyz;

    /** Of each block: smallest x, y, z and largest x, y, z; behind them those of all. */
    private final float[] boxes;

    private final float[] reach = new float[VALUES];
    private final float[] found = new float[VALUES];
    private final float[] furthest = new float[VALUES];
    private final int[] first = new int[VALUES];
    private long visits;

    /**
     * Puts boxes around blocks.
     *
     * @param xyz tight positions, three floats a point; not copied, and must not change
     */
    public PointBlocks(float[] xyz) {
        this.xyz = xyz;
        int blocks = (xyz.length / 3 + BLOCK - 1) / BLOCK;
        boxes = new float[VALUES * (blocks + 1)];
        int all = VALUES * blocks;
        clear(boxes, all);
        for (int b = 0; b < blocks; b++) {
            int at = VALUES * b;
            clear(boxes, at);
            for (int i = 3 * first(b); i < 3 * end(b); i += 3) {
                include(xyz[i], xyz[i + 1], xyz[i + 2], boxes, at);
            }
            for (int k = 0; k < 3; k++) {
                boxes[all + k] = Math.min(boxes[all + k], boxes[at + k]);
                boxes[all + 3 + k] = Math.max(boxes[all + 3 + k], boxes[at + 3 + k]);
            }
        }
    }

    private static void clear(float[] box, int at) {
        for (int k = 0; k < 3; k++) {
            box[at + k] = Float.POSITIVE_INFINITY;
            box[at + 3 + k] = Float.NEGATIVE_INFINITY;
        }
    }

    /** Takes a point in, if it is finite; zeros have one sign, as {@link Bounds} has it. */
    private static void include(float x, float y, float z, float[] box, int at) {
        // x - x is 0 for finite x and NaN otherwise
        if ((x - x) + (y - y) + (z - z) == 0) {
            box[at] = Math.min(box[at], x + 0f);
            box[at + 1] = Math.min(box[at + 1], y + 0f);
            box[at + 2] = Math.min(box[at + 2], z + 0f);
            box[at + 3] = Math.max(box[at + 3], x + 0f);
            box[at + 4] = Math.max(box[at + 4], y + 0f);
            box[at + 5] = Math.max(box[at + 5], z + 0f);
        }
    }

    /** Returns how many blocks there are. */
    public int count() {
        return boxes.length / VALUES - 1;
    }

    /** Returns the points, x, y, z each. */
    public float[] points() {
        return xyz;
    }

    /** Returns the first point of a block. */
    public int first(int block) {
        return block * BLOCK;
    }

    /** Returns the point behind the last one of a block. */
    public int end(int block) {
        return Math.min((block + 1) * BLOCK, xyz.length / 3);
    }

    /** Returns how many points were visited since they were put into blocks. */
    public long visits() {
        return visits;
    }

    /** Returns the box around all points that are finite. */
    public Bounds bounds() {
        return bounds(boxes, VALUES * count());
    }

    /** Returns what {@link Bounds#ofPoints} does, bit for bit. */
    public Bounds bounds(Mat4 transform) {
        float[] m = transform.toArray();
        clear(found, 0);
        // First those that may reach furthest: next to nothing reaches further then
        clear(furthest, 0);
        Arrays.fill(first, -1);
        for (int b = 0; b < count(); b++) {
            reach(b, m, reach);
            for (int k = 0; k < VALUES; k++) {
                if (k < 3 ? reach[k] < furthest[k] : reach[k] > furthest[k]) {
                    furthest[k] = reach[k];
                    first[k] = b;
                }
            }
        }
        for (int b : first) {
            visitIfFurther(b, m);
        }
        for (int b = 0; b < count(); b++) {
            visitIfFurther(b, m);
        }
        return bounds(found, 0);
    }

    private void visitIfFurther(int block, float[] m) {
        if (block < 0) {
            return;
        }
        reach(block, m, reach);
        if (isWithin(reach, found)) {
            return;
        }
        visits += end(block) - first(block);
        for (int i = 3 * first(block); i < 3 * end(block); i += 3) {
            float x = m[0] * xyz[i] + m[4] * xyz[i + 1] + m[8] * xyz[i + 2] + m[12];
            float y = m[1] * xyz[i] + m[5] * xyz[i + 1] + m[9] * xyz[i + 2] + m[13];
            float z = m[2] * xyz[i] + m[6] * xyz[i + 1] + m[10] * xyz[i + 2] + m[14];
            include(x, y, z, found, 0);
        }
    }

    private static Bounds bounds(float[] box, int at) {
        return box[at] > box[at + 3]
                ? Bounds.EMPTY
                : new Bounds(
                        new Vec3(box[at], box[at + 1], box[at + 2]),
                        new Vec3(box[at + 3], box[at + 4], box[at + 5]));
    }

    /** Whether a box surely changes nothing: what is not a number does perhaps. */
    private static boolean isWithin(float[] box, float[] of) {
        for (int k = 0; k < 3; k++) {
            if (!(box[k] >= of[k] && box[3 + k] <= of[3 + k])) {
                return false;
            }
        }
        return true;
    }

    /**
     * Finds how far a block may reach after a transform.
     *
     * @param block its number, or {@link #count} for all of them together
     * @param m the transform, column by column
     * @param box receives smallest x, y, z and largest x, y, z: not a number where that is not
     *     known
     */
    public void reach(int block, float[] m, float[] box) {
        int at = VALUES * block;
        for (int k = 0; k < 3; k++) {
            int x = m[k] < 0 ? 3 : 0;
            int y = m[4 + k] < 0 ? 3 : 0;
            int z = m[8 + k] < 0 ? 3 : 0;
            box[k] =
                    m[k] * boxes[at + x]
                            + m[4 + k] * boxes[at + 1 + y]
                            + m[8 + k] * boxes[at + 2 + z]
                            + m[12 + k];
            box[3 + k] =
                    m[k] * boxes[at + 3 - x]
                            + m[4 + k] * boxes[at + 4 - y]
                            + m[8 + k] * boxes[at + 5 - z]
                            + m[12 + k];
        }
    }
}
