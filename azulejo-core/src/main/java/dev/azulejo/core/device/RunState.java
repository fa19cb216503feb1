package dev.azulejo.core.device;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchArea;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;

import java.util.Arrays;

/**
 * The phase that a run carries out, and what becomes of each of its chunks. Its outputs are used
 * again for the next phase. Written by the submitting thread, read by workers.
 */
final class RunState {
    /** Which chunks the run processes. */
    private final RunGuide filter;

    private Phase phase;
    private ChunkOutput[] outputs = new ChunkOutput[0];
    private int count;

    RunState(RunGuide pieces) {
        filter = pieces;
    }

    /** Whether a chunk is processed. */
    boolean wants(int worker, int chunk) {
        return filter.wants(worker, chunk, outputs[chunk]);
    }

    /** Whether it is known of a chunk that it is not processed. */
    boolean spares(int worker, int chunk) {
        return filter.spares(worker, chunk);
    }

    /** Whether that may be known of chunks that were placed. */
    boolean looksElsewhere() {
        return filter.looksElsewhere();
    }

    /** Whether it is known of a chunk that was placed that it is not processed. */
    boolean liesElsewhere(int worker, int chunk) {
        return filter.liesElsewhere(worker, chunk, outputs[chunk]);
    }

    /** All geometry of the phase has been taken in. */
    void allTaken() {
        filter.allTaken();
    }

    /** Whether a chunk is processed in a phase with patches. */
    boolean wantsAmongPatches(int worker, ChunkOutput output) {
        return filter.wantsAmongPatches(worker, output.number(), output);
    }

    /** Whether only some primitives of a chunk may be processed. */
    boolean thins() {
        return filter.thins();
    }

    /** Whether a draw call is for this run's GPU. */
    boolean draws(DrawState draw) {
        return filter.draws(draw);
    }

    /** The first patch of a run that is processed, from one on; the end if none is. */
    int nextPatch(int run, int from, int end) {
        return filter.nextPatch(run, from, end);
    }

    /** The first that is not. */
    int patchesEnd(int run, int from, int end) {
        return filter.patchesEnd(run, from, end);
    }

    /** Where patches have to be to be tessellated; null for anywhere. */
    PatchArea patchArea() {
        return filter.patchArea();
    }

    /** A chunk has come through to the lists of tiles. */
    void ended(int worker, ChunkOutput chunk, int index, boolean binned) {
        filter.ended(worker, chunk, index, binned);
    }

    /** A hull group has been cut into pieces. */
    void cut(PatchGroup group, int firstChunk, int endChunk) {
        filter.cut(group, firstChunk, endChunk);
    }

    /** A piece of a phase with patches has been processed. */
    void processed(int worker, PatchPiece piece, ChunkOutput[] chunks) {
        filter.processed(worker, piece, chunks);
    }

    /** Begins a phase: nothing has come of its chunks yet. */
    void begin(Phase sealed) {
        beginEmpty(sealed);
        count = sealed.chunkCount();
        if (outputs.length < count) {
            int made = outputs.length;
            outputs = Arrays.copyOf(outputs, Math.max(64, 2 * count));
            for (int c = made; c < outputs.length; c++) {
                outputs[c] = new ChunkOutput();
            }
        }
        for (int c = 0; c < count; c++) {
            outputs[c].begin(sealed.chunk(c));
        }
    }

    /** Begins a phase of which somebody else holds what becomes of its chunks. */
    void beginEmpty(Phase sealed) {
        if (!sealed.isSealed()) {
            throw new IllegalArgumentException("only a sealed phase can be carried out");
        }
        phase = sealed;
        count = 0;
    }

    /** Forgets what has come of the chunks. */
    void restart() {
        for (int c = 0; c < count; c++) {
            outputs[c].restart();
        }
    }

    /** The phase. */
    Phase phase() {
        return phase;
    }

    /** What becomes of each chunk, in submission order. */
    ChunkOutput[] outputs() {
        return outputs;
    }

    /** Chunks of the phase. */
    int outputCount() {
        return count;
    }
}
