package dev.azulejo.sim.model;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.Account;
import dev.azulejo.sim.unit.Credits;
import dev.azulejo.sim.unit.ItemQueue;
import dev.azulejo.sim.unit.Sink;
import dev.azulejo.sim.unit.UnitState;

/**
 * Hands pieces of geometry to the compute units, as far as there is room for what will come of
 * them, and hands them on in order. To hand out takes no time; so it is never busy, and what it
 * waits for is what it is there to tell: room, thread groups that have not ended, a full queue,
 * input.
 */
final class VertexStage {
    private static final int KIND = 2;

    private final EventQueue clock;
    private final ItemQueue in;
    private final Sink out;
    private final Account account;
    private final ChunkCosts costs;
    private final Tally tally;
    private final Rates rates;
    private final GpuParts shared;
    private final Credits positions;
    private final Credits parameters;
    private final int most;
    private final int threads;
    private final long lanes;
    private final long latency;
    private final int groupsDone;
    private final int arrived;
    private final Runnable start = this::start;
    private final Runnable roomCame = this::roomCame;
    private final Runnable retry = this::handOn;

    /** Pieces under way, in order: a ring. */
    private final int[] items;

    private final boolean[] ready;
    private int first;
    private int count;
    private boolean asks;
    private boolean stuck;

    VertexStage(
            Parts parts,
            String name,
            Machine machine,
            GpuParts shared,
            ItemQueue in,
            Sink out,
            ChunkCosts costs) {
        clock = parts.clock();
        account = parts.account(name);
        this.in = in;
        this.out = out;
        this.costs = costs;
        tally = shared.tally();
        rates = shared.rates();
        this.shared = shared;
        positions = shared.positions();
        parameters = shared.parameters();
        most = machine.count(MachineKey.VERTEX_JOBS);
        threads = machine.count(MachineKey.GROUP_THREADS);
        lanes = machine.count(MachineKey.LANES);
        latency = shared.rates().of(MachineKey.GROUP_LATENCY);
        items = new int[most];
        ready = new boolean[most];
        groupsDone = clock.register(slot -> clock.schedule(latency, arrivedNumber(), slot));
        arrived = clock.register(this::complete);
        in.onItem(start);
    }

    private int arrivedNumber() {
        return arrived;
    }

    private void roomCame() {
        asks = false;
        start();
    }

    private void start() {
        while (count < most && !in.isEmpty()) {
            if (!takeRoom(in.peek())) {
                account.enter(UnitState.QUEUE_FULL);
                return;
            }
            submit(in.take());
        }
        account.enter(state());
    }

    private UnitState state() {
        if (stuck) {
            return UnitState.QUEUE_FULL;
        }
        return count > 0 ? UnitState.DEPENDENCY : UnitState.INPUT;
    }

    private boolean takeRoom(int item) {
        if (asks) {
            return false;
        }
        long room = costs.positionRoom(item);
        if (!positions.take(room, roomCame)) {
            asks = true;
            return false;
        }
        if (!parameters.take(costs.parameterRoom(item), roomCame)) {
            asks = true;
            positions.give(room);
            return false;
        }
        return true;
    }

    private void submit(int item) {
        int slot = (first + count++) % most;
        items[slot] = item;
        ready[slot] = false;
        long operations = costs.operations(item);
        tally.add(ModelCounter.VERTICES, costs.vertices(item));
        tally.add(ModelCounter.HUNDRED_OPERATIONS, operations / 100);
        if (operations == 0) {
            clock.schedule(0, arrived, slot);
            return;
        }
        int groups = (int) Math.max(1, (costs.vertices(item) + threads - 1) / threads);
        long cycles = rates.slow((operations + groups * lanes - 1) / (groups * lanes));
        shared.idlest().submit(KIND, groups, cycles, groupsDone, slot);
    }

    private void complete(int slot) {
        ready[slot] = true;
        if (!stuck) {
            handOn();
        }
    }

    private void handOn() {
        stuck = false;
        while (count > 0 && ready[first] && !stuck) {
            if (out.accept(items[first], retry)) {
                ready[first] = false;
                first = (first + 1) % most;
                count--;
            } else {
                stuck = true;
            }
        }
        start();
    }
}
