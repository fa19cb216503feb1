package dev.azulejo.core.report;

/**
 * How tight hints were: of a phase, what they said against what the scan converter says. A
 * <em>touch</em> is a piece and a GPU that a hint names for it; where a hint has the sets of
 * primitives that GPUs need, it is a primitive and a GPU.
 *
 * @param touches pairs that hints named
 * @param needless of these, pairs in which no sample of the piece lies in a region of the GPU
 * @param missed pairs that hints did not name though a sample lies there: always 0. Of sets these
 *     are primitives of GPUs that are not named, and of the GPU that was asked
 */
public record HintQuality(long touches, long needless, long missed) {
    /** Nothing was said. */
    public static final HintQuality NOTHING = new HintQuality(0, 0, 0);

    /** Returns what both say together. */
    public HintQuality plus(HintQuality other) {
        return new HintQuality(
                touches + other.touches, needless + other.needless, missed + other.missed);
    }

    /** Returns how many touches of a hundred are needless. */
    public double needlessPercent() {
        return touches == 0 ? 0 : 100.0 * needless / touches;
    }
}
