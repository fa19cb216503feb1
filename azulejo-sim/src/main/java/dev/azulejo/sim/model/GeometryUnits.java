package dev.azulejo.sim.model;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.Channel;
import dev.azulejo.sim.unit.Credits;
import dev.azulejo.sim.unit.Fetcher;
import dev.azulejo.sim.unit.ItemQueue;
import dev.azulejo.sim.unit.Server;
import dev.azulejo.sim.unit.UnitState;

/**
 * From commands to lists of tiles.
 *
 * <pre>
 *  commands ─> fetch ─> vertices ─> setup ─┬─> binner ─> lists of a window    rendered
 *     │ left out                           ├─> hints, an exchange             pretested
 *     └──────────> lists of a window       └─> early Z                        culled
 * </pre>
 *
 * <p>Where early Z has a pipeline of its own, {@link CullUnits} are beside these.
 */
final class GeometryUnits {
    private static final int QUEUE = 8;

    /** Written bytes that may wait for memory, cycles. */
    private static final long MOST_BACKLOG = 1024;

    /** Told what comes of geometry. */
    interface Results {
        /** A chunk is on the lists of tiles, or needs none. */
        void sorted(int chunk);

        /** A chunk has been pretested. */
        void pretested(int chunk);

        /** It is known what of a chunk is hidden. */
        void culled(int chunk);

        /** A chunk has been looked at: which bins it is seen in is known. */
        void looked(int chunk);

        /** The hull stage of a group has run. */
        void hullDone(int group);

        /** Domain work on a chunk begins. */
        void begun(int chunk);

        /** Primitives of a chunk are set up, or it was left out. */
        void replayed(int chunk);

        /** Returns what hull stages make of the groups between launch and lists, bytes. */
        long hullBytesInFlight();

        /** Whether there is storage for the window of a chunk. */
        boolean hasStorage(int chunk);
    }

    private final EventQueue clock;
    private final Rates rates;
    private final Tally tally;
    private final Channel memory;
    private final Credits positions;
    private final Credits parameters;
    private final ChunkCosts costs;
    private final Source commands;

    /** The cull pipeline; null where there is none beside. */
    private final CullUnits cull;

    private final HullStage hulls;
    private final ItemQueue binQueue;
    private final long recordBytes;
    private final long entryBytes;
    private final boolean listsInMemory;
    private final int roomInMemory;
    private Runnable binnerWaits;
    private Results results;
    private GpuWork own;
    private PhaseWork work;
    private int lastDraw;

    GeometryUnits(Parts parts, String gpu, Machine machine, GpuParts shared) {
        clock = parts.clock();
        rates = shared.rates();
        tally = shared.tally();
        memory = shared.memory();
        positions = shared.positions();
        parameters = shared.parameters();
        costs = new ChunkCosts(machine, rates);
        recordBytes = machine.count(MachineKey.RECORD);
        entryBytes = machine.count(MachineKey.ENTRY);
        listsInMemory = machine.count(MachineKey.WINDOW) == 0;
        hulls = new HullStage(parts, machine, shared, costs);
        roomInMemory = clock.register(argument -> askAgain());
        var fetchQueue = parts.queue(gpu + ".Fetch.Queue", QUEUE);
        var vertexQueue = parts.queue(gpu + ".Vertices.Queue", QUEUE);
        var setupQueue = parts.queue(gpu + ".Setup.Queue", QUEUE);
        binQueue = parts.queue(gpu + ".Binner.Queue", QUEUE);
        commands =
                new Source(
                        parts.account(gpu + ".Commands"),
                        clock,
                        this::commandCycles,
                        (item, whenRoom) -> commanded(fetchQueue, item, whenRoom));
        new Fetcher(
                parts.account(gpu + ".Fetch"),
                clock,
                fetchQueue,
                costs::fetchCycles,
                costs::fetchBytes,
                shared.vertices(),
                machine.count(MachineKey.FETCH_UNDER_WAY),
                vertexQueue);
        new VertexStage(parts, gpu + ".Vertices", machine, shared, vertexQueue, setupQueue, costs);
        new Server(
                parts.account(gpu + ".Setup"), clock, setupQueue, this::setupCycles, this::setUp);
        new Server(
                parts.account(gpu + ".Binner"),
                clock,
                binQueue,
                this::binCycles,
                this::binned,
                this::binnerMayBegin);
        cull =
                machine.is(MachineKey.EARLY_Z, "overlap")
                        ? new CullUnits(parts, gpu, machine, shared, costs)
                        : null;
    }

