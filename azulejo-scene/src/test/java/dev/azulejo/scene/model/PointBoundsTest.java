package dev.azulejo.scene.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Boxes of what stands in many places: the same ones, for less. */
class PointBoundsTest {
    private static final Random RANDOM = new Random(5);

    private static float[] points(int count) {
        float[] xyz = new float[3 * count];
        for (int i = 0; i < xyz.length; i++) {
            xyz[i] = (RANDOM.nextFloat() - 0.5f) * (float) Math.scalb(1.0, RANDOM.nextInt(20));
        }
        return xyz;
    }

    private static Mat4 matrix(float[] linear, float x, float y, float z) {
        float[] m = linear.clone();
        m[12] = x;
        m[13] = y;
        m[14] = z;
        return Mat4.ofColumns(m);
    }

    private static float[] linear() {
        float[] m = new float[16];
        for (int i = 0; i < 11; i++) {
            m[i] = i % 4 == 3 ? 0 : RANDOM.nextFloat() * 4 - 2;
        }
        m[15] = 1;
        return m;
    }

    private static float move() {
        return (RANDOM.nextFloat() - 0.5f) * (float) Math.scalb(1.0, RANDOM.nextInt(40));
    }

    @Test
    void whatIsOnlyMovedIsVisitedOnce() {
        float[] xyz = points(1000);
        float[] turned = linear();
        var boxes = new PointBounds();
        for (int place = 0; place < 20_000; place++) {
            boxes.of(xyz, matrix(turned, move(), move(), move()));
        }
        assertThat(boxes.visits()).isEqualTo(1000);
        boxes.of(xyz, matrix(linear(), 0, 0, 0));
        boxes.of(points(7), matrix(turned, 0, 0, 0));
        assertThat(boxes.visits()).isEqualTo(1000 + 1000 + 7);
    }

    /** A ball of 65,536 points, 8x8 of them next to each other, that is turned in 500 ways. */
    @Test
    void ofWhatIsTurnedFewPointsAreVisited() {
        int count = 1 << 16;
        float[] xyz = new float[3 * count];
        for (int i = 0; i < count; i++) {
            int column = (i >> 6 & 31) * 8 + (i & 7);
            int row = (i >> 11) * 8 + (i >> 3 & 7);
            double z = 1 - (row + 0.5) / 128;
            double angle = Math.PI * column / 128;
            xyz[3 * i] = (float) (Math.sqrt(1 - z * z) * Math.cos(angle));
            xyz[3 * i + 1] = (float) (Math.sqrt(1 - z * z) * Math.sin(angle));
            xyz[3 * i + 2] = (float) z;
        }
        var boxes = new PointBounds();
        for (int way = 0; way < 508; way++) {
            var transform = matrix(linear(), move(), move(), move());
            assertThat(boxes.of(xyz, transform)).isEqualTo(Bounds.ofPoints(xyz, transform));
        }
        // Eight ways are remembered, and looked at as they are
        assertThat(boxes.visits()).isBetween(8L * count, 8L * count + 500L * count / 6);
    }

    @Test
    void boxesAreTheSameBitForBit() {
        for (int round = 0; round < 200; round++) {
            float[] xyz = points(1 + RANDOM.nextInt(30));
            if (round % 4 == 0) {
                xyz[RANDOM.nextInt(xyz.length)] =
                        new float[] {Float.NaN, Float.POSITIVE_INFINITY, -0f, 3e38f}
                                [RANDOM.nextInt(4)];
            }
            var boxes = new PointBounds();
            for (int place = 0; place < 12; place++) {
                float[] turned = linear();
                for (int again = 0; again < 3; again++) {
                    boolean far = round % 5 == 0 && again == 2;
                    var transform = matrix(turned, far ? 3e38f : move(), move(), again - 1);
                    assertThat(boxes.of(xyz, transform))
                            .as("round %d, place %d", round, place)
                            .isEqualTo(Bounds.ofPoints(xyz, transform));
                }
            }
        }
    }

    @Test
    void noPointsHaveNoBox() {
        var boxes = new PointBounds();
        var nowhere = new float[] {Float.NaN, 0, 0};
        for (int i = 0; i < 2; i++) {
            assertThat(boxes.of(nowhere, Mat4.IDENTITY).isEmpty()).isTrue();
            assertThat(boxes.of(new float[0], Mat4.IDENTITY).isEmpty()).isTrue();
        }
    }
}
