/**
 * What is to be drawn: calls of the application go in; commands in order come out, checked when
 * they are recorded, that a device executes as often as they are submitted.
 *
 * <pre>
 *  CommandBuffer.beginPhase(PassDescriptor)
 *    set…  PipelineState ─┬─ ShaderProgram, VertexAttribute, Topology, CullMode, FrontFace
 *                         └─ DepthState (CompareFunction), BlendState (BlendComponent)
 *          buffers, bind groups, views, Viewport, Scissor, early Z
 *    draw…                                                       ─▶ Command, Command, …
 * </pre>
 *
 * <ul>
 *   <li>{@link CommandBuffer}: records; also bundles, that is draw calls that several buffers
 *       execute. {@link CommandJoin} makes one buffer of those that GPUs have each of its own.
 *   <li>{@link Command}: one entry; a sealed interface, whose records each name the GPUs they are
 *       for. {@link Predicate} says who skips the next few, {@link PortionTest} how a portion is
 *       pretested.
 *   <li>{@link PassDescriptor}: what a phase draws into, how it begins, what stays.
 *   <li>{@link PipelineState}: everything fixed about a draw call but its resources, made by a
 *       builder. {@link VertexAttribute}, {@link Topology}, {@link PointShape}, {@link CullMode},
 *       {@link FrontFace}, {@link DepthState}, {@link CompareFunction}, {@link BlendState}, {@link
 *       BlendComponent}, {@link BlendFactor}, {@link BlendOperation} are its parts.
 *   <li>{@link Viewport}, {@link Scissor}: where a draw call lands.
 * </ul>
 *
 * <p>What recording cannot see, such as a draw call whose pipeline is masked out for a GPU, the
 * reader in frame checks.
 *
 * <p>Memory: a buffer owns its commands, which refer to resources. What changes between frames is
 * written into resources. Threads: recorded by one thread, read-only afterwards.
 *
 * <p>Imports shader and resource; never options or later packages. Source: names and meanings are
 * those that Vulkan 1.3 and Direct3D 11 share.
 */
package dev.azulejo.core.command;
