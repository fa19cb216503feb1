package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

/** Depths of a triangle in a block, to the last bit. */
class PixelPlaneTest {
    private static final int SIDE = 64;

    private final HierarchicalZ structure = new HierarchicalZ();
    private final PixelPlane plane = new PixelPlane();

    /**
     * A sample's is the rasteriser's, clamped to those of the vertices also beside the triangle; a
     * pixel's bounds those of its samples.
     */
    @ParameterizedTest
    @CsvSource({"1, false", "4, false", "8, false", "4, true", "8, true", "16, false", "16, true"})
    void depthsAreTheRasterisers(int samples, boolean reversed) {
        var random = new Random(samples);
        var pattern = SamplePattern.of(samples);
        structure.reset(SIDE, SIDE, reversed, reversed ? 0 : 1, FinestLevel.of(true, samples));
        plane.begin(pattern);
        int clamped = 0;
        for (int round = 0; round < 2000; round++) {
            int[] r = slope(random);
            int x = 4 * random.nextInt(SIDE / 4);
            int y = 4 * random.nextInt(SIDE / 4);
            var end = random.nextBoolean() ? DepthEnd.MOST : DepthEnd.LEAST;
            plane.set(r, 0, x, y, end);
            int[] far = plane.farKeys(structure, HierarchicalZ.ALL);
            for (int pixel = 0; pixel < 16; pixel++) {
                for (int s = 0; s < samples; s++) {
                    int sx = (x + (pixel >> 2) << 8) + pattern.x(s);
                    int sy = (y + (pixel & 3) << 8) + pattern.y(s);
                    float z = depth(r, sx, sy);
                    clamped += z == low(r) ? 1 : 0;
                    assertThat(plane.nearKey(structure, pixel, s)).isEqualTo(structure.nearKey(z));
                    assertThat(plane.farKey(structure, pixel, s)).isEqualTo(structure.farKey(z));
                    if (end == structure.nearEnd()) {
                        assertThat(plane.nearKey(structure, pixel))
                                .isLessThanOrEqualTo(structure.nearKey(z));
                    } else {
                        assertThat(far[pixel]).isGreaterThanOrEqualTo(structure.farKey(z));
                    }
                }
            }
        }
        assertThat(clamped).isGreaterThan(1000);
    }

    private static int[] slope(Random random) {
        int[] x = new int[3];
        int[] y = new int[3];
        for (int v = 0; v < 3; v++) {
            x[v] = random.nextInt(SIDE << 8);
            y[v] = random.nextInt(SIDE << 8);
        }
        double alongX = (random.nextDouble() - 0.5) / (SIDE << 8);
        double alongY = (random.nextDouble() - 0.5) / (SIDE << 8);
        return SmallOccluderTest.record(x, y, 0.5, alongX, alongY);
    }

    private static float low(int[] r) {
        return Float.intBitsToFloat(r[TrianglePlanes.Z_MIN]);
    }

    private static float depth(int[] r, int x, int y) {
        float fx = x - r[TrianglePlanes.X0];
        float fy = y - r[TrianglePlanes.Y0];
        float z0 = Float.intBitsToFloat(r[TrianglePlanes.Z0]);
        float dzdx = Float.intBitsToFloat(r[TrianglePlanes.DZDX]);
        float dzdy = Float.intBitsToFloat(r[TrianglePlanes.DZDY]);
        float high = Float.intBitsToFloat(r[TrianglePlanes.Z_MAX]);
        return Math.min(Math.max((z0 + dzdx * fx) + dzdy * fy, low(r)), high);
    }
}
