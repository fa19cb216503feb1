/**
 * The Vector API twin of texture sampling: coordinates in, the same bits out as the definition.
 *
 * <p>{@link VectorTextureSampling} works in small steps, one a method, that hand over through
 * scratch arrays, so that each compiles. Rules are those of {@code kernel.vector}. Loaded only
 * where vector kernels run: in core nobody but {@code TextureSamplings} names it, and there a
 * lambda does.
 */
package dev.azulejo.core.sampling.vector;
