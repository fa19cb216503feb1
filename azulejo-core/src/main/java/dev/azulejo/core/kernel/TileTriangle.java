package dev.azulejo.core.kernel;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.report.OwnLines;

/**
 * A triangle as one tile sees it: integer edge functions at the tile's pixels, the range of blocks,
 * depth plane and depth test. Written by the worker before it calls a {@link RasterKernels}.
 *
 * <p>An edge function at pixel (i, j) of the tile and sample s is {@code c[3 * s + edge] + a * i +
 * b * j}, and the sample is inside where all three are at least 0. Derivation: with A, B the exact
 * edge slopes (24 bits at most) and E the exact 64-bit value at the tile's first pixel, less 1
 * where the top-left rule excludes the edge, the value at (i, j) is {@code E + 256 * (A * i + B *
 * j)}; its sign is that of {@code floor(E / 256) + A * i + B * j}, which fits an int inside a tile.
 * So coverage is exact.
 */
public final class TileTriangle extends OwnLines {
    /** Slopes a pixel, along x and y, of the three edges. */
    public int a0;

    /** See {@link #a0}. */
    public int b0;

    /** See {@link #a0}. */
    public int a1;

    /** See {@link #a0}. */
    public int b1;

    /** See {@link #a0}. */
    public int a2;

    /** See {@link #a0}. */
    public int b2;

    /** Edge values at the tile's first pixel, {@code [3 * sample + edge]}. */
    public final int[] c = new int[3 * SamplePattern.MOST];

    /**
     * Scratch of the vector kernels: edge offsets of a block's pixels, or of the blocks of a row,
     * {@code [16 * edge + lane]}.
     */
    public final int[] laneEdge = new int[48];

    /** Scratch likewise: blocks inside of all edges, a bit each, [row of blocks of the bounds]. */
    public final int[] insideBlocks = new int[16];

    /** Scratch likewise: other blocks that may be touched. */
    public final int[] crossedBlocks = new int[16];

    /** Blocks that the bounds touch, inclusive, in blocks from the tile's origin. */
    public int blockX0;

    /** See {@link #blockX0}. */
    public int blockX1;

    /** See {@link #blockX0}. */
    public int blockY0;

    /** See {@link #blockX0}. */
    public int blockY1;

    /** Whether pixels outside the following range must be masked. */
    public boolean cut;

    /** Range of pixels from the tile's origin, inclusive. */
    public int pixelX0;

    /** See {@link #pixelX0}. */
    public int pixelX1;

    /** See {@link #pixelX0}. */
    public int pixelY0;

    /** See {@link #pixelX0}. */
    public int pixelY1;

    /** Tile's first pixel corner minus vertex 0, fixed point. */
    public int originX;

    /** See {@link #originX}. */
    public int originY;

    /** Depth plane. */
    public float z0;

    /** Depth plane. */
    public float dzdx;

    /** Depth plane. */
    public float dzdy;

    /** Bounds of depth. */
    public float zMin;

    /** Bounds of depth. */
    public float zMax;

    /** Depth test. */
    public CompareFunction compare = CompareFunction.LESS;

    /** Depth write. */
    public boolean depthWrite;

    /**
     * Returns whether pixels must be masked in some block: bounds that are cut at the sides of
     * blocks only, as they are by most targets, say by the range of blocks what is left.
     */
    public boolean cutsBlocks() {
        return cut && ((pixelX0 | pixelY0) & 3 | (pixelX1 & pixelY1 & 3) ^ 3) != 0;
    }

    /**
     * Sets everything that depends on the triangle's geometry.
     *
     * @param prims array of {@link TrianglePlanes} records
     * @param at first int of the record
     * @param tileX window column of the tile's first pixel
     * @param tileY window row of the tile's first pixel
     * @param tileSize side of the tile in pixels
     * @param pattern sample positions
     * @return false if the triangle covers no sample of the tile (it may still be true then)
     */
    public boolean set(
            int[] prims, int at, int tileX, int tileY, int tileSize, SamplePattern pattern) {
        int columns = prims[at + TrianglePlanes.COLUMNS];
        int rows = prims[at + TrianglePlanes.ROWS];
        pixelX0 = Math.max(TrianglePlanes.first(columns) - tileX, 0);
        pixelX1 = Math.min(TrianglePlanes.last(columns) - tileX, tileSize - 1);
        pixelY0 = Math.max(TrianglePlanes.first(rows) - tileY, 0);
        pixelY1 = Math.min(TrianglePlanes.last(rows) - tileY, tileSize - 1);
        if (pixelX0 > pixelX1 || pixelY0 > pixelY1) {
            return false;
        }
        blockX0 = pixelX0 >> 2;
        blockX1 = pixelX1 >> 2;
        blockY0 = pixelY0 >> 2;
        blockY1 = pixelY1 >> 2;
        cut = (columns & TrianglePlanes.CUT) != 0;
        int x0 = prims[at + TrianglePlanes.X0];
        int y0 = prims[at + TrianglePlanes.Y0];
        int x1 = prims[at + TrianglePlanes.X1];
        int y1 = prims[at + TrianglePlanes.Y1];
        int x2 = prims[at + TrianglePlanes.X2];
        int y2 = prims[at + TrianglePlanes.Y2];
        originX = (tileX << TrianglePlanes.SUBPIXEL_BITS) - x0;
        originY = (tileY << TrianglePlanes.SUBPIXEL_BITS) - y0;
        a0 = y0 - y1;
        b0 = x1 - x0;
        a1 = y1 - y2;
        b1 = x2 - x1;
        a2 = y2 - y0;
        b2 = x0 - x2;
        int last = tileSize - 1;
        int fromX1 = originX + x0 - x1;
        int fromY1 = originY + y0 - y1;
        int fromX2 = originX + x0 - x2;
        int fromY2 = originY + y0 - y2;
        // A triangle of at most 64 pixels a side, whole: vertices lie within 128 pixels of the
        // tile's origin, products within 29 bits.
        boolean small =
                (columns & (TrianglePlanes.CUT | TrianglePlanes.CONFINED)) == 0
                        && TrianglePlanes.last(columns) - TrianglePlanes.first(columns) < 63
                        && TrianglePlanes.last(rows) - TrianglePlanes.first(rows) < 63;
        boolean someInside =
                small
                        ? setSmall(fromX1, fromY1, fromX2, fromY2, last, pattern)
                        : setLarge(fromX1, fromY1, fromX2, fromY2, last, pattern);
        if (!someInside) {
            return false;
        }
        z0 = Float.intBitsToFloat(prims[at + TrianglePlanes.Z0]);
        dzdx = Float.intBitsToFloat(prims[at + TrianglePlanes.DZDX]);
        dzdy = Float.intBitsToFloat(prims[at + TrianglePlanes.DZDY]);
        zMin = Float.intBitsToFloat(prims[at + TrianglePlanes.Z_MIN]);
        zMax = Float.intBitsToFloat(prims[at + TrianglePlanes.Z_MAX]);
        return true;
    }

