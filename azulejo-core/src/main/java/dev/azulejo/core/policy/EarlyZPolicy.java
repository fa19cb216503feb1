package dev.azulejo.core.policy;

import java.util.Arrays;

/**
 * Decides for a phase whether early Z shall work, from how long the phase took with and without it.
 * Pure: it has no clock and no threads, and is told durations.
 *
 * <p>It lives in one of two states, with and without, and now and then spends a frame in the other
 * one: a trial, held against the frames before and after it, so that a moving camera and a machine
 * that slows down do not decide. The median of several trials decides. Early Z has to prove itself:
 * where it does not work it must beat the better neighbour (what its trial makes the compiler do
 * slows the next frame, and would speak for it), and where it works it must not lose to the mean of
 * both. Two trials in a row that show a large gain are enough. Trials are frequent at first and
 * after a change, and later so rare that they cost a hundredth of the time at most.
 */
public final class EarlyZPolicy {
    /** Phases with fewer primitives are left alone, always. */
    static final long FEWEST_PRIMITIVES = 4096;

    /** Larger phases begin with early Z. */
    public static final long MANY_PRIMITIVES = 200_000;

    /** Trials that are remembered; with fewer nothing changes. */
    static final int TRIALS = 7;

    /** Frames between trials, at first and later. */
    static final int SHORT_PAUSE = 3;

    static final int LONG_PAUSE = 30;

    static final int LONGEST_PAUSE = 1000;

    /** Frames that may be decided about before a trial is observed. */
    static final int MOST_WAITS = 2;

    /** A trial that takes twice the time of a frame costs so many frames' share of a pause. */
    private static final int COST = 100;

    /** First trials, which the compiler spoils: not judged. */
    static final int COLD_TRIALS = 2;

    /** Early Z begins where it takes less than this share of the time without. */
    private static final double BEGIN = 0.96;

    /** Early Z ends where its absence takes less than this share of the time with it. */
    private static final double END = 1.01;

    /** A share of the time that needs no more than two trials. */
    private static final double LARGE_GAIN = 0.75;

    private boolean begun;

    /** Whether early Z works where nothing is tried. */
    private boolean works;

    /** Whether a phase is tried, and has not been observed yet. */
    private boolean trial;

    private boolean judging;

    /** How often has been decided since. */
    private int waits;

    /** What was decided last. */
    private boolean decided;

    private int sinceTrial;
    private int cold = COLD_TRIALS;
    private int trials;
    private int longPause = LONG_PAUSE;
    private double previous = 1;
    private final double[] ratio = new double[TRIALS];
    private final double[] sorted = new double[TRIALS];
    private long before;
    private long during;

    /**
     * Decides.
     *
     * @param primitives primitives that the phase has
     * @param steady whether it shall go on as it is, without trials
     * @return whether early Z works in this phase
     */
    public boolean decide(long primitives, boolean steady) {
        if (primitives < FEWEST_PRIMITIVES) {
            return false;
        }
        if (!begun) {
            begun = true;
            works = primitives >= MANY_PRIMITIVES;
        }
        int pause = trials < TRIALS ? SHORT_PAUSE : longPause;
        if (trial && waits++ == MOST_WAITS) {
            // Its frame was given up.
            trial = false;
        }
        boolean tries = !steady && !trial && !judging && before != 0 && sinceTrial >= pause;
        if (tries) {
            trial = true;
            waits = 0;
        }
        decided = works != tries;
        return decided;
    }

    /**
     * Learns how long the phase took that was last decided about.
     *
     * @param nanoseconds duration of the whole phase
     */
    public void observe(long nanoseconds) {
        observe(decided, nanoseconds);
    }

    /**
     * Learns how long a phase took: where frames overlap, the next one has been decided about when
     * one ends.
     *
     * @param worked what was decided about it
     * @param nanoseconds duration of the whole phase
     */
    public void observe(boolean worked, long nanoseconds) {
        if (!begun) {
            return;
        }
        if (worked != works) {
            if (trial) {
                during = nanoseconds;
                judging = true;
                trial = false;
                sinceTrial = 0;
            }
            // Else it was decided about before a change that it says nothing of.
            return;
        }
        if (judging) {
            judging = false;
            long neighbours = works ? (before + nanoseconds) / 2 : Math.min(before, nanoseconds);
            judge((double) during / Math.max(1, neighbours));
        }
        before = nanoseconds;
        sinceTrial++;
    }

    private void judge(double sample) {
        if (cold > 0) {
            cold--;
            return;
        }
        ratio[trials % TRIALS] = sample;
        trials++;
        boolean clear = trials >= 2 && Math.max(sample, previous) < LARGE_GAIN;
        previous = sample;
        double middle = trials >= TRIALS ? median() : 1;
        // Trials shall cost a hundredth of the time at most.
        longPause = (int) Math.clamp(COST * (middle - 1), LONG_PAUSE, LONGEST_PAUSE);
        if (clear || trials >= TRIALS && middle < (works ? END : BEGIN)) {
            works = !works;
            // Begin anew: the first frames of a process are no measure for the later ones.
            trials = 0;
        }
    }

    /** Disturbed frames are rarely in the middle. */
    private double median() {
        System.arraycopy(ratio, 0, sorted, 0, TRIALS);
        Arrays.sort(sorted);
        return sorted[TRIALS / 2];
    }
}
