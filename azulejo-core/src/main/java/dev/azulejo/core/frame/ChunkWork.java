package dev.azulejo.core.frame;

import dev.azulejo.core.resource.IndexBuffer;

/**
 * A run of primitives of one instance of a draw call: a piece of work for the geometry stages.
 * Reused from phase to phase; read-only once its phase is sealed. What becomes of it is another
 * thing: whoever processes it gives it a place for that, so that one piece of work can be processed
 * several times at once.
 */
public final class ChunkWork {
    /** Most primitives that go into a chunk. */
    public static final int PRIMITIVES = 512;

    /** Primitives of a chunk that is a cluster: small enough to be hidden as a whole. */
    public static final int CLUSTER = IndexBuffer.CLUSTER_TRIANGLES;

    /**
     * Bits of a triangle's index in its chunk: clipping makes at most 8 triangles of one. Of points
     * and joins with more a chunk holds fewer.
     */
    public static final int LOCAL_BITS = 13;

    /** Most chunks of a phase. */
    public static final int LIMIT = 1 << 31 - LOCAL_BITS;

    /** Most primitives that a chunk may set up: each may be cut into eight. */
    public static final int MOST_OUTPUT = (1 << LOCAL_BITS) / 8;

    private final int number;
    private DrawState draw;
    private int instance;
    private int firstPrimitive;
    private int primitives;
    private boolean cluster;
    private int views;
    private int viewStep;

    ChunkWork(int place) {
        number = place;
    }

    void begin(DrawState state, int drawInstance, int first, int count, boolean isCluster) {
        // A stored reference marks a card; mostly it is there already.
        if (draw != state) {
            draw = state;
        }
        instance = drawInstance;
        firstPrimitive = first;
        primitives = count;
        cluster = isCluster;
        views = 1;
        viewStep = 0;
    }

    /**
     * Says that the same primitives come again, in the next view.
     *
     * @param step how many chunks further on; the same for every view
     */
    void leads(int step) {
        views++;
        viewStep = step;
    }

    /** Says that a chunk of an earlier view leads. */
    void follows() {
        views = 0;
    }

    /** Its number in the phase, in submission order. */
    public int number() {
        return number;
    }

    /** Draw call the chunk belongs to. */
    public DrawState draw() {
        return draw;
    }

    /** Instance index. */
    public int instance() {
        return instance;
    }

    /** First primitive in the draw call. */
    public int firstPrimitive() {
        return firstPrimitive;
    }

    /** Primitives that go in. */
    public int primitives() {
        return primitives;
    }

    /** Whether the chunk is a cluster of an index buffer that has bounds. */
    public boolean cluster() {
        return cluster;
    }

    /** Chunks to place at once: this one and its like in further views; 0 if another places it. */
    public int views() {
        return views;
    }

    /** How many chunks further on the same primitives come in the next view. */
    public int viewStep() {
        return viewStep;
    }

    /** Returns the primitives of a draw call that go into a chunk at most. */
    public static int mostPrimitives(DrawState draw) {
        if (draw.geometryStage() != null) {
            return Math.min(PRIMITIVES, MOST_OUTPUT / draw.geometryStage().maxPrimitives());
        }
        int triangles =
                switch (draw.pipeline().topology()) {
                    case POINT_LIST -> draw.pointCorners() - 2;
                    case LINE_JOIN_LIST -> draw.joinTriangles(-1);
                    default -> 1;
                };
        return Math.min(PRIMITIVES, (1 << LOCAL_BITS) / triangles);
    }
}
