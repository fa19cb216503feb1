package dev.azulejo.core.pixel;

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

/** A right triangle over the left top half of a tile of 32x32 pixels, square by square. */
class SquareRasterTest {
    private static final int ONE = 1 << TrianglePlanes.SUBPIXEL_BITS;
    private static final int ID = 7;

    private final SamplePattern pattern = SamplePattern.of(1);
    private final TileSamples tile = new TileSamples(32, 1);
    private final TileTriangle triangle = new TileTriangle();
    private final RasterCounts counts = new RasterCounts();
    private final SquareRaster raster = new SquareRaster(new ScalarRasterKernels(pattern), tile);

    SquareRasterTest() {
        int[] r = new int[TrianglePlanes.STRIDE];
        r[TrianglePlanes.COLUMNS] = TrianglePlanes.range(0, 31);
        r[TrianglePlanes.ROWS] = TrianglePlanes.range(0, 31);
        r[TrianglePlanes.X1] = 32 * ONE;
        r[TrianglePlanes.Y2] = 32 * ONE;
        r[TrianglePlanes.Z0] = Float.floatToIntBits(0.5f);
        r[TrianglePlanes.Z_MIN] = Float.floatToIntBits(0.5f);
        r[TrianglePlanes.Z_MAX] = Float.floatToIntBits(0.5f);
        assertThat(triangle.set(r, 0, 0, 0, 32, pattern)).isTrue();
        triangle.compare = CompareFunction.LESS;
        triangle.depthWrite = true;
        Arrays.fill(tile.depth, 1);
        Arrays.fill(tile.visible, TileMemory.NOTHING);
    }

    private void unchanged() {
        assertThat(triangle.blockX0).isZero();
        assertThat(triangle.blockX1).isEqualTo(7);
        assertThat(triangle.blockY0).isZero();
        assertThat(triangle.blockY1).isEqualTo(7);
        assertThat(triangle.compare).isEqualTo(CompareFunction.LESS);
    }

    /**
     * All squares but the one at the right bottom, and as many samples as there are above the
     * diagonal.
     */
    @Test
    void squaresAreFoundAsTheyArePainted() {
        assertThat(raster.visibility(triangle, ID, counts)).isEqualTo(0b0001_0011);
        unchanged();
        int painted = (int) Arrays.stream(tile.visible).filter(id -> id == ID).count();
        assertThat(painted).isBetween(32 * 31 / 2, 32 * 33 / 2);
        assertThat(counts.tested()).isEqualTo(painted);
        assertThat(counts.passed()).isEqualTo(painted);
        assertThat(counts.blocks()).isEqualTo(64);
    }

    @Test
    void whoOnlyAsksPaintsNothing() {
        assertThat(raster.covered(triangle)).isEqualTo(0b0001_0011);
        unchanged();
        assertThat(tile.visible).containsOnly(TileMemory.NOTHING);
        assertThat(tile.depth).containsOnly(1);
    }

    @Test
    void oneSquareIsToldFromSeveral() {
        assertThat(SquareRaster.inSeveral(triangle)).isTrue();
        triangle.blockX0 = 4;
        assertThat(SquareRaster.inSeveral(triangle)).as("two, one above the other").isTrue();
        triangle.blockY1 = 3;
        assertThat(SquareRaster.inSeveral(triangle)).isFalse();
        assertThat(SquareRaster.square(triangle)).isEqualTo(0b10);
        triangle.blockY0 = 4;
        triangle.blockY1 = 7;
        assertThat(SquareRaster.square(triangle)).isEqualTo(0b10_0000);
        triangle.blockX0 = 3;
        triangle.blockX1 = 4;
        assertThat(SquareRaster.inSeveral(triangle)).as("two, side by side").isTrue();
    }
}
