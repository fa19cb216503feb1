package dev.azulejo.core.kernel;

/**
 * Which samples of a pixel an alpha covers: as many as it is a share of, rounded to the nearest
 * number (halves up), the same ones in every pixel. Whoever covers more covers what less covers.
 *
 * <p>Samples are taken two by two from either side of the pixel's middle, so that what covers an
 * even number lies around the middle. Nothing is dithered: sharpened alphas are edges, which look
 * like those of triangles so.
 */
public final class AlphaCoverage {
    private static final AlphaCoverage ONE = new AlphaCoverage(0);
    private static final AlphaCoverage FOUR = new AlphaCoverage(0, 3, 1, 2);
    private static final AlphaCoverage EIGHT = new AlphaCoverage(0, 1, 3, 6, 2, 5, 4, 7);
    private static final AlphaCoverage SIXTEEN =
            new AlphaCoverage(0, 1, 4, 6, 2, 7, 3, 12, 5, 10, 8, 9, 11, 13, 14, 15);

    /** By the number of samples. */
    private final int[] masks;

    /**
     * Sets the order.
     *
     * @param order sample of {@link SamplePattern} that each step adds
     */
    private AlphaCoverage(int... order) {
        masks = new int[order.length + 1];
        for (int n = 0; n < order.length; n++) {
            masks[n + 1] = masks[n] | 1 << order[n];
        }
    }

    /** Returns the masks of 1, 4, 8 or 16 samples a pixel. */
    public static AlphaCoverage of(int samples) {
        return switch (samples) {
            case 1 -> ONE;
            case 4 -> FOUR;
            case 8 -> EIGHT;
            case 16 -> SIXTEEN;
            default -> throw new IllegalArgumentException("samples=" + samples);
        };
    }

    /**
     * Returns the samples that an alpha covers, a bit each.
     *
     * @param alpha any float; from 1 on all, up to 0 and NaN none
     */
    public int mask(float alpha) {
        int samples = masks.length - 1;
        // NaN becomes 0, and what is far away the nearest int
        return masks[Math.clamp((int) (alpha * samples + 0.5f), 0, samples)];
    }
}
