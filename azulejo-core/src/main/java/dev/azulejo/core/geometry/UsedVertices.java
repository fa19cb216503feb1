package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;

import java.util.Arrays;

/**
 * The vertices that a chunk's records name: those that came in, in order of first use, and those
 * that clipping made of them. Only their varyings are shaded. Owned by one thread.
 *
 * <p>While triangles are set up, a record names a vertex by its slot, and one that clipping made by
 * the complement of its number; {@link #finish} replaces both by places in the vertex data.
 */
final class UsedVertices {
    private final TransformedVertices vertices;

    /** For each slot: its place among the used vertices, or -1. */
    private final int[] usedAt;

    /** Slots of used vertices in order of first use. */
    private final int[] slots;

    private int count;

    /** Vertices that clipping made: 1/w, three slots they come from, and their weights. */
    private final float[] cutInverseW;

    private final int[] cutSource;
    private final float[] cutWeight;
    private int cutCount;

    /**
     * Makes room.
     *
     * @param in vertices by slot
     * @param cut most vertices that clipping makes of a chunk
     */
    UsedVertices(TransformedVertices in, int cut) {
        vertices = in;
        usedAt = new int[in.x.length];
        // One more: the slot behind the last is written, too
        slots = new int[in.x.length + 1];
        cutInverseW = new float[cut];
        cutSource = new int[3 * cut];
        cutWeight = new float[3 * cut];
        Arrays.fill(usedAt, -1);
    }

    /** Forgets all. */
    void forget() {
        for (int i = 0; i < count; i++) {
            usedAt[slots[i]] = -1;
        }
        count = 0;
        cutCount = 0;
    }

    /** Vertices in use, without those that clipping made. */
    int count() {
        return count;
    }

    /**
     * Finds the vertices that records name by their slots, and those that the named ones were cut
     * from; records name them by number then, in order of first use. Whether a vertex was seen
     * before is as good as random: there is no branch on it.
     */
    void find(ChunkOutput chunk) {
        int[] at = usedAt;
        int[] to = slots;
        int n = count;
        for (int i = 0; i < 3 * cutCount; i++) {
            int slot = cutSource[i];
            int before = at[slot];
            to[n] = slot;
            at[slot] = before < 0 ? n : before;
            n += before >>> 31;
        }
        int[] r = chunk.records;
        int begin = chunk.recordsAt + TrianglePlanes.V0;
        int end = begin + chunk.triangles * TrianglePlanes.STRIDE;
        for (int v = begin; v < end; v += TrianglePlanes.STRIDE) {
            for (int k = v; k < v + 3; k++) {
                int slot = r[k];
                if (slot >= 0) {
                    int before = at[slot];
                    int number = before < 0 ? n : before;
                    to[n] = slot;
                    at[slot] = number;
                    r[k] = number;
                    n += before >>> 31;
                }
            }
        }
        count = n;
    }

    /** Slot of a vertex in use. */
    int slot(int place) {
        return slots[place];
    }

    /** Vertices that clipping has made. */
    int cutCount() {
        return cutCount;
    }

    /**
     * Adds a vertex that the clipper made of those in three slots; returns what records call it.
     *
     * @param clipper what made it
     * @param vertex its number there
     */
    int addCut(Clipper clipper, int vertex, int a, int b, int c) {
        int at = cutCount++;
        cutSource[3 * at] = a;
        cutSource[3 * at + 1] = b;
        cutSource[3 * at + 2] = c;
        for (int corner = 0; corner < 3; corner++) {
            cutWeight[3 * at + corner] = clipper.get(vertex, Clipper.WEIGHTS + corner);
        }
        return ~at;
    }

    /** Sets 1/w of the last {@code n} vertices that clipping made. */
    void setCutInverseW(float[] inverseW, int n) {
        System.arraycopy(inverseW, 0, cutInverseW, cutCount - n, n);
    }

    /** Forgets vertices that clipping made, down to a number of them. */
    void dropCut(int kept) {
        cutCount = kept;
    }

    /** Takes room for the data of all these vertices. */
    void take(ChunkOutput chunk, GeometryArena arena, int stride) {
        chunk.vertexCount = count + cutCount;
        chunk.verticesAt = arena.takeFloats(chunk, chunk.vertexCount * stride);
    }

