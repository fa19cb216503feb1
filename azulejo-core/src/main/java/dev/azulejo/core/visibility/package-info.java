/**
 * Early hierarchical Z: boxes of clusters and triangle records go in, whether they are hidden for
 * certain comes out; known from the same triangles, before they are tiled, rasterised or shaded.
 *
 * <pre>
 *  PositionBounds, matrix, viewport ─▶ ClusterBox: pixels and nearest depth ─▶ HierarchicalZ.hidden
 *  record of a triangle ─▶ OcclusionTester ─▶ hidden? (tests, and enters what it covers)
 *
 *  HierarchicalZ     64x64    nothing ends up farther than this
 *                    16x16    likewise
 *                    4x4      likewise, and two nearer depths, each for the pixels of a mask
 *                    pixels   likewise, in place of the two, if wanted
 * </pre>
 *
 * <ul>
 *   <li>{@link HierarchicalZ}: the structure. Depths are keys of 24 bits that grow with distance,
 *       rounded to the safe side. {@link HizLayout}: where in its arrays what lies; {@link
 *       HizEdges}: what lies around the pixels that it is about.
 *   <li>{@link HizCounts}: what one thread asked and wrote.
 *   <li>{@link OcclusionTester}: tests a triangle, group by group, and enters it. {@link
 *       Visibility}: what it finds. {@link DepthEnd}: bounds of a plane's depths.
 *   <li>{@link OcclusionUse}: what setting up a triangle does with the structure. {@link
 *       SmallOccluder}: triangles of a few pixels. {@link OccluderQueue}: blocks that triangles may
 *       cover, found out together in lanes and entered.
 *   <li>{@link FinestLevel}: what is kept of a block: each {@link Layer} a {@code BlockMask} and a
 *       depth, or {@link PixelDepths}, tested with a {@link PixelPlane}, and sample by sample by
 *       {@link PartialPixels}, which also enters triangles that cover some samples of a pixel.
 *   <li>{@link KnownKeys}: what is known of a pixel or a sample, for studies and tests.
 *   <li>{@link ClusterBox}: where a cluster can appear, with margins for every rounding.
 * </ul>
 *
 * <p>Who asks: frame about whole draw calls (their boxes alone), geometry about clusters and
 * triangles, tiling about triangles in tiles, pixel about groups of 16x16 and, if wanted, their
 * parts. Who enters: geometry; or pixel, the classic way, from depths it has written. Everything
 * here is conservative and never changes a pixel: only what is <em>strictly</em> behind is hidden.
 * In which order draw calls may hide each other is decided in {@code policy}.
 *
 * <p>Memory: the structure belongs to the device, about a byte a pixel, four more with depths of
 * pixels and another four a sample where there are several, and begins anew where nothing that was
 * known holds any more. Threads: any number read and write the structure at once without locks;
 * testers and boxes are one thread's each.
 *
 * <p>Never imported here: frame, geometry and later packages. Source: Andersson, Hasselgren and
 * Akenine-Möller, "Masked depth culling for graphics hardware", 2015; the second layer, boxes and
 * several views are not published.
 */
package dev.azulejo.core.visibility;
