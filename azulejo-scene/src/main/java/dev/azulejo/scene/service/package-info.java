/**
 * Models in, pictures out, for a process that serves many: a file or its bytes and a {@link
 * dev.azulejo.scene.service.RenderRequest} go in; a {@link dev.azulejo.scene.service.Picture} comes
 * out, or an exception that says why not.
 *
 * <pre>
 *  callers ─▶ Renderer ─▶ RequestQueue ─▶ a fixed number of threads, each:
 *                                           SceneCache ─▶ GltfLoader    by content
 *                                           a Session of one thread, Viewpoint ─▶ Picture
 *  Picture ─▶ PNG, JPEG, raw bytes, BufferedImage: on the caller's thread
 * </pre>
 *
 * <ul>
 *   <li>{@link dev.azulejo.scene.service.Renderer}: one for the process; begin here. {@link
 *       dev.azulejo.scene.service.RendererOptions}: how many threads, how much memory.
 *   <li>{@link dev.azulejo.scene.service.RenderRequest}, {@link
 *       dev.azulejo.scene.service.Viewpoint}: what a picture shall be like.
 *   <li>{@link dev.azulejo.scene.service.RendererCounts}: what has happened so far; the events of
 *       the flight recorder tell the same, one by one.
 * </ul>
 *
 * <p>A request has one thread from its beginning to its end, so that many of them share the
 * processors without waiting for each other, and the oldest begins first. Threads: any.
 */
package dev.azulejo.scene.service;
