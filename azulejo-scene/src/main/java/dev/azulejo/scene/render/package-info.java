/**
 * Scenes to pictures: a {@link dev.azulejo.scene.model.Scene}, a pose and a view go in; resources
 * and command buffers of the software GPU come out, and, of a session, pixels.
 *
 * <pre>
 *  Session ─▶ Device
 *    │
 *    └─▶ SceneRenderer
 *          once     Uploads ─▶ MeshBuffers, SmoothNormals     MaterialBinding ─▶ programs, textures
 *                   a DrawItem for each primitive at a node
 *          a frame  View, Pose ─▶ DrawItem: its matrix, deformed vertices, PatchOrder
 *                   SceneLights, Studio ─▶ uniforms of the frame
 *                   ─▶ CommandBuffer: opaque ones, then masked ones, then blended ones far to near
 * </pre>
 *
 * <ul>
 *   <li>{@link Session}: a scene that lives and the device that draws it; begin here. {@link
 *       FrameSequence} renders sequences, with several GPUs in turn if wanted.
 *   <li>{@link SceneRenderer}: the same for a device of somebody else's. {@link SceneItems} makes
 *       its draw calls, {@link ViewUniforms} writes what depends on a view, {@link FrameRecorder}
 *       records the phases of a frame, and {@link SceneReach} tells how far the scene reaches.
 *   <li>{@link RenderSettings}: what a picture shall be like; {@link Tessellation}: how surfaces
 *       are divided; {@link View}: from where it is taken. {@link Framing}: from how far, with
 *       {@link Silhouette}, how far a scene reaches; {@link Sight}: whether a view is worth it.
 *   <li>{@link DrawnSizes}: how wide lines and how large points are drawn. {@link JoinIndices}:
 *       where lines meet.
 *   <li>{@link ContactShadow}: a ground, and {@link Ground}: what of it is found in each frame,
 *       with {@link GroundLight} and {@link GroundShade}, and {@link GroundRim}, what of it is
 *       framed; {@link AmbientOcclusion}: which part of the ambient light arrives. The first and
 *       the last are made of a scene {@link AtRest}; the last with {@link VertexOpenness}, {@link
 *       TriangleTree}, for rays, and {@link LongEdges}.
 *   <li>{@link SurfaceImage}: what is seen in each pixel, in place of its colour.
 *   <li>{@link DrawItem}: one draw call. {@link MeshBuffers}: a primitive as buffers; {@link
 *       MeshPoints}: where it is. {@link Uploads}: what draw calls share; {@link FrameMemory}: what
 *       they take. {@link MaterialBinding}: materials as programs and bind groups.
 *   <li>{@link PatchOrder}: patches near before far; {@link BlendOrder}: blended items far to near.
 *       {@link SmoothNormals}: what shapes PN triangles.
 *   <li>{@link SceneLights}: lights as uniforms; {@link Studio}: the built-in environment; {@link
 *       EnvironmentView}: one from a picture; {@link ConstantLighting}: a light that other
 *       renderers can have too.
 * </ul>
 *
 * <p>What moves is written where it counts and nowhere else, so that whatever stands still keeps
 * the versions of its buffers. Memory: resources belong to the renderer, the scene is only read.
 * Threads: one at a time.
 *
 * <p>Never imported here: a parser, the built-in scenes, kernels and stages of core. Sources stand
 * with {@link Studio} and {@link SmoothNormals}; the rest is not published.
 */
package dev.azulejo.scene.render;
