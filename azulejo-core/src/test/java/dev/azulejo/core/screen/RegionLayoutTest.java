package dev.azulejo.core.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.screen.RegionLayout.Balanced;
import dev.azulejo.core.screen.RegionLayout.Dynamic;
import dev.azulejo.core.screen.RegionLayout.Given;
import dev.azulejo.core.screen.RegionLayout.Interleaved;
import dev.azulejo.core.screen.RegionLayout.Modulo;
import dev.azulejo.core.screen.RegionLayout.Quadrants;
import dev.azulejo.core.screen.RegionLayout.Random;
import dev.azulejo.core.screen.RegionLayout.Strips;
import dev.azulejo.core.screen.RegionLayout.Uneven;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

@Tag("alone")
class RegionLayoutTest {
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;

    private static final RegionLayout INTERLEAVED = new Interleaved(256, 256);
    private static final RegionLayout BALANCED = new Balanced(256, 256);
    private static final RegionLayout UNEVEN = new Uneven(Uneven.AS_GPUS);

    /** All that take any weights. */
    private static final List<RegionLayout> WEIGHTED =
            List.of(
                    new Strips(),
                    new Quadrants(),
                    UNEVEN,
                    new Uneven(2),
                    new Interleaved(16, 16),
                    new Interleaved(64, 32),
                    INTERLEAVED,
                    new Balanced(16, 32),
                    new Balanced(64, 64),
                    BALANCED,
                    new Random(32, 32, 5),
                    new Random(256, 128, 7),
                    new Dynamic(BALANCED));

    private static int[] heights(RegionMap map) {
        return IntStream.range(0, map.rows())
                .map(row -> map.rowStart(row + 1) - map.rowStart(row))
                .toArray();
    }

    private static RegionMap full(RegionLayout layout, int gpus) {
        return layout.map(WIDTH, HEIGHT, gpus);
    }

    /** Cuts lie nearest to where a band should end, on as large steps as bands allow. */
    @ParameterizedTest
    @CsvSource({
        "1, 1080, 64",
        "2, 512 568, 64",
        "3, 352 384 344, 32",
        "4, 256 288 256 280, 32",
        "5, 224 208 224 208 216, 16",
        "16, 64 64 80 64 64 64 80 64 64 64 64 80 64 64 64 72, 16"
    })
    void stripsAreBandsFromTopToBottom(int gpus, String rows, int side) {
        var map = full(new Strips(), gpus);
        assertThat(map.columns()).isEqualTo(1);
        assertThat(heights(map))
                .containsExactly(
                        Arrays.stream(rows.split(" ")).mapToInt(Integer::parseInt).toArray());
        assertThat(map.side()).isEqualTo(side);
        for (int gpu = 0; gpu < gpus; gpu++) {
            assertThat(map.regionOwner(0, gpu)).isEqualTo(gpu);
        }
    }

    @Test
    void sixtyFourStripsAreSixteenRowsOrThirtyTwo() {
        var map = full(new Strips(), 64);
        int[] heights = heights(map);
        assertThat(heights).hasSize(64);
        assertThat(Arrays.copyOf(heights, 63)).containsOnly(16, 32);
        assertThat(heights[63]).isEqualTo(24);
        assertThat(heights(new Strips().map(3840, 2160, 4))).containsExactly(512, 576, 512, 560);
    }

    @Test
    void stripsFollowWeights() {
        assertThat(heights(new Strips().map(WIDTH, HEIGHT, new int[] {2, 1, 1})))
                .containsExactly(544, 256, 280);
        var dedicated = new Strips().map(WIDTH, HEIGHT, new int[] {0, 1, 0, 1, 0});
        assertThat(RegionMaps.pixels(dedicated)).containsExactly(0, 512 * WIDTH, 0, 568 * WIDTH, 0);
        assertThat(heights(new Strips().map(100, 20, new int[] {1, 1, 1, 0})))
                .containsExactly(16, 4);
    }

