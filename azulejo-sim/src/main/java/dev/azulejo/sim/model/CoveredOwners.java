package dev.azulejo.sim.model;

import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.sim.trace.PixelGrid;
import dev.azulejo.sim.trace.TracePhase;

/**
 * Whom the primitives of a phase touch by what they cover, as pretests that ask the scan converter
 * find out; and how many squares they ask about. They ask as the renderer's do: tile by tile of the
 * map's side, and not of an owner that is known already.
 */
final class CoveredOwners {
    private final TracePhase phase;
    private final RegionMap map;
    private final PhaseWork work;
    private final long everybody;
    private final long[] masks;
    private final int[] asked;
    private final int[] askedEach;

    /** Primitives of each chunk that each GPU covers something of, drawn ones and hidden ones. */
    private final int[][] own;

    private final int[][] hidden;

    /** Squares that have been asked about since it was set to 0. */
    private int squares;

    CoveredOwners(PhaseWork work) {
        this.work = work;
        phase = work.phase();
        map = work.map();
        everybody = -1L >>> -map.gpus();
        int chunks = phase.chunks().count();
        masks = new long[chunks];
        asked = new int[chunks];
        askedEach = new int[chunks];
        own = new int[map.gpus()][chunks];
        hidden = new int[map.gpus()][chunks];
        for (int chunk = 0; chunk < chunks; chunk++) {
            if (!work.isTessellated(chunk)) {
                count(chunk);
            }
        }
    }

    private void count(int chunk) {
        int first = phase.chunks().first(chunk);
        int end = first + phase.chunks().kept(chunk);
        squares = 0;
        for (int p = first; p < end && masks[chunk] != everybody; p++) {
            masks[chunk] |= ask(p, masks[chunk]);
        }
        asked[chunk] = squares;
        squares = 0;
        for (int p = first; p < end; p++) {
            var counts = work.drawn(chunk, p) ? own : hidden;
            for (long rest = ask(p, 0); rest != 0; rest &= rest - 1) {
                counts[Long.numberOfTrailingZeros(rest)][chunk]++;
            }
        }
        askedEach[chunk] = squares;
    }

    /** Returns the GPUs that a primitive covers something of, of those that are not known. */
    private long ask(int primitive, long known) {
        var boxes = phase.primitives();
        int step = map.side() / PixelGrid.UNIT;
        long found = 0;
        for (int y = boxes.top(primitive) & -step; y <= boxes.bottom(primitive); y += step) {
            for (int x = boxes.left(primitive) & -step; x <= boxes.right(primitive); x += step) {
                long owner = 1L << map.owner(x * PixelGrid.UNIT, y * PixelGrid.UNIT);
                if ((owner & (known | found)) == 0 && covers(primitive, x, y, step)) {
                    found |= owner;
                }
            }
        }
        return found;
    }

    private boolean covers(int primitive, int tileX, int tileY, int step) {
        var boxes = phase.primitives();
        int left = Math.max(tileX, boxes.left(primitive));
        int top = Math.max(tileY, boxes.top(primitive));
        int right = Math.min(tileX + step - 1, boxes.right(primitive));
        int bottom = Math.min(tileY + step - 1, boxes.bottom(primitive));
        squares += (right - left + 1) * (bottom - top + 1);
        for (int y = top; y <= bottom; y++) {
            for (int x = left; x <= right; x++) {
                if (boxes.covers(primitive, x, y)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whom the primitives of a chunk cover something of. */
    long mask(int chunk) {
        return masks[chunk];
    }

    /**
     * Returns how many squares are asked about for a chunk.
     *
     * @param each whether it is asked of each primitive; else only until all owners are known
     */
    long asked(int chunk, boolean each) {
        return each ? askedEach[chunk] : asked[chunk];
    }

    /** Returns how many GPUs the primitives of a chunk cover something of, in sum. */
    long touches(int chunk) {
        long sum = 0;
        for (int gpu = 0; gpu < map.gpus(); gpu++) {
            sum += own[gpu][chunk] + hidden[gpu][chunk];
        }
        return sum;
    }

    /** Returns how many primitives of a chunk that are drawn cover something of a GPU. */
    int own(int chunk, int gpu) {
        return own[gpu][chunk];
    }

    /** Returns how many more would, if they were not hidden. */
    int hidden(int chunk, int gpu) {
        return hidden[gpu][chunk];
    }
}
