package dev.azulejo.scene.render;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.scene.shading.Lighting;
import dev.azulejo.scene.shading.PbrUniforms;

/**
 * Which share of the light on a ground is the key light's, and is not there in its shadow.
 *
 * <p>The ground is taken to be matt and white. With E for what a light sends to it, times the
 * cosine of the angle at which that arrives, and I for what arrives from all sides over pi, the
 * share is (E_key / pi) / (sum of E / pi + I): the terms that surfaces add up, but for the little
 * that those mirror. All are luminances, of Rec. 709's primaries; lights that stand somewhere are
 * those in the ground's middle.
 */
final class GroundLight {
    private static final double[] LUMINANCE = {0.2126, 0.7152, 0.0722};

    // For one light, and for what arrives from all sides
    private final double[] to = new double[3];
    private final float[][] light = new float[3][1];

    /**
     * Returns the share, 0..1.
     *
     * @param frame its lights, and which of them casts shadows
     * @param lighting what arrives from all sides
     * @param maps of an environment; null without
     * @param normal of the ground, a unit vector
     * @param middle of the ground, world space
     */
    float share(float[] frame, Lighting lighting, Texture maps, double[] normal, double[] middle) {
        int key = (int) frame[PbrUniforms.SHADOW_LIGHT];
        double keys = 0;
        double all = around(frame, lighting, maps, normal);
        for (int l = 0; l < (int) frame[PbrUniforms.LIGHT_COUNT]; l++) {
            double received = received(frame, PbrUniforms.light(frame, l), normal, middle);
            keys = l == key ? received : keys;
            all += received;
        }
        double share = keys / all;
        return share > 0 ? (float) Math.min(share, 1) : 0;
    }

    /** What a light adds; as surfaces reckon. */
    private double received(float[] frame, int at, double[] normal, double[] middle) {
        double local = frame[at + 3];
        double squared = 0;
        for (int k = 0; k < 3; k++) {
            to[k] = frame[at + k] - local * middle[k];
            squared += to[k] * to[k];
        }
        double unit = 1 / Math.sqrt(Math.max(squared, 1e-12));
        double cosine = 0;
        double along = 0;
        for (int k = 0; k < 3; k++) {
            cosine += to[k] * unit * normal[k];
            along -= to[k] * unit * frame[at + 8 + k];
        }
        double ratio = squared * frame[at + 7];
        double window = Math.clamp(1 - ratio * ratio, 0, 1);
        double falloff = local != 0 ? window / Math.max(squared, 1e-12) : 1;
        double cone = Math.clamp(along * frame[at + 11] + frame[at + 12], 0, 1);
        double color = 0;
        for (int c = 0; c < 3; c++) {
            color += LUMINANCE[c] * frame[at + 4 + c];
        }
        return color * Math.max(cosine, 0) * falloff * cone * cone / Math.PI;
    }

    /** What arrives from all sides, over pi. */
    private double around(float[] frame, Lighting lighting, Texture maps, double[] normal) {
        if (lighting == Lighting.ENVIRONMENT) {
            EnvironmentView.irradiance(maps, frame, normal, light);
        }
        double sum = 0;
        for (int c = 0; c < 3; c++) {
            double received =
                    switch (lighting) {
                        case STUDIO -> Studio.irradiance(frame, c, normal);
                        case ENVIRONMENT -> light[c][0];
                        case CONSTANT -> frame[PbrUniforms.AMBIENT + c];
                    };
            sum += LUMINANCE[c] * received;
        }
        return Math.max(sum, 0);
    }
}
