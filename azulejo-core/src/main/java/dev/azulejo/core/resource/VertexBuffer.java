package dev.azulejo.core.resource;

/**
 * A buffer of vertex attributes, 32-bit floats; a pipeline's vertex attributes say which floats
 * belong to which.
 */
public final class VertexBuffer extends Resource {
    private final float[] data;

    /**
     * Makes a buffer that holds a copy of the given values.
     *
     * @param values initial contents
     */
    public VertexBuffer(float... values) {
        data = values.clone();
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
        checkRange("VertexBuffer.write", offset, values.length, data.length);
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
