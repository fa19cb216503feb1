package dev.azulejo.core.command;

/** How a portion of a command buffer is pretested, before GPUs that share a frame render it. */
public enum PortionTest {
    /** Not at all: hints would cost more than they save. */
    NONE,
    /** By the projected bounds of clusters. */
    BOUNDS,
    /** By the bounds of each primitive. */
    PRIMITIVES,
    /** By what the scan converter covers. */
    EXACT
}
