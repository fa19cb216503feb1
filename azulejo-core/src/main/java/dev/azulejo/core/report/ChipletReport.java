package dev.azulejo.core.report;

/**
 * What one chiplet of a package did in a frame. Times are those of one thread; chiplets that share
 * threads take turns, so that they add up to more than the frame took.
 *
 * @param chiplet which
 * @param bins coarse bins that it rendered
 * @param pixels of the targets in them
 * @param visibilityNs time in visibility phases, nanoseconds
 * @param renderNs time in rendering bins, likewise
 * @param idleNs time that it would have waited if each chiplet had a thread of its own, as fast as
 *     its weight says: until the last one was done with the bins of each phase, and, for all but
 *     the one that looks, for visibility
 * @param positions vertices whose position it shaded in rendering
 * @param varyings vertices whose varyings it shaded in rendering
 * @param lostInFrame in which frame it was lost, from 1; 0 while it works
 */
public record ChipletReport(
        int chiplet,
        int bins,
        long pixels,
        long visibilityNs,
        long renderNs,
        long idleNs,
        long positions,
        long varyings,
        int lostInFrame) {
    /** Whether it works. */
    public boolean alive() {
        return lostInFrame == 0;
    }
}
