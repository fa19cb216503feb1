package dev.azulejo.core.geometry;

import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.StageBatch;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.tessellation.TessellatedPatch;
import dev.azulejo.core.tessellation.TessellationCount;
import dev.azulejo.core.tessellation.Tessellator;

import java.util.Arrays;

/**
 * Takes patches through the hull stage, and then through tessellator, domain stage and geometry
 * stage to the chunks of triangles that they become. Owned by one thread.
 */
public final class PatchWorker {
    /** Domain points of a piece: one patch never has more. */
    static final int MAX_POINTS = TessellatedPatch.MOST_POINTS;

    /** Primitives that are enough for a piece: larger ones are single patches. */
    static final int PIECE_PRIMITIVES = 2048;

    /** Primitives of a chunk without a geometry stage: each may be cut into eight. */
    private static final int CHUNK_PRIMITIVES = ChunkWork.MOST_OUTPUT;

    /** Room for points in whole batches. */
    private static final int SLOTS = (MAX_POINTS + DomainBatch.CAPACITY) & -DomainBatch.CAPACITY;

    private static final int CONTROL_POINTS =
            PatchGroup.PATCHES * PipelineState.MAX_PATCH_CONTROL_POINTS;

    private final Counts counts;
    private final KernelSet kernelSet;
    private final GeometryArena arena = new GeometryArena();
    private final InputAssembler assembler = new InputAssembler(CONTROL_POINTS);
    private final AttributeFetch attributes;
    private final VertexBatch vertexBatch = new VertexBatch();
    private final HullBatch hullBatch = new HullBatch();
    private final DomainBatch domainBatch = new DomainBatch();
    private final TessellationCount count = new TessellationCount();
    private final PatchBounds bounds = new PatchBounds();
    private final Tessellator tessellator = new Tessellator();
    private final TessellatedPatch patch = new TessellatedPatch();
    private final PrimitiveSetup primitives;

    /** Made when first needed. */
    private PrimitiveShading shading;

    /** Slots of the control points of each patch. */
    private final int[] corner = new int[CONTROL_POINTS];

    /** Control points, {@code [k][slot]}. */
    private float[][] control = {};

    // One patch's factors, as the tessellator takes them.
    private final float[] edge = new float[HullBatch.EDGES];
    private final float[] inside = new float[HullBatch.INSIDES];

    // Points of a piece.
    private final float[] u = new float[SLOTS];
    private final float[] v = new float[SLOTS];
    private final float[] w = new float[SLOTS];
    private final int[] patchAt = new int[SLOTS];
    private final int[] patchNumber = new int[SLOTS];

    /** Makes a worker. */
    public PatchWorker(KernelSet kernels, Counts workerCounts) {
        counts = workerCounts;
        kernelSet = kernels;
        attributes = new AttributeFetch();
        primitives =
                new PrimitiveSetup(
                        SLOTS,
                        TessellatedPatch.MOST_INDICES,
                        CHUNK_PRIMITIVES,
                        arena,
                        kernels,
                        counts);
    }

    /** Forgets what pieces left behind. */
    public void clear() {
        arena.clear();
    }

    /** What pieces left behind in records stays readable until this is called once more. */
    public void keepRecords() {
        arena.keepRecords();
    }

    /** Returns the memory that pieces take that were processed since {@link #clear}, bytes. */
    public long bytes() {
        return arena.bytes();
    }

    /** Returns how many chunks some primitives become, before a geometry stage. */
    static int chunks(int primitiveCount, GeometryStage stage) {
        int most = chunkPrimitives(stage);
        return (primitiveCount + most - 1) / most;
    }

    /** Returns the primitives that go into a chunk at most, before a geometry stage. */
    public static int chunkPrimitives(GeometryStage stage) {
        return stage == null ? CHUNK_PRIMITIVES : CHUNK_PRIMITIVES / stage.maxPrimitives();
    }

