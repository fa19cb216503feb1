package dev.azulejo.core.device;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.pixel.PixelLog;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.report.WorkPatch;
import dev.azulejo.core.report.WorkPhase;
import dev.azulejo.core.report.WorkTeller;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.reuse.TileGate;
import dev.azulejo.core.screen.TileGrid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What was written down of a phase, by all who worked on it. Nothing is added up or put in order
 * before somebody is told: while a phase is rendered others wait for that.
 *
 * <p>Told are triangles by the records that set-up left, which have to stay as they are until then;
 * all else of the frame, draw calls, buffers, tiles, has been taken from it when it ends.
 *
 * <p>Threads: workers write, each what is its own; the submitting one begins and ends; then one
 * tells.
 */
final class PhaseLog implements WorkTeller {
    /** Ints of a hull group, and what they are. */
    private static final int GROUP = 6;

    private static final int DRAW = 0;
    private static final int PATCHES = 1;
    private static final int CONTROL_POINTS = 2;
    private static final int ESTIMATE = 3;
    private static final int PRIMITIVES = 4;
    private static final int FIRST_CHUNK = 5;

    /** Ints of a chunk, and what they are. */
    private static final int CHUNK = 4;

    private static final int OF_DRAW = 0;

    /** Among the chunks of the phase; -1 if it was made of patches. */
    private static final int NUMBER = 1;

    private static final int RECORDS_AT = 2;
    private static final int FACTS = 3;

    /** Samples that its triangles cover are counted. */
    private static final int COUNTS = 1;

    /** Its fragments are shaded. */
    private static final int SHADES = 2;

    private final WorkCosts costs = new WorkCosts();
    private final HiddenTriangles hiddenTriangles;
    private final ChunkTally[] tallies;
    private final PixelLog[] pixels;

    /** The phase's own chunks, by number: those that are not made of patches. */
    private ChunkOutput[] ordinary = {};

    private int[] ordinaryFirst = {};

    // Of the phase.
    private WorkPhase described;
    private EarlyZ earlyZ = EarlyZ.OFF;
    private boolean tests;
    private int draws;
    private int tileColumns;
    private int tileCount;

    /** Whether what early Z finds is asked for, and has not been gathered. */
    private boolean searches;

    // While it is told.
    private boolean told;
    private boolean tellsCorners;
    private int drawsTold;
    private int groupsTold;
    private int patchesTold;

    // Of each tile: what was decided, the bytes that took, and what it is made of; of each worker,
    // bytes before.
    private TileDecision[] decisions = {};
    private int[] tileBytes = {};
    private long[] signatures = {};
    private final long[] bytesBefore;

    /** Patches of the groups, one after the other. */
    private final List<WorkPatch> patches = new ArrayList<>();

    /** Hull groups: draw call, patches, points, estimate, primitives, first chunk. */
    private int[] groups = new int[64 * GROUP];

    private int groupCount;

    // Of each chunk: its first triangle, and one behind the last; its row; what is told of it.
    private int chunkCount;
    private int[] first = new int[1];
    private int[] row = {};
    private ChunkTally[] rowOwner = {};
    private int[] chunkFacts = {};
    private int[][] records = {};

    // Of a chunk while it is told.
    private int[] triangles = new int[64 * WorkListener.TRIANGLE_INTS];
    private int[] corners = new int[64 * WorkListener.CORNER_INTS];

    /**
     * Makes one that has nothing to tell.
     *
     * @param counts of each worker
     * @param kernels that early Z is asked with
     */
    PhaseLog(Counts[] counts, KernelSet kernels) {
        tallies = new ChunkTally[counts.length];
        pixels = new PixelLog[counts.length];
        bytesBefore = new long[counts.length];
        for (int w = 0; w < counts.length; w++) {
            tallies[w] = new ChunkTally(counts[w]);
            pixels[w] = new PixelLog();
        }
        hiddenTriangles = new HiddenTriangles(kernels);
    }

