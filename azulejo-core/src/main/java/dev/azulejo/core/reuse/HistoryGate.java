package dev.azulejo.core.reuse;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.HashKernels;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.PartialPolicy;
import dev.azulejo.core.policy.ReusePolicy;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.tiling.TileList;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Finds the tiles of a render that come out as in the render before into the same target, so that
 * their pixels can stay.
 *
 * <p>A target remembers what it holds: the renders of one kind, the images of a swap chain and maps
 * that are rendered in between each have a {@link TargetHistory} of their own. A history is good
 * only while the target's version is the one that its last render left: nobody else has written
 * there.
 */
public final class HistoryGate implements RenderGate {
    private final Reuse options;
    private final LongSupplier clock;
    private final Counts[] counts;
    private final TileTester[] testers;
    private final ReuseClock[] clocks;
    private final TargetHistories histories;
    private final PartialRender partial = new PartialRender();
    private final DrawInputs drawInputs;
    private final ChunkHashes chunkHashes = new ChunkHashes();

    /** A record that no history has, for the render under way. */
    private DrawRecord spareDraws;

    // Of the render under way, read by workers; null, and nothing is compared, if it is untestable.
    private TargetHistory history;
    private TileGrid grid;
    private Outcome outcome = Outcome.WHOLE;
    private Visits visits = Visits.SEVERAL;
    private boolean tests;
    private boolean comparable;
    private boolean notes;
    private boolean emptyKnown;

    /** What became of each tile. Workers store constants: no cache line is fought over for long. */
    private TileDecision[] decisions = new TileDecision[0];

    // Of the last render.
    private boolean pays;
    private long testingNs;
    private long savedNs;

    /** Makes one for a run of a device, with as many workers as counters. */
    public HistoryGate(Reuse reuse, HashKernels kernels, Counts[] workerCounts) {
        this(reuse, kernels, workerCounts, System::nanoTime);
    }

    /** Likewise, on a clock of nanoseconds. */
    HistoryGate(Reuse reuse, HashKernels kernels, Counts[] workerCounts, LongSupplier nanoTime) {
        options = reuse;
        clock = nanoTime;
        counts = workerCounts;
        int workers = workerCounts.length;
        int[] keys = PrimitiveHasher.keys(new SecureRandom());
        var programs = new ProgramNumbers();
        drawInputs = new DrawInputs(programs, new PrimitiveHasher(reuse.hash(), kernels, keys));
        histories = new TargetHistories(reuse, workers, programs);
        spareDraws = new DrawRecord(new InputWriter(programs));
        testers = new TileTester[workers];
        clocks = new ReuseClock[workers];
        for (int w = 0; w < workers; w++) {
            var hasher = new PrimitiveHasher(reuse.hash(), kernels, keys);
            clocks[w] = new ReuseClock();
            testers[w] = new TileTester(reuse, w, hasher, chunkHashes, counts);
        }
    }

    @Override
    public Outcome begin(Phase phase, TileGrid tiles, Visits often) {
        tests = notes = emptyKnown = false;
        outcome = Outcome.WHOLE;
        testingNs = 0;
        savedNs = 0;
        visits = often;
        for (int w = 0; w < clocks.length; w++) {
            clocks[w].clear();
            testers[w].clear();
        }
        history = null;
        histories.begin();
        grid = tiles;
        if (decisions.length < tiles.count()) {
            decisions = new TileDecision[tiles.count()];
        }
        Arrays.fill(decisions, 0, tiles.count(), TileDecision.RENDERED);
        var target = phase.pass().target();
        if (!phase.pass().clear() || often != Visits.ONCE) {
            // What comes out depends on what was there, or tiles are visited several times.
            boolean clears = phase.pass().clear();
            untestable(clears ? Counter.RENDERS_WINDOWED : Counter.RENDERS_NOT_CLEARED);
            histories.forget(target);
            return Outcome.WHOLE;
        }
        long start = clock.getAsLong();
        history = histories.find(target, tiles.tiles());
        if (history == null) {
            untestable(Counter.RENDERS_OVER_TARGETS);
            return Outcome.WHOLE;
        }
        history.settle(tiles);
        beginWith(phase, history.holds(target));
        testingNs = clock.getAsLong() - start;
        return outcome;
    }

    private void beginWith(Phase phase, boolean holds) {
        if (options.unchanged() || options.partial()) {
            outcome = compareDraws(phase, holds);
            if (outcome == Outcome.UNCHANGED) {
                Arrays.fill(decisions, 0, grid.count(), TileDecision.UNCHANGED);
                savedNs = (long) (history.filled * history.tileNs);
                return;
            }
        } else {
            spareDraws.begin(phase.pass(), 0, grid.tileSize(), grid.count());
            emptyKnown = holds && history.beginsAsBefore(spareDraws);
            spareDraws = history.exchange(spareDraws);
        }
        history.forget();
        history.require(grid.count());
        beginTests(phase, holds);
    }