    /**
     * Runs vertex and hull stage for a group.
     *
     * @param group begun
     * @param area patches that cannot touch it are left out; null for none
     */
    public void hull(PatchGroup group, PatchArea area) {
        DrawState draw = group.draw;
        var stage = draw.hullStage();
        int points = draw.pipeline().patchControlPoints();
        int floats = stage.controlPointFloats();
        int slots = assembler.assemble(draw, group.firstPatch, group.count, corner);
        group.controlPoints = slots;
        shadeControlPoints(group, slots, floats);
        var batch = hullBatch;
        batch.require(points, floats, stage.patchFloats());
        batch.bind(draw.groups());
        batch.count = group.count;
        batch.instance = group.instance;
        batch.viewportWidth = 2 * Math.abs(draw.viewport().scaleX);
        batch.viewportHeight = 2 * Math.abs(draw.viewport().scaleY);
        for (int lane = 0; lane < group.count; lane++) {
            batch.patch[lane] = group.firstPatch + lane;
        }
        for (int p = 0; p < points; p++) {
            for (int k = 0; k < floats; k++) {
                float[] from = control[k];
                float[] to = batch.controlPoint[floats * p + k];
                for (int lane = 0; lane < group.count; lane++) {
                    to[lane] = from[corner[points * lane + p]];
                }
            }
        }
        batch.bounded = bounds.begin(group, area);
        stage.hull(batch);
        keep(group, stage);
        counts.add(Counter.PATCHES, group.count);
        counts.add(Counter.HULL_LAUNCHES, 1);
    }

    private void shadeControlPoints(PatchGroup group, int slots, int floats) {
        DrawState draw = group.draw;
        control = rows(control, floats);
        vertexBatch.bind(draw.groups());
        vertexBatch.instance = group.instance;
        int mask = draw.vertexStage().varyingAttributes();
        for (int from = 0; from < slots; from += VertexBatch.CAPACITY) {
            int lanes = Math.min(VertexBatch.CAPACITY, slots - from);
            vertexBatch.count = lanes;
            attributes.fetch(vertexBatch, draw, mask, assembler, assembler.vertexOf, from, lanes);
            draw.vertexStage().varyings(vertexBatch);
            for (int k = 0; k < floats; k++) {
                System.arraycopy(vertexBatch.varying[k], 0, control[k], from, lanes);
            }
        }
        counts.add(Counter.VERTEX_VARYINGS, slots);
    }

    private static float[][] rows(float[][] old, int count) {
        if (old.length >= count) {
            return old;
        }
        float[][] more = Arrays.copyOf(old, count);
        for (int k = old.length; k < count; k++) {
            more[k] = new float[CONTROL_POINTS];
        }
        return more;
    }

    /** Keeps what the hull stage wrote, patch by patch, and counts what will come of it. */
    private void keep(PatchGroup group, HullStage stage) {
        var batch = hullBatch;
        int floats = stage.patchFloats();
        for (int k = 0; k < floats; k++) {
            float[] from = batch.patchData[k];
            for (int lane = 0; lane < group.count; lane++) {
                group.patchData[floats * lane + k] = from[lane];
            }
        }
        var mode = stage.mode();
        int elsewhere = 0;
        group.estimate = 0;
        for (int lane = 0; lane < group.count; lane++) {
            int at = PatchGroup.FACTORS * lane;
            for (int e = 0; e < HullBatch.EDGES; e++) {
                group.factors[at + e] = batch.edgeFactor[e][lane];
            }
            for (int i = 0; i < HullBatch.INSIDES; i++) {
                group.factors[at + PatchGroup.INSIDE_AT + i] = batch.insideFactor[i][lane];
            }
            loadFactors(group, lane);
            boolean kept = count.count(mode, edge, inside);
            counts.add(Counter.PATCHES_DROPPED, kept ? 0 : 1);
            if (kept && batch.bounded && !bounds.touches(batch, lane)) {
                group.points[lane] = 0;
                group.primitives[lane] = 0;
                elsewhere++;
                continue;
            }
            group.points[lane] = count.points();
            group.primitives[lane] = count.primitives();
            group.estimate += kept ? group.estimate(lane) : 0;
        }
        counts.add(Counter.PATCHES_ELSEWHERE, elsewhere);
    }

