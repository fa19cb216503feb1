package dev.azulejo.core.kernel;

import java.util.Arrays;

/**
 * Where the samples of a pixel lie: Direct3D 11's standard patterns (Microsoft,
 * "D3D11_STANDARD_MULTISAMPLE_QUALITY_LEVELS"), which Vulkan's standard sample locations share.
 * Offsets from the pixel's top-left corner in fixed-point units (1/256 pixel).
 *
 * <p>In the patterns of 8 and 16, cut into as many columns and rows as there are samples, each
 * column and each row holds one. Of the 16 one lies on the pixel's left side and one on its upper
 * side, none on the others: sides belong to one pixel.
 */
public final class SamplePattern {
    private static final SamplePattern ONE = of(0, 0);
    private static final SamplePattern FOUR = of(-2, -6, 6, -2, -6, 2, 2, 6);
    private static final SamplePattern EIGHT =
            of(1, -3, -1, 3, 5, 1, -3, -5, -5, 5, -7, -1, 3, 7, 7, -7);
    private static final SamplePattern SIXTEEN =
            of(
                    1, 1, -1, -3, -3, 2, 4, -1, -5, -2, 2, 5, 5, 3, 3, -5, -2, 6, 0, -7, -4, -6, -6,
                    4, -8, 0, 7, -4, 6, 7, -7, -8);

    /** Most samples a pixel. */
    public static final int MOST = 16;

    private final int[] x;
    private final int[] y;
    private final int first;
    private final int last;

    private SamplePattern(int[] x, int[] y) {
        this.x = x;
        this.y = y;
        first =
                Math.min(
                        Arrays.stream(x).min().orElseThrow(), Arrays.stream(y).min().orElseThrow());
        last = Math.max(Arrays.stream(x).max().orElseThrow(), Arrays.stream(y).max().orElseThrow());
    }

    private static SamplePattern of(int... sixteenths) {
        int count = sixteenths.length / 2;
        var x = new int[count];
        var y = new int[count];
        for (int s = 0; s < count; s++) {
            x[s] = TrianglePlanes.SUBPIXEL_HALF + 16 * sixteenths[2 * s];
            y[s] = TrianglePlanes.SUBPIXEL_HALF + 16 * sixteenths[2 * s + 1];
        }
        return new SamplePattern(x, y);
    }

    /** Returns the pattern of 1, 4, 8 or 16 samples. */
    public static SamplePattern of(int samples) {
        return switch (samples) {
            case 1 -> ONE;
            case 4 -> FOUR;
            case 8 -> EIGHT;
            case 16 -> SIXTEEN;
            default -> throw new IllegalArgumentException("samples=" + samples);
        };
    }

    /** Returns the number of samples. */
    public int count() {
        return x.length;
    }

    /** Returns the least offset of a sample, the same along both axes. */
    public int first() {
        return first;
    }

    /** Returns the largest offset of a sample, likewise. */
    public int last() {
        return last;
    }

    /** Returns a sample's horizontal offset. */
    public int x(int sample) {
        return x[sample];
    }

    /** Returns a sample's vertical offset. */
    public int y(int sample) {
        return y[sample];
    }
}
