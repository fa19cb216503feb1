package dev.azulejo.core.pixel;

import java.util.Arrays;

/**
 * In which squares of 16x16 pixels triangles cover a sample: notes of what tiles found, each of one
 * triangle in one tile. A triangle whose bounds lie in one square has none where its samples say
 * it. Owned by one thread at a time.
 */
public final class SquareNotes {
    private int count;
    private int[] triangle = new int[64];
    private int[] tile = new int[64];
    private short[] covered = new short[64];

    /** Makes an empty list. */
    public SquareNotes() {}

    /** Forgets all. */
    public void clear() {
        count = 0;
    }

    /**
     * Adds a note.
     *
     * @param number of the triangle, in the window
     * @param where tile
     * @param squares covered squares of the tile, a bit each: 4 * row + column
     */
    void add(int number, int where, int squares) {
        if (count == triangle.length) {
            triangle = Arrays.copyOf(triangle, 2 * count);
            tile = Arrays.copyOf(tile, 2 * count);
            covered = Arrays.copyOf(covered, 2 * count);
        }
        triangle[count] = number;
        tile[count] = where;
        covered[count++] = (short) squares;
    }

    /** Returns how many there are. */
    public int count() {
        return count;
    }

    /** Returns the number of the triangle of a note. */
    public int triangle(int note) {
        return triangle[note];
    }

    /** Returns the tile of a note. */
    public int tile(int note) {
        return tile[note];
    }

    /** Returns the covered squares of the tile, a bit each: 4 * row + column. */
    public int covered(int note) {
        return covered[note] & 0xffff;
    }
}