    @Test
    void fourQuadrants() {
        var map = full(new Quadrants(), 4);
        assertThat(RegionMaps.letters(map)).isEqualTo("AB\nCD\n");
        assertThat(RegionMaps.columnCuts(map)).containsExactly(960);
        assertThat(RegionMaps.rowCuts(map)).containsExactly(512);
        assertThat(RegionMaps.pixels(map)).containsExactly(491520, 491520, 545280, 545280);
        assertThat(map.side()).isEqualTo(64);
        // The same where the longer side is the other one.
        var high = new Quadrants().map(HEIGHT, WIDTH, 4);
        assertThat(RegionMaps.letters(high)).isEqualTo("AB\nCD\n");
        assertThat(RegionMaps.rowCuts(high)).containsExactly(960);
    }

    @Test
    void quadrantsOfOtherNumbers() {
        assertThat(RegionMaps.letters(full(new Quadrants(), 1))).isEqualTo("A\n");
        assertThat(RegionMaps.letters(full(new Quadrants(), 2))).isEqualTo("AB\n");
        var three = full(new Quadrants(), 3);
        assertThat(RegionMaps.letters(three)).isEqualTo("ACB\n");
        assertThat(RegionMaps.columnCuts(three)).containsExactly(640, 1280);
        var five = full(new Quadrants(), 5);
        assertThat(RegionMaps.letters(five)).isEqualTo("ACB\nECD\n");
        assertThat(RegionMaps.columnCuts(five)).containsExactly(768, 1152);
        var sixteen = full(new Quadrants(), 16);
        assertThat(RegionMaps.letters(sixteen)).isEqualTo("ACBD\nEGFH\nIKJL\nMONP\n");
        assertThat(RegionMaps.columnCuts(sixteen)).containsExactly(480, 960, 1440);
        assertThat(RegionMaps.rowCuts(sixteen)).containsExactly(256, 512, 800);
        var sixtyFour = full(new Quadrants(), 64);
        assertThat(RegionMaps.imbalance(sixtyFour, ones(64))).isLessThan(1.25);
        assertThat(RegionMaps.pixels(sixtyFour)).doesNotContain(0);
    }

    @Test
    void quadrantsFollowWeights() {
        // 3 of 4 parts of the width, of which 2 of 3.
        var map = new Quadrants().map(2048, 512, new int[] {2, 1, 1, 0});
        assertThat(RegionMaps.letters(map)).isEqualTo("ACB\n");
        assertThat(RegionMaps.columnCuts(map)).containsExactly(1024, 1536);
        assertThat(RegionMaps.pixels(map)).containsExactly(1 << 19, 1 << 18, 1 << 18, 0);
    }

    @Test
    void fourInterleaved() {
        var map = full(INTERLEAVED, 4);
        assertThat(RegionMaps.letters(map))
                .isEqualTo("ABABABAB\nCDCDCDCD\nABABABAB\nCDCDCDCD\nABABABAB\n");
        assertThat(RegionMaps.pixels(map))
                .containsExactly(1024 * 568, 896 * 568, 1024 * 512, 896 * 512);
        assertThat(map.owner(255, 255)).isZero();
        assertThat(map.owner(256, 255)).isEqualTo(1);
        assertThat(map.owner(255, 256)).isEqualTo(2);
        assertThat(map.owner(256, 256)).isEqualTo(3);
        assertThat(map.side()).isEqualTo(64);
        assertThat(RegionLayout.DEFAULT).isEqualTo(INTERLEAVED);
    }

    @ParameterizedTest
    @CsvSource({
        "1, AAAAAAAA AAAAAAAA AAAAAAAA AAAAAAAA AAAAAAAA",
        "2, ABABABAB BABABABA ABABABAB BABABABA ABABABAB",
        "3, ABCABCAB BCABCABC CABCABCA ABCABCAB BCABCABC",
        "5, ABCDEABC CDEABCDE EABCDEAB BCDEABCD DEABCDEA",
        "6, ABCABCAB DEFDEFDE ABCABCAB DEFDEFDE ABCABCAB",
        "7, ABCDEFGA CDEFGABC EFGABCDE GABCDEFG BCDEFGAB",
        "8, ABCDABCD EFGHEFGH ABCDABCD EFGHEFGH ABCDABCD",
        "10, ABCDEFGH DEFGHIJA GHIJABCD JABCDEFG CDEFGHIJ",
        "16, ABCDABCD EFGHEFGH IJKLIJKL MNOPMNOP ABCDABCD"
    })
    void othersInterleaved(int gpus, String rows) {
        assertThat(RegionMaps.letters(full(INTERLEAVED, gpus)))
                .isEqualTo(rows.replace(' ', '\n') + "\n");
    }

