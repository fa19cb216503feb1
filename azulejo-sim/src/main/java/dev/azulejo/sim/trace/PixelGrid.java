package dev.azulejo.sim.trace;

/** What pixels cost, by place: squares of {@value #UNIT} pixels, row by row. */
public final class PixelGrid {
    /** Side of a square, pixels. */
    public static final int UNIT = 16;

    static final int SHADED = 0;
    static final int OPERATIONS = 1;
    static final int TEXTURE_BYTES = 2;
    private static final int COLUMNS = 3;

    final Table table = new Table(COLUMNS, 0);
    private final int columns;
    private final int rows;

    PixelGrid(int width, int height) {
        columns = (width + UNIT - 1) / UNIT;
        rows = (height + UNIT - 1) / UNIT;
    }

    void makeSquares() {
        for (int i = 0; i < columns * rows; i++) {
            table.add();
        }
    }

    /** Returns how many squares are in a row. */
    public int columns() {
        return columns;
    }

    /** Returns how many rows of squares there are. */
    public int rows() {
        return rows;
    }

    int square(int column, int row) {
        return row * columns + column;
    }

    /** Returns how many fragments were shaded. */
    public int shaded(int column, int row) {
        return table.get(SHADED, square(column, row));
    }

    /** Returns what shading them cost, in hundreds of operations of a lane. */
    public int hundredOperations(int column, int row) {
        return table.get(OPERATIONS, square(column, row));
    }

    /** Returns the bytes of textures that they read. */
    public int textureBytes(int column, int row) {
        return table.get(TEXTURE_BYTES, square(column, row));
    }

    void read(ByteReader in) throws TraceException {
        table.read(in, "squares of pixels");
        if (table.rows() != columns * rows) {
            throw in.wrong(
                    "%d squares of pixels, %d expected".formatted(table.rows(), columns * rows));
        }
    }
}
