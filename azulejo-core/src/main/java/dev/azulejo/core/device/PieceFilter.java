package dev.azulejo.core.device;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchArea;

/**
 * Says which chunks of a phase a run processes. What is left out must put nothing into the run's
 * tiles. Asked by all workers at once, before they take a chunk on.
 */
interface PieceFilter {
    /**
     * Returns whether a chunk is processed.
     *
     * @param worker who asks
     * @param chunk its place among what is processed: its number in the phase, or its place in the
     *     stream of a bin; {@link ChunkOutput#number} is the number
     * @param output what will become of it; told which primitives are needed, unless all are
     */
    boolean wants(int worker, int chunk, ChunkOutput output);

    /**
     * Returns whether it is known of a chunk, before its turn, that it is not processed: it is not
     * placed, and {@link #wants} is not asked.
     */
    default boolean spares(int worker, int chunk) {
        return false;
    }

    /**
     * Whether {@link #liesElsewhere} may say so of any: only then chunks are placed for it alone.
     */
    default boolean looksElsewhere() {
        return false;
    }

    /**
     * Returns whether it is known of a chunk, once it has been placed, that it is not processed:
     * {@link #wants} is not asked.
     */
    default boolean liesElsewhere(int worker, int chunk, ChunkOutput output) {
        return false;
    }

    /**
     * All geometry of the phase has been taken in: nobody is asked any more. Called by the thread
     * that submits.
     */
    default void allTaken() {}

    /** Returns whether a chunk in a phase with patches is processed: hints are not asked. */
    default boolean wantsAmongPatches(int worker, int chunk, ChunkOutput output) {
        return true;
    }

    /** Whether only some primitives of a chunk may be needed. */
    default boolean thins() {
        return false;
    }

    /** Returns whether a draw call is this GPU's to draw, or for others alone. */
    default boolean draws(DrawState draw) {
        return true;
    }

    /**
     * Returns the first patch of a run that is processed, from a patch on; the end if none is.
     *
     * @param run number of the run in the phase
     * @param from the patch
     * @param end how many patches the run has
     */
    default int nextPatch(int run, int from, int end) {
        return from;
    }

    /** Returns the first patch from one on that is not processed, likewise. */
    default int patchesEnd(int run, int from, int end) {
        return end;
    }

    /** Where patches have to be to be tessellated; null for anywhere. */
    default PatchArea patchArea() {
        return null;
    }
}
