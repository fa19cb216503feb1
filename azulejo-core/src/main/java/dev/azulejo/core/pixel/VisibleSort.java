package dev.azulejo.core.pixel;

import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.VisibleKernels;

import java.util.Arrays;

/**
 * Sorts the visible samples of a tile into fragments, those of one entry together: each pair of
 * pixel and triangle is shaded once. Owned by one thread.
 */
final class VisibleSort {
    private final VisibleKernels kernels;
    private final TileSamples tile;
    private final FragmentList fragments;
    private final int samples;

    /** Mask of all samples. */
    private final int all;

    /** First fragment of each entry; with several samples a pixel, of two halves each. */
    private int[] entryStart = new int[1024];

    /** Pixels of each block that show one entry in all their samples; or what runs leave. */
    private final int[] uniform;

    /** Entries of the runs, with one sample a pixel; and where they are. */
    private final int[] runEntry;

    private final int[] runPlace;

    VisibleSort(VisibleKernels kernels, TileSamples tileSamples, FragmentList list) {
        this.kernels = kernels;
        tile = tileSamples;
        fragments = list;
        samples = tileSamples.samples;
        all = (1 << samples) - 1;
        int pixels = tileSamples.visible.length / samples;
        uniform = new int[pixels / 16];
        runEntry = new int[samples == 1 ? pixels : 0];
        runPlace = new int[runEntry.length];
    }

    /**
     * Replaces the fragments by the visible samples, which are empty then; returns how many.
     *
     * @param entries entries of the tile's list
     */
    int sort(int entries) {
        return samples == 1 ? sortSingle(entries) : sortMulti(entries);
    }

    /**
     * Counting sort by entry, of the runs of each block: most blocks show few triangles. Empties
     * the visible samples.
     */
    private int sortSingle(int entries) {
        int runs = kernels.runs(tile, runEntry, runPlace, uniform);
        int[] start = starts(entries + 1);
        for (int run = 0; run < runs; run++) {
            start[runEntry[run] + 2] += Integer.bitCount(runPlace[run] & VisibleKernels.MASK);
        }
        int count = prefix(start, entries);
        for (int run = 0; run < runs; run++) {
            int e = runEntry[run];
            start[e] = writeRun(e, runPlace[run], start[e]);
        }
        return count;
    }

    /** Writes the fragments of a run; returns where the next one's would go. */
    private int writeRun(int e, int place, int from) {
        int[] pixel = fragments.pixel;
        int[] entry = fragments.entry;
        int mask = place & VisibleKernels.MASK;
        int first = place >>> 16 << 4;
        int at = from;
        if (mask == VisibleKernels.MASK) {
            for (int lane = 0; lane < 16; lane++) {
                pixel[at + lane] = first + lane;
                entry[at + lane] = e;
            }
            return at + 16;
        }
        for (; mask != 0; mask &= mask - 1) {
            pixel[at] = first + Integer.numberOfTrailingZeros(mask);
            entry[at++] = e;
        }
        return at;
    }

    /**
     * Counting sort by entry, a pixel at a time; most pixels show one triangle in all their
     * samples. The two halves of a block count apart: neighbours often show the same entry, and a
     * counter that is incremented again at once stalls.
     */
    private int sortMulti(int entries) {
        int[] visible = tile.visible;
        kernels.uniform(tile, uniform);
        int[] start = starts(2 * entries + 1);
        for (int block = 0; block < uniform.length; block++) {
            int at = block * samples * 16;
            int same = uniform[block];
            if (same == 0xffff) {
                for (int lane = 0; lane < 8; lane++) {
                    start[2 * visible[at + lane] + 2]++;
                    start[2 * visible[at + 8 + lane] + 3]++;
                }
                continue;
            }
            for (int lane = 0; lane < 16; lane++) {
                int half = lane >> 3;
                int last = (same >>> lane & 1) != 0 ? 1 : samples;
                for (int s = 0; s < last; s++) {
                    int e = visible[at + 16 * s + lane];
                    if (s == 0 || e >= 0 && firstSample(visible, at + lane, s, e)) {
                        start[2 * e + 2 + half]++;
                    }
                }
            }
        }
        int count = prefix(start, 2 * entries);
        writeMulti(start);
        Arrays.fill(visible, TileSamples.NOTHING);
        return count;
    }

    private void writeMulti(int[] start) {
        int[] visible = tile.visible;
        int[] pixel = fragments.pixel;
        int[] mask = fragments.mask;
        int[] entry = fragments.entry;
        for (int block = 0; block < uniform.length; block++) {
            int at = block * samples * 16;
            int same = uniform[block];
            for (int lane = 0; lane < 16; lane++) {
                int half = lane >> 3;
                boolean whole = (same >>> lane & 1) != 0;
                int last = whole ? 1 : samples;
                for (int s = 0; s < last; s++) {
                    int e = visible[at + 16 * s + lane];
                    if (e >= 0 && (s == 0 || firstSample(visible, at + lane, s, e))) {
                        int to = start[2 * e + half]++;
                        pixel[to] = block * 16 + lane;
                        mask[to] = whole ? all : samplesOf(visible, at + lane, s, e);
                        entry[to] = e;
                    }
                }
            }
        }
    }

    /** Mask of the samples from {@code first} that show an entry. */
    private int samplesOf(int[] visible, int at, int first, int e) {
        int sampleMask = 0;
        for (int s = first; s < samples; s++) {
            sampleMask |= visible[at + 16 * s] == e ? 1 << s : 0;
        }
        return sampleMask;
    }

    private static boolean firstSample(int[] visible, int at, int sample, int e) {
        for (int s = 0; s < sample; s++) {
            if (visible[at + 16 * s] == e) {
                return false;
            }
        }
        return true;
    }

    /** Returns a zeroed array with room for a count more than {@code counters}. */
    private int[] starts(int counters) {
        if (entryStart.length < counters + 1) {
            entryStart = new int[2 * counters + 1];
        } else {
            Arrays.fill(entryStart, 0, counters + 1, 0);
        }
        return entryStart;
    }

    /** Turns the count at i + 2 into the sum of those before, at i; returns the sum of all. */
    private static int prefix(int[] start, int counters) {
        int sum = 0;
        for (int i = 0; i < counters; i++) {
            int count = start[i + 2];
            start[i] = sum;
            sum += count;
        }
        return sum;
    }
}
