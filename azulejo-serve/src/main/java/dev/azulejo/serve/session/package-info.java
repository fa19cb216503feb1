/**
 * Sessions of those who look at scenes. {@code SceneStore} has what there is to look at, {@code
 * Viewers} everybody who does, with the thread that paints for them in {@code FairTurns}. A {@code
 * Viewer} decides what is painted when, at the size that {@code RateControl} finds, and tells an
 * {@code Outlet}; {@code ScenePainter} paints what a {@code SessionState} says, seen by an {@code
 * Eye}, with a {@code Marker} under the pointer; {@code Told} says how that went. {@code
 * StateCodec} takes a state to another server, with the {@code GpuSettings} that render it; {@code
 * Settings} are changed one by one. {@code ServeLimits}, a {@code Budget} of memory and a {@code
 * TokenBucket} bound what strangers get. Time comes from a {@code Clock}. Knows nothing of sockets.
 */
package dev.azulejo.serve.session;
