/**
 * Which triangles touch which tile: processed chunks go in; for every tile comes out a list of
 * references (chunk, triangle) in submission order.
 *
 * <pre>
 *  chunk, by the worker that was done with it
 *    Binner.bin: bounds ─▶ tiles of the set ─▶ do edges touch? ─▶ hidden there? (HierarchicalZ)
 *      └─▶ TileLists, one a worker: chains of references, each tile's in rising order
 *  tile, by the worker that renders it
 *    TileList.select ─▶ isEmpty ─▶ merge
 * </pre>
 *
 * <ul>
 *   <li>{@link Binner}: puts a chunk's triangles on lists, and says what a reference is.
 *   <li>{@link TileLists}: one worker's lists of all tiles.
 *   <li>{@link TileList}: one tile's list, merged from all workers' when somebody wants to know.
 *   <li>{@link FineBatch}: instead of lists, the published way: batches of triangles, each waiting
 *       at the next tile that it touches.
 * </ul>
 *
 * <p>Order: workers bin different chunks at the same time without a lock. Each takes chunks in
 * rising order, so that each of its lists rises, and merging by reference restores submission
 * order.
 *
 * <p>Memory: lists belong to the device, one set a worker; they are emptied for each window and
 * only grow. Threads: binner and lists are one worker's while chunks come, and read by all while
 * tiles are rendered.
 *
 * <p>Never imported here: reuse, pixel and later packages. Source: not published.
 */
package dev.azulejo.core.tiling;