    /** Returns whether the factors are those loaded before. */
    private boolean loadFactors(PatchGroup group, int lane) {
        int at = PatchGroup.FACTORS * lane;
        boolean same = true;
        for (int e = 0; e < HullBatch.EDGES; e++) {
            same &= edge[e] == group.factors[at + e];
            edge[e] = group.factors[at + e];
        }
        for (int i = 0; i < HullBatch.INSIDES; i++) {
            float factor = group.factors[at + PatchGroup.INSIDE_AT + i];
            same &= inside[i] == factor;
            inside[i] = factor;
        }
        return same;
    }

    /**
     * Tessellates and evaluates a piece.
     *
     * @param piece patches of a group that has run the hull stage
     * @param chunks where the chunks are that it becomes; begun here
     */
    public void domain(PatchPiece piece, ChunkOutput[] chunks) {
        var group = piece.group;
        DrawState draw = group.draw;
        int corners = draw.corners();
        int pointCount = 0;
        int indexCount = 0;
        boolean first = true;
        for (int lane = piece.from; lane < piece.to; lane++) {
            if (group.primitives[lane] == 0) {
                continue;
            }
            if (!loadFactors(group, lane) || first) {
                tessellator.tessellate(draw.hullStage().mode(), edge, inside, patch);
                first = false;
            }
            take(group, lane, pointCount, indexCount);
            pointCount += patch.pointCount();
            indexCount += patch.indexCount();
        }
        counts.add(Counter.TESSELLATED_PRIMITIVES, indexCount / corners);
        beginBatch(group);
        evaluatePositions(draw, pointCount);
        primitives.transform(draw, 0, pointCount);
        if (draw.geometryStage() != null) {
            evaluateInput(draw, pointCount);
        }
        int most = chunkPrimitives(draw.geometryStage());
        for (int c = 0; c < piece.chunks; c++) {
            var chunk = chunks[piece.firstChunk + c];
            int from = c * most;
            int to = Math.min(from + most, indexCount / corners);
            chunk.beginPatches(draw, group.instance);
            counts.add(Counter.CHUNKS, 1);
            counts.add(Counter.PRIMITIVES_IN, to - from);
            if (draw.geometryStage() == null) {
                setUp(chunk, corners, from, to);
            } else {
                for (int p = from; p < to; p++) {
                    shading.number[p - from] = patchNumber[primitives.corner[corners * p]];
                }
                shading.shade(chunk, primitives.vertices, primitives.corner, from, to);
            }
        }
    }

    /** Puts the points and primitives of a patch behind those of others. */
    private void take(PatchGroup group, int lane, int firstPoint, int firstIndex) {
        int n = patch.pointCount();
        System.arraycopy(patch.u, 0, u, firstPoint, n);
        System.arraycopy(patch.v, 0, v, firstPoint, n);
        System.arraycopy(patch.w, 0, w, firstPoint, n);
        Arrays.fill(
                patchAt, firstPoint, firstPoint + n, group.draw.hullStage().patchFloats() * lane);
        Arrays.fill(patchNumber, firstPoint, firstPoint + n, group.firstPatch + lane);
        int[] to = primitives.corner;
        for (int i = 0; i < patch.indexCount(); i++) {
            to[firstIndex + i] = firstPoint + patch.indices[i];
        }
    }

    private void beginBatch(PatchGroup group) {
        domainBatch.bind(group.draw.groups());
        domainBatch.instance = group.instance;
        if (domainBatch.patchData != group.patchData) {
            domainBatch.patchData = group.patchData;
        }
    }

