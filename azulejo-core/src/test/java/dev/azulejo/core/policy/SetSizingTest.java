package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SetSizingTest {
    private static final int MANY = 1_000_000;

    private final SetSizing sizing = new SetSizing(4);

    /** Before anything is known the set is small: rendering begins soon. */
    @Test
    void theFirstSetIsTheSmallest() {
        assertThat(sizing.next(MANY)).isEqualTo(16);
        assertThat(new SetSizing(64).next(MANY)).isEqualTo(256);
    }

    /** Half a millisecond at 5 microseconds a piece. */
    @Test
    void followsFromWhatWasProcessed() {
        sizing.observe(16, 80_000, 80_000, 1);
        assertThat(sizing.setNs()).as("some late, not many").isEqualTo(500_000);
        assertThat(sizing.next(MANY)).isEqualTo(100);
        // Pieces get three times as dear: 10 in the mean of the last and those before.
        sizing.observe(100, 1_500_000, 1_500_000, 1);
        assertThat(sizing.next(MANY)).isEqualTo(50);
    }

    /** A set of 16 of 160 pieces is a tenth of a frame: 5,937.5 ns a piece in the mean of both. */
    @Test
    void aSetIsItsPartOfAFrame() {
        sizing.observeFrame(160, 0, 0, 100);
        assertThat(sizing.next(MANY)).as("nothing was rendered").isEqualTo(16);
        sizing.observeFrame(160, 1_000_000, 900_000, 10);
        assertThat(sizing.setNs()).as("one was late, of 16").isEqualTo(500_000);
        assertThat(sizing.next(MANY)).isEqualTo(84);
        // All ten pieces of a frame that is smaller than a set: two late are more than one in 16.
        sizing.observeFrame(10, 59_375, 59_375, 2);
        assertThat(sizing.setNs()).isEqualTo(1_000_000);
        assertThat(sizing.next(MANY)).isEqualTo(168);
    }

    @Test
    void drawsNothingOutOfSmallSets() {
        sizing.observe(16, 1_000_000_000, 1_000_000_000, 0);
        assertThat(sizing.next(MANY)).as("fewest").isEqualTo(16);
        var fast = new SetSizing(4);
        fast.observe(16, 16, 16, 0);
        assertThat(fast.next(MANY)).as("most").isEqualTo(4096);
    }

    @Test
    void longerWhereGpusDriftApart() {
        sizing.observe(16, 100_000, 75_000, 0);
        assertThat(sizing.setNs()).as("a quarter apart").isEqualTo(500_000);
        sizing.observe(16, 100_000, 74_999, 0);
        assertThat(sizing.setNs()).isEqualTo(1_000_000);
        for (int set = 0; set < 5; set++) {
            sizing.observe(16, 100_000, 0, 0);
        }
        assertThat(sizing.setNs()).isEqualTo(SetSizing.MOST_NS);
    }

    @Test
    void longerWhereHintsAreLate() {
        sizing.observe(160, 100_000, 100_000, 10);
        assertThat(sizing.setNs()).as("one in sixteen").isEqualTo(500_000);
        sizing.observe(160, 100_000, 100_000, 11);
        assertThat(sizing.setNs()).isEqualTo(1_000_000);
    }

    @Test
    void shorterWhereAllKeepStep() {
        sizing.observe(16, 160_000, 150_000, 0);
        assertThat(sizing.setNs()).as("a sixteenth apart").isEqualTo(500_000);
        sizing.observe(16, 160_000, 150_001, 0);
        assertThat(sizing.setNs()).isEqualTo(375_000);
        for (int set = 0; set < 10; set++) {
            sizing.observe(16, 160_000, 160_000, 0);
        }
        assertThat(sizing.setNs()).isEqualTo(SetSizing.LEAST_NS);
    }

    @Test
    void aRemnantIsTakenAlong() {
        sizing.observe(16, 80_000, 80_000, 1);
        assertThat(sizing.next(1000)).isEqualTo(100);
        assertThat(sizing.next(150)).isEqualTo(100);
        assertThat(sizing.next(149)).isEqualTo(149);
        assertThat(sizing.next(100)).isEqualTo(100);
        assertThat(sizing.next(3)).isEqualTo(3);
        assertThat(sizing.next(0)).isZero();
    }
}
