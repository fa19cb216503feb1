package dev.azulejo.sim.trace;

/** What became of a tile where tiles are reused. */
public enum TileOutcome {
    /** Nobody asked: reuse was off, or the tile could not be compared. */
    NOT_TESTED,
    /** It was compared, and had changed. */
    CHANGED,
    /** It was compared, and kept its pixels. */
    REUSED
}
