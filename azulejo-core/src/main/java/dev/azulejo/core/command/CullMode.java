package dev.azulejo.core.command;

/** Which triangles are dropped by the way they face. */
public enum CullMode {
    /** None. */
    NONE,
    /** Front-facing ones. */
    FRONT,
    /** Back-facing ones. */
    BACK
}
