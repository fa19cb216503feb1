/**
 * JGroups as an {@link dev.azulejo.cluster.engine.Engine}, by a stack of protocols of our own,
 * {@code stack.xml}. No other package knows of it.
 *
 * <ul>
 *   <li>{@link GroupEngine}: a channel. {@link Seeds}: where it looks for others.
 * </ul>
 */
package dev.azulejo.cluster.jgroups;
