package dev.azulejo.sim.trace;

/**
 * Patches of the groups of the {@link PatchTable}, one by one, in the order of groups: their
 * tessellation factors, what comes of them, and where they lie as far as that is known before they
 * are tessellated, in units of {@value PixelGrid#UNIT} pixels.
 */
public final class PatchRows {
    /** Factors of a patch: four edges, two inside. */
    public static final int FACTORS = 6;

    static final int FACTOR = 0;
    static final int ESTIMATE = FACTORS;
    static final int POINTS = FACTORS + 1;
    static final int PRIMITIVES = FACTORS + 2;
    static final int X = FACTORS + 3;
    static final int Y = FACTORS + 4;

    /** Units that it is wide; 0 if it shows nowhere. */
    static final int WIDTH = FACTORS + 5;

    static final int HEIGHT = FACTORS + 6;
    private static final int COLUMNS = FACTORS + 7;
    private static final int DIFFERENCES = (1 << FACTORS) - 1 | 1 << X | 1 << Y;

    final Table table = new Table(COLUMNS, DIFFERENCES);

    PatchRows() {}

    /** Returns how many there are. */
    public int count() {
        return table.rows();
    }

    /**
     * Returns a tessellation factor.
     *
     * @param patch which patch
     * @param number 0 to 3 of an edge, 4 and 5 of the inside
     * @return the factor as the hull stage wrote it; 0 for one that is not above 0
     */
    public float factor(int patch, int number) {
        return Float.intBitsToFloat(table.get(FACTOR + number, patch));
    }

    /** Returns how many primitives its inside factors say it has. */
    public int estimate(int patch) {
        return table.get(ESTIMATE, patch);
    }

    /** Returns how many domain points it has. */
    public int points(int patch) {
        return table.get(POINTS, patch);
    }

    /** Returns how many primitives the tessellator makes of it; 0 if it is dropped. */
    public int primitives(int patch) {
        return table.get(PRIMITIVES, patch);
    }

    /** Returns whether it can show anywhere. */
    public boolean shows(int patch) {
        return table.get(WIDTH, patch) > 0;
    }

    /** Returns the first column of units of its box. */
    public int left(int patch) {
        return table.get(X, patch);
    }

    /** Returns the first row of units. */
    public int top(int patch) {
        return table.get(Y, patch);
    }

    /** Returns the last column of units. */
    public int right(int patch) {
        return table.get(X, patch) + table.get(WIDTH, patch) - 1;
    }

    /** Returns the last row of units. */
    public int bottom(int patch) {
        return table.get(Y, patch) + table.get(HEIGHT, patch) - 1;
    }

    void read(ByteReader in, int columns, int rows) throws TraceException {
        table.read(in, "patches");
        for (int p = 0; p < count(); p++) {
            long right = (long) left(p) + table.get(WIDTH, p);
            long bottom = (long) top(p) + table.get(HEIGHT, p);
            boolean hasHeight = table.get(HEIGHT, p) > 0;
            if (right > columns || bottom > rows || shows(p) != hasHeight) {
                throw in.wrong("patch %d lies beyond the target".formatted(p));
            }
            for (int f = 0; f < FACTORS; f++) {
                if (!(factor(p, f) <= Float.POSITIVE_INFINITY)) {
                    throw in.wrong("patch %d: factor %d is no number".formatted(p, f));
                }
            }
        }
    }
}
