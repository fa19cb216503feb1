package dev.azulejo.core.pixel;

import dev.azulejo.core.kernel.RasterKernels;
import dev.azulejo.core.kernel.TileSamples;

import java.util.Arrays;

/**
 * Sorts the visible samples of a tile into fragments, those of one entry together: each pair of
 * pixel and triangle is shaded once. Owned by one thread.
 */
final class VisibleSort {
    private final RasterKernels raster;
    private final TileSamples tile;
    private final FragmentList fragments;
    private final int samples;

    /** Mask of all samples. */
    private final int all;

    /** First fragment of each entry, two halves each. */
    private int[] entryStart = new int[1024];

    /** Pixels of each block that show one entry in all their samples. */
    private final int[] uniform;

    VisibleSort(RasterKernels kernels, TileSamples tileSamples, FragmentList list) {
        raster = kernels;
        tile = tileSamples;
        fragments = list;
        samples = tileSamples.samples;
        all = (1 << samples) - 1;
        uniform = new int[tileSamples.visible.length / samples / 16];
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
     * Counting sort of visible pixels by entry; empties the visible samples. The two halves of the
     * tile count apart: neighbours often show the same entry, and a counter that is incremented
     * again at once stalls.
     */
    private int sortSingle(int entries) {
        int[] visible = tile.visible;
        int[] pixel = fragments.pixel;
        int[] entry = fragments.entry;
        int half = visible.length / 2;
        int[] start = starts(2 * entries + 1);
        for (int i = 0; i < half; i++) {
            start[2 * visible[i] + 2]++;
            start[2 * visible[i + half] + 3]++;
        }
        int count = prefix(start, 2 * entries);
        for (int i = 0; i < half; i++) {
            int e = visible[i];
            if (e >= 0) {
                int at = start[2 * e]++;
                pixel[at] = i;
                entry[at] = e;
                visible[i] = TileMemory.NOTHING;
            }
            int later = i + half;
            e = visible[later];
            if (e >= 0) {
                int at = start[2 * e + 1]++;
                pixel[at] = later;
                entry[at] = e;
                visible[later] = TileMemory.NOTHING;
            }
        }
        return count;
    }

    /**
     * As {@link #sortSingle}, by the halves of each block; most pixels show one triangle in all
     * their samples.
     */
    private int sortMulti(int entries) {
        int[] visible = tile.visible;
        raster.uniform(tile, uniform);
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
        Arrays.fill(visible, TileMemory.NOTHING);
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
