package dev.azulejo.core.tiling;

import dev.azulejo.core.report.OwnLines;

import java.util.Arrays;

/**
 * One worker's lists of triangle references, one a tile: chains of short segments in one array that
 * only grows. References must be added in rising order.
 */
public final class TileLists extends OwnLines {
    /** Ints a segment: 31 references and where the next segment begins. */
    private static final int SEGMENT = 32;

    private int[] pool = new int[1024 * SEGMENT];
    private int poolEnd;
    private int[] first = new int[0];
    private int[] cursor = new int[0];

    /** Forgets everything and makes room for a number of tiles. */
    public void clear(int tiles) {
        if (first.length < tiles) {
            first = new int[tiles];
            cursor = new int[tiles];
        }
        Arrays.fill(first, 0, tiles, -1);
        poolEnd = 0;
    }

    /** Appends a reference to a tile's list. */
    public void add(int tile, int reference) {
        int at;
        if (first[tile] < 0) {
            at = newSegment();
            first[tile] = at;
        } else {
            at = cursor[tile];
            if ((at & SEGMENT - 1) == SEGMENT - 1) {
                int next = newSegment();
                pool[at] = next;
                at = next;
            }
        }
        pool[at] = reference;
        cursor[tile] = at + 1;
    }

    /** Returns the memory of the entries, bytes. */
    public long bytes() {
        return 4L * poolEnd;
    }

    private int newSegment() {
        int at = poolEnd;
        poolEnd += SEGMENT;
        if (poolEnd > pool.length) {
            pool = Arrays.copyOf(pool, 2 * pool.length);
        }
        return at;
    }

    /** Returns whether a tile has no entries. */
    public boolean isEmpty(int tile) {
        return first[tile] < 0;
    }

    /** Returns the position of a tile's first entry, to walk with; -1 if there is none. */
    public int begin(int tile) {
        return first[tile];
    }

    /** Returns the position after the last entry. */
    public int end(int tile) {
        return first[tile] < 0 ? -1 : cursor[tile];
    }

    /** Returns the reference at a position. */
    public int get(int position) {
        return pool[position];
    }

    /** Returns the position after the given one; the end position when the list is over. */
    public int next(int position, int end) {
        int at = position + 1;
        return at != end && (at & SEGMENT - 1) == SEGMENT - 1 ? pool[at] : at;
    }
}
