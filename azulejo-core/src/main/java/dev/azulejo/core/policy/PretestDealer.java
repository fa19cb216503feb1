package dev.azulejo.core.policy;

import java.util.Arrays;

/**
 * Deals the pieces of geometry of a frame to the GPUs that pretest them, interleaved: consecutive
 * pieces go to different GPUs, so that what is hard to test is spread, and each GPU's work goes
 * through the frame from its beginning to its end, as rendering does.
 *
 * <p>Shares are even, by weights, or all with one dedicated GPU; {@link PretestBalance} finds
 * weights from the frames before. Each GPU has a queue of its own, in the order of pieces; {@link
 * HandOver} moves pieces from queue to queue. Every GPU that is told the same deals the same, so
 * that nobody needs to be asked.
 *
 * <p>Owned by whoever holds the lock. Dealing a piece, taking one and asking whose it is takes
 * constant time, and a frame with no more pieces than one before allocates nothing.
 */
public final class PretestDealer {
    /** Most GPUs of a group: what fits a mask of 64 bits. */
    public static final int MOST_GPUS = 64;

    /** In place of a GPU or a piece: there is none. */
    public static final int NONE = -1;

    private final int gpus;
    private final TurnCycle cycle;

    /** Turns taken so far in this frame. */
    private long turn;

    /** GPU of each piece, or {@link #NONE}. */
    private int[] dealers = {};

    /** Queues, linked both ways: of each piece that waits, who comes after and before. */
    private int[] next = {};

    private int[] previous = {};

    private final int[] head;
    private final int[] tail;
    private final int[] left;
    private final int[] taken;

    /** Makes one that deals evenly, for 1 to 64 GPUs. */
    public PretestDealer(int gpuCount) {
        if (gpuCount < 1 || gpuCount > MOST_GPUS) {
            throw new IllegalArgumentException(
                    "gpus=%d is not in 1..%d".formatted(gpuCount, MOST_GPUS));
        }
        gpus = gpuCount;
        cycle = new TurnCycle(gpus);
        head = new int[gpus];
        tail = new int[gpus];
        left = new int[gpus];
        taken = new int[gpus];
        begin(0);
    }

    /** Returns the number of GPUs. */
    public int gpus() {
        return gpus;
    }

    /**
     * From now on shares are as weights: 0 and up, at least one above 0, in sum no more than 4096
     * after division by their common divisor.
     */
    public void dealByWeights(int... weights) {
        cycle.set(weights);
    }

    /** Begins a frame of so many pieces: none is dealt, queues are empty. */
    public final void begin(int pieces) {
        if (dealers.length < pieces) {
            int capacity = Math.max(pieces, 2 * dealers.length);
            dealers = new int[capacity];
            next = new int[capacity];
            previous = new int[capacity];
        }
        Arrays.fill(dealers, 0, pieces, NONE);
        Arrays.fill(head, NONE);
        Arrays.fill(tail, NONE);
        Arrays.fill(left, 0);
        Arrays.fill(taken, 0);
        turn = 0;
    }

    /**
     * Deals a piece, at the end of a queue. Pieces of which no hint is made are left out, so that
     * shares are of what there is to do; where a frame comes in sets, they go on where the last one
     * ended.
     *
     * @return whose it is
     */
    public int deal(int piece) {
        int gpu = cycle.member(turn++);
        append(gpu, piece);
        return gpu;
    }

    /** Deals the pieces of a set. */
    public void deal(int from, int to) {
        for (int piece = from; piece < to; piece++) {
            deal(piece);
        }
    }

    private void append(int gpu, int piece) {
        dealers[piece] = gpu;
        next[piece] = NONE;
        previous[piece] = tail[gpu];
        if (tail[gpu] == NONE) {
            head[gpu] = piece;
        } else {
            next[tail[gpu]] = piece;
        }
        tail[gpu] = piece;
        left[gpu]++;
    }

    /** Returns who pretests a piece of this frame, or {@link #NONE}. */
    public int dealer(int piece) {
        return dealers[piece];
    }

    /** Returns how many pieces wait in a GPU's queue. */
    public int left(int gpu) {
        return left[gpu];
    }

    /** Returns how many pieces a GPU has taken from its queue in this frame. */
    public int taken(int gpu) {
        return taken[gpu];
    }

    /** Returns the first piece of a GPU's queue, which stays there, or {@link #NONE}. */
    public int peek(int gpu) {
        return head[gpu];
    }

    /** Takes the first piece of a GPU's queue, which the GPU begins with, or {@link #NONE}. */
    public int take(int gpu) {
        int piece = head[gpu];
        if (piece == NONE) {
            return NONE;
        }
        head[gpu] = next[piece];
        if (head[gpu] == NONE) {
            tail[gpu] = NONE;
        } else {
            previous[head[gpu]] = NONE;
        }
        left[gpu]--;
        taken[gpu]++;
        return piece;
    }

    /**
     * Hands the last pieces of a GPU's queue over, interleaved: the ones whose hints are needed
     * last, so that whoever gets them has the time.
     *
     * @param count at most what is left
     * @param takes how many each GPU gets, at least {@code count} in sum; counted down
     */
    void handOver(int from, int count, int[] takes) {
        int piece = tail[from];
        for (int i = 1; i < count; i++) {
            piece = previous[piece];
        }
        cutBefore(from, piece);
        left[from] -= count;
        int gpu = NONE;
        for (int i = 0; i < count; i++) {
            int following = next[piece];
            gpu = nextTaker(gpu, takes);
            takes[gpu]--;
            append(gpu, piece);
            piece = following;
        }
    }

    private void cutBefore(int gpu, int piece) {
        tail[gpu] = previous[piece];
        if (tail[gpu] == NONE) {
            head[gpu] = NONE;
        } else {
            next[tail[gpu]] = NONE;
        }
    }

    private int nextTaker(int last, int[] takes) {
        int gpu = (last + 1) % gpus;
        while (takes[gpu] == 0) {
            gpu = (gpu + 1) % gpus;
        }
        return gpu;
    }
}
