package dev.azulejo.core.visibility;

/** What the finest level of hierarchical Z knows of a block of 4x4 pixels. */
public enum FinestLevel {
    /** Two layers: a mask of pixels and a depth each. */
    LAYERS(0),
    /** A depth for each pixel. */
    PIXELS(1),
    /** A depth for each pixel, and one for each of its four samples. */
    FOUR_SAMPLES(4),
    /** A depth for each pixel, and one for each of its eight samples. */
    EIGHT_SAMPLES(8),
    /** A depth for each pixel, and one for each of its sixteen samples. */
    SIXTEEN_SAMPLES(16);

    private final int samples;

    FinestLevel(int samples) {
        this.samples = samples;
    }

    /**
     * Returns the level that keeps depths of pixels, or that does not.
     *
     * @param pixels whether it does
     * @param samples of a pixel: 1, 4, 8 or 16
     */
    public static FinestLevel of(boolean pixels, int samples) {
        if (!pixels) {
            return LAYERS;
        }
        return switch (samples) {
            case 1 -> PIXELS;
            case 4 -> FOUR_SAMPLES;
            case 8 -> EIGHT_SAMPLES;
            case 16 -> SIXTEEN_SAMPLES;
            default -> throw new IllegalArgumentException("samples=" + samples);
        };
    }

    /** Samples of a pixel that are told apart: 0 if not even pixels are. */
    int samples() {
        return samples;
    }
}
