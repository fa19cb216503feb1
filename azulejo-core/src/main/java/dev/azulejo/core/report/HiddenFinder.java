package dev.azulejo.core.report;

/**
 * Finds what early Z would leave out of a phase that a {@link WorkListener} was told, by what its
 * device has kept of it: when the listener likes, until the next phase of the device has ended.
 * What is found does not depend on when, or on threads and kernels.
 *
 * <p>Threads: one at a time; it may be another than the device's.
 */
public interface HiddenFinder {
    /** Looks at the whole phase. Takes its time, and comes before the questions. */
    void find();

    /**
     * Returns whether early Z needs nothing but the box of a chunk to leave it out.
     *
     * @param chunk number of those that were told in the phase, from 0
     */
    boolean chunkHidden(int chunk);

    /**
     * Returns what early Z finds of a triangle: {@link WorkListener#HIDDEN} and {@link
     * WorkListener#HIDDEN_LATE}, or 0.
     *
     * @param triangle number of those that were told in the phase, from 0
     */
    int found(int triangle);
}
