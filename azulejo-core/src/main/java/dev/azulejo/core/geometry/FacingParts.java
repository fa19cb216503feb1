package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.FacingCones;
import dev.azulejo.core.resource.PositionBounds;

/**
 * Tells of parts of a chunk, 64 triangles each, whether all of their triangles are culled by
 * facing, so that none of their vertices need be looked at. Owned by one thread.
 *
 * <p>Twice the area of a triangle in the window is, but for a positive factor, its normal times the
 * way from the eye to any of its points; its sign says how it faces. Set-up computes it exactly,
 * but of corners that were rounded, to clip coordinates, to the window and to fixed point. So a
 * part is left out only if each of its triangles faces away by so much that rounding cannot turn
 * it: where corners are wrong by at most e pixels each way, twice the area of a triangle whose
 * longest edge has L pixels is wrong by at most 4 sqrt(2) e L + 8 e<sup>2</sup>. And only if no
 * plane cuts it, since pieces may be as thin as they like.
 *
 * <p>With rows X, Y, W of the matrix from positions p to clip space, and h and k minors of them,
 * the area is n · (h + k p) (Sx Sy / (w0 w1 w2)), n the vector product of two edges: by Cauchy and
 * Binet, for projections of all kinds.
 */
final class FacingParts {
    /** What becomes of parts that face away. */
    enum Backs {
        /** They stay: whoever asks counts the chunk's primitives. */
        KEPT,
        /** They are left out, where that can be told. */
        LEFT_OUT
    }

    /** What the vertex stage may compute clip coordinates wrong by, as a part of their terms. */
    private static final double CLIP_ERROR = 0x1p-20;

    /** What single precision rounds by, as a part. */
    private static final double ROUNDING = 0x1p-24;

    /** What is computed here may be wrong by so much, as a part. */
    private static final double SAFE = 1 + 1e-6;

    /** Half a unit of fixed point, in pixels. */
    private static final double SNAP = 1.0 / 512;

    private static final int X = 0;
    private static final int Y = 1;
    private static final int Z = 2;
    private static final int W = 3;

    /** Before the far plane: W less Z. */
    private static final int BEFORE_FAR = 4;

    private static final int ROWS = 5;

    /** Relative error of a sum of products of three, in double precision. */
    private static final double MINOR_ERROR = 0x1p-48;

    private final float[] matrix = new float[16];

    /** The matrix' rows, column after column, and {@link #BEFORE_FAR}. */
    private final double[] row = new double[4 * ROWS];

    /** Lengths of the rows without their last column. */
    private final double[] length = new double[ROWS];

    /** Clip coordinates of a part's middle, and what its terms add up to at most. */
    private final double[] middle = new double[ROWS];

    private final double[] terms = new double[ROWS];

    // The minors, times the sign that culled triangles have.
    private double hx;
    private double hy;
    private double hz;
    private double k;
    private double absK;

    /** What the terms of the minors add up to: those of h together, and those of k. */
    private double termsH;

    private double termsK;
    private ViewportConstants view;

    /** What was left of the last chunk. */
    private final NeededPrimitives front = new NeededPrimitives();

    private NeededPrimitives last = front;

    /** How many primitives of the last chunk, of those that were needed, were left out. */
    private int away;

    private double scaleX;
    private double scaleY;

    FacingParts() {}

    /**
     * Returns what is left of the primitives that are needed of a chunk.
     *
     * @param chunk the chunk; what is needed of it stays as it is
     * @param culledSign sign of the area, in the window, of what is culled: -1 or 1; 0 if nothing
     *     is
     * @param backs whether parts are left out
     * @return what is needed itself, if all of it is left; else valid until the next call
     */
    NeededPrimitives remaining(ChunkOutput chunk, int culledSign, Backs backs) {
        keepAll(chunk);
        boolean asks = backs == Backs.LEFT_OUT && culledSign != 0 && chunk.draw.facing() != null;
        var cones = asks ? InputAssembler.cones(chunk) : null;
        if (cones != null) {
            leaveOut(chunk, culledSign, cones);
        }
        return last;
    }

    /** Nothing of a chunk is left out. */
    void keepAll(ChunkOutput chunk) {
        last = chunk.needed;
        away = 0;
    }

