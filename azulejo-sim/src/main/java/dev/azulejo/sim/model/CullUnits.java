package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.Credits;
import dev.azulejo.sim.unit.Fetcher;
import dev.azulejo.sim.unit.Server;

/**
 * The position-only pipeline of a GPU that has one beside its replay pipeline: it fetches
 * positions, places them on the compute units that all stages share, and finds out what is hidden.
 * Of each primitive it leaves a bit, for as long as replay has not set the chunk up; where there is
 * no room for more, it waits.
 *
 * <pre>
 *  cull:    commands ─> fetch ─> vertices ─> cull ══> records, a bit a primitive
 *                                                          ║ known, and given back
 *  replay:  commands ─> fetch ─> vertices ─> setup ─> ...  v
 * </pre>
 *
 * <p>Nothing of it lies in the caches of the other. It has no clipper and no tessellators: what
 * needs them passes it by.
 */
final class CullUnits {
    private static final int QUEUE = 8;
    private final Rates rates;
    private final Tally tally;
    private final ChunkCosts costs;
    private final Credits positions;
    private final Credits records;
    private final Source commands;
    private Renderer renderer;
    private Runnable afterwards = () -> {};
    private int lastDraw;
    private boolean asks;

    CullUnits(Parts parts, String gpu, Machine machine, GpuParts shared, ChunkCosts costs) {
        rates = shared.rates();
        tally = shared.tally();
        this.costs = costs;
        positions = parts.credits(gpu + ".CullPositions", machine.count(MachineKey.POSITION_CACHE));
        records = parts.credits(gpu + ".Records", machine.count(MachineKey.RECORDS));
        var own =
                new GpuParts(
                        rates,
                        tally,
                        shared.engines(),
                        shared.memory(),
                        shared.vertices(),
                        shared.textures(),
                        positions,
                        shared.parameters());
        var clock = parts.clock();
        var fetchQueue = parts.queue(gpu + ".CullFetch.Queue", QUEUE);
        var vertexQueue = parts.queue(gpu + ".CullVertices.Queue", QUEUE);
        var cullQueue = parts.queue(gpu + ".Cull.Queue", QUEUE);
        commands =
                new Source(
                        parts.account(gpu + ".CullCommands"),
                        clock,
                        this::commandCycles,
                        fetchQueue);
        new Fetcher(
                parts.account(gpu + ".CullFetch"),
                clock,
                fetchQueue,
                costs::fetchCycles,
                costs::fetchBytes,
                shared.vertices(),
                machine.count(MachineKey.FETCH_UNDER_WAY),
                vertexQueue);
        new VertexStage(parts, gpu + ".CullVertices", machine, own, vertexQueue, cullQueue, costs);
        new Server(parts.account(gpu + ".Cull"), clock, cullQueue, this::cullCycles, this::culled);
    }

    Source commands() {
        return commands;
    }

    /** Begins a phase; what is told of each chunk, and what is called after that. */
    void begin(Renderer told, Runnable called) {
        renderer = told;
        afterwards = called;
        lastDraw = -1;
        commands.run(told::nextCulled);
    }

    /** Takes room for the record of a chunk. Returns whether there was enough. */
    boolean take(int chunk) {
        if (asks) {
            return false;
        }
        asks = !records.take(costs.visibilityBytes(chunk), this::roomCame);
        return !asks;
    }

    private void roomCame() {
        asks = false;
        commands.wake();
    }

    /** Gives back the room of a chunk's record. */
    void give(int chunk) {
        records.give(costs.visibilityBytes(chunk));
    }

    private long commandCycles(int item) {
        int draw = costs.draw(item);
        long cycles = rates.of(MachineKey.COMMAND_CHUNK);
        if (draw != lastDraw) {
            lastDraw = draw;
            cycles += rates.of(MachineKey.COMMAND_DRAW);
        }
        return cycles;
    }

    private long cullCycles(int item) {
        tally.add(ModelCounter.PRIMITIVES, costs.primitives(item));
        return costs.setupCycles(item);
    }

    private boolean culled(int item, Runnable whenRoom) {
        positions.give(costs.positionRoom(item));
        renderer.culled(Piece.number(item));
        afterwards.run();
        return true;
    }
}