    @Test
    void moreGpusThanRegions() {
        var map = full(INTERLEAVED, 64);
        var region = new int[40];
        Arrays.setAll(region, i -> map.regionOwner(i % 8, i / 8));
        assertThat(region).containsExactly(IntStream.range(0, 40).toArray());
        assertThat(map.pixels(39)).isEqualTo(128 * 56);
        assertThat(map.pixels(40)).isZero();
        assertThat(map.gpus()).isEqualTo(64);
    }

    /** From four on nobody owns two regions that touch; with fewer that cannot be. */
    @Test
    void neighboursDiffer() {
        for (int gpus = 2; gpus <= 64; gpus++) {
            var map = new Interleaved(16, 16).map(32 * gpus, 32 * gpus, gpus);
            for (int row = 0; row + 1 < map.rows(); row++) {
                for (int column = 0; column + 1 < map.columns(); column++) {
                    int here = map.regionOwner(column, row);
                    int right = map.regionOwner(column + 1, row);
                    int below = map.regionOwner(column, row + 1);
                    assertThat(here).as("%d GPUs", gpus).isNotEqualTo(right).isNotEqualTo(below);
                    if (gpus > 3) {
                        assertThat(here).isNotEqualTo(map.regionOwner(column + 1, row + 1));
                        assertThat(right).isNotEqualTo(below);
                    }
                }
            }
            assertThat(RegionMaps.pixels(map)).as("%d GPUs", gpus).containsOnly(256L * 4 * gpus);
        }
    }

    @Test
    void interleavedRegionsNeedNotBeSquare() {
        var map = new Interleaved(32, 16).map(100, 40, 4);
        assertThat(RegionMaps.letters(map)).isEqualTo("ABAB\nCDCD\nABAB\n");
        assertThat(RegionMaps.columnCuts(map)).containsExactly(32, 64, 96);
        assertThat(RegionMaps.rowCuts(map)).containsExactly(16, 32);
        assertThat(map.side()).isEqualTo(16);
    }

    @Test
    void whoHasNoWeightIsNotInThePattern() {
        var map = INTERLEAVED.map(1024, 512, new int[] {0, 3, 3, 0, 3, 3});
        assertThat(RegionMaps.letters(map)).isEqualTo("BCBC\nEFEF\n");
    }

    @Test
    void interleavedFollowsWeights() {
        // A has every other region, as on a board of checkers; B and C share the others.
        var map = INTERLEAVED.map(1024, 1024, new int[] {2, 1, 1});
        assertThat(RegionMaps.letters(map)).isEqualTo("ABAB\nCACA\nABAB\nCACA\n");
        // 40 regions, of which 3 of 7, 2 of 7 and 2 of 7.
        assertThat(regions(INTERLEAVED.map(WIDTH, HEIGHT, new int[] {3, 2, 2})))
                .containsExactly(17, 12, 11);
    }

    private static int[] regions(RegionMap map) {
        var count = new int[map.gpus()];
        for (int row = 0; row < map.rows(); row++) {
            for (int column = 0; column < map.columns(); column++) {
                count[map.regionOwner(column, row)]++;
            }
        }
        return count;
    }

    /** 28 whole regions, 4 of 128x256, 7 of 256x56 and one of 128x56. */
    @ParameterizedTest
    @CsvSource({
        "1, 2073600",
        "2, 1033216 1040384",
        "3, 684032 691200 698368",
        "4, 513024 520192 520192 520192",
        "5, 407552 407552 414720 421888 421888"
    })
    void balancedPixelsAreNearlyEqual(int gpus, String sorted) {
        long[] pixels = RegionMaps.pixels(full(BALANCED, gpus));
        Arrays.sort(pixels);
        assertThat(pixels)
                .containsExactly(
                        Arrays.stream(sorted.split(" ")).mapToLong(Long::parseLong).toArray());
    }

