/**
 * Work traces of what the renderer really does.
 *
 * <pre>
 *  Device.recordingWork ── WorkTeller, phase by phase ──> TraceRecorder
 *   a thread of its own:   tell ══ WorkListener ══> PhaseMaker (PhaseBuilder) ── TracePhase ──> sink
 * </pre>
 *
 * <p>{@link TraceRecorder} is handed phases by a device and makes phases of a trace. What the
 * device does for it, and what is simplified, stands there.
 */
package dev.azulejo.sim.record;
