package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchArea;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.pixel.PixelLog;
import dev.azulejo.core.policy.EarlyZDecider;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.report.WorkPatch;
import dev.azulejo.core.report.WorkPhase;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.reuse.TileGate;
import dev.azulejo.core.screen.TileGrid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes down what work a run does, and tells a listener phase by phase. Everything is rendered,
 * whatever techniques would leave out: what they find is written beside it.
 *
 * <pre>
 *  workers:  chunks and pieces ─> ChunkTally, one each     pixels ─> PixelLog, one each
 *                                    │  by number of the chunk          │  sums
 *  window over, submitting thread:   └────────> listener <──────────────┘
 *              triangles, from TriangleNotes; HiddenTriangles says which early Z finds,
 *              now or when the listener asks
 * </pre>
 *
 * <p>Nothing depends on who did what: rows are put in the order of chunks, sums are whole numbers,
 * hull groups come in the order in which they are cut, and early Z is asked by one thread.
 *
 * <p>Threads: as {@link RunGuide} says.
 */
final class WorkLog implements RunGuide {
    /** Ints of a hull group, and what they are. */
    private static final int GROUP = 6;

    private static final int DRAW = 0;
    private static final int PATCHES = 1;
    private static final int CONTROL_POINTS = 2;
    private static final int ESTIMATE = 3;
    private static final int PRIMITIVES = 4;
    private static final int FIRST_CHUNK = 5;

    private final WorkListener listener;
    private final WorkCosts costs = new WorkCosts();
    private HiddenTriangles hiddenTriangles;

    /** Asked about the phase before, perhaps, until this one has ended. */
    private HiddenTriangles othersHidden;

    private final boolean tellsCorners;
    private final boolean mayFindLater;

    /** The phase's own chunks, by number: those that are not made of patches. */
    private ChunkOutput[] ordinary = {};

    private int[] ordinaryFirst = {};
    private ChunkTally[] tallies = {};
    private PixelLog[] pixels = {};

    // Of the phase.
    private Phase phase;
    private EarlyZ earlyZ = EarlyZ.OFF;
    private TileGrid grid;
    private boolean tests;

    /** Whether what early Z finds is asked for, and has not been found. */
    private boolean searches;

    /** Whether it is found behind the phase. */
    private boolean later;

    private int drawsTold;
    private int groupsTold;

    // Of each tile: what was decided, the bytes that took, and what it is made of; of each worker,
    // bytes before.
    private TileDecision[] decisions = {};
    private int[] tileBytes = {};
    private long[] signatures = {};
    private long[] bytesBefore = {};

    /** Where patches lie is noted, and all are tessellated. */
    private static final PatchArea EVERYWHERE =
            new PatchArea() {
                @Override
                public boolean touches(int x0, int y0, int x1, int y1) {
                    return true;
                }

                @Override
                public boolean leavesOut() {
                    return false;
                }
            };

    /** Patches of the groups of the window, one after the other. */
    private final List<WorkPatch> patches = new ArrayList<>();

    private int patchesTold;

    /** Hull groups of the window: draw call, patches, points, estimate, primitives, first chunk. */
    private int[] groups = new int[64 * GROUP];

    private int groupCount;

    // Of the window: the first triangle of each chunk, and one behind the last; the row of each.
    private int[] first = {};
    private int[] row = {};
    private ChunkTally[] rowOwner = {};

    WorkLog(WorkListener workListener) {
        listener = workListener;
        tellsCorners = workListener.wantsCorners();
        mayFindLater = workListener.findsHiddenLater();
    }

    /**
     * How a device works that records: whole frames, no bound of patches, tiles compared one by one
     * if at all, and early Z in every frame if at all.
     *
     * @throws IllegalArgumentException on the reference path
     */
    static DeviceOptions options(DeviceOptions wanted) {
        if (wanted.path() == DeviceOptions.Path.REFERENCE) {
            throw new IllegalArgumentException("the reference path has no work to record");
        }
        var reuse = wanted.reuse();
        var compares = reuse.withMode(Reuse.Mode.ON).withUnchanged(false).withPartial(false);
        var early = wanted.earlyZ();
        return wanted.withWindow(DeviceOptions.WHOLE_FRAME)
                .withThrottle(Throttle.OFF.withPatches(wanted.throttle().patches()))
                .withReuse(reuse.mode() == Reuse.Mode.OFF ? Reuse.OFF : compares)
                .withEarlyZ(
                        early.mode() == EarlyZ.Mode.OFF
                                ? EarlyZ.OFF
                                : early.withMode(EarlyZ.Mode.ON));
    }

