package dev.azulejo.core.policy;

import java.util.Arrays;

/**
 * Finds each GPU's share of the pretests from the statistics of the frames before, so that all
 * finish together: whoever idled at the end gets more. Pure: told how long everybody worked.
 *
 * <p>A GPU that takes R for rendering and c for the pretest of a piece finishes n pieces at R + nc.
 * All pieces are done, and everybody finishes at the same time T, where the sum of (T - R) / c is
 * the number of pieces; whoever renders longer than T pretests nothing. What is known of R and c is
 * taken from the first frame as it is, then half from the last frame and half from those before. A
 * frame in which nobody idles for long changes nothing.
 *
 * <p>Owned by one thread; allocates nothing after construction. A GPU of which nothing is heard is
 * taken to be as it was: statistics may be lost.
 */
public final class PretestBalance {
    /** Turns of the dealer's cycle, for each GPU: shares are rounded to 3 % of the mean share. */
    static final int TURNS = 32;

    /** Idling for less than one part in so many of a frame is left at that. */
    static final int TOLERANCE = 32;

    private final int gpus;

    /** Nanoseconds a piece; 0 if the GPU has never pretested one. */
    private final double[] pieceNs;

    private final double[] renderNs;
    private final boolean[] known;
    private final boolean[] gone;

    /** Pieces that each should pretest; after rounding, what is lost by it. */
    private final double[] wanted;

    private long pieces;
    private long longestIdleNs;
    private long longestFrameNs;

    /** Makes one for 1 to 64 GPUs of which nothing is known. */
    public PretestBalance(int gpuCount) {
        if (gpuCount < 1 || gpuCount > PretestDealer.MOST_GPUS) {
            throw new IllegalArgumentException(
                    "gpus=%d is not in 1..%d".formatted(gpuCount, PretestDealer.MOST_GPUS));
        }
        gpus = gpuCount;
        pieceNs = new double[gpus];
        renderNs = new double[gpus];
        known = new boolean[gpus];
        gone = new boolean[gpus];
        wanted = new double[gpus];
    }

    /**
     * Told what a GPU did in a frame, in any order, all times in nanoseconds.
     *
     * @param pretested pieces, 0 and up
     * @param pretestTime spent on those
     * @param renderTime spent on everything else
     * @param idleTime from when it was done until all were
     */
    public void observe(int gpu, int pretested, long pretestTime, long renderTime, long idleTime) {
        boolean first = !known[gpu];
        known[gpu] = true;
        gone[gpu] = false;
        renderNs[gpu] = first ? renderTime : (renderNs[gpu] + renderTime) / 2;
        if (pretested > 0) {
            double ns = Math.max(1, (double) pretestTime / pretested);
            pieceNs[gpu] = pieceNs[gpu] == 0 ? ns : (pieceNs[gpu] + ns) / 2;
        }
        pieces += pretested;
        longestIdleNs = Math.max(longestIdleNs, idleTime);
        longestFrameNs = Math.max(longestFrameNs, pretestTime + renderTime + idleTime);
    }

    /** A GPU takes no part until it is heard of again. */
    public void retire(int gpu) {
        gone[gpu] = true;
        // The others' shares change even if nobody idled.
        longestIdleNs = Long.MAX_VALUE / 2;
    }

    /**
     * Ends what is told of a frame, and finds the next one's shares.
     *
     * @param weights one a GPU, for the dealer; left alone unless it returns true
     * @return whether shares change
     */
    public boolean next(int[] weights) {
        long dealt = pieces;
        boolean idled = longestIdleNs > longestFrameNs / TOLERANCE;
        pieces = 0;
        longestIdleNs = 0;
        longestFrameNs = 0;
        if (dealt == 0 || !idled || !anybody()) {
            return false;
        }
        share(dealt);
        round((int) Math.min(dealt, (long) TURNS * gpus), dealt, weights);
        return true;
    }

    private boolean anybody() {
        for (int gpu = 0; gpu < gpus; gpu++) {
            if (known[gpu] && !gone[gpu]) {
                return true;
            }
        }
        return false;
    }

    /** Solves for T, without those who render longer than that. */
    private void share(long dealt) {
        double usual = usualPieceNs();
        Arrays.fill(wanted, 0);
        double finish = Double.MAX_VALUE;
        for (boolean settled = false; !settled; ) {
            double speed = 0;
            double rendered = dealt;
            for (int gpu = 0; gpu < gpus; gpu++) {
                if (takesPart(gpu, finish)) {
                    speed += 1 / cost(gpu, usual);
                    rendered += renderNs[gpu] / cost(gpu, usual);
                }
            }
            double sooner = rendered / speed;
            settled = sooner >= finish;
            finish = Math.min(finish, sooner);
        }
        for (int gpu = 0; gpu < gpus; gpu++) {
            if (takesPart(gpu, finish)) {
                wanted[gpu] = (finish - renderNs[gpu]) / cost(gpu, usual);
            }
        }
    }

    private boolean takesPart(int gpu, double finish) {
        return known[gpu] && !gone[gpu] && renderNs[gpu] < finish;
    }

    private double cost(int gpu, double usual) {
        return pieceNs[gpu] == 0 ? usual : pieceNs[gpu];
    }

    /** Returns what a piece costs in the mean, for GPUs that have never pretested one. */
    private double usualPieceNs() {
        double sum = 0;
        int count = 0;
        for (double ns : pieceNs) {
            sum += ns;
            count += ns > 0 ? 1 : 0;
        }
        return sum / count;
    }

    /** Rounds shares to so many turns in all: down, then one more where most was lost. */
    private void round(int turns, long dealt, int[] weights) {
        int given = 0;
        for (int gpu = 0; gpu < gpus; gpu++) {
            double exact = wanted[gpu] * turns / dealt;
            // What is a whole number but for the last bits of a division stays one.
            weights[gpu] = (int) (exact + 1e-6);
            wanted[gpu] = exact - weights[gpu];
            given += weights[gpu];
        }
        for (; given < turns; given++) {
            int most = 0;
            for (int gpu = 1; gpu < gpus; gpu++) {
                most = wanted[gpu] > wanted[most] ? gpu : most;
            }
            weights[most]++;
            wanted[most]--;
        }
    }
}
