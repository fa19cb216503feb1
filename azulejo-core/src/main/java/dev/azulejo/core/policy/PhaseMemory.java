package dev.azulejo.core.policy;

/**
 * What phases took, in all of their windows together: what a phase would have held in one. Owned by
 * one thread.
 */
final class PhaseMemory {
    /** Phases that are remembered: those of a frame, of which one may be small. */
    private static final int PHASES = 4;

    /** As much more may come than did before. */
    private static final double MARGIN = 1.125;

    private final long[] bytes = new long[PHASES];
    private int ended;
    private long now;

    /** A phase begins. */
    void begin() {
        now = 0;
    }

    /** A window of it took so much. */
    void add(long windowBytes) {
        now += windowBytes;
    }

    /** It has ended, and not been given up. */
    void end() {
        bytes[ended % PHASES] = now;
        ended++;
    }

    /** Whether one like those before takes less than so many bytes; not before one has ended. */
    boolean fits(double most) {
        long largest = 0;
        for (int p = 0; p < Math.min(ended, PHASES); p++) {
            largest = Math.max(largest, bytes[p]);
        }
        return ended > 0 && largest * MARGIN < most;
    }
}
