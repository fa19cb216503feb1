package dev.azulejo.core.tiling;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.OwnLines;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.HizCounts;

import java.util.Arrays;

/** Puts a chunk's triangles on the lists of the tiles they touch. Owned by one thread. */
public final class Binner extends OwnLines {
    /** Triangles that are asked about in the tiles that they touch. */
    public enum Tested {
        /** Those of several tiles: those of one were tested as a whole before. */
        SPANNING,
        /** All: nobody has tested any. */
        ALL;

        /** Returns those that it takes when triangles are tested as they are set up, or not. */
        public static Tested with(EarlyZ earlyZ) {
            return earlyZ.forward() ? SPANNING : ALL;
        }
    }

    private HierarchicalZ structure;
    private Tested tested = Tested.SPANNING;
    private int entries;
    private int hidden;
    private int forNothing;

    /** Triangles of the phase that came on no list, by the tile in their middle. */
    private int[] nothingAt = new int[0];

    private final HizCounts asked = new HizCounts();

    /** Makes a binner. */
    public Binner() {}

    /** No triangle is asked about. */
    public void begin() {
        begin(null, Tested.SPANNING);
    }

    /**
     * Sets where to look whether a triangle is hidden in a tile.
     *
     * @param hierarchicalZ where, or null for nowhere
     * @param which triangles are asked about
     */
    public void begin(HierarchicalZ hierarchicalZ, Tested which) {
        tested = which;
        if (structure != hierarchicalZ) {
            structure = hierarchicalZ;
        }
    }

    /** Entries that the last call added. */
    public int entries() {
        return entries;
    }

    /** Entries that the last call kept out because they are hidden. */
    public int hidden() {
        return hidden;
    }

    /** Begins a phase: nothing has been set up for nothing yet. */
    public void beginPhase(TileGrid grid) {
        if (nothingAt.length < grid.count()) {
            nothingAt = new int[grid.count()];
        }
        Arrays.fill(nothingAt, 0, grid.count(), 0);
    }

    /**
     * Triangles of the last call that came on no list, though they are not hidden: they lie in
     * tiles that are somebody else's.
     */
    public int forNothing() {
        return forNothing;
    }

    /** Those of the phase, in whose middle a tile is; each triangle counts in one tile. */
    public int forNothing(int tile) {
        return nothingAt[tile];
    }

    /** What was asked of the structure, to be taken. */
    public HizCounts asked() {
        return asked;
    }

    /** Returns the reference of a triangle: rises in submission order. */
    public static int reference(int chunk, int triangle) {
        return chunk << ChunkWork.LOCAL_BITS | triangle;
    }

    /** Returns the chunk of a reference. */
    public static int chunkOf(int reference) {
        return reference >>> ChunkWork.LOCAL_BITS;
    }

    /** Returns the triangle of a reference within its chunk. */
    public static int triangleOf(int reference) {
        return reference & (1 << ChunkWork.LOCAL_BITS) - 1;
    }

    /** Begins to count anew, for somebody who bins triangles one by one. */
    void beginCounts() {
        entries = 0;
        hidden = 0;
        forNothing = 0;
    }

    /** Whether a triangle of a draw call is asked about in tiles that it touches. */
    boolean asks(ChunkOutput chunk, boolean oneTile) {
        return structure != null && chunk.draw().testable() && (tested == Tested.ALL || !oneTile);
    }

    /** An entry has been added. */
    void noteEntry() {
        entries++;
    }

    /** An entry has been kept out because it is hidden. */
    void noteHidden() {
        hidden++;
    }

