package dev.azulejo.core.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Coarse bins cover a target, each pixel once, and are as square as their number allows. */
class CoarseBinsTest {
    @Test
    void thirtyTwoBinsOfAFullHdTarget() {
        var map = CoarseBins.cut(1920, 1080, 32);
        assertThat(map.columns()).isEqualTo(8);
        assertThat(map.rows()).isEqualTo(4);
        assertThat(map.side()).isEqualTo(64);
        // 240 pixels each, to the nearest tile: 256, 448, 704 ...
        assertThat(map.columnStart(1)).isEqualTo(256);
        assertThat(map.columnStart(2)).isEqualTo(512);
        assertThat(map.rowStart(1)).isEqualTo(256);
        assertThat(map.rowStart(3)).isEqualTo(832);
        assertThat(map.owner(0, 0)).isZero();
        assertThat(map.owner(1919, 1079)).isEqualTo(31);
    }

    @Test
    void fourBinsOfASmallTarget() {
        var map = CoarseBins.cut(64, 64, 4);
        assertThat(map.owner(31, 31)).isZero();
        assertThat(map.owner(32, 31)).isEqualTo(1);
        assertThat(map.owner(31, 32)).isEqualTo(2);
        assertThat(map.owner(32, 32)).isEqualTo(3);
        assertThat(map.side()).isEqualTo(32);
    }

    @Test
    void aPrimeNumberOfBinsIsARow() {
        var map = CoarseBins.cut(700, 100, 7);
        assertThat(map.columns()).isEqualTo(7);
        assertThat(map.rows()).isEqualTo(1);
    }

    @Test
    void everyPixelIsInOneBin() {
        var random = new Random(1);
        for (int i = 0; i < 500; i++) {
            int width = 1 + random.nextInt(600);
            int height = 1 + random.nextInt(600);
            int count = 1 + random.nextInt(RegionMap.MOST_GPUS);
            var map = CoarseBins.cut(width, height, count);
            long pixels = 0;
            for (int bin = 0; bin < count; bin++) {
                pixels += map.pixels(bin);
            }
            assertThat(pixels)
                    .as("%dx%d, %d", width, height, count)
                    .isEqualTo((long) width * height);
        }
    }
}
