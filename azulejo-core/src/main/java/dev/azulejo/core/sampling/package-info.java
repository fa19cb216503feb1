/**
 * Texture sampling: texture coordinates and their derivatives in, linear colours out.
 *
 * <pre>
 *   level of detail ─&gt; for each tap and level: addresses and weights ─&gt; gather, decode, accumulate
 * </pre>
 *
 * <p>The result is the sum, in a fixed order, of weight * decoded texel over taps, the two levels
 * and the four corners; a term of weight zero may be left out. The scalar class is the definition.
 * Imports shaders and resources.
 */
package dev.azulejo.core.sampling;
