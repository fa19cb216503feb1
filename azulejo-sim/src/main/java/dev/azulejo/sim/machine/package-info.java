/**
 * Machines to simulate, as text that people write and read.
 *
 * <ul>
 *   <li>{@link Machine}: a value for each {@link MachineKey}, in the model's units, each with its
 *       source.
 *   <li>{@link MachineFile}: YAML files, and the presets that come along.
 *   <li>{@link MachineText}: the other way. {@link Setting}: what a command line changes; {@link
 *       IdleKeys}: what would make no difference.
 *   <li>{@link MachineException}: line, key, and what was expected.
 * </ul>
 *
 * <p>Units are part of every number: {@code 336 GB/s}, {@code 100 ns}. What is written in seconds
 * becomes cycles by the machine's own clock. Never imported here: model.
 */
package dev.azulejo.sim.machine;
