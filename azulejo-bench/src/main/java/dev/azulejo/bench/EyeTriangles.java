package dev.azulejo.bench;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.Kernels;

import java.util.Arrays;

/**
 * The triangles of one view of a phase, set up, by the primitives that they come of, which have the
 * same numbers in all views; and at each pixel all of those that occlude.
 */
final class EyeTriangles {
    private static final int[] NO_INTS = {};

    final SamplePattern pattern = SamplePattern.of(1);
    final int columns;

    /** Records, one after the other, in order of primitives. */
    int[] records = NO_INTS;

    /** Of each: its primitive, its chunk, its place there. */
    int[] primitive = NO_INTS;

    int[] chunk = NO_INTS;
    int[] place = NO_INTS;

    /** Of each, whether its draw call hides what lies behind it; whether it can be hidden. */
    boolean[] occludes = {};

    boolean[] testable = {};

    int count;

    /** Of each primitive its first triangle, and one behind the last. */
    private final int[] first;

    /** Of each primitive, the chunk that it is in. */
    private final int[] chunkOfPrimitive;

    // At pixels: the last entry, and of each entry its triangle and the one before it.
    private final int[] head;
    private int[] entry = NO_INTS;
    private int[] before = NO_INTS;
    private int entries;

    /** Sets up the triangles of a view, primitive by primitive. */
    EyeTriangles(Phase phase, int view) {
        var target = phase.pass().target();
        columns = target.width();
        head = new int[columns * target.height()];
        Arrays.fill(head, -1);
        int[] firstOfDraw = new int[phase.drawCount() + 1];
        for (int d = 0; d < phase.drawCount(); d++) {
            DrawState draw = phase.draw(d);
            int each = draw.pipeline().primitiveCount(draw.call().count());
            boolean counted = draw.view() == 0;
            firstOfDraw[d + 1] = firstOfDraw[d] + (counted ? each * draw.call().instances() : 0);
        }
        first = new int[firstOfDraw[phase.drawCount()] + 1];
        chunkOfPrimitive = new int[first.length];
        var worker = new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
        int numbered = 0;
        for (int c = 0; c < phase.chunkCount(); c++) {
            var work = phase.chunk(c);
            DrawState draw = work.draw();
            if (draw.view() != view) {
                continue;
            }
            int each = draw.pipeline().primitiveCount(draw.call().count());
            int instance = work.instance() - draw.call().firstInstance();
            int base = firstOfDraw[draw.number() - view] + instance * each + work.firstPrimitive();
            var output = new ChunkOutput();
            output.begin(work);
            for (int p = 0; p < work.primitives(); p++) {
                chunkOfPrimitive[base + p] = c;
                while (numbered <= base + p) {
                    first[numbered++] = count;
                }
                look(worker, output, p);
                for (int t = 0; t < output.triangles(); t++) {
                    add(output, t, base + p, c);
                }
                worker.forget(output);
            }
        }
        Arrays.fill(first, numbered, first.length, count);
        for (int t = 0; t < count; t++) {
            if (occludes[t]) {
                enter(t);
            }
        }
    }

    private static void look(GeometryWorker worker, ChunkOutput chunk, int primitive) {
        chunk.restart();
        chunk.needed().none();
        for (int word = 0; word < 8; word++) {
            chunk.needed().add(word, word == primitive >> 6 ? 1L << primitive : 0);
        }
        worker.look(chunk);
    }

    private void add(ChunkOutput output, int triangle, int number, int c) {
        if (count == primitive.length) {
            int room = Math.max(1024, 2 * count);
            records = Arrays.copyOf(records, room * TrianglePlanes.STRIDE);
            primitive = Arrays.copyOf(primitive, room);
            chunk = Arrays.copyOf(chunk, room);
            place = Arrays.copyOf(place, room);
            occludes = Arrays.copyOf(occludes, room);
            testable = Arrays.copyOf(testable, room);
        }
        int stride = TrianglePlanes.STRIDE;
        System.arraycopy(
                output.records(), output.recordAt(triangle), records, count * stride, stride);
        boolean same = count > 0 && chunk[count - 1] == c;
        primitive[count] = number;
        chunk[count] = c;
        place[count] = same ? place[count - 1] + 1 : 0;
        occludes[count] = output.draw().occludes();
        testable[count] = output.draw().testable();
        count++;
    }

