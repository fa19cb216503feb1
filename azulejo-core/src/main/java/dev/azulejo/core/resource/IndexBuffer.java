package dev.azulejo.core.resource;

import java.util.concurrent.atomic.AtomicReferenceArray;

/** A buffer of vertex indices, unsigned only up to 2<sup>31</sup> - 1. */
public final class IndexBuffer extends Resource {
    /** Elements of a run: 512 triangles. */
    public static final int RUN = 1536;

    private final int[] data;

    /** Emptied by a write. Workers that fill the same place at once put equal things there. */
    private final AtomicReferenceArray<VertexRun> runs;

    /**
     * Makes a buffer that holds a copy of the given values.
     *
     * @param values initial contents
     */
    public IndexBuffer(int... values) {
        data = values.clone();
        runs = new AtomicReferenceArray<>((data.length + RUN - 1) / RUN);
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
    public void write(int offset, int[] values) {
        checkRange("IndexBuffer.write", offset, values.length, data.length);
        System.arraycopy(values, 0, data, offset, values.length);
        for (int r = 0; r < runs.length(); r++) {
            runs.set(r, null);
        }
        touch();
    }

    /** For the device: what is known of the run that begins at element {@code index * RUN}. */
    public VertexRun run(int index) {
        return runs.get(index);
    }

    /** For the device: remembers a run. */
    public void keepRun(int index, VertexRun run) {
        runs.set(index, run);
    }

    /**
     * Returns the storage itself for kernels to index; not a copy. Callers other than shader stages
     * treat it as read-only, since a write through it does not change the version.
     */
    public int[] data() {
        return data;
    }
}