    /** Belongs to a run with these counters from now on. */
    void use(Counts[] counts, KernelSet kernels) {
        tallies = new ChunkTally[counts.length];
        pixels = new PixelLog[counts.length];
        bytesBefore = new long[counts.length];
        for (int w = 0; w < counts.length; w++) {
            tallies[w] = new ChunkTally(counts[w], new TriangleNotes(tellsCorners));
            pixels[w] = new PixelLog();
        }
        hiddenTriangles = new HiddenTriangles(kernels);
        othersHidden = new HiddenTriangles(kernels);
    }

    /**
     * A phase begins.
     *
     * @param frame number of its frame
     * @param sealed the phase, held until {@link #endPhase}
     * @param decided how early Z works
     * @param tiles of its target
     */
    void beginPhase(int frame, Phase sealed, EarlyZ decided, TileGrid tiles) {
        phase = sealed;
        earlyZ = decided;
        grid = tiles;
        tests =
                decided.forward()
                        && EarlyZDecider.culls(decided, sealed.anyTestable(), sealed.epochCount());
        later = tests && mayFindLater && sealed.runCount() == 0;
        drawsTold = 0;
        groupsTold = 0;
        groupCount = 0;
        patches.clear();
        patchesTold = 0;
        hiddenTriangles.clear(0, 0);
        costs.begin(sealed, tests);
        for (var tally : tallies) {
            // Of a frame before, perhaps: counters begin anew with each.
            tally.clear();
            tally.mark();
        }
        var target = sealed.pass().target();
        for (var log : pixels) {
            log.beginPhase(
                    target.width(), target.height(), costs.fragmentCosts(), costs.fragmentBytes());
        }
        if (decisions.length < tiles.count()) {
            decisions = new TileDecision[tiles.count()];
            tileBytes = new int[tiles.count()];
            signatures = new long[tiles.count()];
        }
        Arrays.fill(decisions, 0, tiles.count(), TileDecision.RENDERED);
        Arrays.fill(tileBytes, 0, tiles.count(), 0);
        Arrays.fill(signatures, 0, tiles.count(), 0);
        boolean floats = target.format() == TextureFormat.RGBA32_FLOAT;
        boolean depths = target.format() == TextureFormat.DEPTH32_FLOAT;
        int pixelBytes = floats ? 16 : 4;
        listener.beginPhase(
                new WorkPhase(
                        frame,
                        sealed.pass().name(),
                        target.width(),
                        target.height(),
                        target.samples(),
                        pixelBytes,
                        depths ? 4 : pixelBytes + 4,
                        tiles.tileSize()));
        if (tellsCorners) {
            listener.gapFinder(new TriangleSquares(target.samples()));
        }
    }

    // Workers

    @Override
    public boolean wants(int worker, int chunk, ChunkOutput output) {
        tallies[worker].mark();
        return true;
    }

    @Override
    public boolean wantsAmongPatches(int worker, int chunk, ChunkOutput output) {
        tallies[worker].mark();
        return true;
    }

    @Override
    public void ended(int worker, ChunkOutput chunk, int index, boolean binned) {
        tallies[worker].add(chunk, index, phase.chunk(index).primitives());
    }

    @Override
    public void processed(int worker, PatchPiece piece, ChunkOutput[] chunks) {
        if (piece.hasPatches()) {
            tallies[worker].add(piece, chunks);
        } else {
            var chunk = chunks[piece.firstChunk()];
            int primitives = phase.chunk(chunk.number()).primitives();
            tallies[worker].add(chunk, piece.firstChunk(), primitives);
        }
    }

