package dev.azulejo.core.pixel;

import dev.azulejo.core.kernel.TrianglePlanes;

import java.util.Arrays;

/**
 * What a worker notes of pixels where work is recorded: how many samples each triangle covers,
 * whether it is seen, and by squares of 16x16 pixels how many fragments were shaded, and at what
 * cost. Owned by one thread at a time.
 */
public final class PixelLog {
    /** Side of a square, pixels. */
    public static final int SQUARE = 16;

    private static final int SQUARE_SHIFT = 4;

    /** Squares of the largest tile: 4x4, row by row. */
    private static final int SQUARES = 16;

    private int columns;
    private int squares;
    private int[] shaded = {};
    private long[] operations = {};
    private long[] textureBytes = {};

    /** Of each draw call. */
    private int[] fragmentCost = {};

    private int[] fragmentBytes = {};

    /** Number of the first triangle of each chunk. */
    private int[] first = {};

    private int[] covered = {};

    /** Of each triangle, a bit. */
    private long[] seen = {};

    /**
     * Fragments of a batch by square of the tile. Every second one counts apart: neighbours often
     * lie in one square, and a counter that is incremented again at once stalls.
     */
    private final int[] batch = new int[2 * SQUARES];

    /** Makes one that has noted nothing. */
    public PixelLog() {}

    /**
     * Returns 1 if bounds do not lie within one square, else 0.
     *
     * @param columns of a triangle's record, as {@link TrianglePlanes} packs them
     * @param rows likewise
     */
    public static int leavesSquare(int columns, int rows) {
        int differ =
                TrianglePlanes.first(columns) ^ TrianglePlanes.last(columns)
                        | TrianglePlanes.first(rows) ^ TrianglePlanes.last(rows);
        return -(differ >> SQUARE_SHIFT) >>> 31;
    }

    /**
     * A phase begins: nothing is shaded yet.
     *
     * @param width of the target
     * @param height of the target
     * @param costs of a fragment of each draw call
     * @param bytes that a fragment of each draw call reads of textures
     */
    public void beginPhase(int width, int height, int[] costs, int[] bytes) {
        columns = width + SQUARE - 1 >> SQUARE_SHIFT;
        squares = columns * (height + SQUARE - 1 >> SQUARE_SHIFT);
        if (shaded.length < squares) {
            shaded = new int[squares];
            operations = new long[squares];
            textureBytes = new long[squares];
        }
        Arrays.fill(shaded, 0, squares, 0);
        Arrays.fill(operations, 0, squares, 0);
        Arrays.fill(textureBytes, 0, squares, 0);
        fragmentCost = costs;
        fragmentBytes = bytes;
    }

    /**
     * A window begins: its triangles cover nothing yet.
     *
     * @param firstTriangles number of the first triangle of each chunk
     * @param triangles how many there are
     */
    public void beginWindow(int[] firstTriangles, int triangles) {
        first = firstTriangles;
        if (covered.length < triangles) {
            covered = new int[Math.max(triangles, 2 * covered.length)];
        }
        Arrays.fill(covered, 0, triangles, 0);
        int words = triangles + Long.SIZE - 1 >> 6;
        if (seen.length < words) {
            seen = new long[Math.max(words, 2 * seen.length)];
        }
        Arrays.fill(seen, 0, words, 0);
    }

    /** Notes samples that a triangle of a chunk covers. */
    void covers(int chunk, int triangle, int samples) {
        covered[first[chunk] + triangle] += samples;
    }

    /** Notes that a fragment of a triangle of a chunk is shaded. */
    void sees(int chunk, int triangle) {
        int number = first[chunk] + triangle;
        seen[number >> 6] |= 1L << number;
    }

    /** Notes fragments from..to-1 of a draw call, by their pixels in a tile. */
    void shades(int draw, int[] pixel, int from, int to, TileRectangle tile) {
        // A square has four blocks a side
        int shift = tile.blockShift;
        int mask = (1 << shift) - 1;
        for (int i = from; i < to; i++) {
            int block = pixel[i] >> 4;
            batch[(block >> shift >> 2 << 3) + ((block & mask) >> 2 << 1) + (i & 1)]++;
        }
        int origin = (tile.y >> SQUARE_SHIFT) * columns + (tile.x >> SQUARE_SHIFT);
        for (int s = 0; s < SQUARES; s++) {
            int count = batch[2 * s] + batch[2 * s + 1];
            if (count != 0) {
                batch[2 * s] = 0;
                batch[2 * s + 1] = 0;
                int square = origin + (s >> 2) * columns + (s & 3);
                shaded[square] += count;
                operations[square] += (long) count * fragmentCost[draw];
                textureBytes[square] += (long) count * fragmentBytes[draw];
            }
        }
    }

    /** Takes over what another worker has noted of the window's triangles. */
    public void addCovered(PixelLog other, int triangles) {
        for (int t = 0; t < triangles; t++) {
            covered[t] += other.covered[t];
        }
        for (int word = 0; word < triangles + Long.SIZE - 1 >> 6; word++) {
            seen[word] |= other.seen[word];
        }
    }

    /** Takes over what another worker has noted of the phase's fragments. */
    public void addShaded(PixelLog other) {
        for (int s = 0; s < squares; s++) {
            shaded[s] += other.shaded[s];
            operations[s] += other.operations[s];
            textureBytes[s] += other.textureBytes[s];
        }
    }

    /** Returns the samples that a triangle of the window covers. */
    public int covered(int triangle) {
        return covered[triangle];
    }

    /** Returns 1 if no fragment of a triangle of the window was shaded, else 0. */
    public int unseen(int triangle) {
        return (int) (~seen[triangle >> 6] >>> triangle & 1);
    }

    /** Returns how many squares are in a row. */
    public int columns() {
        return columns;
    }

    /** Returns how many squares there are. */
    public int squares() {
        return squares;
    }

    /** Returns the fragments that were shaded in a square. */
    public int shaded(int square) {
        return shaded[square];
    }

    /** Returns what shading them took, operations of a lane. */
    public long operations(int square) {
        return operations[square];
    }

    /** Returns the bytes of textures that they read. */
    public long textureBytes(int square) {
        return textureBytes[square];
    }
}
