package dev.azulejo.core.device;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.pixel.LoadOperation;
import dev.azulejo.core.pixel.StoreOperation;
import dev.azulejo.core.pixel.TileParking;
import dev.azulejo.core.pixel.TileRenderer;
import dev.azulejo.core.policy.OcclusionQuestions;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.reuse.RenderGate;
import dev.azulejo.core.reuse.TileGate;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileLists;
import dev.azulejo.core.visibility.HierarchicalZ;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * From processed chunks to pixels: the tiles' lists and their rendering, in one window or several.
 *
 * <p>Threads: {@link #bin} by workers, each with its own number; the rest by the submitting thread.
 */
final class TileStage implements PixelStage {
    private final DeviceOptions options;
    private final WorkerPool pool;
    private final KernelSet kernels;
    private final Counts[] counts;
    private TileGate gate;
    private final TileGuide guide;
    private final TileGrid grid = new TileGrid();
    private final ListSorter lists;

    /** The same, or what sorts windows into tiles in its place. */
    private final TileSorter sorter;

    private final TileRenderer[] renderers;
    private final TileLists[] depthLists = {new TileLists()};
    private final Binner depthBinner = new Binner();
    private final TileParking parking = new TileParking();
    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task tileTask = this::runTiles;
    private final WorkerPool.Task markTask = this::runMark;

    /** Memory of what sorts, where it was most in the phase. */
    private long sorterBytes;

    /** Tiles that were visited in the phase whose number is there. */
    private long[] visitedIn = new long[0];

    private long phases;

    /** What the tiles took in the phase, nanoseconds, if something was on their lists. */
    private long[] tileNs = new long[0];

    /**
     * When each worker was done with the tiles of a window, 0 for a guest that had no part in it;
     * and what moving samples cost it.
     */
    private final long[] tilesDone;

    private final long[] movedNs;

    // The phase being rendered; set before a task is handed to the pool.
    private PassDescriptor pass;
    private PhasePlan plan;

    /** Whether samples are parked between windows. */
    private boolean parks;

    private ChunkOutput[] chunks = new ChunkOutput[0];
    private int chunkCount;
    private boolean lastWindow;
    private float farthest;

    TileStage(
            DeviceOptions deviceOptions,
            WorkerPool workers,
            KernelSet kernelSet,
            Counts[] workerCounts,
            TileGate tileGate,
            TileGuide tileGuide) {
        options = deviceOptions;
        pool = workers;
        kernels = kernelSet;
        counts = workerCounts;
        gate = tileGate;
        guide = tileGuide;
        int count = workerCounts.length;
        lists = new ListSorter(workers, workerCounts);
        renderers = new TileRenderer[count];
        tilesDone = new long[count];
        movedNs = new long[count];
        var fine = options.fine();
        sorter = fine.batched() ? new BatchSorter(fine, pool, lists.binner(0)) : lists;
    }

    /** Who says of tiles whether they are rendered, from the next phase on. */
    void use(TileGate other) {
        if (gate != other) {
            gate = other;
        }
    }

    /** The tiles of the phase. */
    TileGrid grid() {
        return grid;
    }

    /** What a tile took in the last phase, nanoseconds; 0 if nothing was drawn there. */
    long tileNs(int tile) {
        return tileNs[tile];
    }

    /**
     * Triangles of the phase that were set up though they touch none of the run's tiles; each
     * counts in the tile in its middle, whosesoever it is.
     */
    int forNothing(int tile) {
        return lists.forNothing(tile);
    }

    /** Chunks of the last window. */
    ChunkOutput[] chunks() {
        return chunks;
    }

    int chunkCount() {
        return chunkCount;
    }

    @Override
    public RenderGate.Visits visits(PhasePlan phasePlan) {
        return phasePlan.wholeFrame() ? RenderGate.Visits.ONCE : RenderGate.Visits.SEVERAL;
    }

    /** All lists are empty then, and triangles are not asked about as they are put on lists. */
    @Override
    public void begin(PassDescriptor descriptor, PhasePlan phasePlan) {
        pass = descriptor;
        plan = phasePlan;
        assert sorter == lists || !plan.wholeFrame() : "a batch is a sorting window";
        var target = descriptor.target();
        int largest = options.tileSizeFor(target.samples());
        grid.set(target.width(), target.height(), largest, phasePlan.tiles());
        phases++;
        if (visitedIn.length < grid.count()) {
            visitedIn = new long[grid.count()];
            tileNs = new long[grid.count()];
        }
        Arrays.fill(tileNs, 0, grid.count(), 0);
        parks = false;
        sorterBytes = 0;
        lists.begin(grid);
    }

    /** Forgets all lists. */
    void clearLists() {
        lists.clear(grid);
    }

    /** Asks a structure, or none, about triangles that are put on lists from now on. */
    void binAgainst(HierarchicalZ hierarchicalZ) {
        lists.binAgainst(hierarchicalZ, Binner.Tested.SPANNING);
    }

    /** Puts a processed chunk on the lists, if one window takes all. */
    @Override
    public boolean bin(int worker, ChunkOutput chunk, int index) {
        if (!plan.wholeFrame() || chunk.triangles() == 0) {
            return chunk.triangles() != 0;
        }
        return lists.bin(worker, grid, chunk, index, 0, chunk.triangles());
    }

    /**
     * Memory of lists or batches, where it was most, and of samples that are parked between
     * windows, bytes.
     */
    long bytes() {
        return sorterBytes + parkedBytes();
    }

    /** Of {@link #bytes}, samples that are parked. */
    long parkedBytes() {
        return parks ? parking.bytes() : 0;
    }

    /**
     * Time that the last window would not have spent as part of a larger one, sum of all workers,
     * nanoseconds: samples that were moved, and waiting for the last tile.
     */
    long lostNs() {
        long latest = 0;
        for (long done : tilesDone) {
            latest = Math.max(latest, done);
        }
        long lost = 0;
        for (int w = 0; w < tilesDone.length; w++) {
            lost += tilesDone[w] == 0 ? 0 : movedNs[w] + latest - tilesDone[w];
        }
        return lost;
    }

    private void makeRenderers() {
        var target = pass.target();
        for (int w = 0; w < renderers.length; w++) {
            if (renderers[w] == null || !renderers[w].fits(grid.tileSize(), target)) {
                renderers[w] =
                        new TileRenderer(
                                grid.tileSize(),
                                target.samples(),
                                target.format(),
                                kernels,
                                counts.length,
                                counts[w]);
            }
        }
    }

    /**
     * Draws occluders into depth, tile by tile, and marks what is not behind it.
     *
     * @param processed chunks
     * @param from the first
     * @param to behind the last
     * @param options how early Z works
     * @param hierarchicalZ its structure
     * @param clearDepth depth to begin with; NaN if it is not known
     */
    void markVisible(
            ChunkOutput[] processed,
            int from,
            int to,
            EarlyZ options,
            HierarchicalZ hierarchicalZ,
            float clearDepth) {
        makeRenderers();
        depthBinner.begin();
        var scratch = depthLists[0];
        scratch.clear(grid.count());
        for (int c = from; c < to; c++) {
            depthBinner.bin(grid, scratch, processed[c], c, 0, processed[c].triangles());
        }
        for (var renderer : renderers) {
            renderer.begin(options, hierarchicalZ, false);
        }
        float unknown =
                hierarchicalZ.reversed() ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
        farthest = Float.isNaN(clearDepth) ? unknown : clearDepth;
        chunks = processed;
        next.set(0);
        pool.run(Activity.MARKING, markTask);
    }

    private void runMark(int worker) {
        int count = grid.count();
        for (int tile = next.getAndIncrement(); tile < count; tile = next.getAndIncrement()) {
            pool.checkStop();
            renderers[worker].markVisible(grid, tile, chunks, depthLists, 1, farthest);
        }
    }

    @Override
    public void render(
            GeometrySource source, HierarchicalZ structure, boolean oneEpoch, boolean last) {
        var earlyZ = structure == null ? EarlyZ.OFF : plan.earlyZ();
        chunks = source.chunks();
        chunkCount = source.chunkCount();
        guide.beginWindow(chunks, chunkCount, gate);
        makeRenderers();
        for (int w = 0; w < renderers.length; w++) {
            renderers[w].begin(earlyZ, structure, oneEpoch);
            renderers[w].note(guide.pixels(w));
            renderers[w].paintInto(guide.paintsInto());
            renderers[w].obey(pool.stop());
        }
        if (plan.wholeFrame()) {
            lists.captured();
            noteBytes();
            renderWindow(last);
        } else {
            boolean asks =
                    OcclusionQuestions.forLists(
                            earlyZ, OcclusionQuestions.Moment.WITH_TILES, oneEpoch);
            lists.binAgainst(asks ? structure : null, Binner.Tested.with(earlyZ));
            renderWindows(source.cursor(), last, !last && source.mayWait());
        }
        guide.endWindow(chunks, chunkCount);
    }

    /**
     * Windows of W triangles one after the other: tiles park their samples between visits. Each
     * visit resolves its tile: when the last window comes, only tiles are left that nothing has
     * touched.
     *
     * @param cursor where the first window begins
     * @param last whether the last triangles of the phase are among them
     * @param waits whether triangles that do not fill a window are left for later
     */
    private void renderWindows(WindowCursor cursor, boolean last, boolean waits) {
        long left = -cursor.triangle;
        for (int c = cursor.chunk; c < chunkCount; c++) {
            left += chunks[c].triangles();
        }
        int window = plan.window();
        while (left > window || left == window && !last) {
            long taken = sort(cursor, window);
            renderWindow(false);
            clearLists();
            left -= taken;
        }
        if (!waits && (last || left > 0)) {
            do {
                long taken = sort(cursor, left);
                left -= taken;
                renderWindow(last && left == 0);
                clearLists();
            } while (left > 0);
        }
    }

    /**
     * Sorts triangles, and moves the cursor behind them. Returns how many: all, but for batches.
     */
    private long sort(WindowCursor cursor, long triangles) {
        long taken = sorter.capture(grid, chunks, chunkCount, cursor, triangles);
        noteBytes();
        return taken;
    }

    private void noteBytes() {
        sorterBytes = Math.max(sorterBytes, sorter.bytes(grid));
    }

    private void renderWindow(boolean last) {
        if (!last && !parks) {
            parks = true;
            parking.require(grid, pass.target());
        }
        lastWindow = last;
        counts[0].add(Counter.WINDOWS, 1);
        Arrays.fill(tilesDone, 0);
        pool.run(Activity.TILES, tileTask);
        sorter.count(counts[0]);
    }

    private void runTiles(int worker) {
        guide.beginTiles(worker);
        int count = grid.count();
        var renderer = renderers[worker];
        for (int tile = sorter.take(renderer); tile < count; tile = sorter.take(renderer)) {
            if (grid.owns(tile)) {
                pool.checkStop();
                guide.visits(worker, tile);
                visit(worker, tile);
            }
        }
        movedNs[worker] = renderer.takeMovedNs();
        tilesDone[worker] = System.nanoTime();
    }

    private void visit(int worker, int tile) {
        var renderer = renderers[worker];
        var list = sorter.list(renderer, tile);
        boolean visited = visitedIn[tile] == phases;
        boolean keeps = lastWindow && pass.keepSamples();
        if ((visited || !lastWindow) && !keeps && list.isEmpty()) {
            return;
        }
        if (lastWindow) {
            if (guide.keeps(worker, tile, gate.decide(worker, tile, list, chunks), gate)) {
                return;
            }
        } else if (gate.closed(tile)) {
            return;
        }
        list.merge();
        long start = System.nanoTime();
        visitedIn[tile] = phases;
        var load = visited ? LoadOperation.UNPARK : LoadOperation.of(pass);
        var store = lastWindow ? StoreOperation.of(pass) : StoreOperation.PARK;
        renderer.render(pass, grid, tile, chunks, parking, load, store);
        if (list.count() != 0) {
            long took = System.nanoTime() - start;
            tileNs[tile] += took;
            gate.rendered(worker, took);
        }
    }
}
