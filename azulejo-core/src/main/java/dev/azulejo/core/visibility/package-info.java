/**
 * Early hierarchical Z: what is hidden, found out before it is tiled, rasterised or shaded.
 *
 * <p>In: boxes of clusters, triangle records. Out: whether they are hidden for certain; the
 * hierarchical depth structure that says so, built from the same triangles. Everything here is
 * conservative and never changes a pixel. Must not import geometry or later stages.
 */
package dev.azulejo.core.visibility;