    /**
     * Stores the data of used vertices first..first+n-1, varyings from the first lanes of a batch.
     */
    void store(ChunkOutput chunk, int first, int n, float[][] varying, int varyingCount) {
        int stride = 1 + varyingCount;
        float[] data = chunk.vertexData;
        int begin = chunk.verticesAt + first * stride;
        for (int i = 0; i < n; i++) {
            data[begin + i * stride] = vertices.inverseW[slots[first + i]];
        }
        for (int k = 0; k < varyingCount; k++) {
            float[] lanes = varying[k];
            int at = begin + 1 + k;
            for (int i = 0; i < n; i++, at += stride) {
                data[at] = lanes[i];
            }
        }
    }

    /** Writes down what {@link #restore} needs to know of the vertices in use. */
    void keep(ChunkOutput chunk, InputAssembler assembler, GeometryArena arena) {
        find(chunk);
        chunk.kept.at = arena.takeInts(chunk, KeptVertices.words(count, cutCount));
        chunk.kept.used = count;
        chunk.kept.clipped = cutCount;
        chunk.kept.minVertex = assembler.minVertex;
        chunk.kept.maxVertex = assembler.maxVertex;
        int[] kept = chunk.kept.words;
        int at = chunk.kept.at;
        for (int i = 0; i < count; i++) {
            kept[at++] = assembler.vertexOf[slots[i]];
        }
        for (int i = 0; i < count; i++) {
            kept[at++] = Float.floatToRawIntBits(vertices.inverseW[slots[i]]);
        }
        for (int i = 0; i < 3 * cutCount; i++) {
            kept[at++] = usedAt[cutSource[i]];
        }
        for (int i = 0; i < 3 * cutCount; i++) {
            kept[at++] = Float.floatToRawIntBits(cutWeight[i]);
        }
        for (int i = 0; i < cutCount; i++) {
            kept[at++] = Float.floatToRawIntBits(cutInverseW[i]);
        }
    }

    /** Brings back what was kept; {@link #find} finds what records name by now. */
    void restore(ChunkOutput chunk, InputAssembler assembler) {
        forget();
        int[] kept = chunk.kept.words;
        int at = chunk.kept.at;
        cutCount = chunk.kept.clipped;
        assembler.minVertex = chunk.kept.minVertex;
        assembler.maxVertex = chunk.kept.maxVertex;
        int vertexCount = chunk.kept.used;
        System.arraycopy(kept, at, assembler.vertexOf, 0, vertexCount);
        at += vertexCount;
        for (int i = 0; i < vertexCount; i++) {
            vertices.inverseW[i] = Float.intBitsToFloat(kept[at++]);
        }
        for (int i = 0; i < 3 * cutCount; i++) {
            cutSource[i] = kept[at++];
        }
        for (int i = 0; i < 3 * cutCount; i++) {
            cutWeight[i] = Float.intBitsToFloat(kept[at++]);
        }
        for (int i = 0; i < cutCount; i++) {
            cutInverseW[i] = Float.intBitsToFloat(kept[at++]);
        }
    }

    /**
     * Makes the data of vertices that clipping made from that of the used ones; all numbers in
     * records are final then.
     *
     * @param chunk whose vertex data holds the used vertices
     * @param stride floats of a vertex: 1/w and the varyings
     */
    void finish(ChunkOutput chunk, int stride) {
        int base = chunk.verticesAt;
        float[] data = chunk.vertexData;
        for (int i = 0; i < cutCount; i++) {
            int at = base + (count + i) * stride;
            data[at] = cutInverseW[i];
            int s0 = base + usedAt[cutSource[3 * i]] * stride;
            int s1 = base + usedAt[cutSource[3 * i + 1]] * stride;
            int s2 = base + usedAt[cutSource[3 * i + 2]] * stride;
            float w0 = cutWeight[3 * i];
            float w1 = cutWeight[3 * i + 1];
            float w2 = cutWeight[3 * i + 2];
            for (int k = 1; k < stride; k++) {
                data[at + k] = w0 * data[s0 + k] + w1 * data[s1 + k] + w2 * data[s2 + k];
            }
        }
        if (cutCount != 0) {
            numberCut(chunk);
        }
    }

    /** Numbers the vertices that clipping has made behind the others. */
    private void numberCut(ChunkOutput chunk) {
        int[] records = chunk.records;
        int first = chunk.recordsAt + TrianglePlanes.V0;
        int end = first + chunk.triangles * TrianglePlanes.STRIDE;
        for (int at = first; at < end; at += TrianglePlanes.STRIDE) {
            for (int k = at; k < at + 3; k++) {
                records[k] = records[k] >= 0 ? records[k] : count + ~records[k];
            }
        }
    }
}
