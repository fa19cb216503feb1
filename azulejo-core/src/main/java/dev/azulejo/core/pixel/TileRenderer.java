package dev.azulejo.core.pixel;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.CandidateBlocks;
import dev.azulejo.core.kernel.InterpolationKernels;
import dev.azulejo.core.kernel.InterpolationTriangle;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.RasterKernels;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileList;
import dev.azulejo.core.tiling.TileLists;
import dev.azulejo.core.visibility.HierarchicalZ;

import java.util.Arrays;

/** Renders tiles of one size, sample count and format. Owned by one thread. */
public final class TileRenderer {
    /** Fragments that a kernel may read beyond the last. */
    private static final int PADDING = FragmentBatch.LENGTH - FragmentBatch.CAPACITY;

    /**
     * What a visit costs, in times of loading its samples: all of them are looked at and resolved.
     */
    private static final int VISIT = 4;

    /** Visible entry of a sample that shows no triangle, or one that is shaded already. */
    private static final int NOTHING = -1;

    private final int tileSize;
    private final int samples;
    private final SamplePattern pattern;
    private final RasterKernels raster;
    private final InterpolationKernels interpolation;
    private final TileSamples tileSamples;
    private final TileColor color;
    private final TileRectangle rectangle = new TileRectangle();
    private final TileTriangle triangle = new TileTriangle();
    private final CandidateBlocks candidates;
    private final RasterCounts rasterCounts = new RasterCounts();
    private final InterpolationTriangle interpolated = new InterpolationTriangle();
    private final FragmentBatch batch = new FragmentBatch();
    private final TileList list;
    private final Counts counts;

    /** Fragments waiting for the fragment stage, those of one entry together. */
    private final int[] pixel;

    private final int[] mask;
    private final int[] entry;

    /** Fragments in the queue of ordered (blended) triangles. */
    private int queued;

    /** First fragment of each entry while visible samples are sorted. */
    private int[] entryStart = new int[1024];

    /** Pixels of each block that show one entry in all their samples. */
    private final int[] uniform;

    /** Mask of all samples. */
    private final int all;

    private final HiddenGroups hiddenGroups;
    private EarlyZ earlyZ = EarlyZ.OFF;
    private HierarchicalZ structure;
    private boolean singleEpoch;
    private int rasterHidden;
    private int groupsHidden;