    @Override
    public void cut(PatchGroup group, int firstChunk, int endChunk) {
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

    @Override
    public PatchArea patchArea() {
        return EVERYWHERE;
    }

    @Override
    public PixelLog pixels(int worker) {
        return pixels[worker];
    }

    @Override
    public boolean keeps(int worker, int tile, TileDecision decision, TileGate gate) {
        decisions[tile] = decision;
        long now = gate.testBytes(worker);
        tileBytes[tile] = (int) (now - bytesBefore[worker]);
        bytesBefore[worker] = now;
        signatures[tile] = gate.signature(worker, tile);
        return false;
    }

    // The submitting thread

    @Override
    public void beginWindow(ChunkOutput[] chunks, int chunkCount, TileGate gate) {
        if (first.length <= chunkCount) {
            first = new int[Math.max(64, 2 * chunkCount)];
            row = new int[first.length];
            rowOwner = new ChunkTally[first.length];
        }
        int triangles = 0;
        for (int c = 0; c < chunkCount; c++) {
            first[c] = triangles;
            triangles += chunks[c].triangles();
        }
        first[chunkCount] = triangles;
        for (int w = 0; w < pixels.length; w++) {
            pixels[w].beginWindow(first, triangles);
            // What workers hashed before is not what a tile costs.
            bytesBefore[w] = gate.testBytes(w);
        }
        hiddenTriangles.clear(phase.chunkCount(), triangles);
        searches = tests && gatherOrdinary(chunks, chunkCount);
    }

    /** One of the workers finds what early Z would, or what that takes, while others render. */
    @Override
    public void beginTiles(int worker) {
        if (worker == 0 && searches) {
            searches = false;
            hiddenTriangles.gather(phase, ordinary, ordinaryFirst, earlyZ);
            if (!later) {
                hiddenTriangles.find();
            }
        }
    }

    /**
     * Finds the chunks of the phase among those of a window, where what came of patches lies
     * between them; returns whether all are there.
     */
    private boolean gatherOrdinary(ChunkOutput[] chunks, int chunkCount) {
        int all = phase.chunkCount();
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

    @Override
    public void endWindow(ChunkOutput[] chunks, int chunkCount) {
        // Where there were no tiles to render
        beginTiles(0);
        for (int w = 1; w < pixels.length; w++) {
            pixels[0].addCovered(pixels[w], first[chunkCount]);
        }
        for (var tally : tallies) {
            for (int r = 0; r < tally.count(); r++) {
                int chunk = tally.get(r, ChunkTally.CHUNK);
                row[chunk] = r;
                rowOwner[chunk] = tally;
            }
        }
        int group = 0;
        for (int c = 0; c < chunkCount; c++) {
            while (group < groupCount && groups[group * GROUP + FIRST_CHUNK] <= c) {
                tellGroup(group++);
            }
            tellDraws(chunks[c].draw().number());
            tellChunk(chunks[c], c, chunks[c].number() < 0 ? groupsTold - 1 : -1);
        }
        while (group < groupCount) {
            tellGroup(group++);
        }
        groupCount = 0;
        patches.clear();
        patchesTold = 0;
        for (var tally : tallies) {
            tally.clear();
        }
    }

    private void tellGroup(int group) {
        int at = group * GROUP;
        tellDraws(groups[at + DRAW]);
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

    private void tellDraws(int last) {
        while (drawsTold <= last) {
            listener.draw(costs.draw(drawsTold++));
        }
    }

    private void tellChunk(ChunkOutput chunk, int index, int group) {
        var tally = rowOwner[index];
        int r = row[index];
        listener.chunk(
                tally.get(r, ChunkTally.PRIMITIVES),
                tally.get(r, ChunkTally.VERTICES),
                tally.get(r, ChunkTally.USED),
                tally.get(r, ChunkTally.OUTSIDE),
                tally.get(r, ChunkTally.FACING_AWAY),
                tally.get(r, ChunkTally.EMPTY),
                group,
                chunk.number() >= 0 && hiddenTriangles.chunkHidden(chunk.number()));
        // A power of two
        int samples = phase.pass().target().samples();
        int shift = Integer.numberOfTrailingZeros(samples);
        int shades = chunk.draw().colorless() ? 0 : WorkListener.UNSEEN;
        var log = pixels[0];
        var notes = tally.notes();
        int from = tally.get(r, ChunkTally.TRIANGLES);
        int[] facts = notes.facts();
        int at = from;
        int end = first[index] + chunk.triangles();
        for (int t = first[index]; t < end; t++, at += WorkListener.TRIANGLE_INTS) {
            facts[at + 2] = log.covered(t) + samples - 1 >> shift;
            facts[at + 3] = hiddenTriangles.found(t) | shades * log.unseen(t);
        }
        listener.triangles(facts, from, chunk.triangles());
        if (tellsCorners) {
            notes.tellCorners(
                    tally.get(r, ChunkTally.CORNERS),
                    tally.get(r, ChunkTally.CORNERS_END),
                    listener);
        }
    }

    /**
     * The phase has ended; its draw calls without geometry come last.
     *
     * @return whether records of triangles have to stay until the next phase has ended
     */
    boolean endPhase() {
        tellDraws(phase.drawCount() - 1);
        var sum = pixels[0];
        for (int w = 1; w < pixels.length; w++) {
            sum.addShaded(pixels[w]);
        }
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
        for (int tile = 0; tile < grid.count(); tile++) {
            listener.tile(
                    tile % grid.columns(),
                    tile / grid.columns(),
                    decisions[tile],
                    tileBytes[tile],
                    signatures[tile]);
        }
        if (later) {
            listener.hiddenFinder(hiddenTriangles);
        }
        listener.endPhase();
        if (later) {
            var asked = hiddenTriangles;
            hiddenTriangles = othersHidden;
            othersHidden = asked;
        }
        return later;
    }
}
