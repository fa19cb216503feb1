package dev.azulejo.core.visibility;

/**
 * Words for a layer of a block: a key that the pixels of a mask, in the bits below it, do not end
 * up behind. A mask without pixels is no layer.
 */
final class Layer {
    /** Bits of a layer. */
    static final long BITS = (1L << HizLayout.FAR_AT) - 1;

    private Layer() {}

    static long of(int key, int mask) {
        return (long) key << HizLayout.LAYER_KEY_AT | mask;
    }

    static int key(long layer) {
        return (int) (layer >>> HizLayout.LAYER_KEY_AT) & HierarchicalZ.UNKNOWN;
    }

    static int mask(long layer) {
        return (int) layer & HierarchicalZ.ALL;
    }

    /** A layer, or none if it is not nearer than a key. */
    static long nearer(long layer, int key) {
        return key(layer) < key ? layer : 0;
    }

    /** Whether one layer says all that another says. */
    static boolean implies(long layer, long other) {
        return (mask(other) & ~mask(layer)) == 0 && key(layer) <= key(other);
    }

    /** A layer of the pixels of both, at the farther key. */
    static long join(long layer, long other) {
        return of(Math.max(key(layer), key(other)), mask(layer) | mask(other));
    }

    /** How much farther pixels go when two layers are joined, in sum. */
    static long loss(long layer, long other) {
        int farther = key(other) - key(layer);
        int pixels = Integer.bitCount(mask(farther > 0 ? layer : other));
        return (long) Math.abs(farther) * pixels;
    }
}
