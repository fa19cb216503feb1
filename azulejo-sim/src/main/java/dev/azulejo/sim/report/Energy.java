package dev.azulejo.sim.report;

import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.SimulationResult;

/**
 * Energy by what it is spent on: a proxy of bits and operations, without idle power.
 *
 * @param memoryMicrojoules bits to and from memory
 * @param linkMicrojoules bits between GPUs
 * @param operationMicrojoules operations of lanes
 * @param cacheMicrojoules bits of textures from caches
 * @param hostMicrojoules bits of commands
 */
record Energy(
        double memoryMicrojoules,
        double linkMicrojoules,
        double operationMicrojoules,
        double cacheMicrojoules,
        double hostMicrojoules) {
    static Energy of(SimulationResult result) {
        var machine = result.machine();
        return new Energy(
                bits(result, ModelCounter.MEMORY_BYTES)
                        * machine.number(MachineKey.MEMORY_ENERGY)
                        / 1e6,
                bits(result, ModelCounter.LINK_BYTES)
                        * machine.number(MachineKey.LINK_ENERGY)
                        / 1e6,
                100.0
                        * result.count(ModelCounter.HUNDRED_OPERATIONS)
                        * machine.number(MachineKey.OPERATION)
                        / 1e6,
                bits(result, ModelCounter.CACHE_BYTES)
                        * machine.number(MachineKey.CACHE_ENERGY)
                        / 1e6,
                bits(result, ModelCounter.HOST_BYTES)
                        * machine.number(MachineKey.HOST_ENERGY)
                        / 1e6);
    }

    private static double bits(SimulationResult result, ModelCounter bytes) {
        return 8.0 * result.count(bytes);
    }
}
