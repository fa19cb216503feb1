package dev.azulejo.sim.trace;

/** What became of the tiles of a phase, at the size at which they were recorded. */
public final class TileTable {
    static final int OUTCOME = 0;
    static final int BYTES = 1;
    static final int CONTENTS = 2;

    /** Columns of the first version, which did not say what tiles are made of. */
    private static final int FIRST_COLUMNS = 2;

    private static final int COLUMNS = 3;
    private static final TileOutcome[] OUTCOMES = TileOutcome.values();

    final Table table = new Table(COLUMNS, 0);
    private final int side;
    private final int columns;
    private final int rows;

    TileTable(int width, int height, int side) {
        this.side = side;
        columns = (width + side - 1) / side;
        rows = (height + side - 1) / side;
    }

    void makeTiles() {
        for (int i = 0; i < columns * rows; i++) {
            table.add();
        }
    }

    static boolean isSide(int side) {
        return side == 16 || side == 32 || side == 64;
    }

    /** Returns the side of a tile, pixels. */
    public int side() {
        return side;
    }

    int columns() {
        return columns;
    }

    private int tileAt(int x, int y) {
        return y / side * columns + x / side;
    }

    /** Returns what became of the tile around a pixel of the target. */
    public TileOutcome outcome(int x, int y) {
        return OUTCOMES[table.get(OUTCOME, tileAt(x, y))];
    }

    /** Returns the bytes that comparing the tile around a pixel read and wrote. */
    public int bytes(int x, int y) {
        return table.get(BYTES, tileAt(x, y));
    }

    /**
     * Returns what the tile around a pixel is made of: a number that is the same in another frame's
     * phase of this place if its pixels are; 0 if that is not known.
     */
    public int contents(int x, int y) {
        return table.get(CONTENTS, tileAt(x, y));
    }

    void read(ByteReader in, int version) throws TraceException {
        table.read(in, "tiles", version > 1 ? COLUMNS : FIRST_COLUMNS);
        if (table.rows() != columns * rows) {
            throw in.wrong("%d tiles, %d expected".formatted(table.rows(), columns * rows));
        }
        for (int tile = 0; tile < table.rows(); tile++) {
            if (table.get(OUTCOME, tile) >= OUTCOMES.length) {
                throw in.wrong("tile %d: unknown outcome".formatted(tile));
            }
        }
    }
}
