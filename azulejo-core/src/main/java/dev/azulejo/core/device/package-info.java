/**
 * Executes what was recorded: a {@link dev.azulejo.core.command.CommandBuffer} goes in, pixels of
 * render targets and a {@link dev.azulejo.core.report.FrameReport} come out.
 *
 * <pre>
 *  Device.submit, for each phase of the commands
 *    CommandReader.read ─▶ EarlyZDecider.decide ─▶ Chunker.cut ─▶ Phase, sealed       frame, policy
 *    PhasePlan.Planner.plan ─▶ PhasePlan
 *    PhaseRun.begin ─▶ RenderGate.begin ── unchanged ─▶ over                          reuse
 *    PhaseRun.execute
 *      in part? ─▶ changed draw calls are taken in ─▶ DrawGate.openTiles
 *      a window at a time, most often one
 *        GeometrySource.fill   OrderedSource   chunks in submission order             geometry
 *          │                   CullStage       epoch by epoch: placed, culled, replayed
 *          │                   WindowSource    chunks, as many as fill a sorting window
 *          │                   StreamSource    chunks and patches, as many as may be in flight
 *          ├─ each chunk, by its worker: ChunkFeed ─▶ TileStage.bin, ChunkGate.hash     tiling
 *          ▼
 *        TileStage.render ─▶ each tile, by one worker: TileGate.decide ─▶ TileRenderer (pixel)
 *          ▼
 *        GeometrySource.retire: the window is over
 *    PhaseRun.end ─▶ RenderGate.end
 *    PhaseRun.report: times and memory
 * </pre>
 *
 * <ul>
 *   <li>{@link Gpu}: what executes command buffers; {@link Device} is one GPU, {@link GpuGroup} and
 *       {@link ChipletPackage} look like one. A device reads, decides, plans, and has the plan
 *       carried out; it paints whole targets, or an {@link OwnPart} of one.
 *   <li>{@link PhasePlan}: whose tiles, how geometry comes, which window, how early Z works;
 *       decided before anything of the phase is carried out.
 *   <li>{@link PhaseRun}: carries out a phase. Windows, partial renders and reports are here.
 *   <li>{@link ChunkFeed}: what becomes of chunks that have come through; {@link PixelStage}: who
 *       makes pixels of them, {@link TileStage} or, whole targets at once, {@link ReferenceStage}.
 *   <li>{@link RunState}: the phase under way and the outputs of its chunks, or of those that a
 *       visibility stream names; {@link CountsMark}: what its counters were when it began. {@link
 *       TargetUse}: what a pass does to its target.
 *   <li>{@link GeometrySource}: how geometry comes; {@link OrderedSource}, {@link CullStage},
 *       {@link WindowSource}, which has {@link CullStage} run ahead in steps, and {@link
 *       StreamSource} are its ways, {@link WholeSource} what those have in common that take in
 *       everything at once, {@link WantedDraws} what a partial render takes in. {@link
 *       WindowCursor} is up to where they have been rendered. Of a phase with both culled chunks
 *       and patches {@link CullStage} processes the chunks, or finds what of them may be visible,
 *       and {@link StreamSource} then takes them in; {@link AmongPatches} knows what is left to do.
 *       {@link CullOrder} places chunks and sorts them, {@link StepBits} are what is kept between
 *       culling and replay where triangles are not, {@link CullTimes} what it took.
 *   <li>{@link GeometryStream}: which worker does what next in a phase with patches. {@link
 *       SubmissionCursor} is where taking in stands, {@link LaunchOrder} what waits for the
 *       arbiter, {@link PieceQueue} what waits for a worker, {@link WindowChunks} the window's
 *       chunks by number.
 *   <li>{@link TileStage}: sorting windows, and who renders which tile. Triangles come to tiles by
 *       a {@link TileSorter}: {@link ListSorter}, or {@link BatchSorter} where batches of fine bins
 *       are in place of lists.
 *   <li>{@link GpuGroup}: several GPUs that look like one, each a {@link GroupMember} with {@link
 *       OwnRegions}. {@link GroupLosses} knows which are lost ({@link GpuLost}), {@link Takeover}
 *       renders their tiles. {@link GroupFaults} says what shall befall whom, {@link GpuHazard}
 *       lets it; {@link HangingGpu} is one that hangs, {@link SampleBackup} what is put back before
 *       a tile is rendered twice.
 *   <li>What a group shares: {@link GroupPhase}, {@link GroupMaps}, {@link GroupSplit}; its
 *       threads: {@link GroupCrew}, and {@link MutualHelp} for those that are done; what it learns:
 *       {@link GroupStatistics}, {@link PieceLog}, {@link HintAudit}.
 *   <li>Hints: {@link HintedPieces} asks them; {@link HintPlanner} plans ({@link PretestPlan}),
 *       {@link MemberPretest} tests and tells, in {@link PretestSets} if not all at once, {@link
 *       PieceTrade} lets pieces change hands.
 *   <li>Pixels as messages: {@link PixelExchange} asks, {@link PixelPort} answers, {@link
 *       GroupPixels} packs.
 *   <li>{@link ChipletPackage}: chiplets that look like one GPU. {@link VisibilityStage} finds out
 *       what is visible ({@link VisibilityHelp} lends threads) and writes it down ({@link
 *       BinStreams}); {@link VisibilityLink} and {@link BinNames} bring it to {@link PackageBins},
 *       which deals {@link CoarseBin}s to {@link BinTeam}s; {@link PackageLosses} knows who is
 *       lost. A frame is a {@link PackageFrame} of {@link BinPhase}s, alone or ahead of the next
 *       ({@link FramePace}); {@link BinLog} says what became of bins.
 *   <li>{@link PoolWatch}: stands beside the threads of a GPU, to note what they do.
 *   <li>{@link WorkLog}: writes down what work a run does, for devices that hand it on: in a {@link
 *       PhaseLog}, with a {@link ChunkTally} a worker, {@link WorkCosts} a draw call, and {@link
 *       HiddenTriangles} for what early Z would find. {@link TriangleSquares} says where triangles
 *       cover nothing, by edges ({@link SquareCoverage}). {@link RunGuide} is where it, and GPUs of
 *       groups, are asked and told: {@link PieceFilter}, {@link PieceListener}, {@link TileGuide}.
 *   <li>{@link WorkerPool}: the threads, with {@link GuestSeats} for others. {@link SoleUse} keeps
 *       a second caller out.
 *   <li>{@link SequentialExchange}: primitives distributed as published systems do it, one GPU
 *       after the other as {@link ExchangeTurn} lets them; to be compared with.
 *   <li>{@link FrameInspection}: looks at what the last phase left behind.
 * </ul>
 *
 * <p>Memory: a device has a pool of phases and one run. The run has all that comes of a phase:
 * outputs of chunks, workers with their arenas, lists, renderers, the structure of early Z, counts.
 * Arenas are emptied when a phase begins and when a window is over; of {@link WindowSource}, as far
 * as chunks have been rendered. Ordinary chunks that early Z has looked at in a phase with patches
 * stay until its end. The arrays are kept for the next frame. What is remembered of a target
 * belongs to the gate, pixels and stored samples to the target.
 *
 * <p>Threads: the thread that submits is worker 0, and all workers run one task at a time together.
 * What it writes before {@link WorkerPool#run} they see, and what they write it sees after. Inside
 * a task a worker takes the next chunk or tile from a common counter; in a stream, the next work
 * under the lock of {@link GeometryStream}. Clocks are read here, in reuse, pixel, report and
 * cancel; policies are told.
 *
 * <p>The last package: it may import all others, and none of core may import it. {@link CullStage}
 * follows published work on tile-based immediate-mode rendering with early hierarchical Z (Intel),
 * {@link GeometryStream} on throttling hull shaders by tessellation factors (AMD; docs/throttle.md
 * says what stands for what). The rest is not published.
 */
package dev.azulejo.core.device;
