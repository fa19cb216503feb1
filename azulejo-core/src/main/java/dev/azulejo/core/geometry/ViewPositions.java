package dev.azulejo.core.geometry;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.shader.VertexBatch;

/**
 * Clip positions of the same vertices in several views, from the moment they are fetched until the
 * last view has been set up. Owned by one thread.
 */
final class ViewPositions {
    private final ChunkOutput[] chunk = new ChunkOutput[CommandBuffer.MAX_VIEWS];
    private final float[][] clip = new float[4 * CommandBuffer.MAX_VIEWS][];
    private int views;
    private int slots;

    /** Begins with no views of so many vertices, at most {@code capacity}. */
    void begin(int vertices, int capacity) {
        views = 0;
        slots = vertices;
        if (clip[0] == null) {
            for (int k = 0; k < clip.length; k++) {
                clip[k] = new float[capacity];
            }
        }
    }

    /** Forgets all. */
    void end() {
        views = 0;
    }

    /** Adds the view of a chunk. */
    void add(ChunkOutput of) {
        if (chunk[views] != of) {
            chunk[views] = of;
        }
        views++;
    }

    /** Returns how many views there are. */
    int count() {
        return views;
    }

    /** Returns the chunk of a view. */
    ChunkOutput chunk(int view) {
        return chunk[view];
    }

    /** Returns how many vertices there are. */
    int slots() {
        return slots;
    }

    /** Stores positions of a batch in a view. */
    void store(int view, int from, VertexBatch batch) {
        System.arraycopy(batch.clipX, 0, clip[4 * view], from, batch.count);
        System.arraycopy(batch.clipY, 0, clip[4 * view + 1], from, batch.count);
        System.arraycopy(batch.clipZ, 0, clip[4 * view + 2], from, batch.count);
        System.arraycopy(batch.clipW, 0, clip[4 * view + 3], from, batch.count);
    }

    /** Loads all positions of a chunk, if it is one of these views; returns whether it is. */
    boolean load(ChunkOutput of, TransformedVertices into) {
        for (int v = 0; v < views; v++) {
            if (chunk[v] == of) {
                System.arraycopy(clip[4 * v], 0, into.clipX, 0, slots);
                System.arraycopy(clip[4 * v + 1], 0, into.clipY, 0, slots);
                System.arraycopy(clip[4 * v + 2], 0, into.clipZ, 0, slots);
                System.arraycopy(clip[4 * v + 3], 0, into.clipW, 0, slots);
                return true;
            }
        }
        return false;
    }
}