    /** Neither this render nor, with it, the next one is compared tile by tile. */
    private void untestable(Counter reason) {
        counts[0].add(reason, 1);
        tests = false;
        if (history != null) {
            history.past.valid = false;
        }
    }

    /** Decides whether tiles are characterised and tested. */
    private void beginTests(Phase phase, boolean holds) {
        if (!history.policy.compares(options.mode(), history.rendered)) {
            counts[0].add(Counter.REUSE_ASIDE, 1);
            history.past.valid = false;
            return;
        }
        history.current.begin(phase.pass(), grid);
        long fixed = history.current.bytes() + history.past.bytes() - 8 * history.past.pooled();
        if (phase.drawCount() > options.draws()) {
            untestable(Counter.RENDERS_OVER_DRAWS);
            return;
        }
        if (!drawInputs.write(phase)) {
            untestable(Counter.RENDERS_OVER_STATE);
            return;
        }
        if (fixed > (long) options.megabytes() << 20) {
            untestable(Counter.RENDERS_OVER_MEMORY);
            return;
        }
        comparable = holds && history.past.comparable(history.current);
        tests = true;
        for (var tester : testers) {
            tester.begin(history.past, history.current, comparable, drawInputs);
        }
    }

    /** Writes down all inputs and holds them against those of the last render. */
    private Outcome compareDraws(Phase phase, boolean holds) {
        var draws = spareDraws;
        var past = history.draws;
        var policy = history.partialPolicy;
        int drawCount = phase.drawCount();
        draws.begin(phase.pass(), drawCount, grid.tileSize(), grid.count());
        boolean samePass = holds && history.beginsAsBefore(draws);
        emptyKnown = samePass;
        boolean mayNote = options.partial() && drawCount <= options.draws();
        var decision = policy.withoutComparing();
        draws.write(phase, policy.look(drawCount));
        if (history.drawsValid) {
            counts[0].add(Counter.REUSE_BYTES_READ_DRAWS, 16L * draws.inputs.count);
            if (draws.complete() && past.complete()) {
                partial.match(draws, past);
                if (options.unchanged() && samePass && partial.allSame()) {
                    counts[0].add(Counter.RENDERS_UNCHANGED, 1);
                    counts[0].add(Counter.TILES_REUSED, grid.owned());
                    return Outcome.UNCHANGED;
                }
                if (mayNote) {
                    boolean most = partial.mostSame(phase);
                    decision = policy.decide(most, past.noted, samePass, grid.count());
                }
                policy.compared(partial.anySame());
            } else if (policy.lookAtRest(draws.anySame(past))) {
                draws.write(phase, drawCount);
            }
        }
        counts[0].add(Counter.REUSE_BYTES_WRITTEN, 8L * draws.inputs.count);
        notes =
                mayNote
                        && decision != PartialPolicy.Decision.WHOLE
                        && draws.maskBytes() <= (long) options.megabytes() << 20;
        if (notes) {
            draws.clearMasks();
        }
        spareDraws = history.exchange(draws);
        return notes && decision == PartialPolicy.Decision.PARTIAL
                ? Outcome.PARTIAL
                : Outcome.WHOLE;
    }

    @Override
    public void alone(RenderTarget target) {
        if (outcome != Outcome.UNCHANGED) {
            histories.renderAlone(target, grid.tiles());
        }
    }

    @Override
    public boolean changed(int draw) {
        return partial.changed(draw);
    }

    @Override
    public boolean needed(int draw) {
        return partial.needed(draw);
    }

    @Override
    public void note(ChunkOutput chunk) {
        if (notes) {
            partial.note(history.draws, grid, chunk);
        }
    }

    @Override
    public boolean openTiles() {
        long start = clock.getAsLong();
        partial.openTiles();
        testingNs += clock.getAsLong() - start;
        boolean goesOn =
                history.partialPolicy.goesOn(grid.count(), grid.count() - partial.opened());
        if (goesOn) {
            // What its draw calls touch is known by now.
            notes = false;
            history.draws.noted = true;
            counts[0].add(Counter.RENDERS_PARTIAL, 1);
            counts[0].add(Counter.DRAWS_KEPT, partial.kept());
        } else {
            outcome = Outcome.WHOLE;
            history.draws.clearMasks();
        }
        return goesOn;
    }

    @Override
    public void expect(ChunkOutput[] chunks, int chunkCount, boolean culls) {
        if (!tests) {
            return;
        }
        chunkHashes.require(chunkCount);
        history.current.culled = culls;
        if (!(options.way() instanceof Reuse.Blocks blocks)) {
            history.current.requireData(history.current.tiles);
            return;
        }
        if (chunkCount > blocks.blocks()) {
            untestable(Counter.RENDERS_OVER_BLOCKS);
            return;
        }
        history.current.layOut(chunks, chunkCount);
        if (outcome == Outcome.PARTIAL && !keepsBlocks(chunkCount * blocks.parts())) {
            untestable(Counter.RENDERS_REBLOCKED);
            return;
        }
        history.current.requireData(chunkCount * blocks.parts());
        history.current.requireMasks(chunkCount * blocks.parts());
    }