    /**
     * As {@link #setLarge} in 32 bits, without branches, which would be as good as random; edges
     * that hold everywhere in the tile stay as they are.
     */
    private boolean setSmall(
            int fromX1, int fromY1, int fromX2, int fromY2, int last, SamplePattern pattern) {
        int e0 = a0 * originX + b0 * originY + bias(a0, b0);
        int e1 = a1 * fromX1 + b1 * fromY1 + bias(a1, b1);
        int e2 = a2 * fromX2 + b2 * fromY2 + bias(a2, b2);
        int most0 = Integer.MIN_VALUE;
        int most1 = Integer.MIN_VALUE;
        int most2 = Integer.MIN_VALUE;
        int samples = pattern.count();
        for (int s = 0; s < samples; s++) {
            int x = pattern.x(s);
            int y = pattern.y(s);
            int c0 = e0 + a0 * x + b0 * y >> TrianglePlanes.SUBPIXEL_BITS;
            int c1 = e1 + a1 * x + b1 * y >> TrianglePlanes.SUBPIXEL_BITS;
            int c2 = e2 + a2 * x + b2 * y >> TrianglePlanes.SUBPIXEL_BITS;
            c[3 * s] = c0;
            c[3 * s + 1] = c1;
            c[3 * s + 2] = c2;
            most0 = Math.max(most0, c0);
            most1 = Math.max(most1, c1);
            most2 = Math.max(most2, c2);
        }
        most0 += last * (Math.max(0, a0) + Math.max(0, b0));
        most1 += last * (Math.max(0, a1) + Math.max(0, b1));
        most2 += last * (Math.max(0, a2) + Math.max(0, b2));
        return (most0 | most1 | most2) >= 0;
    }

    /**
     * Top-left rule: a sample exactly on the edge is inside on left edges (a &gt; 0) and on top
     * edges (a = 0, b &gt; 0) only; what is added to the others' values is -1.
     *
     * @param a slope of the edge along x, 24 bits
     * @param b slope along y
     * @return 0 or -1
     */
    public static int bias(int a, int b) {
        return 2 * a + (-b >>> 31) - 1 >> 31;
    }

    /** Sets the edges; returns false if one of them leaves all samples of the tile outside. */
    private boolean setLarge(
            int fromX1, int fromY1, int fromX2, int fromY2, int last, SamplePattern pattern) {
        return setEdge(0, a0, b0, originX, originY, last, pattern)
                && setEdge(1, a1, b1, fromX1, fromY1, last, pattern)
                && setEdge(2, a2, b2, fromX2, fromY2, last, pattern);
    }

    private boolean setEdge(
            int edge, int a, int b, int fromX, int fromY, int last, SamplePattern pattern) {
        int bias = bias(a, b);
        // Slopes have 24 bits and a tile 64 pixels, so these fit an int
        int ahead = Math.max(0, a * last) + Math.max(0, b * last);
        int behind = Math.min(0, a * last) + Math.min(0, b * last);
        int samples = pattern.count();
        boolean someInside = false;
        boolean allInside = true;
        for (int s = 0; s < samples; s++) {
            long exact =
                    (long) a * (fromX + pattern.x(s)) + (long) b * (fromY + pattern.y(s)) + bias;
            long reduced = exact >> TrianglePlanes.SUBPIXEL_BITS;
            someInside |= reduced + ahead >= 0;
            allInside &= reduced + behind >= 0;
            c[3 * s + edge] = (int) reduced;
        }
        if (!someInside) {
            return false;
        }
        if (allInside) {
            forget(edge, samples);
        }
        return true;
    }

    /** An edge that all of the tile is inside of need not be looked at. */
    private void forget(int edge, int samples) {
        for (int s = 0; s < samples; s++) {
            c[3 * s + edge] = 0;
        }
        switch (edge) {
            case 0 -> {
                a0 = 0;
                b0 = 0;
            }
            case 1 -> {
                a1 = 0;
                b1 = 0;
            }
            default -> {
                a2 = 0;
                b2 = 0;
            }
        }
    }
}
