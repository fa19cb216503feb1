package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlphaCoverageTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16})
    void alphaIsRoundedToTheNearestNumberOfSamples(int samples) {
        var coverage = AlphaCoverage.of(samples);
        for (int n = 0; n <= samples; n++) {
            float least = (n - 0.5f) / samples;
            assertThat(count(coverage, n / (float) samples)).isEqualTo(n);
            assertThat(count(coverage, least)).as("halves up").isEqualTo(n);
            assertThat(count(coverage, least - 1e-6f)).isEqualTo(Math.max(n - 1, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16})
    void whatIsNoShareIsNoneOrAll(int samples) {
        var coverage = AlphaCoverage.of(samples);
        for (float none : new float[] {0, -0f, -0.1f, -9, -1e30f, Float.NEGATIVE_INFINITY}) {
            assertThat(coverage.mask(none)).isZero();
        }
        assertThat(coverage.mask(Float.NaN)).isZero();
        for (float all : new float[] {1, 1.1f, 9, 1e30f, Float.POSITIVE_INFINITY}) {
            assertThat(coverage.mask(all)).isEqualTo((1 << samples) - 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16})
    void whatCoversMoreCoversWhatCoversLess(int samples) {
        var coverage = AlphaCoverage.of(samples);
        int last = 0;
        for (int n = 0; n <= samples; n++) {
            int mask = coverage.mask(n / (float) samples);
            assertThat(mask & last).isEqualTo(last);
            last = mask;
        }
    }

    /** Within a sixteenth of a pixel: edges do not seem to move as they are covered. */
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16})
    void evenNumbersLieAroundTheMiddle(int samples) {
        var coverage = AlphaCoverage.of(samples);
        var pattern = SamplePattern.of(samples);
        for (int n = 2; n <= samples; n += 2) {
            int mask = coverage.mask(n / (float) samples);
            int x = 0;
            int y = 0;
            for (int s = 0; s < samples; s++) {
                x += (mask >>> s & 1) * (pattern.x(s) - TrianglePlanes.SUBPIXEL_HALF);
                y += (mask >>> s & 1) * (pattern.y(s) - TrianglePlanes.SUBPIXEL_HALF);
            }
            assertThat(Math.abs(x)).as("%d samples", n).isLessThanOrEqualTo(16 * n);
            assertThat(Math.abs(y)).as("%d samples", n).isLessThanOrEqualTo(16 * n);
        }
    }

    @Test
    void thereAreOneFourEightOrSixteenSamples() {
        assertThatThrownBy(() -> AlphaCoverage.of(2)).hasMessage("samples=2");
    }

    private static int count(AlphaCoverage coverage, float alpha) {
        return Integer.bitCount(coverage.mask(alpha));
    }
}
