package dev.azulejo.core.visibility;

/** What the finest level of hierarchical Z knows of a block of 4x4 pixels. */
public enum FinestLevel {
    /** Two layers: a mask of pixels and a depth each. */
    LAYERS,
    /** A depth for each pixel. */
    PIXELS
}
