package dev.azulejo.core.policy;

import java.util.Arrays;

/**
 * Corrects the dealing of pretests on the fly: a GPU that turns out slower than expected hands
 * pieces over to those that will be done sooner. Pure: told who began and ended a piece and when,
 * so that the same times give the same answers.
 *
 * <p>Shares may be unequal on purpose, because who pretests less has more to render. So the dealing
 * itself is taken for what was meant: with every piece as dear as most, those who finish their
 * pretests first have other work for the rest of the time. What counts is who is late against that.
 * A piece that has been begun stays where it is; if its GPU never ends it, its hint never comes,
 * and nobody needs it.
 *
 * <p>Owned by whoever holds the dealer's lock. Allocates nothing after construction.
 */
public final class HandOver {
    /** A GPU is late by so many pieces of who is done first ... */
    static final int LATE_PIECES = 2;

    /** ... and by one part in so many of the time that it still needs, or it is left alone. */
    static final int LATE_SHARE = 8;

    private final int gpus;
    private final int[] planned;
    private final int[] ended;
    private final boolean[] running;
    private final long[] busyNs;

    /** When a GPU last began or ended a piece, or the section began. */
    private final long[] reportNs;

    /** What a piece costs each GPU, as far as is known now. */
    private final double[] pieceNs;

    /** When each GPU will be done with everything, nanoseconds from now. */
    private final double[] finishNs;

    private final int[] gives;
    private final int[] takes;
    private final double[] averages;

    /** Makes one for 1 to 64 GPUs, all expected to be as fast as each other. */
    public HandOver(int gpuCount) {
        gpus = gpuCount;
        planned = new int[gpus];
        ended = new int[gpus];
        running = new boolean[gpus];
        busyNs = new long[gpus];
        reportNs = new long[gpus];
        pieceNs = new double[gpus];
        finishNs = new double[gpus];
        gives = new int[gpus];
        takes = new int[gpus];
        averages = new double[gpus];
    }

    /** A frame begins: nobody is at anything. */
    public void beginFrame() {
        Arrays.fill(running, false);
    }

    /**
     * A section of pretests begins: what waits in the dealer's queues is what was meant. Some may
     * still be at a piece of the section before.
     */
    public void begin(PretestDealer dealer, long nowNs) {
        for (int gpu = 0; gpu < gpus; gpu++) {
            planned[gpu] = dealer.left(gpu);
            ended[gpu] = 0;
            busyNs[gpu] = 0;
            if (!running[gpu]) {
                reportNs[gpu] = nowNs;
            }
        }
    }

    /** A GPU has taken a piece and begins with it. */
    public void began(int gpu, long nowNs) {
        running[gpu] = true;
        reportNs[gpu] = nowNs;
    }

    /** A GPU is done with the piece that it began. */
    public void ended(int gpu, long nowNs) {
        running[gpu] = false;
        ended[gpu]++;
        busyNs[gpu] += nowNs - reportNs[gpu];
        reportNs[gpu] = nowNs;
    }

    /**
     * Moves pieces from the queues of GPUs that are late to those of others, until nobody would be
     * done sooner by one more. To be asked now and then, and whenever a GPU's queue is empty.
     *
     * @param dealer whose queues these are
     * @param nowNs not before the last report
     * @return how many pieces have been handed over
     */
    public int correct(PretestDealer dealer, long nowNs) {
        predict(dealer, nowNs);
        Arrays.fill(gives, 0);
        Arrays.fill(takes, 0);
        int moved = 0;
        int late = latest(dealer);
        if (late < 0 || !isLate(late)) {
            return 0;
        }
        while (late >= 0) {
            int soon = soonest();
            if (finishNs[soon] + pieceNs[soon] >= finishNs[late]) {
                break;
            }
            gives[late]++;
            takes[soon]++;
            finishNs[late] -= pieceNs[late];
            finishNs[soon] += pieceNs[soon];
            moved++;
            late = latest(dealer);
        }
        for (int gpu = 0; gpu < gpus; gpu++) {
            if (gives[gpu] > 0) {
                dealer.handOver(gpu, gives[gpu], takes);
            }
        }
        return moved;
    }

    private void predict(PretestDealer dealer, long nowNs) {
        double expected = expectedNs();
        double plan = 0;
        for (int gpu = 0; gpu < gpus; gpu++) {
            plan = Math.max(plan, planned[gpu] * expected);
        }
        for (int gpu = 0; gpu < gpus; gpu++) {
            long silence = nowNs - reportNs[gpu];
            boolean works = running[gpu] || dealer.left(gpu) > 0;
            double ns = measured(gpu) ? average(gpu) : expected;
            // One that has been at a piece for longer than that is slower than that.
            pieceNs[gpu] = works ? Math.max(ns, silence) : ns;
            double begun = running[gpu] ? pieceNs[gpu] - silence : 0;
            double rest = plan - planned[gpu] * expected;
            finishNs[gpu] = begun + dealer.left(gpu) * pieceNs[gpu] + rest;
        }
    }

    private boolean measured(int gpu) {
        return ended[gpu] > 0;
    }

    private double average(int gpu) {
        return Math.max(1, (double) busyNs[gpu] / ended[gpu]);
    }

    /**
     * Returns what a piece is expected to cost a GPU: what it costs most of them, the lower median.
     * While nobody has done any it counts as next to nothing.
     */
    private double expectedNs() {
        int count = 0;
        for (int gpu = 0; gpu < gpus; gpu++) {
            if (measured(gpu)) {
                averages[count++] = average(gpu);
            }
        }
        if (count == 0) {
            return 1;
        }
        Arrays.sort(averages, 0, count);
        return averages[(count - 1) / 2];
    }

    private boolean isLate(int gpu) {
        int soon = soonest();
        double late = finishNs[gpu] - finishNs[soon];
        return late > LATE_PIECES * pieceNs[soon] && late > finishNs[gpu] / LATE_SHARE;
    }

    /** Returns who is done last of those who can hand over a piece, or -1. */
    private int latest(PretestDealer dealer) {
        int latest = -1;
        for (int gpu = 0; gpu < gpus; gpu++) {
            boolean has = dealer.left(gpu) > gives[gpu];
            if (has && (latest < 0 || finishNs[gpu] > finishNs[latest])) {
                latest = gpu;
            }
        }
        return latest;
    }

    /** Returns who would be done first with one piece more. */
    private int soonest() {
        int soonest = 0;
        for (int gpu = 1; gpu < gpus; gpu++) {
            if (finishNs[gpu] + pieceNs[gpu] < finishNs[soonest] + pieceNs[soonest]) {
                soonest = gpu;
            }
        }
        return soonest;
    }
}
