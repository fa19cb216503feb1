/**
 * Regions of a target: its size and who shares it go in; owners of pixels, and tiles by number and
 * place, come out.
 *
 * <pre>
 *  RegionLayout ── size, weights ──&gt; RegionMap ── tiles(gpu) ──&gt; TileSet ── size ──&gt; TileGrid
 *  interleaved:256                    A  B  A  B                  #.#.                 0  1  2  3
 *  strips, uneven ...                 C  D  C  D                  ....                 4  5  6  7
 *                                         │
 *              WorkGrid, what it cost ────┴──&gt; RegionQuality; policy.RegionBalancer: another map
 * </pre>
 *
 * <ul>
 *   <li>{@link TileGrid}: how a target is cut into tiles, and which of them are somebody's.
 *   <li>{@link TileSet}: which regions of 16, 32 or 64 pixels are somebody's: all, or any pattern.
 *   <li>{@link RegionMap}: which GPU of a group owns which pixels; which GPUs a rectangle touches.
 *   <li>{@link RegionLayout}: how a map is made, whatever the target and the GPUs, and how that is
 *       written ({@link RegionLayoutText}). Maps are made by {@link RegionRectangles}, of any
 *       rectangles, {@link LargeRegions}, {@link UnevenRegions} and, for a {@link RegionGrid},
 *       {@link RegionDealer}, with {@link RegionShares} of pixels.
 *   <li>{@link CoarseBins}: rectangles for the chiplets of a package; {@link PixelRectangle}: what
 *       lies around what somebody owns.
 *   <li>{@link WorkGrid}: what a frame cost, by place. {@link RegionQuality}: how well a map shares
 *       it out.
 * </ul>
 *
 * <p>A tile is never larger than a region, so that it has one owner. Threads: all is immutable but
 * the grid, which is set by the submitting thread before workers read it. Imports resource; never
 * options or later packages. Sources: the pattern of {@link RegionLayout.Modulo} is published; the
 * rest is not.
 */
package dev.azulejo.core.screen;
