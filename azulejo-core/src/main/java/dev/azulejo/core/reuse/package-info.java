/**
 * Is a tile the same as last time? Draw calls, triangles and lists of tiles go in; for each tile
 * comes out whether it is rendered or keeps its pixels.
 *
 * <pre>
 *  RenderGate.begin
 *    TargetHistories ─▶ TargetHistory: what is known of the target, if nobody else wrote there
 *    InputWriter: a draw call in words
 *      ├─▶ DrawRecord: inputs of all draw calls ─▶ PartialRender.match ─┬─ all same ─▶ UNCHANGED
 *      │                                                                ├─ most ─────▶ PARTIAL
 *      │                                                                └─ else ─────▶ WHOLE
 *      └─▶ DrawInputs: what tiles are compared by, and its hash
 *  PARTIAL, when changed draw calls have been noted
 *    openTiles: tiles that these touch, or those that are gone touched, are open;
 *            unchanged draw calls that touch an open tile are needed
 *  a chunk
 *    note: a bit in DrawRecord for each tile it touches       hash: PrimitiveHasher ─▶ ChunkHashes
 *  a tile
 *    decide ─┬─ closed ─▶ UNTOUCHED
 *            ├─ not compared, and nothing there, then and now ─▶ EMPTY
 *            └─ TileTester, Characterisation now and past:
 *               limits ─▶ header ─▶ programs or masks ─▶ data ─▶ REUSED
 *  end: now becomes the past
 * </pre>
 *
 * <ul>
 *   <li>{@link RenderGate}: the steps of a render and their order; all that other packages see,
 *       each stage of it one side: {@link DrawGate} which draw calls, {@link ChunkGate} what chunks
 *       leave behind, {@link TileGate} which tiles. {@link OpenGate} renders everything, {@link
 *       HistoryGate} is what the picture shows.
 *   <li>{@link TargetHistory}: what is known of the last render into a target, one for each target
 *       and set of tiles; {@link TargetHistories} keeps the last few.
 *   <li>{@link InputWriter}: writes down, in words, all of a draw call that can change a pixel.
 *       What is forgotten there is a wrong picture. {@link ProgramNumbers} numbers programs for it.
 *   <li>{@link DrawRecord}: inputs of a render, and which tiles each draw call can touch.
 *   <li>{@link PartialRender}: matches the draw calls of two renders, and finds open tiles.
 *   <li>{@link DrawInputs}: states of draw calls, as far as tiles are compared by them.
 *   <li>{@link PrimitiveHasher}: the levels of hashing and their keys, and how improbable a
 *       collision is; {@link ChunkHashes}: where the hashes of triangles lie.
 *   <li>{@link TileTester}: a worker's part, writes down tiles, or parts of chunks, and compares;
 *       {@link KeptData}: hashes, or all of it.
 *   <li>{@link Characterisation}: what is stored of a render for the next one.
 *   <li>{@link ReuseClock}: a worker's times, for estimates of what was saved.
 * </ul>
 *
 * <p>Memory: a history has two characterisations, which take turns (or are copied), and a record of
 * draw calls with a bit a tile and draw call. {@link dev.azulejo.core.options.Reuse.Limits} bounds
 * characterisations and bits. A history goes when its target is gone, or when it was not used for
 * long and there are too many. Hashes of triangles are the testers', one tester a worker, and good
 * for one render. Nothing keeps a chunk or a draw call beyond its render.
 *
 * <p>Threads: {@link RenderGate} says which step is whose. Workers write entries of different
 * chunks and tiles; only bits of {@link DrawRecord} are shared, and set atomically.
 *
 * <p>Never imported here: pixel, reference, device. Decisions whether any of this pays are in
 * policy (ReusePolicy, PartialPolicy). Comparing what goes into tiles follows published work on
 * redundant rendering (Imagination Technologies); partial renders are not published. For the hashes
 * see {@link dev.azulejo.core.kernel.HashKernels}.
 */
package dev.azulejo.core.reuse;