    private void evaluatePositions(DrawState draw, int pointCount) {
        var batch = domainBatch;
        var to = primitives.vertices;
        for (int from = 0; from < pointCount; from += DomainBatch.CAPACITY) {
            int lanes = load(from, pointCount);
            draw.domainStage().positions(batch);
            System.arraycopy(batch.clipX, 0, to.clipX, from, lanes);
            System.arraycopy(batch.clipY, 0, to.clipY, from, lanes);
            System.arraycopy(batch.clipZ, 0, to.clipZ, from, lanes);
            System.arraycopy(batch.clipW, 0, to.clipW, from, lanes);
        }
        counts.add(Counter.DOMAIN_POINTS, pointCount);
    }

    /** Loads a batch of points that lie side by side. */
    private int load(int from, int end) {
        var batch = domainBatch;
        int lanes = Math.min(DomainBatch.CAPACITY, end - from);
        batch.count = lanes;
        System.arraycopy(u, from, batch.u, 0, lanes);
        System.arraycopy(v, from, batch.v, 0, lanes);
        System.arraycopy(w, from, batch.w, 0, lanes);
        System.arraycopy(patchAt, from, batch.patchAt, 0, lanes);
        System.arraycopy(patchNumber, from, batch.patch, 0, lanes);
        pad(lanes);
        return lanes;
    }

    /** What a stage computes too much must name a patch as well. */
    private void pad(int lanes) {
        int padded = Math.min(StageBatch.padded(lanes), DomainBatch.CAPACITY);
        Arrays.fill(domainBatch.patchAt, lanes, padded, domainBatch.patchAt[0]);
    }

    /** Varyings of all points, for the geometry stage. */
    private void evaluateInput(DrawState draw, int pointCount) {
        if (shading == null) {
            shading = new PrimitiveShading(arena, kernelSet, counts);
        }
        float[][] to = shading.input(draw, SLOTS);
        for (int from = 0; from < pointCount; from += DomainBatch.CAPACITY) {
            int lanes = load(from, pointCount);
            draw.domainStage().varyings(domainBatch);
            for (int k = 0; k < draw.geometryStage().inputVaryingCount(); k++) {
                System.arraycopy(domainBatch.varying[k], 0, to[k], from, lanes);
            }
        }
        counts.add(Counter.DOMAIN_VARYINGS, pointCount);
    }

    private void setUp(ChunkOutput chunk, int corners, int from, int to) {
        DrawState draw = chunk.draw;
        primitives.setup.begin(draw, chunk);
        primitives.begin(Survivors.Bits.NONE);
        arena.beginRecords(chunk, to - from);
        primitives.add(chunk, corners, from, to);
        counts.add(Counter.TRIANGLES_SETUP, chunk.triangles);
        arena.endRecords(chunk);
        if (chunk.triangles == 0 || draw.colorless() && !draw.discards()) {
            return;
        }
        int stride = 1 + draw.varyingCount();
        var batch = domainBatch;
        var used = primitives.used;
        used.find(chunk);
        used.take(chunk, arena, stride);
        for (int first = 0; first < used.count(); first += DomainBatch.CAPACITY) {
            int lanes = Math.min(DomainBatch.CAPACITY, used.count() - first);
            batch.count = lanes;
            for (int i = 0; i < lanes; i++) {
                int slot = used.slot(first + i);
                batch.u[i] = u[slot];
                batch.v[i] = v[slot];
                batch.w[i] = w[slot];
                batch.patchAt[i] = patchAt[slot];
                batch.patch[i] = patchNumber[slot];
            }
            pad(lanes);
            draw.domainStage().varyings(batch);
            used.store(chunk, first, lanes, batch.varying, draw.varyingCount());
        }
        counts.add(Counter.DOMAIN_VARYINGS, used.count());
        used.finish(chunk, stride);
    }
}
