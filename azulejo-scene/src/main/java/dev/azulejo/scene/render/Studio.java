package dev.azulejo.scene.render;

import dev.azulejo.scene.shading.PbrUniforms;

/**
 * The built-in studio: a key light, and an environment of soft boxes over a gradient, as a sum of
 * spherical Gaussians, so that it can be prefiltered for any roughness in closed form.
 *
 * <p>The diffuse part is projected onto nine spherical harmonics: Ramamoorthi and Hanrahan, "An
 * Efficient Representation for Irradiance Environment Maps", 2001.
 */
final class Studio {
    /** Direction, colour, sharpness of each soft box. */
    private static final double[][] LOBES = {
        {-0.55, 0.65, 0.55, 5.2, 5.1, 4.9, 14},
        {0.85, 0.30, 0.45, 2.3, 2.4, 2.6, 22},
        {0.10, 0.95, -0.25, 3.4, 3.4, 3.4, 9},
        {-0.75, 0.25, -0.65, 2.6, 2.7, 2.9, 18},
        {0.60, 0.35, -0.75, 2.9, 2.8, 2.6, 26},
        {-0.95, -0.05, 0.15, 0.9, 0.95, 1.05, 30},
    };

    private static final double[] SKY = {0.46, 0.48, 0.52};
    private static final double[] GROUND = {0.17, 0.16, 0.15};

    /** Towards the key light. */
    private static final double[] KEY = {-0.45, 0.75, 0.55};

    /** Brings white, matt surfaces just below where the tone mapper compresses. */
    static final float EXPOSURE = 0.62f;

    private static final int STEPS = 32;

    private Studio() {}

    /** Writes environment and irradiance into the frame uniforms; returns nothing else. */
    static void environment(float[] frame) {
        for (int c = 0; c < 3; c++) {
            frame[PbrUniforms.SKY + c] = (float) SKY[c];
            frame[PbrUniforms.GROUND + c] = (float) GROUND[c];
        }
        frame[PbrUniforms.LOBE_COUNT] = LOBES.length;
        for (int k = 0; k < LOBES.length; k++) {
            int at = PbrUniforms.LOBES + k * PbrUniforms.LOBE_STRIDE;
            double length = length(LOBES[k]);
            for (int i = 0; i < 3; i++) {
                frame[at + i] = (float) (LOBES[k][i] / length);
                frame[at + 3 + i] = (float) LOBES[k][3 + i];
            }
            frame[at + 6] = (float) LOBES[k][6];
        }
        irradiance(frame);
    }

    /** Writes the key light at a position among the frame's lights. */
    static void keyLight(float[] frame, int at) {
        double length = length(KEY);
        for (int i = 0; i < 3; i++) {
            frame[at + i] = (float) (KEY[i] / length);
        }
        frame[at + 3] = 0;
        frame[at + 4] = 2.3f;
        frame[at + 5] = 2.25f;
        frame[at + 6] = 2.15f;
        frame[at + 12] = 1;
    }

    private static double length(double[] v) {
        return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }

    private static double radiance(double x, double y, double z, int channel) {
        double up = Math.min(Math.max(y * 0.5 + 0.5, 0), 1);
        double sum = GROUND[channel] + (SKY[channel] - GROUND[channel]) * up * up * (3 - 2 * up);
        for (double[] lobe : LOBES) {
            double cosine = (x * lobe[0] + y * lobe[1] + z * lobe[2]) / length(lobe);
            sum += lobe[3 + channel] * StrictMath.exp(lobe[6] * (cosine - 1));
        }
        return sum;
    }

    /** Integrates radiance against the harmonics on a grid of equal areas. */
    private static void irradiance(float[] frame) {
        double[] constant = {
            0.282095, 0.488603, 0.488603, 0.488603, 1.092548, 1.092548, 0.315392, 1.092548, 0.546274
        };
        // Cosine lobe over pi by band
        double[] band = {1, 2 / 3.0, 2 / 3.0, 2 / 3.0, 0.25, 0.25, 0.25, 0.25, 0.25};
        double[][] sum = new double[9][3];
        double area = 4 * Math.PI / (STEPS * 2 * STEPS);
        for (int row = 0; row < STEPS; row++) {
            double y = (row + 0.5) * 2 / STEPS - 1;
            double r = Math.sqrt(1 - y * y);
            for (int column = 0; column < 2 * STEPS; column++) {
                double angle = (column + 0.5) * Math.PI / STEPS;
                double x = r * StrictMath.cos(angle);
                double z = r * StrictMath.sin(angle);
                double[] basis = {1, y, z, x, x * y, y * z, 3 * z * z - 1, x * z, x * x - y * y};
                for (int c = 0; c < 3; c++) {
                    double light = radiance(x, y, z, c) * area;
                    for (int k = 0; k < 9; k++) {
                        sum[k][c] += light * constant[k] * basis[k];
                    }
                }
            }
        }
        for (int k = 0; k < 9; k++) {
            for (int c = 0; c < 3; c++) {
                frame[PbrUniforms.IRRADIANCE + 3 * k + c] =
                        (float) (sum[k][c] * constant[k] * band[k]);
            }
        }
    }
}
