package dev.azulejo.core.screen;

import java.util.Arrays;
import java.util.stream.IntStream;

/** How much each GPU of a group is to own, against the others. */
final class RegionShares {
    /** So that a weight times the pixels of all targets times all weights is a long. */
    static final int MOST_WEIGHT = 1000;

    private final int[] weights;
    private final int[] working;
    private final long total;

    private RegionShares(int[] weight) {
        weights = weight.clone();
        working = IntStream.range(0, weights.length).filter(g -> weights[g] > 0).toArray();
        total = Arrays.stream(weights).asLongStream().sum();
    }

    /** Checks weights: 0 for a GPU that owns nothing, twice as much for twice as many pixels. */
    static RegionShares of(int[] weights) {
        RegionMap.checkGpus(weights.length);
        for (int gpu = 0; gpu < weights.length; gpu++) {
            if (weights[gpu] < 0 || weights[gpu] > MOST_WEIGHT) {
                throw new IllegalArgumentException(
                        "regions: weight of GPU %d is %d: 0..%d expected"
                                .formatted(gpu, weights[gpu], MOST_WEIGHT));
            }
        }
        var shares = new RegionShares(weights);
        if (shares.total == 0) {
            throw new IllegalArgumentException(
                    "regions: all weights are 0: somebody must own the screen");
        }
        return shares;
    }

    /** GPUs of the group. */
    int gpus() {
        return weights.length;
    }

    int weight(int gpu) {
        return weights[gpu];
    }

    /** Sum of the weights. */
    long total() {
        return total;
    }

    /** How many GPUs own something. */
    int workers() {
        return working.length;
    }

    /** The GPUs that own something, in order: 0..{@code workers() - 1}. */
    int worker(int index) {
        return working[index];
    }

    /** Whether all that own something are to own the same. */
    boolean equal() {
        return Arrays.stream(working).allMatch(gpu -> weights[gpu] == weights[working[0]]);
    }

    /** Sum of the weights of the workers from one to before another. */
    long sum(int from, int to) {
        return IntStream.range(from, to).mapToLong(i -> weights[working[i]]).sum();
    }
}
