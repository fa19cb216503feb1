package dev.azulejo.core.policy;

import java.util.Arrays;

/** Temporary. */
public final class BinAssignment {
    /** Makes one. */
    public BinAssignment() {}

    /** Fixed. */
    public void fixed(int bins, int chiplets, int[] weights, int[] chipletOf) {
        int[] alive =
                java.util.stream.IntStream.range(0, chiplets).filter(c -> weights[c] > 0).toArray();
        for (int b = 0; b < bins; b++) {
            chipletOf[b] = alive[b % alive.length];
        }
    }

    /** Dynamic. */
    public void dynamic(
            long[] work, int bins, long[] backlog, int[] weights, int chiplets, int[] chipletOf) {
        double[] load = new double[chiplets];
        for (int c = 0; c < chiplets; c++) {
            load[c] = weights[c] == 0 ? Double.MAX_VALUE : (double) backlog[c] / weights[c];
        }
        Integer[] order = new Integer[bins];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compare(work[b], work[a]));
        for (int b : order) {
            int best = 0;
            for (int c = 1; c < chiplets; c++) {
                if (weights[c] > 0
                        && load[c] + (double) work[b] / weights[c]
                                < load[best] + (double) work[b] / Math.max(1, weights[best])) {
                    best = c;
                }
            }
            load[best] += (double) work[b] / weights[best];
            chipletOf[b] = best;
        }
    }
}
