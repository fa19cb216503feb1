package dev.azulejo.core.pixel;

import java.util.Arrays;

/**
 * In which squares of 16x16 pixels triangles cover a sample: notes of what tiles found, each of one
 * triangle in one tile, and those of one triangle in a chain. A triangle whose bounds lie in one
 * square has none where its samples say it. Owned by one thread at a time.
 */
public final class SquareNotes {
    /** In place of a note: there is no other one. */
    public static final int NONE = -1;

    private int count;

    /** Of each triangle of the window, the note that came last. */
    private int[] last = {};

    /** Of each note, the one of the same triangle before it. */
    private int[] before = new int[64];

    private int[] tile = new int[64];
    private char[] covered = new char[64];

    /** Makes an empty list. */
    public SquareNotes() {}

    /** Forgets all: a window begins, with so many triangles. */
    public void begin(int triangles) {
        count = 0;
        if (last.length < triangles) {
            last = new int[Math.max(triangles, 2 * last.length)];
        }
        Arrays.fill(last, 0, triangles, NONE);
    }

    /**
     * Adds a note.
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
        before[count] = last[number];
        tile[count] = where;
        covered[count] = (char) squares;
        last[number] = count++;
    }

    /** Returns the note of a triangle that came last, or {@link #NONE}. */
    public int last(int triangle) {
        return last[triangle];
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
