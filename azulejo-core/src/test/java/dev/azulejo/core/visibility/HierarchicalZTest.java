package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.BlockMask;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.PixelRectangle;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Whatever is entered, the structure never claims more than is true, at any level. */
class HierarchicalZTest {
    private static final int WIDTH = 150;
    private static final int HEIGHT = 77;

    @Test
    void whatItCallsHiddenIsHiddenInEveryPixel() {
        var random = new Random(11);
        int hidden = 0;
        var z = new HierarchicalZ();
        for (int scene = 0; scene < 600; scene++) {
            boolean reversed = random.nextBoolean();
            z.reset(
                    WIDTH,
                    HEIGHT,
                    reversed,
                    Float.NaN,
                    scene % 2 == 0 ? FinestLevel.PIXELS : FinestLevel.LAYERS);
            int[] far = new int[WIDTH * HEIGHT];
            Arrays.fill(far, HierarchicalZ.UNKNOWN);
            for (int step = 0; step < 400; step++) {
                occlude(random, z, far);
                hidden += check(random, z, far);
            }
        }
        assertThat(hidden).as("rectangles found hidden").isGreaterThan(1000);
    }

    /** Enters a block, or a whole group. */
    private static void occlude(Random random, HierarchicalZ z, int[] far) {
        int key = random.nextInt(1 << random.nextInt(10, 25));
        int x = random.nextInt(WIDTH / 4) * 4;
        int y = random.nextInt(HEIGHT / 4) * 4;
        if (random.nextInt(3) == 0) {
            int group = z.blockOf(x, y) >> 4;
            z.occludeGroup(group, key, new HizCounts());
            cover(far, x & ~15, y & ~15, 16, key, -1);
        } else {
            int mask = random.nextInt(3) == 0 ? 0xffff : random.nextInt(1 << 16);
            z.occlude(z.blockOf(x, y), mask, key, new HizCounts());
            cover(far, x, y, 4, key, mask);
        }
    }

