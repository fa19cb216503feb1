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
        assertThat(NodeSchedule.of(PARTS, 64, 1e6, 10, 9).wall()).isEqualTo("render");
    }

    /** 60 ms on a node, 400,000 bytes, 4 ms to unpack and to write; 100 bytes of pixels. */
    private static NodeSchedule whole(int nodes, double gigabits) {
        return NodeSchedule.whole(60, nodes, 100, 400_000, gigabits, 4);
    }

    @Test
    void wholePicturesAreSharedByTheirNumber() {
        // 400,000 bytes are 3.2 million bits: 0.32 ms at 10 Gb/s, 0.032 at 100
        assertThat(whole(1, 10)).isEqualTo(new NodeSchedule(1, 60, 0.32, 4));
        assertThat(whole(4, 10)).isEqualTo(new NodeSchedule(4, 15, 0.32, 4));
        assertThat(whole(16, 100)).isEqualTo(new NodeSchedule(16, 3.75, 0.032, 4));
        assertThat(whole(64, 100)).isEqualTo(new NodeSchedule(64, 0.9375, 0.032, 4));
        assertThat(whole(4, 10).ms()).isEqualTo(15);
        assertThat(whole(4, 10).wall()).isEqualTo("nodes");
        assertThat(whole(16, 10).ms()).isEqualTo(4);
        assertThat(whole(16, 10).wall()).isEqualTo("render");
        assertThat(whole(64, 100).ms()).isEqualTo(4);
        // 3.2 ms at 1 Gb/s, 6.4 at half of it
        assertThat(whole(64, 1).wall()).isEqualTo("render");
        assertThat(whole(64, 0.5).ms()).isEqualTo(6.4);
        assertThat(whole(64, 0.5).wall()).isEqualTo("wire");
    }

    /** 2^28 bytes of pixels, and the picture that is waited for. */
    @Test
    void soManyPicturesAreUnderWayAsMemoryAllows() {
        // 1280 x 720 pixels of 4 bytes: 72 fit; of 16 bytes, 18
        assertThat(NodeSchedule.underWay(1, 3_686_400)).isEqualTo(3);
        assertThat(NodeSchedule.underWay(36, 3_686_400)).isEqualTo(73);
        assertThat(NodeSchedule.underWay(64, 3_686_400)).isEqualTo(73);
        assertThat(NodeSchedule.underWay(64, 14_745_600)).isEqualTo(19);
        assertThat(NodeSchedule.underWay(64, 1L << 30)).isEqualTo(2);
        // 19 of 64 nodes have one: 95 / 19
        assertThat(NodeSchedule.whole(95, 64, 14_745_600, 0, 10, 1).ms()).isEqualTo(5);
        assertThat(NodeSchedule.whole(95, 64, 3_686_400, 0, 10, 1).renderMs()).isEqualTo(95.0 / 64);
    }

    @Test
    void partsAreThoseOfTheCommand() {
        assertThat(NodeSchedule.parts(1)).isEqualTo(8);
        assertThat(NodeSchedule.parts(4)).isEqualTo(16);
        assertThat(NodeSchedule.parts(64)).isEqualTo(64);
    }
}
