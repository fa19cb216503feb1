package dev.azulejo.core.timeline;

import java.util.BitSet;

/** A set of pieces while a frame is played, and what became of it. */
final class ModelSet {
    private final int from;
    private final int to;
    private final BitSet late = new BitSet();
    private int gpus;
    private long slowest;
    private long fastest = Long.MAX_VALUE;

    ModelSet(int from, int to) {
        this.from = from;
        this.to = to;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** A GPU came to a piece before its hint was known. */
    void late(int piece) {
        late.set(piece);
    }

    int lateCount() {
        return late.cardinality();
    }

    /** A GPU is done with the set, after so many ticks. */
    void ended(long ticks) {
        gpus++;
        slowest = Math.max(slowest, ticks);
        fastest = Math.min(fastest, ticks);
    }

    /** Returns how many GPUs are done with it. */
    int gpus() {
        return gpus;
    }

    long slowest() {
        return slowest;
    }

    long fastest() {
        return fastest;
    }
}
