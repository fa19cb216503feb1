package dev.azulejo.core.device;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.policy.HintKind;

import java.util.Arrays;

/**
 * Which hints are made in a phase: of each draw call by which test, and of pieces of which size. As
 * the phase itself it says the same to everybody. A piece has the number of its first chunk.
 *
 * <p>Written by the thread that submits, read by all.
 */
final class PretestPlan {
    private HintKind[] kinds = {};
    private int[] firstChunk = {};
    private int[] chunkEnd = {};
    private int[] portionEnd = {};
    private int portions;
    private Phase phase;

    /** Begins a phase: no hints are made. */
    void begin(Phase sealed) {
        phase = sealed;
        int draws = sealed.drawCount();
        if (kinds.length < draws) {
            kinds = new HintKind[Math.max(64, 2 * draws)];
            firstChunk = new int[kinds.length];
            chunkEnd = new int[kinds.length];
        }
        Arrays.fill(kinds, 0, draws, HintKind.NONE);
        Arrays.fill(firstChunk, 0, draws, 0);
        Arrays.fill(chunkEnd, 0, draws, 0);
        for (int c = sealed.chunkCount() - 1; c >= 0; c--) {
            int draw = sealed.chunk(c).draw().number();
            firstChunk[draw] = c;
            chunkEnd[draw] = Math.max(chunkEnd[draw], c + 1);
        }
        findPortions();
    }

    /** Finds where portions end. */
    private void findPortions() {
        portions = 0;
        for (int d = 0; d < phase.drawCount(); d++) {
            portions = Math.max(portions, phase.draw(d).portion() + 1);
        }
        if (portionEnd.length < portions) {
            portionEnd = new int[2 * portions];
        }
        Arrays.fill(portionEnd, 0, portions, 0);
        for (int d = 0; d < phase.drawCount(); d++) {
            int portion = phase.draw(d).portion();
            if (portion != DrawState.NO_PORTION) {
                portionEnd[portion] = Math.max(portionEnd[portion], chunkEnd[d]);
            }
        }
    }

    /** Whether the commands say which portions are pretested. */
    boolean hasPortions() {
        return portions > 0;
    }

    /** How many portions there are of which hints are made. */
    int testedPortions() {
        int count = 0;
        int last = DrawState.NO_PORTION;
        for (int d = 0; d < phase.drawCount(); d++) {
            int portion = phase.draw(d).portion();
            if (kinds[d] != HintKind.NONE && portion != last) {
                last = portion;
                count++;
            }
        }
        return count;
    }

    /** The chunk behind the last of the portion that a chunk belongs to; the chunk if to none. */
    int portionEnd(int chunk) {
        int portion = phase.chunk(chunk).draw().portion();
        return portion == DrawState.NO_PORTION ? chunk : portionEnd[portion];
    }

    /** Says which hints are made of a draw call. */
    void set(int draw, HintKind kind) {
        if (kinds[draw] != kind) {
            kinds[draw] = kind;
        }
    }

    /** Which hints are made of a draw call. */
    HintKind kind(int draw) {
        return kinds[draw];
    }

    /** Which hints are made of a chunk's draw call. */
    HintKind kind(ChunkWork chunk) {
        return kinds[chunk.draw().number()];
    }

    /** First chunk of a draw call. */
    int firstChunk(int draw) {
        return firstChunk[draw];
    }

    /** The chunk behind the last of a draw call; 0 if it has none. */
    int chunkEnd(int draw) {
        return chunkEnd[draw];
    }

    /** Whether hints are made of draw calls like a chunk's as a whole. */
    private boolean whole(int draw) {
        return kinds[draw].granularity() == HintKind.Granularity.DRAW;
    }

    /** The piece that a chunk belongs to. */
    int piece(int chunk) {
        int draw = phase.chunk(chunk).draw().number();
        return whole(draw) ? firstChunk[draw] : chunk;
    }

    /** Whether a piece of which a hint is made begins with a chunk. */
    boolean isPiece(int chunk) {
        int draw = phase.chunk(chunk).draw().number();
        return kinds[draw] != HintKind.NONE && (!whole(draw) || firstChunk[draw] == chunk);
    }

    /** The chunk behind the last of a piece. */
    int end(int piece) {
        int draw = phase.chunk(piece).draw().number();
        return whole(draw) ? chunkEnd[draw] : piece + 1;
    }
}
