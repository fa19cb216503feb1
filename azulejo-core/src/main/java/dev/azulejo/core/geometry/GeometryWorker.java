package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.FacingParts.Backs;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.Retesting;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.OwnLines;
import dev.azulejo.core.screen.PixelRectangle;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.OcclusionTester;
import dev.azulejo.core.visibility.OcclusionUse;

/** Processes geometry chunks. Owned by one thread. */
public final class GeometryWorker extends OwnLines {
    /** Unique vertices of a chunk, three a primitive at most, in whole batches. */
    private static final int MAX_VERTICES = 3 * ChunkWork.PRIMITIVES;

    private final Counts counts;
    private final OcclusionTester tester;
    private final ClusterPlacer placer;
    private final LateTest again;
    private EarlyZ earlyZ = EarlyZ.OFF;
    private HierarchicalZ structure;
    private final VertexBatch batch = new VertexBatch();
    private final GeometryArena arena = new GeometryArena();
    private final InputAssembler assembler =
            new InputAssembler(MAX_VERTICES + VertexBatch.CAPACITY);
    private final AttributeFetch attributes;
    private final PrimitiveSetup primitives;
    private final KernelSet kernelSet;
    private final ViewPositions views = new ViewPositions();
    private final FacingParts facing = new FacingParts();

    /** Made when first needed. */
    private PrimitiveShading shading;

    private BinNamer namer;

    /** Vertex indices of a batch. */
    private final int[] index = new int[VertexBatch.CAPACITY];

    /** Makes a worker. */
    public GeometryWorker(KernelSet kernels, Counts counts) {
        this.attributes = new AttributeFetch();
        this.primitives =
                new PrimitiveSetup(
                        MAX_VERTICES + VertexBatch.CAPACITY,
                        MAX_VERTICES,
                        ChunkWork.PRIMITIVES,
                        arena,
                        kernels,
                        counts);
        this.kernelSet = kernels;
        this.counts = counts;
        this.tester = new OcclusionTester(kernels.occluders());
        this.placer = new ClusterPlacer(counts);
        this.again = new LateTest(tester, counts);
    }

    /** Returns the memory that chunks take that were processed since {@link #clear}, bytes. */
    public long bytes() {
        return arena.bytes();
    }

    /** Forgets what chunks left behind: a phase or a window begins. */
    public void clear() {
        views.end();
        arena.clear();
    }

    /** What chunks left behind in records stays readable until this is called once more. */
    public void keepRecords() {
        arena.keepRecords();
    }

    /** Names the next chunk, which owns what it leaves; numbers rise until {@link #clear}. */
    public void use(int chunk) {
        arena.use(chunk);
    }

    /** Forgets what chunks before a number left behind: they have been rendered. */
    public void release(int firstHeld) {
        arena.release(firstHeld);
    }

    /** Drops what lies beyond a rectangle, where that can be told; at first it is everywhere. */
    public void confine(PixelRectangle rectangle) {
        primitives.setup.confine(rectangle);
        placer.confine(rectangle);
    }

    /** Runs the whole geometry stage for a chunk. */
    public void process(ChunkOutput chunk) {
        DrawState draw = chunk.draw;
        if (draw.geometryStage() != null) {
            reshape(chunk);
            return;
        }
        primitives.setup.begin(draw, chunk);
        assembleTriangles(chunk, backs(), toName());
        if (chunk.triangles != 0 && (!draw.colorless() || draw.discards())) {
            shadeVaryings(chunk);
        }
    }

    /** Names coarse bins from now on; null for none. */
    public void setNamer(BinNamer binNamer) {
        namer = binNamer;
    }

    /** Positions to records, for a look at them alone; a geometry stage runs in full. */
    public void look(ChunkOutput chunk) {
        if (chunk.draw.geometryStage() != null) {
            reshape(chunk);
            return;
        }
        primitives.setup.begin(chunk.draw, chunk);
        assembleTriangles(chunk, Backs.KEPT, Survivors.Bits.EACH);
    }

    /** What {@link #cull} does of positions, for a look at them; a geometry stage runs in full. */
    public void lookInTurn(ChunkOutput chunk) {
        look(chunk, useInTurn(chunk.draw));
    }

    /** As {@link #lookInTurn}, when all of the epoch is in the structure: nothing is entered. */
    public void lookAgain(ChunkOutput chunk) {
        look(chunk, OcclusionUse.of(chunk.draw.testable(), false));
    }

    private void look(ChunkOutput chunk, OcclusionUse use) {
        if (chunk.draw.geometryStage() != null) {
            reshape(chunk);
        } else {
            setUpTested(chunk, use, Backs.KEPT, toName());
        }
        forget(chunk);
    }

