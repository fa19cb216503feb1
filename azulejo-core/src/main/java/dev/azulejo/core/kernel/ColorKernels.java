package dev.azulejo.core.kernel;

import dev.azulejo.core.command.BlendState;

/** Colours to stored pixels. Channels are linear floats; a stored pixel is an RGBA8 int. */
public interface ColorKernels {
    /**
     * Clamps to 0..1 (NaN to 0) and encodes; may also write up to 15 lanes beyond {@code to}.
     *
     * @param srgb whether red, green and blue are sRGB-encoded
     * @param red linear red; likewise the next three
     * @param green linear green
     * @param blue linear blue
     * @param alpha alpha
     * @param packed receives pixels, red in bits 0..7
     * @param scratch as long as {@code packed}; contents are undefined before and after
     * @param from first lane
     * @param to lane after the last
     */
    void encode(
            boolean srgb,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha,
            int[] packed,
            int[] scratch,
            int from,
            int to);

    /**
     * Blends lanes with stored pixels and encodes; may also write up to 15 lanes beyond {@code to}.
     * The write mask is not applied here.
     *
     * @param blend the equations
     * @param srgb whether stored pixels are sRGB-encoded
     * @param red linear red of the fragments; likewise the next three
     * @param green linear green
     * @param blue linear blue
     * @param alpha alpha
     * @param packed stored pixels in, blended pixels out
     * @param scratch as long as {@code packed}; contents are undefined before and after
     * @param from first lane
     * @param to lane after the last
     */
    void blend(
            BlendState blend,
            boolean srgb,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha,
            int[] packed,
            int[] scratch,
            int from,
            int to);
}
