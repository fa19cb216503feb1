package dev.azulejo.core.policy;

import dev.azulejo.core.options.EarlyZ;

/** Decides which chunks are tested again when all of their epoch have been set up. Pure. */
public final class Retesting {
    private Retesting() {}

    /**
     * Whether a chunk that culling has left something of is tested again. One that was tested in
     * its turn, from near to far, has met most of its occluders already. Unless all are to be
     * tested again, it is left at that: few more triangles would fall, and its vertices are better
     * shaded while in cache. Where tiles feed the structure nobody of an epoch has entered it by
     * its turn, and tiles of windows before may have since.
     *
     * @param earlyZ how early Z works
     * @param testable whether the chunk's triangles fail wherever something is nearer
     * @param inTurn whether it had a place among those from near to far
     */
    public static boolean testsAgain(EarlyZ earlyZ, boolean testable, boolean inTurn) {
        if (earlyZ.fullDepth()) {
            return true;
        }
        boolean pays =
                switch (earlyZ.again()) {
                    case ALWAYS -> true;
                    case WHERE_IT_PAYS -> !earlyZ.before() || !inTurn || !earlyZ.forward();
                };
        return testable && earlyZ.after() && pays;
    }
}