    @Test
    void balancedForManyGpus() {
        long[] sixteen = RegionMaps.pixels(full(BALANCED, 16));
        Arrays.sort(sixteen);
        assertThat(Arrays.copyOf(sixteen, 4)).containsExactly(119808, 126976, 126976, 126976);
        assertThat(Arrays.copyOfRange(sixteen, 4, 16)).containsOnly(131072);
        assertThat(RegionMaps.imbalance(full(INTERLEAVED, 16), ones(16))).isGreaterThan(1.23);
        // 40 regions are too few for 64 GPUs; 15 times 9 are not.
        long[] coarse = RegionMaps.pixels(full(BALANCED, 64));
        assertThat(Arrays.stream(coarse).filter(pixels -> pixels == 0).count()).isEqualTo(24);
        assertThat(RegionMaps.imbalance(full(new Balanced(32, 32), 64), ones(64))).isLessThan(1.01);
    }

    @Test
    void balancedSpreadsOwnersWhereItHasAChoice() {
        assertThat(RegionMaps.letters(BALANCED.map(1024, 1024, 2)))
                .isEqualTo("ABAB\nBABA\nABAB\nBABA\n");
        assertThat(RegionMaps.letters(BALANCED.map(1024, 512, 4))).isEqualTo("ABCD\nCDAB\n");
    }

    @Test
    void balancedFollowsWeights() {
        int[] weights = {2, 0, 1, 1};
        long[] pixels = RegionMaps.pixels(BALANCED.map(WIDTH, HEIGHT, weights));
        assertThat(pixels[1]).isZero();
        assertThat(pixels[0]).isCloseTo(1036800, within(14336L));
        assertThat(pixels[2]).isCloseTo(518400, within(14336L));
        assertThat(pixels[3]).isCloseTo(518400, within(14336L));
    }

    @Test
    void fourBandsOf2160Rows() {
        var bands = new Uneven(1).map(3840, 2160, 4);
        assertThat(RegionMaps.rowCuts(bands)).containsExactly(544, 1088, 1632);
        assertThat(heights(bands)).containsExactly(544, 544, 544, 512 + 16);
        assertThat(bands.side()).isEqualTo(32);
        // Four columns: each GPU has each of the bands once.
        var map = UNEVEN.map(3840, 2160, 4);
        assertThat(RegionMaps.columnCuts(map)).containsExactly(960, 1920, 2880);
        assertThat(RegionMaps.rowCuts(map)).containsExactly(544, 1088, 1632);
        assertThat(RegionMaps.letters(map)).isEqualTo("ADCB\nBADC\nCBAD\nDCBA\n");
        assertThat(RegionMaps.pixels(map)).containsOnly(3840 * 2160 / 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 10, 12, 15})
    void unevenIsExactlyEqualWhereColumnsAre(int gpus) {
        assertThat(RegionMaps.pixels(full(UNEVEN, gpus)))
                .containsOnly((long) WIDTH * HEIGHT / gpus);
    }

    /** The end of the target is a place for a cut, though no multiple of 32. */
    @Test
    void aBandMayGoOnToTheEnd() {
        assertThat(RegionMaps.pixels(new Uneven(1).map(64, 20, new int[] {3, 1})))
                .containsExactly(64 * 20, 0);
        assertThat(RegionMaps.pixels(new Uneven(1).map(64, 20, new int[] {1, 3})))
                .containsExactly(0, 64 * 20);
    }

    @Test
    void unevenIsNearlyEqualElsewhere() {
        for (int gpus = 1; gpus <= 64; gpus++) {
            assertThat(RegionMaps.imbalance(full(UNEVEN, gpus), ones(gpus)))
                    .as("%d GPUs", gpus)
                    .isLessThan(gpus <= 16 ? 1.03 : 1.06);
            assertThat(RegionMaps.imbalance(UNEVEN.map(3840, 2160, gpus), ones(gpus)))
                    .as("%d GPUs", gpus)
                    .isLessThan(gpus <= 16 ? 1.01 : 1.03);
        }
    }

