/**
 * Frames of cooperating GPUs that are played, not rendered: pieces of geometry and the GPUs that
 * they touch go in, who did what from when to when comes out.
 *
 * <pre>
 *  ModelPiece ──▶ CooperationModel ──▶ Timeline ──▶ AsciiTimeline    ticks   0    5
 *                   │ asks policy                                    GPU A   0?1##..
 *                   └◀─ learns from the Timeline for the next frame  GPU B   1?0#####
 * </pre>
 *
 * <ul>
 *   <li>{@link CooperationModel}: GPUs, how they deal and take turns; {@link ModelPiece}: what
 *       there is to do.
 *   <li>{@link ModelFrame}: a frame that is played, set by set ({@link ModelSet}); {@link
 *       ScreenPattern}: whose regions pieces touch.
 *   <li>{@link ChipletSchedule}: measured frames of chiplets, laid out in a {@link FrameOrder};
 *       {@link BinImbalance}: how unevenly bins were dealt.
 *   <li>{@link Timeline}, {@link Span}: what was done, and counts of it.
 *   <li>{@link AsciiTimeline}: draws one.
 *   <li>{@link ChipletModel}: chiplets, who render coarse bins, {@link ModelBin}, of frames that
 *       may overlap.
 *   <li>{@link PublishedFigures}, {@link ChipletFigures}: the published examples, each a {@link
 *       Figure}.
 * </ul>
 *
 * <p>Nothing here reads a clock or starts a thread: a tick is a tick, and the same model plays the
 * same frame. It is made to be read and tested; real frames do not come here.
 *
 * <p>Imports policy alone. Source of the examples: see {@link PublishedFigures} and {@link
 * ChipletFigures}.
 */
package dev.azulejo.core.timeline;
