package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.GeometryStage;

/** Runs geometry stages, and sets up what they make. Owned by one thread. */
final class PrimitiveShading {
    private static final int MAX_SLOTS = 3 * ChunkWork.MOST_OUTPUT;

    /** Number in the draw call of each primitive that comes in. */
    final int[] number = new int[ChunkWork.MOST_OUTPUT];

    private final GeometryArena arena;
    private final Counts counts;
    private final PrimitiveSetup made;
    private final GeometryBatch batch = new GeometryBatch();

    /** Varyings that come in, {@code [k][slot]}. */
    private float[][] input = {};

    /** Varyings that come out, likewise. */
    private float[][] output = {};

    PrimitiveShading(GeometryArena memory, KernelSet kernels, Counts workerCounts) {
        arena = memory;
        counts = workerCounts;
        made =
                new PrimitiveSetup(
                        MAX_SLOTS, MAX_SLOTS, ChunkWork.MOST_OUTPUT, memory, kernels, counts);
    }

    /** Returns arrays for the varyings that come in, {@code [k][slot]}. */
    float[][] input(DrawState draw, int slots) {
        int count = draw.geometryStage().inputVaryingCount();
        if (input.length < count) {
            input = new float[count][slots];
        }
        return input;
    }

    /**
     * Shades primitives and sets up those that are made.
     *
     * @param chunk gets them
     * @param vertices their vertices, clip positions by slot
     * @param corner slots of their corners
     * @param from the first primitive
     * @param to behind the last
     */
    void shade(ChunkOutput chunk, TransformedVertices vertices, int[] corner, int from, int to) {
        DrawState draw = chunk.draw;
        var stage = draw.geometryStage();
        if (output.length < draw.varyingCount()) {
            output = new float[draw.varyingCount()][MAX_SLOTS];
        }
        batch.require(stage, draw.varyingCount());
        batch.bind(draw.groups());
        batch.instance = chunk.instance;
        batch.corners = draw.corners();
        int slots = 0;
        for (int p = from; p < to; p += GeometryBatch.CAPACITY) {
            batch.count = Math.min(GeometryBatch.CAPACITY, to - p);
            load(draw, vertices, corner, p, p - from);
            stage.geometry(batch);
            slots = take(draw, stage, slots);
        }
        int outCorners = stage.outputCorners();
        counts.add(Counter.GEOMETRY_PRIMITIVES, slots / outCorners);
        made.transform(draw, 0, slots);
        made.begin(Survivors.Bits.NONE);
        made.setup.begin(draw, chunk);
        arena.beginRecords(chunk, to - from);
        made.add(chunk, outCorners, 0, slots / outCorners);
        counts.add(Counter.TRIANGLES_SETUP, chunk.triangles);
        arena.endRecords(chunk);
        if (chunk.triangles != 0 && (!draw.colorless() || draw.discards())) {
            store(chunk);
        }
    }

    private void load(
            DrawState draw, TransformedVertices vertices, int[] corner, int first, int place) {
        int corners = draw.corners();
        int varyings = draw.geometryStage().inputVaryingCount();
        for (int lane = 0; lane < batch.count; lane++) {
            batch.primitive[lane] = number[place + lane];
            for (int c = 0; c < corners; c++) {
                int slot = corner[corners * (first + lane) + c];
                batch.clipX[c][lane] = vertices.clipX[slot];
                batch.clipY[c][lane] = vertices.clipY[slot];
                batch.clipZ[c][lane] = vertices.clipZ[slot];
                batch.clipW[c][lane] = vertices.clipW[slot];
            }
        }
        for (int c = 0; c < corners; c++) {
            for (int k = 0; k < varyings; k++) {
                float[] to = batch.varying[varyings * c + k];
                float[] all = input[k];
                for (int lane = 0; lane < batch.count; lane++) {
                    to[lane] = all[corner[corners * (first + lane) + c]];
                }
            }
        }
    }

    /** Takes what was made, lane by lane; returns the next free slot. */
    private int take(DrawState draw, GeometryStage stage, int firstSlot) {
        int slot = firstSlot;
        var v = made.vertices;
        for (int lane = 0; lane < batch.count; lane++) {
            int count = Math.clamp(batch.made[lane], 0, stage.maxPrimitives());
            for (int vertex = 0; vertex < count * stage.outputCorners(); vertex++) {
                v.clipX[slot] = batch.outClipX[vertex][lane];
                v.clipY[slot] = batch.outClipY[vertex][lane];
                v.clipZ[slot] = batch.outClipZ[vertex][lane];
                v.clipW[slot] = batch.outClipW[vertex][lane];
                for (int k = 0; k < draw.varyingCount(); k++) {
                    output[k][slot] = batch.outVarying[draw.varyingCount() * vertex + k][lane];
                }
                made.corner[slot] = slot;
                slot++;
            }
        }
        return slot;
    }

    private void store(ChunkOutput chunk) {
        int varyings = chunk.draw.varyingCount();
        int stride = 1 + varyings;
        made.used.find(chunk);
        made.used.take(chunk, arena, stride);
        float[] data = chunk.vertexData;
        int at = chunk.verticesAt;
        for (int i = 0; i < made.used.count(); i++, at += stride) {
            int slot = made.used.slot(i);
            data[at] = made.vertices.inverseW[slot];
            for (int k = 0; k < varyings; k++) {
                data[at + 1 + k] = output[k][slot];
            }
        }
        made.used.finish(chunk, stride);
    }
}
