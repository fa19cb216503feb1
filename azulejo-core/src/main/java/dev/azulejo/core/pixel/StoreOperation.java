package dev.azulejo.core.pixel;

import dev.azulejo.core.command.PassDescriptor;

/** Where a tile's samples go when a visit ends; its pixels are resolved in any case. */
public enum StoreOperation {
    /** Nowhere: nothing needs them any more. */
    DROP,
    /** To the target's sample storage. */
    STORE,
    /** To where the next window of the phase finds them. */
    PARK;

    /** Returns how the last visit of a pass ends. */
    public static StoreOperation of(PassDescriptor pass) {
        return pass.keepSamples() ? STORE : DROP;
    }
}