    /** Which primitives have left triangles in a {@link #look}. */
    Survivors survivors() {
        return primitives.survivors;
    }

    /** Forgets what a {@link #look} has left: nobody has taken any room behind it. */
    public void forget(ChunkOutput chunk) {
        chunk.release();
        arena.endRecords(chunk);
    }

    /** Finds out where clusters can appear. */
    ClusterPlacer placer() {
        return placer;
    }

    /** The whole geometry stage for a draw call with a geometry stage of its own. */
    private void reshape(ChunkOutput chunk) {
        DrawState draw = chunk.draw;
        int slots = assembler.assembleRun(chunk, primitives.corner);
        shadePositions(chunk, slots);
        if (shading == null) {
            shading = new PrimitiveShading(arena, kernelSet, counts);
        }
        float[][] varying = shading.input(draw, MAX_VERTICES + VertexBatch.CAPACITY);
        int mask = draw.vertexStage().varyingAttributes();
        for (int from = 0; from < slots; from += VertexBatch.CAPACITY) {
            int count = Math.min(VertexBatch.CAPACITY, slots - from);
            batch.count = count;
            attributes.fetch(batch, draw, mask, assembler, assembler.vertexOf, from, count);
            draw.vertexStage().varyings(batch);
            for (int k = 0; k < draw.geometryStage().inputVaryingCount(); k++) {
                System.arraycopy(batch.varying[k], 0, varying[k], from, count);
            }
        }
        counts.add(Counter.VERTEX_VARYINGS, slots);
        for (int p = 0; p < chunk.primitives; p++) {
            shading.number[p] = chunk.work.firstPrimitive() + p;
        }
        counts.add(Counter.CHUNKS, 1);
        counts.add(Counter.PRIMITIVES_IN, chunk.primitives);
        shading.shade(chunk, primitives.vertices, primitives.corner, 0, chunk.primitives);
        if (namer != null) {
            namer.nameWhole(chunk);
        }
    }

    /** Sets what {@link #place}, {@link #cull} and {@link #replay} work with. */
    public void begin(EarlyZ options, HierarchicalZ hierarchicalZ, int samples) {
        if (earlyZ != options) {
            earlyZ = options;
        }
        if (structure != hierarchicalZ) {
            structure = hierarchicalZ;
        }
        tester.begin(hierarchicalZ, SamplePattern.of(samples));
    }

    /** Adds what was read and written in the structure to the counters. */
    public void end() {
        tester.counts().addTo(counts);
    }

    /**
     * Finds out where a chunk can appear, and the same primitives in further views.
     *
     * @param chunks all chunks
     * @param at the first view's chunk
     * @param numberOfViews views to place it in, 1 and up
     */
    public void place(ChunkOutput[] chunks, int at, int numberOfViews) {
        placer.place(chunks, at, numberOfViews, structure);
    }

    /** Returns whether a chunk that was placed is hidden as a whole. */
    public boolean hidden(ChunkOutput chunk) {
        if (!chunk.box.placed || !chunk.draw.testable()) {
            return false;
        }
        tester.counts().query();
        return chunk.box.hidden(structure, tester.counts());
    }

    /** Returns whether a chunk is hidden as a whole, and counts it if so. */
    public boolean dropCluster(ChunkOutput chunk) {
        if (!earlyZ.clusters() || !hidden(chunk)) {
            return false;
        }
        counts.add(Counter.CLUSTERS_HIDDEN, 1);
        chunk.hide(chunk.box.columns, chunk.box.rows);
        counts.add(Counter.CLUSTER_PRIMITIVES_HIDDEN, chunk.primitives);
        counts.add(Counter.POSITIONS_NOT_SHADED, ClusterPlacer.vertices(chunk));
        return true;
    }

    /**
     * The position-only pipeline: positions, culling, set-up, early test, occlusion. Keeps what
     * {@link #replay} needs.
     */
    public void cull(ChunkOutput chunk) {
        DrawState draw = chunk.draw;
        if (draw.geometryStage() != null) {
            reshape(chunk);
            return;
        }
        setUpTested(chunk, useInTurn(chunk.draw), backs(), toName());
        if (chunk.triangles == 0 || draw.colorless() && !draw.discards()) {
            return;
        }
        if (testsAgain(chunk)) {
            primitives.used.keep(chunk, assembler, arena);
        } else {
            shadeVaryings(chunk);
        }
    }

    /**
     * The position-only pipeline for who keeps no triangles: leaves a bit a primitive.
     *
     * @param chunk whose primitives are tested and entered in the structure
     * @param index its number in the phase
     * @param bits gets what may be visible
     */
    public void cull(ChunkOutput chunk, int index, VisibilityBits bits) {
        if (chunk.draw.geometryStage() != null) {
            bits.setAll(index, chunk.primitives);
            return;
        }
        setUpTested(chunk, useInTurn(chunk.draw), backs(), Survivors.Bits.EACH);
        if (facing.last().some()) {
            primitives.survivors.renumber(facing.last().words());
        }
        bits.set(index, primitives.survivors);
        // The room is free again: nobody has taken any behind it
        chunk.release();
        arena.endRecords(chunk);
    }

