package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.kernel.vector.VectorRasterKernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

@Tag("kernels")
class SmallTrianglesTest {
    private static final int RECORDS = 100;
    private static final SamplePattern PATTERN = SamplePattern.of(1);

    private final Random random = new Random(11);
    private final int[] records = new int[RECORDS * TrianglePlanes.STRIDE];

    /**
     * A triangle of at most some fixed-point units a side near a place; returns whether it has
     * area.
     */
    private boolean record(int[] r, int at, int left, int top, int side, int step) {
        int[] x = new int[3];
        int[] y = new int[3];
        for (int v = 0; v < 3; v++) {
            x[v] = (left + random.nextInt(side)) / step * step;
            y[v] = (top + random.nextInt(side)) / step * step;
        }
        long area = (long) (x[1] - x[0]) * (y[2] - y[0]) - (long) (x[2] - x[0]) * (y[1] - y[0]);
        int second = area < 0 ? 2 : 1;
        r[at + TrianglePlanes.X0] = x[0];
        r[at + TrianglePlanes.Y0] = y[0];
        r[at + TrianglePlanes.X1] = x[second];
        r[at + TrianglePlanes.Y1] = y[second];
        r[at + TrianglePlanes.X2] = x[3 - second];
        r[at + TrianglePlanes.Y2] = y[3 - second];
        int columns = bounds(x);
        int rows = bounds(y);
        r[at + TrianglePlanes.COLUMNS] = columns;
        r[at + TrianglePlanes.ROWS] = rows;
        r[at + TrianglePlanes.Z0] = Float.floatToRawIntBits(random.nextInt(8) / 8f);
        r[at + TrianglePlanes.DZDX] = Float.floatToRawIntBits(random.nextInt(3) * 1e-3f);
        r[at + TrianglePlanes.DZDY] = Float.floatToRawIntBits(random.nextFloat() * -1e-3f);
        r[at + TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(0.1f);
        r[at + TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(0.9f);
        return area != 0
                && TrianglePlanes.first(columns) <= TrianglePlanes.last(columns)
                && TrianglePlanes.first(rows) <= TrianglePlanes.last(rows);
    }

    private static int bounds(int[] v) {
        int first = Arrays.stream(v).min().orElseThrow() + 127 >> 8;
        int last = Arrays.stream(v).max().orElseThrow() - 128 >> 8;
        return last < 0 ? TrianglePlanes.range(1, 0) : TrianglePlanes.range(first, last);
    }

    private static void draw(
            RasterKernels kernels, SmallTriangles small, TileSamples tile, RasterCounts counts) {
        kernels.small(small, tile, counts);
        small.count = 0;
    }

    /** Both twins, and each triangle by itself, in tiles at several places. */
    @Test
    void equalsEachTriangleByItself() {
        var scalar = new ScalarRasterKernels(PATTERN);
        var vector = new VectorRasterKernels(PATTERN);
        int added = 0;
        long passed = 0;
        for (int round = 0; round < 3000; round++) {
            int size = 16 << random.nextInt(3);
            int tileX = size * random.nextInt(200);
            int tileY = size * random.nextInt(200);
            var kernels = new RasterKernels[] {scalar, vector, vector};
            var tile = new TileSamples[3];
            var counts = new RasterCounts[3];
            for (int k = 0; k < 3; k++) {
                tile[k] = new TileSamples(size, 1);
                counts[k] = new RasterCounts();
                Arrays.fill(tile[k].depth, 0.7f);
            }
            var single = new TileTriangle();
            single.compare = CompareFunction.LESS;
            single.depthWrite = true;
            var small =
                    new SmallTriangles[] {new SmallTriangles(single), new SmallTriangles(single)};
            small[0].begin(tileX, tileY, size);
            small[1].begin(tileX, tileY, size);
            // A few places, so that triangles lie on each other
            int room = random.nextBoolean() ? 4 : size;
            int side = 256 + random.nextInt(900);
            int step = random.nextBoolean() ? 1 : 64;
            int id = 0;
            boolean same = round % 4 == 0;
            small[0].idStep = same ? 0 : 1;
            small[1].idStep = small[0].idStep;
            for (int i = 0; i < RECORDS; i++) {
                int at = i * TrianglePlanes.STRIDE;
                int left = (tileX << 8) + random.nextInt(room << 8);
                int top = (tileY << 8) + random.nextInt(room << 8);
                if (!record(records, at, left, top, side, step)) {
                    continue;
                }
                int shown = same ? -1 : id;
                boolean more = small[0].add(records, at, shown);
                assertThat(small[1].add(records, at, shown)).isEqualTo(more);
                if (!more || random.nextInt(20) == 0) {
                    draw(kernels[0], small[0], tile[0], counts[0]);
                    draw(kernels[1], small[1], tile[1], counts[1]);
                }
                if (!more) {
                    continue;
                }
                if (single.set(records, at, tileX, tileY, size, PATTERN)) {
                    kernels[2].visibility(single, tile[2], shown, counts[2]);
                }
                id++;
            }
            draw(kernels[0], small[0], tile[0], counts[0]);
            draw(kernels[1], small[1], tile[1], counts[1]);
            for (int k = 0; k < 2; k++) {
                assertThat(tile[k].depth).as("round %d", round).isEqualTo(tile[2].depth);
                assertThat(tile[k].visible).as("round %d", round).isEqualTo(tile[2].visible);
                assertThat(counts[k].blocks()).as("round %d", round).isEqualTo(counts[2].blocks());
                assertThat(counts[k].tested()).as("round %d", round).isEqualTo(counts[2].tested());
                assertThat(counts[k].passed()).as("round %d", round).isEqualTo(counts[2].passed());
            }
            added += id;
            passed += counts[2].passed();
        }
        assertThat(added).isGreaterThan(50_000);
        assertThat(passed).isGreaterThan(20_000);
    }

    /** One is taken; what is changed about it in turn is not. */
    @Test
    void takesWhatIsSmallAndWhole() {
        var small = new SmallTriangles(new TileTriangle());
        int[] r = new int[3 * TrianglePlanes.STRIDE];
        r[TrianglePlanes.COLUMNS] = TrianglePlanes.range(34, 35) | TrianglePlanes.BACK;
        r[TrianglePlanes.ROWS] = TrianglePlanes.range(50, 51);
        small.begin(32, 48, 16);
        assertThat(small.add(r, 0, 5)).isTrue();
        assertThat(small.firstId).isEqualTo(5);
        assertThat(small.column[0]).isEqualTo(2);
        assertThat(small.row[0]).isEqualTo(2);
        assertThat(small.blocks[0]).isOne();
        assertThat(small.add(r.clone(), 0, 6)).as("another array").isFalse();
        int[][] others = {
            {TrianglePlanes.range(34, 35) | TrianglePlanes.CUT, TrianglePlanes.range(50, 51)},
            {TrianglePlanes.range(34, 35) | TrianglePlanes.CONFINED, TrianglePlanes.range(50, 51)},
            {TrianglePlanes.range(34, 38), TrianglePlanes.range(50, 51)},
            {TrianglePlanes.range(34, 35), TrianglePlanes.range(50, 54)},
            {TrianglePlanes.range(31, 32), TrianglePlanes.range(50, 51)},
            {TrianglePlanes.range(47, 48), TrianglePlanes.range(50, 51)},
            {TrianglePlanes.range(34, 35), TrianglePlanes.range(47, 48)},
            {TrianglePlanes.range(34, 35), TrianglePlanes.range(63, 64)}
        };
        int at = TrianglePlanes.STRIDE;
        for (int[] other : others) {
            r[at + TrianglePlanes.COLUMNS] = other[0];
            r[at + TrianglePlanes.ROWS] = other[1];
            assertThat(small.add(r, at, 6)).isFalse();
        }
        // In two columns of blocks, in two rows, in both
        int[][] blocks = {
            {35, 36, 50, 51, 2}, {34, 35, 51, 52, 2}, {35, 36, 51, 52, 4}, {36, 39, 50, 53, 2}
        };
        for (int i = 0; i < blocks.length; i++) {
            r[at + TrianglePlanes.COLUMNS] = TrianglePlanes.range(blocks[i][0], blocks[i][1]);
            r[at + TrianglePlanes.ROWS] = TrianglePlanes.range(blocks[i][2], blocks[i][3]);
            assertThat(small.add(r, at, 6 + i)).isTrue();
            assertThat(small.blocks[1 + i]).isEqualTo(blocks[i][4]);
        }
        r[at + TrianglePlanes.COLUMNS] = TrianglePlanes.range(35, 35);
        r[at + TrianglePlanes.ROWS] = TrianglePlanes.range(47, 47);
        small.begin(32, 32, 16);
        for (int i = 0; i < SmallTriangles.MOST; i++) {
            assertThat(small.add(r, at, i)).isTrue();
            assertThat(small.blocks[i]).isOne();
        }
        assertThat(small.add(r, at, 64)).as("no room").isFalse();
        assertThat(small.count).isEqualTo(SmallTriangles.MOST);
    }
}
