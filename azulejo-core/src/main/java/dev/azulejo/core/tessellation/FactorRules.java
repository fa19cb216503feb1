package dev.azulejo.core.tessellation;

/**
 * Which factors are used in place of those given.
 *
 * <p>Source: Direct3D 11.3 functional specification, 11.7.11 and 11.7.12; OpenGL 4.6, 11.2.2.1 and
 * 11.2.2.2.
 */
final class FactorRules {
    private static final int ONE = TessellatedPatch.ONE;

    private FactorRules() {}

    /** Whether a patch is dropped: an edge factor is 0, negative or not a number. */
    static boolean drop(float[] edgeFactors, int count) {
        boolean keep = true;
        for (int i = 0; i < count; i++) {
            keep &= edgeFactors[i] > 0;
        }
        return !keep;
    }

    /** A factor in the range of the partitioning, in fixed point; if not a number, the lowest. */
    static int clamp(float factor, TessellationPartitioning partitioning) {
        // Of an odd number of segments there is one less at most
        int odd = partitioning == TessellationPartitioning.FRACTIONAL_ODD ? 1 : 0;
        float lowest = partitioning == TessellationPartitioning.FRACTIONAL_EVEN ? 2 : 1;
        float highest = TessellatedPatch.MOST_FACTOR - odd;
        float clamped = factor > lowest ? Math.min(factor, highest) : lowest;
        return switch (partitioning) {
            case INTEGER -> ceiling(clamped) * ONE;
            case POWER_OF_TWO -> Integer.highestOneBit(2 * ceiling(clamped) - 1) * ONE;
            // Exact up to the rounding, to nearest, ties to even.
            case FRACTIONAL_EVEN, FRACTIONAL_ODD -> (int) Math.rint((double) clamped * ONE);
        };
    }

    private static int ceiling(float factor) {
        return (int) Math.ceil(factor);
    }

    /** Whether a clamped factor makes an odd number of segments. */
    static boolean odd(int factor, TessellationPartitioning partitioning) {
        return switch (partitioning) {
            case FRACTIONAL_EVEN -> false;
            case FRACTIONAL_ODD -> true;
            case INTEGER, POWER_OF_TWO -> (factor / ONE & 1) != 0;
        };
    }

    /**
     * The inside factor of a patch that is divided at all. With one segment there would be no
     * inside, and nothing to which differing edges could be joined; so 1 counts as a little more.
     */
    static int aboveOne(int inside, TessellationPartitioning partitioning) {
        if (inside > ONE) {
            return inside;
        }
        return partitioning == TessellationPartitioning.FRACTIONAL_ODD ? ONE + 1 : 2 * ONE;
    }
}
