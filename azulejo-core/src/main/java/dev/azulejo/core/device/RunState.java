package dev.azulejo.core.device;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchArea;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.link.VisibilityReader;

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

    /** Whether only chunks that a stream names are there. */
    private boolean named;

    /** Of those, where epochs begin, and at the end where the last one ends. */
    private int[] namedEpochs = new int[2];

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
        check(sealed);
        named = false;
        count = sealed.chunkCount();
        require(count);
        for (int c = 0; c < count; c++) {
            outputs[c].begin(sealed.chunk(c));
        }
    }

    /**
     * Begins what a visibility stream names of a phase without patches, in submission order: of
     * each chunk the primitives that it names, and nothing of any other. A chunk's number in the
     * run is its place in the stream, where two that were joined have one place.
     *
     * @param plan how it is carried out: where nothing is culled, clusters that make runs are
     *     joined
     * @param stream that has been checked; what names no chunk of the phase as it is cannot be in
     *     it
     */
    void beginNamed(Phase sealed, VisibilityReader stream, PhasePlan plan) {
        check(sealed);
        named = true;
        require(stream.items());
        int epochs = sealed.epochCount();
        if (namedEpochs.length <= epochs) {
            namedEpochs = new int[2 * epochs + 1];
        }
        int epoch = 0;
        count = 0;
        stream.rewind();
        while (stream.next()) {
            while (epoch < epochs && sealed.epochFirst(epoch) <= stream.index()) {
                namedEpochs[epoch++] = count;
            }
            var work = sealed.chunk(stream.index());
            boolean whole = stream.selected() == work.primitives();
            if (!plan.culls() && whole && count > 0 && outputs[count - 1].join(work)) {
                continue;
            }
            outputs[count].begin(work);
            if (!whole) {
                need(outputs[count], work, stream.bits());
            }
            count++;
        }
        Arrays.fill(namedEpochs, epoch, epochs + 1, count);
    }

    private static void need(ChunkOutput output, ChunkWork work, long[] bits) {
        var needed = output.needed();
        needed.none();
        for (int w = 0; w < bits.length; w++) {
            // The set has a word of its own for each 64, of other chunks' primitives too.
            needed.add(w, w * Long.SIZE < work.primitives() ? bits[w] : 0);
        }
    }

    private void check(Phase sealed) {
        if (!sealed.isSealed()) {
            throw new IllegalArgumentException("only a sealed phase can be carried out");
        }
        phase = sealed;
    }

    private void require(int chunks) {
        if (outputs.length < chunks) {
            int made = outputs.length;
            outputs = Arrays.copyOf(outputs, Math.max(64, 2 * chunks));
            for (int c = made; c < outputs.length; c++) {
                outputs[c] = new ChunkOutput();
            }
        }
    }

    /** The first of the run's chunks in an epoch; for the number of epochs, behind the last. */
    int epochFirst(int epoch) {
        return named ? namedEpochs[epoch] : phase.epochFirst(epoch);
    }

    /**
     * Views that a chunk is placed in along with others behind it; 0 if one before it does. Where
     * only some chunks are there, each is by itself.
     */
    int views(int chunk) {
        return named ? 1 : phase.chunk(chunk).views();
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

    /** Chunks of the run: of the phase, or of those the ones that are named. */
    int outputCount() {
        return count;
    }
}
