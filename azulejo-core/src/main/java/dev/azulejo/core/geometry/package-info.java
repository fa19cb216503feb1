/**
 * From draw calls to triangles that are set up.
 *
 * <p>In: resolved draw states. Out: {@link dev.azulejo.core.geometry.ChunkOutput}s, in submission
 * order, each with its triangles ({@link dev.azulejo.core.kernel.TrianglePlanes} records) and
 * vertex data.
 *
 * <pre>
 *   fetch ─&gt; positions ─&gt; window transform ─&gt; assemble, clip, cull, set up ─&gt; varyings of what is left
 * </pre>
 *
 * <p>A chunk is a run of primitives of one instance of one draw call, processed by one worker;
 * within it a vertex is shaded once. Varyings are shaded only for vertices that a surviving
 * triangle uses. Chunks are numbered in submission order, so the schedule never shows. Must not
 * import tiling or later stages.
 */
package dev.azulejo.core.geometry;
