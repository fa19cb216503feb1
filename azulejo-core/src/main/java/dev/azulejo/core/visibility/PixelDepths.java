package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.SamplePattern;

import java.util.Arrays;

/**
 * The finest level of a {@link HierarchicalZ}: for each pixel a key that none of its samples ends
 * up behind. With several samples, one for each of them as well: triangles that share an edge have
 * some samples of the pixels there each, and a pixel is known once all of its samples are.
 *
 * <p>To begin anew takes no pass over the pixels: above the key each int holds a stamp, which
 * counts down from reset to reset, so that whatever was kept before is larger than any key of now
 * and claims nothing.
 *
 * <p>Threads: as the structure. An int holds a stamp and a key, so that a writer who meets another
 * loses a bound and never takes an old one for a new one.
 */
final class PixelDepths {
    private static final int LARGEST_STAMP = 126;

    /** A stamp that never is the one of now. */
    private static final int FORGOTTEN = Integer.MAX_VALUE;

    /** Stamp and key, [{@link HizLayout#PARTS} * block + bit of the block's masks]. */
    private int[] keys = new int[0];

    /** Likewise of samples, if there are several, [samples * (that index) + sample]. */
    private int[] sampleKeys = new int[0];

    private int samples;

    /** The stamp of now, above the key's bits. */
    private int stamp;

    /**
     * Forgets all, and makes room.
     *
     * @param samplesOfPixel that are told apart, 1 and up
     */
    void reset(int blocks, int samplesOfPixel) {
        samples = samplesOfPixel;
        keys = room(keys, HizLayout.PARTS * blocks);
        sampleKeys = room(sampleKeys, samples == 1 ? 0 : HizLayout.PARTS * blocks * samples);
        if (stamp == 0) {
            Arrays.fill(keys, FORGOTTEN);
            Arrays.fill(sampleKeys, FORGOTTEN);
            stamp = LARGEST_STAMP + 1 << HizLayout.KEY_BITS;
        }
        stamp -= 1 << HizLayout.KEY_BITS;
    }

    /** Each grows by itself: a large map of one sample and a target of several may take turns. */
    private static int[] room(int[] held, int count) {
        if (held.length >= count) {
            return held;
        }
        int[] larger = new int[count];
        Arrays.fill(larger, FORGOTTEN);
        return larger;
    }

    /** Returns the key of a pixel of a block. */
    int key(int block, int pixel) {
        return Math.min(keys[HizLayout.PARTS * block + pixel] - stamp, HierarchicalZ.UNKNOWN);
    }

    /** Returns the key of a sample of a pixel, as sharp as is known. */
    int key(int block, int pixel, int sample) {
        int known = keys[HizLayout.PARTS * block + pixel];
        if (samples > 1) {
            known =
                    Math.min(
                            known,
                            sampleKeys[samples * (HizLayout.PARTS * block + pixel) + sample]);
        }
        return Math.min(known - stamp, HierarchicalZ.UNKNOWN);
    }

    /** Returns whether a pixel of a block, named by its bit in masks, hides a key. */
    boolean hides(int block, int pixel, int nearKey) {
        return (stamp | nearKey) > keys[HizLayout.PARTS * block + pixel];
    }

    /** Returns whether all of some pixels of a block hide a key. */
    boolean hide(int block, int mask, int nearKey, HizCounts counts) {
        int left = mask;
        while (left != 0 && hides(block, Integer.numberOfTrailingZeros(left), nearKey)) {
            left &= left - 1;
        }
        counts.readPixels(Integer.bitCount(mask) - Math.max(0, Integer.bitCount(left) - 1));
        return left == 0;
    }

    /** Enters a key for a pixel of a block; returns whether it came nearer. */
    boolean enter(int block, int pixel, int farKey, HizCounts counts) {
        int at = HizLayout.PARTS * block + pixel;
        int key = stamp | farKey;
        counts.readPixels(1);
        if (key >= keys[at]) {
            return false;
        }
        keys[at] = key;
        counts.writeInt();
        return true;
    }

    /** Whether samples of a pattern are told apart. */
    boolean tellsSamples(SamplePattern pattern) {
        return samples > 1 && samples == pattern.count();
    }

    /**
     * Enters keys for some samples of a pixel; returns a key that none of its samples ends up
     * behind, {@link HierarchicalZ#UNKNOWN} while there is a sample of which nothing is known.
     *
     * @param sampleMask which samples
     * @param farKeys of these, by sample
     */
    int enterSamples(int block, int pixel, int sampleMask, int[] farKeys, HizCounts counts) {
        int at = samples * (HizLayout.PARTS * block + pixel);
        int most = 0;
        counts.readPixels(samples);
        for (int s = 0; s < samples; s++) {
            int known = sampleKeys[at + s];
            if ((sampleMask >>> s & 1) != 0 && (stamp | farKeys[s]) < known) {
                known = stamp | farKeys[s];
                sampleKeys[at + s] = known;
                counts.writeInt();
            }
            most = Math.max(most, known);
        }
        return Math.min(most - stamp, HierarchicalZ.UNKNOWN);
    }

    /** Returns a key that nothing in the block is behind. */
    int farthest(int block, HizCounts counts) {
        counts.readPixels(HizLayout.PARTS);
        int most = 0;
        int first = HizLayout.PARTS * block;
        for (int i = first; i < first + HizLayout.PARTS; i++) {
            most = Math.max(most, keys[i]);
        }
        return Math.min(most - stamp, HierarchicalZ.UNKNOWN);
    }
}
