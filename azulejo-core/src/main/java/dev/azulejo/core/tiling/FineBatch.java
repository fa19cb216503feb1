package dev.azulejo.core.tiling;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.screen.TileGrid;

import java.util.Arrays;

/**
 * A batch of triangles in submission order that come to their tiles one tile at a time, as
 * published for the second level of two-level binning: no lists, but for each triangle the next
 * tile, in the order of tiles, that it touches.
 *
 * <pre>
 *  capture ─▶ the first tile of each triangle, the upper left one that it touches
 *  take, tile by tile ─▶ the triangles that are waiting there, in submission order
 *                         └─▶ each waits at its next tile from now on, or has none left
 * </pre>
 *
 * <p>A batch ends when it holds as many triangles as it may, when the next one has a draw state for
 * which there is no room, or when the next one depends on one in the batch. A triangle
 * <em>depends</em> on one if it is merged with the colours below it (it blends, or writes a part of
 * them), and one that is not lies in a tile that both their bounds touch: shading is deferred, so
 * that the colour that it needs is not there before the batch's tiles have been rendered. Triangles
 * that are all merged do not end a batch: within a tile they are merged in order anyway.
 *
 * <p>Threads: captured by one; {@link #take} by any, one at a time, which the lock sees to. Memory:
 * two ints a triangle, a few bytes a tile; nothing is allocated once warm.
 */
public final class FineBatch {
    /** Why no more triangles were captured. */
    public enum End {
        /** There were no more. */
        NOTHING_LEFT,
        /** As many as it may hold. */
        FULL,
        /** No room for another draw state. */
        STATES,
        /** The next one depends on one in the batch. */
        DEPENDENCE
    }

    private static final int NONE = -1;

    private final Binner binner;
    private final int[] references;

    /** Of each triangle, another one that waits at the same tile. */
    private final int[] another;

    /** Those taken from a tile, a bit each: brings them into submission order. */
    private final long[] taken;

    private final DrawState[] states;

    /** At each tile, a triangle that waits there. */
    private int[] waiting = new int[0];

    /** Tiles that bounds of triangles touch which are not merged, a bit each. */
    private long[] pending = new long[0];

    private TileGrid grid;
    private ChunkOutput[] chunks;
    private int count;
    private int stateCount;
    private End end = End.NOTHING_LEFT;
    private int nextTile;
    private long steps;

    /**
     * Makes a batch.
     *
     * @param fine its bounds
     * @param asked what finds out whether triangles are hidden in tiles, and counts
     */
    public FineBatch(Fine fine, Binner asked) {
        binner = asked;
        references = new int[fine.primitives()];
        another = new int[fine.primitives()];
        taken = new long[fine.primitives() + Long.SIZE - 1 >> 6];
        states = new DrawState[fine.states()];
    }

    /** Begins a batch of triangles of some chunks. */
    public void begin(TileGrid tiles, ChunkOutput[] processed) {
        grid = tiles;
        if (chunks != processed) {
            chunks = processed;
        }
        int needed = tiles.count();
        if (waiting.length < needed) {
            waiting = new int[needed];
            pending = new long[needed + Long.SIZE - 1 >> 6];
        }
        Arrays.fill(waiting, 0, needed, NONE);
        Arrays.fill(pending, 0);
        binner.beginCounts();
        count = 0;
        stateCount = 0;
        steps = 0;
        nextTile = 0;
        end = End.NOTHING_LEFT;
    }

    /**
     * Captures triangles from..to-1 of a chunk, in rising order of chunks and triangles.
     *
     * @return the first that has not been captured; {@code to} if all have
     */
    public int capture(int chunk, int from, int to) {
        var output = chunks[chunk];
        var draw = output.draw();
        for (int triangle = from; triangle < to; triangle++) {
            if (count == references.length) {
                end = End.FULL;
                return triangle;
            }
            if (!holds(draw)) {
                end = End.STATES;
                return triangle;
            }
            int[] r = output.records();
            int at = output.recordsAt() + triangle * TrianglePlanes.STRIDE;
            if (draw.ordered() && isPending(r, at)) {
                end = End.DEPENDENCE;
                return triangle;
            }
            if (!draw.ordered()) {
                setPending(r, at);
            }
            references[count] = Binner.reference(chunk, triangle);
            waitAtNext(count, NONE);
            count++;
        }
        end = count == references.length ? End.FULL : End.NOTHING_LEFT;
        return to;
    }

    /** Returns whether a draw state is among those of the batch, or there was room for it. */
    private boolean holds(DrawState draw) {
        for (int i = stateCount - 1; i >= 0; i--) {
            if (states[i] == draw) {
                return true;
            }
        }
        if (stateCount == states.length) {
            return false;
        }
        if (states[stateCount] != draw) {
            states[stateCount] = draw;
        }
        stateCount++;
        return true;
    }

