package dev.azulejo.core.device;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchArea;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.pixel.OwnPixels;
import dev.azulejo.core.pixel.PixelLog;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.reuse.TileGate;

/**
 * Says which chunks of a phase a run processes. What is left out must put nothing into the run's
 * tiles. Asked by all workers at once, before they take a chunk on.
 */
interface PieceFilter {
    /** Everything is processed. */
    PieceFilter ALL = (worker, chunk, output) -> true;

    /**
     * Returns whether a chunk is processed.
     *
     * @param worker who asks
     * @param chunk its number in the phase
     * @param output what will become of it; told which primitives are needed, unless all are
     */
    boolean wants(int worker, int chunk, ChunkOutput output);

    /** The same of a chunk in a phase with patches: hints are not asked about these. */
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

    /** Told of each tile of the run before a worker visits it. */
    default void visits(int worker, int tile) {}

    /**
     * Returns whether a tile keeps its pixels.
     *
     * @param worker who has found out
     * @param tile which tile
     * @param decision what was decided
     * @param gate who has decided
     */
    default boolean keeps(int worker, int tile, TileDecision decision, TileGate gate) {
        return decision.kept();
    }

    /**
     * Told of each hull group when it is cut into pieces: one after the other, in submission order,
     * by whoever holds the stream's lock.
     *
     * @param group that has run the hull stage
     * @param firstChunk number of its first chunk in the window
     * @param endChunk behind its last
     */
    default void cut(PatchGroup group, int firstChunk, int endChunk) {}

    /**
     * Told of each piece of a phase with patches that has been processed.
     *
     * @param worker who has
     * @param piece patches, or an ordinary chunk
     * @param chunks of the window
     */
    default void processed(int worker, PatchPiece piece, ChunkOutput[] chunks) {}

    /**
     * Told of each window before its tiles are rendered, by the submitting thread, when all of its
     * chunks have come through.
     *
     * @param chunks of the window
     * @param chunkCount how many
     * @param gate who is going to decide about tiles
     */
    default void beginWindow(ChunkOutput[] chunks, int chunkCount, TileGate gate) {}

    /** Told of each window when its tiles have been rendered, likewise. */
    default void endWindow(ChunkOutput[] chunks, int chunkCount) {}

    /** Returns where tiles are painted; null for the target of the pass. */
    default OwnPixels paintsInto() {
        return null;
    }

    /** Returns where a worker notes what it does with pixels; null for nowhere. */
    default PixelLog pixels(int worker) {
        return null;
    }

    /**
     * Told of each chunk that has come through, wanted or not.
     *
     * @param worker who was done with it
     * @param chunk what came out
     * @param index its number in the phase
     * @param binned whether something of it is on the list of a tile, or may come there in a later
     *     window
     */
    default void ended(int worker, ChunkOutput chunk, int index, boolean binned) {}
}
