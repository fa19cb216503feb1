package dev.azulejo.core.pixel;

import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.AlphaCoverage;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.RasterKernels;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.SmallTriangles;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.OcclusionQuestions;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.OwnLines;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.tiling.TileList;
import dev.azulejo.core.tiling.TileLists;
import dev.azulejo.core.visibility.HierarchicalZ;

import java.util.Arrays;

/** Renders tiles of one size, sample count and format. Owned by one thread. */
public final class TileRenderer extends OwnLines {
    private final int tileSize;
    private final int samples;
    private final TextureFormat format;
    private final SamplePattern pattern;
    private final RasterKernels raster;
    private final TileMemory memory;
    private final TileSamples tileSamples;
    private final TileRectangle rectangle;
    private final TileTriangle triangle = new TileTriangle();
    private final SmallTriangles small = new SmallTriangles(triangle);
    private final RasterCounts rasterCounts = new RasterCounts();
    private final TilePrimitives primitives;
    private final CandidateSamples candidates;
    private final FragmentList fragments;
    private final VisibleSort visibleSort;
    private final FragmentShading shading;
    private final DiscardStage discards;
    private final FullDepth fullDepth;
    private final HiddenGroups hiddenGroups;
    private final Counts counts;
    private EarlyZ earlyZ = EarlyZ.OFF;
    private HierarchicalZ structure;

    /** Whether triangles are asked about. */
    private boolean asks;

    /** Whether tiles feed the structure. */
    private boolean feeds;

    private int rasterHidden;

    /** Small triangles that were drawn with others. */
    private int together;

    /** Samples tested of draw calls that change no colour. */
    private long colorlessTested;

    /** Whether samples of the tile are visible and not shaded yet. */
    private boolean pending;

    /** Where work is noted; null if nobody wants to know. */
    private PixelLog log;

    /** Where tiles are painted; null for the target of the pass. */
    private OwnPixels own;

    private StopSign stop = new StopSign("a tile");

    /** Makes a renderer. */
    public TileRenderer(
            int tileSize,
            int samples,
            TextureFormat format,
            KernelSet kernels,
            int workers,
            Counts counts) {
        this.tileSize = tileSize;
        this.samples = samples;
        this.format = format;
        this.pattern = SamplePattern.of(samples);
        this.raster = kernels.raster().create(pattern);
        this.memory = new TileMemory(tileSize, samples, format, kernels.color());
        this.tileSamples = memory.samples;
        this.rectangle = memory.rectangle;
        this.primitives = new TilePrimitives(workers);
        this.candidates = new CandidateSamples(raster, tileSamples, tileSize);
        this.fragments = new FragmentList(tileSize, samples);
        this.visibleSort = new VisibleSort(kernels.visible(), tileSamples, fragments);
        this.shading = new FragmentShading(kernels.interpolation(), memory, primitives, fragments);
        this.discards = new DiscardStage(candidates, fragments, shading, AlphaCoverage.of(samples));
        this.fullDepth = new FullDepth(memory, primitives, pattern, raster, candidates);
        this.hiddenGroups = new HiddenGroups(tileSize);
        this.counts = counts;
    }

    /**
     * Sets what is known of hidden groups in the tiles of a phase.
     *
     * @param options what to do with it
     * @param hierarchicalZ the structure
     * @param oneEpoch whether order does not matter to occlusion in the whole phase
     */
    public void begin(EarlyZ options, HierarchicalZ hierarchicalZ, boolean oneEpoch) {
        if (earlyZ != options) {
            earlyZ = options;
        }
        if (structure != hierarchicalZ) {
            structure = hierarchicalZ;
        }
        hiddenGroups.refine(options.finest());
        asks = OcclusionQuestions.forRaster(options, oneEpoch);
        feeds = OcclusionQuestions.tilesFeed(options, oneEpoch);
    }

    /** Paints into memory of its own from now on; null: into the target of the pass. */
    public void paintInto(OwnPixels memoryOfGpu) {
        if (own != memoryOfGpu) {
            own = memoryOfGpu;
        }
    }

    /** Notes coverage and fragments from now on, or no longer. */
    public void note(PixelLog pixelLog) {
        if (log != pixelLog) {
            log = pixelLog;
        }
        shading.note(pixelLog);
    }

    /** What is looked at between two chunks of a tile's list, so that a long one can be left. */
    public void obey(StopSign sign) {
        if (stop != sign) {
            stop = sign;
        }
    }

    /** Returns whether this renderer fits a target. */
    public boolean fits(int size, RenderTarget target) {
        return size == tileSize && target.samples() == samples && target.format() == format;
    }

    /** Returns the list of the tile that is rendered next, to be filled by somebody else. */
    public TileList list() {
        return primitives.list;
    }

    /**
     * Returns the list of a tile, to be merged; the next call overwrites it.
     *
     * @param lists the workers' lists
     * @param workers how many of them
     * @param tile which tile
     */
    public TileList select(TileLists[] lists, int workers, int tile) {
        primitives.list.select(lists, workers, tile);
        return primitives.list;
    }

