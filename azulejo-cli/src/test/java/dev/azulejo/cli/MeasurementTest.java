package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.report.FrameRecorder;

import org.junit.jupiter.api.Test;

/** What a row makes of its frames' times; all times are given. */
class MeasurementTest {
    /** Milliseconds of three frames as a whole, and of their geometry. */
    private static Measurement row(Measurement first, int[] whole, int[] geometry) {
        var row = new Measurement("row", whole.length, first);
        for (int f = 0; f < whole.length; f++) {
            var recorder = new FrameRecorder();
            recorder.addTimes(geometry[f] * 1_000_000L, 0);
            recorder.addReuseTimes((f + 1) * 1_000_000L, (f + 2) * 10_000_000L);
            row.add(f, whole[f] * 1_000_000L, 7_000_000L, recorder.report());
        }
        return row;
    }

    /**
     * Geometry takes 5 - 2, 9 - 3 and 4 - 4 more; tiles took 18, 27 and 36, and take 5, 21 and 26.
     */
    @Test
    void whatAStageTookIsHeldAgainstWhatTheOtherSaved() {
        var off = row(null, new int[] {20, 30, 40}, new int[] {2, 3, 4});
        var on = row(off, new int[] {10, 30, 30}, new int[] {5, 9, 4});
        assertThat(on.geometryTookMs()).isEqualTo(3);
        assertThat(on.tilesSavedMs()).isEqualTo(10);
        assertThat(off.geometryTookMs()).isZero();
        assertThat(off.tilesSavedMs()).isZero();
        assertThat(on.first()).isSameAs(off);
    }

    /** Medians of what each frame took and saved, not differences of medians: those are 7 and 0. */
    @Test
    void framesAreHeldAgainstThemselves() {
        var off = row(null, new int[] {10, 100, 20}, new int[] {1, 90, 2});
        var on = row(off, new int[] {16, 101, 26}, new int[] {9, 91, 8});
        assertThat(on.medianGeometryMs() - off.medianGeometryMs()).isEqualTo(7);
        assertThat(on.geometryTookMs()).isEqualTo(6);
        assertThat(on.tilesSavedMs()).isZero();
        assertThat(on.speed()).isEqualTo(20.0 / 26);
    }

    /** What costs shows as such. */
    @Test
    void whatWasLostIsNegative() {
        var off = row(null, new int[] {10}, new int[] {6});
        var on = row(off, new int[] {12}, new int[] {4});
        assertThat(on.geometryTookMs()).isEqualTo(-2);
        assertThat(on.tilesSavedMs()).isEqualTo(-4);
    }

    @Test
    void testingAndSavingByReuseAreMeans() {
        var row = row(null, new int[] {9, 9, 9}, new int[] {1, 1, 1});
        assertThat(row.reuseMs()).isEqualTo(2);
        assertThat(row.savedMs()).isEqualTo(30);
        assertThat(row.processorMs()).isEqualTo(7);
    }

    /** Of an even number of frames there are two in the middle, and neither is preferred. */
    @Test
    void theMedianOfAnEvenNumberLiesBetweenTwo() {
        assertThat(Measurement.median(new double[] {8, 1, 2, 4})).isEqualTo(3);
        assertThat(Measurement.median(new double[] {3, 1, 2})).isEqualTo(2);
        assertThat(Measurement.median(new double[] {5})).isEqualTo(5);
        var off = row(null, new int[] {10, 20}, new int[] {2, 4});
        assertThat(off.medianMs()).isEqualTo(15);
        assertThat(off.medianGeometryMs()).isEqualTo(3);
        var on = row(off, new int[] {5, 5}, new int[] {1, 1});
        assertThat(on.speed()).isEqualTo(3);
    }
}
