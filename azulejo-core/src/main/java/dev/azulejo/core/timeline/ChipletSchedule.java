package dev.azulejo.core.timeline;

import dev.azulejo.core.policy.ChipletSpeeds;

/**
 * What chiplets would do, and how long they would wait, if each had threads of its own: a schedule
 * of measured times. One chiplet finds out what is visible in a phase; then each renders the bins
 * that it was given. Pure: it is told times, and reads no clock.
 *
 * <pre>
 *  one after the other                       overlapped
 *  chiplet 0  |V0|bins 0|    |V1|bins 1|     |V0|bins 0|V1|bins 1|V2|
 *  chiplet 1  |  |bins 0     |  |bins 1      |  |bins 0     |bins 1
 * </pre>
 *
 * <p>Overlapped, the first chiplet begins with the next frame as soon as its own bins of this one
 * are done, and the others go on with theirs; no more than two frames are under way. Phases of one
 * frame follow each other either way, because the later ones may read what the earlier ones paint.
 *
 * <p>Owned by one thread; allocates nothing after it is made.
 */
public final class ChipletSchedule {
    private final FrameOrder order;
    private final int chiplets;
    private final ChipletSpeeds speeds;
    private final long[] freeAtNs;
    private final long[] visibilityNs;
    private final long[] renderNs;

    /** When the last frame, and the one before it, were complete. */
    private long completeNs;

    private long completeBeforeNs;

    /** When the frame under way began; negative until its first phase does. */
    private long beganNs = -1;

    private long latencySumNs;
    private int frames;

    /**
     * Makes one.
     *
     * @param order when the next frame begins
     * @param chipletWeights how fast each is, compared with the others: what takes the fastest so
     *     long takes one of half its weight twice as long; 0 for one that renders nothing, which
     *     finds out what is visible as fast as the fastest
     */
    public ChipletSchedule(FrameOrder order, int... chipletWeights) {
        this.order = order;
        speeds = new ChipletSpeeds(chipletWeights);
        chiplets = speeds.chiplets();
        freeAtNs = new long[chiplets];
        visibilityNs = new long[chiplets];
        renderNs = new long[chiplets];
    }

    /**
     * A phase of the frame under way: visibility, then bins.
     *
     * @param looker the chiplet that finds out what is visible
     * @param lookNs what that takes the fastest chiplet
     * @param binNs for each bin, what rendering it takes the fastest chiplet
     * @param chipletOf for each bin, who renders it
     * @param bins how many
     */
    public void phase(int looker, long lookNs, long[] binNs, int[] chipletOf, int bins) {
        boolean first = beganNs < 0;
        // In the same frame all bins of the phase before must be there.
        long ready = first ? framesReadyNs() : latestNs();
        long begins = Math.max(ready, freeAtNs[looker]);
        if (first) {
            beganNs = begins;
        }
        long looks = speeds.time(lookNs, looker);
        long visible = begins + looks;
        visibilityNs[looker] += looks;
        freeAtNs[looker] = visible;
        for (int bin = 0; bin < bins; bin++) {
            int chiplet = chipletOf[bin];
            long takes = speeds.time(binNs[bin], chiplet);
            freeAtNs[chiplet] = Math.max(freeAtNs[chiplet], visible) + takes;
            renderNs[chiplet] += takes;
        }
    }

    /** When the frames are complete that must be before another one begins. */
    private long framesReadyNs() {
        return switch (order) {
            case APART -> completeNs;
            case OVERLAPPED -> completeBeforeNs;
        };
    }

    private long latestNs() {
        long latest = 0;
        for (long free : freeAtNs) {
            latest = Math.max(latest, free);
        }
        return latest;
    }

    /** The frame under way is complete; one without phases took no time. */
    public void endFrame() {
        frames++;
        completeBeforeNs = completeNs;
        if (beganNs >= 0) {
            completeNs = latestNs();
            latencySumNs += completeNs - beganNs;
        }
        beganNs = -1;
    }

    /** Returns how many frames are complete. */
    public int frames() {
        return frames;
    }

    /** Returns when the last frame is complete, from the beginning of the first on. */
    public long elapsedNs() {
        return completeNs;
    }

    /** Returns the mean time from the beginning of a frame until it is complete. */
    public long latencyNs() {
        return frames == 0 ? 0 : latencySumNs / frames;
    }

    /** Returns the time that a chiplet spent in finding out what is visible. */
    public long visibilityNs(int chiplet) {
        return visibilityNs[chiplet];
    }

    /** Returns the time that a chiplet rendered bins. */
    public long renderNs(int chiplet) {
        return renderNs[chiplet];
    }

    /** Returns the time, until all is complete, that a chiplet had nothing to do. */
    public long idleNs(int chiplet) {
        return completeNs - visibilityNs[chiplet] - renderNs[chiplet];
    }

    /** Returns the part of the time that all chiplets which do anything had nothing to do, 0..1. */
    public double idleShare() {
        long idle = 0;
        int working = 0;
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            if (speeds.renders(chiplet) || visibilityNs[chiplet] > 0) {
                idle += idleNs(chiplet);
                working++;
            }
        }
        return completeNs == 0 ? 0 : (double) idle / completeNs / working;
    }
}
