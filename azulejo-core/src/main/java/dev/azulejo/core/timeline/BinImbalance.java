package dev.azulejo.core.timeline;

import dev.azulejo.core.policy.BinAssignment;

import java.util.Arrays;

/**
 * How far an assignment of bins to chiplets is from ideal, in costs that were measured: when the
 * last chiplet is done, in times of what no assignment can beat, the mean or the largest bin.
 * Beside the assignment that was made, which had nothing but estimates, stand what a fixed rule
 * gives and what dealing by the measured costs themselves would. Pure.
 *
 * <p>Owned by one thread; allocates nothing once warm.
 */
public final class BinImbalance {
    private final int[] weights;
    private final BinAssignment assignment = new BinAssignment();
    private final long[] backlog;
    private final long[] load;
    private int[] into = {};
    private double boundSum;
    private double assignedSum;
    private double fixedSum;
    private double dynamicSum;

    /**
     * Makes one.
     *
     * @param chipletWeights how fast each is, 0 for one that renders nothing; one at least above 0
     */
    public BinImbalance(int... chipletWeights) {
        weights = chipletWeights.clone();
        backlog = new long[weights.length];
        load = new long[weights.length];
    }

    /**
     * Adds a phase.
     *
     * @param costs of each bin, in any unit
     * @param chipletOf for each bin, who was given it
     * @param bins how many
     */
    public void phase(long[] costs, int[] chipletOf, int bins) {
        if (into.length < bins) {
            into = new int[bins];
        }
        boundSum += bound(costs, bins);
        assignedSum += makespan(costs, chipletOf, bins);
        assignment.fixed(bins, weights.length, weights, into);
        fixedSum += makespan(costs, into, bins);
        assignment.dynamic(costs, bins, backlog, weights, weights.length, into);
        dynamicSum += makespan(costs, into, bins);
    }

    private double bound(long[] costs, int bins) {
        long sum = 0;
        long largest = 0;
        for (int bin = 0; bin < bins; bin++) {
            sum += costs[bin];
            largest = Math.max(largest, costs[bin]);
        }
        int speed = 0;
        int fastest = 0;
        for (int weight : weights) {
            speed += weight;
            fastest = Math.max(fastest, weight);
        }
        return Math.max((double) sum / speed, (double) largest / fastest);
    }

    private double makespan(long[] costs, int[] chipletOf, int bins) {
        Arrays.fill(load, 0);
        for (int bin = 0; bin < bins; bin++) {
            load[chipletOf[bin]] += costs[bin];
        }
        double last = 0;
        for (int chiplet = 0; chiplet < load.length; chiplet++) {
            if (weights[chiplet] > 0) {
                last = Math.max(last, (double) load[chiplet] / weights[chiplet]);
            }
        }
        return last;
    }

    private double times(double sum) {
        return boundSum == 0 ? 1 : sum / boundSum;
    }

    /** Returns the assignment that was made, in times of the bound, over all phases. */
    public double assigned() {
        return times(assignedSum);
    }

    /** Returns the fixed rule, likewise. */
    public double fixed() {
        return times(fixedSum);
    }

    /** Returns dealing by the measured costs, likewise. */
    public double dynamic() {
        return times(dynamicSum);
    }
}
