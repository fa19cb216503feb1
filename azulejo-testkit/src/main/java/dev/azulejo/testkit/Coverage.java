package dev.azulejo.testkit;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which places in the code inputs come to, and about how often. {@link #hit} is called by the code
 * itself, once {@link CoverageLoader} has put the calls in; the places and their hits are the
 * process's, so that one input at a time is watched. What was seen is each instance's own.
 */
public final class Coverage {
    private static final int MOST = 1 << 18;

    /** Up to 255 each. All threads count here, and that a hit gets lost now and then is no harm. */
    private static final byte[] HITS = new byte[MOST];

    private static final AtomicInteger PLACES = new AtomicInteger();

    /** For each place a bit for each of eight ranges of counts in which it was seen. */
    private final byte[] seen = new byte[MOST];

    /** Returns the number of a new place. */
    static int place() {
        int place = PLACES.getAndIncrement();
        if (place >= MOST) {
            throw new IllegalStateException("more than %d places are watched".formatted(MOST));
        }
        return place;
    }

    /** Counts that somebody came to a place. */
    public static void hit(int place) {
        int hits = (HITS[place] & 255) + 1;
        HITS[place] = (byte) (hits - (hits >> 8));
    }

    /** Forgets the hits so far: an input begins. */
    void begin() {
        Arrays.fill(HITS, 0, PLACES.get(), (byte) 0);
    }

    /**
     * Notes what the input came to.
     *
     * @return whether it came to a place for the first time, or as often as no input before
     */
    boolean end() {
        boolean isNew = false;
        int places = PLACES.get();
        for (int p = 0; p < places; p++) {
            if (HITS[p] != 0) {
                int range = 1 << range(HITS[p] & 255);
                isNew |= (seen[p] & range) == 0;
                seen[p] |= (byte) range;
            }
        }
        return isNew;
    }

    /** Returns how many places were come to so far. */
    int places() {
        int count = 0;
        for (byte ranges : seen) {
            count += ranges == 0 ? 0 : 1;
        }
        return count;
    }

    /** 1, 2, 3, up to 7, up to 15, up to 31, up to 127, and more. */
    private static int range(int hits) {
        if (hits < 4) {
            return hits - 1;
        }
        if (hits < 32) {
            return 32 - Integer.numberOfLeadingZeros(hits);
        }
        return hits < 128 ? 6 : 7;
    }
}
