package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.vector.VectorOccluderKernels;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

/** Small triangles on a target of 64x64 pixels, against coverage and depth in exact arithmetic. */
class SmallOccluderTest {
    private static final int SIDE = 64;

    /** In keys: more than rounding in single precision can amount to. */
    private static final int ROUNDING = 8;

    private final HierarchicalZ structure = new HierarchicalZ();
    private final PixelPlane plane = new PixelPlane();
    private final HizCounts work = new HizCounts();
    private final OccluderQueue queue = new OccluderQueue(new VectorOccluderKernels(), work);
    private final SmallOccluder small = new SmallOccluder(work, plane, queue);

    private void enter(int[] r) {
        small.enter(r, 0);
        queue.flush();
    }

    private void begin(SamplePattern pattern) {
        plane.begin(pattern);
        queue.begin(structure, pattern);
        small.begin(structure, pattern);
    }

    /** A triangle in units of 1/256 pixel whose depth rises along both axes. */
    static int[] record(int[] x, int[] y, double zero, double alongX, double alongY) {
        long area = (long) (x[1] - x[0]) * (y[2] - y[0]) - (long) (x[2] - x[0]) * (y[1] - y[0]);
        int second = area < 0 ? 2 : 1;
        int third = 3 - second;
        int[] r = new int[TrianglePlanes.STRIDE];
        r[TrianglePlanes.X0] = x[0];
        r[TrianglePlanes.Y0] = y[0];
        r[TrianglePlanes.X1] = x[second];
        r[TrianglePlanes.Y1] = y[second];
        r[TrianglePlanes.X2] = x[third];
        r[TrianglePlanes.Y2] = y[third];
        float low = Float.POSITIVE_INFINITY;
        float high = Float.NEGATIVE_INFINITY;
        for (int v = 0; v < 3; v++) {
            float z = (float) (zero + alongX * x[v] + alongY * y[v]);
            low = Math.min(low, z);
            high = Math.max(high, z);
        }
        float first = (float) (zero + alongX * x[0] + alongY * y[0]);
        r[TrianglePlanes.Z0] = Float.floatToRawIntBits(first);
        r[TrianglePlanes.DZDX] = Float.floatToRawIntBits((float) alongX);
        r[TrianglePlanes.DZDY] = Float.floatToRawIntBits((float) alongY);
        r[TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(low);
        r[TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(high);
        r[TrianglePlanes.COLUMNS] = range(x);
        r[TrianglePlanes.ROWS] = range(y);
        return r;
    }

    private static int range(int[] at) {
        int first = Math.min(at[0], Math.min(at[1], at[2])) >> TrianglePlanes.SUBPIXEL_BITS;
        int last = Math.max(at[0], Math.max(at[1], at[2])) >> TrianglePlanes.SUBPIXEL_BITS;
        return TrianglePlanes.range(first, last);
    }

    /** Whether a point is inside, by three areas and the top-left rule. */
    static boolean inside(int[] r, long x, long y) {
        for (int v = 0; v < 3; v++) {
            int from = 2 * v;
            int to = 2 * ((v + 1) % 3);
            long a = r[from + 1] - r[to + 1];
            long b = r[to] - r[from];
            long edge = a * (x - r[from]) + b * (y - r[from + 1]);
            if (edge < 0 || edge == 0 && !(a > 0 || a == 0 && b > 0)) {
                return false;
            }
        }
        return true;
    }

    private static boolean covers(int[] r, SamplePattern pattern, int x, int y) {
        for (int s = 0; s < pattern.count(); s++) {
            int sx = (x << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(s);
            int sy = (y << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(s);
            if (!inside(r, sx, sy)) {
                return false;
            }
        }
        return true;
    }

    private boolean hidden(int x, int y, int key) {
        return structure.hidden(x, y, x, y, key, new HizCounts());
    }

    /**
     * One triangle alone is kept as it is: hidden is what all samples of a pixel lie inside of,
     * behind the farthest depth that the triangle has in those pixels of its block; and no nearer
     * thing than that.
     */
    @ParameterizedTest
    @CsvSource({
        "1, false, false",
        "4, false, false",
        "8, true, false",
        "1, true, true",
        "4, false, true",
        "16, false, false",
        "16, true, true"
    })
    void pixelsThatItCoversAreHiddenBehindIt(int samples, boolean reversed, boolean perPixel) {
        var random = new Random(31 + samples);
        var pattern = SamplePattern.of(samples);
        int covered = 0;
        for (int round = 0; round < 500; round++) {
            // Half of them with edges through centres of pixels
            int grid = round % 2 == 0 ? 1 : 128;
            int[] x = corners(random, grid);
            int[] y = corners(random, grid);
            double alongX = (random.nextDouble() - 0.5) * 4e-5;
            double alongY = (random.nextDouble() - 0.5) * 4e-5;
            int[] r = record(x, y, 0.5, alongX, alongY);
            structure.reset(
                    SIDE, SIDE, reversed, reversed ? 0 : 1, FinestLevel.of(perPixel, samples));
            begin(pattern);
            enter(r);
            for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
                covered += check(r, pattern, pixel % SIDE, pixel / SIDE, perPixel, round);
            }
        }
        assertThat(covered).isGreaterThan(500);
    }

    /** Returns 1 if the pixel is covered. */
    private int check(int[] r, SamplePattern pattern, int px, int py, boolean perPixel, int round) {
        boolean inside = covers(r, pattern, px, py);
        int unknown = structure.farKey(structure.reversed() ? 0 : 1) - 1;
        if (hidden(px, py, unknown) != inside) {
            throw new AssertionError("round %d, pixel %d, %d: %b".formatted(round, px, py, inside));
        }
        if (inside) {
            checkDepth(r, pattern, px, py, perPixel, "round %d, pixel %d".formatted(round, px));
        }
        return inside ? 1 : 0;
    }

    private static int[] corners(Random random, int grid) {
        int base = random.nextInt(256 * (SIDE - 16));
        int reach = 512 + random.nextInt(3300);
        int[] at = new int[3];
        for (int v = 0; v < 3; v++) {
            at[v] = (base + random.nextInt(reach)) / grid * grid;
        }
        return at;
    }

    /**
     * Nothing at the farthest sample's depth is hidden; everything is behind the farthest corner of
     * the block, or of the samples where each pixel is kept by itself.
     */
    private void checkDepth(
            int[] r, SamplePattern pattern, int px, int py, boolean perPixel, String where) {
        boolean reversed = structure.reversed();
        int[] x = new int[pattern.count()];
        int[] y = new int[pattern.count()];
        for (int s = 0; s < x.length; s++) {
            x[s] = (px << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(s);
            y[s] = (py << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(s);
        }
        double sample = reversed ? 1 : 0;
        double corner = sample;
        for (int i = 0; i < x.length; i++) {
            sample = farther(reversed, sample, depth(r, x[i], y[i]));
            for (int j = 0; j < x.length; j++) {
                corner = farther(reversed, corner, depth(r, x[i], y[j]));
            }
        }
        for (int i = 0; i < 4 && !perPixel; i++) {
            int bx = (px & ~3) + 4 * (i & 1) << TrianglePlanes.SUBPIXEL_BITS;
            int by = (py & ~3) + 2 * (i & 2) << TrianglePlanes.SUBPIXEL_BITS;
            corner = farther(reversed, corner, depth(r, bx, by));
        }
        assertThat(hidden(px, py, key(sample, reversed) - ROUNDING)).as(where).isFalse();
        assertThat(hidden(px, py, key(corner, reversed) + ROUNDING)).as(where).isTrue();
    }

    private static double farther(boolean reversed, double a, double b) {
        return reversed ? Math.min(a, b) : Math.max(a, b);
    }

    /** Depth of the plane, between those of the vertices. */
    private static double depth(int[] r, int x, int y) {
        double z0 = Float.intBitsToFloat(r[TrianglePlanes.Z0]);
        double dzdx = Float.intBitsToFloat(r[TrianglePlanes.DZDX]);
        double dzdy = Float.intBitsToFloat(r[TrianglePlanes.DZDY]);
        double z = z0 + dzdx * (x - r[TrianglePlanes.X0]) + dzdy * (y - r[TrianglePlanes.Y0]);
        double low = Float.intBitsToFloat(r[TrianglePlanes.Z_MIN]);
        double high = Float.intBitsToFloat(r[TrianglePlanes.Z_MAX]);
        return Math.clamp(z, low, high);
    }

    private static int key(double depth, boolean reversed) {
        return (int) ((reversed ? 1 - depth : depth) * (1 << 24));
    }

    /**
     * Half of a block below its diagonal, sloping along x: the six pixels whose centres are inside,
     * those on the diagonal by the top-left rule not, at the depth of the last column's centres.
     */
    @Test
    void halfABlockByHand() {
        int[] r =
                record(
                        new int[] {0, 1024, 0},
                        new int[] {0, 1024, 1024},
                        0.25,
                        1.0 / (16 * 256),
                        0);
        structure.reset(SIDE, SIDE, false, 1, FinestLevel.LAYERS);
        begin(SamplePattern.of(1));
        enter(r);
        int far = structure.farKey(0.25f + 2.5f / 16);
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 4; x++) {
                assertThat(hidden(x, y, far + 1)).as("%d, %d", x, y).isEqualTo(x < y);
                assertThat(hidden(x, y, far)).as("%d, %d", x, y).isFalse();
            }
        }
    }

    /** A triangle at one depth, its corners in pixels, column and row in turn. */
    private static int[] flat(double depth, int... corners) {
        int[] x = new int[3];
        int[] y = new int[3];
        for (int v = 0; v < 3; v++) {
            x[v] = corners[2 * v] << TrianglePlanes.SUBPIXEL_BITS;
            y[v] = corners[2 * v + 1] << TrianglePlanes.SUBPIXEL_BITS;
        }
        return record(x, y, depth, 0, 0);
    }

    /** Nothing is known yet but that everything lies at depth 1 or before. */
    private void begin(int samples, FinestLevel level) {
        structure.reset(SIDE, SIDE, false, 1, level);
        begin(SamplePattern.of(samples));
    }

    private void enter(int[] r, long nodes, long read, long writes, long written) {
        enter(r);
        var counts = new Counts();
        work.addTo(counts);
        assertThat(
                        new long[] {
                            counts.get(Counter.HIZ_READS),
                            counts.get(Counter.HIZ_NODES),
                            counts.get(Counter.HIZ_BYTES_READ),
                            counts.get(Counter.HIZ_WRITES),
                            counts.get(Counter.HIZ_BYTES_WRITTEN)
                        })
                .containsExactly(0, nodes, read, writes, written);
    }

    private static final int[] BELOW = {0, 0, 4, 4, 0, 4};
    private static final int[] ABOVE = {0, 0, 4, 0, 4, 4};

    /**
     * The bounds of half a block reach into the blocks beside it: four words are read. Where it
     * covers something: the word once more, its group's, a layer; both words are written.
     */
    @Test
    void countsOfHalfABlock() {
        begin(1, FinestLevel.LAYERS);
        enter(flat(0.25, BELOW), 4 + 2, 4 * 8 + 8 + 4 + 8, 1, 16);
        // Nothing new
        enter(flat(0.25, BELOW), 4 + 2, 4 * 8 + 8 + 4 + 8, 0, 0);
        // The other half, diagonal and all: the block is whole, its group looks at all sixteen.
        enter(flat(0.25, ABOVE), 4 + 2, 4 * 8 + 8 + 4 + 8 + 128, 1, 16);
        // Behind what is whole: no more than the word that says so, and its neighbours'
        enter(flat(0.5, BELOW), 4, 4 * 8, 0, 0);
    }

    /** No sample of the diagonal may lie outside: two halves leave it open. */
    @Test
    void countsOfHalvesThatDoNotMeet() {
        begin(4, FinestLevel.LAYERS);
        enter(flat(0.25, BELOW), 4 + 2, 4 * 8 + 8 + 4 + 8, 1, 16);
        enter(flat(0.25, ABOVE), 4 + 2, 4 * 8 + 8 + 4 + 8, 1, 16);
    }

    /** Between two centres of pixels: nothing is covered, nothing is asked but the block's word. */
    @Test
    void countsOfASliver() {
        begin(1, FinestLevel.LAYERS);
        enter(record(new int[] {16, 100, 16}, new int[] {16, 16, 100}, 0.25, 0, 0), 1, 8, 0, 0);
    }

    /**
     * Half a group, above its diagonal: of 25 blocks that the bounds touch six are covered as a
     * whole, with one word, and four in part, with two. The other half makes the group whole, which
     * tells the root after a look at all sixteen groups.
     */
    @Test
    void countsOfAGroup() {
        begin(1, FinestLevel.LAYERS);
        long asked = 25 * 8 + 10 * (8 + 4) + 4 * 8;
        enter(flat(0.25, 0, 0, 16, 0, 16, 16), 25 + 20, asked + 6 * 128, 10, 6 * 8 + 4 * 16);
        enter(
                flat(0.25, 0, 0, 16, 16, 0, 16),
                25 + 20,
                asked + 10 * 128 + 64,
                10,
                6 * 8 + 4 * 16 + 4 + 4);
        enter(flat(0.5, 0, 0, 16, 16, 0, 16), 25, 25 * 8, 0, 0);
    }

    /** A key for each of six and of ten pixels, and a look at all sixteen for the farthest. */
    @Test
    void countsOfPixels() {
        begin(1, FinestLevel.PIXELS);
        enter(flat(0.25, BELOW), 4 + 2, 4 * 8 + 8 + 4 + (6 + 16) * 4, 1, 6 * 4);
        enter(flat(0.25, ABOVE), 4 + 2, 4 * 8 + 8 + 4 + (10 + 16) * 4 + 128, 1, 10 * 4 + 8);
    }

    /**
     * Where samples are told apart two halves meet, though neither covers all samples of the four
     * pixels on the diagonal. Each half: six whole pixels and four with four samples, of which it
     * has two, since the diagonal runs between the samples.
     */
    @Test
    void countsOfHalvesThatMeet() {
        begin(4, FinestLevel.FOUR_SAMPLES);
        long samples = 4 * 4 * 4;
        enter(
                flat(0.25, BELOW),
                4 + 2,
                4 * 8 + 8 + 4 + samples + (6 + 16) * 4,
                1,
                6 * 4 + 4 * 2 * 4);
        enter(
                flat(0.25, ABOVE),
                4 + 2,
                4 * 8 + 8 + 4 + samples + (10 + 16) * 4 + 128,
                1,
                10 * 4 + 4 * 2 * 4 + 8);
        assertThat(structure.hidden(0, 0, 3, 3, structure.farKey(0.25f) + 1, work)).isTrue();
    }
}
