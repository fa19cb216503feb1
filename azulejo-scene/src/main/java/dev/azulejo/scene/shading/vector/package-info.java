/**
 * The Vector API twins of the shading kernels: the same lanes in, the same bits out as the
 * definitions. {@link VectorPbrKernels} shades, {@link VectorBrushedKernels} what is brushed,
 * {@link VectorCoatKernels} what is coated, {@link VectorHeightKernels} reads height fields. Loaded
 * only where vector kernels run.
 */
package dev.azulejo.scene.shading.vector;
