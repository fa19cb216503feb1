/**
 * What work there was in a frame, recorded once and played on any machine: counts, costs and
 * places, but no pictures and no times.
 *
 * <pre>
 *  a recorder ─> PhaseBuilder ─> TracePhase ─> TraceWriter ══ bytes ══> TraceReader ─> WorkTrace
 * </pre>
 *
 * <ul>
 *   <li>{@link WorkTrace}: some frames; {@link TracePhase}: what happens between two points at
 *       which everybody waits. Its tables are columns of ints.
 *   <li>{@link DrawTable}, {@link DrawCost}: draw calls. {@link PatchTable}: groups of patches,
 *       {@link PatchRows} their patches one by one.
 *   <li>{@link ChunkTable}: geometry that goes through together. {@link PrimitiveTable}: screen
 *       boxes in units of 16 pixels, so that region, bin and window sizes can be chosen when it is
 *       played.
 *   <li>{@link PixelGrid}: fragments, operations and texture bytes by place. {@link TileTable}:
 *       what reuse found.
 *   <li>{@link SyntheticScene}: traces of scenes that nobody drew.
 *   <li>{@link TraceException}: what is wrong with a file, in one line.
 * </ul>
 *
 * <p>{@code TraceFormat} says how it lies in a file. Files are not trusted: every count is held
 * against the bytes that are there.
 */
package dev.azulejo.sim.trace;
