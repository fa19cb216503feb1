/**
 * What a machine is put together from: units that work, queues between them, channels that carry
 * bytes, room that is taken and given back.
 *
 * <pre>
 *  ItemQueue ─> Server ─> ItemQueue ─> Fetcher ─> ItemQueue ─> ...        a full queue holds back
 *                 │ Gate: may it begin?  │ bytes                         whoever is before it
 *              Credits                Channel: memory, or a link
 *  ComputeUnits: jobs of thread groups, shared by stages
 * </pre>
 *
 * <ul>
 *   <li>{@link Account}: where a unit's cycles went; each is in one {@link UnitState}, and states
 *       add up to the makespan. {@link UnitWatch} sees spans as they end.
 *   <li>{@link ItemQueue}: a port. Items are ints, numbers of what a model knows. {@link Sink}:
 *       where items go, a queue or a choice of queues.
 *   <li>{@link Server}: one item at a time. {@link Gate} says what it has to wait for.
 *   <li>{@link Fetcher}: several reads under way.
 *   <li>{@link Channel}: bandwidth and latency. {@link Storage}: a memory, or whatever asks several
 *       of them. {@link Credits}: bounded room.
 *   <li>{@link ComputeUnits}: thread groups on the units of a shader engine.
 * </ul>
 *
 * <p>A unit that hands an item on calls the queue, and a queue calls the unit behind it when it was
 * empty and the one before it when it was full: no cycle passes by that. Everything else goes by
 * events. Knows nothing of graphics. Never imported here: trace, machine, model.
 */
package dev.azulejo.sim.unit;
