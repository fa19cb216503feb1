package dev.azulejo.scene.render;

import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Sky;
import dev.azulejo.scene.shading.PbrUniforms;
import dev.azulejo.scene.shading.SkyProgram;
import dev.azulejo.scene.shading.Surroundings;

import java.util.Arrays;

/**
 * The built-in studio: a key light, and surroundings of soft boxes in a room with a bright horizon
 * and a darker floor, which {@link Surroundings} blurs for any roughness in closed form.
 *
 * <p>The diffuse part is projected onto nine spherical harmonics: Ramamoorthi and Hanrahan, "An
 * Efficient Representation for Irradiance Environment Maps", 2001.
 */
final class Studio {
    /**
     * Of each soft box: direction of its middle; half of its width and height, degrees; by how much
     * it is turned around its middle, degrees; radiance.
     */
    private static final double[][] BOXES = {
        // Where the key light is, whose highlight lies in it
        {-0.45, 0.75, 0.55, 25, 18, 0, 5.5, 5.4, 5.2},
        {0.88, 0.30, 0.38, 7, 30, 0, 3.5, 3.6, 3.8},
        {0.15, 0.80, -0.60, 34, 14, 0, 2.8, 2.8, 2.8},
        {-0.85, 0.32, -0.50, 7, 28, 0, 3.7, 3.8, 4.1},
        {0.62, 0.30, -0.75, 8, 26, 0, 3.7, 3.6, 3.4},
    };

    /** Radiance just above the horizon, at the zenith, just below the horizon, and at the nadir. */
    private static final double[][] SKY = {
        {0.62, 0.64, 0.67}, {0.29, 0.30, 0.32}, {0.19, 0.185, 0.18}, {0.32, 0.31, 0.295}
    };

    /**
     * What {@link Surroundings} loses of the boxes, as a share of all their light and as a
     * polynomial of roughness without a constant: a fit at four roughnesses, within 0.01 between
     * them.
     */
    private static final double[] LOST = {-0.0349, 0.1797, 0.8453, -0.6523};

    /** Towards the key light. */
    private static final double[] KEY = {-0.45, 0.75, 0.55};

    /** Brings white, matt surfaces just below where the tone mapper compresses. */
    static final float EXPOSURE = 0.62f;

    private static final int STEPS = 32;

    /** Elevations, equally far apart by their sines, at which the haze of a sky is summed up. */
    private static final int HAZE_STEPS = 1000;

    /** Mean share of the horizon's colour above and below it. */
    private static final double HAZE_ABOVE = meanHaze(1);

    private static final double HAZE_BELOW = meanHaze(-1);

    /** What comes from a unit direction: red, green, blue, a row each of one lane. */
    private interface Radiance {
        void along(float x, float y, float z, float[][] light);
    }

    /**
     * How rough the surroundings are taken to be to sum up what they send: smooth enough for a grid
     * of this many steps, and sharp enough to make no difference to nine harmonics.
     */
    private static final float SMOOTH = 0.3f;

    /** What {@link #environment} writes, from {@link PbrUniforms#IRRADIANCE} on. */
    private static final float[] WRITTEN = written();

    private Studio() {}

    /**
     * Writes surroundings and irradiance into the frame uniforms; returns nothing else.
     *
     * @param written the studio's, {@link #studio}, or those of a sky, {@link #under}
     */
    static void environment(float[] written, float[] frame) {
        System.arraycopy(written, 0, frame, PbrUniforms.IRRADIANCE, written.length);
    }

    /** Returns what is written of the studio itself. */
    static float[] studio() {
        return WRITTEN;
    }

    /**
     * Returns what is written where a sky takes the studio's place: at the studio's exposure a
     * mirror shows its colours. Matt surfaces receive what it sends, to nine harmonics. What is
     * mirrored goes from the zenith, and from the straight way down, to a horizon evenly, so that
     * on average it is what the sky has there: thin haze and the sun's glow are spread.
     */
    static float[] under(Sky sky) {
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        float[] values =
                SkyProgram.values(
                        sky.horizon(), sky.zenith(), sky.ground(), sky.towardsSun(), sky.sun());
        float[] horizon = components(sky.horizon());
        for (int side = 0; side < 2; side++) {
            float[] end = components(side == 0 ? sky.zenith() : sky.ground());
            double haze = side == 0 ? HAZE_ABOVE : HAZE_BELOW;
            for (int c = 0; c < 3; c++) {
                int at = PbrUniforms.SKY + 6 * side + c;
                // Twice the mean at one end and nothing at the other have that mean
                double more = 2 * haze * (horizon[c] - end[c]);
                frame[at] = (float) ((end[c] + more) / EXPOSURE);
                frame[at + 3] = (float) (-more / EXPOSURE);
            }
        }
        irradiance(
                frame,
                (x, y, z, light) -> {
                    SkyProgram.along(values, x, y, z, light, 0);
                    for (float[] channel : light) {
                        channel[0] /= EXPOSURE;
                    }
                });
        return Arrays.copyOfRange(frame, PbrUniforms.IRRADIANCE, PbrUniforms.LIGHT_COUNT);
    }

    /**
     * Returns one channel of the irradiance over pi that was written.
     *
     * @param frame holds it
     * @param channel 0..2 for red, green, blue
     * @param n unit normal of what receives it
     */
    static double irradiance(float[] frame, int channel, double[] n) {
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
        for (int k = 0; k < basis.length; k++) {
            sum += frame[PbrUniforms.IRRADIANCE + 3 * k + channel] * basis[k];
        }
        return sum;
    }

