package dev.azulejo.core.pixel;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.InterpolationKernels;
import dev.azulejo.core.kernel.InterpolationTriangle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.FragmentBatch;

/**
 * Interpolates and shades the fragments of a {@link FragmentList} in batches of one draw call, and
 * hands their colours to the tile. Owned by one thread.
 */
final class FragmentShading {
    private final InterpolationKernels interpolation;
    private final TileRectangle rectangle;
    private final TileColor color;
    private final TilePrimitives primitives;
    private final FragmentList fragments;
    private final InterpolationTriangle triangle = new InterpolationTriangle();
    private final FragmentBatch batch = new FragmentBatch();
    private int shaded;
    private int blended;
    private long samplesShaded;

    /** Where work is noted; null if nobody wants to know. */
    private PixelLog log;

    FragmentShading(
            InterpolationKernels kernels,
            TileMemory memory,
            TilePrimitives tilePrimitives,
            FragmentList list) {
        interpolation = kernels;
        rectangle = memory.rectangle;
        color = memory.color;
        primitives = tilePrimitives;
        fragments = list;
    }

    /** Notes fragments from now on, or no longer. */
    void note(PixelLog pixelLog) {
        if (log != pixelLog) {
            log = pixelLog;
        }
    }

    /** Shades the queued fragments and blends them in order; the queue is empty then. */
    void blendQueue() {
        int[] pixel = fragments.pixel;
        int[] mask = fragments.mask;
        int[] entry = fragments.entry;
        int queued = fragments.queued;
        int from = 0;
        while (from < queued) {
            var draw = primitives.draw(entry[from]);
            int to = from + 1;
            int limit = Math.min(queued, from + FragmentBatch.CAPACITY);
            while (to < limit && primitives.draw(entry[to]) == draw) {
                to++;
            }
            shade(draw, from, to);
            var blend = draw.pipeline().blend();
            int run = from;
            while (run < to) {
                int end = run + 1;
                while (end < to && entry[end] == entry[run]) {
                    end++;
                }
                color.blend(blend, batch, pixel, mask, from, run - from, end - from);
                run = end;
            }
            blended += to - from;
            from = to;
        }
        fragments.queued = 0;
    }

    /** Shades the first {@code count} fragments; their colours replace those of the tile. */
    void replace(int count) {
        int[] entry = fragments.entry;
        int from = 0;
        while (from < count) {
            var draw = primitives.draw(entry[from]);
            int to = from + 1;
            int limit = Math.min(count, from + FragmentBatch.CAPACITY);
            while (to < limit
                    && (entry[to] == entry[to - 1] || primitives.draw(entry[to]) == draw)) {
                to++;
            }
            shade(draw, from, to);
            color.replace(batch, fragments.pixel, fragments.mask, from);
            from = to;
        }
    }

    /** Interpolates and shades fragments from..to-1, all of one draw call. */
    private void shade(DrawState draw, int from, int to) {
        int[] entry = fragments.entry;
        begin(draw, from, to - from);
        int varyings = draw.varyingCount();
        int gradients = draw.pipeline().program().gradientCount();
        int run = from;
        while (run < to) {
            int e = entry[run];
            int end = run + 1;
            while (end < to && entry[end] == e) {
                end++;
            }
            var chunk = primitives.chunk(e);
            setTriangle(chunk, primitives.recordAt(chunk, e));
            interpolation.interpolate(triangle, batch, run - from, end - from, varyings, gradients);
            if (log != null) {
                primitives.sees(log, e);
            }
            run = end;
        }
        draw.fragmentStage().shade(batch);
        shaded += to - from;
        if (log != null) {
            log.shades(draw.number(), fragments.pixel, from, to, rectangle);
        }
        for (int i = from; i < to; i++) {
            samplesShaded += Integer.bitCount(fragments.mask[i]);
        }
    }

    /**
     * Runs the discard part for fragments from..from+count-1 of the triangle that was set last;
     * returns the batch, whose {@code keep} says which of them stay, or {@code alpha} how much of
     * them, if the pipeline makes coverage of it.
     */
    FragmentBatch runDiscard(DrawState draw, int from, int count) {
        var program = draw.pipeline().program();
        int varyings = program.keepVaryingCount();
        boolean covers = draw.pipeline().alphaToCoverage();
        int gradients = covers ? program.coverGradientCount() : program.gradientCount();
        begin(draw, from, count);
        interpolation.interpolate(
                triangle, batch, 0, count, varyings, Math.min(gradients, varyings));
        if (covers) {
            draw.fragmentStage().cover(batch);
        } else {
            draw.fragmentStage().keep(batch);
        }
        return batch;
    }

    /** Sets the triangle that is interpolated from now on. */
    void setTriangle(ChunkOutput chunk, int at) {
        triangle.set(
                chunk.records(),
                at,
                chunk.vertexData(),
                chunk.verticesAt(),
                1 + chunk.draw().varyingCount(),
                chunk.instance());
    }

    /** Fills the batch's pixel positions and groups. */
    private void begin(DrawState draw, int from, int count) {
        batch.count = count;
        batch.bind(draw.groups());
        interpolation.locate(
                fragments.pixel,
                from,
                count,
                rectangle.x,
                rectangle.y,
                rectangle.blockShift,
                batch);
    }

    /** Returns how many samples the fragments shaded since the last call stand for. */
    long takeSamplesShaded() {
        long taken = samplesShaded;
        samplesShaded = 0;
        return taken;
    }

    /** Adds what was done since the last call to the counters. */
    void report(Counts counts) {
        counts.add(Counter.FRAGMENTS_SHADED, shaded);
        counts.add(Counter.FRAGMENTS_BLENDED, blended);
        shaded = 0;
        blended = 0;
    }
}
