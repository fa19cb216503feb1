package dev.azulejo.core.policy;

import java.util.Arrays;

/**
 * Shares pieces of geometry out in runs: GPU 0 takes the first, GPU 1 those that follow, and so on,
 * about as many primitives each. This is how published systems with sequential exchange distribute
 * primitives. Pure.
 */
public final class ContiguousShares {
    private final int[] first;
    private final int gpus;
    private long total;
    private long before;
    private int pieces;
    private int takers;

    /** Makes shares of nothing for so many GPUs. */
    public ContiguousShares(int gpus) {
        this.gpus = gpus;
        first = new int[gpus + 1];
    }

    /**
     * Begins anew.
     *
     * @param primitives of all pieces together
     */
    public void begin(long primitives) {
        begin(primitives, gpus);
    }

    /**
     * Begins anew, for some: the first so many have shares, the others none.
     *
     * @param primitives of all pieces together
     * @param number how many have shares, 1 and up, no more than there are GPUs
     */
    public void begin(long primitives, int number) {
        takers = number;
        total = primitives;
        before = 0;
        pieces = 0;
        Arrays.fill(first, 0);
    }

    /**
     * Adds a piece: it belongs to whoever's part of all primitives its first one lies in.
     *
     * @param primitives how many it has, 1 and up; all pieces together have those of {@link #begin}
     */
    public void add(int primitives) {
        int gpu = (int) Math.min(takers - 1, before * takers / total);
        before += primitives;
        pieces++;
        for (int g = gpu + 1; g <= gpus; g++) {
            first[g] = pieces;
        }
    }

    /** Returns the first piece of a GPU's share. */
    public int first(int gpu) {
        return first[gpu];
    }

    /** Returns the piece behind the last of a GPU's share. */
    public int end(int gpu) {
        return first[gpu + 1];
    }
}
