package dev.azulejo.core.kernel;

/**
 * Layout of a triangle that has been set up: {@link #STRIDE} ints in a chunk's array, one cache
 * line.
 *
 * <p>Positions are fixed point with {@link #SUBPIXEL_BITS} fraction bits, ordered so that the area
 * (window y downward) is positive. Depth is {@code (z0 + dzdx * (x - x0)) + dzdy * (y - y0)}, x and
 * y in fixed-point units, clamped to the depths of the three vertices and to the viewport's range:
 * anchored at vertex 0, so that neither tile nor batch shows.
 */
public final class TrianglePlanes {
    /** Ints a triangle. */
    public static final int STRIDE = 16;

    /** Fraction bits of window positions. */
    public static final int SUBPIXEL_BITS = 8;

    /** A pixel in fixed-point units. */
    public static final int SUBPIXEL_ONE = 1 << SUBPIXEL_BITS;

    /** Half a pixel in fixed-point units: from a pixel's corner to its centre. */
    public static final int SUBPIXEL_HALF = SUBPIXEL_ONE / 2;

    /** Column of vertex 0, fixed point. Positions lie together: x, y, vertex after vertex. */
    public static final int X0 = 0;

    /** Row of vertex 0, fixed point. */
    public static final int Y0 = 1;

    /** Column of vertex 1, fixed point. */
    public static final int X1 = 2;

    /** Row of vertex 1, fixed point. */
    public static final int Y1 = 3;

    /** Column of vertex 2, fixed point. */
    public static final int X2 = 4;

    /** Row of vertex 2, fixed point. */
    public static final int Y2 = 5;

    /** Window depth at vertex 0, float bits. */
    public static final int Z0 = 6;

    /** Depth slope along x a fixed-point unit, float bits. */
    public static final int DZDX = 7;

    /** Depth slope along y a fixed-point unit, float bits. */
    public static final int DZDY = 8;

    /** Number of vertex 0 in the chunk's vertex data, once varyings have been shaded. */
    public static final int V0 = 9;

    /** Number of vertex 1. */
    public static final int V1 = 10;

    /** Number of vertex 2. */
    public static final int V2 = 11;

    /** Smallest depth, float bits. */
    public static final int Z_MIN = 12;

    /** Largest depth, float bits. */
    public static final int Z_MAX = 13;

    /** Pixel columns: first in bits 0..13, last (inclusive) in 14..27; flags above. */
    public static final int COLUMNS = 14;

    /** Pixel rows, likewise; {@link #COVERS} above. */
    public static final int ROWS = 15;

    /** Bit in {@link #COLUMNS}: faces back. */
    public static final int BACK = 1 << 31;

    /** Bit in {@link #COLUMNS}: viewport, scissor or target cut the bounds. */
    public static final int CUT = 1 << 30;

    /**
     * Bit in {@link #COLUMNS}: the bounds are those of the part of the target that somebody
     * renders, so that they do not tell how large the triangle is.
     */
    public static final int CONFINED = 1 << 28;

    private TrianglePlanes() {}

    /** Bit in {@link #COLUMNS}: found visible in full depth. */
    public static final int VISIBLE = 1 << 29;

    /**
     * Bit in {@link #ROWS}: found to cover a sample in full depth. Not in the int of {@link
     * #VISIBLE}: tiles set each at the same time, and one bit an int gets never lost.
     */
    public static final int COVERS = 1 << 29;

    /** First pixel of a packed range. */
    public static int first(int packed) {
        return packed & 0x3fff;
    }

    /** Last pixel of a packed range, inclusive. */
    public static int last(int packed) {
        return packed >>> 14 & 0x3fff;
    }

    /** Packs a range of pixels. */
    public static int range(int first, int last) {
        return first | last << 14;
    }

    /** The smallest packed range around two. */
    public static int around(int a, int b) {
        return range(Math.min(first(a), first(b)), Math.max(last(a), last(b)));
    }
}
