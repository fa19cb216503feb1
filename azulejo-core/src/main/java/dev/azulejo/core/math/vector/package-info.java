/**
 * The functions of {@code math} over the lanes of Vector API vectors: the same bits as the
 * definitions, at 4, 8 or 16 lanes.
 *
 * <p>Called from loops of kernels, into which they are inlined: each counts for what it holds there
 * (see {@code kernel.vector} for how much a kernel may hold).
 */
package dev.azulejo.core.math.vector;
