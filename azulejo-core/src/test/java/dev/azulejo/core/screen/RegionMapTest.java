package dev.azulejo.core.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.SplittableRandom;
import java.util.TreeSet;

class RegionMapTest {
    private static final int[] NONE = {};

    private static int[] cuts(int... cuts) {
        return cuts;
    }

    private static int[] owners(int... owners) {
        return owners;
    }

    /** Three columns and two rows, the last region of each cut off by the target. */
    private static RegionMap small() {
        return RegionMap.of(100, 50, 4, cuts(32, 64), cuts(48), owners(0, 1, 0, 2, 3, 1));
    }

    @Test
    void aPixelBelongsToTheRegionAroundIt() {
        var map = small();
        assertThat(map.widthInPixels()).isEqualTo(100);
        assertThat(map.heightInPixels()).isEqualTo(50);
        assertThat(map.gpus()).isEqualTo(4);
        assertThat(map.columns()).isEqualTo(3);
        assertThat(map.rows()).isEqualTo(2);
        assertThat(map.owner(0, 0)).isZero();
        assertThat(map.owner(31, 47)).isZero();
        assertThat(map.owner(32, 0)).isEqualTo(1);
        assertThat(map.owner(63, 47)).isEqualTo(1);
        assertThat(map.owner(64, 47)).isZero();
        assertThat(map.owner(99, 47)).isZero();
        assertThat(map.owner(0, 48)).isEqualTo(2);
        assertThat(map.owner(31, 49)).isEqualTo(2);
        assertThat(map.owner(32, 48)).isEqualTo(3);
        assertThat(map.owner(64, 48)).isEqualTo(1);
        assertThat(map.owner(99, 49)).isEqualTo(1);
        assertThat(map).hasToString("100x50 pixels, 4 GPU(s), 3x2 regions");
    }

    @Test
    void regionsAreListedByWhereTheyBegin() {
        var map = small();
        assertThat(map.columnStart(0)).isZero();
        assertThat(map.columnStart(1)).isEqualTo(32);
        assertThat(map.columnStart(2)).isEqualTo(64);
        assertThat(map.columnStart(3)).isEqualTo(100);
        assertThat(map.rowStart(1)).isEqualTo(48);
        assertThat(map.rowStart(2)).isEqualTo(50);
        assertThat(map.regionOwner(2, 0)).isZero();
        assertThat(map.regionOwner(0, 1)).isEqualTo(2);
        assertThat(map.regionOwner(2, 1)).isEqualTo(1);
    }

    @Test
    void pixelsAreCountedToTheEdgeOfTheTarget() {
        var map = small();
        assertThat(map.pixels(0)).isEqualTo((32 + 36) * 48);
        assertThat(map.pixels(1)).isEqualTo(32 * 48 + 36 * 2);
        assertThat(map.pixels(2)).isEqualTo(32 * 2);
        assertThat(map.pixels(3)).isEqualTo(32 * 2);
    }

    @Test
    void ownersOfARectangleAreABitEach() {
        var map = small();
        assertThat(map.owners(0, 0, 31, 47)).isEqualTo(0b0001);
        assertThat(map.owners(0, 0, 32, 47)).isEqualTo(0b0011);
        assertThat(map.owners(31, 47, 32, 48)).isEqualTo(0b1111);
        assertThat(map.owners(0, 0, 99, 49)).isEqualTo(0b1111);
        assertThat(map.owners(64, 0, 99, 49)).isEqualTo(0b0011);
        assertThat(map.owners(0, 48, 31, 49)).isEqualTo(0b0100);
        assertThat(map.owners(40, 48, 40, 48)).isEqualTo(0b1000);
    }

    @Test
    void aRectangleIsClampedToTheTarget() {
        var map = small();
        int far = Integer.MAX_VALUE;
        int before = Integer.MIN_VALUE;
        assertThat(map.owners(before, before, far, far)).isEqualTo(0b1111);
        assertThat(map.owners(before, before, 0, 0)).isEqualTo(0b0001);
        assertThat(map.owners(99, 49, far, far)).isEqualTo(0b0010);
        assertThat(map.owners(100, 0, far, far)).isZero();
        assertThat(map.owners(0, 50, far, far)).isZero();
        assertThat(map.owners(before, 0, -1, far)).isZero();
        assertThat(map.owners(0, before, far, -1)).isZero();
        assertThat(map.owners(5, 5, 4, 5)).isZero();
        assertThat(map.owners(5, 5, 5, 4)).isZero();
    }

