package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.MachineKey;

/**
 * Energy by what it is spent on: a proxy of bits and operations, without idle power. Bits cost by
 * how far they go: from a cache, over a link of the package or the board, from memory, from the
 * host.
 *
 * @param memoryMicrojoules bits to and from memory
 * @param linkMicrojoules bits between GPUs
 * @param cacheMicrojoules bits from caches
 * @param hostMicrojoules bits from the host
 * @param operationMicrojoules operations of lanes
 */
public record Energy(
        double memoryMicrojoules,
        double linkMicrojoules,
        double cacheMicrojoules,
        double hostMicrojoules,
        double operationMicrojoules) {
    /** Returns what a simulation's counters cost on its machine. */
    public static Energy of(SimulationResult result) {
        return new Energy(
                bits(result, ModelCounter.MEMORY_BYTES, MachineKey.MEMORY_ENERGY),
                bits(result, ModelCounter.LINK_BYTES, MachineKey.LINK_ENERGY),
                bits(result, ModelCounter.CACHE_BYTES, MachineKey.CACHE_ENERGY),
                bits(result, ModelCounter.HOST_BYTES, MachineKey.HOST_ENERGY),
                100.0
                        * result.count(ModelCounter.HUNDRED_OPERATIONS)
                        * result.machine().number(MachineKey.OPERATION)
                        / 1e6);
    }

    /** Returns the sum. */
    public double microjoules() {
        return memoryMicrojoules
                + linkMicrojoules
                + cacheMicrojoules
                + hostMicrojoules
                + operationMicrojoules;
    }

    private static double bits(SimulationResult result, ModelCounter bytes, MachineKey energy) {
        return 8.0 * result.count(bytes) * result.machine().number(energy) / 1e6;
    }
}
