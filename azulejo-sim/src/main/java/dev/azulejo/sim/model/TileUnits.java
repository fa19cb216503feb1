package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.TileOutcome;
import dev.azulejo.sim.unit.Channel;
import dev.azulejo.sim.unit.Fetcher;
import dev.azulejo.sim.unit.ItemQueue;
import dev.azulejo.sim.unit.Server;
import dev.azulejo.sim.unit.UnitState;

/**
 * From sorted windows to pixels in memory: begins with tiles, tests whether they have changed,
 * fetches their lists, rasterises, shades, merges and writes.
 *
 * <pre>
 *  window complete ─> tiles ─> lists ─> raster ─> shade ─> rop ─> written
 *                      │ kept? then that is all
 * </pre>
 *
 * <p>Simplifications: lists of a whole frame lie in memory, those of smaller windows on the chip. A
 * tile that is visited again reads its samples back, one that will be writes them out.
 */
final class TileUnits {
    private static final int QUEUE = 8;

    private final Rates rates;
    private final Tally tally;
    private final Channel memory;
    private final Source tiles;
    private final ShadeStage shade;
    private final boolean reuses;
    private final boolean fetchesBefore;
    private final boolean listsInMemory;
    private final long recordBytes;
    private final long entryBytes;
    private final int storage;
    private final long testBytesMost;

    private PhaseWork work;
    private GpuWork own;
    private Runnable windowRetired = () -> {};

    /** Chunks of each window that are not on lists. */
    private int[] chunksLeft = {};

    /** Visits of each window that are not through. */
    private int[] visitsLeft = {};

    private int nextVisit;
    private int nextWindow;
    private int retired;

    TileUnits(Parts parts, String gpu, Machine machine, GpuParts shared) {
        rates = shared.rates();
        tally = shared.tally();
        memory = shared.memory();
        reuses = machine.is(MachineKey.REUSE, "on");
        fetchesBefore = machine.is(MachineKey.REUSE_FETCH, "before");
        listsInMemory = machine.count(MachineKey.WINDOW) == 0;
        recordBytes = machine.count(MachineKey.RECORD);
        entryBytes = machine.count(MachineKey.ENTRY);
        storage = machine.count(MachineKey.WINDOWS);
        testBytesMost =
                (long)
                        (machine.number(MachineKey.MEMORY_BANDWIDTH)
                                * machine.cycles(MachineKey.REUSE_TEST));
        var clock = parts.clock();
        var listQueue = parts.queue(gpu + ".Lists.Queue", QUEUE);
        var rasterQueue = parts.queue(gpu + ".Raster.Queue", QUEUE);
        var shadeQueue = parts.queue(gpu + ".Shade.Queue", QUEUE);
        var ropQueue = parts.queue(gpu + ".Rop.Queue", QUEUE);
        tiles =
                new Source(
                        parts.account(gpu + ".Tiles"),
                        clock,
                        this::beginCycles,
                        (visit, whenRoom) -> begun(listQueue, visit, whenRoom));
        int most = machine.count(MachineKey.TILES_UNDER_WAY);
        new Fetcher(
                parts.account(gpu + ".Lists"),
                clock,
                listQueue,
                visit -> 1,
                this::listBytes,
                memory,
                most,
                rasterQueue);
        new Server(
                parts.account(gpu + ".Raster"), clock, rasterQueue, this::rasterCycles, shadeQueue);
        shade = new ShadeStage(parts, gpu + ".Shade", machine, shared, shadeQueue, ropQueue);
        new Server(parts.account(gpu + ".Rop"), clock, ropQueue, this::ropCycles, this::written);
    }

    Source source() {
        return tiles;
    }

    /** Begins a phase; what is told when a window's storage is free again. */
    void begin(PhaseWork begun, int part, Runnable whenRetired) {
        work = begun;
        own = begun.gpu(part);
        windowRetired = whenRetired;
        chunksLeft = new int[own.windows()];
        visitsLeft = new int[own.windows()];
        for (int window = 0; window < own.windows(); window++) {
            chunksLeft[window] = own.chunksOf(window);
            visitsLeft[window] = own.firstVisit(window + 1) - own.firstVisit(window);
        }
        nextVisit = 0;
        nextWindow = 0;
        retired = 0;
        shade.begin(own);
        tiles.run(this::next);
    }

