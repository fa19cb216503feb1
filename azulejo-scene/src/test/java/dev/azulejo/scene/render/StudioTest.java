package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.shading.PbrUniforms;
import dev.azulejo.scene.shading.ScalarPbrKernels;
import dev.azulejo.scene.shading.Surroundings;

import org.junit.jupiter.api.Test;

class StudioTest {
    private static final int DIRECTIONS = 40_000;
    private static final double[][] SPHERE = sphere();
    private static final float[] FRAME = frame();

    /** Sky and floor fall linearly with height, so that half of their way is their mean. */
    @Test
    void blurringKeepsAllLight() {
        double[] mean = {0, 0, 0};
        for (int c = 0; c < 3; c++) {
            int at = PbrUniforms.SKY + c;
            mean[c] = (FRAME[at] + FRAME[at + 3] / 2 + FRAME[at + 6] + FRAME[at + 9] / 2) / 2;
            for (int box = 0; box < (int) FRAME[PbrUniforms.BOX_COUNT]; box++) {
                mean[c] += radiance(box, c) * inside(box) / DIRECTIONS;
            }
        }
        for (int twentieths = 0; twentieths <= 20; twentieths++) {
            double[] sum = sum(twentieths / 20f, new double[] {0, 0, 0});
            for (int c = 0; c < 3; c++) {
                assertThat(sum[c] / DIRECTIONS / mean[c])
                        .as("roughness %s, channel %d", twentieths / 20f, c)
                        .isCloseTo(1, within(0.01));
            }
        }
    }

    /** What is diffuse gets as much light as what mirrors, from the sides that it comes from. */
    @Test
    void irradianceIsThatOfTheSurroundings() {
        double[][] normals = {
            {0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}, {-0.6, 0, 0.8}
        };
        for (double[] n : normals) {
            double[] truth = sum(0, n);
            for (int c = 0; c < 3; c++) {
                // Nine harmonics leave out what is sharper than they are
                assertThat(harmonics(n, c))
                        .as("%s %s %s", n[0], n[1], n[2])
                        .isCloseTo(truth[c] * 4 / DIRECTIONS, within(0.09));
            }
        }
    }

    @Test
    void smoothSurfacesShowEdgesAndRoughOnesDoNot() {
        for (int box = 0; box < (int) FRAME[PbrUniforms.BOX_COUNT]; box++) {
            double brightness = radiance(box, 1);
            for (int plane = 0; plane < 4; plane++) {
                assertThat(steepest(box, plane, 0)).isGreaterThan(0.9 * brightness);
                assertThat(steepest(box, plane, 0.1f)).isBetween(0.3 * brightness, brightness);
                assertThat(steepest(box, plane, 0.6f)).isLessThan(0.05 * brightness);
            }
        }
        assertThat(horizon(0)).isGreaterThan(0.4);
        assertThat(horizon(0.6f)).isLessThan(0.05);
    }

    @Test
    void keyLightComesOutOfABox() {
        float[] light = new float[PbrUniforms.LIGHT_STRIDE];
        Studio.keyLight(light, 0);
        assertThat(holds(0, new double[] {light[0], light[1], light[2]})).isTrue();
    }

    /** Everything is written anew each frame, over whatever was there. */
    @Test
    void onlyItsOwnUniformsAreWritten() {
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        java.util.Arrays.fill(frame, 7);
        Studio.environment(Studio.studio(), frame);
        for (int i = 0; i < frame.length; i++) {
            boolean own = i >= PbrUniforms.IRRADIANCE && i < PbrUniforms.LIGHT_COUNT;
            assertThat(frame[i]).as("%d", i).isEqualTo(own ? FRAME[i] : 7);
        }
    }

