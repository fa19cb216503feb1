/**
 * The functions of {@code math} over the lanes of Vector API vectors: the same bits as the
 * definitions, at 4, 8 or 16 lanes.
 *
 * <p>What takes arrays is a kernel by itself. What takes vectors is called from loops of kernels:
 * where it is inlined it counts for what it holds there (see {@code kernel.vector} for how much a
 * kernel may hold), and where it is not, its result is an object.
 */
package dev.azulejo.core.math.vector;
