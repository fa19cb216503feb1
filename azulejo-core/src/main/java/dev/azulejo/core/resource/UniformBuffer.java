package dev.azulejo.core.resource;

import java.util.Arrays;

/** A buffer of values that are the same for every lane of a draw call. */
public final class UniformBuffer extends Resource {
    private final float[] data;

    /** What {@link #contents} saw last. */
    private float[] seen = new float[0];

    private long seenVersion = -1;
    private long contents;

    /**
     * Makes a buffer that holds a copy of the given values.
     *
     * @param values initial contents
     */
    public UniformBuffer(float... values) {
        data = values.clone();
    }

    /**
     * A number that changes when the contents do, and not when they are written with what they held
     * before.
     */
    synchronized long contents() {
        if (seenVersion != version()) {
            seenVersion = version();
            if (!sameBits(seen, data)) {
                seen = seen.length == data.length ? seen : new float[data.length];
                System.arraycopy(data, 0, seen, 0, data.length);
                contents++;
            }
        }
        return contents;
    }

    private static boolean sameBits(float[] a, float[] b) {
        // By bits: 0 and -0 are different things to a shader. mismatch() compares NaNs as equal,
        // whatever their bits, which no arithmetic tells apart.
        return a.length == b.length && Arrays.mismatch(a, b) < 0;
    }

    private UniformBuffer(UniformBuffer original) {
        super(original);
        data = new float[original.data.length];
    }

    /** Returns a buffer that stands for this one; empty until {@link #copy}. */
    UniformBuffer stand() {
        return new UniformBuffer(this);
    }

    /** Takes over what the buffer that this one stands for holds now. */
    void copy(UniformBuffer original) {
        System.arraycopy(original.data, 0, data, 0, data.length);
        touch();
        seenVersion = version();
        contents = original.contents();
    }

    /** Returns how many elements the buffer holds. */
    public int length() {
        return data.length;
    }

    /**
     * Overwrites part of the contents and increments the version.
     *
     * @param offset first element to overwrite
     * @param values what to write; must fit
     */
    public void write(int offset, float[] values) {
        checkRange("UniformBuffer.write", offset, values.length, data.length);
        System.arraycopy(values, 0, data, offset, values.length);
        touch();
    }

    /**
     * Returns the storage itself for kernels to index; not a copy. Callers other than shader stages
     * treat it as read-only, since a write through it does not change the version.
     */
    public float[] data() {
        return data;
    }
}