    /**
     * Renders the tile whose list was selected last and merged, and writes the target's pixels.
     *
     * @param pass the pass
     * @param grid the tiles
     * @param tile which tile
     * @param chunks the geometry
     * @param parking where samples stay between windows
     * @param load what the tile's samples are to begin with
     * @param store where they go
     */
    public void render(
            PassDescriptor pass,
            TileGrid grid,
            int tile,
            ChunkOutput[] chunks,
            TileParking parking,
            LoadOperation load,
            StoreOperation store) {
        memory.locate(grid, tile);
        var target = own == null ? pass.target() : own.paint(rectangle);
        int entries = primitives.list.count();
        counts.add(Counter.PIXELS_RESOLVED, (long) rectangle.width * rectangle.height);
        if (entries == 0 && load == LoadOperation.CLEAR && store == StoreOperation.DROP) {
            memory.color.resolveClear(pass, target, rectangle);
            return;
        }
        memory.load(pass, tile, parking, load);
        if (entries != 0) {
            primitives.set(chunks);
            Arrays.fill(tileSamples.visible, TileSamples.NOTHING);
            hiddenGroups.begin(
                    earlyZ.forward() ? structure : null,
                    tileSamples,
                    structure != null && structure.reversed(),
                    rectangle.x,
                    rectangle.y);
            counts.add(Counter.TILES_REVISITED, load == LoadOperation.UNPARK ? 1 : 0);
            try {
                drawAll(entries);
            } finally {
                // Of a tile that is left before its end nothing counts in the next frame.
                report();
            }
        }
        memory.store(target, tile, parking, store);
        if (store != StoreOperation.DROP && entries != 0 && feeds) {
            hiddenGroups.propagate(structure, rectangle.width, rectangle.height);
            hiddenGroups.report(counts);
        }
        memory.color.resolve(target, rectangle);
    }

    /**
     * Draws the occluders of a tile's lists into depth alone, from a depth on, and marks the
     * records of triangles that are not strictly behind it in every sample.
     *
     * @param grid the tiles
     * @param tile which tile
     * @param chunks the geometry
     * @param lists the workers' lists
     * @param workers how many of them
     * @param farthest depth to begin with
     */
    public void markVisible(
            TileGrid grid,
            int tile,
            ChunkOutput[] chunks,
            TileLists[] lists,
            int workers,
            float farthest) {
        primitives.list.select(lists, workers, tile);
        primitives.list.merge();
        if (primitives.list.count() != 0) {
            memory.locate(grid, tile);
            primitives.set(chunks);
            fullDepth.markVisible(farthest, structure.reversed());
        }
    }

    /**
     * Returns what visiting tiles again has cost since it was asked last: moving samples as
     * measured, and what else is done for each pixel as an estimate.
     */
    public long takeMovedNs() {
        return memory.takeMovedNs();
    }

    private void report() {
        counts.add(Counter.TILES_RENDERED, 1);
        counts.add(Counter.BLOCKS_RASTERIZED, rasterCounts.blocks());
        counts.add(Counter.SAMPLES_TESTED, rasterCounts.tested());
        counts.add(Counter.SAMPLES_PASSED, rasterCounts.passed());
        counts.add(
                Counter.SAMPLES_NOT_SHADED,
                rasterCounts.tested() - colorlessTested - shading.takeSamplesShaded());
        counts.add(Counter.FRAGMENTS_DISCARD_TESTED, discards.takeTested());
        counts.add(Counter.RASTER_HIDDEN, rasterHidden);
        counts.add(Counter.ENTRIES_TOGETHER, together);
        hiddenGroups.report(counts);
        shading.report(counts);
        rasterHidden = 0;
        together = 0;
        colorlessTested = 0;
        rasterCounts.clear();
    }

    private void drawAll(int entries) {
        pending = false;
        fragments.queued = 0;
        DrawState draw = null;
        ChunkOutput last = null;
        boolean asking = asks;
        boolean gathers = false;
        boolean opaque = false;
        small.begin(rectangle.x, rectangle.y, tileSize);
        for (int e = 0; e < entries; e++) {
            var chunk = primitives.chunk(e);
            if (chunk != last) {
                last = chunk;
                stop.check();
                if (chunk.draw() != draw) {
                    drawSmall();
                    draw = chunk.draw();
                    triangle.compare = draw.pipeline().depth().compare();
                    triangle.depthWrite = draw.pipeline().depth().write();
                    gathers = gathers(draw);
                    opaque = !draw.colorless() && !draw.ordered();
                    small.idStep = draw.colorless() ? 0 : 1;
                }
            }
            int at = primitives.recordAt(chunk, e);
            int id = small.idStep == 0 ? TileSamples.NOTHING : e;
            if (gathers && (!asking || letsPass(chunk, at)) && small.add(chunk.records(), at, id)) {
                continue;
            }
            drawSmall();
            if (!triangle.set(chunk.records(), at, rectangle.x, rectangle.y, tileSize, pattern)) {
                continue;
            }
            if (triangle.compare == CompareFunction.NEVER) {
                continue;
            }
            if (asking && hiddenEverywhere(chunk, at)) {
                continue;
            }
            long before = rasterCounts.tested();
            if (opaque) {
                drawOpaque(chunk, at, e, asking && draw.testable() && hiddenGroups.anywhere());
            } else {
                if (draw.colorless()) {
                    drawDepth(chunk, at);
                    colorlessTested += rasterCounts.tested() - before;
                } else {
                    // Blending reads visible colours
                    if (pending) {
                        shadeVisible(entries);
                    }
                    drawOrdered(chunk, at, e);
                }
            }
            if (log != null) {
                primitives.covers(log, e, (int) (rasterCounts.tested() - before));
            }
        }
        drawSmall();
        if (pending) {
            shadeVisible(entries);
        }
        if (fragments.queued != 0) {
            shading.blendQueue();
        }
    }

