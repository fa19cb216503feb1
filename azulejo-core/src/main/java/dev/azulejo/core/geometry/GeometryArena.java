package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TrianglePlanes;

import java.util.ArrayList;
import java.util.List;

/**
 * A worker's memory for what chunks leave behind: slabs that are filled one after the other,
 * emptied all at once when a phase or a window begins, and kept. What a chunk writes lies in one
 * slab.
 */
final class GeometryArena {
    private static final int SLAB = 1 << 18;

    private final List<int[]> ints = new ArrayList<>();
    private final List<float[]> floats = new ArrayList<>();
    private int intSlab;
    private int intEnd;
    private int floatSlab;
    private int floatEnd;

    /** Returns the memory that is taken, bytes. */
    long bytes() {
        long used = 4L * (intEnd + floatEnd);
        for (int i = 0; i < intSlab; i++) {
            used += 4L * ints.get(i).length;
        }
        for (int i = 0; i < floatSlab; i++) {
            used += 4L * floats.get(i).length;
        }
        return used;
    }

    /** Empties all. */
    void clear() {
        intSlab = 0;
        intEnd = 0;
        floatSlab = 0;
        floatEnd = 0;
    }

    /** Gives a chunk room for the records of some primitives, more if it asks for it. */
    void beginRecords(ChunkOutput chunk, int primitives) {
        chunk.recordsAt = reserve(primitives * TrianglePlanes.STRIDE);
        setRecords(chunk);
    }

    /** Moves a chunk's records to a larger room. */
    void growRecords(ChunkOutput chunk) {
        int[] old = chunk.records;
        int from = chunk.recordsAt;
        int count = chunk.triangles * TrianglePlanes.STRIDE;
        chunk.recordsAt = reserve(2 * count + TrianglePlanes.STRIDE);
        setRecords(chunk);
        System.arraycopy(old, from, chunk.records, chunk.recordsAt, count);
    }

    private void setRecords(ChunkOutput chunk) {
        int[] slab = ints.get(intSlab);
        if (chunk.records != slab) {
            chunk.records = slab;
        }
        chunk.recordsEnd = slab.length;
    }

    /** Keeps the records that the chunk has. */
    void endRecords(ChunkOutput chunk) {
        intEnd = chunk.recordsAt + chunk.triangles * TrianglePlanes.STRIDE;
    }

    /** Takes ints behind a chunk's records; returns the first. They may lie in another slab. */
    int takeInts(ChunkOutput chunk, int count) {
        int at = reserve(count);
        int[] slab = ints.get(intSlab);
        if (chunk.kept.words != slab) {
            chunk.kept.words = slab;
        }
        intEnd = at + count;
        return at;
    }

    private int reserve(int count) {
        while (intSlab < ints.size() && ints.get(intSlab).length - intEnd < count) {
            intSlab++;
            intEnd = 0;
        }
        if (intSlab == ints.size()) {
            ints.add(new int[Math.max(SLAB, count)]);
        }
        return intEnd;
    }

    /** Takes floats for a chunk's vertices; returns the first. */
    int takeFloats(ChunkOutput chunk, int count) {
        while (floatSlab < floats.size() && floats.get(floatSlab).length - floatEnd < count) {
            floatSlab++;
            floatEnd = 0;
        }
        if (floatSlab == floats.size()) {
            floats.add(new float[Math.max(SLAB, count)]);
        }
        float[] slab = floats.get(floatSlab);
        if (chunk.vertexData != slab) {
            chunk.vertexData = slab;
        }
        int at = floatEnd;
        floatEnd = at + count;
        return at;
    }
}
