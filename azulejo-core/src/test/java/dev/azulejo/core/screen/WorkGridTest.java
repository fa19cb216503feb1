package dev.azulejo.core.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.SplittableRandom;

class WorkGridTest {
    private static final int[] NONE = {};

    @Test
    void workOfRegionsIsThatOfTheirSquares() {
        // 3x2 squares, the last column and row cut off by the target.
        var work = new WorkGrid(160, 100, 64, new long[] {1, 20, 300, 4000, 50_000, 600_000});
        assertThat(work.columns()).isEqualTo(3);
        assertThat(work.rows()).isEqualTo(2);
        assertThat(work.side()).isEqualTo(64);
        assertThat(work.widthInPixels()).isEqualTo(160);
        assertThat(work.heightInPixels()).isEqualTo(100);
        assertThat(work.total()).isEqualTo(654_321);
        assertThat(work.amount(2, 1)).isEqualTo(600_000);
        var map = RegionMap.of(160, 100, 3, new int[] {64}, new int[] {64}, new int[] {0, 1, 1, 0});
        assertThat(work.byRegion(map)).containsExactly(1, 320, 4000, 650_000);
        assertThat(work.byGpu(map)).containsExactly(650_001, 4320, 0);
    }

    @Test
    void aSquareThatIsCutIsSharedOutByPixels() {
        // The second square has 36 columns of pixels on the target, of which 32 are before the cut.
        var work = new WorkGrid(100, 50, 64, new long[] {640, 360});
        var map = RegionMap.of(100, 50, 2, new int[] {48, 96}, NONE, new int[] {0, 1, 0});
        assertThat(work.byRegion(map))
                .usingComparatorWithPrecision(1e-9)
                .containsExactly(480, 160 + 320, 40);
        assertThat(work.byGpu(map)).usingComparatorWithPrecision(1e-9).containsExactly(520, 480);
    }

    @Test
    void squaresOfSixteen() {
        var amounts = new long[4 * 3];
        Arrays.setAll(amounts, i -> 1L << i);
        var work = new WorkGrid(64, 48, 16, amounts);
        var map = RegionMap.of(64, 48, 2, new int[] {32}, new int[] {32}, new int[] {0, 1, 1, 0});
        assertThat(work.byRegion(map))
                .containsExactly(
                        0b0000_0011_0011, 0b0000_1100_1100, 0b0011_0000_0000, 0b1100_0000_0000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void nothingIsLostWhereverCutsLie(int seed) {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < 50; i++) {
            var map = RegionMapTest.any(random);
            int width = map.widthInPixels();
            int height = map.heightInPixels();
            int side = 16 << random.nextInt(3);
            int squares = (width + side - 1) / side * ((height + side - 1) / side);
            var work = new WorkGrid(width, height, side, random.longs(squares, 0, 1000).toArray());
            double[] gpus = work.byGpu(map);
            assertThat(Arrays.stream(gpus).sum()).isCloseTo(work.total(), within(1e-6));
            double first = 0;
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    if (map.owner(x, y) == 0) {
                        first += perPixel(work, x, y);
                    }
                }
            }
            assertThat(gpus[0]).isCloseTo(first, within(1e-6 * work.total() + 1e-9));
        }
    }

    private static double perPixel(WorkGrid work, int x, int y) {
        int side = work.side();
        int across = Math.min(side, work.widthInPixels() - x / side * side);
        int down = Math.min(side, work.heightInPixels() - y / side * side);
        return (double) work.amount(x / side, y / side) / (across * down);
    }

    @Test
    void imbalanceIsTheLongestOverTheMean() {
        int[] equal = {1, 1, 1, 1};
        assertThat(WorkGrid.imbalance(new double[] {5, 5, 5, 5}, equal)).isEqualTo(1);
        assertThat(WorkGrid.imbalance(new double[] {0, 8, 0, 0}, equal)).isEqualTo(4);
        assertThat(WorkGrid.imbalance(new double[] {6, 2, 2, 2}, equal)).isEqualTo(2);
        assertThat(WorkGrid.imbalance(new double[] {0, 0, 0, 0}, equal)).isEqualTo(1);
        assertThat(WorkGrid.imbalance(new double[] {6, 3}, new int[] {2, 1})).isEqualTo(1);
        assertThat(WorkGrid.imbalance(new double[] {6, 6}, new int[] {2, 1})).isEqualTo(1.5);
        assertThat(WorkGrid.imbalance(new double[] {0, 6}, new int[] {0, 1})).isEqualTo(1);
        assertThat(WorkGrid.imbalance(new double[] {1, 6}, new int[] {0, 1}))
                .isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void amountsAreCopied() {
        long[] amounts = {3};
        var work = new WorkGrid(10, 10, 16, amounts);
        amounts[0] = 4;
        assertThat(work.amount(0, 0)).isEqualTo(3);
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> new WorkGrid(100, 50, 64, new long[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("work: 3 amounts for 100x50 pixels in squares of 64: 2 expected");
        assertThatThrownBy(() -> new WorkGrid(100, 50, 64, new long[] {0, -1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("work: amount of column 1, row 0 is -1: 0 or more expected");
        assertThatThrownBy(() -> new WorkGrid(100, 50, 48, new long[2]))
                .hasMessage("tileSet.side=48 is not 16, 32 or 64");
        assertThatThrownBy(() -> new WorkGrid(0, 50, 64, new long[2]))
                .hasMessage("regions: target 0x50: sides must be in 1..8192");
        var work = new WorkGrid(100, 50, 64, new long[2]);
        var map = RegionMap.of(50, 100, 1, NONE, NONE, new int[] {0});
        assertThatThrownBy(() -> work.byRegion(map))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("work: of 100x50 pixels, and the map is of 50x100");
    }
}