    /**
     * A phase begins; of one that was given up nothing is left.
     *
     * @param frame number of its frame
     * @param phase sealed
     * @param decided how early Z works
     * @param culls whether it does in this phase
     * @param grid of its target
     */
    void begin(int frame, Phase phase, EarlyZ decided, boolean culls, TileGrid grid) {
        earlyZ = decided;
        tests = culls;
        searches = false;
        told = false;
        groupCount = 0;
        patches.clear();
        chunkCount = 0;
        first[0] = 0;
        draws = phase.drawCount();
        hiddenTriangles.clear(0, 0);
        costs.begin(phase, culls);
        for (var tally : tallies) {
            // Of a frame before, perhaps: counters begin anew with each.
            tally.clear();
            tally.mark();
        }
        var target = phase.pass().target();
        for (var log : pixels) {
            log.beginPhase(
                    target.width(), target.height(), costs.fragmentCosts(), costs.fragmentBytes());
        }
        beginTiles(grid);
        boolean floats = target.format() == TextureFormat.RGBA32_FLOAT;
        boolean depths = target.format() == TextureFormat.DEPTH32_FLOAT;
        int pixelBytes = floats ? 16 : 4;
        described =
                new WorkPhase(
                        frame,
                        phase.pass().name(),
                        target.width(),
                        target.height(),
                        target.samples(),
                        pixelBytes,
                        depths ? 4 : pixelBytes + 4,
                        grid.tileSize());
    }

    private void beginTiles(TileGrid grid) {
        tileColumns = grid.columns();
        tileCount = grid.count();
        if (decisions.length < tileCount) {
            decisions = new TileDecision[tileCount];
            tileBytes = new int[tileCount];
            signatures = new long[tileCount];
        }
        Arrays.fill(decisions, 0, tileCount, TileDecision.RENDERED);
        Arrays.fill(tileBytes, 0, tileCount, 0);
        Arrays.fill(signatures, 0, tileCount, 0);
    }

    /** Returns how many chunks were noted. */
    int chunks() {
        return chunkCount;
    }

    // Workers

    /** Returns what a worker has counted of its chunks. */
    ChunkTally tally(int worker) {
        return tallies[worker];
    }

    /** Returns where a worker notes what it does with pixels. */
    PixelLog pixels(int worker) {
        return pixels[worker];
    }

    /** Notes a hull group, in submission order. */
    void addGroup(PatchGroup group, int firstChunk) {
        int at = groupCount++ * GROUP;
        if (at + GROUP > groups.length) {
            groups = Arrays.copyOf(groups, 2 * groups.length);
        }
        groups[at + DRAW] = group.draw().number();
        groups[at + PATCHES] = group.count();
        groups[at + CONTROL_POINTS] = group.controlPoints();
        groups[at + ESTIMATE] = (int) Math.min(group.estimate(), Integer.MAX_VALUE);
        groups[at + PRIMITIVES] = group.primitives(0, group.count());
        groups[at + FIRST_CHUNK] = firstChunk;
        for (int patch = 0; patch < group.count(); patch++) {
            patches.add(group.work(patch));
        }
    }

    /** Notes what a worker has decided about a tile. */
    void addTile(int worker, int tile, TileDecision decision, TileGate gate) {
        decisions[tile] = decision;
        long now = gate.testBytes(worker);
        tileBytes[tile] = (int) (now - bytesBefore[worker]);
        bytesBefore[worker] = now;
        signatures[tile] = gate.signature(worker, tile);
    }

    // The submitting thread

    /** All chunks have come through, and no tile has been rendered. */
    void addChunks(Phase phase, ChunkOutput[] chunks, int count, TileGate gate) {
        chunkCount = count;
        if (first.length <= count) {
            first = new int[Math.max(64, 2 * count)];
            row = new int[first.length];
            rowOwner = new ChunkTally[first.length];
            records = new int[first.length][];
            chunkFacts = new int[first.length * CHUNK];
        }
        int sum = 0;
        for (int c = 0; c < count; c++) {
            first[c] = sum;
            sum += chunks[c].triangles();
            addChunk(chunks[c], c);
        }
        first[count] = sum;
        for (int w = 0; w < pixels.length; w++) {
            pixels[w].beginWindow(first, sum);
            // What workers hashed before is not what a tile costs.
            bytesBefore[w] = gate.testBytes(w);
        }
        hiddenTriangles.clear(phase.chunkCount(), sum);
        searches = tests && gatherOrdinary(phase.chunkCount(), chunks);
    }

