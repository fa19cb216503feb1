/**
 * Which triangles touch which tile.
 *
 * <p>In: triangles of a sorting window, in submission order. Out: for every tile the references of
 * its triangles, in submission order. Workers bin different chunks at the same time into lists of
 * their own; since each takes chunks in rising order, merging by reference restores the order. Must
 * not import rasterisation or later stages.
 */
package dev.azulejo.core.tiling;
