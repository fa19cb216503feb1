package dev.azulejo.core.visibility;

import java.util.Arrays;

/**
 * Decides for a phase whether early Z shall work, from how long the phase took with and without it.
 * Pure: it has no clock and no threads, and is told durations.
 *
 * <p>It lives in one of two states, with and without, and now and then spends a frame in the other
 * one: a trial. A trial is held against the mean of the frames before and after it, so that a
 * moving camera and a machine that slows down do not decide. The median of several trials must show
 * a gain before the state changes. Trials are frequent at first and after a change, and rare later.
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

    /** A state is left when trials in the other one take less than this share of its time. */
    private static final double GAIN = 0.96;

    private boolean begun;
    private boolean state;
    private boolean trial;
    private boolean judging;
    private int sinceTrial;
    private int trials;
    private final double[] ratio = new double[TRIALS];
    private final double[] sorted = new double[TRIALS];
    private long before;
    private long during;

    /**
     * Decides.
     *
     * @param primitives primitives that the phase had when it was last drawn
     * @return whether early Z works in this phase
     */
    public boolean decide(long primitives) {
        if (primitives < FEWEST_PRIMITIVES) {
            return false;
        }
        if (!begun) {
            begun = true;
            state = primitives >= MANY_PRIMITIVES;
        }
        int pause = trials < TRIALS ? SHORT_PAUSE : LONG_PAUSE;
        trial = !judging && before != 0 && sinceTrial >= pause;
        return state != trial;
    }

    /**
     * Learns how long the phase took that was last decided about.
     *
     * @param nanoseconds duration of the whole phase
     */
    public void observe(long nanoseconds) {
        if (!begun) {
            return;
        }
        if (trial) {
            during = nanoseconds;
            judging = true;
            trial = false;
            sinceTrial = 0;
            return;
        }
        if (judging) {
            judging = false;
            judge(2.0 * during / (before + nanoseconds));
        }
        before = nanoseconds;
        sinceTrial++;
    }

    private void judge(double sample) {
        ratio[trials % TRIALS] = sample;
        trials++;
        if (trials >= TRIALS && median() < GAIN) {
            state = !state;
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