    private ChunkOutput[] chunks;
    private int shaded;
    private int blended;
    private int discardTested;
    private long movedNs;

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
        this.pattern = SamplePattern.of(samples);
        this.raster = kernels.raster().create(pattern);
        this.interpolation = kernels.interpolation();
        this.tileSamples = new TileSamples(tileSize, samples);
        this.color =
                format == TextureFormat.RGBA32_FLOAT
                        ? new FloatTileColor(tileSize, samples)
                        : new Rgba8TileColor(
                                tileSize,
                                samples,
                                format == TextureFormat.RGBA8_SRGB,
                                kernels.color());
        this.candidates = new CandidateBlocks(tileSize, samples);
        this.uniform = new int[tileSize * tileSize / 16];
        this.all = (1 << samples) - 1;
        this.list = new TileList(workers);
        this.hiddenGroups = new HiddenGroups(tileSize);
        this.counts = counts;
        // Room for one more triangle beyond a full tile of samples.
        int capacity = tileSize * tileSize * (samples + 1) + PADDING;
        this.pixel = new int[capacity];
        this.mask = new int[capacity];
        this.entry = new int[capacity];
        // With one sample a pixel nobody ever writes another mask.
        Arrays.fill(mask, 1);
        rectangle.blockShift = Integer.numberOfTrailingZeros(tileSize / 4);
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
        singleEpoch = oneEpoch;
    }

    /** Returns whether this renderer fits a target. */
    public boolean fits(int size, RenderTarget target, TextureFormat format) {
        return size == tileSize && target.samples() == samples && target.format() == format;
    }

    /**
     * Returns the list of a tile, to be merged; the next call overwrites it.
     *
     * @param lists the workers' lists
     * @param workers how many of them
     * @param tile which tile
     */
    public TileList select(TileLists[] lists, int workers, int tile) {
        list.select(lists, workers, tile);
        return list;
    }

    /**
     * Renders the tile whose list was selected last and merged, and writes the target's pixels.
     *
     * @param pass the pass
     * @param grid the tiles
     * @param tile which tile
     * @param allChunks the geometry
     * @param parking where samples stay between windows
     * @param again whether the tile's samples are parked there
     * @param more whether another window may follow: then they are parked again
     */
    public void render(
            PassDescriptor pass,
            TileGrid grid,
            int tile,
            ChunkOutput[] allChunks,
            TileParking parking,
            boolean again,
            boolean more) {
        var target = pass.target();
        rectangle.x = tile % grid.columns() << grid.shift();
        rectangle.y = tile / grid.columns() << grid.shift();
        rectangle.width = Math.min(tileSize, grid.width() - rectangle.x);
        rectangle.height = Math.min(tileSize, grid.height() - rectangle.y);
        int entries = list.count();
        boolean store = more || pass.keepSamples();
        counts.add(Counter.PIXELS_RESOLVED, (long) rectangle.width * rectangle.height);
        if (entries == 0 && !again && !store && pass.clear()) {
            color.resolveClear(pass, rectangle);
            return;
        }
        begin(pass, tile, parking, again);
        if (entries != 0) {
            chunks = allChunks;
            Arrays.fill(tileSamples.visible, NOTHING);
            hiddenGroups.begin(
                    earlyZ.forward() ? structure : null,
                    tileSamples,
                    structure != null && structure.reversed(),
                    rectangle.x,
                    rectangle.y);
            drawAll(entries);
            report();
        }
        if (more) {
            long start = System.nanoTime();
            color.park(parking, tile);
            System.arraycopy(
                    tileSamples.depth,
                    0,
                    parking.depth,
                    tile * tileSamples.depth.length,
                    tileSamples.depth.length);
            movedNs += System.nanoTime() - start;
        } else if (store) {
            color.store(target, rectangle);
            storeDepth(target);
        }
        boolean asked = earlyZ.raster() || earlyZ.tiles();
        if (store && entries != 0 && asked && !earlyZ.forward() && singleEpoch) {
            int told = hiddenGroups.propagate(structure, rectangle.width, rectangle.height);
            counts.add(Counter.HIZ_WRITES, told);
        }
        color.resolve(target, rectangle);
    }

    /** Brings a tile's samples to where they were, or what a pass begins with. */
    private void begin(PassDescriptor pass, int tile, TileParking parking, boolean again) {
        if (again) {
            long start = System.nanoTime();
            color.unpark(parking, tile);
            System.arraycopy(
                    parking.depth,
                    tile * tileSamples.depth.length,
                    tileSamples.depth,
                    0,
                    tileSamples.depth.length);
            movedNs += VISIT * (System.nanoTime() - start);
        } else if (pass.clear()) {
            color.clear(pass);
            Arrays.fill(tileSamples.depth, pass.clearDepth());
        } else {
            color.load(pass.target(), rectangle);
            loadDepth(pass.target());
        }
    }

    /**
     * Draws the occluders of a tile's lists into depth alone, from the clear depth on, and marks
     * the records of triangles that are not strictly behind it in every sample.
     *
     * @param grid the tiles
     * @param tile which tile
     * @param allChunks the geometry
     * @param lists the workers' lists
     * @param workers how many of them
     * @param farthest depth to begin with
     */
    public void markVisible(
            TileGrid grid,
            int tile,
            ChunkOutput[] allChunks,
            TileLists[] lists,
            int workers,
            float farthest) {
        rectangle.x = tile % grid.columns() << grid.shift();
        rectangle.y = tile / grid.columns() << grid.shift();
        list.select(lists, workers, tile);
        list.merge();
        int entries = list.count();
        if (entries == 0) {
            return;
        }
        chunks = allChunks;
        Arrays.fill(tileSamples.depth, farthest);
        for (int e = 0; e < entries; e++) {
            int reference = list.get(e);
            var chunk = chunks[Binner.chunkOf(reference)];
            int at = chunk.recordsAt + Binner.triangleOf(reference) * TrianglePlanes.STRIDE;
            if (chunk.draw.occludes
                    && triangle.set(
                            chunk.records, at, rectangle.x, rectangle.y, tileSize, pattern)) {
                triangle.compare = chunk.draw.pipeline.depth().compare();
                triangle.depthWrite = true;
                raster.visibility(triangle, tileSamples, NOTHING, rasterCounts);
            }
        }
        for (int e = 0; e < entries; e++) {
            int reference = list.get(e);
            var chunk = chunks[Binner.chunkOf(reference)];
            int at = chunk.recordsAt + Binner.triangleOf(reference) * TrianglePlanes.STRIDE;
            int columns = chunk.records[at + TrianglePlanes.COLUMNS];
            if ((columns & TrianglePlanes.VISIBLE) == 0
                    && (!chunk.draw.testable || passesSomewhere(chunk, at))) {
                // Other tiles may set the same bit at the same time, and nothing else.
                chunk.records[at + TrianglePlanes.COLUMNS] = columns | TrianglePlanes.VISIBLE;
            }
        }
        rasterCounts.blocks = 0;
        rasterCounts.tested = 0;
        rasterCounts.passed = 0;
    }

    private boolean passesSomewhere(ChunkOutput chunk, int at) {
        if (!triangle.set(chunk.records, at, rectangle.x, rectangle.y, tileSize, pattern)) {
            return false;
        }
        triangle.compare =
                structure.reversed() ? CompareFunction.GREATER_EQUAL : CompareFunction.LESS_EQUAL;
        raster.candidates(triangle, tileSamples, candidates, rasterCounts);
        return candidates.count != 0;
    }

    /**
     * Returns what visiting tiles again has cost since it was asked last: moving samples as
     * measured, and what else is done for each pixel as an estimate.
     */
    public long takeMovedNs() {
        long moved = movedNs;
        movedNs = 0;
        return moved;
    }

    private void report() {
        counts.add(Counter.TILES_RENDERED, 1);
        counts.add(Counter.BLOCKS_RASTERIZED, rasterCounts.blocks);
        counts.add(Counter.SAMPLES_TESTED, rasterCounts.tested);
        counts.add(Counter.SAMPLES_PASSED, rasterCounts.passed);
        counts.add(Counter.FRAGMENTS_SHADED, shaded);
        counts.add(Counter.FRAGMENTS_BLENDED, blended);
        counts.add(Counter.FRAGMENTS_DISCARD_TESTED, discardTested);
        counts.add(Counter.RASTER_HIDDEN, rasterHidden);
        counts.add(Counter.RASTER_GROUPS_HIDDEN, groupsHidden);
        counts.add(Counter.HIZ_READS, hiddenGroups.takeQueries());
        rasterHidden = 0;
        groupsHidden = 0;
        rasterCounts.blocks = 0;
        rasterCounts.tested = 0;
        rasterCounts.passed = 0;
        shaded = 0;
        blended = 0;
        discardTested = 0;
    }

    private void drawAll(int entries) {
        boolean pending = false;
        queued = 0;
        DrawState draw = null;
        // Known ahead, but only where the order of epochs cannot matter; or known from this tile
        boolean asks = earlyZ.raster() && (singleEpoch || !earlyZ.forward());
        for (int e = 0; e < entries; e++) {
            int reference = list.get(e);
            var chunk = chunks[Binner.chunkOf(reference)];
            int at = chunk.recordsAt + Binner.triangleOf(reference) * TrianglePlanes.STRIDE;
            if (!triangle.set(chunk.records, at, rectangle.x, rectangle.y, tileSize, pattern)) {
                continue;
            }
            if (chunk.draw != draw) {
                draw = chunk.draw;
                triangle.compare = draw.pipeline.depth().compare();
                triangle.depthWrite = draw.pipeline.depth().write();
            }
            if (triangle.compare == CompareFunction.NEVER) {
                continue;
            }
            int hidden = 0;
            if (asks) {
                if (draw.testable) {
                    hidden = hiddenGroups.test(triangle, chunk.records, at);
                    groupsHidden += hidden;
                    if (hidden != 0 && hidden == hiddenGroups.groups()) {
                        rasterHidden++;
                        continue;
                    }
                }
                hiddenGroups.wrote(triangle);
            }
            if (draw.colorless) {
                if (pending && !draw.discards) {
                    shadeVisible(entries);
                    pending = false;
                }
                if (draw.discards) {
                    requireQueueRoom();
                }
                drawDepth(chunk, at);
            } else if (draw.ordered) {
                if (pending) {
                    shadeVisible(entries);
                    pending = false;
                }
                requireQueueRoom();
                raster.candidates(triangle, tileSamples, candidates, rasterCounts);
                if (draw.discards) {
                    discard(chunk, at);
                }
                writeCandidateDepth();
                enqueue(e);
            } else {
                if (queued != 0) {
                    flushQueue();
                }
                if (draw.discards) {
                    raster.candidates(triangle, tileSamples, candidates, rasterCounts);
                    discard(chunk, at);
                    writeCandidateDepth();
                    writeCandidateVisible(e);
                } else if (hidden == 0) {
                    raster.visibility(triangle, tileSamples, e, rasterCounts);
                } else {
                    visibleGroups(e);
                }
                pending = true;
            }
        }
        if (pending) {
            shadeVisible(entries);
        }
        if (queued != 0) {
            flushQueue();
        }
    }

    /** Draws a triangle only in the groups where it may be visible. */
    private void visibleGroups(int e) {
        int x0 = triangle.blockX0;
        int x1 = triangle.blockX1;
        int y0 = triangle.blockY0;
        int y1 = triangle.blockY1;
        for (int groupY = y0 >> 2; groupY <= y1 >> 2; groupY++) {
            for (int groupX = x0 >> 2; groupX <= x1 >> 2; groupX++) {
                if (hiddenGroups.hidden(groupX, groupY)) {
                    continue;
                }
                triangle.blockX0 = Math.max(x0, 4 * groupX);
                triangle.blockX1 = Math.min(x1, 4 * groupX + 3);
                triangle.blockY0 = Math.max(y0, 4 * groupY);
                triangle.blockY1 = Math.min(y1, 4 * groupY + 3);
                raster.visibility(triangle, tileSamples, e, rasterCounts);
            }
        }
    }

    /** Draws what changes no colour. Nothing may be visible and unshaded, unless it can discard. */
    private void drawDepth(ChunkOutput chunk, int at) {
        if (!triangle.depthWrite) {
            return;
        }
        if (chunk.draw.discards) {
            raster.candidates(triangle, tileSamples, candidates, rasterCounts);
            discard(chunk, at);
            writeCandidateDepth();
        } else {
            raster.visibility(triangle, tileSamples, NOTHING, rasterCounts);
        }
    }

    /**
     * Runs the discard part for the candidates and takes out the samples of discarded fragments.
     */
    private void discard(ChunkOutput chunk, int at) {
        var draw = chunk.draw;
        interpolated.set(chunk.records, at, chunk.vertexData, chunk.instance);
        int varyings = draw.pipeline.program().keepVaryingCount();
        int gradients = Math.min(draw.pipeline.program().gradientCount(), varyings);
        int fragments = 0;
        // The queue's free part is scratch here; lanes of a batch are pixels of whole blocks.
        int first = queued;
        for (int i = 0; i < candidates.count; i++) {
            for (int any = anySample(i); any != 0; any &= any - 1) {
                pixel[first + fragments++] =
                        candidates.block[i] * 16 + Integer.numberOfTrailingZeros(any);
            }
        }
        discardTested += fragments;
        int candidate = 0;
        int remaining = candidates.count == 0 ? 0 : anySample(0);
        for (int from = 0; from < fragments; from += FragmentBatch.CAPACITY) {
            int count = Math.min(FragmentBatch.CAPACITY, fragments - from);
            begin(draw, first + from, count);
            interpolation.interpolate(interpolated, batch, 0, count, varyings, gradients);
            draw.fragmentStage.keep(batch);
            for (int i = 0; i < count; i++) {
                while (remaining == 0) {
                    remaining = anySample(++candidate);
                }
                int lane = Integer.numberOfTrailingZeros(remaining);
                remaining &= remaining - 1;
                if (batch.keep[i] == 0) {
                    for (int s = 0; s < samples; s++) {
                        candidates.mask[candidate * samples + s] &= ~(1 << lane);
                    }
                }
            }
        }
    }

    private int anySample(int candidate) {
        int any = 0;
        for (int s = 0; s < samples; s++) {
            any |= candidates.mask[candidate * samples + s];
        }
        return any;
    }

    private void writeCandidateDepth() {
        if (!triangle.depthWrite) {
            return;
        }
        for (int i = 0; i < candidates.count; i++) {
            int at = candidates.block[i] * samples * 16;
            for (int s = 0; s < samples; s++) {
                int from = (i * samples + s) * 16;
                for (int m = candidates.mask[i * samples + s]; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    tileSamples.depth[at + s * 16 + lane] = candidates.depth[from + lane];
                }
            }
        }
    }

    private void writeCandidateVisible(int e) {
        for (int i = 0; i < candidates.count; i++) {
            int at = candidates.block[i] * samples * 16;
            for (int s = 0; s < samples; s++) {
                for (int m = candidates.mask[i * samples + s]; m != 0; m &= m - 1) {
                    tileSamples.visible[at + s * 16 + Integer.numberOfTrailingZeros(m)] = e;
                }
            }
        }
    }

    private void enqueue(int e) {
        for (int i = 0; i < candidates.count; i++) {
            for (int any = anySample(i); any != 0; any &= any - 1) {
                int lane = Integer.numberOfTrailingZeros(any);
                int sampleMask = 0;
                for (int s = 0; s < samples; s++) {
                    sampleMask |= (candidates.mask[i * samples + s] >>> lane & 1) << s;
                }
                pixel[queued] = candidates.block[i] * 16 + lane;
                mask[queued] = sampleMask;
                entry[queued++] = e;
            }
        }
    }

    /** Makes room for a whole tile behind the queue. */
    private void requireQueueRoom() {
        if (queued + tileSize * tileSize + PADDING > pixel.length) {
            flushQueue();
        }
    }

    /** Shades the queue and blends it in order. */
    private void flushQueue() {
        int from = 0;
        while (from < queued) {
            var draw = drawOf(entry[from]);
            int to = from + 1;
            int limit = Math.min(queued, from + FragmentBatch.CAPACITY);
            while (to < limit && drawOf(entry[to]) == draw) {
                to++;
            }
            shade(draw, from, to);
            int run = from;
            while (run < to) {
                int end = run + 1;
                while (end < to && entry[end] == entry[run]) {
                    end++;
                }
                color.blend(
                        draw.pipeline.blend(), batch, pixel, mask, from, run - from, end - from);
                run = end;
            }
            blended += to - from;
            from = to;
        }
        queued = 0;
    }

    private DrawState drawOf(int e) {
        return chunks[Binner.chunkOf(list.get(e))].draw;
    }

    /** Shades what is visible and not shaded yet, each (pixel, triangle) once. */
    private void shadeVisible(int entries) {
        int fragments = samples == 1 ? sortSingle(entries) : sortMulti(entries);
        int from = 0;
        while (from < fragments) {
            var draw = drawOf(entry[from]);
            int to = from + 1;
            int limit = Math.min(fragments, from + FragmentBatch.CAPACITY);
            while (to < limit && (entry[to] == entry[to - 1] || drawOf(entry[to]) == draw)) {
                to++;
            }
            shade(draw, from, to);
            color.replace(batch, pixel, mask, from);
            from = to;
        }
    }

    /**
     * Counting sort of visible pixels by entry; empties the visible samples. The two halves of the
     * tile count apart: neighbours often show the same entry, and a counter that is incremented
     * again at once stalls.
     */
    private int sortSingle(int entries) {
        int[] visible = tileSamples.visible;
        int half = visible.length / 2;
        int[] start = starts(2 * entries + 1);
        for (int i = 0; i < half; i++) {
            start[2 * visible[i] + 2]++;
            start[2 * visible[i + half] + 3]++;
        }
        int fragments = prefix(start, 2 * entries);
        for (int i = 0; i < half; i++) {
            int e = visible[i];
            if (e >= 0) {
                int at = start[2 * e]++;
                pixel[at] = i;
                entry[at] = e;
                visible[i] = NOTHING;
            }
            int later = i + half;
            e = visible[later];
            if (e >= 0) {
                int at = start[2 * e + 1]++;
                pixel[at] = later;
                entry[at] = e;
                visible[later] = NOTHING;
            }
        }
        return fragments;
    }

    /**
     * As {@link #sortSingle}, by the halves of each block; most pixels show one triangle in all
     * their samples.
     */
    private int sortMulti(int entries) {
        int[] visible = tileSamples.visible;
        raster.uniform(tileSamples, uniform);
        int[] start = starts(2 * entries + 1);
        for (int block = 0; block < uniform.length; block++) {
            int at = block * samples * 16;
            int same = uniform[block];
            if (same == 0xffff) {
                for (int lane = 0; lane < 8; lane++) {
                    start[2 * visible[at + lane] + 2]++;
                    start[2 * visible[at + 8 + lane] + 3]++;
                }
                continue;
            }
            for (int lane = 0; lane < 16; lane++) {
                int half = lane >> 3;
                int last = (same >>> lane & 1) != 0 ? 1 : samples;
                for (int s = 0; s < last; s++) {
                    int e = visible[at + 16 * s + lane];
                    if (s == 0 || e >= 0 && firstSample(visible, at + lane, s, e)) {
                        start[2 * e + 2 + half]++;
                    }
                }
            }
        }
        int fragments = prefix(start, 2 * entries);
        for (int block = 0; block < uniform.length; block++) {
            int at = block * samples * 16;
            int same = uniform[block];
            for (int lane = 0; lane < 16; lane++) {
                int half = lane >> 3;
                boolean whole = (same >>> lane & 1) != 0;
                int last = whole ? 1 : samples;
                for (int s = 0; s < last; s++) {
                    int e = visible[at + 16 * s + lane];
                    if (e >= 0 && (s == 0 || firstSample(visible, at + lane, s, e))) {
                        int to = start[2 * e + half]++;
                        pixel[to] = block * 16 + lane;
                        mask[to] = whole ? all : samplesOf(visible, at + lane, s, e);
                        entry[to] = e;
                    }
                }
            }
        }
        Arrays.fill(visible, NOTHING);
        return fragments;
    }

    /** Mask of the samples from {@code first} that show an entry. */
    private int samplesOf(int[] visible, int at, int first, int e) {
        int sampleMask = 0;
        for (int s = first; s < samples; s++) {
            sampleMask |= visible[at + 16 * s] == e ? 1 << s : 0;
        }
        return sampleMask;
    }

    private static boolean firstSample(int[] visible, int at, int sample, int e) {
        for (int s = 0; s < sample; s++) {
            if (visible[at + 16 * s] == e) {
                return false;
            }
        }
        return true;
    }

    /** Returns a zeroed array with room for a count more than {@code counters}. */
    private int[] starts(int counters) {
        if (entryStart.length < counters + 1) {
            entryStart = new int[2 * counters + 1];
        } else {
            Arrays.fill(entryStart, 0, counters + 1, 0);
        }
        return entryStart;
    }

    /** Turns the count at i + 2 into the sum of those before, at i; returns the sum of all. */
    private static int prefix(int[] start, int counters) {
        int sum = 0;
        for (int i = 0; i < counters; i++) {
            int count = start[i + 2];
            start[i] = sum;
            sum += count;
        }
        return sum;
    }

    /** Interpolates and shades fragments from..to-1, all of one draw state. */
    private void shade(DrawState draw, int from, int to) {
        begin(draw, from, to - from);
        int varyings = draw.varyingCount;
        int gradients = draw.pipeline.program().gradientCount();
        int run = from;
        while (run < to) {
            int e = entry[run];
            int end = run + 1;
            while (end < to && entry[end] == e) {
                end++;
            }
            int reference = list.get(e);
            var chunk = chunks[Binner.chunkOf(reference)];
            interpolated.set(
                    chunk.records,
                    chunk.recordsAt + Binner.triangleOf(reference) * TrianglePlanes.STRIDE,
                    chunk.vertexData,
                    chunk.instance);
            interpolation.interpolate(
                    interpolated, batch, run - from, end - from, varyings, gradients);
            run = end;
        }
        draw.fragmentStage.shade(batch);
        shaded += to - from;
    }

    /** Fills the batch's pixel positions and groups. */
    private void begin(DrawState draw, int from, int count) {
        batch.count = count;
        batch.bind(draw.groups);
        interpolation.locate(
                pixel, from, count, rectangle.x, rectangle.y, rectangle.blockShift, batch);
    }

    private void loadDepth(RenderTarget target) {
        float[] storage = target.sampleDepth();
        for (int row = 0; row < rectangle.height; row++) {
            int at = ((rectangle.y + row) * target.width() + rectangle.x) * samples;
            for (int column = 0; column < rectangle.width; column++) {
                int p = rectangle.pixel(column, row);
                for (int s = 0; s < samples; s++) {
                    tileSamples.depth[((p >> 4) * samples + s) * 16 + (p & 15)] = storage[at++];
                }
            }
        }
    }

    private void storeDepth(RenderTarget target) {
        float[] storage = target.sampleDepth();
        for (int row = 0; row < rectangle.height; row++) {
            int at = ((rectangle.y + row) * target.width() + rectangle.x) * samples;
            for (int column = 0; column < rectangle.width; column++) {
                int p = rectangle.pixel(column, row);
                for (int s = 0; s < samples; s++) {
                    storage[at++] = tileSamples.depth[((p >> 4) * samples + s) * 16 + (p & 15)];
                }
            }
        }
    }
}
