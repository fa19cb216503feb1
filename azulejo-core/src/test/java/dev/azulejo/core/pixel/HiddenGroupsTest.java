package dev.azulejo.core.pixel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.ScalarRasterKernels;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.HizCounts;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** Groups called hidden, against every depth of every sample in them. */
class HiddenGroupsTest {
    private static final int SIDE = 64;
    private static final int ACROSS = SIDE / 16;

    private final Random random = new Random(11);
    private final TileTriangle triangle = new TileTriangle();
    private final int[] record = new int[TrianglePlanes.STRIDE];

    /** A triangle of constant depth with its right angle at the left top corner of a box. */
    private boolean set(int samples, int x0, int y0, int x1, int y1, float z) {
        int[] corners = {x0, y0, x1, y0, x0, y1};
        for (int i = 0; i < 6; i++) {
            record[i] = 256 * corners[i];
        }
        record[TrianglePlanes.Z0] = Float.floatToRawIntBits(z);
        record[TrianglePlanes.Z_MIN] = record[TrianglePlanes.Z0];
        record[TrianglePlanes.Z_MAX] = record[TrianglePlanes.Z0];
        record[TrianglePlanes.COLUMNS] = TrianglePlanes.range(x0, x1 - 1);
        record[TrianglePlanes.ROWS] = TrianglePlanes.range(y0, y1 - 1);
        return triangle.set(record, 0, 0, 0, SIDE, SamplePattern.of(samples));
    }

    /** Whether every sample of a group is strictly nearer than a depth. */
    private static boolean behindAll(TileSamples tile, int group, float z, boolean reversed) {
        boolean behind = true;
        for (int block = 0; block < SIDE * SIDE / 16; block++) {
            int x = block % (SIDE / 4) / 4;
            int y = block / (SIDE / 4) / 4;
            if (y * ACROSS + x != group) {
                continue;
            }
            int length = 16 * tile.samples;
            for (int i = block * length; i < (block + 1) * length; i++) {
                behind &= reversed ? z < tile.depth[i] : z > tile.depth[i];
            }
        }
        return behind;
    }

    /**
     * As the rasteriser uses it: test, draw where it is not hidden, tell. A group may only be
     * called hidden if all its samples are nearer, and must be from time to time.
     */
    @Test
    void whatATileCallsHiddenIsHidden() {
        for (int samples : new int[] {1, 4, 16}) {
            var raster = new ScalarRasterKernels(SamplePattern.of(samples));
            var tile = new TileSamples(SIDE, samples);
            int found = 0;
            for (int round = 0; round < 60; round++) {
                boolean reversed = random.nextBoolean();
                Arrays.fill(tile.depth, reversed ? 0 : 1);
                var hidden = new HiddenGroups(SIDE);
                hidden.begin(null, tile, reversed, 0, 0);
                for (int step = 0; step < 200; step++) {
                    int x = random.nextInt(-40, 60);
                    int y = random.nextInt(-40, 60);
                    int x0 = Math.max(0, x);
                    int y0 = Math.max(0, y);
                    float z = random.nextInt(1, 64) / 64f;
                    if (!set(
                            samples,
                            x0,
                            y0,
                            x0 + random.nextInt(1, 200),
                            y0 + random.nextInt(1, 200),
                            z)) {
                        continue;
                    }
                    // Now and then a draw call that looks the other way.
                    boolean turned = random.nextInt(40) == 0;
                    triangle.compare =
                            reversed != turned ? CompareFunction.GREATER : CompareFunction.LESS;
                    triangle.depthWrite = random.nextInt(3) != 0;
                    if (random.nextInt(60) == 0) {
                        triangle.compare = CompareFunction.ALWAYS;
                    }
                    int count = hidden.test(triangle, record, 0);
                    found += check(hidden, tile, count, z, triangle.compare);
                    raster.visibility(triangle, tile, step, new RasterCounts());
                    hidden.wrote(triangle);
                }
                assertThat(takeQueries(hidden)).isZero();
            }
            assertThat(found).isGreaterThan(1000);
        }
    }

