package dev.azulejo.core.kernel;

/**
 * Depths as keys: integers of {@value #BITS} bits that grow with distance, rounded to the safe
 * side.
 */
public final class DepthKeys {
    /** Bits of a key. */
    public static final int BITS = 24;

    /** Key of what nothing is known about: everything is nearer or equal. */
    public static final int UNKNOWN = (1 << BITS) - 1;

    /** Keys of all depths from 0 to 1. */
    public static final int SCALE = UNKNOWN + 1;

    private DepthKeys() {}

    /**
     * Key of a depth in 0..1, rounded towards the eye.
     *
     * @param depth in the window
     * @param reversed whether larger depths are nearer
     */
    public static int near(float depth, boolean reversed) {
        float scaled = depth * SCALE;
        int key = (int) scaled;
        if (reversed) {
            key = SCALE - (scaled > key ? key + 1 : key);
        }
        return Math.clamp(key, 0, UNKNOWN);
    }

    /** Key of a depth in 0..1, rounded away from the eye; likewise. */
    public static int far(float depth, boolean reversed) {
        float scaled = depth * SCALE;
        int key = Math.min((int) scaled, SCALE);
        key = reversed ? SCALE - key : scaled > key ? key + 1 : key;
        return Math.clamp(key, 0, UNKNOWN);
    }
}
