package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.kernel.vector.VectorRasterKernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;

/**
 * Edge functions of a tile against the definition in exact arithmetic: at every sample of every
 * tile, whichever way they were set up. And depth against the exact plane through three corners.
 */
class TileTriangleTest {
    private static final int ONE = TrianglePlanes.SUBPIXEL_ONE;

    /** Corners in fixed point, so that the area is positive; null where there is none. */
    private static int[] corners(Random random, int reach) {
        int[] p = new int[6];
        int column = random.nextInt(4 * 64 * ONE);
        int row = random.nextInt(4 * 64 * ONE);
        for (int i = 0; i < 6; i++) {
            p[i] = Math.max(0, (i % 2 == 0 ? column : row) + random.nextInt(2 * reach) - reach);
            // Corners and edges on samples, upright and level edges: where the rule for ties
            // decides
            p[i] = random.nextInt(3) == 0 ? p[i] : p[i] & -ONE / 2;
        }
        long area = edge(p, 0, p[4], p[5]);
        if (area < 0) {
            int x = p[2];
            int y = p[3];
            p[2] = p[4];
            p[3] = p[5];
            p[4] = x;
            p[5] = y;
        }
        return area == 0 ? null : p;
    }

    /** Twice the area of an edge and a point; exact. */
    private static long edge(int[] p, int edge, int x, int y) {
        int i = 2 * edge;
        int k = (i + 2) % 6;
        return Math.addExact(
                Math.multiplyExact((long) p[i + 1] - p[k + 1], (long) x - p[i]),
                Math.multiplyExact((long) p[k] - p[i], (long) y - p[i + 1]));
    }

    /** On the edge only left edges, and top edges, have what lies on them. */
    private static boolean inside(int[] p, int edge, int x, int y) {
        long value = edge(p, edge, x, y);
        int i = 2 * edge;
        int k = (i + 2) % 6;
        boolean left = p[i + 1] > p[k + 1];
        boolean top = p[i + 1] == p[k + 1] && p[k] > p[i];
        return value > 0 || value == 0 && (left || top);
    }

