/**
 * Programs: what runs for vertices and fragments, in batches of lanes.
 *
 * <p>In: attribute lanes (vertex) or interpolated varyings with their derivatives (fragment), and
 * bind groups. Out: clip positions and varyings, or colours. A stage never sees a single vertex or
 * pixel: it gets arrays with one element a lane and a count, and loops over them.
 *
 * <pre>
 *   VertexBatch ── VertexStage.positions ──&gt; clipX, clipY, clipZ, clipW
 *               └─ VertexStage.varyings ───&gt; varying[k]
 *   FragmentBatch ─ FragmentStage.keep ────&gt; keep (only programs that discard)
 *                └─ FragmentStage.shade ───&gt; red, green, blue, alpha
 * </pre>
 *
 * <p>Exactness: the result of a lane depends on that lane's inputs and the bind groups alone, never
 * on its position in the batch, on neighbours or on the count; the scalar and the vector stages of
 * a program give the same bits. Imports resources only.
 */
package dev.azulejo.core.shader;
