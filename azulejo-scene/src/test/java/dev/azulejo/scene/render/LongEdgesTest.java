package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.HashSet;

/** Edges are halved until none is too long. */
class LongEdgesTest {
    private static final Runnable GO_ON = () -> {};

    /** An upright square of two triangles. */
    private static Primitive square(float x, float side) {
        float[] xyz = {x, 0, 0, x + side, 0, 0, x + side, side, 0, x, side, 0};
        float[] normals = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
        return new Primitive(
                Topology.TRIANGLES, new int[] {0, 1, 2, 0, 2, 3}, VertexData.of(xyz, normals), -1);
    }

    private static Primitive divide(Primitive primitive, double most, int room) {
        return LongEdges.divide(primitive, Mat4.IDENTITY, most, room, GO_ON);
    }

    private static long count(Primitive primitive, double most) {
        return LongEdges.count(primitive, Mat4.IDENTITY, most, Integer.MAX_VALUE, GO_ON);
    }

    /** Half a square has its longest edge halved: two of 1 / √2 of its size, again and again. */
    @Test
    void halvesOfASquareAreCounted() {
        var square = square(0, 1);
        for (int halvings = 0; halvings < 10; halvings++) {
            double most = Math.sqrt(2) * Math.pow(2, -0.5 * halvings) * 1.001;
            int triangles = 2 << halvings;
            assertThat(count(square, most)).isEqualTo(triangles - 2);
            var divided = divide(square, most, triangles);
            assertThat(divided.indices()).hasSize(3 * triangles);
            // No room for one of them: then it stays
            assertThat(divide(square, most, triangles - 1)).isSameAs(square);
        }
        assertThat(divide(square, Double.POSITIVE_INFINITY, 99)).isSameAs(square);
    }

    /**
     * 5 million from the origin floats are half a unit apart, and 32 units across 65 of them; up,
     * where they are fine, edges are as short as is asked for.
     */
    @Test
    void whatFloatsCannotHalveStaysWhole() {
        var far = square(5e6f, 32);
        var divided = divide(far, 0.01, 1 << 21);
        assertThat(divided).isNotSameAs(far);
        float[] p = divided.vertices().positions();
        int[] indices = divided.indices();
        for (int i = 0; i < indices.length; i += 3) {
            int a = 3 * indices[i];
            int b = 3 * indices[i + 1];
            int c = 3 * indices[i + 2];
            double area =
                    ((double) p[b] - p[a]) * ((double) p[c + 1] - p[a + 1])
                            - ((double) p[c] - p[a]) * ((double) p[b + 1] - p[a + 1]);
            assertThat(area).isPositive();
        }
        var across = new HashSet<Float>();
        var up = new HashSet<Float>();
        for (int i = 0; i < p.length; i += 3) {
            across.add(p[i]);
            up.add(p[i + 1]);
        }
        assertThat(across).hasSize(65);
        assertThat(up).hasSize(4097);
        // Near the origin they are all as short as is asked for
        assertThat(divide(square(0, 32), 1, 1 << 20).indices()).hasSize(3 * 4096);
    }

    /** An end in each of two neighbouring floats, and in two whose sum is too large for a float. */
    @Test
    void twoFloatsBesideEachOtherHaveNoMiddle() {
        for (float side : new float[] {Math.ulp(1f), Math.ulp(1f) / 2}) {
            var thin = square(1, side);
            assertThat(divide(thin, 1e-30, 4)).isSameAs(thin);
        }
        float[] xyz = {3e38f, 0, 0, 2e38f, 0, 0, 2e38f, 1e-3f, 0};
        var huge =
                new Primitive(
                        Topology.TRIANGLES,
                        new int[] {0, 1, 2},
                        VertexData.of(xyz, new float[9]),
                        -1);
        assertThat(divide(huge, 1, 1 << 10)).isSameAs(huge);
    }

    /**
     * 8192 triangles of 2 are made by looking at 16,382: at 4096, 8192 and 12,288 of these it is
     * asked whether to go on.
     */
    @Test
    void itCanBeEnded() {
        var square = square(0, 1);
        double most = Math.sqrt(2) / 64 * 1.001;
        int[] looks = new int[1];
        Runnable counted = () -> looks[0]++;
        var all = LongEdges.divide(square, Mat4.IDENTITY, most, 1 << 20, counted);
        assertThat(all.indices()).hasSize(3 * 8192);
        assertThat(looks[0]).isEqualTo(3);
        Runnable second =
                () -> {
                    looks[0]++;
                    if (looks[0] == 5) {
                        throw new IllegalStateException("enough");
                    }
                };
        assertThatThrownBy(() -> LongEdges.divide(square, Mat4.IDENTITY, most, 1 << 20, second))
                .hasMessage("enough");
        assertThat(looks[0]).isEqualTo(5);
        // Those that are counted: once, and at each 4096th
        looks[0] = 0;
        var many = new Primitive(Topology.TRIANGLES, new int[3 * 9000], square.vertices(), -1);
        assertThat(LongEdges.count(many, Mat4.IDENTITY, 1, 9, counted)).isZero();
        assertThat(looks[0]).isEqualTo(3);
    }
}