    /** Whether small triangles of a draw call are brought together. */
    private boolean gathers(DrawState draw) {
        return samples == 1
                && log == null
                && triangle.compare == CompareFunction.LESS
                && triangle.depthWrite
                && (draw.colorless() || !draw.ordered())
                && !draw.discards();
    }

    private boolean letsPass(ChunkOutput chunk, int at) {
        int[] r = chunk.records();
        return hiddenGroups.letsPass(r[at + TrianglePlanes.COLUMNS], r[at + TrianglePlanes.ROWS]);
    }

    /** Draws the small triangles that have been brought together. */
    private void drawSmall() {
        if (small.count == 0) {
            return;
        }
        if (fragments.queued != 0) {
            shading.blendQueue();
        }
        long before = rasterCounts.tested();
        raster.small(small, tileSamples, rasterCounts);
        together += small.count;
        small.count = 0;
        if (small.idStep == 0) {
            colorlessTested += rasterCounts.tested() - before;
        } else {
            pending = true;
        }
    }

    /** Finds where a triangle is hidden, if it may be asked about; returns whether everywhere. */
    private boolean hiddenEverywhere(ChunkOutput chunk, int at) {
        if (chunk.draw().testable()) {
            hiddenGroups.test(triangle, chunk.records(), at);
            if (hiddenGroups.everywhere()) {
                rasterHidden++;
                return true;
            }
        }
        hiddenGroups.wrote(triangle);
        return false;
    }

    /** Draws what replaces colours: it is shaded when it is known what stays visible. */
    private void drawOpaque(ChunkOutput chunk, int at, int e, boolean hidden) {
        if (fragments.queued != 0) {
            shading.blendQueue();
        }
        if (chunk.draw().discards()) {
            candidates.find(triangle, rasterCounts);
            discards.discard(chunk, at);
            writeDepth();
            candidates.writeVisible(e);
        } else if (!hidden) {
            rasterize(e);
        } else {
            visibleBlocks(e);
        }
        pending = true;
    }

    /** Draws what is merged with the colours before it. */
    private void drawOrdered(ChunkOutput chunk, int at, int e) {
        requireRoom();
        candidates.find(triangle, rasterCounts);
        if (chunk.draw().discards()) {
            discards.discard(chunk, at);
        }
        writeDepth();
        candidates.enqueue(fragments, e);
    }

    /** Draws a triangle only in the blocks where it may be visible: rows that are alike at once. */
    private void visibleBlocks(int e) {
        int x0 = triangle.blockX0;
        int y1 = triangle.blockY1;
        int within = (2 << triangle.blockX1) - (1 << x0);
        int next;
        for (int y = triangle.blockY0; y <= y1; y = next) {
            int hidden = hiddenGroups.hiddenBlocks(y);
            next = y + 1;
            while (next <= y1 && hiddenGroups.hiddenBlocks(next) == hidden) {
                next++;
            }
            triangle.blockY0 = y;
            triangle.blockY1 = next - 1;
            for (int left = within & ~hidden; left != 0; ) {
                int from = Integer.numberOfTrailingZeros(left);
                int to = from + Integer.numberOfTrailingZeros(~(left >>> from));
                triangle.blockX0 = from;
                triangle.blockX1 = to - 1;
                raster.visibility(triangle, tileSamples, e, rasterCounts);
                left &= -1 << to;
            }
        }
    }

    /** Draws what changes no colour. */
    private void drawDepth(ChunkOutput chunk, int at) {
        if (!triangle.depthWrite) {
            return;
        }
        if (chunk.draw().discards()) {
            requireRoom();
            candidates.find(triangle, rasterCounts);
            discards.discard(chunk, at);
            candidates.writeDepth();
        } else {
            rasterize(TileSamples.NOTHING);
        }
    }

    /** Tests depth and writes it, and what is visible if colours change. */
    private void rasterize(int id) {
        raster.visibility(triangle, tileSamples, id, rasterCounts);
    }

    private void writeDepth() {
        if (triangle.depthWrite) {
            candidates.writeDepth();
        }
    }

    /** Makes room for a whole tile of fragments behind the queue. */
    private void requireRoom() {
        if (!fragments.hasRoom()) {
            shading.blendQueue();
        }
    }

    /** Shades what is visible and not shaded yet, each (pixel, triangle) once. */
    private void shadeVisible(int entries) {
        shading.replace(visibleSort.sort(entries));
        pending = false;
    }
}
