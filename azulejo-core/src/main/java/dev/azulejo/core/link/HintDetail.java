package dev.azulejo.core.link;

/** What hints may say of a piece. */
public enum HintDetail {
    /** The GPUs in whose regions it may lie. */
    OWNERS,
    /** Also, for each of these GPUs, which primitives of the piece it needs: exact sets. */
    SETS
}
