/**
 * Work traces of what the renderer really does.
 *
 * <pre>
 *  Device.recordingWork ══ WorkListener ══> TraceRecorder: WorkNotes ─┐
 *                        a thread of its own:  sink <─ TracePhase <─ PhaseMaker (PhaseBuilder)
 * </pre>
 *
 * <p>{@link TraceRecorder} is told by a device and makes phases of a trace. What the device does
 * for it, and what is simplified, stands there.
 */
package dev.azulejo.sim.record;
