package dev.azulejo.core.policy;

import java.util.Arrays;

/**
 * A cycle of turns in which everybody gets as many as their weight, as evenly spread as turns can
 * be: in any number of turns from the first on, nobody is a whole turn ahead of or behind their
 * share. Owned by one thread; a cycle that stays as it is allocates nothing.
 *
 * <p>Earliest eligible virtual deadline first (Stoica and Abdel-Wahab 1995), in integers. The
 * simpler smooth weighted round robin gives two turns in a row where cycles meet: with weights 1,
 * 2, 1, 1 it goes B A C D B and begins again with B.
 */
final class TurnCycle {
    /** Most that weights may sum up to, after division by their common divisor. */
    static final int MOST_TURNS = 4096;

    private final int[] weights;
    private final int[] taken;
    private int[] turns = {};
    private int length;

    /** Makes one in which all take turns. */
    TurnCycle(int members) {
        weights = new int[members];
        taken = new int[members];
        Arrays.fill(weights, 1);
        layOut(weights);
    }

    /** Weights, 0 and up, at least one above 0; only what they are to each other counts. */
    void set(int[] wanted) {
        if (wanted.length != weights.length) {
            throw new IllegalArgumentException(
                    "weights=%s are not %d, one a GPU"
                            .formatted(Arrays.toString(wanted), weights.length));
        }
        if (!Arrays.equals(wanted, weights)) {
            layOut(wanted);
        }
    }

    private void layOut(int[] wanted) {
        int divisor = commonDivisor(wanted);
        long sum = 0;
        for (int weight : wanted) {
            sum += weight / divisor;
        }
        if (sum > MOST_TURNS) {
            throw new IllegalArgumentException(
                    "weights=%s sum up to %d turns, more than %d"
                            .formatted(Arrays.toString(wanted), sum, MOST_TURNS));
        }
        System.arraycopy(wanted, 0, weights, 0, wanted.length);
        Arrays.fill(taken, 0);
        length = (int) sum;
        if (turns.length < length) {
            turns = new int[length];
        }
        for (int turn = 0; turn < length; turn++) {
            int member = earliestDeadline(turn, divisor);
            taken[member]++;
            turns[turn] = member;
        }
    }

    private static int commonDivisor(int[] wanted) {
        int divisor = 0;
        for (int weight : wanted) {
            if (weight < 0) {
                throw new IllegalArgumentException(
                        "weights=%s: one is below 0".formatted(Arrays.toString(wanted)));
            }
            divisor = gcd(divisor, weight);
        }
        if (divisor == 0) {
            throw new IllegalArgumentException(
                    "weights=%s: nobody is left".formatted(Arrays.toString(wanted)));
        }
        return divisor;
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /**
     * Returns who is next. A member's turn k falls between k and k + 1 times length / weight: it is
     * eligible from the first on, and the second is its deadline. Of equal deadlines that of the
     * greater weight goes first, since its next turn is nearer, then that of the first member.
     */
    private int earliestDeadline(int turn, int divisor) {
        int first = -1;
        for (int m = 0; m < weights.length; m++) {
            long weight = weights[m] / divisor;
            boolean eligible = weight > 0 && (long) taken[m] * length <= turn * weight;
            if (eligible && (first < 0 || isBefore(m, first))) {
                first = m;
            }
        }
        return first;
    }

    private boolean isBefore(int m, int other) {
        // Deadlines, multiplied by both weights
        long deadline = (taken[m] + 1L) * weights[other];
        long otherDeadline = (taken[other] + 1L) * weights[m];
        return deadline < otherDeadline || deadline == otherDeadline && weights[m] > weights[other];
    }

    /** Returns how many turns there are before it begins again. */
    int length() {
        return length;
    }

    /** Returns whose a turn is, from 0 on, for ever. */
    int member(long turn) {
        return turns[(int) (turn % length)];
    }
}
