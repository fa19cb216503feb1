/**
 * The plain reference path: chunks of triangles that are set up go in, pixels come out. What every
 * other setting must equal, byte for byte.
 *
 * <pre>
 *  each chunk ─▶ each triangle ─▶ each pixel of its bounds ─▶ each sample: inside? depth?
 *    ─▶ discard? ─▶ shade ─▶ merge into the target's samples;   last: resolve
 * </pre>
 *
 * <p>{@link ReferenceRenderer} is all of it: 64-bit edge functions, each fragment shaded at once
 * and merged at once; no tiles, no deferral, no blocks; interpolation and colours by the scalar
 * definitions. Stages of programs are those of the kernels in use. Written to be read. Geometry,
 * that is fetch to set-up, is the pipeline's own.
 *
 * <p>Memory: the target's sample storage, and scratch for one fragment. Threads: one. Never
 * imported here: tiling, reuse, pixel (a test guards that) and device, which alone imports it.
 * Source: what {@link dev.azulejo.core.kernel.TrianglePlanes} and the kernels define.
 */
package dev.azulejo.core.reference;