    private int check(
            HiddenGroups hidden, TileSamples tile, int count, float z, CompareFunction compare) {
        int marked = 0;
        for (int group = 0; group < ACROSS * ACROSS; group++) {
            int x = group % ACROSS;
            int y = group / ACROSS;
            if (!hidden.hidden(x, y)) {
                continue;
            }
            marked++;
            assertThat(x).isBetween(triangle.blockX0 >> 2, triangle.blockX1 >> 2);
            assertThat(y).isBetween(triangle.blockY0 >> 2, triangle.blockY1 >> 2);
            // The rasteriser does not ask for a comparison that passes both ways.
            if (compare != CompareFunction.ALWAYS) {
                boolean reversed = compare == CompareFunction.GREATER;
                assertThat(behindAll(tile, group, z, reversed)).isTrue();
            }
        }
        assertThat(count).isEqualTo(marked);
        int across = (triangle.blockX1 >> 2) - (triangle.blockX0 >> 2) + 1;
        int down = (triangle.blockY1 >> 2) - (triangle.blockY0 >> 2) + 1;
        assertThat(hidden.groups()).isEqualTo(across * down);
        return count;
    }

    /** One group filled by sixteen triangles; behind it a triangle over four groups. */
    @Test
    void looksAgainAfterSixteenTriangles() {
        var raster = new ScalarRasterKernels(SamplePattern.of(1));
        var tile = new TileSamples(SIDE, 1);
        Arrays.fill(tile.depth, 1);
        var hidden = new HiddenGroups(SIDE);
        hidden.begin(null, tile, false, 0, 0);
        triangle.compare = CompareFunction.LESS;
        triangle.depthWrite = true;
        set(1, 0, 0, 32, 32, 0.5f);
        assertThat(hidden.test(triangle, record, 0)).isZero();
        assertThat(hidden.groups()).isEqualTo(4);
        for (int i = 1; i <= 16; i++) {
            set(1, 0, 0, 32, 32, 0.25f - i / 100f);
            raster.visibility(triangle, tile, i, new RasterCounts());
            hidden.wrote(triangle);
            set(1, 0, 0, 32, 32, 0.5f);
            assertThat(hidden.test(triangle, record, 0))
                    .as("after %d", i)
                    .isEqualTo(i < 16 ? 0 : 1);
        }
        assertThat(hidden.hidden(0, 0)).isTrue();
        assertThat(hidden.hidden(1, 0)).isFalse();
        set(1, 0, 0, 32, 32, 0.2f);
        assertThat(hidden.test(triangle, record, 0)).isOne();
        // In front of the last, which is the nearest of all.
        set(1, 0, 0, 32, 32, 0.05f);
        assertThat(hidden.test(triangle, record, 0)).isZero();
        // Depth that may move away makes all of it unknown again.
        triangle.compare = CompareFunction.ALWAYS;
        hidden.wrote(triangle);
        Arrays.fill(tile.depth, 1);
        triangle.compare = CompareFunction.LESS;
        set(1, 0, 0, 32, 32, 0.5f);
        assertThat(hidden.test(triangle, record, 0)).isZero();
    }

    /** The structure that set-up built is asked for each group, but not about a single one. */
    @Test
    void asksTheStructureThatWasBuiltAhead() {
        var structure = new HierarchicalZ();
        structure.reset(256, 256, false, 1, FinestLevel.LAYERS);
        var work = new HizCounts();
        // Tile at 64, 128: its group 1,0 filled at 1/4, its group 0,1 at 3/4.
        for (int y = 0; y < 16; y += 4) {
            for (int x = 0; x < 16; x += 4) {
                structure.enter(64 + 16 + x, 128 + y, 0.25f, work);
                structure.enter(64 + x, 128 + 16 + y, 0.75f, work);
            }
        }
        var hidden = new HiddenGroups(SIDE);
        hidden.begin(structure, new TileSamples(SIDE, 1), false, 64, 128);
        set(1, 64, 128, 64 + 40, 128 + 40, 0.5f);
        assertThat(triangle.set(record, 0, 64, 128, SIDE, SamplePattern.of(1))).isTrue();
        assertThat(hidden.test(triangle, record, 0)).isOne();
        assertThat(hidden.groups()).isEqualTo(9);
        assertThat(takeQueries(hidden)).isEqualTo(9);
        assertThat(takeQueries(hidden)).isZero();
        for (int group = 0; group < 16; group++) {
            assertThat(hidden.hidden(group % 4, group / 4)).isEqualTo(group == 1);
        }
        set(1, 64 + 16, 128, 64 + 32, 128 + 16, 0.5f);
        assertThat(triangle.set(record, 0, 64, 128, SIDE, SamplePattern.of(1))).isTrue();
        assertThat(hidden.test(triangle, record, 0)).isZero();
        assertThat(takeQueries(hidden)).isZero();
    }

