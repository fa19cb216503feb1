package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.NeededPrimitives;
import dev.azulejo.core.link.VisibilityMessage;
import dev.azulejo.core.link.VisibilityReader;

import java.util.Arrays;

/**
 * What a visibility stream names, to be looked up: for phases that are not taken in in the order of
 * the stream, since patches or sorting windows say what comes when.
 */
final class BinNames {
    /** Of each chunk, the first word of its set, from 1; 0 if it is not named. */
    private int[] setAt = {};

    private long[] sets = {};
    private int used;

    /** A bit a patch, and where those of a run begin. */
    private long[] patches = {};

    private int[] runFirst = new int[1];

    /** Takes in what is named. */
    void begin(Phase phase, VisibilityReader stream) {
        require(phase);
        used = 1;
        stream.rewind();
        while (stream.next()) {
            if (stream.isPatches()) {
                addPatches(stream);
            } else {
                addChunk(stream);
            }
        }
    }

    private void require(Phase phase) {
        int chunks = phase.chunkCount();
        if (setAt.length < chunks) {
            setAt = new int[2 * chunks];
        }
        Arrays.fill(setAt, 0, chunks, 0);
        int runs = phase.runCount();
        if (runFirst.length <= runs) {
            runFirst = new int[2 * runs + 1];
        }
        for (int r = 0; r < runs; r++) {
            runFirst[r + 1] = runFirst[r] + phase.run(r).patches();
        }
        int words = runFirst[runs] + Long.SIZE >> 6;
        if (patches.length < words) {
            patches = new long[2 * words];
        }
        Arrays.fill(patches, 0, words, 0);
    }

    private void addChunk(VisibilityReader stream) {
        if (used + VisibilityMessage.WORDS > sets.length) {
            sets = Arrays.copyOf(sets, Math.max(1024, 2 * sets.length));
        }
        System.arraycopy(stream.bits(), 0, sets, used, VisibilityMessage.WORDS);
        setAt[stream.index()] = used;
        used += VisibilityMessage.WORDS;
    }

    private void addPatches(VisibilityReader stream) {
        int first = runFirst[stream.index()] + stream.first();
        long[] bits = stream.bits();
        for (int p = 0; p < stream.count(); p++) {
            int at = first + p;
            patches[at >> 6] |= (bits[p >> 6] >>> p & 1) << at;
        }
    }

    /**
     * Whether a chunk is named.
     *
     * @param chunk which
     * @param primitives that it has
     * @param needed told which of them are named, if not all are
     */
    boolean wants(int chunk, int primitives, NeededPrimitives needed) {
        int at = setAt[chunk];
        if (at == 0) {
            return false;
        }
        int named = 0;
        for (int w = 0; w < VisibilityMessage.WORDS; w++) {
            named += Long.bitCount(sets[at + w]);
        }
        if (named < primitives) {
            needed.none();
            for (int w = 0; w < VisibilityMessage.WORDS; w++) {
                needed.add(w, sets[at + w]);
            }
        }
        return true;
    }

    /** The first patch of a run that is named, from one on; the end if none is. */
    int nextPatch(int run, int from, int end) {
        return find(run, from, end, 0);
    }

    /** The first that is not. */
    int patchesEnd(int run, int from, int end) {
        return find(run, from, end, -1);
    }

    private int find(int run, int from, int end, long flip) {
        int at = runFirst[run] + from;
        int behind = runFirst[run] + end;
        while (at < behind) {
            long word = (patches[at >> 6] ^ flip) >>> at;
            if (word != 0) {
                return Math.min(at + Long.numberOfTrailingZeros(word), behind) - runFirst[run];
            }
            at = (at | Long.SIZE - 1) + 1;
        }
        return end;
    }
}
