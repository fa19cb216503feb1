package dev.azulejo.core.visibility;

/**
 * What a {@link HierarchicalZ} knows of single pixels and samples, for who looks into it: those who
 * test ask whether something is hidden, level by level, and never for a key.
 */
public final class KnownKeys {
    private KnownKeys() {}

    /** Far key of a pixel, as sharp as is known. */
    public static int ofPixel(HierarchicalZ structure, int x, int y) {
        int block = structure.blockOf(x, y);
        int key = structure.farthest(x, y, 4);
        if (structure.pixelDepths != null) {
            return Math.min(key, structure.pixelDepths.key(block, bit(x, y)));
        }
        for (long layer : new long[] {structure.blocks[block], structure.seconds[block]}) {
            if ((Layer.mask(layer) >>> bit(x, y) & 1) != 0) {
                key = Math.min(key, Layer.key(layer));
            }
        }
        return key;
    }

    /** Far key of a sample of a pixel: that of the pixel, where samples are not told apart. */
    public static int ofSample(HierarchicalZ structure, int x, int y, int sample) {
        int key = ofPixel(structure, x, y);
        if (structure.pixelDepths == null) {
            return key;
        }
        int block = structure.blockOf(x, y);
        return Math.min(key, structure.pixelDepths.key(block, bit(x, y), sample));
    }

    private static int bit(int x, int y) {
        return 4 * (x & 3) + (y & 3);
    }
}
