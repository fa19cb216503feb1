package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;

class EnvironmentAtlasTest {
    /** Maps follow each other, and the texture has room for all of them. */
    @Test
    void mapsDoNotOverlap() {
        int sharpest = EnvironmentAtlas.LEAST_SIDE;
        for (; sharpest <= EnvironmentAtlas.MOST_SIDE; sharpest *= 2) {
            int next = 0;
            for (int map = 0; map < EnvironmentAtlas.LEVELS; map++) {
                assertThat(EnvironmentAtlas.first(sharpest, map)).isEqualTo(next);
                int side = EnvironmentAtlas.side(sharpest, map) + 2;
                next += side * side;
            }
            int width = EnvironmentAtlas.width(sharpest);
            assertThat(width * EnvironmentAtlas.height(sharpest)).isBetween(next, next + width);
            assertThat(EnvironmentAtlas.sharpest(width)).isEqualTo(sharpest);
        }
    }

    /** Sides by hand: what blurs a lot needs few texels, and the least are 64 a side. */
    @ParameterizedTest
    @CsvSource({
        "64, 64 64 64 64 64 64 64 64 64",
        "128, 128 64 64 64 64 64 64 64 64",
        "256, 256 128 128 64 64 64 64 64 64",
        "512, 512 256 256 128 64 64 64 64 64",
        "1024, 1024 512 512 256 128 64 64 64 64",
        "2048, 2048 512 512 256 128 64 64 64 64"
    })
    void blurredMapsAreSmaller(int sharpest, String expected) {
        var sides = new ArrayList<String>();
        for (int map = 0; map < EnvironmentAtlas.LEVELS; map++) {
            sides.add(String.valueOf(EnvironmentAtlas.side(sharpest, map)));
        }
        assertThat(String.join(" ", sides)).isEqualTo(expected);
    }

    /**
     * Beyond an edge of the square its other half follows, and beyond a corner the one across: all
     * four corners are the bottom.
     */
    @Test
    void bordersAreThoseOfAnUnfoldedOctahedron() {
        int[] inside = {1, 2, 3, 4};
        int[] all = {
            4, 2, 1, 3,
            3, 1, 2, 4,
            1, 3, 4, 2,
            2, 4, 3, 1
        };
        float[] floats = new float[4 * 17];
        for (int i = 0; i < 4; i++) {
            Arrays.fill(floats, 4 * at(i), 4 * at(i) + 4, inside[i]);
        }
        EnvironmentAtlas.close(floats, 1, 2);
        for (int i = 0; i < 4 * 16; i++) {
            assertThat(floats[4 + i]).as("float %d", i).isEqualTo(all[i / 4]);
        }
        assertThat(Arrays.copyOf(floats, 4)).containsOnly(0);
    }

    /** A texel inside of a map of two a side that begins at the second one. */
    private static int at(int texel) {
        return 1 + 4 * (1 + texel / 2) + 1 + texel % 2;
    }

    @Test
    void eachMapIsThatOfItsRoughness() {
        for (int map = 0; map < EnvironmentAtlas.LEVELS; map++) {
            float roughness = (float) EnvironmentAtlas.roughness(map);
            assertThat(EnvironmentAtlas.level(roughness)).isCloseTo(map, within(1e-3f));
        }
        assertThat(EnvironmentAtlas.level(0)).isZero();
        assertThat(EnvironmentAtlas.level(1)).isEqualTo(EnvironmentAtlas.LEVELS - 1);
    }

