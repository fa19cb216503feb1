package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.vector.VectorOccluderKernels;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.Random;

/**
 * Triangles that slope and reach over roots and beyond the target, cut by scissors, held against
 * each sample by itself: coverage in whole numbers, depth as {@link TrianglePlanes} says.
 */
class LargeOccluderTest {
    // Two roots beside each other and two below; the last blocks are not whole.
    private static final int WIDTH = 128;
    private static final int HEIGHT = 70;

    /** In whole groups of 16x16 pixels. */
    private static final int PADDED_HEIGHT = 80;

    private final HierarchicalZ structure = new HierarchicalZ();
    private final OcclusionTester tester = new OcclusionTester(new VectorOccluderKernels());
    private SamplePattern pattern;
    private Random random;

    /** Samples of each pixel that a triangle covers, a bit each; the target and what pads it. */
    private final int[] covered = new int[WIDTH * PADDED_HEIGHT];

    private void begin(int samples, boolean reversed, boolean pixels) {
        pattern = SamplePattern.of(samples);
        structure.reset(WIDTH, HEIGHT, reversed, reversed ? 0 : 1, FinestLevel.of(pixels, samples));
        tester.begin(structure, pattern);
    }

    /**
     * A triangle of about so many pixels, anywhere around the target, or a third of the time of any
     * size inside it; null if nothing of it is there. Its depths change by up to a tenth a pixel,
     * and are cut off in a third of them.
     *
     * @param distance how much farther than the nearest it may be
     */
    private int[] triangle(int reach, double distance) {
        int[] x = new int[3];
        int[] y = new int[3];
        boolean inside = random.nextInt(3) == 0;
        int left = inside ? 0 : random.nextInt(WIDTH + reach) - reach;
        int top = inside ? 0 : random.nextInt(HEIGHT + reach) - reach;
        int width = inside ? WIDTH : reach;
        int height = inside ? HEIGHT : reach;
        // Half of them with edges through centres of pixels
        int grid = random.nextBoolean() ? 1 : 128;
        for (int v = 0; v < 3; v++) {
            x[v] = Math.floorDiv(left * 256 + random.nextInt(width << 8), grid) * grid;
            y[v] = Math.floorDiv(top * 256 + random.nextInt(height << 8), grid) * grid;
        }
        long area = (long) (x[1] - x[0]) * (y[2] - y[0]) - (long) (x[2] - x[0]) * (y[1] - y[0]);
        double most = random.nextBoolean() ? 0.2 : 0.002;
        double alongX = (random.nextDouble() - 0.5) * most / 256;
        double alongY = (random.nextDouble() - 0.5) * most / 256;
        double middle = 0.2 + distance * random.nextDouble();
        middle = structure.reversed() ? 1 - middle : middle;
        double zero =
                middle - alongX * (x[0] + x[1] + x[2]) / 3 - alongY * (y[0] + y[1] + y[2]) / 3;
        int[] r = SmallOccluderTest.record(x, y, zero, alongX, alongY);
        boolean clamped = random.nextInt(3) == 0;
        clamp(
                r,
                clamped ? (float) middle - 0.05f : 0.01f,
                clamped ? (float) middle + 0.05f : 0.99f);
        if (area == 0 || !cut(r, x, y, !inside && random.nextBoolean())) {
            return null;
        }
        return random.nextInt(4) == 0 && !confine(r) ? null : r;
    }

