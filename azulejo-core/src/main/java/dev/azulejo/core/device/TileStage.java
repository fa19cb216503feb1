package dev.azulejo.core.device;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.geometry.GeometryChunk;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.pixel.TileParking;
import dev.azulejo.core.pixel.TileRenderer;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.reuse.TileReuse;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileLists;
import dev.azulejo.core.visibility.HierarchicalZ;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * From processed chunks to pixels: the tiles' lists and their rendering, in one window or several.
 *
 * <p>Threads: {@link #bin} by workers, each with its own number; the rest by the submitting thread.
 */
final class TileStage {
    private final DeviceOptions options;
    private final WorkerPool pool;
    private final KernelSet kernels;
    private final Counts[] counts;
    private final TileReuse reuse;
    private final TileGrid grid = new TileGrid();
    private final TileLists[] lists;
    private final Binner[] binners;
    private final TileRenderer[] renderers;
    private final TileLists[] depthLists = {new TileLists()};
    private final Binner depthBinner = new Binner();
    private final TileParking parking = new TileParking();
    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task tileTask = this::runTiles;
    private final WorkerPool.Task markTask = this::runMark;

    /** Tiles that were visited in the phase whose number is there. */
    private long[] visitedIn = new long[0];

    private long phases;

    /** When each worker was done with the tiles of a window, and what moving samples cost it. */
    private final long[] tilesDone;

    private final long[] movedNs;

    // The phase being rendered; set before a task is handed to the pool.
    private PassDescriptor pass;
    private boolean wholeFrame;
    private EarlyZ earlyZ = EarlyZ.OFF;
    private HierarchicalZ structure;
    private boolean singleEpoch;
    private boolean partial;
    private boolean tests;
    private boolean visitsOnce;
    private boolean windowed;
    private GeometryChunk[] chunks = new GeometryChunk[0];
    private int chunkCount;
    private int listCount;
    private boolean lastWindow;
    private float farthest;

    TileStage(
            DeviceOptions deviceOptions,
            WorkerPool workers,
            KernelSet kernelSet,
            Counts[] workerCounts,
            TileReuse tileReuse) {
        options = deviceOptions;
        pool = workers;
        kernels = kernelSet;
        counts = workerCounts;
        reuse = tileReuse;
        int count = workerCounts.length;
        lists = new TileLists[count];
        binners = new Binner[count];
        renderers = new TileRenderer[count];
        tilesDone = new long[count];
        movedNs = new long[count];
        for (int w = 0; w < count; w++) {
            lists[w] = new TileLists();
            binners[w] = new Binner();
        }
    }

    /** The tiles of the phase. */
    TileGrid grid() {
        return grid;
    }

    /** Chunks of the last window. */
    GeometryChunk[] chunks() {
        return chunks;
    }

    int chunkCount() {
        return chunkCount;
    }

    /**
     * A phase begins.
     *
     * @param descriptor its pass
     * @param whole whether its window takes everything
     */
    void begin(PassDescriptor descriptor, boolean whole) {
        pass = descriptor;
        wholeFrame = whole;
        var target = descriptor.target();
        grid.set(target.width(), target.height(), options.tileSizeFor(target.samples()));
        phases++;
        if (visitedIn.length < grid.count()) {
            visitedIn = new long[grid.count()];
        }
        windowed = false;
        know(EarlyZ.OFF, null, false);
        compare(false, false, whole);
    }

    /** Forgets all lists; triangles are not asked about as they are put there. */
    void clear() {
        clearLists();
        ask(null);
    }

    /** Forgets all lists. */
    void clearLists() {
        for (var list : lists) {
            list.clear(grid.count());
        }
    }

    /** Asks a structure, or none, about triangles that are put on lists from now on. */
    void ask(HierarchicalZ hierarchicalZ) {
        for (var binner : binners) {
            binner.begin(hierarchicalZ, false);
        }
    }

    /**
     * What is known of hidden groups when tiles are rendered.
     *
     * @param options what to do with it
     * @param hierarchicalZ the structure, or null
     * @param oneEpoch whether order does not matter to occlusion in the whole phase
     */
    void know(EarlyZ options, HierarchicalZ hierarchicalZ, boolean oneEpoch) {
        earlyZ = hierarchicalZ == null ? EarlyZ.OFF : options;
        structure = hierarchicalZ;
        singleEpoch = oneEpoch;
    }

    /**
     * How tiles are reused.
     *
     * @param onlyOpen whether only tiles that changed draw calls touch are looked at
     * @param testsTiles whether they are compared
     * @param once whether each is visited once
     */
    void compare(boolean onlyOpen, boolean testsTiles, boolean once) {
        partial = onlyOpen;
        tests = testsTiles;
        visitsOnce = once;
    }

    /** Puts a processed chunk on the lists, if one window takes all. */
    void bin(int worker, GeometryChunk chunk, int index) {
        if (wholeFrame && chunk.triangles != 0) {
            bin(worker, chunk, index, 0, chunk.triangles);
        }
    }

    private void bin(int worker, GeometryChunk chunk, int index, int from, int to) {
        var binner = binners[worker];
        binner.bin(grid, lists[worker], chunk, index, from, to);
        counts[worker].add(Counter.TILE_ENTRIES, binner.entries());
        counts[worker].add(Counter.TILE_ENTRIES_HIDDEN, binner.hidden());
        counts[worker].add(Counter.HIZ_READS, binner.queries());
    }

    /** Memory of the lists, and of samples that are parked between windows, bytes. */
    long bytes() {
        long sum = windowed ? parking.bytes() : 0;
        for (var list : lists) {
            sum += list.bytes();
        }
        return sum;
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
            lost += movedNs[w] + latest - tilesDone[w];
        }
        return lost;
    }

    private void makeRenderers() {
        var target = pass.target();
        for (int w = 0; w < renderers.length; w++) {
            if (renderers[w] == null
                    || !renderers[w].fits(grid.tileSize(), target, target.format())) {
                renderers[w] =
                        new TileRenderer(
                                grid.tileSize(),
                                target.samples(),
                                target.format(),
                                kernels,
                                lists.length,
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
            GeometryChunk[] processed,
            int from,
            int to,
            EarlyZ options,
            HierarchicalZ hierarchicalZ,
            float clearDepth) {
        makeRenderers();
        depthBinner.begin(null, false);
        var scratch = depthLists[0];
        scratch.clear(grid.count());
        for (int c = from; c < to; c++) {
            depthBinner.bin(grid, scratch, processed[c], c, 0, processed[c].triangles);
        }
        for (var renderer : renderers) {
            renderer.begin(options, hierarchicalZ, false);
        }
        float unknown =
                hierarchicalZ.reversed() ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
        farthest = Float.isNaN(clearDepth) ? unknown : clearDepth;
        chunks = processed;
        next.set(0);
        pool.run(markTask);
    }

    private void runMark(int worker) {
        int count = grid.count();
        for (int tile = next.getAndIncrement(); tile < count; tile = next.getAndIncrement()) {
            renderers[worker].markVisible(grid, tile, chunks, depthLists, 1, farthest);
        }
    }

    /**
     * Renders the tiles.
     *
     * @param processed chunks, on the lists already if one window takes all
     * @param count how many
     * @param first whether they are the first of the phase
     * @param last whether they are the last
     */
    void render(GeometryChunk[] processed, int count, boolean first, boolean last) {
        chunks = processed;
        chunkCount = count;
        makeRenderers();
        for (var renderer : renderers) {
            renderer.begin(earlyZ, structure, singleEpoch);
        }
        var target = pass.target();
        if (pass.keepSamples() || !pass.clear()) {
            DeviceAccess.requireSampleStorage(target);
        }
        if (!last || !first || !wholeFrame) {
            windowed = true;
            parking.require(
                    grid.count(),
                    grid.tileSize() * grid.tileSize() * target.samples(),
                    target.format() == TextureFormat.RGBA32_FLOAT);
        }
        if (wholeFrame) {
            listCount = lists.length;
            renderWindow(last);
        } else {
            renderWindows(last);
        }
    }

    /**
     * Windows of W triangles one after the other: tiles park their samples between visits. Each
     * visit resolves its tile: when the last window comes, only tiles are left that nothing has
     * touched.
     */
    private void renderWindows(boolean last) {
        if (structure != null && singleEpoch) {
            // The structure is complete, or fed by the windows before: ask as a window fills.
            binners[0].begin(earlyZ.tiles() ? structure : null, !earlyZ.forward());
        }
        listCount = 1;
        int window = options.window();
        int inWindow = 0;
        for (int c = 0; c < chunkCount; c++) {
            int from = 0;
            while (from < chunks[c].triangles) {
                int to = Math.min(chunks[c].triangles, from + window - inWindow);
                bin(0, chunks[c], c, from, to);
                inWindow += to - from;
                from = to;
                if (inWindow == window) {
                    renderWindow(false);
                    lists[0].clear(grid.count());
                    inWindow = 0;
                }
            }
        }
        renderWindow(last);
        lists[0].clear(grid.count());
    }

    private void renderWindow(boolean last) {
        lastWindow = last;
        counts[0].add(Counter.WINDOWS, 1);
        next.set(0);
        pool.run(tileTask);
    }

    private void runTiles(int worker) {
        int count = grid.count();
        var renderer = renderers[worker];
        for (int tile = next.getAndIncrement(); tile < count; tile = next.getAndIncrement()) {
            boolean visited = visitedIn[tile] == phases;
            boolean keeps = lastWindow && pass.keepSamples();
            if ((visited || !lastWindow) && !keeps && noneListed(tile)) {
                continue;
            }
            if (partial && (lastWindow ? reuse.untouched(worker, tile) : !reuse.open(tile))) {
                continue;
            }
            var list = renderer.merge(lists, listCount, tile);
            if (reuse != null && visitsOnce && reuse.stillEmpty(worker, tile, list.count() == 0)) {
                continue;
            }
            if (tests && reuse.same(worker, tile, list, chunks)) {
                continue;
            }
            boolean timed = reuse != null && list.count() != 0;
            long start = timed ? System.nanoTime() : 0;
            visitedIn[tile] = phases;
            renderer.render(pass, grid, tile, chunks, parking, visited, !lastWindow);
            if (timed) {
                reuse.rendered(worker, System.nanoTime() - start);
            }
        }
        movedNs[worker] = renderer.takeMovedNs();
        tilesDone[worker] = System.nanoTime();
    }

    private boolean noneListed(int tile) {
        boolean none = true;
        for (int l = 0; l < listCount; l++) {
            none &= lists[l].isEmpty(tile);
        }
        return none;
    }
}
