/**
 * What a draw call reads and writes: arrays of the application go in; plain primitive arrays that
 * kernels index directly come out.
 *
 * <pre>
 *  Resource: identity, version ─┬─ VertexBuffer    floats
 *                               ├─ IndexBuffer     ints; remembers VertexRun and PositionBounds
 *                               ├─ UniformBuffer   floats
 *                               ├─ Texture         texels of all levels (TextureFormat, Mipmaps)
 *                               └─ RenderTarget    pixels, and samples while a pass needs them
 *  Sampler: how a texture is read (Filter, MipFilter, AddressMode)
 * </pre>
 *
 * <ul>
 *   <li>{@link Resource}: has an identity, and a version that each write increments, so that later
 *       stages can tell whether anything that a pixel depends on has changed.
 *   <li>{@link VertexBuffer}, {@link IndexBuffer}, {@link UniformBuffer}, {@link Texture}, {@link
 *       RenderTarget}: the five there are.
 *   <li>{@link Sampler}: how a texture is read; {@link Filter}, {@link MipFilter}, {@link
 *       AddressMode}. {@link TextureFormat}: how a texel is stored. {@link Mipmaps}, {@link
 *       MipRows}, {@link PlainMipRows}, {@link SrgbMipRows}: levels. {@link MipLevel}: one of them,
 *       of rows as they come.
 *   <li>{@link DepthView}: depths of a target, for the phases after the one that drew them.
 *   <li>{@link DeviceAccess}: what devices keep with resources and change in targets; users leave
 *       it closed. {@link VertexRun}, {@link PositionBounds}, {@link FacingCones}: what they keep
 *       with index buffers.
 * </ul>
 *
 * <p>Memory: a resource owns its arrays, also one that it was given. Threads: written by one thread
 * while no submit that uses them is running; devices write targets, and what they keep.
 *
 * <p>Never imported here: anything but the JDK. Source: formats and samplers as Vulkan 1.3 has
 * them.
 */
package dev.azulejo.core.resource;
