package dev.azulejo.sim.model;

import dev.azulejo.core.link.VisibilityMessage;
import dev.azulejo.core.link.VisibilityWriter;
import dev.azulejo.core.policy.BoundsNaming;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * What visibility streams take: the renderer's own format, written and thrown away.
 *
 * <p>Simplifications: a trace does not say where in its chunk a primitive stood that was kept, so
 * they are spread evenly, which takes the format about as many bytes as it can; chunks that were
 * made of patches are named like others.
 */
final class StreamBytes {
    private static final int WORDS = VisibilityMessage.WORDS;

    private final VisibilityWriter[] writers;

    /** Of each bin, what it names of a chunk, a bit each. */
    private final long[] named;

    /** Bins in which something of the chunk is named. */
    private long touched;

    StreamBytes(int bins) {
        writers = new VisibilityWriter[bins];
        Arrays.setAll(writers, bin -> new VisibilityWriter());
        named = new long[bins * WORDS];
    }

    /**
     * Returns the length of the stream of each bin.
     *
     * @param work of a phase whose parts are bins
     * @param names what is named in them
     * @param share chunks that the streams tell of
     */
    int[] of(PhaseWork work, BinNames names, IntPredicate share) {
        int frame = work.phase().frame();
        for (int bin = 0; bin < writers.length; bin++) {
            writers[bin].begin(frame, 0, 0, bin);
        }
        int number = 0;
        for (int chunk = 0; chunk < work.chunks(); chunk++) {
            int size = work.phase().chunks().primitives(chunk);
            // A hand-made trace may have larger ones than the renderer cuts.
            for (int from = 0; from < size; from += VisibilityMessage.MOST_PRIMITIVES) {
                int count = Math.min(VisibilityMessage.MOST_PRIMITIVES, size - from);
                if (share.test(chunk)) {
                    name(work, names, chunk, from, count);
                    write(number, count);
                }
                number++;
            }
        }
        var bytes = new int[writers.length];
        Arrays.setAll(bytes, bin -> writers[bin].end());
        return bytes;
    }

    private void name(PhaseWork work, BinNames names, int chunk, int from, int count) {
        if (names.isByBounds(chunk)) {
            for (int place = 0; place < count; place++) {
                name(names.partBins(chunk, (from + place) / BoundsNaming.PART), place);
            }
            return;
        }
        var chunks = work.phase().chunks();
        int kept = chunks.kept(chunk);
        for (int i = 0; i < kept; i++) {
            int primitive = chunks.first(chunk) + i;
            int place = (int) ((long) i * chunks.primitives(chunk) / kept) - from;
            if (place < 0 || place >= count || !names.isNamed(chunk, primitive)) {
                continue;
            }
            name(work.owners(primitive), place);
        }
    }

    private void name(long bins, int place) {
        touched |= bins;
        for (long rest = bins; rest != 0; rest &= rest - 1) {
            int bin = Long.numberOfTrailingZeros(rest);
            named[bin * WORDS + (place >> 6)] |= 1L << place;
        }
    }

    /** Writes what was named of a chunk. */
    private void write(int number, int count) {
        for (long rest = touched; rest != 0; rest &= rest - 1) {
            int bin = Long.numberOfTrailingZeros(rest);
            writers[bin].chunk(number, count, named, bin * WORDS);
            Arrays.fill(named, bin * WORDS, (bin + 1) * WORDS, 0);
        }
        touched = 0;
    }
}
