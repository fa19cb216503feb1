package dev.azulejo.core.policy;

import java.util.Arrays;

/**
 * Orders numbers by 24-bit keys, near before far, equal keys as they come: a radix sort in two
 * passes that allocates nothing once warm.
 */
public final class FrontToBack {
    private static final int BITS = 12;

    private final int[] start = new int[(1 << BITS) + 1];
    private int[] spare = new int[0];

    /**
     * Sorts order[from..to-1].
     *
     * @param order numbers
     * @param key key of each number: {@code key[number]}
     * @param from first place
     * @param to place after the last
     */
    public void sort(int[] order, int[] key, int from, int to) {
        if (to - from < 2) {
            return;
        }
        if (spare.length < to) {
            spare = new int[Math.max(to, 2 * spare.length)];
        }
        pass(order, spare, key, 0, from, to);
        pass(spare, order, key, BITS, from, to);
    }

    private void pass(int[] in, int[] out, int[] key, int shift, int from, int to) {
        int mask = (1 << BITS) - 1;
        Arrays.fill(start, 0);
        for (int i = from; i < to; i++) {
            start[(key[in[i]] >>> shift & mask) + 1]++;
        }
        start[0] = from;
        for (int digit = 1; digit <= mask; digit++) {
            start[digit] += start[digit - 1];
        }
        for (int i = from; i < to; i++) {
            out[start[key[in[i]] >>> shift & mask]++] = in[i];
        }
    }
}