    private boolean isPending(int[] r, int at) {
        int shift = grid.shift();
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int lastX = TrianglePlanes.last(columns) >> shift;
        int lastY = TrianglePlanes.last(rows) >> shift;
        for (int y = TrianglePlanes.first(rows) >> shift; y <= lastY; y++) {
            for (int x = TrianglePlanes.first(columns) >> shift; x <= lastX; x++) {
                int tile = y * grid.columns() + x;
                if ((pending[tile >> 6] >>> tile & 1) != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private void setPending(int[] r, int at) {
        int shift = grid.shift();
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int lastX = TrianglePlanes.last(columns) >> shift;
        int lastY = TrianglePlanes.last(rows) >> shift;
        for (int y = TrianglePlanes.first(rows) >> shift; y <= lastY; y++) {
            for (int x = TrianglePlanes.first(columns) >> shift; x <= lastX; x++) {
                int tile = y * grid.columns() + x;
                pending[tile >> 6] |= 1L << tile;
            }
        }
    }

    /**
     * Goes to the next tile, and fills a list with the triangles that touch it.
     *
     * @return the tile; the number of tiles, or more, when all have been gone to
     */
    public synchronized int take(TileList list) {
        int tile = nextTile++;
        list.clear();
        if (tile >= grid.count() || waiting[tile] == NONE) {
            return tile;
        }
        int least = count;
        int most = 0;
        for (int i = waiting[tile]; i != NONE; i = another[i]) {
            taken[i >> 6] |= 1L << i;
            least = Math.min(least, i);
            most = Math.max(most, i);
        }
        waiting[tile] = NONE;
        for (int word = least >> 6; word <= most >> 6; word++) {
            for (long bits = taken[word]; bits != 0; bits &= bits - 1) {
                int i = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
                list.append(references[i]);
                waitAtNext(i, tile);
            }
            taken[word] = 0;
        }
        return tile;
    }

    /** Lets a triangle wait at the next tile that it touches, behind one or from the first on. */
    private void waitAtNext(int i, int behind) {
        int reference = references[i];
        var chunk = chunks[Binner.chunkOf(reference)];
        int[] r = chunk.records();
        int at = chunk.recordsAt() + Binner.triangleOf(reference) * TrianglePlanes.STRIDE;
        int hidden = binner.hidden();
        int tile = next(chunk, r, at, behind);
        if (tile != NONE) {
            another[i] = waiting[tile];
            waiting[tile] = i;
            binner.noteEntry();
        } else if (behind == NONE && binner.hidden() == hidden && !grid.tiles().isAll()) {
            binner.noteNothing(middle(r, at));
        }
    }

    private int next(ChunkOutput chunk, int[] r, int at, int behind) {
        int shift = grid.shift();
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int x0 = TrianglePlanes.first(columns) >> shift;
        int x1 = TrianglePlanes.last(columns) >> shift;
        int y0 = TrianglePlanes.first(rows) >> shift;
        int y1 = TrianglePlanes.last(rows) >> shift;
        boolean thin = x0 == x1 || y0 == y1;
        boolean asks = binner.asks(chunk, x0 == x1 && y0 == y1);
        boolean all = grid.tiles().isAll();
        int y = behind == NONE ? y0 : behind / grid.columns();
        int x = behind == NONE ? x0 : behind % grid.columns() + 1;
        for (; y <= y1; y++) {
            for (; x <= x1; x++) {
                steps++;
                if (!all && !grid.owns(x, y) || !thin && !Binner.touches(r, at, x, y, shift)) {
                    continue;
                }
                if (asks && binner.hidden(r, at, x, y, shift)) {
                    binner.noteHidden();
                    continue;
                }
                return y * grid.columns() + x;
            }
            x = x0;
        }
        return NONE;
    }

    private int middle(int[] r, int at) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int shift = grid.shift();
        int x = (TrianglePlanes.first(columns) >> shift) + (TrianglePlanes.last(columns) >> shift);
        int y = (TrianglePlanes.first(rows) >> shift) + (TrianglePlanes.last(rows) >> shift);
        return (y >> 1) * grid.columns() + (x >> 1);
    }

    /** Why the batch ended. */
    public End end() {
        return end;
    }

    /** Triangles of the batch. */
    public int count() {
        return count;
    }

    /** Tiles that were looked at since the batch began. */
    public long steps() {
        return steps;
    }

    /** Memory over some tiles, bytes. */
    public long bytes(TileGrid tiles) {
        int count = tiles.count();
        return 4L * (references.length + another.length + count)
                + 8L * (taken.length + (count + Long.SIZE - 1 >> 6));
    }
}
