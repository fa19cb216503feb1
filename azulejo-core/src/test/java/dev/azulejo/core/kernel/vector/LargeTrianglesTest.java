package dev.azulejo.core.kernel.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.ScalarRasterKernels;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

/** What blocks are looked at, which no pixel tells, and what comes of it. */
@Tag("kernels")
class LargeTrianglesTest {
    private static boolean set(TileTriangle t, Random random, int size, SamplePattern pattern) {
        int[] r = new int[TrianglePlanes.STRIDE];
        int reach = 1 + random.nextInt(2 * size << TrianglePlanes.SUBPIXEL_BITS);
        int[] p = new int[6];
        for (int i = 0; i < 6; i++) {
            p[i] = (size << 7) + random.nextInt(2 * reach) - reach;
        }
        long area = (long) (p[2] - p[0]) * (p[5] - p[1]) - (long) (p[4] - p[0]) * (p[3] - p[1]);
        int second = area < 0 ? 4 : 2;
        System.arraycopy(p, 0, r, TrianglePlanes.X0, 2);
        System.arraycopy(p, second, r, TrianglePlanes.X1, 2);
        System.arraycopy(p, 6 - second, r, TrianglePlanes.X2, 2);
        r[TrianglePlanes.Z0] = Float.floatToRawIntBits(random.nextFloat());
        r[TrianglePlanes.DZDX] = Float.floatToRawIntBits(random.nextFloat() * 1e-4f);
        r[TrianglePlanes.DZDY] = Float.floatToRawIntBits(random.nextFloat() * -1e-4f);
        r[TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(0.1f);
        r[TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(0.9f);
        r[TrianglePlanes.COLUMNS] = range(p[0], p[2], p[4], size) | TrianglePlanes.CONFINED;
        r[TrianglePlanes.ROWS] = range(p[1], p[3], p[5], size);
        return t.set(r, 0, 0, 0, size, pattern);
    }

    private static int range(int a, int b, int c, int size) {
        int first = Math.min(a, Math.min(b, c)) >> TrianglePlanes.SUBPIXEL_BITS;
        int last = Math.max(a, Math.max(b, c)) >> TrianglePlanes.SUBPIXEL_BITS;
        return TrianglePlanes.range(Math.max(first, 0), Math.min(last, size - 1));
    }

    /** Pixels of a block that are inside an edge at a sample. */
    private static int inside(TileTriangle t, int edge, int blockX, int blockY, int s) {
        int a = edge == 0 ? t.a0 : edge == 1 ? t.a1 : t.a2;
        int b = edge == 0 ? t.b0 : edge == 1 ? t.b1 : t.b2;
        int pixels = 0;
        for (int j = 4 * blockY; j < 4 * blockY + 4; j++) {
            for (int i = 4 * blockX; i < 4 * blockX + 4; i++) {
                pixels += t.c[3 * s + edge] + a * i + b * j >= 0 ? 1 : 0;
            }
        }
        return pixels;
    }

    /** Holds the blocks that were found for a sample against all pixels; returns those inside. */
    private static int check(TileTriangle t, int s) {
        int whole = 0;
        for (int y = t.blockY0; y <= t.blockY1; y++) {
            int inside = 0;
            int crossed = 0;
            for (int x = t.blockX0; x <= t.blockX1; x++) {
                int least = 16;
                for (int edge = 0; edge < 3; edge++) {
                    least = Math.min(least, inside(t, edge, x, y, s));
                }
                inside |= least == 16 ? 1 << x - t.blockX0 : 0;
                crossed |= least != 0 && least != 16 ? 1 << x - t.blockX0 : 0;
            }
            assertThat(t.insideBlocks[y - t.blockY0]).isEqualTo(inside);
            assertThat(t.crossedBlocks[y - t.blockY0]).isEqualTo(crossed);
            whole += Integer.bitCount(inside);
        }
        return whole;
    }

    /** However many blocks there are: it is others who leave the small ones out. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16})
    void looksAtWhatIsTouchedAlone(int samples) {
        var random = new Random(23 + samples);
        var pattern = SamplePattern.of(samples);
        var large = new LargeTriangles(pattern);
        var scalar = new ScalarRasterKernels(pattern);
        var t = new TileTriangle();
        t.depthWrite = true;
        int whole = 0;
        for (int round = 0; round < 120; round++) {
            int size = 16 << random.nextInt(3);
            var a = new TileSamples(size, samples);
            var b = new TileSamples(size, samples);
            for (int i = 0; i < a.depth.length; i++) {
                a.depth[i] = b.depth[i] = round % 3 == 0 ? 1 : random.nextFloat();
            }
            if (!set(t, random, size, pattern)) {
                continue;
            }
            var counts = new RasterCounts[] {new RasterCounts(), new RasterCounts()};
            scalar.visibility(t, a, round, counts[0]);
            large.draw(t, b, round, counts[1]);
            whole += check(t, samples - 1);
            assertThat(b.depth).isEqualTo(a.depth);
            assertThat(b.visible).isEqualTo(a.visible);
            assertThat(counts[1].blocks()).isEqualTo(counts[0].blocks());
            assertThat(counts[1].tested()).isEqualTo(counts[0].tested());
            assertThat(counts[1].passed()).isEqualTo(counts[0].passed());
        }
        assertThat(whole).isGreaterThan(1000);
    }
}
