package dev.azulejo.core.pixel;

import java.util.Arrays;

/**
 * In which squares of 16x16 pixels triangles cover a sample, as tiles found it. Of a triangle whose
 * bounds lie within a tile there is one number; of others a note for each tile, in a chain. A
 * triangle whose bounds lie in one square has neither where its samples say it. Owned by one thread
 * at a time.
 */
public final class SquareNotes {
    /** In place of a note: there is no other one. */
    public static final int NONE = -1;

    private int count;

    /**
     * Of each triangle of the window: what is covered of the tile that it lies in, or one more than
     * the note that came last; 0 for nothing.
     */
    private int[] known = {};

    /** Of each note, the one of the same triangle before it. */
    private int[] before = new int[64];

    private int[] tile = new int[64];
    private char[] covered = new char[64];

    /** Makes an empty list. */
    public SquareNotes() {}

    /** Forgets all: a window begins, with so many triangles. */
    public void begin(int triangles) {
        count = 0;
        if (known.length < triangles) {
            known = new int[Math.max(triangles, 2 * known.length)];
        }
        Arrays.fill(known, 0, triangles, 0);
    }

    /**
     * Notes what a triangle covers whose bounds lie within a tile.
     *
     * @param number of the triangle, in the window
     * @param squares covered squares of the tile, a bit each: 4 * row + column
     */
    void set(int number, int squares) {
        known[number] = squares;
    }

    /**
     * Adds a note of a triangle whose bounds lie in several tiles.
     *
     * @param number of the triangle, in the window
     * @param where tile
     * @param squares covered squares of the tile, a bit each: 4 * row + column
     */
    void add(int number, int where, int squares) {
        if (count == tile.length) {
            before = Arrays.copyOf(before, 2 * count);
            tile = Arrays.copyOf(tile, 2 * count);
            covered = Arrays.copyOf(covered, 2 * count);
        }
        before[count] = known[number] - 1;
        tile[count] = where;
        covered[count] = (char) squares;
        known[number] = ++count;
    }

    /** Returns the covered squares of the tile that a triangle's bounds lie within. */
    public int within(int triangle) {
        return known[triangle];
    }

    /** Returns the note that came last of a triangle in several tiles, or {@link #NONE}. */
    public int last(int triangle) {
        return known[triangle] - 1;
    }

    /** Returns the note of the same triangle that came before one, or {@link #NONE}. */
    public int before(int note) {
        return before[note];
    }

    /** Returns the tile of a note. */
    public int tile(int note) {
        return tile[note];
    }

    /** Returns the covered squares of the tile, a bit each: 4 * row + column. */
    public int covered(int note) {
        return covered[note];
    }
}
