/**
 * The Vector API twins of the shading kernels: the same lanes in, the same bits out as the
 * definitions. {@link VectorPbrKernels} shades, by {@link VectorAlbedoKernels} and {@link
 * VectorStudioKernels} where light comes from all sides; {@link VectorBrushedKernels} has what is
 * brushed, {@link VectorCoatKernels} what is coated, {@link VectorHeightKernels} reads height
 * fields. Loaded only where vector kernels run.
 */
package dev.azulejo.scene.shading.vector;
