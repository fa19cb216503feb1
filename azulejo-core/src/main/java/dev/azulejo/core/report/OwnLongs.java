package dev.azulejo.core.report;

import java.util.Arrays;

/**
 * A few sums that one worker adds to in its inner loops, in cache lines that hold nothing else.
 *
 * <p>A garbage collector moves objects together that are reached one after the other: the small
 * ones of two workers then share a line, and each write of one takes it away from the other. In the
 * depths of a city that cost up to an eighth of a frame with two threads, as chance laid them out.
 *
 * <p>Threads: owned by one at a time.
 */
public final class OwnLongs {
    /** Before and after the sums: two lines of 64 bytes, because processors fetch pairs. */
    private static final int ROOM = 128 / Long.BYTES;

    private final long[] values;

    /** Makes sums that are zero. */
    public OwnLongs(int count) {
        values = new long[ROOM + count + ROOM];
    }

    /** Adds to a sum. */
    public void add(int index, long amount) {
        values[ROOM + index] += amount;
    }

    /** Returns a sum. */
    public long get(int index) {
        return values[ROOM + index];
    }

    /** Sets all to zero. */
    public void clear() {
        Arrays.fill(values, 0);
    }
}
