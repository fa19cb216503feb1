package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.SamplePattern;

/**
 * Enters one triangle in a block of 4x4 pixels sample by sample, and tests it so, where {@link
 * PixelDepths} tells samples apart. Owned by one thread.
 */
final class PartialPixels {
    /** Pixels of the block, by sample, of which the triangle covers that sample. */
    final int[] inside = new int[SamplePattern.MOST];

    /** Keys of one pixel's samples. */
    private final int[] sampleKeys = new int[SamplePattern.MOST];

    private final HizCounts counts;
    private final PixelPlane plane;

    PartialPixels(HizCounts work, PixelPlane pixelPlane) {
        counts = work;
        plane = pixelPlane;
    }

    /** Whether a structure tells the samples of a pattern apart. */
    static boolean matter(HierarchicalZ structure, SamplePattern pattern) {
        return structure.pixelDepths != null && structure.pixelDepths.tellsSamples(pattern);
    }

    /**
     * Enters the triangle whose samples are {@link #inside}.
     *
     * @param r array with its record
     * @param at first int of the record
     * @param index of the block
     * @param x column of the block's first pixel
     * @param y row of it
     * @param samples of a pixel
     */
    void enter(HierarchicalZ structure, int[] r, int at, int index, int x, int y, int samples) {
        int whole = HierarchicalZ.ALL;
        int touched = 0;
        for (int s = 0; s < samples; s++) {
            whole &= inside[s];
            touched |= inside[s];
        }
        if (touched == 0) {
            return;
        }
        plane.set(r, at, x, y, structure.farEnd());
        int[] keys = plane.farKeys(structure, whole);
        int known = whole;
        for (int left = touched & ~whole; left != 0; left &= left - 1) {
            int pixel = Integer.numberOfTrailingZeros(left);
            int mask = 0;
            for (int s = 0; s < samples; s++) {
                if ((inside[s] >>> pixel & 1) != 0) {
                    mask |= 1 << s;
                    sampleKeys[s] = plane.farKey(structure, pixel, s);
                }
            }
            keys[pixel] =
                    structure.pixelDepths.enterSamples(index, pixel, mask, sampleKeys, counts);
            known |= keys[pixel] == HierarchicalZ.UNKNOWN ? 0 : 1 << pixel;
        }
        if (known != 0) {
            structure.occlude(index, known, keys, counts);
        }
    }

    /** Which of some pixels the triangle whose samples are {@link #inside} covers a sample of. */
    int covered(int pixels, int samples) {
        int covered = 0;
        for (int s = 0; s < samples; s++) {
            covered |= inside[s];
        }
        return covered & pixels;
    }

    /**
     * Returns whether the triangle that the plane was set to, and whose samples are {@link
     * #inside}, is hidden at each sample that it covers of some pixels.
     *
     * @param known key of all of the block
     */
    boolean hidden(HierarchicalZ structure, int index, int pixels, int samples, int known) {
        for (int left = pixels; left != 0; left &= left - 1) {
            int pixel = Integer.numberOfTrailingZeros(left);
            counts.readPixels(samples);
            for (int s = 0; s < samples; s++) {
                if ((inside[s] >>> pixel & 1) != 0) {
                    int near = plane.nearKey(structure, pixel, s);
                    if (near <= known && near <= structure.pixelDepths.key(index, pixel, s)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
