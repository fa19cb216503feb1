package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurroundingsTest {
    private static final int DIRECTIONS = 20_000;

    /** A box in black surroundings, held against the sum over GGX's lobe around the ray. */
    @ParameterizedTest
    @CsvSource({"7, 30, 0.12", "18, 25, 0.12", "34, 14, 0.12", "50, 50, 0.2"})
    void boxIsBlurredAsByTheLobe(double width, double height, double bound) {
        float[] frame = box(Math.toRadians(width), Math.toRadians(height));
        double worst = 0;
        for (float roughness : new float[] {0.3f, 0.45f, 0.6f, 0.8f, 1}) {
            for (int degrees = 0; degrees < 180; degrees += 10) {
                for (int turn = 0; turn <= 90; turn += 30) {
                    double sine = Math.sin(Math.toRadians(degrees));
                    double[] ray = {
                        sine * Math.cos(Math.toRadians(turn)),
                        sine * Math.sin(Math.toRadians(turn)),
                        Math.cos(Math.toRadians(degrees))
                    };
                    var light = new float[3][1];
                    Surroundings.along(
                            frame,
                            (float) ray[0],
                            (float) ray[1],
                            (float) ray[2],
                            roughness,
                            light,
                            0,
                            0);
                    double truth = truth(ray, roughness, width, height);
                    worst = Math.max(worst, Math.abs(light[0][0] - truth));
                    assertThat((double) light[0][0])
                            .as("roughness %s, %d degrees, turned %d", roughness, degrees, turn)
                            .isCloseTo(truth, within(bound));
                }
            }
        }
        // Which the bound is not far from
        assertThat(worst).isGreaterThan(bound / 3);
    }

    private static double truth(double[] ray, double roughness, double width, double height) {
        double a2 = Math.pow(roughness, 4);
        double inside = 0;
        double all = 0;
        for (int i = 0; i < DIRECTIONS; i++) {
            double y = 1 - 2 * (i + 0.5) / DIRECTIONS;
            double angle = Math.PI * (1 + Math.sqrt(5)) * i;
            double r = Math.sqrt(1 - y * y);
            double x = r * Math.cos(angle);
            double z = r * Math.sin(angle);
            double cosine = x * ray[0] + y * ray[1] + z * ray[2];
            if (cosine > 0) {
                // Normal and view are the ray; the half vector is halfway to the light
                double d = (1 + cosine) / 2 * (a2 - 1) + 1;
                double weight = cosine * a2 / (d * d);
                all += weight;
                boolean in =
                        Math.abs(Math.atan2(x, z)) < Math.toRadians(width)
                                && Math.abs(Math.atan2(y, z)) < Math.toRadians(height);
                inside += in ? weight : 0;
            }
        }
        return inside / all;
    }

    private static float[] box(double width, double height) {
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        frame[PbrUniforms.BOX_COUNT] = 1;
        int at = PbrUniforms.BOXES;
        frame[at] = (float) Math.cos(width);
        frame[at + 2] = (float) Math.sin(width);
        frame[at + 3] = -frame[at];
        frame[at + 5] = frame[at + 2];
        frame[at + 7] = (float) Math.cos(height);
        frame[at + 8] = (float) Math.sin(height);
        frame[at + 10] = -frame[at + 7];
        frame[at + 11] = frame[at + 8];
        frame[at + 12] = 1;
        return frame;
    }
}
