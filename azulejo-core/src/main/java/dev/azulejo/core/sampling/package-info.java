/**
 * Texture sampling: texture coordinates and their derivatives go in, linear colours come out, a
 * batch of lanes at a time.
 *
 * <pre>
 *   level of detail ─▶ for each tap and level: addresses and weights ─▶ gather, decode, accumulate
 * </pre>
 *
 * <ul>
 *   <li>{@link TextureSamplings}: gives a program one of the twins.
 *   <li>{@link DepthComparisons}: likewise of comparison with depths, {@link
 *       ScalarDepthComparison}.
 *   <li>{@link ScalarTextureSampling}: the definition; {@code sampling.vector} has its twin.
 *   <li>{@link SamplingConstants}: ranges and scales that both share.
 * </ul>
 *
 * <p>The result is the sum, in a fixed order, of weight * decoded texel over taps, the two levels
 * and the four corners; a term of weight zero may be left out.
 *
 * <p>Asked by programs, in their fragment stage; no stage of core imports it. Memory: scratch is
 * the batch's, texels are the texture's. Threads: any, nothing is kept between calls.
 *
 * <p>Imports shader and resource; never command or later packages. Source: Vulkan 1.3, as {@link
 * dev.azulejo.core.shader.TextureSampling} says.
 */
package dev.azulejo.core.sampling;
