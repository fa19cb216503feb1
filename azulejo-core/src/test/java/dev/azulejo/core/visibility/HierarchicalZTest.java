package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** Whatever is entered, the structure never claims more than is true, at any level. */
class HierarchicalZTest {
    private static final int WIDTH = 150;
    private static final int HEIGHT = 77;

    @Test
    void whatItCallsHiddenIsHiddenInEveryPixel() {
        var random = new Random(11);
        int hidden = 0;
        for (int scene = 0; scene < 300; scene++) {
            var z = new HierarchicalZ();
            boolean reversed = random.nextBoolean();
            z.reset(WIDTH, HEIGHT, reversed, Float.NaN);
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
            z.occludeGroup(group, key);
            cover(far, x & ~15, y & ~15, 16, key, -1);
        } else {
            int mask = random.nextInt(3) == 0 ? 0xffff : random.nextInt(1 << 16);
            z.occlude(z.blockOf(x, y), mask, key);
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
        boolean hidden = z.hidden(x0, y0, x1, y1, key);
        assertThat(z.hiddenNearby(x0, y0, x1, y1, key)).isEqualTo(hidden);
        if (hidden) {
            for (int y = y0; y <= y1; y++) {
                for (int x = x0; x <= x1; x++) {
                    assertThat(far[y * WIDTH + x]).isLessThan(key);
                }
            }
        }
        return hidden ? 1 : 0;
    }

    @Test
    void keysRoundToTheSafeSide() {
        var random = new Random(12);
        var z = new HierarchicalZ();
        for (int i = 0; i < 100_000; i++) {
            boolean reversed = random.nextBoolean();
            z.reset(1, 1, reversed, Float.NaN);
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
            z.reset(64, 64, reversed, 0.5f);
            assertThat(z.hidden(0, 0, 63, 63, z.nearKey(0.5f))).isFalse();
            assertThat(z.hidden(0, 0, 63, 63, z.nearKey(reversed ? 0.4f : 0.6f))).isTrue();
        }
    }
}
