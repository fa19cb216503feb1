/**
 * Units of work and who does them: a {@link Coordinator} gives them to the {@link WorkerNode}s of a
 * cluster.
 *
 * <ul>
 *   <li>{@link UnitWork}: does a unit; {@link WorkFile}: a file that it is done with; {@link
 *       UnitResult}: what came of it.
 *   <li>{@link Ticket}: a unit that was handed in, for who waits for it.
 *   <li>{@link Membership}: who is a member; {@link Worker}: one of them, what it takes and what it
 *       has; {@link PartialResults}: what has come of it.
 *   <li>{@link Schedule}: which units are open, and who gets which; {@link Unit}: one of them;
 *       {@link Affinity}: who is to get the next one at the place of another.
 *   <li>{@link ContentSender}: sends workers the content that they ask for.
 *   <li>{@link KnownCoordinator}: one of those that a worker works for, and what it has given;
 *       {@link AssignedUnit}: a unit of it.
 *   <li>{@link ContentReceiver}: gathers what units are done with; {@link UnitRunner}: does them;
 *       {@link RestTimer}: what was kept for them goes when there is no job.
 *   <li>{@link ClusterCounts}: what a coordinator has counted.
 *   <li>{@link SteadyClock}: what all of them take for time.
 * </ul>
 */
package dev.azulejo.cluster.work;
