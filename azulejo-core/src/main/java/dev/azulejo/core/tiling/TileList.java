package dev.azulejo.core.tiling;

import dev.azulejo.core.report.OwnLines;

import java.util.Arrays;

/**
 * The triangles of one tile in submission order, merged from the workers' lists when somebody wants
 * to know.
 */
public final class TileList extends OwnLines {
    private int[] references = new int[1024];
    private int count;
    private final int[] position;
    private final int[] end;
    private TileLists[] lists;
    private int workers;
    private int tile;
    private boolean merged = true;

    /** Makes a list that can merge a number of workers' lists. */
    public TileList(int workers) {
        position = new int[workers];
        end = new int[workers];
    }

    /** Number of entries. */
    public int count() {
        return count;
    }

    /** Reference of an entry. */
    public int get(int entry) {
        return references[entry];
    }

    /**
     * Becomes a tile's list, to be merged.
     *
     * @param from the workers' lists, each in rising order
     * @param fromWorkers how many of them
     * @param ofTile which tile
     */
    public void select(TileLists[] from, int fromWorkers, int ofTile) {
        if (lists != from) {
            lists = from;
        }
        workers = fromWorkers;
        tile = ofTile;
        merged = false;
        count = 0;
    }

    /** Becomes an empty list, to be filled in order. */
    void clear() {
        merged = true;
        count = 0;
    }

    /** Returns whether nothing is on the list; merges nothing. */
    public boolean isEmpty() {
        if (merged) {
            return count == 0;
        }
        boolean none = true;
        for (int w = 0; w < workers; w++) {
            none &= lists[w].isEmpty(tile);
        }
        return none;
    }

    /** Merges the workers' lists, if that has not been done. */
    public void merge() {
        if (merged) {
            return;
        }
        merged = true;
        int live = 0;
        int last = -1;
        for (int w = 0; w < workers; w++) {
            position[w] = lists[w].begin(tile);
            end[w] = lists[w].end(tile);
            if (position[w] != end[w]) {
                live++;
                last = w;
            }
        }
        while (live > 1) {
            int best = -1;
            int smallest = Integer.MAX_VALUE;
            for (int w = 0; w < workers; w++) {
                if (position[w] != end[w] && lists[w].get(position[w]) <= smallest) {
                    smallest = lists[w].get(position[w]);
                    best = w;
                }
            }
            append(smallest);
            position[best] = lists[best].next(position[best], end[best]);
            if (position[best] == end[best]) {
                live--;
            } else {
                last = best;
            }
        }
        if (live == 1) {
            last = position[last] == end[last] ? only() : last;
            var list = lists[last];
            for (int p = position[last]; p != end[last]; p = list.next(p, end[last])) {
                append(list.get(p));
            }
        }
    }

    private int only() {
        for (int w = 0; w < workers; w++) {
            if (position[w] != end[w]) {
                return w;
            }
        }
        throw new AssertionError("no list left");
    }

    void append(int reference) {
        if (count == references.length) {
            references = Arrays.copyOf(references, 2 * count);
        }
        references[count++] = reference;
    }
}
