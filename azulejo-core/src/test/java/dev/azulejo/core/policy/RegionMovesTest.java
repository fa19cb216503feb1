package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.RegionMaps;
import dev.azulejo.core.screen.WorkGrid;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Regions in a row, 64 pixels each, that change their owners. */
class RegionMovesTest {
    private static String moved(String owners, double aim, int[] weights, long... costs) {
        int width = 64 * costs.length;
        int[] cuts = IntStream.range(1, costs.length).map(i -> 64 * i).toArray();
        int[] owner = owners.chars().map(letter -> letter - 'A').toArray();
        var map = RegionMap.of(width, 64, weights.length, cuts, new int[0], owner);
        var work = new WorkGrid(width, 64, 64, costs);
        return RegionMaps.letters(new RegionMoves(map, work, weights).map(aim)).strip();
    }

    private static int[] ones(int gpus) {
        return IntStream.generate(() -> 1).limit(gpus).toArray();
    }

    @Test
    void regionsMoveUntilTheAimIsReached() {
        assertThat(moved("AAAABB", 1.0, ones(2), 10, 10, 10, 10, 10, 10)).isEqualTo("BAAABB");
        assertThat(moved("AAAABB", 1.4, ones(2), 10, 10, 10, 10, 10, 10)).isEqualTo("AAAABB");
        assertThat(moved("AAAAAA", 1.0, ones(3), 10, 10, 10, 10, 10, 10)).isEqualTo("BCBCAA");
    }

    /** 100 and 20 become 50 and 70; nothing makes that better. */
    @Test
    void theRegionMovesThatHelpsMost() {
        assertThat(moved("AAAB", 1.0, ones(2), 50, 30, 20, 20)).isEqualTo("BAAB");
    }

    @Test
    void whatHelpsNobodyStays() {
        assertThat(moved("AB", 1.0, ones(2), 90, 10)).isEqualTo("AB");
        assertThat(moved("AAB", 1.0, ones(2), 0, 90, 10)).isEqualTo("AAB");
    }

    @Test
    void aGpuOfTwiceTheWeightTakesTwiceAsMuch() {
        assertThat(moved("AAABBB", 1.0, new int[] {2, 1}, 10, 10, 10, 10, 10, 10))
                .isEqualTo("AAAABB");
    }

    @Test
    void whoHasNoWeightGivesEverythingAway() {
        assertThat(moved("ABCC", 9, new int[] {1, 1, 0}, 10, 5, 0, 20)).isEqualTo("ABBB");
    }

    /** 30 and 10: exactly one and a half means. */
    @Test
    void exactlyTheAimIsEnough() {
        assertThat(moved("AAAB", 1.5, ones(2), 10, 10, 10, 10)).isEqualTo("AAAB");
        assertThat(moved("AAAB", 1.49, ones(2), 10, 10, 10, 10)).isEqualTo("BAAB");
    }

    /** A goes to the idler of the others, and they level out without it. */
    @Test
    void whoHasNoWeightIsNeitherBusyNorIdle() {
        assertThat(moved("ABBB", 1.0, new int[] {0, 1, 1}, 10, 10, 10, 10)).isEqualTo("CCBB");
    }

    /** Of 520 regions 260 would have to move. */
    @Test
    void noMoreThan256Move() {
        var costs = new long[520];
        Arrays.fill(costs, 10);
        int[] cuts = IntStream.range(1, 260).map(i -> 16 * i).toArray();
        var map = RegionMap.of(4160, 32, 2, cuts, new int[] {16}, new int[520]);
        var next = new RegionMoves(map, new WorkGrid(4160, 32, 16, costs), ones(2)).map(1.0);
        assertThat(next.pixels(1)).isEqualTo(256 * 16 * 16);
    }
}
