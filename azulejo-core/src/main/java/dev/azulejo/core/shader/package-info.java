/**
 * Programs: what runs for vertices, patches, primitives and fragments, in batches of lanes.
 *
 * <p>In: attribute lanes (vertex) or interpolated varyings with their derivatives (fragment), and
 * bind groups. Out: clip positions and varyings, or colours. A stage never sees a single vertex or
 * pixel: it gets arrays with one element a lane and a count, and loops over them.
 *
 * <pre>
 *   VertexBatch ── VertexStage.positions ──&gt; clipX, clipY, clipZ, clipW
 *               └─ VertexStage.varyings ───&gt; varying[k]
 *   HullBatch ───── HullStage.hull ────────&gt; factors, patchData[k] (only patches)
 *   DomainBatch ─── DomainStage.positions ─&gt; clipX, clipY, clipZ, clipW (only patches)
 *               └── DomainStage.varyings ──&gt; varying[k]
 *   GeometryBatch ─ GeometryStage.geometry ─&gt; new primitives (only where there is one)
 *   FragmentBatch ─ FragmentStage.keep ────&gt; keep (only programs that discard)
 *                └─ FragmentStage.shade ───&gt; red, green, blue, alpha
 * </pre>
 *
 * <p>Exactness: the result of a lane depends on that lane's inputs and the bind groups alone, never
 * on its position in the batch, on neighbours or on the count; the scalar and the vector stages of
 * a program give the same bits. Imports resources and the tessellator's modes only.
 */
package dev.azulejo.core.shader;
