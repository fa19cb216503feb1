package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;

/** Is told what has become of the chunks and patches of a run. By all workers at once. */
interface PieceListener {
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
     * Told of each chunk that has come through, wanted or not.
     *
     * @param worker who was done with it
     * @param chunk what came out
     * @param index its place, as {@link PieceFilter#wants} has it
     * @param binned whether something of it is on the list of a tile, or may come there in a later
     *     window
     */
    default void ended(int worker, ChunkOutput chunk, int index, boolean binned) {}
}
