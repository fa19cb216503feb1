package dev.azulejo.sim.trace;

/**
 * The draw calls of a phase: what their vertices and fragments cost. Costs are operations a lane,
 * as a compute unit counts them; bytes are as they lie in memory.
 */
public final class DrawTable {
    static final int FLAGS = 0;
    static final int VERTEX_BYTES = 1;
    static final int POSITION_BYTES = 2;
    static final int INDEX_BYTES = 3;
    static final int POSITION_COST = 4;
    static final int VERTEX_COST = 5;
    static final int FRAGMENT_COST = 6;
    static final int TEXTURE_BYTES = 7;
    static final int HULL_COST = 8;
    private static final int COLUMNS = 9;

    static final int BLENDS = 1;
    static final int TESTED = 2;
    private static final int FLAG_MASK = BLENDS | TESTED;

    final Table table = new Table(COLUMNS, 0);

    DrawTable() {}

    /** Returns how many draw calls there are. */
    public int count() {
        return table.rows();
    }

    /** Returns whether colours are blended: every fragment counts, in order. */
    public boolean blends(int draw) {
        return (table.get(FLAGS, draw) & BLENDS) != 0;
    }

    /** Returns whether early Z may leave out what is hidden. */
    public boolean tested(int draw) {
        return (table.get(FLAGS, draw) & TESTED) != 0;
    }

    /** Returns the bytes of a vertex, all attributes. */
    public int vertexBytes(int draw) {
        return table.get(VERTEX_BYTES, draw);
    }

    /** Returns the bytes of a vertex that its position needs. */
    public int positionBytes(int draw) {
        return table.get(POSITION_BYTES, draw);
    }

    /** Returns the bytes of an index; 0 without an index buffer. */
    public int indexBytes(int draw) {
        return table.get(INDEX_BYTES, draw);
    }

    /** Returns what the position of a vertex costs. */
    public int positionCost(int draw) {
        return table.get(POSITION_COST, draw);
    }

    /** Returns what a vertex costs, position and varyings; of patches, a domain point. */
    public int vertexCost(int draw) {
        return table.get(VERTEX_COST, draw);
    }

    /** Returns what a fragment costs. */
    public int fragmentCost(int draw) {
        return table.get(FRAGMENT_COST, draw);
    }

    /** Returns the bytes of textures that a fragment reads. */
    public int textureBytes(int draw) {
        return table.get(TEXTURE_BYTES, draw);
    }

    /** Returns what the hull stage of a patch costs; 0 without patches. */
    public int hullCost(int draw) {
        return table.get(HULL_COST, draw);
    }

    void read(ByteReader in) throws TraceException {
        table.read(in, "draw calls");
        for (int draw = 0; draw < count(); draw++) {
            if ((table.get(FLAGS, draw) & ~FLAG_MASK) != 0) {
                throw in.wrong("draw call %d has unknown flags".formatted(draw));
            }
            if (positionBytes(draw) > vertexBytes(draw) || positionCost(draw) > vertexCost(draw)) {
                throw in.wrong("draw call %d: a position is more than its vertex".formatted(draw));
            }
            check(in, draw, "vertexBytes", vertexBytes(draw), 4096);
            check(in, draw, "indexBytes", indexBytes(draw), 4);
            check(in, draw, "vertexCost", vertexCost(draw), 1_000_000);
            check(in, draw, "fragmentCost", fragmentCost(draw), 1_000_000);
            check(in, draw, "textureBytes", textureBytes(draw), 65_536);
            check(in, draw, "hullCost", hullCost(draw), 1_000_000);
        }
    }

    private static void check(ByteReader in, int draw, String what, int value, int most)
            throws TraceException {
        if (value > most) {
            throw in.wrong("draw call %d: %s=%d is above %d".formatted(draw, what, value, most));
        }
    }
}
