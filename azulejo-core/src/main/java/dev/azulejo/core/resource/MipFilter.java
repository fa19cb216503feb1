package dev.azulejo.core.resource;

/** Which mip levels a sample comes from. */
public enum MipFilter {
    /** Always level 0. */
    NONE,
    /** The nearest level. */
    NEAREST,
    /** A blend of the two nearest levels. */
    LINEAR
}
