package dev.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** By hand: who has which parts, and what the picture waits for. */
class NodeScheduleTest {
    private static final double[] PARTS = {4, 1, 2, 3, 6};

    @Test
    void aPictureTakesAsLongAsWhoIsBusyForLongest() {
        // One node has all
        assertThat(NodeSchedule.of(PARTS, 1, 0, 1, 0).ms()).isEqualTo(16);
        // 4 and 6 on one (4, then free before the other's 1 + 2 + 3), 1 + 2 + 3 on the other
        assertThat(NodeSchedule.of(PARTS, 2, 0, 1, 0).ms()).isEqualTo(10);
        // More nodes than parts: the longest part
        assertThat(NodeSchedule.of(PARTS, 64, 0, 1, 0).ms()).isEqualTo(6);
    }

    @Test
    void aWallIsWhatItWaitsFor() {
        assertThat(NodeSchedule.of(PARTS, 64, 1e6, 10, 5))
                .isEqualTo(new NodeSchedule(64, 6, 0.8, 5));
        assertThat(NodeSchedule.of(PARTS, 64, 1e6, 10, 5).wall()).isEqualTo("nodes");
        assertThat(NodeSchedule.of(PARTS, 64, 1e6, 1, 5).ms()).isEqualTo(8);
        assertThat(NodeSchedule.of(PARTS, 64, 1e6, 1, 5).wall()).isEqualTo("wire");
        assertThat(NodeSchedule.of(PARTS, 64, 1e6, 10, 9).wall()).isEqualTo("unpacking");
    }

    @Test
    void partsAreThoseOfTheCommand() {
        assertThat(NodeSchedule.parts(1)).isEqualTo(8);
        assertThat(NodeSchedule.parts(4)).isEqualTo(16);
        assertThat(NodeSchedule.parts(64)).isEqualTo(64);
    }
}
