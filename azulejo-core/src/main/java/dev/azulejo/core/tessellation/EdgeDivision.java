package dev.azulejo.core.tessellation;

/**
 * Where the points of an edge lie for one tessellation factor.
 *
 * <p>Half the edge is computed and the other half mirrored, so that point i and point n - i sum to
 * 1 exactly, and an edge is divided the same way from both ends.
 *
 * <p>Between two factors of equal segments each point moves from where it was at the lower to where
 * it will be at the higher. The point that gives off another ({@link RulerFunction}) goes to two
 * places, so that it comes from one.
 *
 * <p>Points are multiples of a rounded 1 / n, as those of the Direct3D reference, while the middle
 * is exact. So a point just parted from the middle may lie up to 16 steps beyond it.
 *
 * <p>Source: Direct3D 11.3 functional specification, 11.7.3 to 11.7.5, 11.7.13 and 11.7.14.
 */
final class EdgeDivision {
    private static final int ONE = TessellatedPatch.ONE;
    private static final int HALF = ONE / 2;

    /** How many parts; 1 to 64. */
    int segments;

    /** [segments + 1], rising from 0 to 1, in fixed point. */
    final int[] points = new int[TessellatedPatch.MOST_EDGE_POINTS];

    private int lastFactor;
    private boolean lastOdd;

    /** Returns into how many parts a factor divides, as {@link #divide} does. */
    static int segments(int factor, boolean odd) {
        int half = (factor + 1) / 2 + (odd ? HALF : 0);
        return 2 * ((half + ONE - 1) / ONE) - (odd ? 1 : 0);
    }

    /**
     * Divides; does nothing if it did the same before, as neighbouring patches often want.
     *
     * @param factor 1 to 64 in fixed point, at least 2 if even
     * @param odd whether the number of segments is odd
     */
    void divide(int factor, boolean odd) {
        if (factor == lastFactor && odd == lastOdd) {
            return;
        }
        lastFactor = factor;
        lastOdd = odd;
        // Points of half the edge: without the corner if even, with it if odd. Rounded up, so that
        // the smallest step above an odd factor already makes points.
        int half = (factor + 1) / 2 + (odd ? HALF : 0);
        int fewer = half / ONE;
        int more = (half + ONE - 1) / ONE;
        int parity = odd ? 1 : 0;
        segments = 2 * more - parity;
        int fewerStep = reciprocal(2 * fewer - parity);
        int moreStep = reciprocal(segments);
        long share = half - fewer * ONE;
        int split = RulerFunction.nextToSplit(fewer - parity);
        points[0] = 0;
        for (int i = 1; 2 * i < segments; i++) {
            int before = (share != 0 && i > split ? i - 1 : i) * fewerStep;
            int after = i * moreStep;
            points[i] = (int) ((before * (ONE - share) + after * share + HALF) >> 16);
        }
        for (int i = 0; 2 * i < segments; i++) {
            points[segments - i] = ONE - points[i];
        }
        if (!odd) {
            points[segments / 2] = HALF;
        }
    }

    /** The nearest fixed-point number to 1 / n; multiples of it are where points lie. */
    private static int reciprocal(int n) {
        return (2 * ONE + n) / (2 * n);
    }
}
