package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.RegionMaps;
import dev.azulejo.core.screen.WorkGrid;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

/** Cuts of rectangles by hand; squares of 64 pixels. */
class CostBisectionTest {
    private static RegionMap cut(
            int width, int height, long[] costs, int regions, double keep, int... weights) {
        var work = new WorkGrid(width, height, 64, costs);
        var last = new RegionLayout.Strips().map(width, height, weights.length);
        return new CostBisection(work, weights).cut(regions).map(last, keep);
    }

    private static int[] columnCuts(RegionMap map) {
        return IntStream.range(1, map.columns()).map(map::columnStart).toArray();
    }

    private static int[] rowCuts(RegionMap map) {
        return IntStream.range(1, map.rows()).map(map::rowStart).toArray();
    }

    @Test
    void halvesHaveNearlyTheSameCost() {
        // Columns cost 2, 2, 2 and 10: six before the cut is nearest to eight.
        var map = cut(256, 128, new long[] {1, 1, 1, 5, 1, 1, 1, 5}, 1, 0, 1, 1);
        assertThat(columnCuts(map)).containsExactly(192);
        assertThat(rowCuts(map)).isEmpty();
        // The dearer one is dealt first.
        assertThat(RegionMaps.letters(map)).isEqualTo("BA\n");
    }

    /** Rows first, as they are longer; then each half for itself. */
    @Test
    void quartersAreCutWhereTheirHalfSays() {
        var costs = new long[4 * 8];
        long[] lower = {10, 45, 3, 2};
        for (int i = 0; i < costs.length; i++) {
            costs[i] = i < 16 ? 15 : lower[i % 4];
        }
        var map = cut(256, 512, costs, 1, 0, 1, 1, 1, 1);
        assertThat(rowCuts(map)).containsExactly(256);
        // Above 120 and 120; below 40 and 200, which is nearer to the half than 220 and 20.
        assertThat(columnCuts(map)).containsExactly(64, 128);
        assertThat(RegionMaps.letters(map)).isEqualTo("BBC\nDAA\n");
    }

    @Test
    void sharesFollowWeights() {
        var map = cut(256, 64, new long[] {10, 10, 10, 10}, 1, 0, 3, 1);
        assertThat(columnCuts(map)).containsExactly(192);
        assertThat(RegionMaps.letters(map)).isEqualTo("AB\n");
        var dedicated = cut(256, 64, new long[] {10, 10, 10, 10}, 1, 0, 0, 1, 1);
        assertThat(RegionMaps.letters(dedicated)).isEqualTo("BC\n");
    }

    @Test
    void severalRegionsAGpu() {
        var map = cut(256, 64, new long[] {10, 10, 10, 10}, 2, 0, 1, 1);
        assertThat(columnCuts(map)).containsExactly(64, 128, 192);
        assertThat(map.pixels(0)).isEqualTo(128 * 64);
        // There are no more than squares.
        assertThat(cut(256, 64, new long[] {10, 10, 10, 10}, 8, 0, 1, 1).columns()).isEqualTo(4);
    }

    @Test
    void whereNothingCostsAnythingCutsAreInTheMiddle() {
        var map = cut(512, 64, new long[8], 1, 0, 1, 1);
        assertThat(columnCuts(map)).containsExactly(256);
    }

    @Test
    void leavesStayWithWhoOwnedMostOfThem() {
        // Strips of 128 rows: A above, B below; the lower leaf is the dearer one.
        long[] costs = {1, 1, 1, 1, 1, 1, 1, 2};
        assertThat(RegionMaps.letters(cut(128, 256, costs, 1, 1.2, 1, 1))).isEqualTo("A\nB\n");
        assertThat(RegionMaps.letters(cut(128, 256, costs, 1, 0, 1, 1))).isEqualTo("B\nA\n");
        // Nobody keeps more than so many means.
        assertThat(RegionMaps.letters(cut(128, 256, costs, 1, 1.05, 1, 1))).isEqualTo("B\nA\n");
    }

    /** Small squares are joined: no cut but on multiples of 32. */
    @Test
    void squaresOfSixteenAreCutInPairs() {
        var work = new WorkGrid(96, 16, 16, new long[] {9, 1, 1, 1, 1, 1});
        var last = new RegionLayout.Strips().map(96, 16, 2);
        var map = new CostBisection(work, new int[] {1, 1}).cut(1).map(last, 0);
        assertThat(columnCuts(map)).containsExactly(32);
    }

    /** One unit costs 1, the others nothing: the eight of them are cut in the middle. */
    @Test
    void whatCostsNothingIsCutInTheMiddleBesideALittle() {
        var map = cut(576, 64, new long[] {1, 0, 0, 0, 0, 0, 0, 0, 0}, 1, 0, 1, 1, 1, 1);
        assertThat(columnCuts(map)).containsExactly(64, 320);
    }

    @Test
    void sharesFollowWeightsDownwardsToo() {
        var map = cut(64, 256, new long[] {10, 10, 10, 10}, 1, 0, 3, 1);
        assertThat(rowCuts(map)).containsExactly(192);
        assertThat(RegionMaps.letters(map)).isEqualTo("A\nB\n");
    }

    /** Each half costs the mean itself, and stays where it was. */
    @Test
    void exactlyAsMuchAsMayBeKeptIsKept() {
        var work = new WorkGrid(64, 128, 64, new long[] {1, 1});
        var last = RegionMap.of(64, 128, 2, new int[0], new int[] {64}, new int[] {1, 0});
        var map = new CostBisection(work, new int[] {1, 1}).cut(1).map(last, 1);
        assertThat(RegionMaps.letters(map)).isEqualTo("B\nA\n");
    }
}
