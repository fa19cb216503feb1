package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.ScalarRasterKernels;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** Squares of a tile in which a triangle covers a sample, by its edges and by painting it. */
class SquareCoverageTest {
    private static final int ONE = 1 << TrianglePlanes.SUBPIXEL_BITS;
    private static final int SIDE = 64;
    private static final int ID = 7;

    private final TileTriangle triangle = new TileTriangle();

    private boolean set(int tile, SamplePattern pattern, int... corners) {
        int[] r = new int[TrianglePlanes.STRIDE];
        int[] xs = {corners[0], corners[2], corners[4]};
        int[] ys = {corners[1], corners[3], corners[5]};
        r[TrianglePlanes.COLUMNS] = pixels(xs);
        r[TrianglePlanes.ROWS] = pixels(ys);
        r[TrianglePlanes.X0] = xs[0];
        r[TrianglePlanes.Y0] = ys[0];
        r[TrianglePlanes.X1] = xs[1];
        r[TrianglePlanes.Y1] = ys[1];
        r[TrianglePlanes.X2] = xs[2];
        r[TrianglePlanes.Y2] = ys[2];
        r[TrianglePlanes.Z0] = Float.floatToIntBits(0.5f);
        r[TrianglePlanes.Z_MIN] = Float.floatToIntBits(0.5f);
        r[TrianglePlanes.Z_MAX] = Float.floatToIntBits(0.5f);
        triangle.compare = CompareFunction.LESS;
        triangle.depthWrite = true;
        return triangle.set(r, 0, tile, tile, SIDE, pattern);
    }

    /** Whole pixels between the least and the most, both in fixed point. */
    private static int pixels(int... ends) {
        int first = Arrays.stream(ends).min().orElseThrow() / ONE;
        int last = (Arrays.stream(ends).max().orElseThrow() - 1) / ONE;
        return TrianglePlanes.range(first, Math.max(first, last));
    }

    /** A right triangle over the left top half of 32x32 pixels. */
    @Test
    void allSquaresButOneHaveASample() {
        assertThat(set(0, SamplePattern.of(1), 0, 0, 32 * ONE, 0, 0, 32 * ONE)).isTrue();
        assertThat(SquareCoverage.squares(triangle, 1)).isEqualTo(0b0001_0011);
    }

    /** Of any triangle, slivers and dust among them, in a tile that may cut it. */
    @Test
    void squaresAreThoseThatARasteriserPaints() {
        var random = new Random(3);
        int several = 0;
        for (int samples : new int[] {1, 4, 16}) {
            var pattern = SamplePattern.of(samples);
            var raster = new ScalarRasterKernels(pattern);
            var tile = new TileSamples(SIDE, samples);
            for (int round = 0; round < 4000; round++) {
                int reach = 1 << 2 + random.nextInt(6);
                int thin = round % 3 == 0 ? 1 : reach;
                int x = random.nextInt(128);
                int y = random.nextInt(128);
                int[] corners = new int[6];
                for (int v = 0; v < 3; v++) {
                    corners[2 * v] = x * ONE + random.nextInt(reach * ONE);
                    corners[2 * v + 1] = y * ONE + random.nextInt(thin * ONE);
                }
                if (!set(SIDE * (round & 1), pattern, corners)) {
                    continue;
                }
                Arrays.fill(tile.depth, 1);
                Arrays.fill(tile.visible, -1);
                raster.visibility(triangle, tile, ID, new RasterCounts());
                int painted = painted(tile);
                assertThat(SquareCoverage.squares(triangle, samples))
                        .as("%s, %d samples", Arrays.toString(corners), samples)
                        .isEqualTo(painted);
                several += Integer.bitCount(painted) > 1 ? 1 : 0;
            }
        }
        assertThat(several).isGreaterThan(300);
    }

    private static int painted(TileSamples tile) {
        int squares = 0;
        for (int at = 0; at < tile.visible.length; at++) {
            if (tile.visible[at] == ID) {
                int block = at / (16 * tile.samples);
                int row = block / tile.blocksAcross / 4;
                squares |= 1 << 4 * row + block % tile.blocksAcross / 4;
            }
        }
        return squares;
    }
}
