package dev.azulejo.core.resource;

/** What a texture coordinate outside 0..1 means. */
public enum AddressMode {
    /** The texture repeats. */
    REPEAT,
    /** The edge texel continues. */
    CLAMP_TO_EDGE,
    /** The texture repeats, every other time mirrored. */
    MIRROR_REPEAT
}
