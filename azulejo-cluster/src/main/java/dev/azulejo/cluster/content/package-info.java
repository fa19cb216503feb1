/**
 * Content that is called by its hash, so that it travels once, and nobody names a place where it
 * lies.
 *
 * <ul>
 *   <li>{@link ContentHash}, {@link NamedContent}: what a task says of the files that it is to be
 *       done with.
 *   <li>{@link ContentStore}: where a worker keeps them, within a bound, in a folder that it has
 *       alone: {@link FolderLock}.
 * </ul>
 */
package dev.azulejo.cluster.content;
