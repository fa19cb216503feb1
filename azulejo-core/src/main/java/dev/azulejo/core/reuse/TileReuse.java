package dev.azulejo.core.reuse;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.geometry.DrawState;
import dev.azulejo.core.geometry.GeometryChunk;
import dev.azulejo.core.kernel.HashKernels;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.ReusePolicy;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.tiling.TileList;

import java.lang.ref.WeakReference;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the tiles of a render that come out as in the render before into the same target, so that
 * their pixels can stay.
 *
 * <p>A target remembers what it holds: the renders of one kind, the images of a swap chain and maps
 * that are rendered in between each have a history of their own. A history is good only while the
 * target's version is the one that its last render left: nobody else has written there.
 *
 * <p>Threads: {@link #begin} and {@link #end} by the submitting thread, the rest by workers, each
 * with its own number.
 */
public final class TileReuse {
    /** What a render is found to need. */
    public enum Outcome {
        /** Nothing has changed: the target holds its pixels already. */
        UNCHANGED,
        /** Most draw calls have not changed: those that have come first. */
        PARTIAL,
        /** Everything is to be drawn. */
        WHOLE
    }

    /** Targets remembered at a time. */
    private static final int MOST_TARGETS = 16;

    /** Draw calls that are looked at where everything changes. */
    private static final int FEW = 16;

    /** Renders after which all are looked at. */
    private static final int LOOK = 32;

    /** What is known of a target. */
    private static final class History {
        final WeakReference<RenderTarget> target;
        final ReusePolicy policy = new ReusePolicy();
        final ReusePolicy partialPolicy = new ReusePolicy();
        Characterisation past;
        Characterisation current;
        DrawRecord draws;
        boolean drawsValid;

        /** Whether no draw call was the same when they were last looked at. */
        boolean changing;

        int sinceComplete;

        /** Tiles with something on them, and what one took to render when some last were. */
        int filled;

        double tileNs;

        /** Tiles on whose lists nothing was. */
        boolean[] empty = new boolean[0];

        boolean rendered;
        long version = -1;

        History(RenderTarget renderTarget, int workers, DrawRecord record) {
            target = new WeakReference<>(renderTarget);
            past = new Characterisation(workers);
            current = new Characterisation(workers);
            draws = record;
        }
    }

    private final Reuse options;
    private final Counts[] counts;
    private final TileTester[] testers;
    private final ReuseClock[] clocks;
    private boolean pays;
    private long testingNs;
    private long savedNs;
    private final PrimitiveHasher stateHasher;
    private final ProgramNumbers programs = new ProgramNumbers();
    private final InputWriter states = new InputWriter(programs);
    private DrawRecord draws;
    private final PartialRender partial = new PartialRender();
    private final List<History> histories = new ArrayList<>();
    private History history;

    // Of the render under way, read by testers.
    private final DrawInputs drawInputs = new DrawInputs();
    private boolean tests;
    private boolean comparable;
    private boolean partly;
    private boolean notes;
    private boolean emptyKnown;
    private TileGrid grid;

    /** What became of each tile. Workers store constants: no cache line is fought over for long. */
    private TileDecision[] decisions = new TileDecision[0];

    /** States of the draw calls of a render: words, hashes and programs by draw number. */
    static final class DrawInputs {
        long[] words;
        int[] first = new int[64];
        long[] hash = new long[128];
        long[] program = new long[64];
    }

    /** Makes one for a device. */
    public TileReuse(Reuse reuse, HashKernels kernels, Counts[] workerCounts) {
        options = reuse;
        counts = workerCounts;
        int[] keys = PrimitiveHasher.keys(new SecureRandom());
        stateHasher = new PrimitiveHasher(reuse.hash(), kernels, keys);
        draws = new DrawRecord(new InputWriter(programs));
        testers = new TileTester[workerCounts.length];
        clocks = new ReuseClock[workerCounts.length];
        for (int w = 0; w < testers.length; w++) {
            var hasher = new PrimitiveHasher(reuse.hash(), kernels, keys);
            clocks[w] = new ReuseClock();
            testers[w] = new TileTester(reuse, w, testers.length, hasher, workerCounts[w]);
        }
    }

    /**
     * Begins a render.
     *
     * @param pass what is rendered
     * @param tiles its tiles
     * @param states its draw calls, numbered
     * @param drawCount how many
     * @param wholeFrame whether tiles are visited once
     */
    public Outcome begin(
            PassDescriptor pass,
            TileGrid tiles,
            DrawState[] states,
            int drawCount,
            boolean wholeFrame) {
        tests = false;
        partly = false;
        notes = false;
        emptyKnown = false;
        testingNs = 0;
        savedNs = 0;
        for (var clock : clocks) {
            clock.clear();
        }
        history = null;
        grid = tiles;
        if (decisions.length < tiles.count()) {
            decisions = new TileDecision[tiles.count()];
        }
        Arrays.fill(decisions, 0, tiles.count(), TileDecision.RENDERED);
        if (!pass.clear() || !wholeFrame) {
            // What comes out depends on what was there, or tiles are visited several times.
            counts[0].add(Counter.RENDERS_UNTESTABLE, 1);
            forget(pass.target());
            return Outcome.WHOLE;
        }
        history = find(pass.target());
        boolean holds = history.version == pass.target().version();
        if (options.unchanged() || options.partial()) {
            var outcome = compareDraws(pass, states, drawCount, holds);
            if (outcome == Outcome.UNCHANGED) {
                Arrays.fill(decisions, 0, tiles.count(), TileDecision.UNCHANGED);
                savedNs = (long) (history.filled * history.tileNs);
                return outcome;
            }
            partly = outcome == Outcome.PARTIAL;
        }
        history.version = -1;
        if (history.empty.length < tiles.count()) {
            history.empty = new boolean[tiles.count()];
        }
        beginTests(pass, states, drawCount, holds);
        return partly ? Outcome.PARTIAL : Outcome.WHOLE;
    }

    /** Decides whether tiles are characterised and tested. */
    private void beginTests(PassDescriptor pass, DrawState[] states, int drawCount, boolean holds) {
        // A first render may be the only one.
        if (options.mode() == Reuse.Mode.AUTO && !(history.rendered && history.policy.active())) {
            counts[0].add(Counter.REUSE_ASIDE, 1);
            history.past.valid = false;
            return;
        }
        history.current.begin(pass, grid);
        long fixed = history.current.bytes() + history.past.bytes() - 8 * history.past.pooled();
        if (drawCount > options.draws()
                || !prepare(states, drawCount)
                || fixed > (long) options.megabytes() << 20) {
            counts[0].add(Counter.RENDERS_UNTESTABLE, 1);
            history.past.valid = false;
            return;
        }
        comparable = holds && history.past.comparable(history.current);
        tests = true;
        for (var tester : testers) {
            tester.begin(history.past, history.current, comparable, drawInputs);
        }
    }

    /** Writes down all inputs and holds them against those of the last render. */
    private Outcome compareDraws(
            PassDescriptor pass, DrawState[] states, int drawCount, boolean holds) {
        var past = history.draws;
        draws.begin(pass, drawCount, grid.tileSize(), grid.count());
        boolean samePass = history.drawsValid && holds && draws.samePass(past);
        emptyKnown = options.partial() && samePass;
        boolean always = options.mode() == Reuse.Mode.ON;
        boolean mayNote = options.partial() && drawCount <= options.draws();
        notes = mayNote && always;
        draws.write(states, history.changing && !always ? Math.min(FEW, drawCount) : drawCount);
        var outcome = Outcome.WHOLE;
        if (history.drawsValid) {
            counts[0].add(Counter.REUSE_BYTES_READ, 16L * draws.inputs.count);
            if (draws.complete() && past.complete()) {
                partial.match(draws, past);
                if (options.unchanged() && samePass && partial.allSame()) {
                    counts[0].add(Counter.RENDERS_UNCHANGED, 1);
                    counts[0].add(Counter.TILES_REUSED, grid.count());
                    return Outcome.UNCHANGED;
                }
                outcome = decidePartial(states, mayNote, samePass, past);
                history.changing = !partial.anySame();
                history.sinceComplete = 0;
            } else {
                seekRest(states, drawCount, past);
            }
        }
        counts[0].add(Counter.REUSE_BYTES_WRITTEN, 8L * draws.inputs.count);
        notes &= 16L * draws.draws * draws.maskWords <= (long) options.megabytes() << 20;
        if (notes) {
            draws.clearMasks();
        } else {
            outcome = Outcome.WHOLE;
        }
        history.draws = draws;
        draws = past;
        history.drawsValid = false;
        return outcome;
    }

    /**
     * Where everything changes all the time, as in a turntable, only the first draw calls are
     * written down, until one of them is found at rest. The others get a look now and then.
     */
    private void seekRest(DrawState[] states, int drawCount, DrawRecord past) {
        history.sinceComplete++;
        if (draws.anySame(past) || history.sinceComplete >= LOOK) {
            history.changing = false;
            draws.write(states, drawCount);
        }
    }

    /**
     * Notes whether nothing is on a tile's list; returns whether nothing was there last time
     * either, so that its pixels are the clear colour already.
     */
    public boolean stillEmpty(int worker, int tile, boolean empty) {
        if (history == null) {
            return false;
        }
        boolean still = emptyKnown && empty && history.empty[tile];
        history.empty[tile] = empty;
        if (still && !tests) {
            counts[worker].add(Counter.TILES_STILL_EMPTY, 1);
            decisions[tile] = TileDecision.EMPTY;
        }
        return still && !tests;
    }

    /** Decides whether the tiles of draw calls are noted, and whether a render can be partial. */
    private Outcome decidePartial(
            DrawState[] states, boolean mayNote, boolean samePass, DrawRecord past) {
        boolean always = options.mode() == Reuse.Mode.ON;
        boolean mostSame = mayNote && partial.mostSame(states);
        notes = mayNote && (always || mostSame && history.partialPolicy.active());
        if (notes && past.noted && !samePass && !always) {
            // Where somebody else keeps writing into the target, it never pays.
            history.partialPolicy.observe(grid.count(), 0);
        }
        return mostSame && notes && past.noted && samePass ? Outcome.PARTIAL : Outcome.WHOLE;
    }

    /** Whether a draw call is not one of the last render; in a partial render. */
    public boolean changed(int draw) {
        return partial.changed(draw);
    }

    /** Notes the tiles that a processed chunk touches, if that is wanted. */
    public void note(GeometryChunk chunk) {
        partial.note(history.draws, grid, chunk);
    }

    /** Whether the tiles that draw calls touch are to be noted, in a render that is not partial. */
    public boolean notes() {
        return notes && !partly;
    }

    /**
     * Goes on with a partial render when the changed draw calls have been processed and noted.
     *
     * @return whether it stays partial; else everything is to be drawn, and noted anew
     */
    public boolean spread() {
        partial.spread();
        int left = grid.count() - partial.opened();
        if (options.mode() == Reuse.Mode.AUTO) {
            history.partialPolicy.observe(grid.count(), left);
            partly = ReusePolicy.pays(grid.count(), left);
        }
        if (partly) {
            counts[0].add(Counter.RENDERS_PARTIAL, 1);
            counts[0].add(Counter.DRAWS_KEPT, partial.kept());
        } else {
            history.draws.clearMasks();
        }
        return partly;
    }

    /** Whether a draw call must be processed, in a partial render. */
    public boolean needed(int draw) {
        return partial.needed(draw);
    }

    /** Whether a tile keeps its pixels because no changed draw call touches it. */
    public boolean untouched(int worker, int tile) {
        if (!partly || partial.open(tile)) {
            return false;
        }
        counts[worker].add(Counter.TILES_UNTOUCHED, 1);
        decisions[tile] = TileDecision.UNTOUCHED;
        clocks[worker].kept += history.empty[tile] ? 0 : 1;
        if (tests) {
            testers[worker].keep(tile);
        }
        return true;
    }

    /** Writes down and hashes the states of the draw calls; false if one is too long. */
    private boolean prepare(DrawState[] draws, int drawCount) {
        if (drawInputs.first.length <= drawCount) {
            drawInputs.first = new int[2 * drawCount + 1];
            drawInputs.hash = new long[4 * drawCount + 2];
            drawInputs.program = new long[2 * drawCount + 1];
        }
        states.clear();
        for (int d = 0; d < drawCount; d++) {
            drawInputs.first[d] = states.count;
            drawInputs.program[d] = programs.of(draws[d].pipeline.program());
            states.pixelInputs(draws[d]);
            int count = states.count - drawInputs.first[d];
            if (count > PrimitiveHasher.MOST_STATE_WORDS) {
                return false;
            }
            stateHasher.hashState(states.words, drawInputs.first[d], count);
            drawInputs.hash[2 * d] = stateHasher.low;
            drawInputs.hash[2 * d + 1] = stateHasher.high;
        }
        drawInputs.first[drawCount] = states.count;
        drawInputs.words = states.words;
        return true;
    }

    private History find(RenderTarget target) {
        for (int h = histories.size() - 1; h >= 0; h--) {
            var known = histories.get(h).target.get();
            if (known == target) {
                var found = histories.get(h);
                if (h != histories.size() - 1) {
                    histories.remove(h);
                    histories.add(found);
                }
                return found;
            }
            if (known == null) {
                histories.remove(h);
            }
        }
        if (histories.size() == MOST_TARGETS) {
            histories.remove(0);
        }
        var made = new History(target, testers.length, new DrawRecord(new InputWriter(programs)));
        histories.add(made);
        return made;
    }

    private void forget(RenderTarget target) {
        for (int h = 0; h < histories.size(); h++) {
            if (histories.get(h).target.get() == target) {
                histories.get(h).version = -1;
            }
        }
    }

    /**
     * Makes room before chunks are hashed; returns whether tiles are tested.
     *
     * @param chunks the chunks
     * @param chunkCount how many
     * @param culls whether early Z may drop triangles
     */
    public boolean prepareChunks(GeometryChunk[] chunks, int chunkCount, boolean culls) {
        if (!tests) {
            return false;
        }
        history.current.culled = culls;
        if (!(options.way() instanceof Reuse.Blocks blocks)) {
            history.current.requireData(history.current.tiles);
            return true;
        }
        if (chunkCount > blocks.blocks()) {
            counts[0].add(Counter.RENDERS_UNTESTABLE, 1);
            return giveUpTests();
        }
        history.current.layOut(chunks, chunkCount);
        if (partly && !keepsBlocks(chunkCount * blocks.parts())) {
            return giveUpTests();
        }
        history.current.requireData(chunkCount * blocks.parts());
        history.current.requireMasks(chunkCount * blocks.parts());
        return true;
    }

    /**
     * Tiles are visited several times, because not all geometry could be taken in at once: they
     * cannot be compared, neither now nor with this render.
     */
    public void windowed() {
        if (history == null) {
            return;
        }
        if (tests) {
            counts[0].add(Counter.RENDERS_UNTESTABLE, 1);
            giveUpTests();
        }
        emptyKnown = false;
        Arrays.fill(history.empty, false);
    }

    /** Whether a tile must be looked at, in a partial render. */
    public boolean open(int tile) {
        return partial.open(tile);
    }

    private boolean giveUpTests() {
        tests = false;
        history.past.valid = false;
        return false;
    }

    /** Whether the blocks of a partial render that are not processed can be taken over. */
    private boolean keepsBlocks(int parts) {
        boolean same =
                comparable
                        && history.past.sameLayout(history.current)
                        && history.past.parts == parts;
        for (int d = 0; same && d < history.draws.draws; d++) {
            same = !partial.changed(d) && partial.inPlace(d) || partial.changed(d);
        }
        return same;
    }

    /** Hashes a chunk's triangles, or takes over what is known of them. */
    public void hash(int worker, GeometryChunk chunk, int index) {
        long start = System.nanoTime();
        if (!partly || partial.needed(chunk.draw.number)) {
            testers[worker].hash(chunk, index);
        } else {
            testers[worker].keepChunk(index);
        }
        clocks[worker].testing += System.nanoTime() - start;
    }

    /** Told how long a tile with something on it took to render. */
    public void rendered(int worker, long nanoseconds) {
        clocks[worker].rendered++;
        clocks[worker].rendering += nanoseconds;
    }

    /** Returns whether comparing tiles paid in the last render. */
    public boolean pays() {
        return pays;
    }

    /** Returns the time of all workers for hashing and comparing in the last render. */
    public long testingNs() {
        return testingNs;
    }

    /** Returns the time that tiles would have taken which kept their pixels: an estimate. */
    public long savedNs() {
        return savedNs;
    }

    private void stopClocks() {
        long rendering = 0;
        int rendered = 0;
        int kept = 0;
        for (var clock : clocks) {
            testingNs += clock.testing;
            rendering += clock.rendering;
            rendered += clock.rendered;
            kept += clock.kept;
        }
        if (rendered > 0) {
            history.tileNs = (double) rendering / rendered;
        }
        history.filled = rendered + kept;
        savedNs = (long) (kept * history.tileNs);
    }

    /** Whether a tile comes out as it is in the target; keeps what the next render asks for. */
    public boolean same(int worker, int tile, TileList list, GeometryChunk[] chunks) {
        if (!selected(tile)) {
            return false;
        }
        long start = System.nanoTime();
        var decision = testers[worker].test(tile, list, chunks);
        decisions[tile] = decision;
        var clock = clocks[worker];
        clock.testing += System.nanoTime() - start;
        clock.kept += decision.kept() && list.count() != 0 ? 1 : 0;
        return decision.kept();
    }

    private boolean selected(int tile) {
        var region = options.region();
        int x = tile % grid.columns() << grid.shift();
        int y = tile / grid.columns() << grid.shift();
        return x + grid.tileSize() > region.x()
                && y + grid.tileSize() > region.y()
                && x < (long) region.x() + region.width()
                && y < (long) region.y() + region.height();
    }

    /** Returns what became of a tile in the last render. */
    public TileDecision decision(int tile) {
        return decisions[tile];
    }

    /** Ends a render that {@link #begin} did not find unchanged: the target holds its pixels. */
    public void end(RenderTarget target) {
        pays = false;
        if (history == null) {
            return;
        }
        stopClocks();
        history.version = target.version();
        history.rendered = true;
        history.drawsValid = options.unchanged() || options.partial();
        history.draws.noted = notes;
        if (history.drawsValid) {
            counts[0].add(Counter.REUSE_MEMORY, history.draws.bytes() + draws.bytes());
        }
        if (!tests) {
            return;
        }
        int filled = 0;
        int reused = 0;
        for (var tester : testers) {
            tester.end();
            filled += tester.filled();
            reused += tester.reused();
        }
        pays = ReusePolicy.pays(Math.max(1, filled), reused);
        if (history.past.valid && options.mode() == Reuse.Mode.AUTO) {
            // Where somebody else keeps writing into the target, comparing never pays.
            history.policy.observe(Math.max(1, filled), comparable ? reused : 0);
        }
        history.current.valid = true;
        if (options.storage() == Reuse.Storage.PING_PONG) {
            var swapped = history.past;
            history.past = history.current;
            history.current = swapped;
        } else {
            counts[0].add(Counter.REUSE_BYTES_COPIED, history.past.copy(history.current));
        }
        counts[0].add(Counter.REUSE_MEMORY, history.past.bytes() + history.current.bytes());
    }
}
