/**
 * Kernel families and their scalar definitions.
 *
 * <p>In and out: primitive arrays, structure of arrays. An interface a family; the scalar class is
 * the definition, written to be read; {@code kernel.vector} holds the twin that must give the same
 * bits, and may import the Vector API, as {@code sampling.vector} and {@code math.vector} may.
 *
 * <table>
 * <caption>Families</caption>
 * <tr><td>{@link dev.azulejo.core.kernel.WindowTransform}</td><td>clip space to fixed-point window</td></tr>
 * <tr><td>{@link dev.azulejo.core.kernel.RasterKernels}</td><td>coverage and depth in a tile</td></tr>
 * <tr><td>{@link dev.azulejo.core.kernel.InterpolationKernels}</td><td>varyings at pixels</td></tr>
 * <tr><td>{@link dev.azulejo.core.kernel.ColorKernels}</td><td>encoding and blending</td></tr>
 * <tr><td>{@link dev.azulejo.core.kernel.HashKernels}</td><td>hashes of triangles for reuse</td></tr>
 * </table>
 *
 * <p>Rounding is contract: multiplication and addition are never fused, in either twin.
 */
package dev.azulejo.core.kernel;