    private void enter(int triangle) {
        CoveredSamples.visit(
                records,
                at(triangle),
                pattern,
                (x, y, s, z) -> {
                    if (entries == entry.length) {
                        entry = Arrays.copyOf(entry, Math.max(1024, 2 * entries));
                        before = Arrays.copyOf(before, entry.length);
                    }
                    int pixel = y * columns + x;
                    entry[entries] = triangle;
                    before[entries] = head[pixel];
                    head[pixel] = entries++;
                    return true;
                });
    }

    /** The chunk of this view that a primitive is in. */
    int chunkOf(int number) {
        return chunkOfPrimitive[number];
    }

    /** First int of a triangle's record. */
    int at(int triangle) {
        return triangle * TrianglePlanes.STRIDE;
    }

    /** First triangle of a primitive. */
    int firstOf(int number) {
        return first[number];
    }

    /** One behind its last. */
    int endOf(int number) {
        return first[number + 1];
    }

    /** The first entry at a pixel; -1 for none. */
    int firstAt(int x, int y) {
        return head[y * columns + x];
    }

    /** The entry after another; -1 for none. */
    int next(int at) {
        return before[at];
    }

    /** The triangle of an entry. */
    int triangleOf(int at) {
        return entry[at];
    }

    /** Depth of a triangle at the sample of a pixel. */
    float depth(int triangle, int x, int y) {
        return CoveredSamples.depth(
                records,
                at(triangle),
                (x << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(0),
                (y << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(0));
    }

    /** Whether it covers a sample, and is strictly behind something at all that it covers. */
    boolean hidden(int triangle) {
        boolean[] any = {false};
        boolean[] hidden = {testable[triangle]};
        CoveredSamples.visit(
                records,
                at(triangle),
                pattern,
                (x, y, s, z) -> {
                    any[0] = true;
                    hidden[0] &= isBehind(x, y, z);
                    return hidden[0];
                });
        return any[0] && hidden[0];
    }

    private boolean isBehind(int x, int y, float z) {
        for (int e = firstAt(x, y); e >= 0; e = next(e)) {
            if (depth(triangleOf(e), x, y) < z) {
                return true;
            }
        }
        return false;
    }

    /** The most pixels that a triangle has in a row: twice its area over its height. */
    double width(int triangle) {
        int at = at(triangle);
        int[] r = records;
        int x0 = r[at + TrianglePlanes.X0];
        int y0 = r[at + TrianglePlanes.Y0];
        int x1 = r[at + TrianglePlanes.X1];
        int y1 = r[at + TrianglePlanes.Y1];
        int x2 = r[at + TrianglePlanes.X2];
        int y2 = r[at + TrianglePlanes.Y2];
        double area = (double) (x1 - x0) * (y2 - y0) - (double) (x2 - x0) * (y1 - y0);
        int height = Math.max(y0, Math.max(y1, y2)) - Math.min(y0, Math.min(y1, y2));
        return Math.abs(area) / height / TrianglePlanes.SUBPIXEL_ONE;
    }

    /**
     * Whether a triangle lies over a point and before a depth there; its edges are its own.
     *
     * @param x in pixels
     * @param y likewise
     */
    boolean lies(int triangle, double x, double y, double depth) {
        int at = at(triangle);
        double px = x * TrianglePlanes.SUBPIXEL_ONE;
        double py = y * TrianglePlanes.SUBPIXEL_ONE;
        for (int k = 0; k < 6; k += 2) {
            int next = (k + 2) % 6;
            double a = (double) records[at + k + 1] - records[at + next + 1];
            double b = (double) records[at + next] - records[at + k];
            if (a * (px - records[at + k]) + b * (py - records[at + k + 1]) < 0) {
                return false;
            }
        }
        double z =
                Float.intBitsToFloat(records[at + TrianglePlanes.Z0])
                        + Float.intBitsToFloat(records[at + TrianglePlanes.DZDX])
                                * (px - records[at + TrianglePlanes.X0])
                        + Float.intBitsToFloat(records[at + TrianglePlanes.DZDY])
                                * (py - records[at + TrianglePlanes.Y0]);
        return z < depth;
    }
}
