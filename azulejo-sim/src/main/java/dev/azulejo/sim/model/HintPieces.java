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
        firstChunk = new int[kinds.length];
        chunkEnd = new int[kinds.length];
        masks = new long[kinds.length];
        for (int chunk = work.chunks() - 1; chunk >= 0; chunk--) {
            int draw = draw(chunk);
            firstChunk[draw] = chunk;
            chunkEnd[draw] = Math.max(chunkEnd[draw], chunk + 1);
            masks[draw] |= chunkMask(chunk);
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
        return kind(chunk).granularity() == HintKind.Granularity.PRIMITIVE;
    }

    /** Patches are not pretested before they are made, nor what is not worth a hint. */
    boolean isTested(int chunk) {
        return work.phase().chunks().group(chunk) < 0 && kind(chunk) != HintKind.NONE;
    }

    /** Whether hints of a draw call are made from bounds alone. */
    boolean byBounds(int draw) {
        return kinds[draw].test() == HintKind.Test.BOUNDS;
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
        return byBounds(draw(chunk)) ? work.boxMask(chunk) : work.mask(chunk);
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
        for (int piece = firstChunk[draw]; piece < chunkEnd[draw]; piece = end(piece)) {
            if (isEach(piece)) {
                pieces += work.phase().chunks().primitives(piece);
                touched += primitiveTouches(piece);
            } else {
                pieces++;
                touched += Long.bitCount(mask(piece));
            }
        }
        return new Said(pieces, touched);
    }

    private long primitiveTouches(int chunk) {
        int first = work.phase().chunks().first(chunk);
        long sum = 0;
        for (int p = first; p < first + work.phase().chunks().kept(chunk); p++) {
            sum += Long.bitCount(work.owners(p));
        }
        return sum;
    }
}