    private void addChunk(ChunkOutput chunk, int index) {
        var draw = chunk.draw();
        int at = index * CHUNK;
        chunkFacts[at + OF_DRAW] = draw.number();
        chunkFacts[at + NUMBER] = chunk.number();
        chunkFacts[at + RECORDS_AT] = chunk.recordsAt();
        chunkFacts[at + FACTS] =
                (countsSamples(draw) ? COUNTS : 0) | (draw.colorless() ? 0 : SHADES);
        if (records[index] != chunk.records()) {
            records[index] = chunk.records();
        }
    }

    /** Returns whether somebody counts the samples that triangles of a draw call cover. */
    private static boolean countsSamples(DrawState draw) {
        var depth = draw.pipeline().depth();
        return depth.compare() != CompareFunction.NEVER && (depth.write() || !draw.colorless());
    }

    /**
     * Finds the chunks of the phase among all, where what came of patches lies between them;
     * returns whether all are there.
     */
    private boolean gatherOrdinary(int all, ChunkOutput[] chunks) {
        if (ordinary.length < all) {
            ordinary = new ChunkOutput[all];
            ordinaryFirst = new int[all];
        }
        int found = 0;
        for (int c = 0; c < chunkCount; c++) {
            int number = chunks[c].number();
            if (number >= 0) {
                ordinary[number] = chunks[c];
                ordinaryFirst[number] = first[c];
                found++;
            }
        }
        return found == all;
    }

    /** Takes from the phase what early Z has to know, if it is asked; by one thread, once. */
    void gatherHidden(Phase phase) {
        if (searches) {
            searches = false;
            hiddenTriangles.gather(phase, ordinary, ordinaryFirst, earlyZ);
        }
    }

    // Who tells

    @Override
    public WorkPhase phase() {
        return described;
    }

    @Override
    public void tell(WorkListener listener) {
        if (told) {
            throw new IllegalStateException("phase " + described.name() + " has been told");
        }
        told = true;
        drawsTold = 0;
        groupsTold = 0;
        patchesTold = 0;
        listener.beginPhase(described);
        tellsCorners = listener.wantsCorners();
        if (tellsCorners) {
            listener.gapFinder(new TriangleSquares(described.samples()));
        }
        addUp();
        hiddenTriangles.find();
        int group = 0;
        for (int c = 0; c < chunkCount; c++) {
            while (group < groupCount && groups[group * GROUP + FIRST_CHUNK] <= c) {
                tellGroup(group++, listener);
            }
            tellDraws(chunkFacts[c * CHUNK + OF_DRAW], listener);
            tellChunk(c, listener);
            tellTriangles(c, listener);
        }
        while (group < groupCount) {
            tellGroup(group++, listener);
        }
        // Draw calls without geometry come last
        tellDraws(draws - 1, listener);
        tellSquares(listener);
        tellTiles(listener);
        listener.endPhase();
    }

    /** What workers have noted goes to the first; rows find their chunks. */
    private void addUp() {
        for (int w = 1; w < pixels.length; w++) {
            pixels[0].addCovered(pixels[w], first[chunkCount]);
            pixels[0].addShaded(pixels[w]);
        }
        for (var tally : tallies) {
            for (int r = 0; r < tally.count(); r++) {
                int chunk = tally.get(r, ChunkTally.CHUNK);
                row[chunk] = r;
                rowOwner[chunk] = tally;
            }
        }
    }

