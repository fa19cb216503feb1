package dev.azulejo.sim.trace;

/**
 * Groups of patches, each up to 32 that run the hull stage together, in submission order; and,
 * where somebody has told of them, their {@link PatchRows}.
 */
public final class PatchTable {
    static final int DRAW = 0;
    static final int PATCHES = 1;
    static final int POINTS = 2;
    static final int ESTIMATE = 3;
    static final int PRIMITIVES = 4;
    static final int ROWS = 5;

    /** Columns of the first version, which had no rows of patches. */
    private static final int FIRST_COLUMNS = 5;

    private static final int COLUMNS = 6;

    final Table table = new Table(COLUMNS, 1 << DRAW);
    final PatchRows rows = new PatchRows();
    private int[] first = {};

    PatchTable() {}

    /** Returns how many groups there are. */
    public int count() {
        return table.rows();
    }

    /** Returns the draw call of a group. */
    public int draw(int group) {
        return table.get(DRAW, group);
    }

    /** Returns how many patches it has. */
    public int patches(int group) {
        return table.get(PATCHES, group);
    }

    /** Returns how many control points are fetched for it. */
    public int controlPoints(int group) {
        return table.get(POINTS, group);
    }

    /** Returns how many primitives its inside factors say it has. */
    public int estimate(int group) {
        return table.get(ESTIMATE, group);
    }

    /** Returns how many primitives the tessellator makes of it. */
    public int primitives(int group) {
        return table.get(PRIMITIVES, group);
    }

    /** Returns the patches, one by one. */
    public PatchRows rows() {
        return rows;
    }

    /** Returns how many rows there are of a group: one a patch, or none. */
    public int rowCount(int group) {
        return table.get(ROWS, group);
    }

    /** Returns the row of a group's first patch. */
    public int firstRow(int group) {
        return first[group];
    }

    /** To be called when all rows are there. */
    void seal() {
        first = new int[count()];
        for (int group = 1; group < count(); group++) {
            first[group] = first[group - 1] + rowCount(group - 1);
        }
    }

    void read(ByteReader in, int version, int draws, PixelGrid pixels) throws TraceException {
        boolean hasRows = version > 1;
        table.read(in, "groups of patches", hasRows ? COLUMNS : FIRST_COLUMNS);
        if (hasRows) {
            rows.read(in, pixels.columns(), pixels.rows());
        }
        long sum = 0;
        for (int group = 0; group < count(); group++) {
            if (draw(group) >= draws) {
                throw in.wrong("group %d names a draw call that is not there".formatted(group));
            }
            if (rowCount(group) != 0 && rowCount(group) != patches(group)) {
                throw in.wrong(
                        "group %d: %d patches, %d are there"
                                .formatted(group, patches(group), rowCount(group)));
            }
            sum += rowCount(group);
        }
        if (sum != rows.count()) {
            throw in.wrong("groups have %d patches, %d are there".formatted(sum, rows.count()));
        }
        seal();
        for (int group = 0; group < count(); group++) {
            check(in, group);
        }
    }

    private void check(ByteReader in, int group) throws TraceException {
        long made = 0;
        long estimated = 0;
        for (int row = firstRow(group); row < firstRow(group) + rowCount(group); row++) {
            made += rows.primitives(row);
            estimated += rows.estimate(row);
        }
        boolean fits = made == primitives(group) && estimated == estimate(group);
        if (rowCount(group) > 0 && !fits) {
            throw in.wrong("group %d: its patches do not add up to it".formatted(group));
        }
    }
}
