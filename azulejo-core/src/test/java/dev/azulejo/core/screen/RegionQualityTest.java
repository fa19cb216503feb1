package dev.azulejo.core.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.screen.RegionLayout.Interleaved;
import dev.azulejo.core.screen.RegionLayout.Quadrants;
import dev.azulejo.core.screen.RegionQuality.Piece;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;

class RegionQualityTest {
    private static final RegionMap FOUR =
            RegionMap.of(256, 128, 4, new int[] {64}, new int[] {64}, new int[] {0, 1, 2, 3});

    /** Squares of 64 pixels, 4 in a row. */
    private static final WorkGrid WORK =
            new WorkGrid(256, 128, 64, new long[] {10, 1, 2, 3, 20, 1, 1, 2});

    @Test
    void aFrameOfThreePieces() {
        var quality =
                RegionQuality.of(
                        FOUR,
                        WORK,
                        List.of(
                                new Piece(10, 10, 20, 20, 100),
                                new Piece(60, 60, 70, 70, 30),
                                new Piece(100, 70, 900, 900, 7),
                                new Piece(-9, -9, -1, -1, 3)));
        assertThat(quality.regions()).isEqualTo(4);
        assertThat(quality.gpus())
                .containsExactly(
                        new RegionQuality.Share(64 * 64, 10, 130),
                        new RegionQuality.Share(192 * 64, 6, 30),
                        new RegionQuality.Share(64 * 64, 20, 30),
                        new RegionQuality.Share(192 * 64, 4, 37));
        assertThat(quality.geometryOnce()).isEqualTo(140);
        assertThat(quality.areaImbalance()).isEqualTo(1.5);
        assertThat(quality.pixelImbalance()).isEqualTo(2);
        assertThat(quality.geometryImbalance()).isEqualTo(130 / (227 / 4.0));
        assertThat(quality.geometryFactor()).isEqualTo(227 / 140.0);
    }

    @Test
    void measuredGeometry() {
        var quality = RegionQuality.of(FOUR, WORK, new long[] {5, 0, 3, 2}, 8);
        assertThat(quality.geometryFactor()).isEqualTo(1.25);
        assertThat(quality.geometryImbalance()).isEqualTo(2);
        assertThat(quality.gpus().get(2).geometryWork()).isEqualTo(3);
        assertThat(RegionQuality.of(FOUR, WORK, new long[4], 0).geometryFactor()).isEqualTo(1);
    }

    @Test
    void aTable() {
        assertThat(RegionQuality.of(FOUR, WORK, new long[] {5, 0, 3, 2}, 8).table())
                .isEqualTo(
                        """
                        GPU      pixels    pixel work      geometry
                          0        4096            10             5
                          1       12288             6             0
                          2        4096            20             3
                          3       12288             4             2
                        max/mean  1.500         2.000         2.000
                        """);
    }

    /** Objects in the lower half: quadrants are too coarse for them, 16x16 is too fine. */
    @Test
    void bothEnds() {
        var random = new SplittableRandom(3);
        var pieces = new ArrayList<Piece>();
        var amounts = new long[30 * 17];
        for (int i = 0; i < 2000; i++) {
            int x = random.nextInt(1900);
            int y = 500 + random.nextInt(560);
            pieces.add(new Piece(x, y, x + random.nextInt(40), y + random.nextInt(40), 10));
            amounts[y / 64 * 30 + x / 64] += 5;
        }
        Arrays.setAll(amounts, i -> amounts[i] + 1);
        var work = new WorkGrid(1920, 1080, 64, amounts);
        var maps = new LinkedHashMap<String, RegionQuality>();
        maps.put("quadrants", RegionQuality.of(new Quadrants().map(1920, 1080, 16), work, pieces));
        for (int side = 512; side >= 16; side /= 2) {
            var map = new Interleaved(side, side).map(1920, 1080, 16);
            maps.put("interleaved:" + side, RegionQuality.of(map, work, pieces));
        }
        var coarse = maps.get("quadrants");
        var fine = maps.get("interleaved:16");
        assertThat(coarse.pixelImbalance()).isGreaterThan(1.5);
        assertThat(coarse.geometryFactor()).isLessThan(1.3);
        assertThat(fine.pixelImbalance()).isLessThan(1.05);
        assertThat(fine.geometryFactor()).isGreaterThan(4);
        double last = 0;
        for (int side = 512; side >= 16; side /= 2) {
            double factor = maps.get("interleaved:" + side).geometryFactor();
            assertThat(factor).isGreaterThan(last);
            last = factor;
        }
        var text = RegionQuality.comparison(maps).lines().toList();
        assertThat(text).hasSize(1 + maps.size());
        assertThat(text.getFirst())
                .isEqualTo("regions                    count  pixels   work  geometry x");
        assertThat(text.get(1)).startsWith("quadrants                     16   1.067");
        assertThat(text.getLast())
                .isEqualTo(
                        "interleaved:16              8160   1.007 %6.3f %11.3f"
                                .formatted(fine.pixelImbalance(), fine.geometryFactor()));
    }
}