    private static double meanHaze(float side) {
        double sum = 0;
        for (int k = 0; k < HAZE_STEPS; k++) {
            sum += SkyProgram.haze(side * ((k + 0.5f) / HAZE_STEPS)) / HAZE_STEPS;
        }
        return sum;
    }

    private static float[] components(Vec3 color) {
        return new float[] {color.x(), color.y(), color.z()};
    }

    private static float[] written() {
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        for (int c = 0; c < 3; c++) {
            int at = PbrUniforms.SKY + c;
            frame[at] = (float) SKY[0][c];
            frame[at + 3] = (float) (SKY[1][c] - SKY[0][c]);
            frame[at + 6] = (float) SKY[2][c];
            frame[at + 9] = (float) (SKY[3][c] - SKY[2][c]);
        }
        frame[PbrUniforms.BOX_COUNT] = BOXES.length;
        for (int k = 0; k < BOXES.length; k++) {
            box(frame, PbrUniforms.BOXES + k * PbrUniforms.BOX_STRIDE, BOXES[k]);
        }
        for (int k = 0; k < PbrUniforms.HAZE_POWERS; k++) {
            frame[PbrUniforms.HAZE + 3 + k] = (float) LOST[k];
        }
        irradiance(
                frame, (x, y, z, light) -> Surroundings.along(frame, x, y, z, SMOOTH, light, 0, 0));
        return Arrays.copyOfRange(frame, PbrUniforms.IRRADIANCE, PbrUniforms.LIGHT_COUNT);
    }

    /** Writes the planes and the radiance of a box; adds its light to what there is of haze. */
    private static void box(float[] frame, int at, double[] box) {
        double[] middle = unit(box[0], box[1], box[2]);
        double[] side = unit(middle[2], 0, -middle[0]);
        double[] up = {
            middle[1] * side[2] - middle[2] * side[1],
            middle[2] * side[0] - middle[0] * side[2],
            middle[0] * side[1] - middle[1] * side[0]
        };
        double cosine = StrictMath.cos(StrictMath.toRadians(box[5]));
        double sine = StrictMath.sin(StrictMath.toRadians(box[5]));
        double[] half = {StrictMath.toRadians(box[3]), StrictMath.toRadians(box[4])};
        for (int axis = 0; axis < 2; axis++) {
            double out = StrictMath.cos(half[axis]);
            double in = StrictMath.sin(half[axis]);
            for (int i = 0; i < 3; i++) {
                double along =
                        axis == 0
                                ? side[i] * cosine + up[i] * sine
                                : up[i] * cosine - side[i] * sine;
                frame[at + 6 * axis + i] = (float) (in * middle[i] + out * along);
                frame[at + 6 * axis + 3 + i] = (float) (in * middle[i] - out * along);
            }
        }
        // A rectangle of great circles: the angles at its corners, beyond right ones, are its area
        double area = 4 * StrictMath.asin(StrictMath.sin(half[0]) * StrictMath.sin(half[1]));
        for (int c = 0; c < 3; c++) {
            frame[at + 12 + c] = (float) box[6 + c];
            frame[PbrUniforms.HAZE + c] += (float) (box[6 + c] * area / (4 * Math.PI));
        }
    }

    private static double[] unit(double x, double y, double z) {
        double length = Math.sqrt(x * x + y * y + z * z);
        return new double[] {x / length, y / length, z / length};
    }

    /** Writes the key light at a position among the frame's lights. */
    static void keyLight(float[] frame, int at) {
        double[] towards = unit(KEY[0], KEY[1], KEY[2]);
        for (int i = 0; i < 3; i++) {
            frame[at + i] = (float) towards[i];
        }
        frame[at + 3] = 0;
        frame[at + 4] = 2.3f;
        frame[at + 5] = 2.25f;
        frame[at + 6] = 2.15f;
        frame[at + 12] = 1;
    }

    /** Integrates radiance against the harmonics on a grid of equal areas. */
    private static void irradiance(float[] frame, Radiance radiance) {
        double[] constant = {
            0.282095, 0.488603, 0.488603, 0.488603, 1.092548, 1.092548, 0.315392, 1.092548, 0.546274
        };
        // Cosine lobe over pi by band
        double[] band = {1, 2 / 3.0, 2 / 3.0, 2 / 3.0, 0.25, 0.25, 0.25, 0.25, 0.25};
        double[][] sum = new double[9][3];
        double area = 4 * Math.PI / (STEPS * 2 * STEPS);
        var light = new float[3][1];
        for (int row = 0; row < STEPS; row++) {
            double y = (row + 0.5) * 2 / STEPS - 1;
            double r = Math.sqrt(1 - y * y);
            for (int column = 0; column < 2 * STEPS; column++) {
                double angle = (column + 0.5) * Math.PI / STEPS;
                double x = r * StrictMath.cos(angle);
                double z = r * StrictMath.sin(angle);
                double[] basis = {1, y, z, x, x * y, y * z, 3 * z * z - 1, x * z, x * x - y * y};
                radiance.along((float) x, (float) y, (float) z, light);
                for (int c = 0; c < 3; c++) {
                    for (int k = 0; k < 9; k++) {
                        sum[k][c] += light[c][0] * area * constant[k] * basis[k];
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
