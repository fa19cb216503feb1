package dev.azulejo.core.command;

/** How the two weighted terms of the blend equation are combined. */
public enum BlendOperation {
    /** source + destination. */
    ADD,
    /** source - destination. */
    SUBTRACT,
    /** destination - source. */
    REVERSE_SUBTRACT,
    /** The smaller of the unweighted values. */
    MIN,
    /** The larger of the unweighted values. */
    MAX
}