    /** A place in a square is that of its direction, whichever way one goes. */
    @Test
    void directionsAndPlacesBelongTogether() {
        var random = new Random(2);
        var direction = new double[3];
        for (int i = 0; i < 100_000; i++) {
            double u = random.nextDouble();
            double v = random.nextDouble();
            EnvironmentAtlas.direction(u, v, direction);
            double scale = 0.1 + random.nextDouble() * 10;
            float x = (float) (direction[0] * scale);
            float y = (float) (direction[1] * scale);
            float z = (float) (direction[2] * scale);
            // Just above and below the equator places are next to each other
            if (Math.abs(direction[1]) > 1e-6) {
                assertThat((double) EnvironmentAtlas.u(x, y, z)).isCloseTo(u, within(1e-6));
                assertThat((double) EnvironmentAtlas.v(x, y, z)).isCloseTo(v, within(1e-6));
            }
        }
    }

    /** What the border holds is what lies there: a texel and its copy are seen from both sides. */
    @Test
    void bordersContinueTheSphere() {
        int side = 8;
        int stride = side + 2;
        float[] floats = new float[4 * stride * stride];
        var direction = new double[3];
        for (int row = 1; row <= side; row++) {
            for (int column = 1; column <= side; column++) {
                EnvironmentAtlas.direction((column - 0.5) / side, (row - 0.5) / side, direction);
                for (int k = 0; k < 3; k++) {
                    floats[4 * (row * stride + column) + k] = (float) direction[k];
                }
            }
        }
        EnvironmentAtlas.close(floats, 0, side);
        for (int row = 0; row < stride; row++) {
            for (int column = 0; column < stride; column++) {
                for (int next : new int[] {1, stride}) {
                    int at = row * stride + column;
                    boolean inside = next == 1 ? column + 1 < stride : row + 1 < stride;
                    double step = 0;
                    for (int k = 0; inside && k < 3; k++) {
                        step += Math.abs(floats[4 * at + k] - floats[4 * (at + next) + k]);
                    }
                    assertThat(step).as("%d, %d", column, row).isLessThan(4.001 / side);
                }
            }
        }
    }

    /** Directions that are none find a texel all the same, and finite ones what it holds. */
    @Test
    void anyDirectionIsInside() {
        float[] odd = {
            0,
            -0f,
            1,
            -1,
            1e-45f,
            -1e-45f,
            1e-30f,
            1e30f,
            -3e38f,
            Float.NaN,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY
        };
        int side = 4;
        float[] floats = new float[4 * (side + 2) * (side + 2)];
        float[][] to = new float[3][1];
        for (float x : odd) {
            for (float y : odd) {
                for (float z : odd) {
                    float u = EnvironmentAtlas.u(x, y, z);
                    float v = EnvironmentAtlas.v(x, y, z);
                    to[0][0] = 0;
                    EnvironmentAtlas.add(floats, 0, side, u, v, 1, to, 0, 0);
                    if (Float.isFinite(x) && Float.isFinite(y) && Float.isFinite(z)) {
                        assertThat(to[0][0]).as("%s, %s, %s", x, y, z).isZero();
                    }
                }
            }
        }
    }

    /** Normals of zeros occur in files: without a direction, light is that of the top. */
    @Test
    void noDirectionIsTheTop() {
        float[] least = {0, -0f, 1e-45f, -1e-45f};
        for (float x : least) {
            for (float z : least) {
                for (float y : new float[] {0, -0f, 1e-45f}) {
                    assertThat(EnvironmentAtlas.u(x, y, z)).isEqualTo(0.5f);
                    assertThat(EnvironmentAtlas.v(x, y, z)).isEqualTo(0.5f);
                }
                assertThat(EnvironmentAtlas.u(x, -1e-45f, z)).isBetween(0f, 1f);
                assertThat(EnvironmentAtlas.v(x, -1e-45f, z)).isBetween(0f, 1f);
            }
        }
        int side = 4;
        float[] floats = new float[4 * (side + 2) * (side + 2)];
        Arrays.fill(floats, 3);
        float[][] to = new float[3][1];
        EnvironmentAtlas.add(floats, 0, side, 0.0, 0.0, 0.0, 1, to);
        assertThat(to).isDeepEqualTo(new float[][] {{3}, {3}, {3}});
    }
}