    /** By how much light changes within two degrees across the middle of an edge. */
    private static double steepest(int box, int plane, float roughness) {
        int at = PbrUniforms.BOXES + box * PbrUniforms.BOX_STRIDE;
        double[] across = normal(at + 3 * plane);
        double[] other = normal(at + 3 * (plane ^ 1));
        // The middle of the box, without what lies across the edge
        double along = across[0] * other[0] + across[1] * other[1] + across[2] * other[2];
        var edge = new double[3];
        for (int i = 0; i < 3; i++) {
            edge[i] = other[i] - along * across[i];
        }
        double length = Math.sqrt(edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2]);
        double sine = Math.sin(Math.toRadians(1));
        double cosine = Math.cos(Math.toRadians(1));
        var in = new double[3];
        var out = new double[3];
        for (int i = 0; i < 3; i++) {
            in[i] = cosine * edge[i] / length + sine * across[i];
            out[i] = cosine * edge[i] / length - sine * across[i];
        }
        return along(in, roughness)[1] - along(out, roughness)[1];
    }

    private static double horizon(float roughness) {
        // Where there is no box
        double z = Math.cos(Math.toRadians(1));
        double y = Math.sin(Math.toRadians(1));
        double above = along(new double[] {0, y, z}, roughness)[1];
        return above - along(new double[] {0, -y, z}, roughness)[1];
    }

    /** Sums light over all directions, or weighted by their cosine. */
    private static double[] sum(float roughness, double[] normal) {
        boolean all = normal[0] == 0 && normal[1] == 0 && normal[2] == 0;
        var sum = new double[3];
        for (double[] d : SPHERE) {
            double weight = normal[0] * d[0] + normal[1] * d[1] + normal[2] * d[2];
            float[] light = along(d, roughness);
            for (int c = 0; c < 3; c++) {
                sum[c] += all ? light[c] : Math.max(weight, 0) * light[c];
            }
        }
        return sum;
    }

    private static double harmonics(double[] n, int channel) {
        double[] basis = {
            1,
            n[1],
            n[2],
            n[0],
            n[0] * n[1],
            n[1] * n[2],
            3 * n[2] * n[2] - 1,
            n[0] * n[2],
            n[0] * n[0] - n[1] * n[1]
        };
        double sum = 0;
        for (int k = 0; k < 9; k++) {
            sum += basis[k] * FRAME[PbrUniforms.IRRADIANCE + 3 * k + channel];
        }
        return sum;
    }

    private static int inside(int box) {
        int count = 0;
        for (double[] d : SPHERE) {
            count += holds(box, d) ? 1 : 0;
        }
        return count;
    }

    private static boolean holds(int box, double[] d) {
        boolean inside = true;
        for (int plane = 0; plane < 4; plane++) {
            double[] n = normal(PbrUniforms.BOXES + box * PbrUniforms.BOX_STRIDE + 3 * plane);
            inside &= n[0] * d[0] + n[1] * d[1] + n[2] * d[2] > 0;
        }
        return inside;
    }

    private static double[] normal(int at) {
        return new double[] {FRAME[at], FRAME[at + 1], FRAME[at + 2]};
    }

    private static double radiance(int box, int channel) {
        return FRAME[PbrUniforms.BOXES + box * PbrUniforms.BOX_STRIDE + 12 + channel];
    }

    private static float[] along(double[] d, float roughness) {
        var light = new float[3][1];
        float rough = Math.max(roughness, ScalarPbrKernels.LEAST_ROUGHNESS);
        Surroundings.along(FRAME, (float) d[0], (float) d[1], (float) d[2], rough, light, 0, 0);
        return new float[] {light[0][0], light[1][0], light[2][0]};
    }

    private static float[] frame() {
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        Studio.environment(Studio.studio(), frame);
        return frame;
    }

    /** Directions that are spread evenly. */
    private static double[][] sphere() {
        var sphere = new double[DIRECTIONS][];
        for (int i = 0; i < DIRECTIONS; i++) {
            double y = 1 - 2 * (i + 0.5) / DIRECTIONS;
            double angle = Math.PI * (1 + Math.sqrt(5)) * i;
            double r = Math.sqrt(1 - y * y);
            sphere[i] = new double[] {r * Math.cos(angle), y, r * Math.sin(angle)};
        }
        return sphere;
    }
}
