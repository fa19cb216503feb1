package dev.azulejo.sim.model;

import dev.azulejo.sim.trace.TracePhase;

import java.util.Arrays;

/** What the pixels of tiles cost, spread over all visits to them by what is covered in each. */
final class VisitCosts {
    private final TracePhase phase;

    /** Sides of tiles, in squares of pixels, and how many are in a row. */
    private final int shift;

    private final int columns;

    /**
     * Makes one.
     *
     * @param shift a tile's side is two to that many squares
     */
    VisitCosts(TracePhase phase, int shift) {
        this.phase = phase;
        this.shift = shift;
        columns = phase.pixels().columns() + (1 << shift) - 1 >> shift;
    }

    /**
     * Spreads it, whoever's the visits are, and says of each whether others to its tile come before
     * and after it.
     */
    void spread(GpuWork[] gpus, int tiles) {
        var total = new long[tiles];
        var last = new int[tiles];
        Arrays.fill(last, -1);
        for (var gpu : gpus) {
            for (int visit = 0; visit < gpu.visits(); visit++) {
                total[gpu.tile(visit)] += gpu.covered(visit);
            }
        }
        var before = new long[tiles];
        for (var gpu : gpus) {
            Arrays.fill(last, -1);
            for (int visit = 0; visit < gpu.visits(); visit++) {
                int tile = gpu.tile(visit);
                shade(gpu, visit, before[tile], total[tile]);
                before[tile] += gpu.covered(visit);
                gpu.place(visit, last[tile] >= 0, false);
                if (last[tile] >= 0) {
                    gpu.place(last[tile], gpu.comesBack(last[tile]), true);
                }
                last[tile] = visit;
            }
        }
    }

    private void shade(GpuWork gpu, int visit, long before, long total) {
        if (total == 0) {
            return;
        }
        int tile = gpu.tile(visit);
        long after = before + gpu.covered(visit);
        long fragments = 0;
        long operations = 0;
        long bytes = 0;
        var pixels = phase.pixels();
        int side = 1 << shift;
        int left = tile % columns * side;
        int top = tile / columns * side;
        for (int row = top; row < Math.min(top + side, pixels.rows()); row++) {
            for (int column = left; column < Math.min(left + side, pixels.columns()); column++) {
                fragments += pixels.shaded(column, row);
                operations += pixels.hundredOperations(column, row);
                bytes += pixels.textureBytes(column, row);
            }
        }
        gpu.shade(
                visit,
                part(fragments, before, after, total),
                part(operations, before, after, total),
                part(bytes, before, after, total));
    }

    /** Parts add up to all of it. */
    private static int part(long all, long before, long after, long total) {
        return (int) (mulDiv(all, after, total) - mulDiv(all, before, total));
    }

    private static long mulDiv(long a, long b, long total) {
        return a < 1L << 31 && b < 1L << 31 ? a * b / total : (long) ((double) a * b / total);
    }
}