    @Test
    void gpuSixtyFourHasTheLastBit() {
        var map = new RegionLayout.Interleaved(16, 16).map(128, 128, 64);
        assertThat(map.owner(127, 127)).isEqualTo(63);
        assertThat(map.owners(127, 127, 127, 127)).isEqualTo(1L << 63);
        assertThat(map.owners(0, 0, 127, 127)).isEqualTo(-1L);
        assertThat(map.owners(0, 0, 127, 111)).isEqualTo(-1L >>> 8);
    }

    @Test
    void cutsBeyondTheTargetMakeNoDifference() {
        var cut = RegionMap.of(64, 33, 3, cuts(32), cuts(32), owners(0, 1, 2, 0));
        var beyond =
                RegionMap.of(
                        64,
                        33,
                        3,
                        cuts(32, 64, 96),
                        cuts(32, 48),
                        owners(0, 1, 2, 2, 2, 0, 1, 1, 1, 1, 1, 1));
        assertThat(beyond).isEqualTo(cut).hasSameHashCodeAs(cut);
        assertThat(beyond.columns()).isEqualTo(2);
        assertThat(beyond.columnStart(2)).isEqualTo(64);
        assertThat(beyond.side()).isEqualTo(32);
    }

    @Test
    void equalMapsHaveTheSameContents() {
        var map = small();
        assertThat(small()).isEqualTo(map).hasSameHashCodeAs(map).isNotSameAs(map);
        assertThat(map)
                .isNotEqualTo(
                        RegionMap.of(100, 50, 5, cuts(32, 64), cuts(48), owners(0, 1, 0, 2, 3, 1)))
                .isNotEqualTo(
                        RegionMap.of(101, 50, 4, cuts(32, 64), cuts(48), owners(0, 1, 0, 2, 3, 1)))
                .isNotEqualTo(
                        RegionMap.of(100, 51, 4, cuts(32, 64), cuts(48), owners(0, 1, 0, 2, 3, 1)))
                .isNotEqualTo(
                        RegionMap.of(100, 50, 4, cuts(16, 64), cuts(48), owners(0, 1, 0, 2, 3, 1)))
                .isNotEqualTo(
                        RegionMap.of(100, 50, 4, cuts(32, 64), cuts(32), owners(0, 1, 0, 2, 3, 1)))
                .isNotEqualTo(
                        RegionMap.of(100, 50, 4, cuts(32, 64), cuts(48), owners(0, 1, 0, 2, 3, 0)))
                .isNotEqualTo("a map");
    }

    @Test
    void whatIsGivenIsCopied() {
        int[] columns = {32, 64};
        int[] owner = {0, 1, 0};
        var map = RegionMap.of(100, 50, 2, columns, NONE, owner);
        columns[0] = 48;
        owner[1] = 0;
        assertThat(map.owner(32, 0)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "16, 64, 16",
        "32, 64, 32",
        "64, 64, 64",
        "64, 32, 32",
        "192, 16, 16",
        "256, 128, 64",
        "96, 192, 32",
        "64, 80, 16",
        "512, 544, 32"
    })
    void theTileSideIsTheLargestThatDividesAllCuts(int columnCut, int rowCut, int side) {
        var map = RegionMap.of(600, 600, 2, cuts(columnCut), cuts(rowCut), owners(0, 1, 1, 0));
        assertThat(map.side()).isEqualTo(side);
        assertThat(map.tiles(0).side()).isEqualTo(side);
    }

    @Test
    void cutsBeyondTheTargetDoNotMakeTilesSmaller() {
        var map = RegionMap.of(600, 600, 2, cuts(64, 608), cuts(), owners(0, 1, 0));
        assertThat(map.side()).isEqualTo(64);
        assertThat(RegionMap.of(600, 600, 1, NONE, NONE, owners(0)).side()).isEqualTo(64);
    }

    @Test
    void tilesAreMadeOnce() {
        var map = small();
        assertThat(map.tiles(1)).isSameAs(map.tiles(1));
        assertThat(map.tiles(1)).isNotSameAs(map.tiles(0));
        assertThat(map.tiles(1).side()).isEqualTo(16);
    }

    @Test
    void aRectangleLiesAroundWhatIsOwned() {
        int[] owners = {0, 1, 0, 2, 2, 1};
        var map = RegionMap.of(100, 70, 4, new int[] {32, 64}, new int[] {48}, owners);
        assertThat(map.around(0)).isEqualTo(new PixelRectangle(0, 0, 99, 47));
        assertThat(map.around(1)).isEqualTo(new PixelRectangle(32, 0, 99, 69));
        assertThat(map.around(2)).isEqualTo(new PixelRectangle(0, 48, 63, 69));
        assertThat(map.around(3).x0()).as("owns nothing").isGreaterThan(map.around(3).x1());
        assertThat(map.around(0)).isSameAs(map.around(0));
    }

