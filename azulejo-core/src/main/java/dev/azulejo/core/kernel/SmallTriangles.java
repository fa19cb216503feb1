package dev.azulejo.core.kernel;

import dev.azulejo.core.report.OwnLines;

/**
 * Triangles that follow each other on a tile's list, with bounds of at most 4x4 pixels inside the
 * tile, brought together to be drawn at once. Owned by one worker.
 */
public final class SmallTriangles extends OwnLines {
    /** Most pixels along a side of the bounds, a power of 2. */
    public static final int MOST_PIXELS = 4;

    /** Most triangles, a multiple of 16. */
    public static final int MOST = 64;

    /** Triangles that are here. */
    public int count;

    /** What to store as visible for the first one; negative: nothing. */
    public int firstId;

    /** How far ids are apart: 1, or 0 where all change depth alone, and have the same. */
    public int idStep = 1;

    /** Pixels of the bounds beside the first, along both axes, of all of them: or-ed. */
    public int reach;

    /** Array with their records. */
    public int[] records = {};

    /** First int of each record. */
    public final int[] at = new int[MOST];

    /**
     * Columns and rows of the three vertices in turn, {@code [MOST * which + triangle]}, from the
     * upper left corner of the bounds, fixed point: less than five pixels.
     */
    public final int[] corner = new int[6 * MOST];

    /** Column of the bounds' first pixel from the tile's origin. */
    public final int[] column = new int[MOST];

    /** Row, likewise. */
    public final int[] row = new int[MOST];

    /** Blocks that the bounds touch. */
    public final int[] blocks = new int[MOST];

    /** Scratch of the vector twin: pixels that each covers, bit {@code 4 * row + column}. */
    public final int[] covered = new int[MOST];

    private final TileTriangle triangle;
    private int tileX;
    private int tileY;
    private int tileSize;

    /**
     * Makes room.
     *
     * @param one what a single triangle is set up in; its depth test is that of all
     */
    public SmallTriangles(TileTriangle one) {
        triangle = one;
    }

    /**
     * Begins a tile with none.
     *
     * @param x window column of the tile's first pixel
     * @param y window row of the tile's first pixel
     * @param size side of the tile in pixels, 64 at most
     */
    public void begin(int x, int y, int size) {
        count = 0;
        tileX = x;
        tileY = y;
        tileSize = size;
    }

    /**
     * Adds a triangle if it is small, the tile holds its bounds, nothing cuts them, and there is
     * room beside others of the same array.
     *
     * @param prims array of {@link TrianglePlanes} records
     * @param record first int of the triangle's
     * @param id what to store as visible; {@link #idStep} more than that of the triangle that was
     *     added before
     * @return whether it was added
     */
    public boolean add(int[] prims, int record, int id) {
        int columns = prims[record + TrianglePlanes.COLUMNS];
        int rows = prims[record + TrianglePlanes.ROWS];
        int x = TrianglePlanes.first(columns);
        int y = TrianglePlanes.first(rows);
        int wide = TrianglePlanes.last(columns) - x;
        int tall = TrianglePlanes.last(rows) - y;
        int c = x - tileX;
        int r = y - tileY;
        int last = tileSize - 1;
        if ((wide | tall) > MOST_PIXELS - 1
                || (c | r | last - c - wide | last - r - tall) < 0
                || (columns & (TrianglePlanes.CUT | TrianglePlanes.CONFINED)) != 0) {
            return false;
        }
        int i = count;
        if (i == 0) {
            firstId = id;
            reach = 0;
            records = prims;
        } else if (i == MOST || records != prims) {
            return false;
        }
        int left = x << TrianglePlanes.SUBPIXEL_BITS;
        int top = y << TrianglePlanes.SUBPIXEL_BITS;
        corner[i] = prims[record + TrianglePlanes.X0] - left;
        corner[MOST + i] = prims[record + TrianglePlanes.Y0] - top;
        corner[2 * MOST + i] = prims[record + TrianglePlanes.X1] - left;
        corner[3 * MOST + i] = prims[record + TrianglePlanes.Y1] - top;
        corner[4 * MOST + i] = prims[record + TrianglePlanes.X2] - left;
        corner[5 * MOST + i] = prims[record + TrianglePlanes.Y2] - top;
        at[i] = record;
        column[i] = c;
        row[i] = r;
        blocks[i] = (1 + ((c & 3) + wide >> 2)) * (1 + ((r & 3) + tall >> 2));
        reach |= wide | tall;
        count = i + 1;
        return true;
    }

    /**
     * Sets one of them up by itself.
     *
     * @return the triangle, or null if it covers no sample of the tile
     */
    public TileTriangle single(int i, SamplePattern pattern) {
        return triangle.set(records, at[i], tileX, tileY, tileSize, pattern) ? triangle : null;
    }
}