    /** Returns how many windows are through. */
    int retired() {
        return retired;
    }

    /** Returns whether all windows are through. */
    boolean isDone() {
        return retired == visitsLeft.length;
    }

    /** Returns whether there is storage for the window of a chunk. */
    boolean hasStorage(int chunk) {
        return own.window(chunk) < retired + storage;
    }

    /** A chunk is on its lists, or was left out. */
    void chunkSorted(int chunk) {
        int window = own.window(chunk);
        if (--chunksLeft[window] == 0) {
            tiles.wake();
        }
    }

    private int next() {
        while (nextWindow < chunksLeft.length && chunksLeft[nextWindow] == 0) {
            if (nextVisit < own.firstVisit(nextWindow + 1)) {
                return nextVisit++;
            }
            nextWindow++;
            retire();
        }
        return nextWindow == chunksLeft.length ? Source.END : Source.wait(UnitState.DEPENDENCY);
    }

    private void retire() {
        int before = retired;
        while (retired < nextWindow && visitsLeft[retired] == 0) {
            retired++;
        }
        if (retired > before) {
            windowRetired.run();
        }
    }

    /** Whether a tile is compared: not where several windows meet in it. */
    private boolean tested(int visit) {
        return reuses && listsInMemory && outcome(visit) != TileOutcome.NOT_TESTED;
    }

    private boolean kept(int visit) {
        return tested(visit) && outcome(visit) == TileOutcome.REUSED;
    }

    private TileOutcome outcome(int visit) {
        return work.outcome(own.tile(visit));
    }

    private long beginCycles(int visit) {
        long cycles = rates.of(MachineKey.TILE_START);
        if (!tested(visit)) {
            return cycles;
        }
        int tile = own.tile(visit);
        memory.send(work.phase().tiles().bytes(work.tileX(tile), work.tileY(tile)));
        // Where the list is fetched at once, that hides the test of what has changed.
        return fetchesBefore && !kept(visit) ? cycles : cycles + rates.of(MachineKey.REUSE_TEST);
    }

    private boolean begun(ItemQueue lists, int visit, Runnable whenRoom) {
        if (!kept(visit)) {
            return lists.accept(visit, whenRoom);
        }
        if (fetchesBefore) {
            // It is broken off when the test has said so.
            long wasted = Math.min(allListBytes(visit), testBytesMost);
            memory.send(wasted);
            tally.add(ModelCounter.LISTS_FOR_NOTHING, wasted);
        }
        tally.add(ModelCounter.TILES_REUSED, 1);
        through(visit);
        return true;
    }

    private long allListBytes(int visit) {
        return own.visitEntries(visit) * (entryBytes + recordBytes);
    }

    private long listBytes(int visit) {
        long samples = own.comesBack(visit) ? sampleBytes(visit) : 0;
        return samples + (listsInMemory ? allListBytes(visit) : 0);
    }

    private long sampleBytes(int visit) {
        var target = work.phase().target();
        return (long) work.tilePixels(own.tile(visit)) * target.samples() * target.sampleBytes();
    }

    private long rasterCycles(int visit) {
        long samples = (long) own.covered(visit) * work.phase().target().samples();
        return Math.max(
                rates.at(MachineKey.RASTER_PRIMITIVES, own.visitEntries(visit)),
                rates.at(MachineKey.RASTER_SAMPLES, samples));
    }

    private long ropCycles(int visit) {
        return Math.max(
                rates.at(MachineKey.PIXELS, work.tilePixels(own.tile(visit))),
                rates.at(MachineKey.BLENDS, own.shaded(visit)));
    }

    private boolean written(int visit, Runnable whenRoom) {
        long pixels = work.tilePixels(own.tile(visit));
        memory.send(
                own.goesOn(visit)
                        ? sampleBytes(visit)
                        : pixels * work.phase().target().pixelBytes());
        tally.add(ModelCounter.TILES_DRAWN, 1);
        through(visit);
        return true;
    }

    private void through(int visit) {
        int window = retired;
        while (own.firstVisit(window + 1) <= visit) {
            window++;
        }
        visitsLeft[window]--;
        retire();
    }
}