    private OcclusionUse useInTurn(DrawState draw) {
        return OcclusionUse.of(
                draw.testable() && earlyZ.before(), draw.occludes() && earlyZ.forward());
    }

    private void setUpTested(
            ChunkOutput chunk, OcclusionUse use, Backs backs, Survivors.Bits bits) {
        primitives.setup.begin(chunk.draw, chunk, tester, use);
        assembleTriangles(chunk, backs, bits);
        counts.add(Counter.TRIANGLES_HIDDEN_BEFORE, primitives.setup.end());
    }

    /**
     * The replay pipeline for who has kept no triangles: sets up once more what may be visible, and
     * shades what that uses.
     *
     * @param chunk that {@link #cull(ChunkOutput, int, VisibilityBits)} has left bits of
     * @param index its number in the phase
     * @param bits what may be visible
     */
    public void replay(ChunkOutput chunk, int index, VisibilityBits bits) {
        DrawState draw = chunk.draw;
        int visible = bits.count(index);
        if (visible == 0) {
            return;
        }
        if (draw.geometryStage() != null) {
            reshape(chunk);
            return;
        }
        boolean tests = testsAgain(chunk);
        if (tests && hidden(chunk)) {
            chunk.hide(chunk.box.columns, chunk.box.rows);
            counts.add(Counter.TRIANGLES_HIDDEN_AFTER, visible);
            return;
        }
        primitives.setup.begin(draw, chunk);
        int slots = assembler.assembleRun(chunk, primitives.corner);
        if (visible < chunk.primitives) {
            slots = assembler.keepVisible(chunk, primitives.corner, bits, index, slots);
        }
        // What is cut has been counted
        long cut = counts.get(Counter.PRIMITIVES_CLIPPED);
        shadePositions(chunk, slots);
        setUp(chunk, slots, visible, Survivors.Bits.NONE);
        counts.add(Counter.PRIMITIVES_CLIPPED, cut - counts.get(Counter.PRIMITIVES_CLIPPED));
        counts.add(Counter.TRIANGLES_REPLAYED, chunk.triangles);
        if (tests) {
            again.testAgain(chunk, hidden(chunk));
            arena.endRecords(chunk);
        }
        if (chunk.triangles != 0 && (!draw.colorless() || draw.discards())) {
            shadeVaryings(chunk);
        }
    }

    /** Whether what is left of a chunk is tested when its epoch is over. */
    public boolean testsAgain(ChunkOutput chunk) {
        return Retesting.testsAgain(earlyZ, chunk.draw.testable(), chunk.box.placed);
    }

    /**
     * The replay pipeline: tests what culling left once more, and shades varyings of vertices that
     * a surviving triangle uses.
     */
    public void replay(ChunkOutput chunk) {
        DrawState draw = chunk.draw;
        if (!testsAgain(chunk)) {
            return;
        }
        if (earlyZ.fullDepth()) {
            again.dropUnmarked(chunk);
        } else {
            again.testAgain(chunk, hidden(chunk));
        }
        if (draw.geometryStage() != null) {
            return;
        }
        if (chunk.triangles == 0 || draw.colorless() && !draw.discards()) {
            return;
        }
        primitives.used.restore(chunk, assembler);
        shadeVaryings(chunk);
    }

    /** Names in bins count all primitives of a chunk. */
    private Backs backs() {
        return namer == null ? Backs.LEFT_OUT : Backs.KEPT;
    }

    /** What naming reads of survivors, if there is any. */
    private Survivors.Bits toName() {
        return namer == null ? Survivors.Bits.NONE : Survivors.Bits.EACH;
    }

    /** Positions to records, of all primitives of a chunk. */
    private void assembleTriangles(ChunkOutput chunk, Backs backs, Survivors.Bits bits) {
        int slots = views.slots();
        if (views.load(chunk, primitives.vertices)) {
            // All of them are there
            chunk.needed.all();
            facing.keepAll(chunk);
        } else {
            var left = facing.remaining(chunk, primitives.setup.culledSign(), backs);
            slots = assembler.assembleNeeded(chunk, left, primitives.corner);
            shadePositions(chunk, slots);
        }
        int primitiveCount = facing.last().count(chunk.primitives);
        setUp(chunk, slots, primitiveCount, bits);
        if (namer != null) {
            namer.name(chunk, primitives.survivors);
        }
        counts.add(Counter.CHUNKS, 1);
        facing.report(primitiveCount, counts);
        counts.add(Counter.TRIANGLES_SETUP, chunk.triangles + primitives.setup.hidden);
        if (!chunk.draw.colorless() || chunk.draw.discards()) {
            counts.add(Counter.VARYINGS_NOT_SHADED, slots);
        }
    }

