package dev.azulejo.sim.trace;

/**
 * Primitives that face the eye and lie in the view, in submission order: where, in units of {@value
 * PixelGrid#UNIT} pixels, and how many pixels each covers. So regions, bins and windows of every
 * size can be tried without a new trace.
 */
public final class PrimitiveTable {
    static final int X = 0;
    static final int Y = 1;
    static final int WIDTH = 2;
    static final int HEIGHT = 3;
    static final int PIXELS = 4;
    private static final int COLUMNS = 5;

    /** The lowest bit of the pixels: whether early Z found it hidden. */
    final Table table = new Table(COLUMNS, 1 << X | 1 << Y);

    PrimitiveTable() {}

    /** Returns how many there are. */
    public int count() {
        return table.rows();
    }

    /** Returns the first column of units. */
    public int left(int primitive) {
        return table.get(X, primitive);
    }

    /** Returns the first row of units. */
    public int top(int primitive) {
        return table.get(Y, primitive);
    }

    /** Returns the last column of units. */
    public int right(int primitive) {
        return table.get(X, primitive) + table.get(WIDTH, primitive);
    }

    /** Returns the last row of units. */
    public int bottom(int primitive) {
        return table.get(Y, primitive) + table.get(HEIGHT, primitive);
    }

    /** Returns how many pixels it covers, hidden or not. */
    public int pixels(int primitive) {
        return table.get(PIXELS, primitive) >>> 1;
    }

    /** Returns whether early Z found it hidden. */
    public boolean hidden(int primitive) {
        return (table.get(PIXELS, primitive) & 1) != 0;
    }

    void read(ByteReader in, int columns, int rows) throws TraceException {
        table.read(in, "primitives");
        for (int p = 0; p < count(); p++) {
            long right = (long) left(p) + table.get(WIDTH, p);
            long bottom = (long) top(p) + table.get(HEIGHT, p);
            if (right >= columns || bottom >= rows) {
                throw in.wrong("primitive %d lies beyond the target".formatted(p));
            }
        }
    }
}
