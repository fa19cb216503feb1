package dev.azulejo.core.visibility;

/**
 * Decides for a phase whether early Z is worth its cost, from what it saved when it last worked.
 * Pure: no clock, no threads; it weighs counts with costs that were measured once.
 *
 * <p>A phase too small to gain anything is left alone. Where a trial saved less than it cost, early
 * Z stands aside for a while, each time for twice as long, and then tries again.
 */
public final class EarlyZPolicy {
    /** Phases with fewer primitives are left alone. */
    static final int FEWEST_PRIMITIVES = 4096;

    /** Most frames between two trials. */
    static final int LONGEST_PAUSE = 512;

    private static final int FIRST_PAUSE = 16;

    // Nanoseconds on a server core of 2023, vector kernels; bench/README.md tells how to measure.
    private static final int PRIMITIVE_COST = 30;
    private static final int TRIANGLE_COST = 60;
    private static final int CLUSTER_COST = 250;
    private static final int TEST_COST = 45;

    private int pause = FIRST_PAUSE;
    private int left;

    /**
     * Decides.
     *
     * @param primitives primitives of the phase before this one of its kind
     * @return whether early Z works in this phase
     */
    public boolean decide(long primitives) {
        if (primitives < FEWEST_PRIMITIVES) {
            return false;
        }
        if (left > 0) {
            left--;
            return false;
        }
        return true;
    }

    /**
     * Learns what a phase with early Z came to.
     *
     * @param clusters clusters looked at
     * @param primitivesDropped primitives dropped with clusters
     * @param triangles triangles set up, among them those dropped
     * @param trianglesDropped triangles dropped one by one
     */
    public void observe(
            long clusters, long primitivesDropped, long triangles, long trianglesDropped) {
        // A dropped primitive would have become a triangle in about half of all cases.
        long saved =
                primitivesDropped * (PRIMITIVE_COST + TRIANGLE_COST / 2)
                        + trianglesDropped * TRIANGLE_COST;
        long spent = clusters * CLUSTER_COST + triangles * TEST_COST;
        if (saved > spent) {
            pause = FIRST_PAUSE;
        } else {
            left = pause;
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }
}