    private static void cover(int[] far, int x0, int y0, int side, int key, int mask) {
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                boolean covered = side != 4 || (mask >>> 4 * i + j & 1) != 0;
                if (covered && x0 + i < WIDTH && y0 + j < HEIGHT) {
                    int at = (y0 + j) * WIDTH + x0 + i;
                    far[at] = Math.min(far[at], key);
                }
            }
        }
    }

    private static int check(Random random, HierarchicalZ z, int[] far) {
        int x0 = random.nextInt(WIDTH);
        int y0 = random.nextInt(HEIGHT);
        int x1 = Math.min(WIDTH - 1, x0 + random.nextInt(1 << random.nextInt(1, 7)));
        int y1 = Math.min(HEIGHT - 1, y0 + random.nextInt(1 << random.nextInt(1, 7)));
        int key = random.nextInt(1 << 24);
        boolean hidden = z.hidden(x0, y0, x1, y1, key, new HizCounts());
        assertThat(z.hiddenNearby(x0, y0, x1, y1, key, new HizCounts())).isEqualTo(hidden);
        if (hidden) {
            for (int y = y0; y <= y1; y++) {
                for (int x = x0; x <= x1; x++) {
                    assertThat(far[y * WIDTH + x]).isLessThan(key);
                }
            }
        }
        return hidden ? 1 : 0;
    }

    /** Small triangles in front of the edge between two surfaces stay known beside them. */
    @Test
    void twoLayersKeepWhatLiesBeforeAnEdge() {
        var z = new HierarchicalZ();
        z.reset(16, 16, false, 1, FinestLevel.LAYERS);
        z.occlude(0, 0x000f, 100, new HizCounts());
        z.occlude(0, 0x0ff0, 5_000_000, new HizCounts());
        z.occlude(0, 0xf000, 5_000_000, new HizCounts());
        assertThat(z.hidden(0, 0, 3, 3, 5_000_001, new HizCounts())).as("behind all").isTrue();
        assertThat(z.hidden(0, 0, 0, 3, 101, new HizCounts())).as("behind the nearest").isTrue();
        assertThat(z.hidden(0, 0, 1, 3, 101, new HizCounts())).as("beside it").isFalse();
    }

    @Test
    void edgesOfTheTargetAreKnownAtEveryLevel() {
        var z = new HierarchicalZ();
        boolean perPixel = false;
        for (int[] size :
                new int[][] {{150, 77}, {150, 77}, {1920, 1080}, {64, 64}, {1, 1}, {13, 130}}) {
            perPixel = !perPixel;
            z.reset(
                    size[0],
                    size[1],
                    false,
                    Float.NaN,
                    perPixel ? FinestLevel.PIXELS : FinestLevel.LAYERS);
            for (int y = 0; y < size[1]; y += 4) {
                for (int x = 0; x < size[0]; x += 4) {
                    int inside = BlockMask.of(0, 0, size[0] - 1 - x, size[1] - 1 - y);
                    z.occlude(z.blockOf(x, y), inside, 1000, new HizCounts());
                }
            }
            for (int side : new int[] {4, 16, 64}) {
                assertThat(z.farthest(size[0] - 1, size[1] - 1, side))
                        .as("%dx%d, %d", size[0], size[1], side)
                        .isEqualTo(1000);
            }
        }
    }

    /**
     * Confined, what lies around is hidden as far as groups reach that the rectangle touches, and
     * everything within is known at every level; what lies farther away stays as it was.
     */
    @ParameterizedTest
    @CsvSource({
        "64, 0, 127, 63",
        "16, 32, 111, 76",
        "48, 16, 63, 31",
        "0, 64, 149, 76",
        "128, 0, 16383, 16383"
    })
    void confinedNothingAroundIsMissed(int x0, int y0, int x1, int y1) {
        for (var level : new FinestLevel[] {FinestLevel.LAYERS, FinestLevel.PIXELS}) {
            var z = new HierarchicalZ();
            z.reset(WIDTH, HEIGHT, false, Float.NaN, level);
            z.occlude(z.blockOf(100, 40), 0xffff, 77, new HizCounts());
            z.confine(new PixelRectangle(x0, y0, x1, y1));
            z.reset(WIDTH, HEIGHT, false, Float.NaN, level);
            int right = Math.min(x1, WIDTH - 1);
            int bottom = Math.min(y1, HEIGHT - 1);
            assertThat(z.hidden(x0, y0, right, bottom, 1000, new HizCounts())).isFalse();
            for (int y = y0; y <= bottom; y += 4) {
                for (int x = x0; x <= right; x += 4) {
                    int inside = BlockMask.of(0, 0, right - x, bottom - y);
                    assertThat(z.hidden(x, y, x, y, 1000, new HizCounts())).isFalse();
                    z.occlude(z.blockOf(x, y), inside, 999, new HizCounts());
                }
            }
            for (int side : new int[] {4, 16, 64}) {
                assertThat(z.farthest(x0, y0, side)).as("first, %d", side).isEqualTo(999);
                assertThat(z.farthest(right, bottom, side)).as("last, %d", side).isEqualTo(999);
            }
            // To the ends of the roots that the rectangle lies in
            int rootX0 = x0 & -64;
            int rootY0 = y0 & -64;
            int rootX1 = Math.min(right | 63, WIDTH - 1);
            int rootY1 = Math.min(bottom | 63, HEIGHT - 1);
            assertThat(z.hidden(rootX0, rootY0, rootX1, rootY1, 1000, new HizCounts())).isTrue();
            boolean elsewhere = 100 < rootX0 || 100 > rootX1 || 40 < rootY0 || 40 > rootY1;
            if (elsewhere) {
                assertThat(z.farthest(100, 40, 4)).as("not begun anew").isEqualTo(77);
            }
            // Everywhere again
            z.confine(PixelRectangle.EVERYWHERE);
            z.reset(WIDTH, HEIGHT, false, Float.NaN, level);
            assertThat(z.hidden(rootX0, rootY0, rootX0, rootY0, 1000, new HizCounts())).isFalse();
            assertThat(z.hidden(100, 40, 100, 40, 1000, new HizCounts())).isFalse();
        }
    }

    /** Without locks, whoever meets whom: no claim ever goes beyond what all writers say. */
    @Test
    void writersWhoMeetTellNoLies() throws InterruptedException {
        for (int round = 0; round < 60; round++) {
            var z = new HierarchicalZ();
            z.reset(
                    64,
                    16,
                    false,
                    Float.NaN,
                    round % 2 == 0 ? FinestLevel.PIXELS : FinestLevel.LAYERS);
            long[][] writes = new long[4][300];
            int[] far = new int[64 * 16];
            Arrays.fill(far, HierarchicalZ.UNKNOWN);
            var random = new Random(round);
            for (long[] mine : writes) {
                for (int i = 0; i < mine.length; i++) {
                    int block = random.nextInt(6);
                    int mask = random.nextInt(1 << 16);
                    int key = random.nextInt(1 << random.nextInt(8, 24));
                    mine[i] = (long) block << 48 | (long) mask << 24 | key;
                    cover(far, 4 * block, 0, key, mask);
                }
            }
            var lies = new AtomicInteger();
            var threads = new Thread[writes.length];
            for (int t = 0; t < threads.length; t++) {
                long[] mine = writes[t];
                var dice = new Random(t);
                threads[t] =
                        new Thread(
                                () -> {
                                    for (long w : mine) {
                                        int block = (int) (w >>> 48);
                                        int mask = (int) (w >>> 24) & 0xffff;
                                        z.occlude(
                                                z.blockOf(4 * block, 0),
                                                mask,
                                                (int) w & 0xffffff,
                                                new HizCounts());
                                        int x = dice.nextInt(24);
                                        int y = dice.nextInt(4);
                                        int key = dice.nextInt(1 << 24);
                                        if (z.hidden(x, y, x, y, key, new HizCounts())
                                                && far[64 * y + x] >= key) {
                                            lies.incrementAndGet();
                                        }
                                    }
                                });
                threads[t].start();
            }
            for (var thread : threads) {
                thread.join();
            }
            assertThat(lies.get()).isZero();
        }
    }

    private static void cover(int[] far, int x0, int y0, int key, int mask) {
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                if ((mask >>> 4 * i + j & 1) != 0) {
                    int at = (y0 + j) * 64 + x0 + i;
                    far[at] = Math.min(far[at], key);
                }
            }
        }
    }

    @Test
    void keysRoundToTheSafeSide() {
        var random = new Random(12);
        var z = new HierarchicalZ();
        for (int i = 0; i < 100_000; i++) {
            boolean reversed = random.nextBoolean();
            z.reset(1, 1, reversed, Float.NaN, FinestLevel.LAYERS);
            float near = random.nextInt(50) == 0 ? random.nextInt(2) : random.nextFloat();
            float far = random.nextInt(3) == 0 ? Math.nextUp(near) : random.nextFloat();
            if (z.nearKey(near) > z.farKey(far)) {
                assertThat(reversed ? near < far : near > far)
                        .as("near %s far %s reversed %s", near, far, reversed)
                        .isTrue();
            }
            assertThat(z.nearKey(near)).isLessThanOrEqualTo(z.farKey(near));
        }
    }

    @Test
    void equalDepthsDoNotHide() {
        var z = new HierarchicalZ();
        for (boolean reversed : new boolean[] {false, true}) {
            z.reset(64, 64, reversed, 0.5f, FinestLevel.LAYERS);
            assertThat(z.hidden(0, 0, 63, 63, z.nearKey(0.5f), new HizCounts())).isFalse();
            assertThat(z.hidden(0, 0, 63, 63, z.nearKey(reversed ? 0.4f : 0.6f), new HizCounts()))
                    .isTrue();
        }
    }

    /** Four surfaces that meet in a block: layers know two of them, pixels all. */
    @Test
    void pixelsKeepEachDepth() {
        var z = new HierarchicalZ();
        for (boolean perPixel : new boolean[] {false, true}) {
            z.reset(64, 64, false, 1, perPixel ? FinestLevel.PIXELS : FinestLevel.LAYERS);
            for (int column = 0; column < 4; column++) {
                z.occlude(0, 0xf << 4 * column, 100 + column, new HizCounts());
            }
            int known = 0;
            for (int column = 0; column < 4; column++) {
                assertThat(hidden(z, column, 100 + column)).isFalse();
                known += hidden(z, column, 101 + column) ? 1 : 0;
            }
            assertThat(known).isEqualTo(perPixel ? 4 : 2);
            assertThat(z.farthest(0, 0, 4)).isEqualTo(103);
        }
    }

    /** Of three surfaces in a part of a block those are taken for one that lose least by it. */
    @Test
    void threeSurfacesLoseAsLittleAsTwoLayersCan() {
        var random = new Random(5);
        var z = new HierarchicalZ();
        for (int round = 0; round < 3000; round++) {
            z.reset(4, 4, false, 1, FinestLevel.LAYERS);
            int[] key = new int[3];
            int[] mask = new int[3];
            for (int pixel = 1; pixel < 16; pixel++) {
                int surface = pixel <= 3 ? pixel - 1 : random.nextInt(4);
                if (surface < 3) {
                    mask[surface] |= 1 << pixel;
                }
            }
            long exact = 0;
            for (int i = 0; i < 3; i++) {
                key[i] = random.nextInt(1 << random.nextInt(2, 25));
                exact += (long) key[i] * Integer.bitCount(mask[i]);
                assertThat(z.occlude(0, mask[i], key[i], new HizCounts())).isTrue();
            }
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 3; i++) {
                int j = (i + 1) % 3;
                int nearer = key[i] < key[j] ? i : j;
                long loss = Math.abs(key[i] - (long) key[j]) * Integer.bitCount(mask[nearer]);
                least = Math.min(least, loss);
            }
            long known = 0;
            for (int pixel = 1; pixel < 16; pixel++) {
                if (((mask[0] | mask[1] | mask[2]) >> pixel & 1) != 0) {
                    known += bound(z, pixel >> 2, pixel & 3);
                }
            }
            assertThat(known).as("round %d", round).isEqualTo(exact + least);
        }
    }

    /** What is behind a surface that fills a block no longer matters, whichever came first. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFullLayerHoldsForAll(boolean fartherFirst) {
        var z = new HierarchicalZ();
        z.reset(4, 4, false, 1, FinestLevel.LAYERS);
        for (boolean farther : new boolean[] {fartherFirst, !fartherFirst}) {
            z.occlude(0, farther ? 0x0001 : 0x00f0, farther ? 1000 : 10, new HizCounts());
        }
        z.occlude(0, 0xff0f, 10, new HizCounts());
        assertThat(z.farthest(0, 0, 4)).isEqualTo(10);
    }

    /** Nearest key that is not hidden in a pixel. */
    private static int bound(HierarchicalZ z, int x, int y) {
        int low = 0;
        int high = HierarchicalZ.UNKNOWN;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (z.hidden(x, y, x, y, middle, new HizCounts())) {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        return low;
    }

    private static boolean hidden(HierarchicalZ z, int x, int nearKey) {
        return z.hidden(x, 0, x, 3, nearKey, new HizCounts());
    }

    @Test
    void depthsOfPixelsAreForgottenByEveryReset() {
        var z = new HierarchicalZ();
        for (int round = 0; round < 400; round++) {
            z.reset(64, 64, false, 1, FinestLevel.PIXELS);
            assertThat(hidden(z, 1, 1000)).isFalse();
            z.occlude(0, 0x00f0, 10, new HizCounts());
            assertThat(hidden(z, 1, 11)).isTrue();
            assertThat(hidden(z, 0, 1000)).isFalse();
            assertThat(z.farthest(0, 0, 4)).isEqualTo(HierarchicalZ.UNKNOWN);
        }
    }

    /**
     * Nodes: the words of groups and blocks. Bytes: those, layers, pixels, and what is summed up.
     */
    @Test
    void nodesAndBytesByHand() {
        var z = new HierarchicalZ();
        z.reset(64, 64, false, 1, FinestLevel.LAYERS);
        // Root, group, block, the block's group, its second layer
        check(counts -> z.hidden(0, 0, 63, 63, 1000, counts), 4, 4 + 4 + 8 + 4 + 8, 0, 0);
        // The group; it tells the root after a look at all sixteen
        check(counts -> z.occludeGroup(0, 500, counts), 1, 4 + 64, 1, 4 + 4);
        // Block, group, layer; both words
        check(counts -> z.occlude(16, 0x000f, 100, counts), 2, 8 + 4 + 8, 1, 8 + 8);
        // Nothing new: nothing written
        check(counts -> z.occlude(16, 0x000f, 100, counts), 2, 8 + 4 + 8, 0, 0);
        var work = new HizCounts();
        z.occlude(32, 0x000f, 100, work);
        var told = new Counts();
        work.addTo(told);
        assertThat(told.get(Counter.HIZ_NODES)).isEqualTo(2);
        assertThat(told.get(Counter.HIZ_BYTES_READ)).isEqualTo(8 + 4 + 8);
        assertThat(told.get(Counter.HIZ_WRITES)).isOne();
        assertThat(told.get(Counter.HIZ_BYTES_WRITTEN)).isEqualTo(8 + 8);
        // Root and group alone
        check(counts -> z.hidden(3, 3, 12, 12, 501, counts), 2, 4 + 4, 0, 0);
        z.reset(64, 64, false, 1, FinestLevel.PIXELS);
        // Block, group, four pixels, all sixteen to find the farthest
        check(counts -> z.occlude(16, 0x000f, 100, counts), 2, 8 + 4 + 16 + 64, 1, 16);
        // Block, its group, and the first two pixels: the second hides nothing
        check(counts -> z.hiddenNearby(16, 0, 17, 0, 101, counts), 2, 8 + 4 + 8, 0, 0);
    }

    private static void check(
            Consumer<HizCounts> work, long nodes, long read, long writes, long written) {
        var hiz = new HizCounts();
        work.accept(hiz);
        var counts = new Counts();
        hiz.addTo(counts);
        assertThat(counts.get(Counter.HIZ_NODES)).isEqualTo(nodes);
        assertThat(counts.get(Counter.HIZ_BYTES_READ)).isEqualTo(read);
        assertThat(counts.get(Counter.HIZ_WRITES)).isEqualTo(writes);
        assertThat(counts.get(Counter.HIZ_BYTES_WRITTEN)).isEqualTo(written);
        hiz.addTo(counts);
        assertThat(counts.get(Counter.HIZ_NODES)).as("taken once").isEqualTo(nodes);
    }
}
