/**
 * One tile's triangles, in order, to visible samples.
 *
 * <p>In: the tile's list. Out: depth, and for each sample the list entry that is visible;
 * candidates of discarding and blending triangles for the pixel stage. Must not import the pixel
 * stage.
 */
package dev.azulejo.core.raster;
