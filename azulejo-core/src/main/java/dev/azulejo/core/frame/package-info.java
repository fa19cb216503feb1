/**
 * What is to be done: commands go in, a sealed {@link Phase} comes out, its draw calls resolved and
 * cut into work.
 *
 * <pre>
 *  CommandBuffer ─▶ CommandReader.read     state is tracked, draw calls are checked and resolved
 *                     │ DrawState: a draw call in one view
 *                     ▼
 *                   EarlyZDecider.decide   policy, asked by the device: whether early Z will work
 *                     ▼
 *                   Chunker.cut            if so: place in the order of occlusion, and nothing of
 *                     │                    what lies outside the view as a whole
 *                     │ ChunkWork: up to 512 primitives, or a cluster of an index buffer
 *                     │ PatchRun: the patches of an instance
 *                     ▼
 *                   Phase, sealed
 * </pre>
 *
 * <ul>
 *   <li>{@link Phase}: pass, draw calls, chunks, runs of patches, epochs. Read-only once sealed.
 *   <li>{@link PhasePool}: hands out phases that nobody holds.
 *   <li>{@link CommandReader}: from commands to draw calls, one phase a call. {@link BoundState} is
 *       what is set when a draw call comes; {@link GpuStates} holds one for each set of GPUs for
 *       which the same is set, and {@link SkippedCommands} knows who skips commands. {@link
 *       PretestPass} is the first of two passes over a portion.
 *   <li>{@link DrawState}: everything that a draw call means in one view: pipeline, buffers, stages
 *       of the kernels in use, clip rectangle, what early Z may do with it.
 *   <li>{@link UniformSnapshot}: what uniforms held when the phase was read.
 *   <li>{@link Chunker}: from draw calls to chunks, runs and epochs; it seals.
 *   <li>{@link ChunkWork}: a run of primitives of one instance, and how many fit one chunk.
 *   <li>{@link PatchRun}: patches of one instance, and how many chunks come before them.
 *   <li>{@link DrawBounds}: the box around the positions that a range of indices names; geometry
 *       asks it for clusters.
 * </ul>
 *
 * <p>Numbers rise in submission order: of draw calls, each view counted; of chunks; of runs. What
 * becomes of a chunk is not here, so that several runs may carry out one phase at the same time.
 *
 * <p>Memory: a phase keeps its draw calls, chunks and runs, and fills them in anew. It copies what
 * uniforms hold, and refers to all else of the application. Who acquires a phase releases it.
 *
 * <p>Threads: reader, chunker and pool belong to the thread that submits. A phase is filled in by
 * that thread, and read by any number once it is sealed and handed over.
 *
 * <p>Never imported here: geometry and what follows, all that carries a phase out. Source: not
 * published; the order of occlusion is derived at {@link dev.azulejo.core.policy.OcclusionOrder}.
 */
package dev.azulejo.core.frame;
