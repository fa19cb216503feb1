/**
 * Programs, in batches of lanes: attributes, control points, domain points, primitives or
 * interpolated varyings and bind groups go in; clip positions, factors, varyings or colours come
 * out.
 *
 * <pre>
 *   VertexBatch ─── VertexStage.positions ──▶ clipX, clipY, clipZ, clipW
 *               └── VertexStage.varyings ───▶ varying[k]; with patches the control points
 *   HullBatch ───── HullStage.hull ─────────▶ factors, patchData[k] (only patches)
 *   DomainBatch ─── DomainStage.positions ──▶ clipX, clipY, clipZ, clipW (only patches)
 *               └── DomainStage.varyings ───▶ varying[k]
 *   GeometryBatch ─ GeometryStage.geometry ─▶ new primitives (only where there is one)
 *   FragmentBatch ─ FragmentStage.keep ─────▶ keep (only programs that discard)
 *               └── FragmentStage.shade ────▶ red, green, blue, alpha
 * </pre>
 *
 * <ul>
 *   <li>{@link ShaderProgram}: stages that belong together, in both twins. This is what an
 *       application implements.
 *   <li>{@link VertexStage}, {@link HullStage}, {@link DomainStage}, {@link GeometryStage}, {@link
 *       FragmentStage}: the stages; each has its batch.
 *   <li>{@link StageBatch}: what batches have in common.
 *   <li>{@link BindGroup}: uniforms, textures and samplers, and depths, set together.
 *   <li>{@link TextureSampling}, {@link SamplingCall}: how a fragment stage reads textures.
 *   <li>{@link DepthComparison}: how it compares with depths that an earlier phase has drawn.
 *   <li>{@link StageCosts}: what a program's stages take, for who models time.
 *   <li>{@link Kernels}: which twin; {@link KernelProvider}: makes it when it is first asked for,
 *       and falls back to the scalar one.
 * </ul>
 *
 * <p>Exactness: the result of a lane depends on that lane's inputs and the bind groups alone, never
 * on its position in the batch, on neighbours or on the count; the scalar and the vector stages of
 * a program give the same bits.
 *
 * <p>Memory: batches belong to the worker that runs the stage, and are used again; a stage keeps
 * nothing in fields. Threads: programs and stages are shared by all workers; a batch is one
 * worker's.
 *
 * <p>Imports resource and, for what a hull stage declares, tessellation; never sampling, command or
 * later packages. Source: the stages of Direct3D 11 and OpenGL 4; batches of lanes, and positions
 * apart from varyings, are not published.
 */
package dev.azulejo.core.shader;
