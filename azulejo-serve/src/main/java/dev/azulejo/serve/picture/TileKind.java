package dev.azulejo.serve.picture;

/** How tiles travel; places are those of the protocol. */
public enum TileKind {
    /** One colour. */
    FILL,
    /** As in the copy that the client keeps. */
    KEPT,
    /** Shaded: JPEG. */
    JPEG,
    /** Flat, or sharpened: PNG. */
    PNG
}
