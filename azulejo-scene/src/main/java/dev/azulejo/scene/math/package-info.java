/**
 * Small immutable vectors, quaternions and matrices for load time: numbers in, numbers out; and
 * {@link dev.azulejo.scene.math.PointBlocks many points}, of which few are visited.
 *
 * <p>Right-handed, column vectors ({@code p' = M p}), column-major storage, as glTF 2.0 has it.
 * Nothing here runs per vertex or per pixel at frame time.
 */
package dev.azulejo.scene.math;