    /** A structure is told the farthest sample of each block inside the target. */
    @Test
    void tellsAStructureTheFarthestDepths() {
        for (boolean reversed : new boolean[] {false, true}) {
            var tile = new TileSamples(SIDE, 4);
            for (int i = 0; i < tile.depth.length; i++) {
                tile.depth[i] = random.nextInt(1 << 12) / 4096f;
            }
            var structure = new HierarchicalZ();
            structure.reset(128, 128, reversed, Float.NaN, FinestLevel.LAYERS);
            var hidden = new HiddenGroups(SIDE);
            hidden.begin(null, tile, reversed, 64, 64);
            hidden.propagate(structure, 32, 40);
            int learnt = 0;
            for (int y = 0; y < 128; y += 4) {
                for (int x = 0; x < 128; x += 4) {
                    int key = HierarchicalZ.UNKNOWN;
                    if (x >= 64 && x < 96 && y >= 64 && y < 104) {
                        int block = (y - 64) / 4 * 16 + (x - 64) / 4;
                        float low = 2;
                        float high = -1;
                        for (int i = 64 * block; i < 64 * block + 64; i++) {
                            low = Math.min(low, tile.depth[i]);
                            high = Math.max(high, tile.depth[i]);
                        }
                        // Depths are multiples of a key.
                        double far = reversed ? 1 - low : high;
                        key = (int) Math.min(far * (1 << 24), HierarchicalZ.UNKNOWN);
                    }
                    assertThat(structure.farthest(x, y, 4)).as("%d,%d", x, y).isEqualTo(key);
                    learnt += key < HierarchicalZ.UNKNOWN ? 1 : 0;
                }
            }
            assertThat(learnt).isGreaterThan(70);
            assertThat(take(hidden, Counter.HIZ_WRITES)).isEqualTo(learnt);
        }
    }

    /** Of a triangle over four groups: one group of 8x8, a block, and two groups of 2x2. */
    @Test
    void asksAboutPartsOfGroupsThatAreNotHidden() {
        var structure = new HierarchicalZ();
        structure.reset(64, 64, false, 1, FinestLevel.LAYERS);
        var work = new HizCounts();
        for (int y = 0; y < 8; y += 4) {
            for (int x = 0; x < 8; x += 4) {
                structure.enter(x, y, 0.25f, work);
            }
        }
        structure.enter(8, 0, 0.25f, work);
        structure.enter(16, 0, 0.32f, work);
        var hidden = new HiddenGroups(SIDE);
        hidden.begin(structure, new TileSamples(SIDE, 1), false, 0, 0);
        // 1/256 farther a pixel: 0.3125 at column 16, 0.3203 at column 18
        set(1, 0, 0, 32, 32, 0.25f);
        record[TrianglePlanes.Z0] = Float.floatToRawIntBits(0.25f);
        record[TrianglePlanes.DZDX] = Float.floatToRawIntBits(0x1p-16f);
        record[TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(0.25f + 0x1p-20f);
        record[TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(0.5f);
        triangle.set(record, 0, 0, 0, SIDE, SamplePattern.of(1));
        int[] queries = {4, 4 + 16, 4 + 16 + 15 * 4, 4 + 16 + 15 * 4 + 59 * 4};
        int[] firstRow = {0, 0b11, 0b111, 0b111};
        for (int level = 0; level < 4; level++) {
            hidden.refine(16 >> level);
            assertThat(hidden.test(triangle, record, 0)).isZero();
            assertThat(hidden.everywhere()).isFalse();
            assertThat(hidden.anywhere()).isEqualTo(level > 0);
            assertThat(hidden.hiddenBlocks(0)).isEqualTo(firstRow[level]);
            assertThat(hidden.hiddenBlocks(1)).isEqualTo(firstRow[level] & 0b11);
            assertThat(hidden.hiddenBlocks(2)).isZero();
            var counts = new Counts();
            hidden.report(counts);
            assertThat(counts.get(Counter.HIZ_READS)).isEqualTo(queries[level]);
            assertThat(counts.get(Counter.RASTER_GROUPS_HIDDEN)).isZero();
            assertThat(counts.get(Counter.RASTER_EIGHTS_HIDDEN)).isEqualTo(level > 0 ? 1 : 0);
            assertThat(counts.get(Counter.RASTER_BLOCKS_HIDDEN)).isEqualTo(level > 1 ? 1 : 0);
            assertThat(counts.get(Counter.RASTER_QUADS_HIDDEN)).isEqualTo(level > 2 ? 2 : 0);
        }
    }

    private static long takeQueries(HiddenGroups hidden) {
        return take(hidden, Counter.HIZ_READS);
    }

    private static long take(HiddenGroups hidden, Counter counter) {
        var counts = new Counts();
        hidden.report(counts);
        return counts.get(counter);
    }
}
