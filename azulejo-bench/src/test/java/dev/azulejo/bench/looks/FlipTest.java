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

    /** Where colours are alike, an edge in one of them makes the difference larger. */
    @Test
    void edgesCountMoreThanTheirColors() {
        int[] grey = flat(0x808080);
        int[] halves = flat(0x808080);
        for (int i = 0; i < halves.length; i++) {
            halves[i] = i % SIDE >= 24 ? 0x888888 : 0x808080;
        }
        float[] flip = Flip.compare(grey, halves, SIDE);
        int middle = SIDE / 2 * SIDE;
        assertThat(flip[middle + 25]).isGreaterThan(1.2f * flip[middle + 46]);
    }

    @Test
    void picturesOfTwoSizesAreRefused() {
        assertThatThrownBy(() -> Flip.compare(new int[12], new int[16], 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("pictures of 12 and 16 pixels, 4 in a row");
    }
}
