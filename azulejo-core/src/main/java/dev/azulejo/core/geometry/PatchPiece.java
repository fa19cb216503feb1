package dev.azulejo.core.geometry;

/**
 * A worker's piece of work, and the chunks that it becomes: patches of a group that are tessellated
 * at once, or an ordinary chunk. Reused; owned by one thread, or by whoever holds a lock.
 */
public final class PatchPiece {
    /** The group; null for an ordinary chunk. */
    PatchGroup group;

    /** First patch in the group. */
    int from;

    /** Behind the last patch. */
    int to;

    /** Place of the first chunk. */
    int firstChunk;

    /** How many chunks. */
    int chunks;

    /** Makes one; it is reused. */
    public PatchPiece() {}

    /**
     * Becomes patches of a group.
     *
     * @param of that has run the hull stage
     * @param first patch in the group
     * @param end behind the last patch
     * @param chunk place of the first chunk
     * @return how many chunks they become
     */
    public int describe(PatchGroup of, int first, int end, int chunk) {
        group = of;
        from = first;
        to = end;
        firstChunk = chunk;
        chunks = PatchWorker.chunks(of.primitives(first, end), of.draw.geometryStage());
        return chunks;
    }

    /** Becomes an ordinary chunk. */
    public void describe(int chunk) {
        group = null;
        from = 0;
        to = 0;
        firstChunk = chunk;
        chunks = 1;
    }

    /** Becomes the same as another one. */
    public void set(PatchPiece other) {
        group = other.group;
        from = other.from;
        to = other.to;
        firstChunk = other.firstChunk;
        chunks = other.chunks;
    }

    /** Returns the primitives of its patches, before a geometry stage. */
    public int primitives() {
        return group.primitives(from, to);
    }

    /** Returns whether it is patches of a group. */
    public boolean hasPatches() {
        return group != null;
    }

    /** Returns the number of its group's launch. */
    public long number() {
        return group.number();
    }

    /** Returns the place of the first chunk. */
    public int firstChunk() {
        return firstChunk;
    }

    /** Returns the place behind the last chunk. */
    public int endChunk() {
        return firstChunk + chunks;
    }

    /** Returns the primitives that may come of its patches, geometry stage and all. */
    public long possible() {
        return group.possible(from, to);
    }

    /** Returns the most memory that those can take, bytes. */
    public long mostBytes() {
        return group.mostBytes(from, to);
    }
}
