/**
 * What a frame did: sums of counters and times go in, a report comes out.
 *
 * <pre>
 *  stages ─▶ Counts, one a worker ──┐
 *  device ─▶ times, memory ─────────┴─▶ FrameRecorder ─▶ FrameReport
 * </pre>
 *
 * <ul>
 *   <li>{@link Counter}: every thing that is counted, and what its number means.
 *   <li>{@link FrameReport}: counters and times of the last submit, for users; {@link ReportCopy}
 *       keeps them.
 *   <li>{@link Starvation}: what workers waited for that had no work.
 *   <li>{@link ThrottleSample}, {@link TileDecision}: what a throttle saw at a time, what became of
 *       a tile; for users who look into a frame.
 *   <li>{@link HintQuality}: how tight hints were. {@link ChipletReport}, {@link BinPhaseReport},
 *       {@link BinReport}: what a chiplet did, and became of a phase's bins and of one.
 *   <li>{@link GpuReport}: what one GPU of a group did. {@link Recording}, {@link RecordingRow},
 *       {@link Activity}: when everybody did what, if somebody wants to know.
 *   <li>{@link WorkReceiver}: is handed the phases of frames ({@link WorkTeller}) to hear what work
 *       they hold, now or later: {@link WorkListener}, {@link WorkPhase}, {@link WorkDraw}, {@link
 *       WorkPatch}; {@link GapFinder} says where triangles cover nothing.
 *   <li>{@link Counts}: one worker's counters, {@link OwnLongs}, {@link OwnLines}: sums and fields
 *       that no other worker slows down. {@link FrameRecorder}, {@link Recorder}: fill a report and
 *       a recording in. All of these are for devices.
 * </ul>
 *
 * <p>Stages add sums a batch, not ones a pixel. The device adds workers in index order once a
 * frame.
 *
 * <p>Memory: counts and report are the device's; its next submit overwrites them. Threads: counts
 * are one worker's at a time, the report is read when the submit has returned. Imports nothing.
 */
package dev.azulejo.core.report;
