package dev.azulejo.cli;

/** What {@code --samples} may be. */
final class SampleCount {
    private SampleCount() {}

    /** Refuses numbers of samples that no target has. */
    static void check(int samples) {
        if (samples != 1 && samples != 4 && samples != 8 && samples != 16) {
            throw new UserException("--samples=%d is not 1, 4, 8 or 16".formatted(samples));
        }
    }
}