    CullUnits cull() {
        return cull;
    }

    Source commands() {
        return commands;
    }

    ChunkCosts costs() {
        return costs;
    }

    void begin(PhaseWork begun, int part, Results told) {
        work = begun;
        own = begun.gpu(part);
        results = told;
        lastDraw = -1;
        hulls.begin(told);
    }

    private long commandCycles(int item) {
        if (Piece.kind(item) == Piece.SKIP) {
            return rates.of(MachineKey.COMMAND_SKIP);
        }
        int draw = costs.draw(item);
        long cycles = rates.of(MachineKey.COMMAND_CHUNK);
        if (draw != lastDraw) {
            lastDraw = draw;
            cycles += rates.of(MachineKey.COMMAND_DRAW);
        }
        return cycles;
    }

    private boolean commanded(ItemQueue fetch, int item, Runnable whenRoom) {
        if (Piece.kind(item) == Piece.HULL) {
            hulls.launch(Piece.number(item));
            return true;
        }
        if (Piece.kind(item) != Piece.SKIP) {
            return fetch.accept(item, whenRoom);
        }
        results.replayed(Piece.number(item));
        results.sorted(Piece.number(item));
        return true;
    }

    private long setupCycles(int item) {
        tally.add(ModelCounter.PRIMITIVES, costs.primitives(item));
        if (Piece.kind(item) == Piece.RENDER) {
            tally.add(ModelCounter.SET_UP, costs.setUp(Piece.number(item)));
            results.begun(Piece.number(item));
        } else if (Piece.kind(item) == Piece.LOOK) {
            results.begun(Piece.number(item));
        }
        return costs.setupCycles(item);
    }

    private boolean setUp(int item, Runnable whenRoom) {
        if (Piece.kind(item) == Piece.RENDER && !binQueue.accept(item, whenRoom)) {
            return false;
        }
        positions.give(costs.positionRoom(item));
        if (Piece.kind(item) == Piece.RENDER) {
            results.replayed(Piece.number(item));
        } else if (Piece.kind(item) == Piece.PRETEST) {
            results.pretested(Piece.number(item));
        } else if (Piece.kind(item) == Piece.CULL) {
            results.culled(Piece.number(item));
        } else if (Piece.kind(item) == Piece.LOOK) {
            results.looked(Piece.number(item));
        }
        return true;
    }

    private UnitState binnerMayBegin(int item, Runnable whenOpen) {
        if (!results.hasStorage(Piece.number(item))) {
            binnerWaits = whenOpen;
            return UnitState.QUEUE_FULL;
        }
        if (memory.backlog() > MOST_BACKLOG) {
            binnerWaits = whenOpen;
            clock.schedule(memory.backlog() - MOST_BACKLOG, roomInMemory, 0);
            return UnitState.DATA;
        }
        return UnitState.BUSY;
    }

    /** Storage of a window is free again, or memory has caught up. */
    void askAgain() {
        var waits = binnerWaits;
        binnerWaits = null;
        if (waits != null) {
            waits.run();
        }
    }

    private long binCycles(int item) {
        return rates.at(MachineKey.BINNING, own.entries(Piece.number(item)));
    }

    private boolean binned(int item, Runnable whenRoom) {
        int chunk = Piece.number(item);
        tally.add(ModelCounter.ENTRIES, own.entries(chunk));
        tally.add(ModelCounter.CHUNKS_RENDERED, 1);
        if (work.visible(chunk) > 0 && own.own(chunk) == 0) {
            tally.add(ModelCounter.CHUNKS_FOR_NOTHING, 1);
        }
        if (listsInMemory) {
            memory.send(own.entries(chunk) * entryBytes + own.own(chunk) * recordBytes);
        }
        parameters.give(costs.parameterRoom(item));
        results.sorted(chunk);
        return true;
    }
}
