package dev.azulejo.core.link;

/** Pixels on their way into a message, or out of one: the same steps either way. */
public interface PixelStream {
    /** Takes some ints along: from an array, or into it. */
    void carry(int[] values, int first, int count);

    /** Takes some floats along, to the bit. */
    void carry(float[] values, int first, int count);
}
