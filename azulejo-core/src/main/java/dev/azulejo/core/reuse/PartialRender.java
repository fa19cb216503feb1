package dev.azulejo.core.reuse;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.policy.PartialPolicy;
import dev.azulejo.core.screen.TileGrid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Finds what there is to do in a render most of whose draw calls are those of the last one.
 *
 * <p>Draw calls whose inputs changed are processed first. The tiles that they touch now, or touched
 * before, are <em>open</em>; all others keep their pixels, since the draw calls that touch them are
 * the same in the same order. Then the unchanged draw calls that touch an open tile are processed,
 * and the geometry of all others is left out.
 *
 * <p>Threads: {@link #note} by workers, each chunk by one; the rest by the submitting thread, or
 * read-only.
 */
final class PartialRender {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** Draw calls that are looked at after a difference. */
    private static final int AHEAD = 8;

    /** Looks ahead that may be in vain: then draw calls are compared one by one. */
    private static final int MOST_VAIN = 64;

    private DrawRecord now;
    private DrawRecord past;

    /** Draw call of the last render with the same inputs, or -1. */
    private int[] match = new int[64];

    /** Draw calls of the last render that have no match. */
    private boolean[] gone = new boolean[64];

    private boolean[] needed = new boolean[64];
    private long[] open = new long[16];
    private int same;
    private int opened;
    private int kept;

    /**
     * Finds the draw calls that have not changed, in rising order: where two differ, the next few
     * on both sides tell whether some came, some went, or one changed.
     */
    void match(DrawRecord current, DrawRecord before) {
        now = current;
        past = before;
        if (match.length < now.draws || gone.length < past.draws) {
            int room = 2 * Math.max(now.draws, past.draws);
            match = new int[room];
            gone = new boolean[room];
            needed = new boolean[room];
        }
        Arrays.fill(match, 0, now.draws, -1);
        Arrays.fill(gone, 0, past.draws, true);
        same = 0;
        int vain = 0;
        int d = 0;
        int p = 0;
        while (d < now.draws && p < past.draws) {
            if (!now.sameDraw(d, past, p)) {
                int step = vain < MOST_VAIN ? step(d, p) : 0;
                vain += step == 0 ? 1 : 0;
                d += step > 0 ? step : step == 0 ? 1 : 0;
                p += step < 0 ? -step : step == 0 ? 1 : 0;
                continue;
            }
            match[d++] = p;
            gone[p++] = false;
            same++;
        }
    }

    /** How many draw calls came (above 0) or went (below 0) at a place; 0 if one changed. */
    private int step(int draw, int pastDraw) {
        for (int k = 1; k <= AHEAD; k++) {
            if (pastDraw + k < past.draws && now.sameDraw(draw, past, pastDraw + k)) {
                return -k;
            }
            if (draw + k < now.draws && now.sameDraw(draw + k, past, pastDraw)) {
                return k;
            }
        }
        return 0;
    }

    /** Whether any draw call is one of the last render. */
    boolean anySame() {
        return same > 0;
    }

    /** Whether nothing but the pass can have changed. */
    boolean allSame() {
        return same == now.draws && same == past.draws;
    }

    /** Whether the draw calls that did not change have at least half of the primitives. */
    boolean mostSame(Phase phase) {
        long all = 0;
        long changed = 0;
        for (int d = 0; d < now.draws; d++) {
            var draw = phase.draw(d);
            long each = draw.pipeline().primitiveCount(draw.call().count());
            long primitives = each * draw.call().instances();
            all += primitives;
            changed += match[d] < 0 ? primitives : 0;
        }
        return same > 0 && PartialPolicy.mostSame(all, changed);
    }

    /** Whether a draw call is not one of the last render. */
    boolean changed(int draw) {
        return match[draw] < 0;
    }

    /** Whether a draw call is the same as the draw call of the same number of the last render. */
    boolean inPlace(int draw) {
        return match[draw] == draw;
    }

    /**
     * Notes the tiles that a processed chunk touches, or would touch if early Z had not dropped
     * triangles: what is hidden now may show when something else moves.
     */
    void note(DrawRecord record, TileGrid grid, ChunkOutput chunk) {
        int draw = chunk.draw().number();
        int[] r = chunk.records();
        int end = chunk.recordsAt() + chunk.triangles() * TrianglePlanes.STRIDE;
        for (int at = chunk.recordsAt(); at < end; at += TrianglePlanes.STRIDE) {
            touch(record, grid, draw, r[at + TrianglePlanes.COLUMNS], r[at + TrianglePlanes.ROWS]);
        }
        if (chunk.hides()) {
            touch(record, grid, draw, chunk.hiddenColumns(), chunk.hiddenRows());
        }
    }

    private static void touch(DrawRecord record, TileGrid grid, int draw, int columns, int rows) {
        int shift = grid.shift();
        int x0 = TrianglePlanes.first(columns) >> shift;
        int x1 = TrianglePlanes.last(columns) >> shift;
        int y0 = TrianglePlanes.first(rows) >> shift;
        int y1 = TrianglePlanes.last(rows) >> shift;
        int mask = draw * record.maskWords;
        for (int y = y0; y <= y1; y++) {
            for (int x = x0; x <= x1; x++) {
                int tile = y * grid.columns() + x;
                long bit = 1L << tile;
                int at = mask + (tile >> 6);
                // Most bits are set already. Workers may set bits of one word.
                if ((record.masks[at] & bit) == 0) {
                    LONGS.getAndBitwiseOr(record.masks, at, bit);
                }
            }
        }
    }

    /**
     * Opens tiles, after the changed draw calls have been noted, and finds the unchanged ones that
     * touch them.
     */
    void spread() {
        int words = now.maskWords;
        if (open.length < words) {
            open = new long[words];
        }
        Arrays.fill(open, 0, words, 0);
        for (int d = 0; d < past.draws; d++) {
            for (int i = 0; gone[d] && i < words; i++) {
                open[i] |= past.masks[d * words + i];
            }
        }
        for (int d = 0; d < now.draws; d++) {
            for (int i = 0; match[d] < 0 && i < words; i++) {
                open[i] |= now.masks[d * words + i];
            }
        }
        opened = 0;
        for (int i = 0; i < words; i++) {
            opened += Long.bitCount(open[i]);
        }
        kept = 0;
        for (int d = 0; d < now.draws; d++) {
            long touches = match[d] < 0 ? 1 : 0;
            for (int i = 0; match[d] >= 0 && i < words; i++) {
                long touched = past.masks[match[d] * words + i];
                now.masks[d * words + i] = touched;
                touches |= touched & open[i];
            }
            needed[d] = touches != 0;
            kept += needed[d] ? 0 : 1;
        }
        now.noted = true;
    }

    /** Tiles that must be looked at. */
    int opened() {
        return opened;
    }

    /** Draw calls whose geometry is left out. */
    int kept() {
        return kept;
    }

    /** Whether a draw call touches an open tile. */
    boolean needed(int draw) {
        return needed[draw];
    }

    /** Whether a tile must be looked at. */
    boolean open(int tile) {
        return (open[tile >> 6] >>> tile & 1) != 0;
    }
}