    private void tellGroup(int group, WorkListener listener) {
        int at = group * GROUP;
        tellDraws(groups[at + DRAW], listener);
        listener.hullGroup(
                groups[at + PATCHES],
                groups[at + CONTROL_POINTS],
                groups[at + ESTIMATE],
                groups[at + PRIMITIVES]);
        groupsTold++;
        for (int patch = 0; patch < groups[at + PATCHES]; patch++) {
            listener.patch(patches.get(patchesTold++));
        }
    }

    private void tellDraws(int last, WorkListener listener) {
        while (drawsTold <= last) {
            listener.draw(costs.draw(drawsTold++));
        }
    }

    private void tellChunk(int chunk, WorkListener listener) {
        var tally = rowOwner[chunk];
        int r = row[chunk];
        int number = chunkFacts[chunk * CHUNK + NUMBER];
        listener.chunk(
                tally.get(r, ChunkTally.PRIMITIVES),
                tally.get(r, ChunkTally.VERTICES),
                tally.get(r, ChunkTally.USED),
                tally.get(r, ChunkTally.OUTSIDE),
                tally.get(r, ChunkTally.FACING_AWAY),
                tally.get(r, ChunkTally.EMPTY),
                number < 0 ? groupsTold - 1 : -1,
                number >= 0 && hiddenTriangles.chunkHidden(number));
    }

    private void tellTriangles(int chunk, WorkListener listener) {
        int count = first[chunk + 1] - first[chunk];
        if (triangles.length < count * WorkListener.TRIANGLE_INTS) {
            triangles = new int[2 * count * WorkListener.TRIANGLE_INTS];
            corners = new int[2 * count * WorkListener.CORNER_INTS];
        }
        int facts = chunkFacts[chunk * CHUNK + FACTS];
        int shades = (facts & SHADES) != 0 ? WorkListener.UNSEEN : 0;
        boolean always = (facts & COUNTS) == 0;
        // A power of two
        int samples = described.samples();
        int shift = Integer.numberOfTrailingZeros(samples);
        int[] r = records[chunk];
        int record = chunkFacts[chunk * CHUNK + RECORDS_AT];
        int at = 0;
        int corner = 0;
        for (int t = 0; t < count; t++, record += TrianglePlanes.STRIDE) {
            int triangle = first[chunk] + t;
            int columns = r[record + TrianglePlanes.COLUMNS];
            int rows = r[record + TrianglePlanes.ROWS];
            triangles[at++] = range(columns);
            triangles[at++] = range(rows);
            triangles[at++] = pixels[0].covered(triangle) + samples - 1 >> shift;
            triangles[at++] = hiddenTriangles.found(triangle) | shades * pixels[0].unseen(triangle);
            if (tellsCorners && (always || PixelLog.leavesSquare(columns, rows) != 0)) {
                corners[corner++] = t;
                corners[corner++] = r[record + TrianglePlanes.X0];
                corners[corner++] = r[record + TrianglePlanes.Y0];
                corners[corner++] = r[record + TrianglePlanes.X1];
                corners[corner++] = r[record + TrianglePlanes.Y1];
                corners[corner++] = r[record + TrianglePlanes.X2];
                corners[corner++] = r[record + TrianglePlanes.Y2];
            }
        }
        listener.triangles(triangles, 0, count);
        if (tellsCorners) {
            listener.allCorners(corners, 0, corner / WorkListener.CORNER_INTS);
        }
    }

    private static int range(int packed) {
        return TrianglePlanes.first(packed)
                | TrianglePlanes.last(packed) << WorkListener.LAST_SHIFT;
    }

    private void tellSquares(WorkListener listener) {
        var sum = pixels[0];
        for (int square = 0; square < sum.squares(); square++) {
            if (sum.shaded(square) != 0) {
                listener.square(
                        square % sum.columns(),
                        square / sum.columns(),
                        sum.shaded(square),
                        sum.operations(square),
                        sum.textureBytes(square));
            }
        }
    }

    private void tellTiles(WorkListener listener) {
        for (int tile = 0; tile < tileCount; tile++) {
            listener.tile(
                    tile % tileColumns,
                    tile / tileColumns,
                    decisions[tile],
                    tileBytes[tile],
                    signatures[tile]);
        }
    }
}
