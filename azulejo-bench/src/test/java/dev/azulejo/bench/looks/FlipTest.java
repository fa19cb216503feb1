package dev.azulejo.bench.looks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** What is known of the measure without computing it: of flat pictures, and where edges are. */
class FlipTest {
    private static final int SIDE = 48;
    private static final int BLACK = 0;
    private static final int WHITE = 0xFFFFFF;
    private static final int GREEN = 0x00FF00;
    private static final int BLUE = 0xFF0000;

    private static int[] flat(int color) {
        int[] pixels = new int[SIDE * SIDE];
        Arrays.fill(pixels, color);
        return pixels;
    }

    private static int[] edge(int column) {
        int[] pixels = flat(BLACK);
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = i % SIDE >= column ? WHITE : BLACK;
        }
        return pixels;
    }

    private static void all(float[] values, double expected, double tolerance) {
        for (float value : values) {
            assertThat((double) value).isCloseTo(expected, within(tolerance));
        }
    }

    @Test
    void thereIsNoDifferenceToItself() {
        all(Flip.compare(edge(20), edge(20), SIDE), 0, 0);
    }

    @Test
    void noColorsAreFurtherApartThanGreenAndBlue() {
        all(Flip.compare(flat(GREEN), flat(BLUE), SIDE), 1, 1e-6);
    }

    /**
     * From published L*a*b* values of sRGB's primaries: green (87.735, -86.183, 83.179), blue
     * (32.297, 79.188, -107.860), with a and b times L / 100, are 203.30 apart, which is 41.26 to
     * the power 0.7; black and white are 100 apart, 25.12. Above two fifths of the former the rest
     * is spread over the last twentieth.
     */
    @Test
    void blackAndWhiteAreAlmostAsFarApart() {
        double knee = 0.4 * 41.26;
        double expected = 0.95 + 0.05 * (25.12 - knee) / (41.26 - knee);
        all(Flip.compare(flat(BLACK), flat(WHITE), SIDE), expected, 1e-3);
    }

    /** Greys of codes 119 and 120 have lightnesses 50.0344 and 50.4323. */
    @Test
    void aCodeOfGreyIsHardlySeen() {
        double expected = 0.95 / (0.4 * 41.26) * Math.pow(50.4323 - 50.0344, 0.7);
        all(Flip.compare(flat(0x777777), flat(0x787878), SIDE), expected, 1e-3);
    }

    /** An edge that one of them has elsewhere differs there, and not far from it. */
    @Test
    void anEdgeDiffersWhereItMoved() {
        float[] flip = Flip.compare(edge(20), edge(22), SIDE);
        int middle = SIDE / 2 * SIDE;
        assertThat(flip[middle + 20]).isGreaterThan(0.5f);
        assertThat(flip[middle + 21]).isGreaterThan(0.5f);
        assertThat(flip[middle + 44]).isZero();
        float[] back = Flip.compare(edge(22), edge(20), SIDE);
        for (int i = 0; i < flip.length; i++) {
            assertThat(back[i]).isEqualTo(flip[i]);
        }
    }

    /**
     * An edge from black to white, seen at both of its sides, is all there can be. A line of one
     * pixel is half an edge's kernel away from itself; as a point it is what the middle of the
     * kernel has, of which the parts that are positive, and those that are negative, add up to 1
     * each.
     */
    @Test
    void edgesAndPointsAreWhatTheirKernelsSay() {
        double[][] features = Flip.features(edge(24), SIDE);
        int middle = SIDE / 2 * SIDE;
        assertThat(features[0][middle + 23]).isCloseTo(1, within(1e-6));
        assertThat(features[0][middle + 24]).isCloseTo(1, within(1e-6));
        assertThat(features[0][middle + 5]).isZero();
        int[] line = flat(BLACK);
        for (int y = 0; y < SIDE; y++) {
            line[y * SIDE + 24] = WHITE;
        }
        double deviation = 0.5 * 0.082 * 67.0206;
        int radius = 9;
        double column = 0;
        double all = 0;
        for (int y = -radius; y <= radius; y++) {
            for (int x = -radius; x <= radius; x++) {
                double squared = (x * x + y * y) / (2 * deviation * deviation);
                double weight = (x * x / (deviation * deviation) - 1) * Math.exp(-squared);
                column += x == 0 ? weight : 0;
                all += Math.min(weight, 0);
            }
        }
        features = Flip.features(line, SIDE);
        assertThat(features[0][middle + 24]).isCloseTo(0, within(1e-9));
        assertThat(features[1][middle + 24]).isCloseTo(column / all, within(1e-4));
    }

    /** A feature that only one has lifts a difference of colours to a power below 1. */
    @Test
    void featuresLiftDifferences() {
        int[] grey = flat(0x808080);
        int[] halves = flat(0x808080);
        for (int i = 0; i < halves.length; i++) {
            halves[i] = i % SIDE >= 24 ? 0x888888 : 0x808080;
        }
        float[] flip = Flip.compare(grey, halves, SIDE);
        int at = SIDE / 2 * SIDE + 25;
        double[] one = Flip.features(halves, SIDE)[0];
        double[] other = Flip.features(halves, SIDE)[1];
        assertThat(one[at]).isGreaterThan(other[at]);
        double light = Flip.seen(halves, SIDE)[0][at] - Flip.seen(grey, SIDE)[0][at];
        double color = 0.95 / (0.4 * 41.26) * Math.pow(light, 0.7);
        double expected = Math.pow(color, 1 - Math.sqrt(one[at] / Math.sqrt(2)));
        assertThat((double) flip[at]).isCloseTo(expected, within(2e-3));
    }

    /**
     * Of a grating of f periods a degree exp(-b f<sup>2</sup>) is left: of brightness with b =
     * 0.0047, of red against green with 0.0053, of yellow against blue the mean of two such terms
     * by their weights.
     */
    @Test
    void finePatternsFade() {
        double fine = Math.pow(67.0206 / 8, 2);
        assertThat(left(0, 8)).isCloseTo(Math.exp(-0.0047 * fine), within(0.02));
        assertThat(left(1, 8)).isCloseTo(Math.exp(-0.0053 * fine), within(0.02));
        double coarse = Math.pow(67.0206 / 16, 2);
        double yellow = (34.1 * Math.exp(-0.04 * coarse) + 13.5 * Math.exp(-0.025 * coarse)) / 47.6;
        assertThat(left(2, 16)).isCloseTo(yellow, within(0.03));
    }

    /** How much is left of waves of so many pixels, of L*, a* or b*. */
    private static double left(int channel, int period) {
        int[] pixels = new int[SIDE * SIDE];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = wave(i % SIDE, period, channel);
        }
        double[] seen = Flip.seen(pixels, SIDE)[channel];
        return swing(seen, period) / swing(unseen(period, channel), period);
    }

    /**
     * A grey, a red or green, or a blue or yellow; colours are about as bright as their opposites.
     */
    private static int wave(int x, int period, int channel) {
        double wave = Math.cos(2 * Math.PI * x / period);
        int code = (int) Math.round(128 + 24 * wave);
        int green = (int) Math.round(128 - 7 * wave);
        return switch (channel) {
            case 0 -> code * 0x010101;
            case 1 -> 0x800000 | green << 8 | code;
            default -> code << 16 | 0x8080;
        };
    }

    /** Each column's value as if it were a flat picture. */
    private static double[] unseen(int period, int channel) {
        double[] values = new double[SIDE * SIDE];
        for (int x = 0; x < SIDE; x++) {
            int[] flat = new int[64];
            Arrays.fill(flat, wave(x, period, channel));
            values[SIDE / 2 * SIDE + x] = Flip.seen(flat, 8)[channel][0];
        }
        return values;
    }

    /** Between the largest and the least of a period in the middle. */
    private static double swing(double[] values, int period) {
        int from = SIDE / 2 * SIDE + 16;
        double most = Double.NEGATIVE_INFINITY;
        double least = Double.POSITIVE_INFINITY;
        for (int i = from; i < from + period; i++) {
            most = Math.max(most, values[i]);
            least = Math.min(least, values[i]);
        }
        return most - least;
    }

    @Test
    void picturesOfTwoSizesAreRefused() {
        assertThatThrownBy(() -> Flip.compare(new int[12], new int[16], 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("pictures of 12 and 16 pixels, 4 in a row");
    }
}
