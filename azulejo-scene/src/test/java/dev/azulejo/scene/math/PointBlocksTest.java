package dev.azulejo.scene.math;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** Few points are visited, and the box has the bits of one that visits all. */
class PointBlocksTest {
    private static final int BLOCK = PointBlocks.BLOCK;

    private static Mat4 matrix(Random random) {
        float[] m = new float[16];
        for (int i = 0; i < 15; i++) {
            boolean linear = i % 4 != 3;
            m[i] = linear ? random.nextInt(-4, 5) * random.nextInt(2) * random.nextFloat() : 0;
        }
        m[15] = 1;
        if (random.nextInt(6) == 0) {
            m[random.nextInt(12)] =
                    new float[] {Float.NaN, Float.POSITIVE_INFINITY, -0f, 3e38f}[random.nextInt(4)];
        }
        return Mat4.ofColumns(m);
    }

    private static float[] points(Random random, int count) {
        float[] xyz = new float[3 * count];
        for (int i = 0; i < xyz.length; i++) {
            xyz[i] = random.nextInt(-3, 4) * (random.nextBoolean() ? 1 : random.nextFloat());
            if (random.nextInt(40) == 0) {
                xyz[i] =
                        new float[] {
                                    Float.NaN,
                                    Float.POSITIVE_INFINITY,
                                    Float.NEGATIVE_INFINITY,
                                    -0f,
                                    3e38f
                                }
                                [random.nextInt(5)];
            }
        }
        return xyz;
    }

    @Test
    void boxesAreTheSameBitForBit() {
        var random = new Random(3);
        for (int round = 0; round < 3000; round++) {
            float[] xyz = points(random, random.nextInt(5 * BLOCK));
            var blocks = new PointBlocks(xyz);
            for (int again = 0; again < 3; again++) {
                var transform = matrix(random);
                assertThat(blocks.bounds(transform))
                        .as("round %d", round)
                        .isEqualTo(Bounds.ofPoints(xyz, transform));
            }
        }
    }

    /** All but the first block lie within it, and one that is told from it by a zero's sign. */
    @Test
    void whatLiesWithinIsNotVisited() {
        float[] xyz = new float[3 * 5 * BLOCK];
        for (int i = 0; i < xyz.length; i++) {
            boolean first = i < 3 * BLOCK;
            xyz[i] = first ? (i % 2 == 0 ? -9 : 9) : (float) Math.sin(i);
        }
        var blocks = new PointBlocks(xyz);
        assertThat(blocks.count()).isEqualTo(5);
        assertThat(blocks.visits()).isZero();
        blocks.bounds(Mat4.IDENTITY);
        assertThat(blocks.visits()).isEqualTo(BLOCK);
        // The fourth reaches further
        xyz[3 * 3 * BLOCK] = 10;
        var further = new PointBlocks(xyz);
        further.bounds(Mat4.IDENTITY);
        assertThat(further.visits()).isEqualTo(2 * BLOCK);
    }

    /** The box of each block after a transform holds its points, and that of all holds them all. */
    @Test
    void noBoxIsShort() {
        var random = new Random(8);
        for (int round = 0; round < 500; round++) {
            float[] xyz = points(random, 3 * BLOCK + 7);
            var blocks = new PointBlocks(xyz);
            assertThat(blocks.first(3)).isEqualTo(3 * BLOCK);
            assertThat(blocks.end(3)).isEqualTo(3 * BLOCK + 7);
            var transform = matrix(random);
            float[] box = new float[6];
            for (int b = 0; b <= blocks.count(); b++) {
                int from = b < blocks.count() ? 3 * blocks.first(b) : 0;
                int to = b < blocks.count() ? 3 * blocks.end(b) : xyz.length;
                var inside = Bounds.ofPoints(Arrays.copyOfRange(xyz, from, to), transform);
                blocks.reach(b, transform.toArray(), box);
                if (!inside.isEmpty()) {
                    assertThat(box[0] > inside.min().x()).as("%d", round).isFalse();
                    assertThat(box[1] > inside.min().y()).as("%d", round).isFalse();
                    assertThat(box[2] > inside.min().z()).as("%d", round).isFalse();
                    assertThat(box[3] < inside.max().x()).as("%d", round).isFalse();
                    assertThat(box[4] < inside.max().y()).as("%d", round).isFalse();
                    assertThat(box[5] < inside.max().z()).as("%d", round).isFalse();
                }
            }
        }
    }

    @Test
    void noPointsHaveNoBox() {
        assertThat(new PointBlocks(new float[0]).bounds(Mat4.IDENTITY)).isEqualTo(Bounds.EMPTY);
        assertThat(new PointBlocks(new float[] {Float.NaN, 0, 0}).bounds()).isEqualTo(Bounds.EMPTY);
        assertThat(new PointBlocks(new float[] {1, 2, 3}).bounds())
                .isEqualTo(new Bounds(new Vec3(1, 2, 3), new Vec3(1, 2, 3)));
    }
}
