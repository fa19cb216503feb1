package dev.azulejo.core.policy;

import java.util.Arrays;

/**
 * What the hints of a draw call said in earlier frames. While they say again and again that
 * everybody needs all of it, as with a sky box, none are made for a while, and longer each time; in
 * between one is made, to see whether that still holds. Owned by one thread; one a draw call,
 * allocated when the draw call is first seen.
 */
public final class HintHistory {
    /** Useless hints in a row before none are made. */
    static final int FEW = 3;

    /** Frames without hints, at first and at most. */
    static final int SHORT_PAUSE = 8;

    static final int LONG_PAUSE = 64;

    /** A hint that spares GPUs less than one piece in so many is useless. */
    static final int USELESS = 16;

    /** Frames after which what hints said is forgotten: the scene has moved on. */
    static final int MEMORY = 64;

    private static final HintKind[] KINDS = HintKind.values();

    /** GPUs that each kind said touch a piece, in the mean; 0 if never asked. */
    private final float[] touches = new float[KINDS.length];

    private int useless;
    private int pause = SHORT_PAUSE;
    private int aside;
    private int age;

    /** Of the GPUs that were told "touches", the share that found no sample; 0 if unknown. */
    private float needless;

    /** Makes one that knows nothing. */
    public HintHistory() {}

    /** Asked once a frame: whether a hint is worth thinking of. */
    public boolean asks() {
        age++;
        if (age >= MEMORY) {
            age = 0;
            Arrays.fill(touches, 0);
        }
        if (aside > 0) {
            aside--;
            return false;
        }
        return true;
    }

    /**
     * Told what the hints of a frame said.
     *
     * @param kind what was made, not NONE
     * @param gpus of the group
     * @param pieces that there are hints of, 1 and up
     * @param touched GPUs that touch a piece, summed up over the pieces
     */
    public void observe(HintKind kind, int gpus, long pieces, long touched) {
        // 0 stands for unknown: a piece that nobody needs is remembered as next to nobody.
        touches[kind.ordinal()] = Math.max((float) touched / pieces, 1e-3f);
        long spared = gpus * pieces - touched;
        if (spared * USELESS >= gpus * pieces) {
            useless = 0;
            pause = SHORT_PAUSE;
            return;
        }
        useless++;
        if (useless >= FEW) {
            // One more decides after a pause.
            useless = FEW - 1;
            aside = pause;
            pause = Math.min(2 * pause, LONG_PAUSE);
        }
    }

    /**
     * Told what came of hints that were not exact.
     *
     * @param touched pieces and GPUs that were said to touch, and rendered
     * @param without those of them that turned out to cover no sample of the GPU
     */
    public void rendered(long touched, long without) {
        if (touched > 0) {
            needless = (float) without / touched;
        }
    }

    /**
     * Returns how many GPUs a kind of hint would say touch a piece: what it said last, or a guess,
     * in keeping with what tighter and looser kinds have said.
     */
    double touches(HintKind kind, double guess) {
        float said = touches[kind.ordinal()];
        if (said > 0) {
            return said;
        }
        double likely = guess;
        for (var other : KINDS) {
            float theirs = touches[other.ordinal()];
            if (theirs == 0) {
                continue;
            }
            if (kind.isAsTightAs(other)) {
                likely = Math.min(likely, theirs);
            } else if (other.isAsTightAs(kind)) {
                likely = Math.max(likely, theirs);
            }
        }
        return likely;
    }

    /** Whether hints were useless, but not often enough to give up: a guess gets another chance. */
    boolean doubts() {
        return useless > 0;
    }

    /** Returns the share of touches that an exact hint would have spared, 0 to 1. */
    double needless() {
        return needless;
    }
}
