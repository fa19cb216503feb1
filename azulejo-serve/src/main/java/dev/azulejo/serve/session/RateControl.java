package dev.azulejo.serve.session;

/**
 * How large a session's moving pictures are, how often they come and how well they are encoded: by
 * how long it takes from an input to the picture that shows it, and by how fast bytes come through.
 * Of {@link #STEPS} steps the first down takes samples, which nobody misses in what moves; from
 * there size and rate sink together, so that what is late is less and not later. They rise again,
 * by more than one where they are early by much, each time after a longer wait if rising was too
 * much before.
 *
 * <p>What comes rarely is late by that alone: an input waits for half of the time between two
 * pictures, in the middle. So pictures get smaller by far sooner than rarer.
 *
 * <p>Others may share the machine. Who has not found its size yet begins where they are, or, if
 * they come together and nobody has, where their pictures take as long together as one of full
 * size. Where many are late by much they sink to the last step at once: each has a picture so
 * rarely that one step after the other would take long.
 *
 * <p>Threads: one at a time. It reads no clock: it is told the time, in nanoseconds.
 */
final class RateControl {
    /** Part of the sides of a picture at each step. */
    private static final double[] SCALES = {1, 1, 0.84, 0.71, 0.59, 0.5, 0.35};

    /** Least time from a picture to the next at each step, milliseconds. */
    private static final int[] INTERVALS_MS = {16, 16, 18, 21, 25, 30, 36};

    /** The first step that takes fewer bytes. */
    private static final int SMALLER = 2;

    /** How many steps there are. */
    static final int STEPS = SCALES.length;

    /** Best quality of what is shaded, percent. */
    static final int BEST_QUALITY = 80;

    /** Worst quality, percent. */
    static final int WORST_QUALITY = 30;

    /** Longer than this from input to picture is too long. */
    private static final double LATE_NS = 45e6;

    /** Longer than this is judged by one picture. */
    private static final double MUCH_TOO_LATE_NS = 4 * LATE_NS;

    /** Shorter than this, there is room for pictures half as large again. */
    private static final double EARLY_NS = 32e6;

    /** Shorter than this, there is room for all samples, which take the server twice as long. */
    private static final double EARLY_FOR_SAMPLES_NS = 24e6;

    /** Longest time that the bytes of a moving picture shall be on their way. */
    private static final double TRANSFER_NS = 30e6;

    /** So much longer than others, at most, one picture counts: a stall is no want of time. */
    private static final double MOST_MORE_NS = 60e6;

    /** By what the part of the server's time is multiplied that one sample a pixel leaves. */
    private static final double ONE_SAMPLE = 2;

    /** So many others, and it is them that one waits for. */
    private static final int CROWD = 3;

    private static final int JUDGED_FRAMES = 4;
    private static final long RISE_NS = 700_000_000L;
    private static final long LONGEST_RISE_NS = 12_000_000_000L;

    /** Part of a new value in a mean. */
    private static final double SHARE = 0.25;

    private int step;
    private int quality = BEST_QUALITY;
    private double latencyNs = -1;
    private double bytesPerNs = -1;
    private int sinceStep;
    private long steppedNs;
    private long riseNs = RISE_NS;
    private boolean rose;
    private int others;

    /** Whether the step has been found by pictures of its own. */
    private boolean found;

    /** Returns the step, 0 for the largest. */
    int step() {
        return step;
    }

    /** Whether the step is one that was found to be right, or too much, and not where it began. */
    boolean isFound() {
        return found;
    }

    /**
     * Others share the machine: who has not found its step takes theirs, or its share, if that is
     * further down.
     *
     * @param count how many others move at present
     * @param common the step that they have found, 0 if none has
     * @param nowNs the time
     */
    void among(int count, int common, long nowNs) {
        others = count;
        int begin = Math.max(common, share(count));
        if (!found && begin > step) {
            go(begin, nowNs);
        }
    }

    /** The first step whose pictures take no more than one's part of what a full one takes. */
    private static int share(int others) {
        if (others < CROWD) {
            return 0;
        }
        int step = 1;
        double part = ONE_SAMPLE / (others + 1);
        while (step < STEPS - 1 && pixels(step) > part) {
            step++;
        }
        return step;
    }

    /** Whether pictures have one sample a pixel, whatever is wanted at rest. */
    boolean isRough() {
        return step > 0;
    }

    /** Returns the part of the sides. */
    double scale() {
        return SCALES[step];
    }

    /** Returns the least time from a picture to the next. */
    long intervalNs() {
        return INTERVALS_MS[step] * 1_000_000L;
    }

