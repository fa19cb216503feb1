package dev.azulejo.core.tiling;

import java.util.Arrays;

/** The triangles of one tile in submission order, merged from the workers' lists. */
public final class TileList {
    private int[] references = new int[1024];
    private int count;
    private final int[] position;
    private final int[] end;

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

    /** Replaces the contents by a tile's entries; each worker's are in rising order already. */
    public void merge(TileLists[] lists, int workers, int tile) {
        count = 0;
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
            last = position[last] == end[last] ? only(workers) : last;
            var list = lists[last];
            for (int p = position[last]; p != end[last]; p = list.next(p, end[last])) {
                append(list.get(p));
            }
        }
    }

    private int only(int workers) {
        for (int w = 0; w < workers; w++) {
            if (position[w] != end[w]) {
                return w;
            }
        }
        throw new AssertionError("no list left");
    }

    private void append(int reference) {
        if (count == references.length) {
            references = Arrays.copyOf(references, 2 * count);
        }
        references[count++] = reference;
    }
}