    @Test
    void whoOwnsAllHasAllTiles() {
        var map = RegionMap.of(100, 100, 3, cuts(16), NONE, owners(1, 1));
        assertThat(map.tiles(1)).isSameAs(TileSet.ALL);
        assertThat(map.tiles(0).contains(0, 0)).isFalse();
        assertThat(map.tiles(2).contains(99, 99)).isFalse();
        assertThat(map.owners(0, 0, 99, 99)).isEqualTo(0b010);
    }

    @Test
    void nothingBeyondTheTargetIsAnybodys() {
        var map = small();
        for (int gpu = 0; gpu < 4; gpu++) {
            assertThat(map.tiles(gpu).contains(20, 8191)).isFalse();
            assertThat(map.tiles(gpu).contains(8191, 20)).isFalse();
            assertThat(map.tiles(gpu).contains(8191, 8191)).isFalse();
            assertThat(map.tiles(gpu).contains(0, 64)).isFalse();
        }
    }

    @Test
    void mistakesAreNamed() {
        refused(() -> RegionMap.of(0, 5, 1, NONE, NONE, owners(0)))
                .hasMessage("regions: target 0x5: sides must be in 1..8192");
        refused(() -> RegionMap.of(5, 8193, 1, NONE, NONE, owners(0)))
                .hasMessage("regions: target 5x8193: sides must be in 1..8192");
        refused(() -> RegionMap.of(5, 5, 0, NONE, NONE, owners(0)))
                .hasMessage("regions: 0 GPUs are not 1..64");
        refused(() -> RegionMap.of(5, 5, 65, NONE, NONE, owners(0)))
                .hasMessage("regions: 65 GPUs are not 1..64");
        refused(() -> RegionMap.of(99, 5, 1, cuts(16, 40), NONE, owners(0, 0, 0)))
                .hasMessage("regions: column cut 1 is 40: a multiple of 16 above 16 expected");
        refused(() -> RegionMap.of(99, 5, 1, NONE, cuts(32, 32), owners(0, 0, 0)))
                .hasMessage("regions: row cut 1 is 32: a multiple of 16 above 32 expected");
        refused(() -> RegionMap.of(99, 5, 1, cuts(0), NONE, owners(0, 0)))
                .hasMessage("regions: column cut 0 is 0: a multiple of 16 above 0 expected");
        refused(() -> RegionMap.of(99, 99, 1, cuts(16), cuts(16), owners(0, 0, 0)))
                .hasMessage("regions: 3 owners for 2 column(s) and 2 row(s): 4 expected");
        refused(() -> RegionMap.of(99, 99, 2, cuts(16), cuts(16), owners(0, 1, 1, 2)))
                .hasMessage("regions: owner of column 1, row 1 is 2: 0..1 expected");
        refused(() -> RegionMap.of(99, 99, 2, cuts(16), NONE, owners(-1, 0)))
                .hasMessage("regions: owner of column 0, row 0 is -1: 0..1 expected");
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
    }

    /** A map with any cuts and owners. */
    static RegionMap any(SplittableRandom random) {
        int width = 1 + random.nextInt(random.nextBoolean() ? 80 : 700);
        int height = 1 + random.nextInt(random.nextBoolean() ? 80 : 700);
        int gpus = 1 + random.nextInt(random.nextBoolean() ? 4 : 64);
        int unit = 16 << random.nextInt(3);
        int[] columns = anyCuts(random, unit);
        int[] rows = anyCuts(random, unit);
        int[] owner = random.ints((columns.length + 1L) * (rows.length + 1L), 0, gpus).toArray();
        return RegionMap.of(width, height, gpus, columns, rows, owner);
    }

    private static int[] anyCuts(SplittableRandom random, int unit) {
        var cuts = new TreeSet<Integer>();
        int count = random.nextInt(12);
        for (int i = 0; i < count; i++) {
            cuts.add(unit * (1 + random.nextInt(800 / unit)));
        }
        return cuts.stream().mapToInt(Integer::intValue).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void anyMapAgreesWithItself(int seed) {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < 20; i++) {
            var map = any(random);
            RegionMaps.check(map);
            RegionMaps.checkOwners(map, random, 60);
        }
    }

    /** Cuts are counted, not regions: those at the border are smaller. */
    @Test
    void pitchesAreOfCuts() {
        var map = new RegionLayout.Interleaved(256, 256).map(1920, 1080, new int[] {1, 1, 1, 1});
        assertThat(map.columnPitch()).isEqualTo(1920 / 7.0);
        assertThat(map.rowPitch()).isEqualTo(1080 / 4.0);
        var one = new RegionLayout.Interleaved(2048, 2048).map(1920, 1080, new int[] {1, 1});
        assertThat(one.columnPitch()).isInfinite();
        assertThat(one.rowPitch()).isInfinite();
    }
}