    private void leaveOut(ChunkOutput chunk, int culledSign, FacingCones cones) {
        DrawState draw = chunk.draw;
        draw.vertexStage().linearPosition(draw.groups(), chunk.instance, matrix);
        begin(matrix, draw.viewport(), culledSign);
        front.only(chunk.needed, chunk.primitives, remaining(cones, chunk.primitives));
        away = chunk.needed.count(chunk.primitives) - front.count();
        if (away != 0) {
            last = front;
        }
    }

    /** What {@link #remaining} has returned last. */
    NeededPrimitives last() {
        return last;
    }

    /**
     * Counts what came in and what was left out.
     *
     * @param assembled primitives of the chunk that were not
     */
    void report(int assembled, Counts counts) {
        counts.add(Counter.PRIMITIVES_IN, assembled + away);
        counts.add(Counter.PRIMITIVES_CULLED_FACE, away);
        counts.add(Counter.PRIMITIVES_CULLED_TOGETHER, away);
    }

    /**
     * Sets what parts are seen through.
     *
     * @param matrix from positions to clip space, column by column
     * @param viewport from clip space to the window
     * @param culledSign as above, not 0
     */
    void begin(float[] matrix, ViewportConstants viewport, int culledSign) {
        if (view != viewport) {
            view = viewport;
        }
        scaleX = view.scaleX;
        scaleY = view.scaleY;
        for (int c = 0; c < 4; c++) {
            for (int r = 0; r < 4; r++) {
                row[ROWS * c + r] = matrix[4 * c + r];
            }
            row[ROWS * c + BEFORE_FAR] = (double) matrix[4 * c + W] - matrix[4 * c + Z];
        }
        for (int r = 0; r < ROWS; r++) {
            double x = row[r];
            double y = row[ROWS + r];
            double z = row[2 * ROWS + r];
            length[r] = Math.sqrt(x * x + y * y + z * z);
        }
        double sign = culledSign * Math.signum(scaleX * scaleY);
        hx = sign * minor(1, 2, 3);
        hy = -sign * minor(0, 2, 3);
        hz = sign * minor(0, 1, 3);
        k = sign * minor(0, 1, 2);
        absK = Math.abs(k);
        termsH = terms(1, 2, 3) + terms(0, 2, 3) + terms(0, 1, 3);
        termsK = terms(0, 1, 2);
    }

    /** Determinant of rows x, y, w and three columns. */
    private double minor(int a, int b, int c) {
        int i = ROWS * a;
        int j = ROWS * b;
        int l = ROWS * c;
        return row[i] * (row[j + Y] * row[l + W] - row[l + Y] * row[j + W])
                - row[j] * (row[i + Y] * row[l + W] - row[l + Y] * row[i + W])
                + row[l] * (row[i + Y] * row[j + W] - row[j + Y] * row[i + W]);
    }

    /** What the absolute values of a minor's terms add up to. */
    private double terms(int a, int b, int c) {
        int i = ROWS * a;
        int j = ROWS * b;
        int l = ROWS * c;
        return Math.abs(row[i])
                        * (Math.abs(row[j + Y] * row[l + W]) + Math.abs(row[l + Y] * row[j + W]))
                + Math.abs(row[j])
                        * (Math.abs(row[i + Y] * row[l + W]) + Math.abs(row[l + Y] * row[i + W]))
                + Math.abs(row[l])
                        * (Math.abs(row[i + Y] * row[j + W]) + Math.abs(row[j + Y] * row[i + W]));
    }

