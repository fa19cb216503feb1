/**
 * How many groups of patches may be on their way between hull stage and domain stage: events of
 * groups and cycles go into {@link HullThrottle}, a limit comes out. Counters alone, that know
 * neither threads nor clocks: a renderer drives them with measured time, a timing model with
 * cycles.
 *
 * <pre>
 *  PrimitiveEstimate: inside factors ─▶ estimate of a group
 *  LaunchQueue:   launch ─▶ hull stage ─▶ complete ─▶ handOn, in launch order ─▶ domain side ─▶ retire
 *                                            │ latency     │ estimate             │
 *                                            ▼             ▼                      ▼
 *                                       HullLatency    LaunchInterval: written, read, done
 *                                            └──────┬──────┘
 *  HullThrottle.limit: total counter against mean latency ─▶ groups an engine may have in flight
 * </pre>
 *
 * <ul>
 *   <li>{@link HullThrottle}: all of it, and the decision.
 *   <li>{@link LaunchInterval}: total counter and error counter.
 *   <li>{@link HullLatency}: latencies of the last eight groups.
 *   <li>{@link LaunchQueue}: groups in flight on each engine, and the arbiter's order.
 *   <li>{@link LaunchRoom}: whether what a hull stage makes has room.
 *   <li>{@link PrimitiveEstimate}: primitives of a patch from its inside factors.
 *   <li>{@link ThrottleTrace}: samples over time, for pictures.
 * </ul>
 *
 * <p>Driven by {@code LaunchPolicy} in policy, which turns time into cycles and adds memory.
 * Memory: a few counters; the queue grows with the groups in flight. Threads: everything belongs to
 * one thread, or to whoever holds a lock.
 *
 * <p>Imports options and report alone. Source: published by AMD, see docs/throttle.md; {@link
 * LaunchInterval#done}, {@link LaunchInterval#empty} and its two clocks are not published, nor is
 * {@link LaunchRoom}.
 */
package dev.azulejo.core.throttle;