    /** Clip positions to records, of primitives whose vertices and corners are assembled. */
    private void setUp(ChunkOutput chunk, int slots, int primitiveCount, Survivors.Bits bits) {
        arena.beginRecords(chunk, primitiveCount);
        primitives.transform(chunk.draw, 0, slots);
        primitives.begin(bits);
        primitives.add(chunk, chunk.draw.corners(), 0, primitiveCount);
        arena.endRecords(chunk);
    }

    /**
     * Assembles the same primitives in several views and fetches their vertices, once for all, and
     * shades their positions in each: {@link #cull} finds them done, until {@link #endViews}.
     *
     * @param chunks all chunks
     * @param at the first view's chunk
     * @param wanted bit v for view v, two at least
     */
    public void beginViews(ChunkOutput[] chunks, int at, int wanted) {
        var first = chunks[at];
        int slots = assembler.assembleRun(first, primitives.corner);
        views.begin(slots, MAX_VERTICES + VertexBatch.CAPACITY);
        for (int v = 0; v < first.work.views(); v++) {
            if ((wanted >>> v & 1) != 0) {
                views.add(chunks[at + v * first.work.viewStep()]);
            }
        }
        DrawState draw = first.draw;
        int mask = draw.vertexStage().positionAttributes();
        batch.instance = first.instance;
        for (int from = 0; from < slots; from += VertexBatch.CAPACITY) {
            int count = Math.min(VertexBatch.CAPACITY, slots - from);
            batch.count = count;
            attributes.fetch(batch, draw, mask, assembler, assembler.vertexOf, from, count);
            for (int v = 0; v < views.count(); v++) {
                batch.bind(views.chunk(v).draw.groups());
                draw.vertexStage().positions(batch);
                views.store(v, from, batch);
            }
        }
        counts.add(Counter.VERTEX_FETCHES, slots);
        counts.add(Counter.VERTEX_POSITIONS, (long) slots * views.count());
    }

    /** The views of {@link #beginViews} have been culled. */
    public void endViews() {
        views.end();
    }

    private void shadePositions(ChunkOutput chunk, int slots) {
        DrawState draw = chunk.draw;
        beginBatch(chunk);
        int mask = draw.vertexStage().positionAttributes();
        for (int from = 0; from < slots; from += VertexBatch.CAPACITY) {
            int count = Math.min(VertexBatch.CAPACITY, slots - from);
            batch.count = count;
            attributes.fetch(batch, draw, mask, assembler, assembler.vertexOf, from, count);
            draw.vertexStage().positions(batch);
            System.arraycopy(batch.clipX, 0, primitives.vertices.clipX, from, count);
            System.arraycopy(batch.clipY, 0, primitives.vertices.clipY, from, count);
            System.arraycopy(batch.clipZ, 0, primitives.vertices.clipZ, from, count);
            System.arraycopy(batch.clipW, 0, primitives.vertices.clipW, from, count);
        }
        counts.add(Counter.VERTEX_FETCHES, slots);
        counts.add(Counter.VERTEX_POSITIONS, slots);
    }

    private void beginBatch(ChunkOutput chunk) {
        batch.bind(chunk.draw.groups());
        batch.instance = chunk.instance;
    }

    /**
     * Shades the varyings of used vertices, makes those of clipped ones, and points records there.
     */
    private void shadeVaryings(ChunkOutput chunk) {
        DrawState draw = chunk.draw;
        int stride = 1 + draw.varyingCount();
        primitives.used.find(chunk);
        primitives.used.take(chunk, arena, stride);
        beginBatch(chunk);
        int mask = draw.vertexStage().varyingAttributes();
        for (int from = 0; from < primitives.used.count(); from += VertexBatch.CAPACITY) {
            int count = Math.min(VertexBatch.CAPACITY, primitives.used.count() - from);
            for (int i = 0; i < count; i++) {
                index[i] = assembler.vertexOf[primitives.used.slot(from + i)];
            }
            batch.count = count;
            attributes.fetch(batch, draw, mask, assembler, index, 0, count);
            draw.vertexStage().varyings(batch);
            primitives.used.store(chunk, from, count, batch.varying, draw.varyingCount());
        }
        counts.add(Counter.VERTEX_VARYINGS, primitives.used.count());
        // They were counted when their positions were shaded
        counts.add(Counter.VARYINGS_NOT_SHADED, -primitives.used.count());
        primitives.used.finish(chunk, stride);
    }
}
