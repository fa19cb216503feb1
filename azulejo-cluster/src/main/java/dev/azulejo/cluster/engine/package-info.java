/**
 * What carries bytes between the members of a cluster, and knows who they are: an interface, so
 * that one library or another does it, and tests need none.
 *
 * <ul>
 *   <li>{@link Engine}: sends; {@link EngineListener}: is told. {@link Peer}: a member. {@link
 *       EngineException}: a cluster cannot be joined.
 *   <li>{@link Outgoing}: what is on its way to one member.
 *   <li>{@link ClusterKey}: what all have.
 *   <li>{@link Discovery}: where members may be: {@link HostList}, of {@link HostPort}s, or {@link
 *       SharedFile}.
 * </ul>
 */
package dev.azulejo.cluster.engine;
