package dev.azulejo.core.policy;

import java.util.Arrays;

/**
 * Estimates what coarse bins cost before they are rendered, in two ways: from what is visible there
 * (so much a primitive, so much a pixel covered, so much a bin), and from what the same bin cost
 * the last time. The way is taken that has been closer lately. Pure: told how long bins took.
 *
 * <p>The three costs are those, none below 0, that explain the measured times best (least squares,
 * where what is older counts less: half as much a frame). Three unknowns are few enough to try
 * every set of them that may be above 0: the best one whose solution has none below 0 is the
 * answer. Before anything was measured a primitive counts as 16 pixels; only what bins are to each
 * other matters then.
 *
 * <p>Where chiplets are not equally fast, times are to be told as the work that they are, times
 * speed. Owned by one thread; allocates nothing after construction.
 */
public final class BinEstimates {
    /** What a primitive and a pixel cost before anything was measured, nanoseconds. */
    static final double FIRST_PRIMITIVE_NS = 160;

    static final double FIRST_PIXEL_NS = 10;

    /** What was measured counts so much a frame later. */
    static final double FADING = 0.5;

    /** A cost is left out if so little of what it counts is its own, not said by the others. */
    private static final double LEAST_PIVOT = 1e-9;

    private static final int COSTS = 3;

    private final long[] primitives;
    private final long[] pixels;
    private final double[] byModel;
    private final long[] lastNs;
    private final boolean[] known;

    /** Sums of the products of counts with counts, and, in the last column, with times. */
    private final double[][] sums = new double[COSTS][COSTS + 1];

    private final double[][] rows = new double[COSTS][COSTS + 1];
    private final double[] counts = new double[COSTS];
    private final double[] solution = new double[COSTS];
    private final double[] costs = {FIRST_PRIMITIVE_NS, FIRST_PIXEL_NS, 0};

    private double modelError;
    private double lastError;
    private boolean measured;

    /** Makes one for so many bins of which nothing is known. */
    public BinEstimates(int bins) {
        primitives = new long[bins];
        pixels = new long[bins];
        byModel = new double[bins];
        lastNs = new long[bins];
        known = new boolean[bins];
    }

    /**
     * Bins are others from now on: what the same bin cost is forgotten, what things cost is not.
     */
    public void forgetBins() {
        Arrays.fill(known, false);
    }

    /**
     * Estimates what a bin of the frame that begins will cost.
     *
     * @param bin from 0
     * @param visible primitives that its stream names, 0 and up
     * @param covered pixels that they cover, as far as is known, 0 and up
     * @return nanoseconds, 0 and up
     */
    public long estimate(int bin, long visible, long covered) {
        primitives[bin] = visible;
        pixels[bin] = covered;
        byModel[bin] = costs[0] * visible + costs[1] * covered + costs[2];
        return known[bin] && trustsLast() ? lastNs[bin] : Math.round(byModel[bin]);
    }

    /**
     * Told what a bin cost that was estimated for this frame; bins in any order, some never.
     *
     * @param ns 0 and up
     */
    public void observe(int bin, long ns) {
        if (known[bin] && measured) {
            modelError += Math.abs(byModel[bin] - ns);
            lastError += Math.abs((double) lastNs[bin] - ns);
        }
        lastNs[bin] = ns;
        known[bin] = true;
        counts[0] = primitives[bin];
        counts[1] = pixels[bin];
        counts[2] = 1;
        for (int i = 0; i < COSTS; i++) {
            for (int j = 0; j < COSTS; j++) {
                sums[i][j] += counts[i] * counts[j];
            }
            sums[i][COSTS] += counts[i] * ns;
        }
    }

    /** The frame is over: learns from it. */
    public void endFrame() {
        learn();
        for (var row : sums) {
            for (int i = 0; i <= COSTS; i++) {
                row[i] *= FADING;
            }
        }
        modelError *= FADING;
        lastError *= FADING;
    }

    /** Returns whether what a bin cost last time has been closer lately; at first it counts so. */
    public boolean trustsLast() {
        return lastError <= modelError;
    }

    /** Returns what a primitive costs, as far as is known, nanoseconds. */
    public double primitiveNs() {
        return costs[0];
    }

    /** Returns what a covered pixel costs, as far as is known, nanoseconds. */
    public double pixelNs() {
        return costs[1];
    }

    /** Returns what a bin costs besides, as far as is known, nanoseconds. */
    public double binNs() {
        return costs[2];
    }

    private void learn() {
        // What is explained of the sum of squares: the more, the smaller the rest.
        double most = 0;
        for (int set = 1; set < 1 << COSTS; set++) {
            double explained = solve(set);
            if (explained > most) {
                most = explained;
                System.arraycopy(solution, 0, costs, 0, COSTS);
                measured = true;
            }
        }
    }

    /** Solves for the costs of a set, others 0. Returns what it explains; 0 if it may not be. */
    private double solve(int set) {
        for (int i = 0; i < COSTS; i++) {
            System.arraycopy(sums[i], 0, rows[i], 0, COSTS + 1);
        }
        for (int i = 0; i < COSTS; i++) {
            if (has(set, i) && !eliminate(set, i)) {
                return 0;
            }
        }
        double explained = 0;
        for (int i = 0; i < COSTS; i++) {
            solution[i] = has(set, i) ? rows[i][COSTS] / rows[i][i] : 0;
            if (solution[i] < 0) {
                return 0;
            }
            explained += solution[i] * sums[i][COSTS];
        }
        return explained;
    }

    private static boolean has(int set, int cost) {
        return (set >>> cost & 1) != 0;
    }

    /** Gauss and Jordan, with pivots as they stand: the matrix is positive where it is not 0. */
    private boolean eliminate(int set, int pivot) {
        var from = rows[pivot];
        if (from[pivot] <= LEAST_PIVOT * sums[pivot][pivot]) {
            return false;
        }
        for (int i = 0; i < COSTS; i++) {
            if (i != pivot && has(set, i)) {
                double factor = rows[i][pivot] / from[pivot];
                for (int j = 0; j <= COSTS; j++) {
                    rows[i][j] -= factor * from[j];
                }
            }
        }
        return true;
    }
}
