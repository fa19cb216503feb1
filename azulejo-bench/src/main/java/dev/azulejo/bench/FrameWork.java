package dev.azulejo.bench;

import dev.azulejo.core.report.Counter;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What a frame asks of a machine, from what it counts: operations on numbers, one a lane, and bytes
 * between processor and memory. Operations are those in the kernels' sources, without loads,
 * stores, jumps and what finds addresses; bytes are those of arrays that are larger than caches
 * are, twice where something is written (a line is read before). Good to a third; for what holds a
 * frame up that is enough.
 *
 * @param operations on floats and ints
 * @param bytes read and written
 */
record FrameWork(double operations, double bytes) {
    /**
     * What one of something takes.
     *
     * @param counter says how many there were
     * @param operations of each
     * @param bytes of each
     */
    private record Unit(Counter counter, double operations, double bytes) {}

    /** A trilinear sample: address, weights, eight texels of four channels, of which one is new. */
    private static final Unit SAMPLE = new Unit(Counter.FRAGMENTS_SHADED, 200, 5);

    private static final List<Unit> UNITS =
            List.of(
                    // Three floats; the clip matrix, the window transform and seven planes
                    new Unit(Counter.VERTEX_POSITIONS, 45, 12),
                    // A normal and texture coordinates in, eight varyings out, which come back
                    new Unit(Counter.VERTEX_VARYINGS, 60, 20 + 3 * 32),
                    // Three indices; area, bounds, samples within them
                    new Unit(Counter.PRIMITIVES_IN, 40, 12),
                    // A record of 64 bytes, which comes back
                    new Unit(Counter.TRIANGLES_SETUP, 120, 3 * 64),
                    // Four bytes, which come back; its edges and depth at the tile's corner
                    new Unit(Counter.TILE_ENTRIES, 40, 3 * 4),
                    // Three edges, a depth, what passes, for each of 16 pixels
                    new Unit(Counter.BLOCKS_RASTERIZED, 16 * 12, 0),
                    // Eight varyings, one light, tone map, three curves of sRGB
                    new Unit(Counter.FRAGMENTS_SHADED, 52 + 110 + 45, 0),
                    // Four bytes
                    new Unit(Counter.PIXELS_RESOLVED, 0, 2 * 4),
                    // Layers of two words, in the caches
                    new Unit(Counter.HIZ_NODES, 10, 0));

    /**
     * Adds up.
     *
     * @param counts of a frame
     * @param samples texture samples a fragment
     */
    static FrameWork of(ToLongFunction<Counter> counts, double samples) {
        double operations = samples * SAMPLE.operations * counts.applyAsLong(SAMPLE.counter);
        double bytes = samples * SAMPLE.bytes * counts.applyAsLong(SAMPLE.counter);
        for (var unit : UNITS) {
            long count = counts.applyAsLong(unit.counter);
            operations += unit.operations * count;
            bytes += unit.bytes * count;
        }
        return new FrameWork(operations, bytes);
    }
}
