/**
 * What people read of simulations: what limits a frame, in words; pages, tables, and events for
 * trace viewers. Results go in, text comes out; nobody here decides, reads a clock or opens a file.
 *
 * <pre>
 *  Simulation ──spans──> Timeline, in bounded slices ──> Limits, in words ─┐
 *      │      └─spans──> TraceEvents, a bounded number                     v
 *      └─result────────────────────────────> SimulationReport ──> SimulationPage, SimulationJson
 *                                                 └ Saving: the same without a technique
 *      └─result────> SimulationTable, CSV
 *  Sweep: machines that differ ──> SweepRow of each ──> SweepPage, SweepTable
 * </pre>
 *
 * <ul>
 *   <li>{@code UnitName}: which GPU a unit is of, and what kind; {@code Utilisation}: where the
 *       cycles of each kind went.
 *   <li>{@code Page}, {@code StackedBars}, {@code SweepChart}, {@code TimelineData}: what pages are
 *       made of. They need no other file and no network.
 * </ul>
 */
package dev.azulejo.sim.report;