    @Test
    void unevenFollowsWeights() {
        int[] weights = {3, 0, 1, 2};
        var map = UNEVEN.map(WIDTH, HEIGHT, weights);
        // To a quarter of a band of 32 rows in one column of 640.
        assertThat(map.pixels(0)).isCloseTo(1036800, within(640L * 8));
        assertThat(map.pixels(1)).isZero();
        assertThat(map.pixels(2)).isCloseTo(345600, within(640L * 8));
        assertThat(map.pixels(3)).isCloseTo(691200, within(640L * 8));
        assertThat(RegionMaps.columnCuts(map)).containsExactly(640, 1280);
        int[] odd = {100, 37, 63, 1};
        assertThat(RegionMaps.imbalance(UNEVEN.map(WIDTH, HEIGHT, odd), odd)).isLessThan(1.6);
        long[] pixels = RegionMaps.pixels(UNEVEN.map(WIDTH, HEIGHT, odd));
        assertThat(pixels[0]).isCloseTo(1031642, within(16L * 480));
        assertThat(pixels[1]).isCloseTo(381707, within(16L * 480));
        assertThat(pixels[2]).isCloseTo(649934, within(16L * 480));
    }

    @Test
    void randomGivesEachItsNumberOfRegions() {
        var map = full(new Random(256, 256, 7), 4);
        assertThat(regions(map)).containsExactly(10, 10, 10, 10);
        assertThat(full(new Random(256, 256, 7), 4)).isEqualTo(map);
        assertThat(full(new Random(256, 256, 8), 4)).isNotEqualTo(map);
        // The same places everywhere and for ever.
        assertThat(RegionMaps.letters(map))
                .isEqualTo("CCCCDDCB\nBDACABBA\nBCDABCCD\nADAADBBA\nDBDDCBAA\n");
        assertThat(regions(new Random(64, 64, 1).map(640, 640, new int[] {3, 0, 1})))
                .containsExactly(75, 0, 25);
    }

