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

    /**
     * Nothing nearer may be there, and nothing is stored: for blended surfaces, which also show
     * where they lie exactly on others, as decals do.
     */
    public static final DepthState LESS_EQUAL_READ_ONLY =
            new DepthState(CompareFunction.LESS_EQUAL, false, false);

    /** Every fragment passes and none is stored. */
    public static final DepthState OFF = new DepthState(CompareFunction.ALWAYS, false, false);

    /** Checks for null. */
    public DepthState {
        Objects.requireNonNull(compare, "compare");
    }
}
