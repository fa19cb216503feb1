package dev.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FillTrianglesTest {
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;

    /** Normalised device coordinate of a vertex. */
    private static double ndc(FillTriangles triangles, int vertex, int axis) {
        return triangles.clip()[4 * vertex + axis] / (double) triangles.clip()[4 * vertex + 3];
    }

    @ParameterizedTest
    @CsvSource({"10", "100", "540"})
    void eachHasTheAreaOfItsLegsFacesFrontAndLiesInTheWindow(int side) {
        var triangles = FillTriangles.create(500, side, WIDTH, HEIGHT, 3);
        assertThat(triangles.count()).isEqualTo(500);
        assertThat(triangles.area()).isEqualTo(500 * side * side / 2.0);
        for (int t = 0; t < triangles.count(); t++) {
            double[] x = new double[3];
            double[] y = new double[3];
            for (int i = 0; i < 3; i++) {
                int vertex = triangles.indices()[3 * t + i];
                assertThat(vertex).isEqualTo(3 * t + i);
                x[i] = ndc(triangles, vertex, 0);
                y[i] = ndc(triangles, vertex, 1);
                assertThat(Math.max(Math.abs(x[i]), Math.abs(y[i]))).isLessThan(1 + 1e-6);
            }
            double twice = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
            // Counter-clockwise, y upward: positive
            double pixels = twice / 2 * (WIDTH / 2.0) * (HEIGHT / 2.0);
            assertThat(pixels).isCloseTo(side * side / 2.0, within(side * 0.01));
        }
    }

    /** Lengths are those of legs in the window: s along its sides, and in between otherwise. */
    @Test
    void legsHaveTheirLengthsAlongTheSides() {
        var triangles = FillTriangles.create(20_000, 30, WIDTH, HEIGHT, 5);
        double least = Double.MAX_VALUE;
        double most = 0;
        double atRightAngles = 0;
        for (int t = 0; t < triangles.count(); t++) {
            double x = (ndc(triangles, 3 * t + 1, 0) - ndc(triangles, 3 * t, 0)) * WIDTH / 2;
            double y = (ndc(triangles, 3 * t + 1, 1) - ndc(triangles, 3 * t, 1)) * HEIGHT / 2;
            double leg = Math.hypot(x, y);
            least = Math.min(least, leg);
            most = Math.max(most, leg);
            atRightAngles += Math.abs(y) > Math.abs(x) ? 1 : 0;
        }
        // One leg is as wide as 30 of 1920 pixels: upright, that is 30 * 1080 / 1920 of its rows
        assertThat(most).isCloseTo(30, within(0.001));
        assertThat(least).isCloseTo(30 * 1080 / 1920.0, within(0.001));
        // Steeper than 45 degrees in the window: the angle's tangent is above 16 / 9
        double part = 1 - Math.atan(16 / 9.0) / (Math.PI / 2);
        assertThat(atRightAngles / triangles.count()).isCloseTo(part, within(0.02));
    }

    @Test
    void eachIsNearerThanAllBefore() {
        var triangles = FillTriangles.create(1000, 10, WIDTH, HEIGHT, 7);
        for (int t = 0; t < 1000; t++) {
            for (int i = 3 * t; i < 3 * t + 3; i++) {
                assertThat(triangles.clip()[4 * i + 3]).isEqualTo(1000 - t);
                assertThat(ndc(triangles, i, 2)).isCloseTo((1000 - t) / 1001.0, within(1e-6));
            }
        }
    }

    @Test
    void seedsMakeOthers() {
        var one = FillTriangles.create(10, 10, 64, 64, 1);
        assertThat(FillTriangles.create(10, 10, 64, 64, 1).clip()).isEqualTo(one.clip());
        assertThat(FillTriangles.create(10, 10, 64, 64, 2).clip()).isNotEqualTo(one.clip());
    }

    @ParameterizedTest
    @CsvSource({"0, 10", "-1, 10", "5, 0", "5, 541", "200000000, 10"})
    void whatDoesNotFitIsRefused(int count, int side) {
        assertThatThrownBy(() -> FillTriangles.create(count, side, WIDTH, HEIGHT, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("side=%d in 1..540".formatted(side));
    }
}
