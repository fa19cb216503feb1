package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TrianglePlanes;

/**
 * A worker's memory for what chunks leave behind: slabs that are filled one after the other and
 * kept. They are emptied all at once when a phase or a window begins, or, where chunks come in
 * windows, as soon as what is in them has been rendered. What a chunk writes lies in one slab.
 */
final class GeometryArena {
    private SlabQueue<int[]> ints = new SlabQueue<>(int[]::new);

    /** Holds what somebody reads who has asked for it last; null until somebody does. */
    private SlabQueue<int[]> kept;

    private final SlabQueue<float[]> floats = new SlabQueue<>(float[]::new);

    /** Number of the chunk that takes memory from now on. */
    private int user;

    /** Returns the memory that is taken, bytes. */
    long bytes() {
        return 4 * (ints.taken() + floats.taken());
    }

    /** Empties all. */
    void clear() {
        ints.clear();
        floats.clear();
        user = 0;
    }

    /** What is in records now stays until this is called again; others go elsewhere. */
    void keepRecords() {
        var other = kept == null ? new SlabQueue<>(int[]::new) : kept;
        kept = ints;
        ints = other;
    }

    /** Says which chunk takes memory from now on; numbers rise until all is emptied. */
    void use(int chunk) {
        user = chunk;
    }

    /** Empties what chunks before a number have taken. */
    void release(int firstHeld) {
        ints.release(firstHeld);
        floats.release(firstHeld);
    }

    /** Gives a chunk room for the records of some primitives, more if it asks for it. */
    void beginRecords(ChunkOutput chunk, int primitives) {
        chunk.recordsAt = ints.reserve(primitives * TrianglePlanes.STRIDE);
        setRecords(chunk);
    }

    /** Moves a chunk's records to a larger room, with room for some more at least. */
    void growRecords(ChunkOutput chunk, int more) {
        int[] old = chunk.records;
        int from = chunk.recordsAt;
        int count = chunk.triangles * TrianglePlanes.STRIDE;
        chunk.recordsAt = ints.reserve(2 * count + more * TrianglePlanes.STRIDE);
        setRecords(chunk);
        System.arraycopy(old, from, chunk.records, chunk.recordsAt, count);
    }

    private void setRecords(ChunkOutput chunk) {
        int[] slab = ints.slab();
        if (chunk.records != slab) {
            chunk.records = slab;
        }
        chunk.recordsEnd = ints.length();
    }

    /** Keeps the records that the chunk has. */
    void endRecords(ChunkOutput chunk) {
        ints.take(chunk.recordsAt + chunk.triangles * TrianglePlanes.STRIDE, user);
    }

    /** Takes ints behind a chunk's records; returns the first. They may lie in another slab. */
    int takeInts(ChunkOutput chunk, int count) {
        int at = ints.reserve(count);
        int[] slab = ints.slab();
        if (chunk.kept.words != slab) {
            chunk.kept.words = slab;
        }
        ints.take(at + count, user);
        return at;
    }

    /** Takes floats for a chunk's vertices; returns the first. */
    int takeFloats(ChunkOutput chunk, int count) {
        int at = floats.reserve(count);
        float[] slab = floats.slab();
        if (chunk.vertexData != slab) {
            chunk.vertexData = slab;
        }
        floats.take(at + count, user);
        return at;
    }
}
