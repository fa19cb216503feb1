package dev.azulejo.core.pixel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.TrianglePlanes;

import org.junit.jupiter.api.Test;

/** What is noted of pixels on a target of 100x40, which has 7x3 squares. */
class PixelLogTest {
    private final PixelLog log = new PixelLog();
    private final TileRectangle tile = new TileRectangle();

    private void begin(PixelLog of) {
        of.beginPhase(100, 40, new int[] {5, 7}, new int[] {16, 0});
    }

    /** A tile of a side. */
    private void place(int side, int x, int y) {
        tile.x = x;
        tile.y = y;
        tile.width = side;
        tile.height = side;
        tile.blockShift = Integer.numberOfTrailingZeros(side / 4);
    }

    @Test
    void fragmentsCountInTheirSquares() {
        begin(log);
        assertThat(log.columns()).isEqualTo(7);
        assertThat(log.squares()).isEqualTo(21);
        place(64, 0, 0);
        // All pixels of the third row of squares in the tile that are on the target, and others
        int[] pixels = {
            tile.pixel(0, 0),
            tile.pixel(15, 15),
            tile.pixel(16, 15),
            tile.pixel(15, 16),
            tile.pixel(63, 39),
            tile.pixel(48, 32)
        };
        log.shades(0, pixels, 0, pixels.length, tile);
        assertThat(counts())
                .containsExactly(2, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0);
        assertThat(log.operations(0)).isEqualTo(2 * 5);
        assertThat(log.textureBytes(0)).isEqualTo(2 * 16);
        // Another draw call, in the next tile, and not all of the list
        place(32, 64, 32);
        int[] more = {0, 0, tile.pixel(0, 7), tile.pixel(17, 0), 0};
        log.shades(1, more, 2, 4, tile);
        assertThat(log.shaded(14 + 4)).isOne();
        assertThat(log.shaded(14 + 5)).isOne();
        assertThat(log.operations(14 + 5)).isEqualTo(7);
        assertThat(log.textureBytes(14 + 5)).isZero();
        var sum = 0;
        for (int count : counts()) {
            sum += count;
        }
        assertThat(sum).isEqualTo(6 + 2);
        begin(log);
        assertThat(counts()).containsOnly(0);
        assertThat(log.operations(0)).isZero();
        assertThat(log.textureBytes(0)).isZero();
    }

    private int[] counts() {
        var shaded = new int[log.squares()];
        for (int square = 0; square < shaded.length; square++) {
            shaded[square] = log.shaded(square);
        }
        return shaded;
    }

    /** Two chunks of three and two triangles. */
    @Test
    void samplesCountForTheirTriangles() {
        begin(log);
        log.beginWindow(new int[] {0, 3, 5}, 5);
        log.covers(0, 1, 9);
        log.covers(0, 2, 10);
        log.covers(1, 0, 3);
        log.covers(1, 1, 1);
        log.covers(1, 0, 4);
        assertThat(covered(5)).containsExactly(0, 9, 10, 7, 1);
        log.beginWindow(new int[] {0, 1, 2}, 2);
        assertThat(covered(2)).containsExactly(0, 0);
    }

    private int[] covered(int triangles) {
        var covered = new int[triangles];
        for (int t = 0; t < triangles; t++) {
            covered[t] = log.covered(t);
        }
        return covered;
    }

    @Test
    void workersAreAddedUp() {
        var other = new PixelLog();
        place(16, 16, 0);
        for (var each : new PixelLog[] {log, other}) {
            begin(each);
            each.beginWindow(new int[] {0, 2}, 2);
            each.covers(0, 1, 6);
            each.shades(0, new int[] {0, 5}, 0, 2, tile);
        }
        log.addCovered(other, 2);
        log.addShaded(other);
        assertThat(covered(2)).containsExactly(0, 12);
        assertThat(log.shaded(1)).isEqualTo(4);
        assertThat(log.operations(1)).isEqualTo(4 * 5);
        assertThat(log.textureBytes(1)).isEqualTo(4 * 16);
        assertThat(other.shaded(1)).isEqualTo(2);
    }

    /** Squares are those of division by sixteen, along both axes, as far as targets reach. */
    @Test
    void boundsLeaveASquareAlongEitherAxis() {
        int[] ends = {0, 1, 14, 15, 16, 17, 31, 32, 47, 48, 255, 256, 8191, 8192, 16383};
        for (int first : ends) {
            for (int last : ends) {
                if (last >= first) {
                    int leaves = first / 16 == last / 16 ? 0 : 1;
                    int range = TrianglePlanes.range(first, last);
                    int within = TrianglePlanes.range(33, 40);
                    assertThat(PixelLog.leavesSquare(range, within))
                            .as("columns %d to %d", first, last)
                            .isEqualTo(leaves);
                    assertThat(PixelLog.leavesSquare(within, range))
                            .as("rows %d to %d", first, last)
                            .isEqualTo(leaves);
                    assertThat(PixelLog.leavesSquare(range, range)).isEqualTo(leaves);
                }
            }
        }
    }
}
