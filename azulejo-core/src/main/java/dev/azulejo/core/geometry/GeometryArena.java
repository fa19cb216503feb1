package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TrianglePlanes;

import java.util.ArrayList;
import java.util.List;

/**
 * A worker's memory for what chunks leave behind: blocks that are filled one after the other,
 * emptied all at once when a phase or a window begins, and kept. What a chunk writes lies in one
 * block.
 */
final class GeometryArena {
    private static final int BLOCK = 1 << 18;

    private final List<int[]> ints = new ArrayList<>();
    private final List<float[]> floats = new ArrayList<>();
    private int intBlock;
    private int intEnd;
    private int floatBlock;
    private int floatEnd;

    /** Returns the memory that is taken, bytes. */
    long bytes() {
        long used = 4L * (intEnd + floatEnd);
        for (int i = 0; i < intBlock; i++) {
            used += 4L * ints.get(i).length;
        }
        for (int i = 0; i < floatBlock; i++) {
            used += 4L * floats.get(i).length;
        }
        return used;
    }

    /** Empties all. */
    void clear() {
        intBlock = 0;
        intEnd = 0;
        floatBlock = 0;
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
        int[] block = ints.get(intBlock);
        if (chunk.records != block) {
            chunk.records = block;
        }
        chunk.recordsEnd = block.length;
    }

    /** Keeps the records that the chunk has. */
    void endRecords(ChunkOutput chunk) {
        intEnd = chunk.recordsAt + chunk.triangles * TrianglePlanes.STRIDE;
    }

    /** Takes ints behind a chunk's records; returns the first. They may lie in another block. */
    int takeInts(ChunkOutput chunk, int count) {
        int at = reserve(count);
        int[] block = ints.get(intBlock);
        if (chunk.kept.words != block) {
            chunk.kept.words = block;
        }
        intEnd = at + count;
        return at;
    }

    private int reserve(int count) {
        while (intBlock < ints.size() && ints.get(intBlock).length - intEnd < count) {
            intBlock++;
            intEnd = 0;
        }
        if (intBlock == ints.size()) {
            ints.add(new int[Math.max(BLOCK, count)]);
        }
        return intEnd;
    }

    /** Takes floats for a chunk's vertices; returns the first. */
    int takeFloats(ChunkOutput chunk, int count) {
        while (floatBlock < floats.size() && floats.get(floatBlock).length - floatEnd < count) {
            floatBlock++;
            floatEnd = 0;
        }
        if (floatBlock == floats.size()) {
            floats.add(new float[Math.max(BLOCK, count)]);
        }
        float[] block = floats.get(floatBlock);
        if (chunk.vertexData != block) {
            chunk.vertexData = block;
        }
        int at = floatEnd;
        floatEnd = at + count;
        return at;
    }
}
