package dev.azulejo.core.device;

import dev.azulejo.core.geometry.VisibilityTable;
import dev.azulejo.core.link.VisibilityMessage;
import dev.azulejo.core.link.VisibilityWriter;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes down what the visibility phase has found, as its last step: of each coarse bin how much is
 * visible there, and its stream. Workers take one bin after the other.
 *
 * <p>Threads: the one that calls is worker 0 of the pool; guests may take part.
 */
final class BinStreams {
    /** Fewer named chunks are written by one thread: waking others would take longer. */
    private static final int FEW_CHUNKS = 64;

    private final WorkerPool pool;
    private final Counts[] counts;
    private final VisibilityWriter[] writers;
    private final long[][] patchBits;
    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task task = this::run;

    /** Chunks that are named, in submission order, those of one bin after those of another. */
    private int[] named = {};

    /** Where those of a bin begin, and end. */
    private final int[] firstNamed = new int[Bins.MOST + 1];

    private final int[] endNamed = new int[Bins.MOST];
    private BinPhase bins;
    private VisibilityTable names;

    /**
     * Makes one.
     *
     * @param workers who write
     * @param workerCounts of each, counts streams
     */
    BinStreams(WorkerPool workers, Counts[] workerCounts) {
        pool = workers;
        counts = workerCounts;
        writers = new VisibilityWriter[pool.slots()];
        Arrays.setAll(writers, w -> new VisibilityWriter());
        patchBits = new long[pool.slots()][VisibilityMessage.WORDS];
    }

    /**
     * Writes down a phase.
     *
     * @param phase gets the streams; a bin that was painted has no use for one
     * @param table what is visible in it
     */
    void write(BinPhase phase, VisibilityTable table) {
        bins = phase;
        names = table;
        findNamed();
        next.set(0);
        if (firstNamed[Bins.MOST] < FEW_CHUNKS) {
            pool.runAlone(Activity.VISIBILITY, task);
        } else {
            pool.run(Activity.VISIBILITY, task);
        }
    }

    /** Once through all chunks: bins are many, and most chunks lie in one of them. */
    private void findNamed() {
        Arrays.fill(endNamed, 0);
        for (int c = 0; c < names.chunks(); c++) {
            for (long rest = names.bins(c); rest != 0; rest &= rest - 1) {
                endNamed[Long.numberOfTrailingZeros(rest)]++;
            }
        }
        for (int bin = 0; bin < Bins.MOST; bin++) {
            firstNamed[bin + 1] = firstNamed[bin] + endNamed[bin];
            endNamed[bin] = firstNamed[bin];
        }
        if (named.length < firstNamed[Bins.MOST]) {
            named = new int[2 * firstNamed[Bins.MOST]];
        }
        for (int c = 0; c < names.chunks(); c++) {
            for (long rest = names.bins(c); rest != 0; rest &= rest - 1) {
                named[endNamed[Long.numberOfTrailingZeros(rest)]++] = c;
            }
        }
    }

    private void run(int worker) {
        int end = bins.lengths.length;
        for (int bin = next.getAndIncrement(); bin < end; bin = next.getAndIncrement()) {
            if (bins.map.pixels(bin) != 0) {
                measure(worker, bin);
                if (bin != bins.painted) {
                    write(worker, bin);
                }
            }
        }
    }

    private void measure(int worker, int bin) {
        long primitives = names.patchTriangles(bin);
        long area = names.patchArea(bin);
        int asWhole = 0;
        for (int i = firstNamed[bin]; i < endNamed[bin]; i++) {
            int c = named[i];
            int all = bins.phase.chunk(c).primitives();
            primitives += names.count(c, bin, all);
            area += names.area(c, bin, all);
            asWhole += names.isWhole(c) ? 1 : 0;
        }
        bins.primitives[bin] = primitives;
        bins.areas[bin] = area;
        counts[worker].add(Counter.VISIBILITY_WHOLE, asWhole);
    }

    private void write(int worker, int bin) {
        var writer = writers[worker];
        writer.begin(bins.frame, bins.number & 0xFFFF, bins.mapNumber, bin);
        for (int i = firstNamed[bin]; i < endNamed[bin]; i++) {
            int c = named[i];
            int primitives = bins.phase.chunk(c).primitives();
            if (names.isWhole(c)) {
                writer.chunk(c, primitives);
            } else {
                writer.chunk(c, primitives, names.sets(c), names.setAt(c, bin, primitives));
            }
        }
        for (int run = 0; run < names.runs(); run++) {
            writePatches(worker, run, bin);
        }
        int length = writer.end();
        counts[worker].add(Counter.VISIBILITY_BYTES, length);
        counts[worker].add(Counter.VISIBILITY_STREAMS, 1);
        bins.remember(bin, writer.bytes(), length);
    }

    private void writePatches(int worker, int run, int bin) {
        long[] bits = patchBits[worker];
        int patches = names.patches(run);
        for (int first = 0; first < patches; first += VisibilityMessage.MOST_PRIMITIVES) {
            int count = Math.min(VisibilityMessage.MOST_PRIMITIVES, patches - first);
            Arrays.fill(bits, 0);
            long any = 0;
            for (int p = 0; p < count; p++) {
                long bit = names.patchBins(run, first + p) >>> bin & 1;
                bits[p >> 6] |= bit << p;
                any |= bit;
            }
            if (any != 0) {
                writers[worker].patches(run, first, count, bits, 0);
            }
        }
    }
}
