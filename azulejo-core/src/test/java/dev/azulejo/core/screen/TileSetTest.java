package dev.azulejo.core.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.resource.RenderTarget;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.concurrent.atomic.AtomicInteger;

class TileSetTest {
    private static final int LAST = RenderTarget.MAX_SIDE - 1;

    @Test
    void allIsEverything() {
        assertThat(TileSet.ALL.isAll()).isTrue();
        assertThat(TileSet.ALL.side()).isEqualTo(64);
        assertThat(TileSet.ALL.contains(0, 0)).isTrue();
        assertThat(TileSet.ALL.contains(LAST, LAST)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 32, 64})
    void regionsBeginAndEndWhereTheirSideSays(int side) {
        // One region, not on the diagonal, in a word of its own.
        var one = TileSet.of(side, (column, row) -> column == 3 && row == 2);
        assertThat(one.side()).isEqualTo(side);
        assertThat(one.isAll()).isFalse();
        int x = 3 * side;
        int y = 2 * side;
        assertThat(one.contains(x, y)).isTrue();
        assertThat(one.contains(x + side - 1, y + side - 1)).isTrue();
        assertThat(one.contains(x - 1, y)).isFalse();
        assertThat(one.contains(x, y - 1)).isFalse();
        assertThat(one.contains(x + side, y)).isFalse();
        assertThat(one.contains(x, y + side)).isFalse();
        assertThat(one.contains(y, x)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 32, 64})
    void aPatternIsAskedOnceForEachRegionOfTheLargestTarget(int side) {
        int columns = RenderTarget.MAX_SIDE / side;
        var seen = new AtomicInteger[columns * columns];
        for (int r = 0; r < seen.length; r++) {
            seen[r] = new AtomicInteger();
        }
        TileSet.of(side, (column, row) -> seen[row * columns + column].incrementAndGet() < 0);
        assertThat(seen).allMatch(times -> times.get() == 1);
    }

    @Test
    void theCornerOfTheLargestTargetHasItsRegion() {
        var last = TileSet.of(16, (column, row) -> column == 511 && row == 511);
        assertThat(last.contains(LAST, LAST)).isTrue();
        assertThat(last.contains(LAST - 16, LAST)).isFalse();
        assertThat(last.contains(LAST, LAST - 16)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 32, 64})
    void aSetAndItsComplementShareTheScreen(int side) {
        TileSet.Pattern pattern = (column, row) -> (7 * column + 3 * row) % 5 < 2;
        var mine = TileSet.of(side, pattern);
        var others = TileSet.of(side, (column, row) -> !pattern.contains(column, row));
        int pixels = 0;
        for (int y = 0; y < 600; y++) {
            for (int x = 0; x < 600; x++) {
                boolean expected = pattern.contains(x / side, y / side);
                assertThat(mine.contains(x, y)).as("%d %d", x, y).isEqualTo(expected);
                assertThat(others.contains(x, y)).as("%d %d", x, y).isNotEqualTo(expected);
                pixels += expected ? 1 : 0;
            }
        }
        assertThat(pixels).isBetween(1, 600 * 600 - 1);
    }

    @Test
    void aPatternOfEverythingContainsEverything() {
        var everything = TileSet.of(32, (column, row) -> true);
        assertThat(everything.isAll()).isFalse();
        assertThat(everything.contains(0, 0)).isTrue();
        assertThat(everything.contains(LAST, LAST)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {-16, 0, 8, 15, 17, 48, 128})
    void otherSidesAreRefused(int side) {
        assertThatThrownBy(() -> TileSet.of(side, (column, row) -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tileSet.side=%d is not 16, 32 or 64".formatted(side));
    }

    @Test
    void aTargetIsSplitAmongSetsThatEndWhereItDoes() {
        var asked = new AtomicInteger();
        var sets =
                TileSet.split(
                        32,
                        100,
                        70,
                        3,
                        (column, row) -> {
                            asked.incrementAndGet();
                            return (column + row) % 2;
                        });
        assertThat(asked).hasValue(4 * 3);
        assertThat(sets).hasSize(3);
        for (int set = 0; set < 3; set++) {
            assertThat(sets[set].side()).isEqualTo(32);
            assertThat(sets[set].isAll()).isFalse();
            for (int y = 0; y < 200; y++) {
                for (int x = 0; x < 200; x++) {
                    boolean expected = x < 128 && y < 96 && (x / 32 + y / 32) % 2 == set;
                    assertThat(sets[set].contains(x, y)).as("%d %d", x, y).isEqualTo(expected);
                }
            }
            assertThat(sets[set].contains(LAST, LAST)).isFalse();
        }
        assertThatThrownBy(() -> TileSet.split(48, 100, 70, 3, (column, row) -> 0))
                .hasMessage("tileSet.side=48 is not 16, 32 or 64");
    }

    @Test
    void setsAreApartThatHaveNothingInCommon() {
        var left = TileSet.of(16, (column, row) -> column < 3);
        var right = TileSet.of(16, (column, row) -> column >= 3);
        var last = TileSet.of(16, (column, row) -> column == 200 && row == 300);
        assertThat(left.isApart(right)).isTrue();
        assertThat(right.isApart(left)).isTrue();
        assertThat(left.isApart(last)).isTrue();
        assertThat(right.isApart(last)).isFalse();
        assertThat(left.isApart(left)).isFalse();
        assertThat(left.isApart(TileSet.ALL)).isFalse();
        assertThat(TileSet.ALL.isApart(left)).isFalse();
        // Those of one map, as far down as the target goes
        var parts = TileSet.split(16, 96, 80, 2, (column, row) -> column / 3);
        assertThat(parts[0].isApart(parts[1])).isTrue();
        assertThat(parts[0].isApart(right)).isTrue();
        assertThat(parts[1].isApart(right)).isFalse();
        // Where sides differ bits stand for other pixels
        var coarse = TileSet.of(32, (column, row) -> column == 5);
        assertThat(coarse.isApart(left)).isFalse();
    }
}
