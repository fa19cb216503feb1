package dev.azulejo.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Assignments held against what none can beat. */
class BinImbalanceTest {
    private static final long[] SIX = {6, 5, 4, 3, 2, 1};

    /** In turn: 9, 7 and 5, where 7 is the mean; by load: 7 each. */
    @Test
    void sixBinsOfThreeChiplets() {
        var imbalance = new BinImbalance(1, 1, 1);
        assertThat(imbalance.assigned()).isEqualTo(1);
        imbalance.phase(SIX, new int[] {0, 0, 1, 1, 2, 2}, 6);
        assertThat(imbalance.assigned()).isEqualTo(11 / 7.0);
        assertThat(imbalance.fixed()).isEqualTo(9 / 7.0);
        assertThat(imbalance.dynamic()).isEqualTo(1);
    }

    /** Nobody is done before the largest bin. */
    @Test
    void theLargestBinIsABound() {
        var imbalance = new BinImbalance(1, 1);
        imbalance.phase(new long[] {10, 1, 1}, new int[] {0, 1, 1}, 3);
        assertThat(imbalance.assigned()).isEqualTo(1);
        assertThat(imbalance.fixed()).isEqualTo(1.1, within(1e-9));
        assertThat(imbalance.dynamic()).isEqualTo(1);
    }

    /** The second is half as fast, the third renders nothing: 4 and 2 take both 2. */
    @Test
    void weightsCount() {
        var imbalance = new BinImbalance(2, 1, 0);
        imbalance.phase(new long[] {4, 2}, new int[] {1, 0}, 2);
        assertThat(imbalance.assigned()).isEqualTo(2);
        assertThat(imbalance.dynamic()).isEqualTo(1);
    }

    /** Times add up before they are divided. */
    @Test
    void phasesAddUp() {
        var imbalance = new BinImbalance(1, 1);
        imbalance.phase(new long[] {100, 100}, new int[] {0, 1}, 2);
        imbalance.phase(new long[] {1, 1}, new int[] {0, 0}, 2);
        assertThat(imbalance.assigned()).isEqualTo(102 / 101.0);
    }
}