    private static void clamp(int[] r, float low, float high) {
        float least = Float.intBitsToFloat(r[TrianglePlanes.Z_MIN]);
        float most = Float.intBitsToFloat(r[TrianglePlanes.Z_MAX]);
        r[TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(Math.clamp(least, low, high));
        r[TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(Math.clamp(most, low, high));
    }

    /** Confines bounds to some groups of the target; false if nothing is left. */
    private boolean confine(int[] r) {
        int columns = r[TrianglePlanes.COLUMNS];
        int rows = r[TrianglePlanes.ROWS];
        int x0 = random.nextInt(3) * 16;
        int y0 = random.nextInt(3) * 16;
        int column0 = Math.max(TrianglePlanes.first(columns), x0);
        int column1 = Math.min(TrianglePlanes.last(columns), x0 + 31);
        int row0 = Math.max(TrianglePlanes.first(rows), y0);
        int row1 = Math.min(TrianglePlanes.last(rows), y0 + 31);
        if (column0 > column1 || row0 > row1) {
            return false;
        }
        int confined = TrianglePlanes.range(column0, column1);
        boolean cut = confined != (columns & 0xfffffff) || TrianglePlanes.range(row0, row1) != rows;
        r[TrianglePlanes.COLUMNS] =
                confined | columns & TrianglePlanes.CUT | (cut ? TrianglePlanes.CONFINED : 0);
        r[TrianglePlanes.ROWS] = TrianglePlanes.range(row0, row1);
        return true;
    }

    /** Cuts bounds by the target, or by a scissor; false if nothing is left. */
    private boolean cut(int[] r, int[] x, int[] y, boolean scissor) {
        int clipX0 = scissor ? random.nextInt(WIDTH / 2) : 0;
        int clipY0 = scissor ? random.nextInt(HEIGHT / 2) : 0;
        int clipX1 = scissor ? clipX0 + random.nextInt(WIDTH - clipX0) : WIDTH - 1;
        int clipY1 = scissor ? clipY0 + random.nextInt(HEIGHT - clipY0) : HEIGHT - 1;
        int column0 = Math.min(x[0], Math.min(x[1], x[2])) >> TrianglePlanes.SUBPIXEL_BITS;
        int column1 = Math.max(x[0], Math.max(x[1], x[2])) >> TrianglePlanes.SUBPIXEL_BITS;
        int row0 = Math.min(y[0], Math.min(y[1], y[2])) >> TrianglePlanes.SUBPIXEL_BITS;
        int row1 = Math.max(y[0], Math.max(y[1], y[2])) >> TrianglePlanes.SUBPIXEL_BITS;
        boolean cut = column0 < clipX0 || column1 > clipX1 || row0 < clipY0 || row1 > clipY1;
        column0 = Math.max(column0, clipX0);
        column1 = Math.min(column1, clipX1);
        row0 = Math.max(row0, clipY0);
        row1 = Math.min(row1, clipY1);
        if (column0 > column1 || row0 > row1) {
            return false;
        }
        r[TrianglePlanes.COLUMNS] =
                TrianglePlanes.range(column0, column1) | (cut ? TrianglePlanes.CUT : 0);
        r[TrianglePlanes.ROWS] = TrianglePlanes.range(row0, row1);
        return true;
    }

    /** Whether it is entered in another way. */
    private static boolean isSmall(int[] r) {
        int columns = r[TrianglePlanes.COLUMNS];
        int rows = r[TrianglePlanes.ROWS];
        return (columns & (TrianglePlanes.CUT | TrianglePlanes.CONFINED)) == 0
                && TrianglePlanes.last(columns) - TrianglePlanes.first(columns) < 16
                && TrianglePlanes.last(rows) - TrianglePlanes.first(rows) < 16;
    }

    /** Finds out what a triangle covers. */
    private void cover(int[] r) {
        Arrays.fill(covered, 0);
        int columns = r[TrianglePlanes.COLUMNS];
        int rows = r[TrianglePlanes.ROWS];
        for (int y = TrianglePlanes.first(rows); y <= TrianglePlanes.last(rows); y++) {
            for (int x = TrianglePlanes.first(columns); x <= TrianglePlanes.last(columns); x++) {
                int mask = 0;
                for (int s = 0; s < pattern.count(); s++) {
                    mask |= SmallOccluderTest.inside(r, sampleX(x, s), sampleY(y, s)) ? 1 << s : 0;
                }
                covered[y * WIDTH + x] = mask;
            }
        }
    }

    private int sampleX(int x, int sample) {
        return (x << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(sample);
    }

    private int sampleY(int y, int sample) {
        return (y << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(sample);
    }

    private boolean isWhole(int pixel) {
        return covered[pixel] == (1 << pattern.count()) - 1;
    }

    /** Whether the square of pixels that holds one is covered, every sample. */
    private boolean isWhole(int x, int y, int side) {
        int left = x & -side;
        int top = y & -side;
        boolean whole = top + side <= PADDED_HEIGHT;
        for (int i = 0; whole && i < side * side; i++) {
            whole = isWhole((top + i / side) * WIDTH + left + i % side);
        }
        return whole;
    }

    /** Depth at a place, in the one way in which it is rounded. */
    private static float depth(int[] r, int x, int y) {
        float fx = x - r[TrianglePlanes.X0];
        float fy = y - r[TrianglePlanes.Y0];
        float z0 = Float.intBitsToFloat(r[TrianglePlanes.Z0]);
        float dzdx = Float.intBitsToFloat(r[TrianglePlanes.DZDX]);
        float dzdy = Float.intBitsToFloat(r[TrianglePlanes.DZDY]);
        float low = Float.intBitsToFloat(r[TrianglePlanes.Z_MIN]);
        float high = Float.intBitsToFloat(r[TrianglePlanes.Z_MAX]);
        return Math.clamp((z0 + dzdx * fx) + dzdy * fy, low, high);
    }

    private float depth(int[] r, int x, int y, int sample) {
        return depth(r, sampleX(x, sample), sampleY(y, sample));
    }

    private boolean isNearer(float depth, float other) {
        return structure.reversed() ? depth > other : depth < other;
    }

    private float farther(float depth, float other) {
        return isNearer(depth, other) ? other : depth;
    }

    /** The eye's depth. */
    private float nearest() {
        return structure.reversed() ? 1 : 0;
    }

    /** The farthest that the plane can be at columns and rows of samples of a square of pixels. */
    private float farthest(int[] r, int x, int y, int side) {
        float most = nearest();
        for (int i = 0; i < pattern.count(); i++) {
            for (int j = 0; j < pattern.count(); j++) {
                for (int corner = 0; corner < 4; corner++) {
                    int cx = (x & -side) + (corner & 1) * (side - 1);
                    int cy = (y & -side) + (corner >> 1) * (side - 1);
                    most = farther(most, depth(r, sampleX(cx, i), sampleY(cy, j)));
                }
            }
        }
        return most;
    }

    private boolean hidden(int x, int y, int key) {
        return structure.hidden(x, y, x, y, key, new HizCounts());
    }

    /**
     * A pixel is known where all of its samples are covered, and nowhere else. Nothing is hidden
     * there that is as near as the farthest sample, and everything that is farther than the
     * farthest corner of the pixel, or of the block or group that the triangle covers as a whole.
     */
    @ParameterizedTest
    @CsvSource({
        "1, false, false",
        "4, true, false",
        "8, false, false",
        "1, true, true",
        "4, false, true",
        "8, true, true",
        "16, true, false",
        "16, false, true"
    })
    void aTriangleHidesWhatItCovers(int samples, boolean reversed, boolean pixels) {
        random = new Random(7 + samples);
        int known = 0;
        int groups = 0;
        int cuts = 0;
        for (int round = 0; round < 150; round++) {
            begin(samples, reversed, pixels);
            int[] r = triangle(round % 3 == 0 ? 300 : 20 + round, 0.6);
            if (r == null || isSmall(r)) {
                continue;
            }
            boolean cut = (r[TrianglePlanes.COLUMNS] & TrianglePlanes.CUT) != 0;
            cuts += cut ? 1 : 0;
            cover(r);
            assertThat(tester.enter(r, 0, OcclusionUse.of(false, true))).isTrue();
            tester.flush();
            for (int pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
                int x = pixel % WIDTH;
                int y = pixel / WIDTH;
                boolean whole = isWhole(pixel);
                expect(hidden(x, y, HierarchicalZ.UNKNOWN - 1), whole, round, pixel);
                if (!whole) {
                    continue;
                }
                known++;
                boolean group = !cut && isWhole(x, y, 16);
                groups += group ? 1 : 0;
                int side = group ? 16 : isWhole(x, y, 4) || !pixels ? 4 : 1;
                float sample = nearest();
                for (int s = 0; s < samples; s++) {
                    sample = farther(sample, depth(r, x, y, s));
                }
                int corner = structure.farKey(farthest(r, x, y, side));
                expect(hidden(x, y, structure.nearKey(sample)), false, round, pixel);
                expect(hidden(x, y, corner + 1), true, round, pixel);
            }
        }
        assertThat(known).isGreaterThan(20_000);
        assertThat(groups).isGreaterThan(400);
        assertThat(cuts).isGreaterThan(15);
    }

    /**
     * Over each other, large and small, and only those entered that are not hidden: nothing is
     * claimed of a pixel that is nearer than its farthest sample, and what is called hidden is, in
     * every sample.
     */
    @ParameterizedTest
    @CsvSource({
        "1, false, false",
        "4, true, false",
        "8, false, false",
        "1, true, true",
        "4, false, true",
        "8, true, true",
        "16, true, false",
        "16, false, true"
    })
    void nothingIsClaimedOfManyThatIsNotSo(int samples, boolean reversed, boolean pixels) {
        random = new Random(70 + samples);
        int before = 0;
        int after = 0;
        int known = 0;
        for (int round = 0; round < 12; round++) {
            begin(samples, reversed, pixels);
            float clear = reversed ? 0 : 1;
            float[] stored = new float[WIDTH * HEIGHT * samples];
            Arrays.fill(stored, clear);
            for (int i = 0; i < 200; i++) {
                int[] r =
                        i < 10
                                ? triangle(250, 0.2)
                                : triangle(i % 2 == 0 ? 2 + random.nextInt(12) : 60, 0.6);
                if (r == null) {
                    continue;
                }
                cover(r);
                boolean isHidden = tester.find(r, 0) != Visibility.POSSIBLE;
                boolean isSeen = tester.enter(r, 0, OcclusionUse.of(i % 3 != 0, true));
                tester.flush();
                after += isHidden ? 1 : 0;
                before += isSeen ? 0 : 1;
                draw(r, stored, isHidden || !isSeen, round);
            }
            for (int pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
                float farthest = nearest();
                for (int s = 0; s < samples; s++) {
                    farthest = farther(farthest, stored[pixel * samples + s]);
                }
                int x = pixel % WIDTH;
                int y = pixel / WIDTH;
                expect(hidden(x, y, structure.nearKey(farthest)), false, round, pixel);
                known += hidden(x, y, HierarchicalZ.UNKNOWN - 1) ? 1 : 0;
            }
        }
        assertThat(before).as("hidden as they came").isGreaterThan(5);
        assertThat(after).as("hidden at a sharper look").isGreaterThan(before);
        assertThat(known).isGreaterThan(12 * WIDTH * HEIGHT / 2);
    }

    /** Stores the depths of a triangle, of which no sample may be visible if it is hidden. */
    private void draw(int[] r, float[] stored, boolean isHidden, int round) {
        for (int pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
            for (int left = covered[pixel]; left != 0; left &= left - 1) {
                int s = Integer.numberOfTrailingZeros(left);
                int at = pixel * pattern.count() + s;
                float z = depth(r, pixel % WIDTH, pixel / WIDTH, s);
                expect(isHidden && !isNearer(stored[at], z), false, round, pixel);
                stored[at] = isNearer(z, stored[at]) ? z : stored[at];
            }
        }
    }

    /** In a loop over pixels: nothing is formatted unless it fails. */
    private static void expect(boolean actual, boolean expected, int round, int pixel) {
        if (actual != expected) {
            throw new AssertionError(
                    "round %d, pixel (%d, %d): %b"
                            .formatted(round, pixel % WIDTH, pixel / WIDTH, actual));
        }
    }
}
