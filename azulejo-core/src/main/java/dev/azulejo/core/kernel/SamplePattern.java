package dev.azulejo.core.kernel;

import java.util.Arrays;

/**
 * Where the samples of a pixel lie: Direct3D 11's standard patterns, which Vulkan's standard sample
 * locations share. Offsets from the pixel's top-left corner in fixed-point units (1/256 pixel).
 */
public final class SamplePattern {
    private static final SamplePattern ONE = of(0, 0);
    private static final SamplePattern FOUR = of(-2, -6, 6, -2, -6, 2, 2, 6);
    private static final SamplePattern EIGHT =
            of(1, -3, -1, 3, 5, 1, -3, -5, -5, 5, -7, -1, 3, 7, 7, -7);

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

    /** Returns the pattern of 1, 4 or 8 samples. */
    public static SamplePattern of(int samples) {
        return switch (samples) {
            case 1 -> ONE;
            case 4 -> FOUR;
            case 8 -> EIGHT;
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