    private static int[] record(int[] p) {
        int[] r = new int[TrianglePlanes.STRIDE];
        System.arraycopy(p, 0, r, TrianglePlanes.X0, 6);
        r[TrianglePlanes.Z0] = Float.floatToRawIntBits(0.25f);
        r[TrianglePlanes.DZDX] = Float.floatToRawIntBits(0.5f);
        r[TrianglePlanes.DZDY] = Float.floatToRawIntBits(-0.125f);
        r[TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(0.0625f);
        r[TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(0.75f);
        r[TrianglePlanes.COLUMNS] = range(p[0], p[2], p[4]);
        r[TrianglePlanes.ROWS] = range(p[1], p[3], p[5]);
        return r;
    }

    private static int range(int a, int b, int c) {
        int first = Math.min(a, Math.min(b, c)) / ONE;
        return TrianglePlanes.range(first, Math.max(a, Math.max(b, c)) / ONE);
    }

    private enum Bounds {
        OF_TRIANGLE,
        OF_TILE
    }

    /** Confines a record to a tile; false if nothing is left. */
    private static boolean confine(int[] r, int tileX, int tileY, int side) {
        int columns = r[TrianglePlanes.COLUMNS];
        int rows = r[TrianglePlanes.ROWS];
        int x0 = Math.max(TrianglePlanes.first(columns), tileX);
        int x1 = Math.min(TrianglePlanes.last(columns), tileX + side - 1);
        int y0 = Math.max(TrianglePlanes.first(rows), tileY);
        int y1 = Math.min(TrianglePlanes.last(rows), tileY + side - 1);
        if (x0 > x1 || y0 > y1) {
            return false;
        }
        int confined = TrianglePlanes.range(x0, x1);
        boolean cut = confined != columns || TrianglePlanes.range(y0, y1) != rows;
        r[TrianglePlanes.COLUMNS] = confined | (cut ? TrianglePlanes.CONFINED : 0);
        r[TrianglePlanes.ROWS] = TrianglePlanes.range(y0, y1);
        return true;
    }

    /** Whether the exact rule and the edge functions agree in a tile; returns covered samples. */
    private static int check(
            int[] p, int tileX, int tileY, int side, SamplePattern pattern, Bounds bounds) {
        var t = new TileTriangle();
        int[] r = record(p);
        if (bounds == Bounds.OF_TILE && !confine(r, tileX, tileY, side)) {
            return 0;
        }
        boolean some = t.set(r, 0, tileX, tileY, side, pattern);
        int covered = 0;
        for (int j = 0; j < side; j++) {
            for (int i = 0; i < side; i++) {
                for (int s = 0; s < pattern.count(); s++) {
                    int x = (tileX + i) * ONE + pattern.x(s);
                    int y = (tileY + j) * ONE + pattern.y(s);
                    boolean all = true;
                    boolean said = some;
                    for (int e = 0; e < 3; e++) {
                        all &= inside(p, e, x, y);
                        int a = e == 0 ? t.a0 : e == 1 ? t.a1 : t.a2;
                        int b = e == 0 ? t.b0 : e == 1 ? t.b1 : t.b2;
                        said &= t.c[3 * s + e] + a * i + b * j >= 0;
                    }
                    if (said != all) {
                        throw new AssertionError(
                                "pixel %d, %d, sample %d of a tile at %d, %d: covered %s, said %s; %s"
                                        .formatted(
                                                i,
                                                j,
                                                s,
                                                tileX,
                                                tileY,
                                                all,
                                                said,
                                                Arrays.toString(p)));
                    }
                    covered += all ? 1 : 0;
                    boolean within =
                            t.pixelX0 <= i && i <= t.pixelX1 && t.pixelY0 <= j && j <= t.pixelY1;
                    assertThat(within || !all).isTrue();
                }
            }
        }
        if (some) {
            assertThat(new float[] {t.z0, t.dzdx, t.dzdy, t.zMin, t.zMax})
                    .containsExactly(0.25f, 0.5f, -0.125f, 0.0625f, 0.75f);
            assertThat(t.originX).isEqualTo(tileX * ONE - p[0]);
            assertThat(t.originY).isEqualTo(tileY * ONE - p[1]);
            assertThat(t.blockX0 * 4).isBetween(t.pixelX0 - 3, t.pixelX0);
            assertThat(t.blockY1 * 4).isBetween(t.pixelY1 - 3, t.pixelY1);
        }
        return covered;
    }

    /** Small triangles are set in 32 bits, large ones in 64: of two pixels, of twenty, of all. */
    @ParameterizedTest
    @CsvSource({"300, 16, 1", "300, 64, 8", "5000, 32, 4", "5000, 64, 1", "60000, 64, 4"})
    void coverageIsExact(int reach, int side, int samples) {
        var random = new Random(11 + reach + side);
        var pattern = SamplePattern.of(samples);
        long covered = 0;
        for (int round = 0; round < 40; round++) {
            int[] p = corners(random, reach);
            if (p == null) {
                continue;
            }
            int right = Math.max(p[0], Math.max(p[2], p[4])) / ONE;
            int bottom = Math.max(p[1], Math.max(p[3], p[5])) / ONE;
            for (int y = 0; y <= bottom; y += side) {
                for (int x = 0; x <= right; x += side) {
                    int here = check(p, x, y, side, pattern, Bounds.OF_TRIANGLE);
                    assertThat(check(p, x, y, side, pattern, Bounds.OF_TILE)).isEqualTo(here);
                    covered += here;
                }
            }
        }
        assertThat(covered).isGreaterThan(10);
    }

    /**
     * The plane through three corners, without rounding.
     *
     * @param p corners, fixed point
     * @param z0 depth at the first
     * @param alongX slope times {@code area}
     * @param alongY likewise
     * @param area twice the triangle's
     */
    private record Plane(
            int[] p, BigDecimal z0, BigDecimal alongX, BigDecimal alongY, BigDecimal area) {
        static Plane of(int[] p, float[] z) {
            var first = new BigDecimal(z[0]);
            var u = new BigDecimal(z[1]).subtract(first);
            var w = new BigDecimal(z[2]).subtract(first);
            // Cramer's rule
            var alongX = times(u, (long) p[5] - p[1]).subtract(times(w, (long) p[3] - p[1]));
            var alongY = times(w, (long) p[2] - p[0]).subtract(times(u, (long) p[4] - p[0]));
            return new Plane(p, first, alongX, alongY, new BigDecimal(edge(p, 0, p[4], p[5])));
        }

        private static BigDecimal times(BigDecimal a, long b) {
            return a.multiply(BigDecimal.valueOf(b));
        }

        /** Writes the record: slopes are rounded once. */
        void write(int[] r, float[] z) {
            var digits = new MathContext(40);
            float dzdx = alongX.divide(area, digits).floatValue();
            float dzdy = alongY.divide(area, digits).floatValue();
            r[TrianglePlanes.Z0] = Float.floatToRawIntBits(z[0]);
            r[TrianglePlanes.DZDX] = Float.floatToRawIntBits(dzdx);
            r[TrianglePlanes.DZDY] = Float.floatToRawIntBits(dzdy);
            float low = Math.min(z[0], Math.min(z[1], z[2]));
            float high = Math.max(z[0], Math.max(z[1], z[2]));
            r[TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(low);
            r[TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(high);
        }

        /**
         * Whether a depth at a point is as near as six roundings let it be: of both slopes, both
         * products and both sums, each by half of a last place at most.
         */
        boolean isAt(int x, int y, float depth) {
            var across = times(alongX, x - p[0]);
            var down = times(alongY, y - p[1]);
            var sum = z0.multiply(area).add(across);
            var exact = sum.add(down);
            var most =
                    across.abs()
                            .add(down.abs())
                            .multiply(BigDecimal.TWO)
                            .add(sum.abs())
                            .add(exact.abs())
                            .multiply(new BigDecimal(1.001 * 0x1p-24));
            return new BigDecimal(depth).multiply(area).subtract(exact).abs().compareTo(most) <= 0;
        }
    }

    /** A point inside, so that the tile around it is touched. */
    private static int[] within(Random random, int[] p) {
        double u = random.nextDouble();
        double w = random.nextDouble() * (1 - u);
        return new int[] {
            (int) (p[0] + u * (p[2] - p[0]) + w * (p[4] - p[0])),
            (int) (p[1] + u * (p[3] - p[1]) + w * (p[5] - p[1]))
        };
    }

    /** Returns how many samples were looked at. */
    private static int checkDepths(
            Plane plane, TileTriangle t, RasterKernels kernels, int[] tile, SamplePattern pattern) {
        int side = tile[2];
        var samples = new TileSamples(side, pattern.count());
        kernels.visibility(t, samples, 1, new RasterCounts());
        int looked = 0;
        for (int at = 0; at < samples.visible.length; at++) {
            if (samples.visible[at] == 1) {
                int s = at / 16 % pattern.count();
                int block = at / 16 / pattern.count();
                int i = block % samples.blocksAcross * 4 + (at & 3);
                int j = block / samples.blocksAcross * 4 + (at >> 2 & 3);
                int x = (tile[0] + i) * ONE + pattern.x(s);
                int y = (tile[1] + j) * ONE + pattern.y(s);
                if (!plane.isAt(x, y, samples.depth[at])) {
                    throw new AssertionError(
                            "pixel %d, %d, sample %d of a tile at %d, %d: %s; %s"
                                    .formatted(
                                            i,
                                            j,
                                            s,
                                            tile[0],
                                            tile[1],
                                            samples.depth[at],
                                            Arrays.toString(plane.p)));
                }
                looked++;
            }
        }
        return looked;
    }

    /** Small triangles and such as reach beyond every target; steep ones and flat ones. */
    @Tag("kernels")
    @ParameterizedTest
    @CsvSource({"300, 16, 1", "5000, 32, 4", "60000, 64, 8", "2000000, 64, 4"})
    void depthIsThatOfTheExactPlane(int reach, int side, int samples) {
        var random = new Random(5 + reach);
        var pattern = SamplePattern.of(samples);
        var scalar = new ScalarRasterKernels(pattern);
        var vector = new VectorRasterKernels(pattern);
        var t = new TileTriangle();
        int looked = 0;
        // A triangle of a pixel has next to no samples.
        for (int round = 0; round < (reach < 1000 ? 1000 : 12); round++) {
            int[] p = corners(random, reach);
            if (p == null) {
                continue;
            }
            float[] z = new float[3];
            for (int v = 0; v < 3; v++) {
                z[v] = random.nextFloat() * (float) Math.scalb(1.0, -random.nextInt(20));
            }
            var plane = Plane.of(p, z);
            int[] r = record(p);
            plane.write(r, z);
            int[] at = within(random, p);
            int[] tile = {at[0] / ONE / side * side, at[1] / ONE / side * side, side};
            if (t.set(r, 0, tile[0], tile[1], side, pattern)) {
                t.compare = CompareFunction.ALWAYS;
                t.depthWrite = true;
                looked += checkDepths(plane, t, scalar, tile, pattern);
                looked += checkDepths(plane, t, vector, tile, pattern);
            }
        }
        assertThat(looked).isGreaterThan(100);
    }

    /** Of a tile's bounds each side in turn, at a block's and a pixel before or behind it. */
    @ParameterizedTest
    @CsvSource({
        "4, 11, 8, 31, true, false",
        "0, 31, 0, 31, true, false",
        "5, 11, 8, 31, true, true",
        "6, 11, 8, 31, true, true",
        "4, 10, 8, 31, true, true",
        "4, 12, 8, 31, true, true",
        "4, 11, 9, 31, true, true",
        "4, 11, 8, 29, true, true",
        "5, 10, 9, 29, false, false"
    })
    void boundsCutBlocksThatTheyDoNotEndWith(
            int x0, int x1, int y0, int y1, boolean cut, boolean cutsBlocks) {
        int[] r = record(new int[] {-90 * ONE, -90 * ONE, 200 * ONE, 0, 0, 200 * ONE});
        // Of a tile whose first pixel is (32, 64)
        r[TrianglePlanes.COLUMNS] = TrianglePlanes.range(32 + x0, 32 + x1);
        r[TrianglePlanes.COLUMNS] |= cut ? TrianglePlanes.CUT : TrianglePlanes.CONFINED;
        r[TrianglePlanes.ROWS] = TrianglePlanes.range(64 + y0, 64 + y1);
        var t = new TileTriangle();
        assertThat(t.set(r, 0, 32, 64, 32, SamplePattern.of(1))).isTrue();
        assertThat(t.cut).isEqualTo(cut);
        assertThat(t.cutsBlocks()).isEqualTo(cutsBlocks);
    }
}
