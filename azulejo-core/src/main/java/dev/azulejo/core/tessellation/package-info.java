/**
 * The fixed-function tessellator: tessellation factors of one patch go in; domain points, and the
 * points, lines or triangles between them, come out.
 *
 * <pre>
 *  factors ─▶ FactorRules: dropped? clamped ─▶ EdgeDivision, for each edge and the inside
 *    ├─ quad       QuadTessellator       a grid, and a frame of four strips ─┐
 *    ├─ triangle   TriangleTessellator   rings ──────────────────────────────┴─▶ StripStitcher
 *    └─ isolines   lines of points
 *                                                       ─▶ TessellatedPatch: u, v, w, indices
 *  factors ─▶ TessellationCount: how many of each, without making them
 * </pre>
 *
 * <ul>
 *   <li>{@link TessellationMode}: what a hull stage declares: {@link TessellationDomain}, {@link
 *       TessellationPartitioning}, {@link TessellationTopology}. These four are for users.
 *   <li>{@link Tessellator}: the whole; {@link TessellatedPatch}: what comes out, with room for the
 *       largest patch.
 *   <li>{@link TessellationCount}: closed forms for points and primitives.
 *   <li>{@link FactorRules}: which factors are used in place of those given.
 *   <li>{@link EdgeDivision}: where the points of an edge lie; {@link RulerFunction}: in which
 *       order they come into being.
 *   <li>{@link QuadTessellator}, {@link TriangleTessellator}: the two domains with an inside.
 *   <li>{@link StripStitcher}: joins a side of a ring with the ring within.
 * </ul>
 *
 * <p>The points of an edge depend on its factor alone and are the same from both ends, so that
 * neighbours meet. Coordinates are fixed point with 16 bits of fraction.
 *
 * <p>Memory: scratch of the object, nothing is allocated by a call. Threads: one at a time. Knows
 * nothing of control points, shaders or drawing: no other package of the project is imported, and a
 * test guards that. Sources: Direct3D 11.3 functional specification, chapter 11; OpenGL 4.6,
 * 11.2.2; where they leave a choice, Mesa's llvmpipe.
 */
package dev.azulejo.core.tessellation;
