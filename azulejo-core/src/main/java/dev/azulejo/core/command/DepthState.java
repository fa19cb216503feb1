package dev.azulejo.core.command;

import java.util.Objects;

/**
 * Depth test and write.
 *
 * @param compare when a fragment passes
 * @param write whether a passing fragment's depth is stored
 * @param clamp whether depths beyond near and far are clamped instead of clipped
 */
public record DepthState(CompareFunction compare, boolean write, boolean clamp) {
    /** The nearer fragment wins, the first among equals. */
    public static final DepthState LESS = new DepthState(CompareFunction.LESS, true, false);

    /** Tested like {@link #LESS} but not stored, for blended surfaces. */
    public static final DepthState LESS_READ_ONLY =
            new DepthState(CompareFunction.LESS, false, false);

    /** Every fragment passes and none is stored. */
    public static final DepthState OFF = new DepthState(CompareFunction.ALWAYS, false, false);

    /** Checks for null. */
    public DepthState {
        Objects.requireNonNull(compare, "compare");
    }
}
