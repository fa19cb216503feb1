/**
 * Lists of triangles go in, a tile at a time; pixels of the render target come out. What is visible
 * is shaded, merged and resolved by one worker a tile.
 *
 * <pre>
 *  TileRenderer.render
 *    TileMemory.load     clear values, the target's stored samples, or what TileParking keeps
 *    each entry of the list, in submission order (HiddenGroups: not where it is known to be hidden)
 *      opaque       coverage, depth, entry ─────────────────────┐
 *      discarding   CandidateSamples ─▶ DiscardStage ─▶ depth ──┤ all in, or something blends
 *                                                               ▼
 *                                              VisibleSort ─▶ FragmentShading.replace
 *      depth alone  coverage, depth
 *      blended      CandidateSamples ─▶ FragmentList ────────▶ FragmentShading.blendQueue, in order
 *    TileMemory.store    nowhere, to the target's samples, or to TileParking
 *    TileColor.resolve   samples to pixels
 * </pre>
 *
 * <ul>
 *   <li>{@link TileRenderer}: the order of all this; made for a tile size, sample count and format.
 *   <li>{@link TileMemory}: colours and depths of the tile's samples, in and out ({@link
 *       LoadOperation}, {@link StoreOperation}); {@link TileRectangle}: where the tile lies.
 *   <li>{@link TileColor}: colours in the target's format, {@link Rgba8TileColor} or {@link
 *       FloatTileColor}, or none ({@link NoTileColor}): blending and resolve.
 *   <li>{@link OwnPixels}: a GPU's own target, where pixels travel as messages.
 *   <li>{@link TileParking}: samples of all tiles between the windows of a phase.
 *   <li>{@link TilePrimitives}: the tile's list, and the triangles that its entries name.
 *   <li>{@link CandidateSamples}: where one triangle passes, before anything is written; {@link
 *       DiscardStage}: takes out what the program discards, or what alpha does not cover.
 *   <li>{@link FragmentList}: fragments to be shaded, those of one entry together; {@link
 *       VisibleSort} fills it with what is visible.
 *   <li>{@link FragmentShading}: interpolates and shades batches of one draw call.
 *   <li>{@link HiddenGroups}: in which groups of 16x16 a triangle is hidden.
 *   <li>{@link PixelLog}: where it is noted what was covered and shaded, if somebody wants to know.
 *   <li>{@link FullDepth}: an epoch's occluders in full resolution, to mark what is visible.
 * </ul>
 *
 * <p>Deferral never shows: what a fragment shades depends on its pixel and triangle alone, and
 * colours meet the tile in submission order.
 *
 * <p>Memory: each worker has a renderer with memory for one tile, used again for every tile and
 * frame; parked samples are the device's, stored ones the target's. Threads: all of a renderer is
 * one worker's. Workers write different tiles of the target and of the parking; records of
 * triangles are only read, but for the mark that {@link FullDepth} sets.
 *
 * <p>Never imported here: reference, device. Whether a tile is rendered at all is asked before, in
 * reuse. Sources: coverage and interpolation are the kernels'; deferral inside a tile is not
 * published.
 */
package dev.azulejo.core.pixel;
