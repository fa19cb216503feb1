/**
 * Plays work traces on machines: what there is to do comes from the trace, what does it from the
 * machine file, and who decides is the renderer's own policies.
 *
 * <pre>
 *  WorkTrace ─> Simulation ─> GroupModel, a phase after the other    FrameModel: frames in turn
 *                                │                                      PackageModel: chiplets
 *                                │ PhaseWork: dealt to GPUs by a RegionMap
 *                                v
 *     Renderer: what the command processor of a GPU does, in which order
 *        WholeRenderer        takes in everything
 *        HintRenderer         pretests, leaves out what touches others      HintBoard, HintChooser, HintPieces
 *        SequentialRenderer   maps, waits for its turn, sends (GPUpd)       ExchangeBoard
 *        DrawRenderer         its own draw calls, composed (CHOPIN)         DrawGroups, Composition
 *        LookRenderer         what is visible in which coarse bin           BinDealer, StreamBytes
 *        BinRenderer          a bin, from its visibility stream
 *                                v
 *     GpuModel:  GeometryUnits ─> windows ─> TileUnits      engines and memory shared, GpuParts
 * </pre>
 *
 * <ul>
 *   <li>{@link Simulation}: the way in. {@link SimulationResult}: what came of it, {@link
 *       ModelCounter} by counter, {@link GpuCounts} by GPU.
 *   <li>{@code PhaseWork}, {@code GpuWork}: of a phase, what is whose, counted from screen boxes;
 *       {@code CoveredOwners}: from what primitives cover.
 *   <li>{@code GeometryUnits}: commands, fetch, vertices, set-up, lists. {@code ChunkCosts} says
 *       what a chunk costs them. {@code HullStage} and {@code HullLauncher}: patches. {@code
 *       CullUnits} and {@code CullAhead}: a pipeline of its own for early Z.
 *   <li>{@code TileUnits}: reuse, lists, raster, shading, merging.
 *   <li>{@code SceneMemory}: where vertices and textures are read, if not everybody has a copy.
 *   <li>{@code Parts}: all units, queues and channels, so that none is forgotten when it is checked
 *       that they add up.
 * </ul>
 *
 * <p>Simplifications are stated where they are made: look for the word. Memory is one channel a
 * GPU, first come, first served; caches are shares of hits and room that is taken.
 */
package dev.azulejo.sim.model;
