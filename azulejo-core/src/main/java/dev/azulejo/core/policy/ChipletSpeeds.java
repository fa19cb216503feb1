package dev.azulejo.core.policy;

import java.util.Arrays;

/** How fast chiplets are, compared with each other: times of one thread become theirs. Pure. */
public final class ChipletSpeeds {
    private final int[] weights;
    private final int fastest;

    /**
     * Makes them.
     *
     * @param chipletWeights how fast each is, compared with the others; 0 for one that renders
     *     nothing, and does all else as fast as the fastest; one at least is above 0
     */
    public ChipletSpeeds(int... chipletWeights) {
        weights = chipletWeights.clone();
        fastest = Arrays.stream(weights).max().orElse(0);
        if (fastest < 1) {
            throw new IllegalArgumentException(
                    "chipletSpeeds: none of %d chiplets has a weight above 0"
                            .formatted(weights.length));
        }
    }

    /** Returns how many chiplets there are. */
    public int chiplets() {
        return weights.length;
    }

    /** Returns whether a chiplet renders. */
    public boolean renders(int chiplet) {
        return weights[chiplet] > 0;
    }

    /** Returns the time that a chiplet takes for what takes the fastest one so long. */
    public long time(long ns, int chiplet) {
        return renders(chiplet) ? ns * fastest / weights[chiplet] : ns;
    }
}
