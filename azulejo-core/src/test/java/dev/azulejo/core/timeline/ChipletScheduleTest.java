package dev.azulejo.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Schedules of chiplets, counted by hand. */
class ChipletScheduleTest {
    private static final int[] EACH_ITS_OWN = {0, 1};

    private static ChipletSchedule play(FrameOrder overlaps, int frames, long look, long... bins) {
        var schedule = new ChipletSchedule(overlaps, 1, 1);
        for (int frame = 0; frame < frames; frame++) {
            schedule.phase(0, look, bins, EACH_ITS_OWN, 2);
            schedule.endFrame();
        }
        return schedule;
    }

    /**
     * Frames of 2 + 5: chiplet 1 waits for visibility, chiplet 0 for chiplet 1.
     *
     * <pre>
     *  0 |V|R--|..|V|R--|..|V|R--|..|
     *  1 |.|R----||.|R----||.|R----||
     * </pre>
     */
    @Test
    void oneAfterTheOther() {
        var schedule = play(FrameOrder.APART, 3, 2, 3, 5);
        assertThat(schedule.frames()).isEqualTo(3);
        assertThat(schedule.elapsedNs()).isEqualTo(21);
        assertThat(schedule.latencyNs()).isEqualTo(7);
        assertThat(schedule.visibilityNs(0)).isEqualTo(6);
        assertThat(schedule.visibilityNs(1)).isZero();
        assertThat(schedule.renderNs(0)).isEqualTo(9);
        assertThat(schedule.renderNs(1)).isEqualTo(15);
        assertThat(schedule.idleNs(0)).isEqualTo(6);
        assertThat(schedule.idleNs(1)).isEqualTo(6);
        assertThat(schedule.idleShare()).isEqualTo(12 / 42.0);
    }

    /**
     * The same work: chiplet 0 looks at the next frame as soon as its bins are done, and nobody
     * waits but at both ends.
     *
     * <pre>
     *     0 2   5 7  10 12 15 17
     *  0  |V|R--|V|R--|V|R--|.|
     *  1  |.|R----|R----|R----|
     * </pre>
     */
    @Test
    void overlapped() {
        var schedule = play(FrameOrder.OVERLAPPED, 3, 2, 3, 5);
        assertThat(schedule.elapsedNs()).isEqualTo(17);
        assertThat(schedule.latencyNs()).isEqualTo(7);
        assertThat(schedule.idleNs(0)).isEqualTo(2);
        assertThat(schedule.idleNs(1)).isEqualTo(2);
        assertThat(schedule.idleShare()).isEqualTo(4 / 34.0);
    }

    /** A frame begins when the one before the last is complete: 0 to 11, 2 to 21, 11 to 31. */
    @Test
    void twoFramesAreUnderWayAndNoThird() {
        var schedule = play(FrameOrder.OVERLAPPED, 3, 1, 1, 10);
        assertThat(schedule.elapsedNs()).isEqualTo(31);
        assertThat(schedule.latencyNs()).isEqualTo((11 + 19 + 20) / 3);
        assertThat(schedule.idleNs(0)).isEqualTo(31 - 6);
        assertThat(schedule.idleNs(1)).isEqualTo(1);
    }

    /** A phase of the same frame begins when all bins of the one before are there: 5, then 9. */
    @Test
    void phasesOfAFrameDoNotOverlap() {
        for (var overlaps : FrameOrder.values()) {
            var schedule = new ChipletSchedule(overlaps, 1, 1);
            schedule.phase(0, 1, new long[] {2, 4}, EACH_ITS_OWN, 2);
            schedule.phase(0, 1, new long[] {3}, new int[] {1}, 1);
            assertThat(schedule.frames()).isZero();
            schedule.endFrame();
            assertThat(schedule.elapsedNs()).isEqualTo(9);
            assertThat(schedule.latencyNs()).isEqualTo(9);
        }
    }

    @Test
    void aFrameOfWhichNothingChangedTakesNoTime() {
        var schedule = play(FrameOrder.OVERLAPPED, 1, 2, 3, 5);
        schedule.endFrame();
        assertThat(schedule.frames()).isEqualTo(2);
        assertThat(schedule.elapsedNs()).isEqualTo(7);
        assertThat(schedule.latencyNs()).isEqualTo(3);
    }

    @Test
    void whoIsHalfAsFastTakesTwiceAsLong() {
        var schedule = new ChipletSchedule(FrameOrder.APART, 2, 1);
        schedule.phase(0, 2, new long[] {4, 4}, EACH_ITS_OWN, 2);
        schedule.endFrame();
        assertThat(schedule.elapsedNs()).isEqualTo(2 + 8);
        assertThat(schedule.renderNs(0)).isEqualTo(4);
        assertThat(schedule.renderNs(1)).isEqualTo(8);
    }

    @Test
    void whoRendersNothingMayLook() {
        var schedule = new ChipletSchedule(FrameOrder.APART, 0, 1, 0);
        schedule.phase(0, 3, new long[] {5}, new int[] {1}, 1);
        schedule.endFrame();
        assertThat(schedule.elapsedNs()).isEqualTo(8);
        // The third has nothing to do, ever.
        assertThat(schedule.idleShare()).isEqualTo((5 + 3) / 16.0);
        assertThat(new ChipletSchedule(FrameOrder.OVERLAPPED, 1).idleShare()).isZero();
        assertThatThrownBy(() -> new ChipletSchedule(FrameOrder.OVERLAPPED, 0, 0))
                .hasMessageContaining("none of 2 chiplets has a weight above 0");
    }
}
