package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** The first triangle on a ray is that of asking all. */
class TriangleTreeTest {
    private static final Runnable GO_ON = () -> {};

    private static double all(float[] corners, TriangleTree.Ray ray, double most) {
        double nearest = most;
        for (int t = 0; t < corners.length; t += 9) {
            float[] one = Arrays.copyOfRange(corners, t, t + 9);
            nearest = Math.min(nearest, new TriangleTree(one, 1, GO_ON).first(ray, most));
        }
        return nearest;
    }

    /** Coordinates of few values, so that there are flat boxes, equal centres, rays along sides. */
    @Test
    void theFirstOneIsFound() {
        var random = new Random(4);
        int hits = 0;
        for (int round = 0; round < 60; round++) {
            int count = 1 + random.nextInt(200);
            boolean coarse = round % 2 == 0;
            float[] corners = new float[9 * count];
            for (int i = 0; i < corners.length; i++) {
                corners[i] = coarse ? random.nextInt(5) : random.nextFloat() * 4;
            }
            var tree = new TriangleTree(corners, count, GO_ON);
            var ray = new TriangleTree.Ray();
            for (int r = 0; r < 40; r++) {
                double[] d = new double[3];
                for (int axis = 0; axis < 3; axis++) {
                    d[axis] = coarse && r < 20 ? random.nextInt(3) - 1 : random.nextGaussian();
                }
                double length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
                if (length == 0) {
                    continue;
                }
                ray.from(random.nextInt(5), random.nextInt(5), random.nextFloat() * 4);
                ray.along(d[0] / length, d[1] / length, d[2] / length);
                double most = r % 3 == 0 ? Double.POSITIVE_INFINITY : 2;
                double first = tree.first(ray, most);
                assertThat(first).isEqualTo(all(corners, ray, most));
                hits += first < most ? 1 : 0;
            }
        }
        assertThat(hits).isGreaterThan(300);
    }

    @Test
    void distancesAreThoseOfAPlane() {
        float[] corners = {-1, 2, -1, 9, 2, -1, -1, 2, 9};
        var tree = new TriangleTree(corners, 1, GO_ON);
        var ray = new TriangleTree.Ray();
        ray.from(0, 0, 0);
        ray.along(0, 1, 0);
        assertThat(tree.first(ray, 10)).isEqualTo(2);
        assertThat(ray.behind()).isFalse();
        assertThat(tree.first(ray, 1.5)).isEqualTo(1.5);
        ray.along(0.6, 0.8, 0);
        assertThat(tree.first(ray, 10)).isEqualTo(2.5);
        ray.along(0, -1, 0);
        assertThat(tree.first(ray, 10)).isEqualTo(10);
        ray.from(0, 5, 0);
        assertThat(tree.first(ray, 10)).isEqualTo(3);
        assertThat(ray.behind()).isTrue();
        ray.from(8, 0, 8);
        ray.along(0, 1, 0);
        assertThat(tree.first(ray, 10)).isEqualTo(10);
        assertThat(new TriangleTree(new float[0], 0, GO_ON).first(ray, 10)).isEqualTo(10);
    }

    /** All at one place: it is halved by count, and does not get deeper than rays can go. */
    @Test
    void equalTrianglesAreHalved() {
        float[] corners = new float[9 * 50_000];
        for (int t = 0; t < corners.length; t += 9) {
            corners[t + 3] = 1;
            corners[t + 7] = 1;
            corners[t + 2] = 3;
            corners[t + 5] = 3;
            corners[t + 8] = 3;
        }
        var ray = new TriangleTree.Ray();
        ray.from(0.25, 0.25, 0);
        ray.along(0, 0, 1);
        var tree = new TriangleTree(corners, 50_000, GO_ON);
        assertThat(tree.first(ray, Double.POSITIVE_INFINITY)).isEqualTo(3);
    }

    /** Each next one is half as large and half as far: parts of one triangle, again and again. */
    @Test
    void aRowThatShrinksIsNotTooDeep() {
        int count = 2000;
        float[] corners = new float[9 * count];
        for (int t = 0; t < count; t++) {
            float scale = (float) Math.scalb(1.0, -(t % 120));
            corners[9 * t] = scale;
            corners[9 * t + 3] = 1.5f * scale;
            corners[9 * t + 7] = 0.5f * scale;
        }
        var ray = new TriangleTree.Ray();
        ray.from(1.1, 0.1, 5);
        ray.along(0, 0, -1);
        assertThat(new TriangleTree(corners, count, GO_ON).first(ray, 9)).isEqualTo(5);
    }

    @Test
    void makingOneCanBeEnded() {
        float[] corners = new float[9 * 5000];
        Runnable stop =
                () -> {
                    throw new IllegalStateException("enough");
                };
        assertThatThrownBy(() -> new TriangleTree(corners, 5000, stop)).hasMessage("enough");
    }

    /**
     * Slivers across a room, one like the other: in 16,384 boxes of four, so that there are 32,767
     * boxes, all of them as large as the room. A ray asks each, so that the third one is the first
     * to look whether to go on, at its second box.
     */
    @Test
    void aRayThatAsksAllCanBeEnded() {
        float[] sliver = {-1, -1, -1, 1, 1, 1, 1, 1, 0.999f};
        int count = 1 << 16;
        float[] corners = new float[9 * count];
        for (int t = 0; t < count; t++) {
            System.arraycopy(sliver, 0, corners, 9 * t, 9);
        }
        int[] looks = new int[1];
        var tree =
                new TriangleTree(
                        corners,
                        count,
                        () -> {
                            looks[0]++;
                            if (looks[0] == 1000) {
                                throw new IllegalStateException("enough");
                            }
                        });
        looks[0] = 0;
        var ray = new TriangleTree.Ray();
        ray.from(0.5, 0, -0.5);
        ray.along(0, 1, 0);
        int[] expected = {0, 0, 1, 1, 2, 2, 3};
        for (int after : expected) {
            assertThat(tree.first(ray, 9)).isEqualTo(9);
            assertThat(looks[0]).isEqualTo(after);
        }
        looks[0] = 999;
        assertThat(tree.first(ray, 9)).isEqualTo(9);
        assertThatThrownBy(() -> tree.first(ray, 9)).hasMessage("enough");
    }
}
