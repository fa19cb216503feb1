/**
 * Regions of a target: its size and an owner's pattern go in, tiles by number and place come out.
 *
 * <pre>
 *  TileSet, squares of 16, 32 or 64 pixels      TileGrid, tiles of the same size or smaller
 *    #.#.                                         0  1  2  3  4  5  6  7     tile = row * columns
 *    .#.#                                         8  9 10 11 12 13 14 15            + column
 * </pre>
 *
 * <ul>
 *   <li>{@link TileGrid}: how a target is cut into tiles, and which of them are somebody's.
 *   <li>{@link TileSet}: which regions are somebody's: all, or any pattern. A device has all today.
 * </ul>
 *
 * <p>A tile is never larger than a region, so that it has one owner. Threads: a set is immutable; a
 * grid is set by the submitting thread before workers read it. Imports resource; never options or
 * later packages. Source: not published.
 */
package dev.azulejo.core.screen;
