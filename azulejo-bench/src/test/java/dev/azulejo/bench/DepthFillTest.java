package dev.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DepthFillTest {
    private static final int SIDE = 64;
    private static final int WHOLE = DeviceOptions.WHOLE_FRAME;

    /**
     * Triangles with corners at pixels' corners, row 0 at the top: x, y, x, y, x, y, w each, at
     * depth w / 16. Powers of two are divided by exactly.
     */
    private static FillTriangles triangles(int side, int[]... corners) {
        var clip = new float[12 * corners.length];
        var indices = new int[3 * corners.length];
        for (int t = 0; t < corners.length; t++) {
            int w = corners[t][6];
            for (int i = 0; i < 3; i++) {
                int at = 12 * t + 4 * i;
                clip[at] = (corners[t][2 * i] / (SIDE / 2f) - 1) * w;
                clip[at + 1] = (1 - corners[t][2 * i + 1] / (SIDE / 2f)) * w;
                clip[at + 2] = w / 16f * w;
                clip[at + 3] = w;
                indices[3 * t + i] = 3 * t + i;
            }
        }
        return new FillTriangles(clip, indices, side);
    }

    /** The right angle at the upper left: counter-clockwise as one sees it. */
    private static int[] upperLeft(int x, int y, int side, int w) {
        return new int[] {x, y, x, y + side, x + side, y, w};
    }

    /** The right angle at the lower right. */
    private static int[] lowerRight(int x, int y, int side, int w) {
        return new int[] {x + side, y + side, x + side, y, x, y + side, w};
    }

    private static DepthFill fill(FillTriangles triangles, EarlyZ earlyZ) {
        return new DepthFill(triangles, SIDE, SIDE, earlyZ, WHOLE);
    }

    /**
     * Of a square of 10 pixels, 10 centres lie on the diagonal: they are the lower right
     * triangle's, whose edge there is a left one. So 45 samples are the upper left one's, 55 its.
     */
    @Test
    void samplesAreThoseOfTheTopLeftRuleAndTheNearerWins() {
        var drawn =
                triangles(
                        10,
                        upperLeft(3, 5, 10, 8),
                        lowerRight(30, 40, 10, 2),
                        // One to the right and down, in front of all
                        upperLeft(4, 6, 10, 1),
                        // Beside the first and behind the third
                        lowerRight(3, 5, 10, 4));
        try (var fill = fill(drawn, EarlyZ.OFF)) {
            var report = fill.draw();
            assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(4);
            assertThat(report.get(Counter.PRIMITIVES_CLIPPED)).isEqualTo(0);
            assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(4);
            assertThat(report.get(Counter.SAMPLES_TESTED)).isEqualTo(45 + 55 + 45 + 55);
            // x + y >= 9 in the square is the last one's; of that x >= 1, y >= 1 and x + y <= 10 is
            // hidden: 8 samples with a sum of 9, 9 with a sum of 10
            assertThat(report.get(Counter.SAMPLES_PASSED)).isEqualTo(45 + 55 + 45 + 55 - 17);
            assertThat(report.get(Counter.FRAGMENTS_SHADED)).isEqualTo(0);
            float[] depth = fill.target().sampleDepth();
            int[] found = new int[17];
            for (float z : depth) {
                assertThat(z * 16).isEqualTo((int) (z * 16));
                found[(int) (z * 16)]++;
            }
            // Of the first a row of 9 and 8 more in a column are not the third's
            int[] expected = new int[17];
            expected[1] = 45;
            expected[2] = 55;
            expected[4] = 55 - 17;
            expected[8] = 9 + 8;
            expected[16] = SIDE * SIDE - 45 - 55 - 38 - 17;
            assertThat(found).isEqualTo(expected);
            assertThat(depth[5 * SIDE + 3]).isEqualTo(8 / 16f);
            assertThat(depth[6 * SIDE + 4]).isEqualTo(1 / 16f);
            assertThat(depth[14 * SIDE + 12]).isEqualTo(4 / 16f);
            assertThat(depth[49 * SIDE + 39]).isEqualTo(2 / 16f);
        }
    }

    @Test
    void whatFacesAwayIsNotDrawn() {
        var drawn = triangles(10, upperLeft(3, 5, 10, 8), new int[] {30, 40, 40, 40, 30, 50, 4});
        try (var fill = fill(drawn, EarlyZ.OFF)) {
            var report = fill.draw();
            assertThat(report.get(Counter.PRIMITIVES_CULLED_FACE)).isEqualTo(1);
            assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(1);
            assertThatThrownBy(fill::check)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("2 triangles of 10 pixels: 1 triangles set up, 2 expected");
        }
    }

    @Test
    void whatCoversAnotherAreaIsNoticed() {
        // 45 + 55 samples, in place of an area of 2 * 9 * 9 / 2
        try (var fill =
                fill(triangles(9, upperLeft(3, 5, 10, 8), lowerRight(3, 5, 10, 8)), EarlyZ.OFF)) {
            assertThatThrownBy(fill::check)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("2 triangles of 9 pixels: 100 samples covered, 81 expected");
        }
        try (var fill =
                fill(triangles(10, upperLeft(3, 5, 10, 8), lowerRight(3, 5, 10, 8)), EarlyZ.OFF)) {
            assertThatCode(fill::check).doesNotThrowAnyException();
        }
    }

    /** What random ones cover is their area, and depths are the same however they are drawn. */
    @ParameterizedTest
    @ValueSource(ints = {10, 25, 100})
    void randomOnesCoverTheirArea(int side) {
        var drawn = FillTriangles.create(20_000, side, 480, 270, 1);
        try (var off = new DepthFill(drawn, 480, 270, EarlyZ.OFF, WHOLE);
                var windows = new DepthFill(drawn, 480, 270, EarlyZ.OFF, 3000);
                var on = new DepthFill(drawn, 480, 270, EarlyZ.ON, WHOLE)) {
            off.check();
            windows.check();
            on.check();
            assertThat(windows.target().samePixels(off.target())).isTrue();
            assertThat(on.target().samePixels(off.target())).isTrue();
            var report = off.draw();
            assertThat(report.get(Counter.WINDOWS)).isEqualTo(1);
            assertThat(report.get(Counter.RENDERS_UNCHANGED)).isEqualTo(0);
            assertThat(windows.draw().get(Counter.WINDOWS)).isEqualTo(7);
            assertThat(on.draw().get(Counter.EPOCHS)).isEqualTo(1);
        }
    }
}