    /** Somewhere each region belongs to each GPU, about as often. */
    @Test
    void randomIsRandom() {
        var seen = new int[16][4];
        for (int seed = 0; seed < 400; seed++) {
            var map = new Random(16, 16, seed).map(64, 64, 4);
            for (int i = 0; i < 16; i++) {
                seen[i][map.regionOwner(i % 4, i / 4)]++;
            }
        }
        for (int[] region : seen) {
            for (int times : region) {
                assertThat(times).isBetween(60, 145);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 16, 64})
    void moduloIsThePublishedFormula(int gpus) {
        var map = full(new Modulo(64), gpus);
        for (int y = 0; y < HEIGHT; y += 8) {
            for (int x = 0; x < WIDTH; x += 8) {
                int tile = x / 64 + (WIDTH + 63) / 64 * (y / 64);
                assertThat(map.owner(x, y)).isEqualTo(tile % gpus);
            }
        }
        assertThat(map.columns()).isEqualTo(30);
        assertThat(map.rows()).isEqualTo(17);
        assertThat(map.side()).isEqualTo(64);
    }

    @Test
    void moduloTakesADedicatedGpuButNoUnequalOnes() {
        var map = new Modulo(64).map(192, 128, new int[] {1, 0, 1});
        assertThat(RegionMaps.letters(map)).isEqualTo("ACA\nCAC\n");
        refused(() -> new Modulo(64).map(192, 128, new int[] {1, 2}))
                .hasMessage(
                        "regions.modulo: every GPU gets as many regions, and weights other than 0"
                                + " must be equal");
    }

    @Test
    void aGivenMapIsWhatIsGiven() {
        var layout = new Given(List.of(960), List.of(544), List.of(0, 1, 3, 2));
        var map = full(layout, 4);
        assertThat(RegionMaps.letters(map)).isEqualTo("AB\nDC\n");
        assertThat(RegionMaps.columnCuts(map)).containsExactly(960);
        assertThat(RegionMaps.rowCuts(map)).containsExactly(544);
        assertThat(map.side()).isEqualTo(32);
        // A smaller target, a shadow map say, has what lies on it; on a larger one all goes on.
        assertThat(RegionMaps.letters(layout.map(512, 512, 4))).isEqualTo("A\n");
        assertThat(layout.map(4096, 4096, 4).owner(4095, 4095)).isEqualTo(2);
        assertThat(full(new Given(List.of(), List.of(), List.of(0)), 2).pixels(1)).isZero();
    }

    @Test
    void aGivenMapIsChecked() {
        refused(() -> new Given(List.of(960, 100), List.of(), List.of(0, 0, 0)))
                .hasMessage("regions: column cut 1 is 100: a multiple of 16 above 960 expected");
        refused(() -> new Given(List.of(), List.of(8), List.of(0, 0)))
                .hasMessage("regions: row cut 0 is 8: a multiple of 16 above 0 expected");
        refused(() -> new Given(List.of(960), List.of(544), List.of(0, 1)))
                .hasMessage("regions: 2 owners for 2 column(s) and 2 row(s): 4 expected");
        refused(() -> new Given(List.of(), List.of(), List.of(64)))
                .hasMessage("regions: owner of column 0, row 0 is 64: 0..63 expected");
        var layout = new Given(List.of(960), List.of(), List.of(0, 2));
        refused(() -> full(layout, 2))
                .hasMessage("regions: owner of column 1, row 0 is 2: 0..1 expected");
        refused(() -> layout.map(WIDTH, HEIGHT, new int[] {1, 1, 0}))
                .hasMessage("regions.given: GPU 2 owns regions, and has weight 0");
        refused(() -> layout.map(WIDTH, HEIGHT, new int[] {1, 1, 2}))
                .hasMessage(
                        "regions.given: its owners are given too, and weights other than 0 must be"
                                + " equal");
        assertThat(layout.map(WIDTH, HEIGHT, new int[] {1, 0, 1}).pixels(2)).isEqualTo(1036800);
    }

    @Test
    void aDynamicMapBeginsWithAnother() {
        assertThat(full(new Dynamic(BALANCED), 4)).isEqualTo(full(BALANCED, 4));
        refused(() -> new Dynamic(new Dynamic(BALANCED)))
                .hasMessage("regions.dynamic: the first frame needs a layout that is not dynamic");
    }

    @Test
    void mistakesAreNamed() {
        refused(() -> new Interleaved(100, 64))
                .hasMessage("regions.interleaved: side 100 is not a power of two in 16..8192");
        refused(() -> new Balanced(64, 8))
                .hasMessage("regions.balanced: side 8 is not a power of two in 16..8192");
        refused(() -> new Random(0, 64, 1))
                .hasMessage("regions.random: side 0 is not a power of two in 16..8192");
        refused(() -> new Modulo(16384))
                .hasMessage("regions.modulo: side 16384 is not a power of two in 16..8192");
        refused(() -> new Uneven(65))
                .hasMessage("regions.uneven: 65 columns are not 1..64, or 0 (as many as GPUs)");
        refused(() -> new Uneven(-1))
                .hasMessage("regions.uneven: -1 columns are not 1..64, or 0 (as many as GPUs)");
        for (var layout : WEIGHTED) {
            refused(() -> layout.map(5, 5, 0)).hasMessage("regions: 0 GPUs are not 1..64");
            refused(() -> layout.map(5, 5, 65)).hasMessage("regions: 65 GPUs are not 1..64");
            refused(() -> layout.map(5, 5, new int[65]))
                    .hasMessage("regions: 65 GPUs are not 1..64");
            refused(() -> layout.map(0, 5, 1))
                    .hasMessage("regions: target 0x5: sides must be in 1..8192");
            refused(() -> layout.map(5, 5, new int[] {1, -1}))
                    .hasMessage("regions: weight of GPU 1 is -1: 0..1000 expected");
            refused(() -> layout.map(5, 5, new int[] {1001, 1}))
                    .hasMessage("regions: weight of GPU 0 is 1001: 0..1000 expected");
            refused(() -> layout.map(5, 5, new int[3]))
                    .hasMessage("regions: all weights are 0: somebody must own the screen");
        }
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
    }

    private static int[] ones(int gpus) {
        var weights = new int[gpus];
        Arrays.fill(weights, 1);
        return weights;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 16, 64})
    void targetsSmallerThanARegion(int gpus) {
        for (var layout : WEIGHTED) {
            for (int[] size : new int[][] {{1, 1}, {1, 100}, {100, 1}, {17, 15}, {31, 33}}) {
                RegionMaps.check(layout.map(size[0], size[1], gpus));
            }
        }
        RegionMaps.check(new Modulo(64).map(1, 1, gpus));
        assertThat(RegionMaps.pixels(INTERLEAVED.map(100, 100, gpus))[0]).isEqualTo(10_000);
        assertThat(RegionMaps.pixels(BALANCED.map(1, 1, gpus))[0]).isEqualTo(1);
    }

