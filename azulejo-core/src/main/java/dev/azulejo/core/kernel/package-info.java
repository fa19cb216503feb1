/**
 * The inner loops of the pipeline: primitive arrays go in and come out, structure of arrays. An
 * interface a family; its scalar class is the definition, written to be read; in {@code
 * kernel.vector} is the twin that must give the same bits.
 *
 * <table>
 * <caption>Families</caption>
 * <tr><td>{@link WindowTransform}</td><td>clip space to window</td><td>geometry</td></tr>
 * <tr><td>{@link TriangleCulling}</td><td>what is dropped before set-up</td><td>geometry</td></tr>
 * <tr><td>{@link SetupKernels}</td><td>triangles to records</td><td>geometry</td></tr>
 * <tr><td>{@link OccluderKernels}</td><td>what triangles cover of blocks</td><td>visibility</td></tr>
 * <tr><td>{@link RasterKernels}</td><td>coverage and depth in a tile</td><td>pixel</td></tr>
 * <tr><td>{@link VisibleKernels}</td><td>which pixels show which triangle</td><td>pixel</td></tr>
 * <tr><td>{@link InterpolationKernels}</td><td>varyings at pixels</td><td>pixel</td></tr>
 * <tr><td>{@link ColorKernels}</td><td>encoding and blending</td><td>pixel</td></tr>
 * <tr><td>{@link HashKernels}</td><td>hashes of triangles</td><td>reuse</td></tr>
 * </table>
 *
 * <p>What they work on, each with the owner of its layout:
 *
 * <pre>
 *  TransformedVertices ─▶ TrianglePlanes ─┬─▶ TileTriangle ─▶ TileSamples, CandidateBlocks
 *   a chunk's vertices     a record of      │   (SamplePattern)
 *   (ViewportConstants)    16 ints          ├─▶ InterpolationTriangle ─▶ a fragment batch
 *                                           └─▶ HashInputs ─▶ two longs
 * </pre>
 *
 * <ul>
 *   <li>{@link KernelSet}: one twin of every family, chosen once a device ({@link KernelSet#of}).
 *   <li>{@link VertexFetch}: attributes into lanes, in one form that is best for all.
 *   <li>{@link TrianglePlanes}: the layout of a triangle that is set up; what a record is, is said
 *       there and nowhere else.
 *   <li>{@link TileTriangle}: a triangle as a tile sees it, and why coverage is exact.
 *   <li>{@link TileSamples}: depth and visible entry of a tile's samples; {@link CandidateBlocks}:
 *       where one triangle passed; {@link SmallTriangles}: some that are drawn at once.
 *   <li>{@link SamplePattern}: where the samples of a pixel lie; {@link AlphaCoverage}: which of
 *       them an alpha covers.
 *   <li>{@link CullRules}: by what triangles are dropped; {@link SetupRules}: what else there is to
 *       know of a draw call.
 *   <li>{@link OccluderBlocks}: blocks of pixels, each with a triangle that may cover it; {@link
 *       BlockMask}: which of its pixels; {@link DepthKeys}: depths rounded to the safe side; {@link
 *       DepthRange}: what a triangle's depths are held to.
 *   <li>{@link InterpolationTriangle}: weights of a triangle.
 *   <li>{@link RasterCounts}: what raster kernels count.
 * </ul>
 *
 * <p>Rounding is contract: multiplication and addition are never fused, in either twin, and no
 * method is called whose last bits are the platform's.
 *
 * <p>Memory and threads: kernels keep nothing between calls, and arrays are the caller's. Threads
 * share a set, but raster kernels are made for each worker and its sample pattern. Never imported
 * here: visibility and later packages; the Vector API outside of {@code kernel.vector}. Sources
 * stand with the interfaces.
 */
package dev.azulejo.core.kernel;
