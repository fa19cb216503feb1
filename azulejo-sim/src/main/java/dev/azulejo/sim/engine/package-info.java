/**
 * Discrete events: what is to happen at which cycle, in one order that is always the same.
 *
 * <ul>
 *   <li>{@link EventQueue}: the clock, a wheel of cycles for what is near and a heap for what is
 *       far.
 *   <li>{@link EventHandler}: what is called.
 *   <li>{@link TieOrder}: in which order events of one cycle are handled.
 * </ul>
 *
 * <p>Knows nothing of graphics. Sources: timing wheels, Varghese and Lauck 1987; heaps with four
 * children, LaMarca and Ladner 1996.
 */
package dev.azulejo.sim.engine;
