package dev.azulejo.sim.model;

import dev.azulejo.sim.unit.Channel;
import dev.azulejo.sim.unit.ComputeUnits;
import dev.azulejo.sim.unit.Credits;

import java.util.List;

/**
 * What the units of a GPU share.
 *
 * @param rates turns amounts into its cycles
 * @param tally its counters
 * @param engines compute units of its shader engines
 * @param memory its memory
 * @param vertices where vertices and indices are read
 * @param textures where textures are read
 * @param positions room for positions
 * @param parameters room for varyings
 */
record GpuParts(
        Rates rates,
        Tally tally,
        List<ComputeUnits> engines,
        Channel memory,
        SceneMemory vertices,
        SceneMemory textures,
        Credits positions,
        Credits parameters) {
    /** Returns the engine with the least to do, the first of several. */
    ComputeUnits idlest() {
        var idlest = engines.getFirst();
        for (var engine : engines) {
            if (engine.pendingCycles() < idlest.pendingCycles()) {
                idlest = engine;
            }
        }
        return idlest;
    }
}
