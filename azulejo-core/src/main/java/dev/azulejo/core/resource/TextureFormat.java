package dev.azulejo.core.resource;

/** How a texel is stored. */
public enum TextureFormat {
    /** Four 8-bit channels, value / 255; red in the lowest byte of an int. */
    RGBA8_UNORM,
    /**
     * As {@link #RGBA8_UNORM}, but red, green and blue hold sRGB-encoded values; alpha is linear.
     */
    RGBA8_SRGB,
    /** Four 32-bit floats a texel, linear. */
    RGBA32_FLOAT,
    /**
     * Depth alone, a 32-bit float a pixel: of render targets, which then have no colour, and not of
     * textures. {@link DepthView} reads it.
     */
    DEPTH32_FLOAT
}
