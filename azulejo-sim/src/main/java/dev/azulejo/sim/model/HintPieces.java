package dev.azulejo.sim.model;

import dev.azulejo.core.policy.HintKind;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;

/**
 * What hints of a phase are about: whole draw calls, chunks, or the primitives of a chunk; and what
 * they say, which follows from screen boxes. A piece has the number of its first chunk.
 */
final class HintPieces {
    /** How many primitives a set is of, and a bit for each. */
    private static final int SIZE_BYTES = 2;

    private final PhaseWork work;
    private final HintKind[] kinds;
    private final long hintBytes;
    private final boolean boundsFirst;

    /** Of each draw call, its first chunk, the one behind its last, and whom all of them touch. */
    private final int[] firstChunk;

    private final int[] chunkEnd;
    private final long[] masks;

    /**
     * Finds the pieces.
     *
     * @param kinds of hints, by draw call
     */
    HintPieces(Machine machine, PhaseWork work, HintKind[] kinds) {
        this.work = work;
        this.kinds = kinds;
        hintBytes = machine.count(MachineKey.HINT_BYTES);
        boundsFirst = machine.is(MachineKey.LOOK, "several");
        firstChunk = new int[kinds.length];
        chunkEnd = new int[kinds.length];
        masks = new long[kinds.length];
        for (int chunk = work.chunks() - 1; chunk >= 0; chunk--) {
            int draw = draw(chunk);
            firstChunk[draw] = chunk;
            chunkEnd[draw] = Math.max(chunkEnd[draw], chunk + 1);
            if (isTested(chunk)) {
                masks[draw] |= chunkMask(chunk);
            }
        }
    }

    private int draw(int chunk) {
        return work.phase().chunks().draw(chunk);
    }

    private HintKind kind(int chunk) {
        return kinds[draw(chunk)];
    }

    private boolean isWhole(int chunk) {
        return kind(chunk).granularity() == HintKind.Granularity.DRAW;
    }

    /** Whether hints of a chunk say who needs which of its primitives. */
    boolean isEach(int chunk) {
        return looksInto(chunk) && kind(chunk).granularity() == HintKind.Granularity.PRIMITIVE;
    }

    /** Whether pretests of a chunk look at more than its bounds. */
    boolean looksInto(int chunk) {
        return kind(chunk).test() != HintKind.Test.BOUNDS
                && !(boundsFirst && Long.bitCount(work.boxMask(chunk)) <= 1);
    }

    /** Whether pretests look at the bounds of a chunk. */
    boolean looksAtBounds(int chunk) {
        return boundsFirst || !looksInto(chunk);
    }

    /** Whether pretests of a chunk ask what it covers. */
    boolean isExact(int chunk) {
        return looksInto(chunk) && kind(chunk).test() == HintKind.Test.EXACT;
    }

    /** Returns in how many squares of pixels a pretest asks whether a chunk covers something. */
    long asked(int chunk) {
        return isExact(chunk) ? work.covered().asked(chunk, isEach(chunk)) : 0;
    }

    /** Patches are not pretested before they are made, nor what is not worth a hint. */
    boolean isTested(int chunk) {
        return work.phase().chunks().group(chunk) < 0 && kind(chunk) != HintKind.NONE;
    }

    /** Returns the piece that a chunk belongs to. */
    int piece(int chunk) {
        return isWhole(chunk) ? firstChunk[draw(chunk)] : chunk;
    }

    /** Returns the chunk behind the last of a piece. */
    int end(int piece) {
        return isWhole(piece) ? chunkEnd[draw(piece)] : piece + 1;
    }

    private long chunkMask(int chunk) {
        if (!looksInto(chunk)) {
            return work.boxMask(chunk);
        }
        return isExact(chunk) ? work.covered().mask(chunk) : work.mask(chunk);
    }

    /** Returns who is touched by a piece, by its test. */
    long mask(int piece) {
        return isWhole(piece) ? masks[draw(piece)] : chunkMask(piece);
    }

    /** Returns the bytes that another GPU is told of a piece: a mask, and sets if there are any. */
    long bytes(int piece) {
        if (!isEach(piece)) {
            return hintBytes;
        }
        int set = work.phase().chunks().primitives(piece) + 7 >> 3;
        return hintBytes + SIZE_BYTES + (long) Long.bitCount(mask(piece)) * set;
    }

    /** What hints of a draw call say: of how many pieces, and how many GPUs these touch in sum. */
    record Said(long pieces, long touched) {}

    /** Returns what hints of a draw call say. */
    Said said(int draw) {
        long pieces = 0;
        long touched = 0;
        boolean each = kinds[draw].granularity() == HintKind.Granularity.PRIMITIVE;
        for (int piece = firstChunk[draw]; piece < chunkEnd[draw]; piece = end(piece)) {
            if (each) {
                long primitives = work.phase().chunks().primitives(piece);
                pieces += primitives;
                touched +=
                        isEach(piece)
                                ? primitiveTouches(piece)
                                : primitives * Long.bitCount(mask(piece));
            } else {
                pieces++;
                touched += Long.bitCount(mask(piece));
            }
        }
        return new Said(pieces, touched);
    }

    /** Returns how many pieces of a draw call GPUs take in, in sum, by what was said of them. */
    long rendered(int draw) {
        long sum = 0;
        for (int piece = firstChunk[draw]; piece < chunkEnd[draw]; piece = end(piece)) {
            sum += Long.bitCount(mask(piece));
        }
        return sum;
    }

    /** Returns how many of them cover nothing of the GPU that takes them in. */
    long forNothing(int draw) {
        long sum = 0;
        for (int piece = firstChunk[draw]; piece < chunkEnd[draw]; piece = end(piece)) {
            long covered = 0;
            for (int chunk = piece; chunk < end(piece); chunk++) {
                covered |= work.covered().mask(chunk);
            }
            sum += Long.bitCount(mask(piece) & ~covered);
        }
        return sum;
    }

    private long primitiveTouches(int chunk) {
        if (isExact(chunk)) {
            return work.covered().touches(chunk);
        }
        int first = work.phase().chunks().first(chunk);
        long sum = 0;
        for (int p = first; p < first + work.phase().chunks().kept(chunk); p++) {
            sum += Long.bitCount(work.owners(p));
        }
        return sum;
    }
}
