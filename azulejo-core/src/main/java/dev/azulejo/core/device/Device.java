package dev.azulejo.core.device;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.vector.VectorKernels;
import dev.azulejo.core.pixel.TileRenderer;
import dev.azulejo.core.reference.ReferenceRenderer;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileGrid;
import dev.azulejo.core.tiling.TileLists;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A software GPU: executes command buffers.
 *
 * <p>Threads: one submit at a time, from any thread; {@link #submit} returns when all pixels are
 * written. Memory that a frame needs is kept for the next one; a frame like the one before
 * allocates nothing.
 */
public final class Device implements AutoCloseable {
    private final DeviceOptions options;
    private final WorkerPool pool;
    private final FrameBuilder builder;
    private final FrameReport report = new FrameReport();
    private final Counts[] counts;
    private final GeometryWorker[] geometry;
    private final TileLists[] lists;
    private final TileRenderer[] renderers;
    private final TileGrid grid = new TileGrid();
    private final KernelSet kernels;
    private final ReferenceRenderer reference;
    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task geometryTask = this::runGeometry;
    private final WorkerPool.Task tileTask = this::runTiles;

    // The phase being rendered; set before a task is handed to the pool.
    private boolean wholeFrame;
    private boolean load;
    private boolean store;
    private boolean resolve;
    private boolean everyTile;
    private int listCount;

    /** Makes a device and starts its workers. */
    public Device(DeviceOptions options) {
        this.options = options;
        this.kernels =
                options.kernels() == Kernels.VECTOR ? VectorKernels.create() : KernelSet.scalar();
        int workers = options.path() == DeviceOptions.Path.REFERENCE ? 1 : options.threads();
        this.pool = new WorkerPool(workers);
        this.builder = new FrameBuilder(options.kernels(), 0);
        this.counts = new Counts[workers];
        this.geometry = new GeometryWorker[workers];
        this.lists = new TileLists[workers];
        this.renderers = new TileRenderer[workers];
        for (int w = 0; w < workers; w++) {
            counts[w] = new Counts();
            geometry[w] = new GeometryWorker(kernels, counts[w]);
            lists[w] = new TileLists();
        }
        this.reference =
                options.path() == DeviceOptions.Path.REFERENCE
                        ? new ReferenceRenderer(counts[0])
                        : null;
    }

    /** Returns what the device was made with. */
    public DeviceOptions options() {
        return options;
    }

    /**
     * Executes all commands and waits for the pixels.
     *
     * @param commands what to draw
     * @return what the frame did; overwritten by the next submit
     * @throws IllegalStateException if a draw call misses state or reads beyond its index buffer
     */
    public FrameReport submit(CommandBuffer commands) {
        long start = System.nanoTime();
        report.begin();
        for (var worker : counts) {
            worker.clear();
        }
        int position = 0;
        int size = commands.commands().size();
        while (position < size) {
            position = builder.readPhase(commands, position, counts[0]);
            if (builder.pass() != null) {
                renderPhase();
            }
        }
        for (var worker : counts) {
            report.add(worker);
        }
        report.end(System.nanoTime() - start);
        return report;
    }

    private void renderPhase() {
        PassDescriptor pass = builder.pass();
        var target = pass.target();
        if (!pass.clear() && !target.samplesValid()) {
            throw new IllegalStateException(
                    "pass '%s' does not clear, but no earlier pass kept the target's samples"
                            .formatted(pass.name()));
        }
        long start = System.nanoTime();
        grid.set(target.width(), target.height(), options.tileSizeFor(target.samples()));
        wholeFrame = options.window() == DeviceOptions.WHOLE_FRAME && reference == null;
        for (var list : lists) {
            list.clear(grid.count());
        }
        next.set(0);
        pool.run(geometryTask);
        long middle = System.nanoTime();
        if (reference != null) {
            target.requireSampleStorage();
            reference.render(pass, builder.chunks(), builder.chunkCount());
        } else {
            renderTiles(pass);
        }
        target.samplesValid(pass.keepSamples());
        target.written();
        report.addTimes(middle - start, System.nanoTime() - middle);
    }

    private void renderTiles(PassDescriptor pass) {
        for (int w = 0; w < renderers.length; w++) {
            if (renderers[w] == null
                    || !renderers[w].fits(grid.tileSize(), pass.target(), pass.target().format())) {
                renderers[w] =
                        new TileRenderer(
                                grid.tileSize(),
                                pass.target().samples(),
                                pass.target().format(),
                                kernels,
                                lists.length,
                                counts[w]);
            }
        }
        load = !pass.clear();
        store = pass.keepSamples();
        if (store) {
            pass.target().requireSampleStorage();
        }
        resolve = true;
        everyTile = true;
        listCount = lists.length;
        if (wholeFrame) {
            counts[0].add(Counter.WINDOWS, 1);
            next.set(0);
            pool.run(tileTask);
        } else {
            renderWindows(pass);
        }
    }

    /**
     * Windows of W triangles one after the other: tiles keep their samples in the target's storage
     * between visits. The first window clears every tile, the last visit resolves every tile.
     */
    private void renderWindows(PassDescriptor pass) {
        pass.target().requireSampleStorage();
        listCount = 1;
        int window = options.window();
        int inWindow = 0;
        boolean first = true;
        var chunks = builder.chunks();
        for (int c = 0; c < builder.chunkCount(); c++) {
            int from = 0;
            while (from < chunks[c].triangles) {
                int to = Math.min(chunks[c].triangles, from + window - inWindow);
                bin(0, c, from, to);
                inWindow += to - from;
                from = to;
                if (inWindow == window) {
                    renderWindow(first, false);
                    first = false;
                    inWindow = 0;
                }
            }
        }
        renderWindow(first, true);
    }

    private void renderWindow(boolean first, boolean last) {
        load = !(first && builder.pass().clear());
        store = true;
        resolve = last;
        everyTile = first || last;
        counts[0].add(Counter.WINDOWS, 1);
        next.set(0);
        pool.run(tileTask);
        lists[0].clear(grid.count());
    }

    private void runGeometry(int worker) {
        var chunks = builder.chunks();
        int count = builder.chunkCount();
        for (int c = next.getAndIncrement(); c < count; c = next.getAndIncrement()) {
            geometry[worker].process(chunks[c]);
            if (wholeFrame) {
                bin(worker, c, 0, chunks[c].triangles);
            }
        }
    }

    private void bin(int worker, int chunk, int from, int to) {
        int entries = Binner.bin(grid, lists[worker], builder.chunks()[chunk], chunk, from, to);
        counts[worker].add(Counter.TILE_ENTRIES, entries);
    }

    private void runTiles(int worker) {
        int count = grid.count();
        for (int tile = next.getAndIncrement(); tile < count; tile = next.getAndIncrement()) {
            if (!everyTile && lists[0].isEmpty(tile)) {
                continue;
            }
            renderers[worker].render(
                    builder.pass(),
                    grid,
                    tile,
                    builder.chunks(),
                    lists,
                    listCount,
                    load,
                    store,
                    resolve);
        }
    }

    /** Stops the workers. */
    @Override
    public void close() {
        pool.close();
    }
}
