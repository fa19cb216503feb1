/**
 * Vector API twins of the kernels: the same arrays in, the same bits out, at 4, 8 or 16 lanes.
 *
 * <p>{@link VectorKernels} makes them all, each named after its family: {@link
 * VectorWindowTransform}, {@link VectorTriangleCulling}, {@link VectorSetupKernels}, {@link
 * VectorOccluderKernels}, {@link VectorRasterKernels}, {@link VectorVisibleKernels}, {@link
 * VectorInterpolationKernels}, {@link VectorColorKernels}, {@link VectorHashKernels}. What has no
 * vector form runs the scalar definition. {@link LargeTriangles} is a part of the raster kernels.
 *
 * <p>Rules that keep them compiled: species are static final, vectors are locals, under about 300
 * vector operations a method, whole vectors only (arrays are padded). Lane-wise library functions
 * and fused operations are not used, and a test guards that. Nor are larger and smaller ones of two
 * floats: they are six instructions of today's processors, since Java's look for NaN and for zeros
 * of two signs, and a comparison and a choice are two.
 *
 * <p>Loops of set-up, rasterising, sampling and shading hand no vector to another method and get
 * none from it: once such a method is compiled by itself it may be too large to be inlined, and
 * each vector is an object then. Numbers and arrays are handed on. Where that does not happen a
 * line or two are methods, as where colours are encoded.
 *
 * <p>Loaded only where vector kernels run: in core nobody but {@code KernelSet} names a class of
 * this package, and there a lambda does.
 */
package dev.azulejo.core.kernel.vector;
