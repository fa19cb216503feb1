package dev.azulejo.sim.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Numbers of what tiles are made of: those of the frames that had it first. */
class TileContentsTest {
    @Test
    void theNumberIsThatOfTheFirstFrame() {
        var contents = new TileContents();
        assertThat(contents.number(0, 3, 2, 77, 0)).isEqualTo(1);
        assertThat(contents.number(0, 3, 2, 77, 1)).isEqualTo(1);
        assertThat(contents.number(0, 3, 2, 78, 2)).isEqualTo(3);
        assertThat(contents.number(0, 3, 2, 77, 5)).isEqualTo(1);
        // Other tiles and phases are others'.
        assertThat(contents.number(0, 2, 3, 77, 5)).isEqualTo(6);
        assertThat(contents.number(1, 3, 2, 77, 6)).isEqualTo(7);
    }

    /** Of two at a time it forgets what it has not met while two others came twice. */
    @Test
    void whatIsNotMetForLongIsForgotten() {
        var contents = new TileContents(2);
        for (int frame = 0; frame < 4; frame++) {
            assertThat(contents.number(0, 0, 0, 100 + frame, frame)).isEqualTo(frame + 1);
        }
        assertThat(contents.number(0, 0, 0, 101, 9)).isEqualTo(2);
        assertThat(contents.number(0, 0, 0, 100, 9)).isEqualTo(10);
    }
}
