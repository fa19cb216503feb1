/**
 * From work to triangles that are set up: a {@link dev.azulejo.core.frame.ChunkWork} or a group of
 * patches goes in, {@link ChunkOutput}s come out, with a record for each triangle ({@link
 * dev.azulejo.core.kernel.TrianglePlanes}) and the vertices that records name.
 *
 * <pre>
 *  GeometryWorker.process, a chunk
 *    InputAssembler ─▶ AttributeFetch ─▶ VertexStage.positions
 *      │                 └─▶ with a geometry stage: VertexStage.varyings ─▶ PrimitiveShading
 *      ▼
 *    PrimitiveSetup: window transform, a first look (TriangleCulling), CutPrimitive (Clipper), PointsAndLines,
 *                    LineJoins
 *      └─▶ TriangleSetup: culls, asks OcclusionTester, writes the record; or SetupKernels, of all
 *      ▼
 *    UsedVertices ─▶ AttributeFetch ─▶ VertexStage.varyings, of vertices that a record names
 *
 *  the same with early Z, in three steps
 *    place    ClusterPlacer ─▶ ChunkBox: where it can appear, for all views at once
 *    cull     up to records; varyings too, unless the chunk is to be tested again (KeptVertices)
 *    replay   those once more: what is hidden by now is dropped; then varyings
 *  or, where no triangles are kept in between
 *    cull     up to records, of which a bit a primitive is kept (Survivors ─▶ VisibilityBits)
 *    replay   InputAssembler.keepVisible ─▶ positions to varyings of what may be visible
 *
 *  PatchWorker, a group, then its pieces
 *    hull     InputAssembler ─▶ VertexStage.varyings ─▶ HullStage, TessellationCount ─▶ PatchGroup
 *    domain   PatchPiece ─▶ Tessellator ─▶ DomainStage.positions
 *               └─▶ as above from PrimitiveSetup or PrimitiveShading on; DomainStage.varyings
 * </pre>
 *
 * <ul>
 *   <li>{@link GeometryWorker}: chunks of draw calls without patches, and early Z's three steps.
 *   <li>{@link PatchWorker}: patches, through hull stage, tessellator and domain stage. {@link
 *       PatchBounds} finds those that touch a {@link PatchArea}, from boxes that hull stages write.
 *   <li>{@link ChunkOutput}: what became of a chunk: all that later stages read.
 *   <li>{@link PatchGroup}: patches that run the hull stage together, and what it wrote. {@link
 *       PatchPiece}: those of them that are tessellated at once, and the chunks they become.
 *   <li>{@link InputAssembler}: primitives to vertices, each vertex once ({@link VertexCache}).
 *       {@link FacingParts}: which need not be looked at, as they face away 64 at a time.
 *   <li>{@link AttributeFetch}: vertex attributes into lanes.
 *   <li>{@link PrimitiveSetup}: primitives to records. {@link TriangleSetup}: one triangle's
 *       record. {@link CutPrimitive}, {@link Clipper}: what planes cut. {@link PointsAndLines}:
 *       points and lines as triangles, {@link PointOutline}: the corners of a point. {@link
 *       LineJoins}: what lines leave out where they meet, from the same {@link LineSide}s.
 *   <li>{@link PrimitiveShading}: runs geometry stages, and sets up what they make.
 *   <li>{@link UsedVertices}: which vertices records name, those that clipping made included.
 *   <li>{@link ClusterPlacer}, {@link ChunkBox}: where a cluster can appear, and how near.
 *   <li>{@link KeptVertices}: what replay needs to know of vertices.
 *   <li>{@link ViewPositions}: the same vertices in several views, fetched once.
 *   <li>{@link VisibilityBits}: what replay needs to know where no triangles are kept; {@link
 *       Survivors}: the same of the chunk at hand.
 *   <li>{@link LateTest}: what replay tests once more.
 *   <li>{@link Pretester}: which GPUs a chunk may touch, by {@link RegionCoverage} to the sample;
 *       {@link DrawExtent}: where a draw call may be; {@link NeededPrimitives}: which primitives of
 *       a chunk somebody needs.
 *   <li>{@link BinNamer}: which coarse bins triangles touch; {@link VisibilityTable}: what it has
 *       found.
 *   <li>{@link GeometryArena}: a worker's memory for what chunks leave behind, in a {@link
 *       SlabQueue} each of ints and floats.
 * </ul>
 *
 * <p>Order: a step of a chunk is one worker's, and depends on its draw call and primitives alone,
 * so that the schedule never shows; early Z leaves out what cannot be seen. Within a chunk a vertex
 * is shaded once, its varyings only if a triangle that was left names it.
 *
 * <p>Memory: records and vertices lie in the arenas of the workers that wrote them (who replays a
 * chunk need not be who culled it), and are good until those are emptied. Outputs, groups and
 * pieces belong to the device. What is found out about runs of an index buffer, and boxes of its
 * clusters, is kept with that buffer.
 *
 * <p>Threads: workers are one thread's each, an output is written by one of them at a time. The
 * structure of early Z is shared.
 *
 * <p>Never imported here: tiling, reuse, pixel and later packages. Sources: clipping after
 * Sutherland and Hodgman, 1974; culling and replay after published work on early hierarchical Z
 * (Intel); positions before varyings, and patches in pieces, are not published.
 */
package dev.azulejo.core.geometry;
