/**
 * Units of work and who does them: a {@link Coordinator} gives them to the {@link WorkerNode}s of a
 * cluster.
 *
 * <ul>
 *   <li>{@link UnitWork}: does a unit; {@link WorkFile}: a file that it is done with; {@link
 *       UnitResult}: what came of it.
 *   <li>{@link ClusterCounts}: what a coordinator has counted.
 *   <li>{@link SteadyClock}: what all of them take for time.
 * </ul>
 */
package dev.azulejo.cluster.work;
