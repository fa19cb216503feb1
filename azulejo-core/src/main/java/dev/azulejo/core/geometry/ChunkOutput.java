package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.visibility.HierarchicalZ;

/**
 * What became of a chunk's primitives: triangles that are set up, with their vertices. Reused from
 * phase to phase; the arrays belong to workers. Written by one worker at a time, then read-only.
 */
public final class ChunkOutput {
    private static final int[] NO_INTS = {};
    private static final float[] NO_FLOATS = {};

    // What follows is written in this package alone, and asked for through methods elsewhere.
    DrawState draw;
    int instance;

    /** What went in, or null if it came of patches. */
    ChunkWork work;

    /** Primitives that go in: those of the work, and of others that were joined to it. */
    int primitives;

    /** Where it can appear, if it is a cluster. */
    final ChunkBox box = new ChunkBox();

    /** Between culling and replay: vertices in use. */
    final KeptVertices kept = new KeptVertices();

    /** Which of its primitives are processed. */
    final NeededPrimitives needed = new NeededPrimitives();

    int triangles;
    int hiddenColumns;
    int hiddenRows;
    boolean hides;
    int[] records = NO_INTS;
    int recordsAt;

    /** End of the room for records. */
    int recordsEnd;

    float[] vertexData = NO_FLOATS;
    int verticesAt;
    int vertexCount;

    /** Makes an empty one. */
    public ChunkOutput() {}

    /** Is to hold what becomes of a chunk. */
    public void begin(ChunkWork chunk) {
        if (work != chunk) {
            work = chunk;
        }
        primitives = chunk.primitives();
        begin(chunk.draw(), chunk.instance());
    }

    /**
     * Is to hold what becomes of the next chunk as well, if both are clusters and make a run of
     * their index buffer: to process them together costs less.
     *
     * @return whether that is so
     */
    public boolean join(ChunkWork next) {
        boolean continues =
                cluster()
                        && !needed.some()
                        && next.draw() == draw
                        && next.instance() == instance
                        && next.firstPrimitive() == work.firstPrimitive() + primitives;
        int element = draw.call().first() + 3 * work.firstPrimitive();
        if (!continues || element % IndexBuffer.RUN != 0) {
            return false;
        }
        primitives += next.primitives();
        return true;
    }

    /** Is to hold what becomes of patches. */
    void beginPatches(DrawState state, int drawInstance) {
        if (work != null) {
            work = null;
        }
        begin(state, drawInstance);
    }

    private void begin(DrawState state, int drawInstance) {
        // A stored reference marks a card; mostly it is there already.
        if (draw != state) {
            draw = state;
        }
        instance = drawInstance;
        box.forget();
        restart();
    }

    /** Whether what went in is a cluster. */
    public boolean cluster() {
        return work != null && work.cluster() && primitives == work.primitives();
    }

    /** Draw call the chunk belongs to. */
    public DrawState draw() {
        return draw;
    }

    /** Number of what went in among the chunks of the phase; -1 if it came of patches. */
    public int number() {
        return work == null ? -1 : work.number();
    }

    /** Instance index. */
    public int instance() {
        return instance;
    }

    /** Triangles that came out. */
    public int triangles() {
        return triangles;
    }

    /** Pixel columns around triangles that were dropped because they are hidden. */
    public int hiddenColumns() {
        return hiddenColumns;
    }

    /** Pixel rows around them, likewise. */
    public int hiddenRows() {
        return hiddenRows;
    }

    /** Whether any were. */
    public boolean hides() {
        return hides;
    }

    /** Array with the records of the triangles. */
    public int[] records() {
        return records;
    }

    /** First int of the first record. */
    public int recordsAt() {
        return recordsAt;
    }

    /** Array with vertices: 1/w and the varyings, {@code 1 + varyingCount} floats each. */
    public float[] vertexData() {
        return vertexData;
    }

    /** First float of the chunk's vertices. */
    public int verticesAt() {
        return verticesAt;
    }

    /** Vertices in {@link #vertexData}; 0 if nothing reads any. */
    public int vertexCount() {
        return vertexCount;
    }

    /**
     * Key of the nearest depth that the chunk can have, once it has been placed: 0 if that is
     * unknown, {@link HierarchicalZ#UNKNOWN} if it appears nowhere.
     */
    public int nearestKey() {
        return box.key;
    }

    /** Whether it is known where it can appear. */
    public boolean placed() {
        return box.placed;
    }

    /**
     * Pixel columns where it can, as {@link TrianglePlanes#range} packs them; if {@link #placed}.
     */
    public int boxColumns() {
        return box.columns;
    }

    /** Pixel rows, likewise. */
    public int boxRows() {
        return box.rows;
    }

    /** Returns whether it may appear in a part of the target, once it has been placed. */
    public boolean mayTouch(PatchArea area) {
        return !box.placed || box.touches(area);
    }

    /** Which of its primitives are processed; all, unless somebody says which. */
    public NeededPrimitives needed() {
        return needed;
    }

    /** Forgets what came out. */
    public void restart() {
        needed.all();
        triangles = 0;
        vertexCount = 0;
        hides = false;
    }

    /** Its memory goes to somebody else; what was dropped because it is hidden stays noted. */
    public void release() {
        triangles = 0;
        vertexCount = 0;
    }

    /** Notes where something was dropped that is hidden now: it may show another time. */
    void hide(int columns, int rows) {
        if (!hides) {
            hides = true;
            hiddenColumns = TrianglePlanes.around(columns, columns);
            hiddenRows = TrianglePlanes.around(rows, rows);
            return;
        }
        hiddenColumns = TrianglePlanes.around(hiddenColumns, columns);
        hiddenRows = TrianglePlanes.around(hiddenRows, rows);
    }

    /** First int of a triangle's record. */
    public int recordAt(int triangle) {
        return recordsAt + triangle * TrianglePlanes.STRIDE;
    }

    /** First float of a vertex, 0..2, of a record. */
    public int vertexAt(int record, int vertex) {
        int number = records[record + TrianglePlanes.V0 + vertex];
        return verticesAt + number * (1 + draw.varyingCount());
    }

    /** Makes room for more records and returns the first int of the first. */
    int addRecords(GeometryArena arena, int count) {
        if (recordAt(triangles + count) > recordsEnd) {
            arena.growRecords(this, count);
        }
        int at = recordAt(triangles);
        triangles += count;
        return at;
    }
}
