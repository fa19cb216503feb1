/**
 * Vector API twins of the kernels: the same arrays in, the same bits out, at 4, 8 or 16 lanes.
 *
 * <p>Rules that keep them compiled: species are static final, vectors are locals, under about 300
 * vector operations a method, whole vectors only (arrays are padded).
 */
package dev.azulejo.core.kernel.vector;
