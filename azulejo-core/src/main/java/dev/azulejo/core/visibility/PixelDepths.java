package dev.azulejo.core.visibility;

import java.util.Arrays;

/**
 * The finest level of a {@link HierarchicalZ}: for each pixel a key that none of its samples ends
 * up behind.
 *
 * <p>To begin anew takes no pass over the pixels: above the key each int holds a stamp, which
 * counts down from reset to reset, so that whatever was kept before is larger than any key of now
 * and claims nothing.
 *
 * <p>Threads: as the structure. An int holds a stamp and a key, so that a writer who meets another
 * loses a bound and never takes an old one for a new one.
 */
final class PixelDepths {
    private static final int KEY_BITS = 24;
    private static final int LARGEST_STAMP = 126;

    /** A stamp that never is the one of now. */
    private static final int FORGOTTEN = Integer.MAX_VALUE;

    /** Stamp and key, [16 * block + bit of the block's masks]. */
    private int[] keys = new int[0];

    /** The stamp of now, above the key's bits. */
    private int stamp;

    /** Forgets all, and makes room. */
    void reset(int blocks) {
        if (keys.length < 16 * blocks) {
            keys = new int[16 * blocks];
            stamp = 0;
        }
        if (stamp == 0) {
            Arrays.fill(keys, FORGOTTEN);
            stamp = LARGEST_STAMP + 1 << KEY_BITS;
        }
        stamp -= 1 << KEY_BITS;
    }

    /** Returns whether a pixel of a block, named by its bit in masks, hides a key. */
    boolean hides(int block, int pixel, int nearKey) {
        return (stamp | nearKey) > keys[16 * block + pixel];
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
        int at = 16 * block + pixel;
        int key = stamp | farKey;
        counts.readPixels(1);
        if (key >= keys[at]) {
            return false;
        }
        keys[at] = key;
        counts.writeInt();
        return true;
    }

    /** Returns a key that nothing in the block is behind. */
    int farthest(int block, HizCounts counts) {
        counts.readPixels(16);
        int most = 0;
        for (int i = 16 * block; i < 16 * block + 16; i++) {
            most = Math.max(most, keys[i]);
        }
        return Math.min(most - stamp, HierarchicalZ.UNKNOWN);
    }
}
