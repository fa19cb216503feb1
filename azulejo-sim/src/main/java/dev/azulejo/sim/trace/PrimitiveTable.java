package dev.azulejo.sim.trace;

import java.util.Arrays;

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

    /** A bit for each of the first squares of its box, row by row, where it covers no sample. */
    static final int GAPS = 5;

    /** What else is known: {@link #IS_UNSEEN}, {@link #IS_LATE}. */
    static final int NOTES = 6;

    /** Nothing of it was shaded. */
    static final int IS_UNSEEN = 1;

    /** It is hidden, and was found so when all of an epoch was known. */
    static final int IS_LATE = 2;

    /** Columns of the first versions, which did not say where in its box a primitive is. */
    private static final int FIRST_COLUMNS = 5;

    private static final int COLUMNS = 7;

    /** Squares that a number has a bit for. */
    private static final int WORD = 31;

    /** The lowest bit of the pixels: whether early Z found it hidden. */
    final Table table = new Table(COLUMNS, 1 << X | 1 << Y);

    /** Gaps of the squares beyond the first, of those primitives that have more. */
    final Table further = new Table(1, 0);

    private int[] firstFurther = {};
    private boolean knowsGaps = true;

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

    /** Returns whether it is known that none of its fragments was shaded. */
    public boolean unseen(int primitive) {
        return (table.get(NOTES, primitive) & IS_UNSEEN) != 0;
    }

    /** Returns whether early Z finds it hidden only when it has looked at all of its epoch. */
    public boolean hiddenLate(int primitive) {
        return (table.get(NOTES, primitive) & IS_LATE) != 0;
    }

    /** Notes something about the last primitive. */
    void note(int note) {
        table.set(NOTES, count() - 1, table.get(NOTES, count() - 1) | note);
    }

    /**
     * Returns whether it covers a sample in a square of its box; true where that was not recorded.
     *
     * @param primitive which
     * @param column of units, in its box
     * @param row of units, in its box
     */
    public boolean covers(int primitive, int column, int row) {
        if (!knowsGaps) {
            return true;
        }
        int across = table.get(WIDTH, primitive) + 1;
        int square = (row - top(primitive)) * across + column - left(primitive);
        return (word(primitive, square / WORD) >>> square % WORD & 1) == 0;
    }

    private int word(int primitive, int number) {
        return number == 0
                ? table.get(GAPS, primitive)
                : further.get(0, firstFurther[primitive] + number - 1);
    }

    private static long furtherWords(long squares) {
        return (squares - 1) / WORD;
    }

    private long squares(int primitive) {
        return (table.get(WIDTH, primitive) + 1L) * (table.get(HEIGHT, primitive) + 1L);
    }

    /** The last row has its box: makes room for its gaps. */
    void addGaps() {
        if (firstFurther.length < count()) {
            firstFurther = Arrays.copyOf(firstFurther, Math.max(64, 2 * firstFurther.length));
        }
        firstFurther[count() - 1] = further.rows();
        for (long left = furtherWords(squares(count() - 1)); left > 0; left--) {
            further.add();
        }
    }

    /** A primitive covers no sample in a square of its box. */
    void gap(int primitive, int column, int row) {
        int across = table.get(WIDTH, primitive) + 1;
        int square = (row - top(primitive)) * across + column - left(primitive);
        int bit = 1 << square % WORD;
        int number = square / WORD;
        if (number == 0) {
            table.set(GAPS, primitive, table.get(GAPS, primitive) | bit);
            return;
        }
        int at = firstFurther[primitive] + number - 1;
        further.set(0, at, further.get(0, at) | bit);
    }

    /** To be called when all rows are there. */
    void seal() {
        firstFurther = new int[count()];
        for (int p = 1; p < count(); p++) {
            firstFurther[p] = firstFurther[p - 1] + (int) furtherWords(squares(p - 1));
        }
    }

    void read(ByteReader in, int version, int columns, int rows) throws TraceException {
        knowsGaps = version > 2;
        table.read(in, "primitives", knowsGaps ? COLUMNS : FIRST_COLUMNS);
        if (knowsGaps) {
            further.read(in, "gaps of primitives");
        }
        long words = 0;
        for (int p = 0; p < count(); p++) {
            long right = (long) left(p) + table.get(WIDTH, p);
            long bottom = (long) top(p) + table.get(HEIGHT, p);
            if (right >= columns || bottom >= rows) {
                throw in.wrong("primitive %d lies beyond the target".formatted(p));
            }
            boolean unknown = (table.get(NOTES, p) & ~(IS_UNSEEN | IS_LATE)) != 0;
            if (unknown || hiddenLate(p) && !hidden(p)) {
                throw in.wrong("primitive %d has notes that make no sense".formatted(p));
            }
            words += furtherWords(squares(p));
        }
        if (knowsGaps) {
            if (words != further.rows()) {
                throw in.wrong(
                        "primitives have %d numbers of gaps, %d are there"
                                .formatted(words, further.rows()));
            }
            seal();
            checkGaps(in);
        }
    }

    private void checkGaps(ByteReader in) throws TraceException {
        for (int p = 0; p < count(); p++) {
            long squares = squares(p);
            int last = word(p, (int) furtherWords(squares));
            if (last >>> (squares - 1) % WORD + 1 != 0) {
                throw in.wrong("primitive %d has gaps beyond its box".formatted(p));
            }
        }
    }
}