    /** Whether the blocks of a partial render that are not processed can be taken over. */
    private boolean keepsBlocks(int parts) {
        boolean same =
                comparable
                        && history.past.sameLayout(history.current)
                        && history.past.parts == parts;
        for (int d = 0; same && d < history.draws.draws; d++) {
            same = partial.changed(d) || partial.inPlace(d);
        }
        return same;
    }

    @Override
    public boolean hashes() {
        return tests;
    }

    @Override
    public void hash(int worker, ChunkOutput chunk, int index) {
        if (!tests) {
            return;
        }
        long start = clock.getAsLong();
        if (outcome != Outcome.PARTIAL || partial.needed(chunk.draw().number())) {
            testers[worker].hash(chunk, index);
        } else {
            testers[worker].keepChunk(index);
        }
        clocks[worker].testing += clock.getAsLong() - start;
    }

    @Override
    public void windowed() {
        visits = Visits.SEVERAL;
        if (tests) {
            untestable(Counter.RENDERS_WINDOWED);
        }
        emptyKnown = false;
        if (history != null) {
            history.forgetEmpty();
        }
    }

    @Override
    public boolean closed(int tile) {
        return outcome == Outcome.PARTIAL && !partial.open(tile);
    }

    @Override
    public TileDecision decide(int worker, int tile, TileList list, ChunkOutput[] chunks) {
        if (closed(tile)) {
            clocks[worker].kept += history.empty[tile] ? 0 : 1;
            if (tests) {
                testers[worker].keep(tile);
            }
            counts[worker].add(Counter.TILES_UNTOUCHED, 1);
            decisions[tile] = TileDecision.UNTOUCHED;
            return TileDecision.UNTOUCHED;
        }
        list.merge();
        boolean still = visits == Visits.ONCE && stillEmpty(tile, list.count() == 0);
        boolean selected = options.selects(grid.left(tile), grid.top(tile), grid.tileSize());
        if (tests && !selected) {
            counts[worker].add(Counter.TILES_NOT_SELECTED, 1);
        }
        if (tests && selected) {
            decisions[tile] = test(worker, tile, list, chunks);
        } else if (still && !tests) {
            counts[worker].add(Counter.TILES_STILL_EMPTY, 1);
            decisions[tile] = TileDecision.EMPTY;
        }
        return decisions[tile];
    }

    /**
     * Notes whether nothing is on a tile's list; returns whether nothing was there last time
     * either, so that its pixels are the clear colour already.
     */
    private boolean stillEmpty(int tile, boolean empty) {
        if (history == null) {
            return false;
        }
        boolean still = emptyKnown && empty && history.empty[tile];
        history.empty[tile] = empty;
        return still;
    }

    /** Whether a tile comes out as it is in the target; keeps what the next render asks for. */
    private TileDecision test(int worker, int tile, TileList list, ChunkOutput[] chunks) {
        long start = clock.getAsLong();
        var decision = testers[worker].test(tile, list, chunks);
        var times = clocks[worker];
        times.testing += clock.getAsLong() - start;
        times.kept += decision.kept() && list.count() != 0 ? 1 : 0;
        return decision;
    }

    @Override
    public long testBytes(int worker) {
        return testers[worker].bytes();
    }

    @Override
    public long signature(int worker, int tile) {
        return tests ? testers[worker].signature(tile) : 0;
    }

    @Override
    public void rendered(int worker, long nanoseconds) {
        clocks[worker].rendered++;
        clocks[worker].rendering += nanoseconds;
    }

    @Override
    public void end(RenderTarget target) {
        pays = false;
        histories.remember(history, target);
        if (history == null) {
            return;
        }
        stopClocks();
        for (var tester : testers) {
            tester.end();
        }
        history.drawsValid = true;
        if (outcome != Outcome.PARTIAL) {
            history.draws.noted = notes;
        }
        if (options.unchanged() || options.partial()) {
            counts[0].add(Counter.REUSE_MEMORY, history.draws.bytes() + spareDraws.bytes());
        }
        if (tests) {
            endTests();
        }
    }

    @Override
    public void abandon(RenderTarget target) {
        histories.remember(null, target);
    }

    @Override
    public void stay(RenderTarget target) {
        history.remember(target);
    }

    @Override
    public void move(TileSet from, TileSet to) {
        histories.move(from, to);
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

    private void endTests() {
        int filled = 0;
        int reused = 0;
        for (var tester : testers) {
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
            history.swap();
        } else {
            counts[0].add(Counter.REUSE_BYTES_COPIED, history.past.copy(history.current));
        }
        counts[0].add(Counter.REUSE_MEMORY, history.past.bytes() + history.current.bytes());
    }

    @Override
    public boolean pays() {
        return pays;
    }

    @Override
    public long testingNs() {
        return testingNs;
    }

    @Override
    public long savedNs() {
        return savedNs;
    }

    @Override
    public TileDecision decision(int tile) {
        return decisions[tile];
    }
}
