package dev.azulejo.core.resource;

/** How a value between texels (or between mip levels) is made. */
public enum Filter {
    /** Takes the nearest one. */
    NEAREST,
    /** Weights the neighbours by distance. */
    LINEAR
}
