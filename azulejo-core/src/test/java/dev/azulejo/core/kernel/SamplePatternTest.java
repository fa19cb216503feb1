package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.BitSet;

class SamplePatternTest {
    /** Whatever is a column or a row wide meets one sample of each pixel. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16})
    void eachColumnAndEachRowHoldsOneSample(int samples) {
        var pattern = SamplePattern.of(samples);
        var columns = new BitSet();
        var rows = new BitSet();
        int side = TrianglePlanes.SUBPIXEL_ONE / samples;
        for (int s = 0; s < samples; s++) {
            columns.set(pattern.x(s) / side);
            rows.set(pattern.y(s) / side);
        }
        assertThat(pattern.count()).isEqualTo(samples);
        assertThat(columns.cardinality()).isEqualTo(samples);
        assertThat(rows.cardinality()).isEqualTo(samples);
        assertThat(columns.length()).isEqualTo(samples);
        assertThat(rows.length()).isEqualTo(samples);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16})
    void firstAndLastAreThoseOfBothAxes(int samples) {
        var pattern = SamplePattern.of(samples);
        for (boolean across : new boolean[] {true, false}) {
            int first = Integer.MAX_VALUE;
            int last = 0;
            for (int s = 0; s < samples; s++) {
                int at = across ? pattern.x(s) : pattern.y(s);
                first = Math.min(first, at);
                last = Math.max(last, at);
            }
            assertThat(pattern.first()).isEqualTo(first);
            assertThat(pattern.last()).isEqualTo(last);
        }
    }

    /** Those of sixteen begin on the sides that belong to the pixel, and never reach the others. */
    @Test
    void sixteenBeginOnTheSides() {
        assertThat(SamplePattern.of(16).first()).isZero();
        assertThat(SamplePattern.of(16).last()).isEqualTo(TrianglePlanes.SUBPIXEL_ONE - 16);
        assertThat(SamplePattern.MOST).isEqualTo(16);
    }

    @Test
    void noOtherNumbersAreThere() {
        for (int samples : new int[] {0, 2, 3, 5, 9, 15, 17, 32, -1}) {
            assertThatThrownBy(() -> SamplePattern.of(samples)).hasMessage("samples=" + samples);
        }
    }
}
