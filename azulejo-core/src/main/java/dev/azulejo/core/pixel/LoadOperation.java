package dev.azulejo.core.pixel;

import dev.azulejo.core.command.PassDescriptor;

/** What a tile's samples are when a visit begins. */
public enum LoadOperation {
    /** The pass's clear values. */
    CLEAR,
    /** What the target's sample storage holds. */
    LOAD,
    /** What an earlier window of the phase parked. */
    UNPARK;

    /** Returns how the first visit of a pass begins. */
    public static LoadOperation of(PassDescriptor pass) {
        return pass.clear() ? CLEAR : LOAD;
    }
}
