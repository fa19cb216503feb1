package dev.azulejo.sim.model;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;

/**
 * Runs the hull stages of groups of patches on the compute units, as many at a time as are
 * launched. What they make waits for the domain stage in a buffer; what finds no room there goes to
 * memory and back.
 */
final class HullStage {
    private static final int KIND = 1;

    private final EventQueue clock;
    private final GpuParts shared;
    private final ChunkCosts costs;
    private final long buffer;
    private final int threads;
    private final long lanes;
    private final long latency;
    private final int fetched;
    private final int groupsDone;
    private final int arrived;
    private GeometryUnits.Results results;

    HullStage(Parts parts, Machine machine, GpuParts shared, ChunkCosts costs) {
        clock = parts.clock();
        this.shared = shared;
        this.costs = costs;
        buffer = machine.count(MachineKey.TESSELLATION_BUFFER);
        threads = machine.count(MachineKey.GROUP_THREADS);
        lanes = machine.count(MachineKey.LANES);
        latency = shared.rates().of(MachineKey.GROUP_LATENCY);
        arrived = clock.register(group -> results.hullDone(group));
        groupsDone = clock.register(group -> clock.schedule(latency, arrivedNumber(), group));
        fetched = clock.register(this::run);
    }

    private int arrivedNumber() {
        return arrived;
    }

    void begin(GeometryUnits.Results told) {
        results = told;
    }

    void launch(int group) {
        shared.vertices().read(costs.fetchBytes(Piece.of(Piece.HULL, group)), fetched, group);
    }

    private void run(int group) {
        int item = Piece.of(Piece.HULL, group);
        spill(item);
        long operations = costs.operations(item);
        shared.tally().add(ModelCounter.VERTICES, costs.vertices(item));
        shared.tally().add(ModelCounter.HUNDRED_OPERATIONS, operations / 100);
        shared.tally().add(ModelCounter.PATCHES_ELSEWHERE, costs.patches().elsewhere(group));
        int groups = (int) Math.max(1, (costs.vertices(item) + threads - 1) / threads);
        long cycles = shared.rates().slow((operations + groups * lanes - 1) / (groups * lanes));
        shared.idlest().submit(KIND, groups, cycles, groupsDone, group);
    }

    private void spill(int item) {
        long bytes = costs.hullBytes(item);
        long beyond = Math.min(bytes, results.hullBytesInFlight() - buffer);
        if (beyond > 0) {
            shared.memory().send(2 * beyond);
            shared.tally().add(ModelCounter.SPILLED, beyond);
        }
    }
}
