package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.geometry.PatchWorker;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

import java.util.Arrays;

/**
 * What a worker did for each of its chunks, where work is recorded: by how much its counters have
 * risen. Owned by one thread at a time; its array grows, and is used again.
 */
final class ChunkTally {
    /** Ints of a row: number of the chunk in the phase, and what was counted. */
    static final int COLUMNS = 7;

    static final int CHUNK = 0;
    static final int PRIMITIVES = 1;
    static final int VERTICES = 2;
    static final int USED = 3;
    static final int OUTSIDE = 4;
    static final int FACING_AWAY = 5;
    static final int EMPTY = 6;

    private final Counts counts;
    private int[] rows = new int[64 * COLUMNS];
    private int count;

    // What had been counted before.
    private long outside;
    private long facingAway;
    private long empty;
    private long positions;
    private long varyings;
    private long points;
    private long pointVaryings;

    ChunkTally(Counts workerCounts) {
        counts = workerCounts;
    }

    /** A phase begins. */
    void clear() {
        count = 0;
    }

    /** Returns how many rows there are. */
    int count() {
        return count;
    }

    /** Returns what is in a row. */
    int get(int row, int column) {
        return rows[row * COLUMNS + column];
    }

    /** What is counted from now on is a chunk's. */
    void mark() {
        outside = outsideNow();
        facingAway = counts.get(Counter.PRIMITIVES_CULLED_FACE);
        empty = emptyNow();
        positions = counts.get(Counter.VERTEX_POSITIONS);
        varyings = counts.get(Counter.VERTEX_VARYINGS);
        points = counts.get(Counter.DOMAIN_POINTS);
        pointVaryings = counts.get(Counter.DOMAIN_VARYINGS);
    }

    private long outsideNow() {
        return counts.get(Counter.PRIMITIVES_OUTSIDE) + counts.get(Counter.PRIMITIVES_NOT_FINITE);
    }

    private long emptyNow() {
        return counts.get(Counter.PRIMITIVES_ZERO_AREA) + counts.get(Counter.PRIMITIVES_NO_SAMPLE);
    }

    /**
     * Adds the row of an ordinary chunk.
     *
     * @param chunk what came of it
     * @param index its number among those of the phase
     * @param primitives that were assembled
     */
    void add(ChunkOutput chunk, int index, int primitives) {
        int at = row(index, primitives);
        rows[at + VERTICES] = (int) (counts.get(Counter.VERTEX_POSITIONS) - positions);
        rows[at + USED] = (int) (counts.get(Counter.VERTEX_VARYINGS) - varyings);
        int away = (int) (counts.get(Counter.PRIMITIVES_CULLED_FACE) - facingAway);
        drop(at, (int) (outsideNow() - outside), away, (int) (emptyNow() - empty));
        settle(at, chunk);
        mark();
    }

    private int row(int index, int primitives) {
        if ((count + 1) * COLUMNS > rows.length) {
            rows = Arrays.copyOf(rows, 2 * rows.length);
        }
        int at = count++ * COLUMNS;
        rows[at + CHUNK] = index;
        rows[at + PRIMITIVES] = primitives;
        return at;
    }

    private void drop(int at, int beyond, int away, int nothing) {
        rows[at + OUTSIDE] = beyond;
        rows[at + FACING_AWAY] = away;
        rows[at + EMPTY] = nothing;
    }

    /** What clipping, or a geometry stage, has left nothing of is outside. */
    private void settle(int at, ChunkOutput chunk) {
        int known =
                chunk.triangles() + rows[at + OUTSIDE] + rows[at + FACING_AWAY] + rows[at + EMPTY];
        rows[at + OUTSIDE] += Math.max(0, rows[at + PRIMITIVES] - known);
    }

    /**
     * Adds the rows of patches. Counters tell what all chunks of the piece took together: it is
     * dealt to them by primitives, and of those that were dropped each gets as many as it lacks. A
     * point that several chunks share may so count in more than one of them.
     *
     * @param piece patches
     * @param chunks of the phase
     */
    void add(PatchPiece piece, ChunkOutput[] chunks) {
        int all = piece.primitives();
        long pointsNow = counts.get(Counter.DOMAIN_POINTS) - points;
        long usedNow = counts.get(Counter.DOMAIN_VARYINGS) - pointVaryings;
        int beyond = (int) (outsideNow() - outside);
        int away = (int) (counts.get(Counter.PRIMITIVES_CULLED_FACE) - facingAway);
        int nothing = (int) (emptyNow() - empty);
        int before = 0;
        for (int c = piece.firstChunk(); c < piece.endChunk(); c++) {
            var stage = chunks[c].draw().geometryStage();
            int primitives = Math.min(PatchWorker.chunkPrimitives(stage), all - before);
            int at = row(c, primitives);
            int used = part(usedNow, before, primitives, all);
            rows[at + USED] = used;
            rows[at + VERTICES] = Math.max(used, part(pointsNow, before, primitives, all));
            boolean last = c == piece.endChunk() - 1;
            int lacks = Math.max(0, primitives - chunks[c].triangles());
            int mine = last ? away : Math.min(away, lacks);
            int mineNothing = last ? nothing : Math.min(nothing, lacks - mine);
            int mineBeyond = last ? beyond : Math.min(beyond, lacks - mine - mineNothing);
            drop(at, mineBeyond, mine, mineNothing);
            settle(at, chunks[c]);
            away -= mine;
            nothing -= mineNothing;
            beyond -= mineBeyond;
            before += primitives;
        }
        mark();
    }

    /** Parts add up to all of it. */
    private static int part(long sum, int before, int primitives, int all) {
        return (int) (sum * (before + primitives) / all - sum * before / all);
    }
}