    /** Also of the largest target: no sum overflows. */
    @Test
    void theLargestTargetAndTheLargestWeights() {
        int[] weights = new int[64];
        Arrays.fill(weights, RegionShares.MOST_WEIGHT);
        weights[0] = 500;
        for (var layout :
                List.of(new Strips(), new Quadrants(), UNEVEN, new Balanced(64, 64), INTERLEAVED)) {
            var map = layout.map(8192, 8192, weights);
            long[] pixels = RegionMaps.pixels(map);
            assertThat(Arrays.stream(pixels).sum()).isEqualTo(8192L * 8192);
            assertThat(pixels[0] * 127 / (8192.0 * 8192))
                    .as(layout.toString())
                    .isCloseTo(1, within(0.15));
            assertThat(pixels[63] * 127 / (8192.0 * 8192))
                    .as(layout.toString())
                    .isCloseTo(2, within(0.25));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyLayoutOfAnyTargetIsAMap(int seed) {
        var random = new SplittableRandom(seed);
        for (var layout : WEIGHTED) {
            int width = 1 + random.nextInt(500);
            int height = 1 + random.nextInt(500);
            int gpus = 1 + random.nextInt(random.nextBoolean() ? 6 : 64);
            int[] weights = random.ints(gpus, 0, 4).toArray();
            weights[random.nextInt(gpus)] = 1 + random.nextInt(5);
            var map = layout.map(width, height, weights);
            RegionMaps.check(map);
            RegionMaps.checkOwners(map, random, 20);
            assertThat(layout.map(width, height, weights)).isEqualTo(map);
            for (int gpu = 0; gpu < gpus; gpu++) {
                if (weights[gpu] == 0) {
                    assertThat(map.pixels(gpu)).as("%s of %s", layout, map).isZero();
                }
            }
            if (layout instanceof Uneven) {
                assertThat(RegionMaps.cutsAreMultiplesOf(map, 32)).isTrue();
            }
        }
    }

    /** Nobody is ahead of its share, or behind it, by more than a region. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void unequalGpusHaveTheirNumberOfRegions(int seed) {
        var random = new SplittableRandom(seed);
        int gpus = 2 + random.nextInt(20);
        int[] weights = random.ints(gpus, 1, 8).toArray();
        var map = new Interleaved(16, 16).map(480, 480, weights);
        int[] regions = regions(map);
        for (int gpu = 0; gpu < gpus; gpu++) {
            double share = 900.0 * weights[gpu] / Arrays.stream(weights).sum();
            assertThat((double) regions[gpu]).isCloseTo(share, within(1.0));
        }
    }

    /** So that a map can be made anew for each frame. */
    @Test
    void mapsOfManySmallRegionsAreMadeQuickly() {
        var layout = new Interleaved(16, 16);
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long start = System.nanoTime();
            var map = layout.map(WIDTH, HEIGHT, 64);
            best = Math.min(best, System.nanoTime() - start);
            assertThat(map.side()).isEqualTo(16);
        }
        assertThat(best / 1e6).as("milliseconds").isLessThan(50);
    }
}
