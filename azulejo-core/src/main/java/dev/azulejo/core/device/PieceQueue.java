package dev.azulejo.core.device;

import dev.azulejo.core.geometry.PatchPiece;

import java.util.Arrays;

/**
 * Pieces of work that wait for a worker, first come, first served; reused. Owned by whoever holds
 * the stream's lock.
 */
final class PieceQueue {
    private PatchPiece[] pieces = new PatchPiece[64];
    private int first;
    private int end;

    /** Forgets all. */
    void clear() {
        first = 0;
        end = 0;
    }

    /** Returns a piece at the end of the queue, to be described. */
    PatchPiece add() {
        if (first == end) {
            first = 0;
            end = 0;
        }
        if (end == pieces.length) {
            pieces = Arrays.copyOf(pieces, 2 * end);
        }
        if (pieces[end] == null) {
            pieces[end] = new PatchPiece();
        }
        return pieces[end++];
    }

    /** Takes the first piece, if there is one: a copy, since the queue uses its own again. */
    boolean take(PatchPiece into) {
        if (first == end) {
            return false;
        }
        into.set(pieces[first++]);
        return true;
    }
}
