package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.kernel.vector.VectorRasterKernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Random;

@Tag("kernels")
class RasterKernelsTest {
    private static int[] randomRecord(Random random) {
        int[] r = new int[TrianglePlanes.STRIDE];
        int scale = 1 << 6 + random.nextInt(12);
        int cx = random.nextInt(64 * 256);
        int cy = random.nextInt(64 * 256);
        int[] x = new int[3];
        int[] y = new int[3];
        for (int v = 0; v < 3; v++) {
            x[v] = cx + random.nextInt(scale) - scale / 2;
            y[v] = cy + random.nextInt(scale) - scale / 2;
        }
        long area = (long) (x[1] - x[0]) * (y[2] - y[0]) - (long) (x[2] - x[0]) * (y[1] - y[0]);
        int second = area < 0 ? 2 : 1;
        int third = 3 - second;
        r[TrianglePlanes.X0] = x[0];
        r[TrianglePlanes.Y0] = y[0];
        r[TrianglePlanes.X1] = x[second];
        r[TrianglePlanes.Y1] = y[second];
        r[TrianglePlanes.X2] = x[third];
        r[TrianglePlanes.Y2] = y[third];
        float z0 = random.nextInt(4) / 4f;
        r[TrianglePlanes.Z0] = Float.floatToRawIntBits(z0);
        boolean flat = random.nextBoolean();
        r[TrianglePlanes.DZDX] = Float.floatToRawIntBits(flat ? 0 : random.nextFloat() * 1e-4f);
        r[TrianglePlanes.DZDY] = Float.floatToRawIntBits(flat ? 0 : random.nextFloat() * -1e-4f);
        r[TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(flat ? z0 : 0.1f);
        r[TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(flat ? z0 : 0.9f);
        int x0 = Math.clamp(Math.min(x[0], Math.min(x[1], x[2])) >> 8, 0, 63);
        int x1 = Math.clamp(Math.max(x[0], Math.max(x[1], x[2])) >> 8, 0, 63);
        int y0 = Math.clamp(Math.min(y[0], Math.min(y[1], y[2])) >> 8, 0, 63);
        int y1 = Math.clamp(Math.max(y[0], Math.max(y[1], y[2])) >> 8, 0, 63);
        boolean cut = random.nextInt(3) == 0;
        if (cut) {
            x0 += random.nextInt(x1 - x0 + 1);
            y1 -= random.nextInt(y1 - y0 + 1);
        }
        r[TrianglePlanes.COLUMNS] = TrianglePlanes.range(x0, x1) | TrianglePlanes.CUT;
        r[TrianglePlanes.ROWS] = TrianglePlanes.range(y0, y1);
        boolean reaches = x0 == 0 || x1 == 63 || y0 == 0 || y1 == 63;
        if (!cut && !reaches) {
            r[TrianglePlanes.COLUMNS] &= ~TrianglePlanes.CUT;
        }
        return r;
    }

    @Test
    void vectorTwinEqualsTheDefinition() {
        var random = new Random(11);
        for (int samples : new int[] {1, 4, 8, 16}) {
            var pattern = SamplePattern.of(samples);
            var scalar = new ScalarRasterKernels(pattern);
            var vector = new VectorRasterKernels(pattern);
            var a = new TileSamples(64, samples);
            var b = new TileSamples(64, samples);
            var listA = new CandidateBlocks(64, samples);
            var listB = new CandidateBlocks(64, samples);
            var countsA = new RasterCounts();
            var countsB = new RasterCounts();
            var t = new TileTriangle();
            for (int round = 0; round < 4000; round++) {
                if (round % 100 == 0) {
                    for (int i = 0; i < a.depth.length; i++) {
                        a.depth[i] = b.depth[i] = random.nextInt(5) / 4f;
                        a.visible[i] = b.visible[i] = -1;
                    }
                }
                if (!t.set(randomRecord(random), 0, 0, 0, 64, pattern)) {
                    continue;
                }
                var functions = CompareFunction.values();
                t.compare = functions[random.nextInt(functions.length)];
                t.depthWrite = random.nextInt(4) != 0;
                scalar.candidates(t, a, listA, countsA);
                vector.candidates(t, b, listB, countsB);
                String where = "samples %d, round %d, %s".formatted(samples, round, t.compare);
                compare(where, samples, listA, listB);
                int id = random.nextInt(4) == 0 ? -1 : round;
                scalar.visibility(t, a, id, countsA);
                vector.visibility(t, b, id, countsB);
                assertThat(b.depth).as(where).isEqualTo(a.depth);
                assertThat(b.visible).as(where).isEqualTo(a.visible);
                assertThat(countsB.tested()).as(where).isEqualTo(countsA.tested());
                assertThat(countsB.passed()).as(where).isEqualTo(countsA.passed());
                assertThat(countsB.blocks()).as(where).isEqualTo(countsA.blocks());
            }
            assertThat(countsA.passed()).isPositive();
        }
    }

    /** A triangle that reaches over a tile's sides, whose bounds end at those of blocks or not. */
    private static int[] largeRecord(Random random, int size, boolean aligned) {
        int[] r = randomRecord(random);
        int reach = 1 + random.nextInt(3 * size);
        int centre = random.nextInt(size);
        int[] p = new int[6];
        for (int v = 0; v < 6; v++) {
            p[v] = (centre - reach) * 256 + random.nextInt(2 * reach * 256);
            // Corners and edges on samples, upright and level edges
            p[v] = random.nextInt(3) == 0 ? p[v] & -128 : p[v];
        }
        long area = (long) (p[2] - p[0]) * (p[5] - p[1]) - (long) (p[4] - p[0]) * (p[3] - p[1]);
        int second = area < 0 ? 4 : 2;
        System.arraycopy(p, 0, r, TrianglePlanes.X0, 2);
        System.arraycopy(p, second, r, TrianglePlanes.X1, 2);
        System.arraycopy(p, 6 - second, r, TrianglePlanes.X2, 2);
        r[TrianglePlanes.COLUMNS] =
                bounds(random, p[0], p[2], p[4], size, aligned) | TrianglePlanes.CUT;
        r[TrianglePlanes.ROWS] = bounds(random, p[1], p[3], p[5], size, aligned);
        return r;
    }

    private static int bounds(Random random, int a, int b, int c, int size, boolean aligned) {
        int first = Math.clamp(Math.min(a, Math.min(b, c)) >> 8, 0, size - 1);
        int last = Math.clamp(Math.max(a, Math.max(b, c)) >> 8, 0, size - 1);
        if (aligned) {
            return TrianglePlanes.range(first & -4, last | 3);
        }
        int cut = first + random.nextInt(last - first + 1);
        return TrianglePlanes.range(first, cut);
    }

    /**
     * Most of the blocks are inside of all edges, crossed by some, or beside the triangle; some of
     * them have been found to be hidden.
     */
    @Test
    void vectorTwinEqualsTheDefinitionOfLargeTriangles() {
        var random = new Random(17);
        for (int samples : new int[] {1, 4, 8, 16}) {
            var pattern = SamplePattern.of(samples);
            var scalar = new ScalarRasterKernels(pattern);
            var vector = new VectorRasterKernels(pattern);
            var t = new TileTriangle();
            t.depthWrite = true;
            var countsA = new RasterCounts();
            var countsB = new RasterCounts();
            int drawn = 0;
            int whole = 0;
            for (int round = 0; round < 100; round++) {
                int size = 16 << random.nextInt(3);
                var a = new TileSamples(size, samples);
                var b = new TileSamples(size, samples);
                for (int i = 0; i < a.depth.length; i++) {
                    a.depth[i] = b.depth[i] = round % 3 == 0 ? 1 : random.nextInt(5) / 4f;
                    a.visible[i] = b.visible[i] = 7;
                }
                for (int triangle = 0; triangle < 20; triangle++) {
                    int[] r = largeRecord(random, size, random.nextInt(8) != 0);
                    if (!t.set(r, 0, 0, 0, size, pattern)) {
                        continue;
                    }
                    t.blockX0 += random.nextInt(4) == 0 ? (t.blockX1 - t.blockX0) / 3 : 0;
                    t.blockY1 -= random.nextInt(4) == 0 ? (t.blockY1 - t.blockY0) / 3 : 0;
                    String where = "samples %d, round %d, %d".formatted(samples, round, triangle);
                    int id = random.nextInt(3) == 0 ? -1 : triangle;
                    int[] before = a.visible.clone();
                    scalar.visibility(t, a, id, countsA);
                    vector.visibility(t, b, id, countsB);
                    assertThat(b.depth).as(where).isEqualTo(a.depth);
                    assertThat(b.visible).as(where).isEqualTo(a.visible);
                    assertThat(id < 0 ? before : a.visible).as(where).isEqualTo(a.visible);
                    assertThat(countsB.tested()).as(where).isEqualTo(countsA.tested());
                    assertThat(countsB.passed()).as(where).isEqualTo(countsA.passed());
                    assertThat(countsB.blocks()).as(where).isEqualTo(countsA.blocks());
                    drawn++;
                    whole += (t.a0 | t.b0 | t.a1 | t.b1 | t.a2 | t.b2) == 0 ? 1 : 0;
                }
            }
            assertThat(drawn).isGreaterThan(1000);
            assertThat(whole).as("of which the tile is a part").isPositive();
        }
    }

    private static void compare(String where, int samples, CandidateBlocks a, CandidateBlocks b) {
        assertThat(b.count).as(where).isEqualTo(a.count);
        for (int i = 0; i < a.count; i++) {
            assertThat(b.block[i]).as(where).isEqualTo(a.block[i]);
            for (int s = 0; s < samples; s++) {
                int at = i * samples + s;
                assertThat(b.mask[at]).as(where).isEqualTo(a.mask[at]);
                for (int m = a.mask[at]; m != 0; m &= m - 1) {
                    int depth = at * 16 + Integer.numberOfTrailingZeros(m);
                    // Asked first: each assertion is an object, and there are millions
                    if (Float.compare(b.depth[depth], a.depth[depth]) != 0) {
                        assertThat(b.depth[depth]).as(where).isEqualTo(a.depth[depth]);
                    }
                }
            }
        }
    }
}