    /**
     * Returns whether all triangles of a part are culled.
     *
     * @param cones of the run
     * @param at where the part's numbers begin
     */
    boolean culled(double[] cones, int at) {
        double cosine = cones[at + FacingCones.COSINE];
        if (cosine < 0) {
            return false;
        }
        double x = cones[at + FacingCones.CENTER];
        double y = cones[at + FacingCones.CENTER + 1];
        double z = cones[at + FacingCones.CENTER + 2];
        double radius = cones[at + FacingCones.RADIUS];
        double gx = hx + k * x;
        double gy = hy + k * y;
        double gz = hz + k * z;
        double g = Math.sqrt(gx * gx + gy * gy + gz * gz);
        double along =
                gx * cones[at + FacingCones.AXIS]
                        + gy * cones[at + FacingCones.AXIS + 1]
                        + gz * cones[at + FacingCones.AXIS + 2];
        // Of the normal that faces away least: it makes the largest angle with the way
        double across = Math.sqrt(Math.max(0, g * g - along * along));
        double least = along * cosine - across * cones[at + FacingCones.SINE] - absK * radius;
        double wrong =
                MINOR_ERROR
                        * (termsH + termsK * (Math.abs(x) + Math.abs(y) + Math.abs(z) + radius));
        // Most parts end here; what is not finite does, too
        return least > 2 * wrong && surely(cones, at, least - wrong);
    }

    /** Whether rounding turns none of a part's triangles, and nothing cuts them. */
    private boolean surely(double[] cones, int at, double least) {
        double radius = cones[at + FacingCones.RADIUS];
        for (int r = 0; r < ROWS; r++) {
            double sum = row[3 * ROWS + r];
            double absolute = Math.abs(sum);
            for (int c = 0; c < 3; c++) {
                double p = cones[at + FacingCones.CENTER + c];
                sum += row[ROWS * c + r] * p;
                absolute += Math.abs(row[ROWS * c + r]) * (Math.abs(p) + radius);
            }
            middle[r] = sum;
            terms[r] = absolute;
        }
        double nearest = middle[W] - length[W] * radius - CLIP_ERROR * terms[W];
        double farthest = middle[W] + length[W] * radius + CLIP_ERROR * terms[W];
        if (!(nearest > 2 * WindowTransform.W_MIN && nearest > 64 * CLIP_ERROR * terms[W])) {
            return false;
        }
        double most0 = (Math.abs(middle[X]) + length[X] * radius + CLIP_ERROR * terms[X]) / nearest;
        double most1 = (Math.abs(middle[Y]) + length[Y] * radius + CLIP_ERROR * terms[Y]) / nearest;
        if (!(most0 * SAFE < view.guardX && most1 * SAFE < view.guardY)) {
            return false;
        }
        if (!view.depthClamp) {
            double wrong = CLIP_ERROR * (terms[Z] + terms[W]);
            boolean behindNear = middle[Z] - length[Z] * radius > wrong;
            boolean beforeFar = middle[BEFORE_FAR] - length[BEFORE_FAR] * radius > wrong;
            if (!behindNear || !beforeFar) {
                return false;
            }
        }
        double error =
                Math.max(
                        error(X, most0, scaleX, view.offsetX, nearest),
                        error(Y, most1, scaleY, view.offsetY, nearest));
        double growthX = Math.abs(scaleX) * (length[X] + most0 * length[W]);
        double growthY = Math.abs(scaleY) * (length[Y] + most1 * length[W]);
        double pixels = Math.sqrt(growthX * growthX + growthY * growthY) / nearest;
        double scale = Math.abs(scaleX * scaleY) / (farthest * farthest * farthest);
        double height = cones[at + FacingCones.HEIGHT] * scale * least;
        double turned = 4 * Math.sqrt(2) * error * pixels;
        double edge = cones[at + FacingCones.EDGE];
        return edge * (height - turned * SAFE) > 8 * error * error * SAFE;
    }

    /** What corners may be wrong by along an axis of the window, pixels. */
    private double error(int row, double most, double scale, double offset, double nearest) {
        double clip = CLIP_ERROR * (terms[row] + most * terms[W]) / nearest;
        double window = ROUNDING * 6 * (most * Math.abs(scale) + Math.abs(offset));
        return SNAP + (clip * Math.abs(scale) + window) * 1.05;
    }

    /**
     * Returns which parts of a chunk have triangles that may be seen, bit p for part p.
     *
     * @param cones of the run that the chunk is
     * @param primitives of the chunk
     */
    int remaining(FacingCones cones, int primitives) {
        double[] values = cones.values();
        int parts = (primitives + 63) / (PositionBounds.PART / 3);
        int bits = 0;
        for (int p = 0; p < parts; p++) {
            bits |= culled(values, FacingCones.STRIDE * p) ? 0 : 1 << p;
        }
        return bits;
    }
}
