package dev.azulejo.core.resource;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A buffer of vertex indices, unsigned only up to 2<sup>31</sup> - 1. */
public final class IndexBuffer extends Resource {
    /** Elements of a run: 512 triangles. */
    public static final int RUN = 1536;

    private final int[] data;

    /** Triangles of a cluster. */
    public static final int CLUSTER_TRIANGLES = 256;

    /** Elements of a cluster. */
    public static final int CLUSTER = 3 * CLUSTER_TRIANGLES;

    /** Emptied by a write. Workers that fill the same place at once put equal things there. */
    private final AtomicReferenceArray<VertexRun> runs;

    /** The same for clusters. */
    private final AtomicReferenceArray<VertexRun> clusters;

    private final AtomicReferenceArray<PositionBounds> bounds;

    /** Elements and distinct vertices of each cluster, 16 bits each, or 0. */
    private final AtomicIntegerArray clusterVertices;

    /** Bounds of the draw call that asked last. */
    private volatile PositionBounds drawBounds;

    /**
     * Makes a buffer that holds a copy of the given values.
     *
     * @param values initial contents
     */
    public IndexBuffer(int... values) {
        data = values.clone();
        runs = new AtomicReferenceArray<>((data.length + RUN - 1) / RUN);
        int count = (data.length + CLUSTER - 1) / CLUSTER;
        clusters = new AtomicReferenceArray<>(count);
        bounds = new AtomicReferenceArray<>(count);
        clusterVertices = new AtomicIntegerArray(count);
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
        for (int c = 0; c < clusters.length(); c++) {
            clusters.set(c, null);
            bounds.set(c, null);
            clusterVertices.set(c, 0);
        }
        drawBounds = null;
        touch();
    }

    /**
     * What is known of a run or cluster.
     *
     * @param length {@link #RUN} or {@link #CLUSTER}
     * @param index it begins at element {@code index * length}
     */
    VertexRun run(int length, int index) {
        return (length == RUN ? runs : clusters).get(index);
    }

    /** Remembers a run or cluster. */
    void keepRun(int length, int index, VertexRun run) {
        (length == RUN ? runs : clusters).set(index, run);
    }

    /** The bounds of a whole draw call that were found last, or null. */
    PositionBounds drawBounds() {
        return drawBounds;
    }

    /** Remembers the bounds of a whole draw call. */
    void keepDrawBounds(PositionBounds box) {
        drawBounds = box;
    }

    /** The bounds of a cluster last found, of whatever vertex buffer; or null. */
    PositionBounds bounds(int cluster) {
        return bounds.get(cluster);
    }

    /** Remembers the bounds of a cluster. */
    void keepBounds(int cluster, PositionBounds box) {
        bounds.set(cluster, box);
    }

    /**
     * Returns how many different vertices a cluster names: counted once.
     *
     * @param cluster it begins at element {@code cluster * CLUSTER}
     * @param elements how many it has
     */
    int clusterVertices(int cluster, int elements) {
        int known = clusterVertices.get(cluster);
        if (known >>> 16 == elements) {
            return known & 0xffff;
        }
        int first = cluster * CLUSTER;
        int[] seen = new int[4 * 512];
        int different = 0;
        for (int i = first; i < first + elements; i++) {
            // Never 0, which means an empty place
            int key = data[i] + 1 == 0 ? Integer.MIN_VALUE : data[i] + 1;
            int at = key * 0x9E3779B1 >>> 21;
            while (seen[at] != 0 && seen[at] != key) {
                at = at + 1 & seen.length - 1;
            }
            different += seen[at] == 0 ? 1 : 0;
            seen[at] = key;
        }
        clusterVertices.set(cluster, elements << 16 | different);
        return different;
    }

    /**
     * Returns the storage itself for kernels to index; not a copy. Callers other than shader stages
     * treat it as read-only, since a write through it does not change the version.
     */
    public int[] data() {
        return data;
    }
}
