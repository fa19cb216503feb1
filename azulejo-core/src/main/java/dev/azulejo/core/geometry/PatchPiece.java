package dev.azulejo.core.geometry;

/** Patches of a group that a worker tessellates at once, and the chunks that they become. */
public final class PatchPiece {
    /** The group. */
    public PatchGroup group;

    /** First patch in the group. */
    public int from;

    /** Behind the last patch. */
    public int to;

    /** Place of the first chunk. */
    public int firstChunk;

    /** How many chunks. */
    public int chunks;

    /** Makes one; it is reused. */
    public PatchPiece() {}

    /** Becomes the same as another one. */
    public void set(PatchPiece other) {
        group = other.group;
        from = other.from;
        to = other.to;
        firstChunk = other.firstChunk;
        chunks = other.chunks;
    }
}
