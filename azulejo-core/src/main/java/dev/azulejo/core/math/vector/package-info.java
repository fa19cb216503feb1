/**
 * The functions of {@code math} over the lanes of Vector API vectors: the same bits as the
 * definitions, at 4, 8 or 16 lanes.
 *
 * <p>What takes arrays is a kernel by itself (see {@code kernel.vector} for what one may hold); a
 * method that takes a vector is a line long, so that it is inlined wherever it is called.
 */
package dev.azulejo.core.math.vector;
