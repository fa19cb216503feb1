package dev.azulejo.core.options;

/**
 * Checks of settings. Apart from the records, so that the parts of a record can be made before the
 * record's own constants.
 */
final class Ranges {
    private Ranges() {}

    /** Refuses a value beyond 1..most, by name. */
    static void check(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(
                    "%s=%d is not in 1..%d".formatted(name, value, most));
        }
    }
}
