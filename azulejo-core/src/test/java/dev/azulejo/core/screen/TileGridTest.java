package dev.azulejo.core.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TileGridTest {
    private final TileGrid grid = new TileGrid();

    private static TileSet checkers(int side) {
        return TileSet.of(side, (column, row) -> (column + row) % 2 == 0);
    }

    @ParameterizedTest
    @CsvSource({
        "16, 16, 16", "32, 16, 16", "64, 16, 16",
        "16, 32, 16", "32, 32, 32", "64, 32, 32",
        "16, 64, 16", "32, 64, 32", "64, 64, 64"
    })
    void aTileNeverReachesAcrossRegions(int wanted, int region, int side) {
        var tiles = checkers(region);
        grid.set(200, 130, wanted, tiles);
        assertThat(grid.tileSize()).isEqualTo(side);
        assertThat(1 << grid.shift()).isEqualTo(side);
        assertThat(grid.tiles()).isSameAs(tiles);
        assertThat(grid.columns()).isEqualTo((200 + side - 1) / side);
        int rows = (130 + side - 1) / side;
        assertThat(grid.count()).isEqualTo(grid.columns() * rows);
        for (int y = 0; y < 130; y++) {
            for (int x = 0; x < 200; x++) {
                boolean mine = (x / region + y / region) % 2 == 0;
                int column = x / side;
                int row = y / side;
                assertThat(grid.owns(column, row)).as("%d %d", x, y).isEqualTo(mine);
                assertThat(grid.owns(row * grid.columns() + column)).isEqualTo(mine);
            }
        }
    }

    @Test
    void theWholeScreenTakesTheSideThatIsWanted() {
        for (int side : new int[] {16, 32, 64}) {
            grid.set(65, 64, side, TileSet.ALL);
            assertThat(grid.tileSize()).isEqualTo(side);
            assertThat(grid.columns()).isEqualTo(64 / side + 1);
            assertThat(grid.count()).isEqualTo(grid.columns() * (64 / side));
            assertThat(grid.owns(grid.count() - 1)).isTrue();
        }
        assertThat(grid.width()).isEqualTo(65);
        assertThat(grid.height()).isEqualTo(64);
    }

    @Test
    void tilesOfARectangleAreSolid() {
        grid.set(200, 130, 16, TileSet.ALL);
        assertThat(around()).isEqualTo("0 0 12 8 true");
        grid.set(200, 130, 16, TileSet.of(32, (column, row) -> column / 2 == 1 && row >= 3));
        // Of 130 rows the last tile has two.
        assertThat(around()).isEqualTo("4 6 7 8 true");
        grid.set(200, 130, 16, TileSet.of(32, (column, row) -> column == 1 || row == 1));
        assertThat(around()).isEqualTo("0 0 12 8 false");
        grid.set(200, 130, 16, TileSet.of(32, (column, row) -> column > 100));
        assertThat(grid.firstColumn()).isGreaterThan(grid.lastColumn());
        grid.set(200, 130, 16, TileSet.of(32, (column, row) -> false));
        assertThat(grid.firstColumn()).isGreaterThan(grid.lastColumn());
        assertThat(grid.isSolid()).isFalse();
    }

    private String around() {
        return "%d %d %d %d %s"
                .formatted(
                        grid.firstColumn(),
                        grid.firstRow(),
                        grid.lastColumn(),
                        grid.lastRow(),
                        grid.isSolid());
    }

    @Test
    void aGridIsSetAnew() {
        grid.set(64, 64, 64, TileSet.of(16, (column, row) -> false));
        assertThat(grid.count()).isEqualTo(16);
        assertThat(grid.owns(0)).isFalse();
        grid.set(64, 64, 64, TileSet.ALL);
        assertThat(grid.count()).isEqualTo(1);
        assertThat(grid.owns(0)).isTrue();
        assertThat(grid.tiles()).isSameAs(TileSet.ALL);
    }
}