    /** Returns the quality of what is shaded, percent. */
    int quality() {
        return quality;
    }

    /** Returns how many bytes come through a second; 0 while nothing is known. */
    long bytesPerSecond() {
        return bytesPerNs < 0 ? 0 : (long) (bytesPerNs * 1e9);
    }

    /** Returns the mean time from an input to a picture that shows it; 0 while nothing is known. */
    long latencyNs() {
        return latencyNs < 0 ? 0 : (long) latencyNs;
    }

    /**
     * A picture has been shown.
     *
     * @param bytes how many it took
     * @param transferNs how long they were on their way, the time to decode them left out; above 0
     */
    void transferred(long bytes, long transferNs) {
        // What is smaller says more of the way there and back than of bytes
        if (bytes < 8192) {
            return;
        }
        double rate = (double) bytes / Math.max(1, transferNs);
        bytesPerNs = bytesPerNs < 0 ? rate : bytesPerNs + SHARE * (rate - bytesPerNs);
    }

    /**
     * A moving picture has been shown.
     *
     * @param bytes how many it took
     * @param inputNs how long it was from when it was due: from the input that it shows, or from
     *     the end of the time that lies between two pictures in any case
     * @param nowNs the time
     */
    void moved(long bytes, long inputNs, long nowNs) {
        sinceStep++;
        if (sinceStep > 1) {
            // The first of a size also takes what has to be made for it
            latencyNs =
                    latencyNs < 0
                            ? inputNs
                            : latencyNs + SHARE * Math.min(MOST_MORE_NS, inputNs - latencyNs);
        }
        double expectedNs = bytesPerNs > 0 ? bytes / bytesPerNs : 0;
        if (expectedNs > TRANSFER_NS) {
            quality = Math.max(WORST_QUALITY, quality - 10);
        } else if (expectedNs < TRANSFER_NS / 2) {
            quality = Math.min(BEST_QUALITY, quality + 2);
        }
        if (sinceStep <= (latencyNs > MUCH_TOO_LATE_NS ? 1 : JUDGED_FRAMES)) {
            return;
        }
        found = true;
        boolean slowWay = expectedNs > TRANSFER_NS && quality == WORST_QUALITY;
        if ((latencyNs > LATE_NS || slowWay) && step < STEPS - 1) {
            // A step that was taken up too early is paid for by a longer wait for the next try.
            riseNs = rose ? Math.min(LONGEST_RISE_NS, 2 * riseNs) : riseNs;
            go(slowWay ? less() : lower(), nowNs);
            rose = false;
        } else if (step > 0 && latencyNs < earlyNs() && nowNs - steppedNs > riseNs) {
            go(higher(), nowNs);
            rose = true;
        } else if (rose && nowNs - steppedNs > 4 * riseNs) {
            rose = false;
            riseNs = RISE_NS;
        }
    }

    /**
     * A picture has not been shown for so long that no more is needed to know that it was too much:
     * less, and worse, at once.
     *
     * @param bytes how many it takes
     * @param sinceNs for how long it has been on its way; above 0
     * @param nowNs the time
     */
    void late(long bytes, long sinceNs, long nowNs) {
        transferred(bytes, sinceNs);
        quality = Math.max(WORST_QUALITY, quality - 10);
        rose = false;
        found = true;
        if (step < STEPS - 1) {
            go(less(), nowNs);
        }
    }

    /**
     * Returns the step up: one, or the largest size that is early even if all of the time grows
     * with the pixels, of which part does not. All samples are a step of their own.
     */
    private int higher() {
        int to = step - 1;
        while (to > 1 && latencyNs * pixels(to - 1) / pixels(step) < EARLY_NS) {
            to--;
        }
        return to;
    }

    private static double pixels(int step) {
        return SCALES[step] * SCALES[step];
    }

    private double earlyNs() {
        return step == 1 ? EARLY_FOR_SAMPLES_NS : EARLY_NS;
    }

    /**
     * Returns the next step down. In a crowd that is late by much it is the last: pictures have to
     * take a quarter, and each size on the way would be made for everybody.
     */
    private int lower() {
        return others >= CROWD && latencyNs > MUCH_TOO_LATE_NS ? STEPS - 1 : step + 1;
    }

    /** Returns the next step that takes fewer bytes: samples take none. */
    private int less() {
        return Math.max(step + 1, SMALLER);
    }

    private void go(int to, long nowNs) {
        step = to;
        steppedNs = nowNs;
        sinceStep = 0;
        // What was measured is of other pictures
        latencyNs = -1;
    }
}
