package dev.azulejo.core.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Who is dealt which region, region by region, by hand. */
class RegionDealerTest {
    /** Regions of 16x16 pixels, all whole. */
    private static RegionGrid grid(int columns, int rows) {
        return new RegionGrid(16 * columns, 16 * rows, 16, 16);
    }

    private static RegionShares shares(int... weights) {
        return RegionShares.of(weights);
    }

    private static RegionShares even(int gpus) {
        var weights = new int[gpus];
        Arrays.fill(weights, 3);
        return shares(weights);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1", "2, 2", "3, 3", "4, 2", "5, 5", "6, 3", "8, 4", "9, 3", "10, 10", "12, 4", "14, 14",
        "15, 5", "16, 4", "18, 6", "64, 8"
    })
    void blocksAreAsWideAsHighOrUpToTwice(int gpus, int columns) {
        assertThat(RegionDealer.blockColumns(gpus)).isEqualTo(columns);
    }

    /** The root, or the next number that has no factor in common. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "5, 2", "6, 5", "7, 2", "9, 4", "10, 3", "12, 5", "14, 3"})
    void stridesComeToEverybody(int gpus, int stride) {
        assertThat(RegionDealer.stride(gpus)).isEqualTo(stride);
    }

    @Test
    void fourAreABlockAndFiveARowThatMoves() {
        assertThat(RegionDealer.interleaved(grid(5, 3), even(4)))
                .containsExactly(0, 1, 0, 1, 0, 2, 3, 2, 3, 2, 0, 1, 0, 1, 0);
        assertThat(RegionDealer.interleaved(grid(6, 3), even(5)))
                .containsExactly(0, 1, 2, 3, 4, 0, 2, 3, 4, 0, 1, 2, 4, 0, 1, 2, 3, 4);
        assertThat(RegionDealer.interleaved(grid(7, 2), even(6)))
                .containsExactly(0, 1, 2, 0, 1, 2, 0, 3, 4, 5, 3, 4, 5, 3);
    }

    /** Whoever owns nothing has no place in the pattern. */
    @Test
    void gpusOfWeightZeroAreLeftOut() {
        assertThat(RegionDealer.interleaved(grid(3, 2), shares(2, 0, 2)))
                .containsExactly(0, 2, 0, 2, 0, 2);
        assertThat(RegionDealer.modulo(grid(3, 2), shares(0, 7, 5, 0, 1)))
                .containsExactly(1, 2, 4, 1, 2, 4);
        assertThat(RegionDealer.modulo(grid(2, 2), even(3))).containsExactly(0, 1, 2, 0);
    }

    /** Half of it is every other region; Bayer's matrix begins 0 2, 3 1. */
    @Test
    void unequalGpusAreDithered() {
        assertThat(RegionDealer.interleaved(grid(2, 2), shares(1, 1, 2)))
                .containsExactly(0, 2, 2, 1);
        int[] owners = RegionDealer.interleaved(grid(4, 4), shares(2, 1, 1));
        var count = new int[3];
        for (int i = 0; i < 16; i++) {
            count[owners[i]]++;
            assertThat(owners[i] == 0).as("region %d", i).isEqualTo((i % 4 + i / 4) % 2 == 0);
        }
        assertThat(count).containsExactly(8, 4, 4);
        // A sixteenth is one of 4x4, and its places are four regions apart: the matrix repeats.
        owners = RegionDealer.interleaved(grid(8, 4), shares(1, 15));
        var places = new int[2];
        int found = 0;
        for (int i = 0; i < 32; i++) {
            if (owners[i] == 0) {
                places[found++] = i;
            }
        }
        assertThat(found).isEqualTo(2);
        assertThat(places).containsExactly(0, 4);
    }

    /** Five regions for weights 1 and 2: a third of five is nearest to two. */
    @Test
    void sharesAreRoundedToTheNearest() {
        int[] owners = RegionDealer.random(grid(5, 1), shares(1, 2), 4);
        assertThat(Arrays.stream(owners).filter(o -> o == 0).count()).isEqualTo(2);
        owners = RegionDealer.random(grid(4, 1), shares(1, 2), 4);
        assertThat(Arrays.stream(owners).filter(o -> o == 0).count()).isEqualTo(1);
    }

    /** Fisher and Yates from the end, with the numbers of the platform's SplitMix64. */
    @ParameterizedTest
    @CsvSource({"1", "7", "-9", "81985529216486895"})
    void randomPlacesFollowFromTheSeed(long seed) {
        var numbers = new SplittableRandom(seed);
        int[] expected = new int[60];
        for (int i = 0; i < 60; i++) {
            expected[i] = i / 15;
        }
        for (int last = 59; last > 0; last--) {
            int other = (int) Long.remainderUnsigned(numbers.nextLong(), last + 1L);
            int owner = expected[last];
            expected[last] = expected[other];
            expected[other] = owner;
        }
        assertThat(RegionDealer.random(grid(10, 6), even(4), seed)).containsExactly(expected);
    }

    /** Columns of 32, 32 and 16 pixels: the small one evens nothing out, so neighbours decide. */
    @Test
    void regionsGoToWhoeverHasTheLeast() {
        var uneven = new RegionGrid(80, 32, 32, 32);
        assertThat(RegionDealer.balanced(uneven, even(2))).containsExactly(0, 1, 0);
        assertThat(RegionDealer.balanced(uneven, shares(2, 1))).containsExactly(0, 1, 0);
        assertThat(RegionDealer.balanced(uneven, shares(1, 2))).containsExactly(1, 0, 1);
        // Three of 32 and one of 16: the third makes GPU 0 rich, and the small one is GPU 1's.
        assertThat(RegionDealer.balanced(new RegionGrid(112, 32, 32, 32), even(2)))
                .containsExactly(0, 1, 0, 1);
        // Three of 32x32 and three of 32x16: the first two of these make up for one large one.
        assertThat(RegionDealer.balanced(new RegionGrid(96, 48, 32, 32), even(2)))
                .containsExactly(0, 1, 0, 1, 1, 0);
        // Large ones first, wherever they lie: the small one in the middle is dealt after them.
        assertThat(RegionDealer.balanced(new RegionGrid(48, 64, 32, 32), even(2)))
                .containsExactly(0, 1, 1, 0);
        assertThat(RegionDealer.balanced(grid(3, 1), shares(0, 1, 0))).containsExactly(1, 1, 1);
    }

    /** Below a region of one's own counts twice, beside its corner once: a board of checkers. */
    @Test
    void whereSeveralHaveTheLeastNeighboursDecide() {
        assertThat(RegionDealer.balanced(grid(2, 2), even(2))).containsExactly(0, 1, 1, 0);
        assertThat(RegionDealer.balanced(grid(4, 3), even(2)))
                .containsExactly(0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1);
    }
}