    /** Bins triangles from..to-1 of a chunk. */
    public void bin(
            TileGrid grid, TileLists lists, ChunkOutput chunk, int chunkIndex, int from, int to) {
        int shift = grid.shift();
        int columns = grid.columns();
        // Most often what counts is a rectangle, and no tile need be looked up.
        boolean solid = grid.isSolid();
        int left = grid.firstColumn();
        int top = grid.firstRow();
        int right = grid.lastColumn();
        int bottom = grid.lastRow();
        int[] r = chunk.records();
        boolean test = structure != null && chunk.draw().testable();
        boolean testEach = test && tested == Tested.ALL;
        boolean all = grid.tiles().isAll();
        int added = 0;
        hidden = 0;
        forNothing = 0;
        for (int triangle = from; triangle < to; triangle++) {
            int at = chunk.recordsAt() + triangle * TrianglePlanes.STRIDE;
            int packedColumns = r[at + TrianglePlanes.COLUMNS];
            int packedRows = r[at + TrianglePlanes.ROWS];
            int tileX0 = TrianglePlanes.first(packedColumns) >> shift;
            int tileX1 = TrianglePlanes.last(packedColumns) >> shift;
            int tileY0 = TrianglePlanes.first(packedRows) >> shift;
            int tileY1 = TrianglePlanes.last(packedRows) >> shift;
            int reference = reference(chunkIndex, triangle);
            if (tileX0 == tileX1 && tileY0 == tileY1 && !testEach) {
                boolean around =
                        tileX0 >= left && tileX0 <= right && tileY0 >= top && tileY0 <= bottom;
                if (!around || !solid && !grid.owns(tileX0, tileY0)) {
                    noteNothing(tileY0 * columns + tileX0);
                    continue;
                }
                lists.add(tileY0 * columns + tileX0, reference);
                added++;
                continue;
            }
            boolean thin = tileX0 == tileX1 || tileY0 == tileY1;
            int before = added + hidden;
            int lastX = Math.min(tileX1, right);
            int lastY = Math.min(tileY1, bottom);
            for (int ty = Math.max(tileY0, top); ty <= lastY; ty++) {
                for (int tx = Math.max(tileX0, left); tx <= lastX; tx++) {
                    if (!solid && !grid.owns(tx, ty) || !thin && !touches(r, at, tx, ty, shift)) {
                        continue;
                    }
                    if (test && hidden(r, at, tx, ty, shift)) {
                        hidden++;
                        continue;
                    }
                    lists.add(ty * columns + tx, reference);
                    added++;
                }
            }
            if (!all && added + hidden == before) {
                noteNothing((tileY0 + tileY1 >> 1) * columns + (tileX0 + tileX1 >> 1));
            }
        }
        entries = added;
    }

    void noteNothing(int tile) {
        forNothing++;
        // Whoever begins no phase asks about none.
        if (tile < nothingAt.length) {
            nothingAt[tile]++;
        }
    }

    /** Whether the part of a triangle's bounds inside a tile is hidden, at its nearest depth. */
    boolean hidden(int[] r, int at, int tileX, int tileY, int shift) {
        asked.query();
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int side = (1 << shift) - 1;
        int x0 = Math.max(TrianglePlanes.first(columns), tileX << shift);
        int x1 = Math.min(TrianglePlanes.last(columns), (tileX << shift) + side);
        int y0 = Math.max(TrianglePlanes.first(rows), tileY << shift);
        int y1 = Math.min(TrianglePlanes.last(rows), (tileY << shift) + side);
        return structure.hidden(x0, y0, x1, y1, structure.nearKey(r, at, x0, y0, x1, y1), asked);
    }

    /** False only if the tile's square lies wholly outside one edge. */
    static boolean touches(int[] r, int at, int tileX, int tileY, int shift) {
        int fixedShift = shift + TrianglePlanes.SUBPIXEL_BITS;
        int left = tileX << fixedShift;
        int top = tileY << fixedShift;
        int side = 1 << fixedShift;
        return inside(r, at, at + 2, left, top, side)
                && inside(r, at + 2, at + 4, left, top, side)
                && inside(r, at + 4, at, left, top, side);
    }

    private static boolean inside(int[] r, int from, int to, int left, int top, int side) {
        long a = r[from + TrianglePlanes.Y0] - r[to + TrianglePlanes.Y0];
        long b = r[to + TrianglePlanes.X0] - r[from + TrianglePlanes.X0];
        int x = a > 0 ? left + side : left;
        int y = b > 0 ? top + side : top;
        return a * (x - r[from + TrianglePlanes.X0]) + b * (y - r[from + TrianglePlanes.Y0]) >= 0;
    }
}
