/**
 * The Vector API twins of the shading kernels: the same lanes in, the same bits out as the
 * definitions. {@link VectorPbrKernels} shades, {@link VectorHeightKernels} reads height fields.
 * Loaded only where vector kernels run.
 */
package dev.azulejo.scene.shading.vector;
