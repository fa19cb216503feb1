/**
 * Every decision that a technique makes, apart from the machinery that carries it out: durations,
 * counts, keys and states of draw calls go in, answers come out.
 *
 * <pre>
 *  who asks                      what                                    who answers
 *  Device, once a phase          does early Z work in it?                EarlyZDecider, EarlyZPolicy
 *  Chunker, a draw call          may it be tested, may it hide others?   OcclusionOrder
 *  CullStage, an epoch           which chunk first?                      FrontToBack
 *  who asks hierarchical Z       may it hide anything by now?            OcclusionQuestions
 *  GeometryWorker, a chunk       is it tested again?                     Retesting
 *  WindowSource, a round         how many chunks are likely to fill it?  WindowFill
 *  HistoryGate, a render         are draw calls compared? all or part?   PartialPolicy
 *                                are tiles compared?                     ReusePolicy
 *  GeometryStream, a group       may it be launched, handed on?          LaunchPolicy
 *  a group of GPUs, a frame      who owns what next?                     RegionBalancer
 *  GPUs that share a frame       who pretests which piece?               PretestDealer, PretestBalance
 *                                who takes over from whom?               HandOver
 *                                which hints, of pieces how large?       HintPolicy, HintHistory
 *                                how large is the next set?              SetSizing
 *                                whose is frame k?                       FrameTurns
 *  chiplets, a frame             who renders which coarse bin?           BinAssignment, BinEstimates
 * </pre>
 *
 * <ul>
 *   <li>{@link EarlyZDecider}: early Z, phase by phase of a frame; {@link EarlyZPolicy} has the
 *       trials of one phase.
 *   <li>{@link OcclusionOrder}: cuts draw calls into epochs, and why that is exact.
 *   <li>{@link OcclusionQuestions}: who asks hierarchical Z, by what it has learned by then.
 *   <li>{@link FrontToBack}: sorts chunks by nearest depth.
 *   <li>{@link Retesting}: whether a chunk is tested again in replay.
 *   <li>{@link PartialPolicy}: whether draw calls are compared, noted, and rendered in part.
 *   <li>{@link ReusePolicy}: whether comparing tiles pays.
 *   <li>{@link LaunchPolicy}: how much of a stream may be in flight. It drives the published
 *       decision in {@code throttle}; {@link LaunchCosts} knows what a primitive costs, {@link
 *       WindowMemory} what a window holds and may yet take, {@link PhaseMemory} what phases took as
 *       a whole, {@link DrainCost} what ending one costs.
 *   <li>{@link WindowFill}: how many chunks are processed before a sorting window is looked at.
 *   <li>{@link RegionBalancer}: lets the regions of GPUs follow the work. {@link RegionMoves}
 *       changes owners, {@link CostBisection} cuts. {@link RegionHeirs} deals what a lost GPU
 *       owned.
 *   <li>{@link ContiguousShares}: runs of pieces for GPUs that exchange primitives in sequence.
 *   <li>{@link PretestDealer}: deals pieces of geometry, interleaved, as {@link PretestBalance}
 *       learns from frames before; {@link HandOver} corrects it within a frame.
 *   <li>{@link HintPolicy}: which {@link HintKind} is worth it, by {@link HintCosts} and what the
 *       draw call's {@link HintHistory} says.
 *   <li>{@link SetSizing}: how many pieces are pretested before they are rendered. {@link
 *       FrameTurns}: frames in turn; {@link TurnCycle}: whose turn it is, by weights.
 *   <li>{@link BinAssignment}: coarse bins to chiplets, by a rule or by load, from what {@link
 *       BinEstimates} thinks that they cost. {@link ChipletSpeeds}: what takes one so long takes
 *       another. {@link BoundsNaming}: which clusters nobody looks at to know in which bins they
 *       are.
 * </ul>
 *
 * <p>Nothing here reads a clock, starts a thread or touches a file: whoever asks tells the time, so
 * that a timing model can drive the same decisions for machines that do not exist. No byte of a
 * picture depends on an answer that depends on time. A test guards this.
 *
 * <p>Memory: an object remembers what it was told of one phase, target or stream; nothing is
 * shared. Threads: the submitting one, but {@link LaunchPolicy}, which belongs to whoever holds the
 * stream's lock, and {@link PretestDealer} and {@link HandOver}, which belong to whoever holds that
 * of the pieces.
 *
 * <p>Never imported here: kernel and later packages. Sources: the counters and thresholds of
 * launches are published (AMD; docs/throttle.md says what is added), and so is what GPUs that share
 * a frame decide (Sony Interactive Entertainment), but not by which arithmetic; the rest is not
 * published.
 */
package dev.azulejo.core.policy;
