/**
 * Work on other machines. Nothing here knows what the work is.
 *
 * <pre>
 *  engine/   bytes between members, and who they are     jgroups/  by JGroups
 *  message/  what is told, as bytes
 *  content/  files by their hash, kept within a bound
 *  work/     a Coordinator gives units to WorkerNodes
 * </pre>
 */
package dev.azulejo.cluster;
