package dev.azulejo.core.link;

/**
 * How often a transport fails, each as the probability that it happens to a message.
 *
 * @param dropped it never arrives
 * @param delayed it arrives after later ones
 * @param longestDelay how many later messages of the same two GPUs at most, 1 and up
 * @param reordered it changes places with the next one
 * @param doubled it arrives twice
 * @param truncated its end is missing
 * @param flipped one of its bits is wrong
 */
public record Faults(
        double dropped,
        double delayed,
        int longestDelay,
        double reordered,
        double doubled,
        double truncated,
        double flipped) {
    /** Nothing fails. */
    public static final Faults NONE = new Faults(0, 0, 1, 0, 0, 0, 0);

    public Faults {
        check("dropped", dropped);
        check("delayed", delayed);
        check("reordered", reordered);
        check("doubled", doubled);
        check("truncated", truncated);
        check("flipped", flipped);
        if (longestDelay < 1) {
            throw new IllegalArgumentException(
                    "faults.longestDelay=%d is below 1".formatted(longestDelay));
        }
    }

    /** Returns faults that are all equally likely. */
    public static Faults all(double probability, int longestDelay) {
        return new Faults(
                probability,
                probability,
                longestDelay,
                probability,
                probability,
                probability,
                probability);
    }

    private static void check(String name, double probability) {
        // Not a number fails too.
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException(
                    "faults.%s=%s is not in 0..1".formatted(name, probability));
        }
    }
}
