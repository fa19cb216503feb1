package dev.azulejo.core.device;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.link.VisibilityReader;
import dev.azulejo.core.report.Activity;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * The chunks that a coarse bin's visibility stream names, in submission order, all in one window:
 * of each the primitives that it names, and nothing of any other. A chunk's number in the window is
 * its place in the stream.
 */
final class BinSource implements GeometrySource {
    private final PieceFilter filter;
    private final WorkerPool pool;
    private final GeometryWorker[] geometry;
    private final ChunkEnd chunkEnd;
    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task task = this::work;
    private final WindowCursor cursor = new WindowCursor();
    private ChunkOutput[] outputs = new ChunkOutput[0];
    private int count;

    BinSource(
            PieceFilter pieces,
            WorkerPool workers,
            GeometryWorker[] geometryWorkers,
            ChunkEnd end) {
        filter = pieces;
        pool = workers;
        geometry = geometryWorkers;
        chunkEnd = end;
    }

    /**
     * Takes in what is named for a bin.
     *
     * @param phase whose chunks are named
     * @param stream of the bin, that has been checked; what names no chunk of the phase as it is
     *     cannot be in it
     */
    void open(Phase phase, VisibilityReader stream) {
        require(stream.items());
        count = 0;
        stream.rewind();
        while (stream.next()) {
            var work = phase.chunk(stream.index());
            var output = outputs[count++];
            output.begin(work);
            if (stream.selected() < work.primitives()) {
                need(output, work, stream.bits());
            }
        }
    }

    private static void need(ChunkOutput output, ChunkWork work, long[] bits) {
        var needed = output.needed();
        needed.none();
        for (int w = 0; w < bits.length; w++) {
            // The set has a word of its own for each 64, of other chunks' primitives too.
            needed.add(w, w * Long.SIZE < work.primitives() ? bits[w] : 0);
        }
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

    /** Does not ask: what is named is wanted. */
    @Override
    public void begin(IntPredicate wanted) {}

    @Override
    public boolean fill() {
        next.set(0);
        pool.run(Activity.GEOMETRY, task);
        return true;
    }

    private void work(int worker) {
        for (int c = next.getAndIncrement(); c < count; c = next.getAndIncrement()) {
            pool.checkStop();
            if (filter.wants(worker, c, outputs[c])) {
                geometry[worker].process(outputs[c]);
            }
            chunkEnd.end(worker, outputs[c], c);
        }
    }

    @Override
    public Span span() {
        return Span.PHASE;
    }

    @Override
    public ChunkOutput[] chunks() {
        return outputs;
    }

    @Override
    public int chunkCount() {
        return count;
    }

    @Override
    public WindowCursor cursor() {
        cursor.begin();
        return cursor;
    }

    @Override
    public boolean mayWait() {
        return false;
    }

    @Override
    public long bytes() {
        return 0;
    }

    @Override
    public long starvedNs() {
        return 0;
    }

    @Override
    public void retire(long windowNs, long lostNs) {}
}
