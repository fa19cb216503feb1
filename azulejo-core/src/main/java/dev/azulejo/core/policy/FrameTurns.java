package dev.azulejo.core.policy;

/**
 * Alternate frames: which GPU renders which frame of a sequence, and how many are under way. With
 * equal weights GPU k renders frame k, and begins again with the first; a GPU that is twice as fast
 * takes twice as many. Each GPU renders one frame at a time, and frames are delivered in order.
 * Immutable once weights are set; pure.
 */
public final class FrameTurns {
    private final TurnCycle cycle;
    private final int mostUnderWay;

    /**
     * Makes one.
     *
     * @param mostUnderWay how many frames there is memory for, 1 and up
     * @param weights one a GPU, 0 and up: how fast they are, compared with each other
     */
    public FrameTurns(int mostUnderWay, int... weights) {
        if (mostUnderWay < 1) {
            throw new IllegalArgumentException(
                    "mostUnderWay=%d is not 1 or more".formatted(mostUnderWay));
        }
        this.mostUnderWay = mostUnderWay;
        cycle = new TurnCycle(weights.length);
        cycle.set(weights);
    }

    /** Returns which GPU renders a frame; frames count from 0. */
    public int gpu(long frame) {
        return cycle.member(frame);
    }

    /** Returns the last frame before one that the same GPU renders, or -1. */
    public long before(long frame) {
        int gpu = gpu(frame);
        for (long earlier = frame - 1; earlier >= 0; earlier--) {
            if (gpu(earlier) == gpu) {
                return earlier;
            }
        }
        return -1;
    }

    /**
     * Returns how many frames may be begun and not delivered: all those of a cycle, so that a fast
     * GPU goes on with its next frame while a slow one is at an earlier, or what there is memory
     * for. With one GPU frames do not overlap.
     */
    public int underWay() {
        return Math.min(cycle.length(), mostUnderWay);
    }

    /**
     * Returns whether a frame may begin.
     *
     * @param frame whose GPU has nothing else to do
     * @param delivered how many frames have been delivered, from the first on without a gap
     */
    public boolean mayBegin(long frame, long delivered) {
        return frame < delivered + underWay();
    }
}
