package dev.azulejo.core.command;

/** Which winding, as seen in the window, is the front. */
public enum FrontFace {
    /** Counter-clockwise. */
    COUNTER_CLOCKWISE,
    /** Clockwise. */
    CLOCKWISE
}
