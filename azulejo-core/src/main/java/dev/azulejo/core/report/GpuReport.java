package dev.azulejo.core.report;

/**
 * What one GPU of a group did in a frame.
 *
 * @param gpu which
 * @param pixels of the target that it owns
 * @param pretested pieces that it pretested
 * @param rendered pieces that it processed
 * @param skipped pieces that a hint let it leave out
 * @param unknown pieces that it processed without a hint
 * @param forNothing pieces that it processed though nothing of them touches its regions
 * @param trianglesForNothing triangles that it set up though they touch none of its tiles
 * @param tilesTakenOver tiles of GPUs that were lost in this frame, rendered anew
 * @param lostInFrame in which frame it was lost, from 1; 0 while it works
 * @param pretestNs time in pretests, before rendering and on the way, nanoseconds; of those on the
 *     way the mean of its workers
 * @param renderNs time in rendering, likewise
 * @param idleNs time that it waited for others at the end of phases, likewise
 * @param helpedNs time in which its workers did others' work meanwhile, likewise, sum of them
 */
public record GpuReport(
        int gpu,
        long pixels,
        long pretested,
        long rendered,
        long skipped,
        long unknown,
        long forNothing,
        long trianglesForNothing,
        long tilesTakenOver,
        int lostInFrame,
        long pretestNs,
        long renderNs,
        long idleNs,
        long helpedNs) {
    /** Whether it works. */
    public boolean alive() {
        return lostInFrame == 0;
    }
}
