package dev.azulejo.sim.trace;

/** Groups of patches, each up to 32 that run the hull stage together, in submission order. */
public final class PatchTable {
    static final int DRAW = 0;
    static final int PATCHES = 1;
    static final int POINTS = 2;
    static final int ESTIMATE = 3;
    static final int PRIMITIVES = 4;
    private static final int COLUMNS = 5;

    final Table table = new Table(COLUMNS, 1 << DRAW);

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

    void read(ByteReader in, int draws) throws TraceException {
        table.read(in, "groups of patches");
        for (int group = 0; group < count(); group++) {
            if (draw(group) >= draws) {
                throw in.wrong("group %d names a draw call that is not there".formatted(group));
            }
        }
    }
}
