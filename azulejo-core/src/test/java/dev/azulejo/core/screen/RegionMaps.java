package dev.azulejo.core.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** What must hold for every map, found pixel by pixel. */
public final class RegionMaps {
    private RegionMaps() {}

    /** Each pixel has one owner, and pixels, tiles, cuts and sides say so. */
    public static void check(RegionMap map) {
        var pixels = new long[map.gpus()];
        var grids = new TileGrid[map.gpus()];
        for (int gpu = 0; gpu < map.gpus(); gpu++) {
            grids[gpu] = new TileGrid();
            grids[gpu].set(map.widthInPixels(), map.heightInPixels(), 64, map.tiles(gpu));
        }
        for (int row = 0; row < map.rows(); row++) {
            for (int column = 0; column < map.columns(); column++) {
                checkRegion(map, column, row, pixels);
            }
        }
        for (int y = 0; y < map.heightInPixels(); y += 16) {
            for (int x = 0; x < map.widthInPixels(); x += 16) {
                checkTiles(map, x, y, grids);
            }
        }
        long all = 0;
        for (int gpu = 0; gpu < map.gpus(); gpu++) {
            assertThat(map.pixels(gpu)).as("pixels of %d of %s", gpu, map).isEqualTo(pixels[gpu]);
            all += pixels[gpu];
        }
        assertThat(all).isEqualTo((long) map.widthInPixels() * map.heightInPixels());
        checkSide(map);
    }

    private static void checkRegion(RegionMap map, int column, int row, long[] pixels) {
        int owner = map.regionOwner(column, row);
        assertThat(map.columnStart(column)).isLessThan(map.columnStart(column + 1));
        assertThat(map.rowStart(row)).isLessThan(map.rowStart(row + 1));
        for (int y = map.rowStart(row); y < map.rowStart(row + 1); y++) {
            for (int x = map.columnStart(column); x < map.columnStart(column + 1); x++) {
                if (map.owner(x, y) != owner) {
                    assertThat(map.owner(x, y)).as("%d %d of %s", x, y, map).isEqualTo(owner);
                }
                pixels[owner]++;
            }
        }
    }

    /** Of the GPUs' grids of tiles, the owner's alone has the tile around a pixel. */
    private static void checkTiles(RegionMap map, int x, int y, TileGrid[] grids) {
        for (int gpu = 0; gpu < map.gpus(); gpu++) {
            boolean mine = map.owner(x, y) == gpu;
            int shift = grids[gpu].shift();
            if (grids[gpu].owns(x >> shift, y >> shift) != mine
                    || map.tiles(gpu).contains(x, y) != mine) {
                assertThat(map.tiles(gpu).contains(x, y))
                        .as("GPU %d at %d %d of %s", gpu, x, y, map)
                        .isEqualTo(mine);
                assertThat(grids[gpu].owns(x >> shift, y >> shift)).isEqualTo(mine);
            }
        }
    }

    private static void checkSide(RegionMap map) {
        assertThat(cutsAreMultiplesOf(map, map.side())).as("side of %s", map).isTrue();
        assertThat(map.side()).isIn(16, 32, 64);
        if (map.side() < 64) {
            assertThat(cutsAreMultiplesOf(map, 2 * map.side())).as("side of %s", map).isFalse();
        }
    }

    /** Whether all cuts inside the target are multiples of a number. */
    public static boolean cutsAreMultiplesOf(RegionMap map, int number) {
        return IntStream.range(0, map.columns()).allMatch(c -> map.columnStart(c) % number == 0)
                && IntStream.range(0, map.rows()).allMatch(r -> map.rowStart(r) % number == 0);
    }

    /** Owners of rectangles are those of their pixels. */
    static void checkOwners(RegionMap map, SplittableRandom random, int rectangles) {
        for (int i = 0; i < rectangles; i++) {
            int x0 = random.nextInt(-20, map.widthInPixels() + 20);
            int y0 = random.nextInt(-20, map.heightInPixels() + 20);
            int x1 = x0 - 1 + random.nextInt(random.nextBoolean() ? 40 : 900);
            int y1 = y0 - 1 + random.nextInt(random.nextBoolean() ? 40 : 900);
            long expected = 0;
            for (int y = Math.max(y0, 0); y <= Math.min(y1, map.heightInPixels() - 1); y++) {
                for (int x = Math.max(x0, 0); x <= Math.min(x1, map.widthInPixels() - 1); x++) {
                    expected |= 1L << map.owner(x, y);
                }
            }
            assertThat(map.owners(x0, y0, x1, y1))
                    .as("%d %d %d %d of %s", x0, y0, x1, y1, map)
                    .isEqualTo(expected);
        }
    }

    /** Regions as letters, a line a row of regions: GPU 0 is A. */
    public static String letters(RegionMap map) {
        var text = new StringBuilder();
        for (int row = 0; row < map.rows(); row++) {
            for (int column = 0; column < map.columns(); column++) {
                text.append((char) ('A' + map.regionOwner(column, row)));
            }
            text.append('\n');
        }
        return text.toString();
    }

    static int[] columnCuts(RegionMap map) {
        return IntStream.range(1, map.columns()).map(map::columnStart).toArray();
    }

    static int[] rowCuts(RegionMap map) {
        return IntStream.range(1, map.rows()).map(map::rowStart).toArray();
    }

    /** Pixels of each GPU. */
    static long[] pixels(RegionMap map) {
        return IntStream.range(0, map.gpus()).mapToLong(map::pixels).toArray();
    }

    /** Most pixels of a GPU over the mean, for its weight. */
    static double imbalance(RegionMap map, int[] weights) {
        var pixels = IntStream.range(0, map.gpus()).mapToDouble(map::pixels).toArray();
        return WorkGrid.imbalance(pixels, weights);
    }
}
