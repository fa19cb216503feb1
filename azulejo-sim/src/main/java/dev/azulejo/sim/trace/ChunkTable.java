package dev.azulejo.sim.trace;

/**
 * The chunks of a phase, in submission order: up to some hundred primitives of one draw call that
 * go through geometry together. What was dropped is counted; what was not is a row each in the
 * {@link PrimitiveTable}.
 */
public final class ChunkTable {
    static final int DRAW = 0;
    static final int PRIMITIVES = 1;
    static final int VERTICES = 2;
    static final int USED = 3;
    static final int OUTSIDE = 4;
    static final int FACING_AWAY = 5;
    static final int EMPTY = 6;
    static final int KEPT = 7;
    static final int HIDDEN = 8;
    static final int GROUP = 9;
    private static final int COLUMNS = 10;

    /** Primitives, or vertices, of a chunk; a thousand times what chunks have. */
    private static final int MOST = 1 << 20;

    final Table table = new Table(COLUMNS, 1 << DRAW);
    private int[] first = {};

    ChunkTable() {}

    /** Returns how many chunks there are. */
    public int count() {
        return table.rows();
    }

    /** Returns the draw call of a chunk. */
    public int draw(int chunk) {
        return table.get(DRAW, chunk);
    }

    /** Returns how many primitives were assembled. */
    public int primitives(int chunk) {
        return table.get(PRIMITIVES, chunk);
    }

    /** Returns how many vertices are placed; of patches, domain points. */
    public int vertices(int chunk) {
        return table.get(VERTICES, chunk);
    }

    /** Returns how many of those a kept primitive names: varyings are for them alone. */
    public int usedVertices(int chunk) {
        return table.get(USED, chunk);
    }

    /** Returns how many primitives lie outside the view. */
    public int outside(int chunk) {
        return table.get(OUTSIDE, chunk);
    }

    /** Returns how many primitives face away. */
    public int facingAway(int chunk) {
        return table.get(FACING_AWAY, chunk);
    }

    /** Returns how many primitives have no area or cover no sample. */
    public int empty(int chunk) {
        return table.get(EMPTY, chunk);
    }

    /** Returns how many primitives are left: rows of the table of primitives. */
    public int kept(int chunk) {
        return table.get(KEPT, chunk);
    }

    /** Returns the row of the first primitive that is left. */
    public int first(int chunk) {
        return first[chunk];
    }

    /** Returns whether early Z found it hidden as a whole, by its box. */
    public boolean hidden(int chunk) {
        return table.get(HIDDEN, chunk) != 0;
    }

    /** Returns the group of patches that it was made of, or -1. */
    public int group(int chunk) {
        return table.get(GROUP, chunk) - 1;
    }

    /** To be called when all rows are there. */
    void seal() {
        first = new int[count()];
        for (int chunk = 1; chunk < count(); chunk++) {
            first[chunk] = first[chunk - 1] + kept(chunk - 1);
        }
    }

    void read(ByteReader in, int draws, int groups, int primitives) throws TraceException {
        table.read(in, "chunks");
        long rows = 0;
        for (int chunk = 0; chunk < count(); chunk++) {
            if (draw(chunk) >= draws || group(chunk) >= groups) {
                throw in.wrong("chunk %d names what is not there".formatted(chunk));
            }
            if (primitives(chunk) > MOST || vertices(chunk) > MOST) {
                throw in.wrong(
                        "chunk %d has %d primitives and %d vertices, at most %d each expected"
                                .formatted(chunk, primitives(chunk), vertices(chunk), MOST));
            }
            long sum = (long) outside(chunk) + facingAway(chunk) + empty(chunk) + kept(chunk);
            // Clipping may cut one into several.
            if (sum < primitives(chunk)) {
                throw in.wrong(
                        "chunk %d: %d primitives are in, %d are kept or dropped"
                                .formatted(chunk, primitives(chunk), sum));
            }
            if (usedVertices(chunk) > vertices(chunk) || table.get(HIDDEN, chunk) > 1) {
                throw in.wrong("chunk %d: counts do not fit each other".formatted(chunk));
            }
            rows += kept(chunk);
        }
        if (rows != primitives) {
            throw in.wrong("chunks keep %d primitives, %d are there".formatted(rows, primitives));
        }
        seal();
    }
}
