package dev.azulejo.scene.shading;

import dev.azulejo.core.math.Exp2;
import dev.azulejo.core.math.Log2;
import dev.azulejo.core.shader.FragmentBatch;

/**
 * What fibres that stand up from a surface scatter, KHR_materials_sheen: Charlie's distribution
 * (Estevez and Kulla, "Production Friendly Microfacet Sheen BRDF", 2017) with Neubelt and
 * Pettineo's visibility. What is below gets what they leave over: of white surroundings all comes
 * back from white under a white sheen. Between coat and surface; under {@link
 * Lighting#isImageBased} alone.
 *
 * <p>Plain loops serve both kinds of kernels.
 */
final class SheenLight {
    /** Below it only grazing angles would shine, and brighter than what shines on them. */
    static final float LEAST_ROUGHNESS = 0.2f;

    /**
     * The share of white surroundings that a white sheen sends is 2 to the power of a polynomial of
     * normal dot view v, constant first, whose coefficients are polynomials of 1 / roughness, here
     * by columns: a fit to the integral, right within 0.016 for v from 0.01 and a roughness from
     * {@link #LEAST_ROUGHNESS} on.
     */
    private static final float[][] ALBEDO = {
        {-1.35394476f, 0.69047384f, -0.04624977f},
        {-0.95636894f, -2.15511943f, -0.00350355f},
        {0.49249442f, 2.29537008f, -0.02079757f},
        {0.35690472f, -1.8409652f, -0.29791349f},
    };

    private static final float INVERSE_TWO_PI = 0.5f * ScalarPbrKernels.INVERSE_PI;

    private final boolean coat;
    private final boolean mapped;
    private final FinishFeatures.Sheen sheen;

    SheenLight(PbrFeatures features) {
        mapped = features.lighting() == Lighting.ENVIRONMENT;
        coat = features.finish().coat();
        sheen = features.finish().sheen();
    }

    /** Returns the share of white surroundings that a white sheen sends. */
    static float albedo(float roughness, float nDotV) {
        float inverse = 1 / roughness;
        float exponent = 0;
        for (int power = ALBEDO.length - 1; power >= 0; power--) {
            float[] c = ALBEDO[power];
            exponent = exponent * nDotV + (c[0] + inverse * (c[1] + inverse * c[2]));
        }
        return Math.min(Exp2.exp2(exponent), 1);
    }

    /**
     * Finds colour, roughness and share of the sheen, and what of it {@link PbrKernels#THROUGH}
     * leaves over for what is below. After the coat, before lights.
     */
    void before(float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            float roughness = material[PbrUniforms.SHEEN + 3];
            if (sheen.roughnessTexture()) {
                roughness *= s[PbrKernels.SHEEN_ROUGHNESS][i];
            }
            roughness = Math.min(Math.max(roughness, LEAST_ROUGHNESS), 1);
            float share = albedo(roughness, Math.min(s[PbrKernels.N_DOT_V][i], 1));
            float above = coat ? s[PbrKernels.THROUGH][i] : 1;
            float most = 0;
            for (int c = 0; c < 3; c++) {
                float color = material[PbrUniforms.SHEEN + c];
                if (sheen.colorTexture()) {
                    color *= s[PbrKernels.SHEEN + c][i];
                }
                most = Math.max(most, color);
                s[PbrKernels.SHEEN + c][i] = color * above;
            }
            s[PbrKernels.SHEEN_ROUGHNESS][i] = roughness;
            s[PbrKernels.SHEEN_SHARE][i] = share;
            s[PbrKernels.THROUGH][i] = above * (1 - most * share);
        }
    }

    /**
     * Adds what fibres scatter of the light that {@link PbrKernels#light} was called for last.
     *
     * @param at first float of the light in the frame uniforms
     */
    void light(float[] frame, int at, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            float lx = s[PbrKernels.TOWARDS][i];
            float ly = s[PbrKernels.TOWARDS + 1][i];
            float lz = s[PbrKernels.TOWARDS + 2][i];
            float nx = s[PbrKernels.NORMAL][i];
            float ny = s[PbrKernels.NORMAL + 1][i];
            float nz = s[PbrKernels.NORMAL + 2][i];
            float hx = lx + s[PbrKernels.VIEW][i];
            float hy = ly + s[PbrKernels.VIEW + 1][i];
            float hz = lz + s[PbrKernels.VIEW + 2][i];
            float half = Math.max((hx * hx + hy * hy) + hz * hz, 1e-12f);
            float nDotL = Math.min(Math.max((nx * lx + ny * ly) + nz * lz, 0), 1);
            float alongHalf = (nx * hx + ny * hy) + nz * hz;
            float cosine = Math.min(alongHalf * alongHalf / half, 1);
            float nDotV = Math.min(s[PbrKernels.N_DOT_V][i], 1);
            float roughness = s[PbrKernels.SHEEN_ROUGHNESS][i];
            float inverse = 1 / (roughness * roughness);
            // sine to the power of 1 / alpha
            float sine = Exp2.exp2(0.5f * inverse * Log2.log2(Math.max(1 - cosine, 1e-8f)));
            float distribution = (2 + inverse) * INVERSE_TWO_PI * sine;
            float visibility = 0.25f / Math.max(nDotL + nDotV - nDotL * nDotV, 1e-4f);
            float sent = distribution * visibility * nDotL * s[PbrKernels.INTENSITY][i];
            for (int c = 0; c < 3; c++) {
                s[PbrKernels.RADIANCE + c][i] +=
                        s[PbrKernels.SHEEN + c][i] * (sent * frame[at + 4 + c]);
            }
        }
    }

    /** Adds what fibres scatter of the surroundings: from all sides, as a matt surface does. */
    void ambient(float[] frame, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            float nx = s[PbrKernels.NORMAL][i];
            float ny = s[PbrKernels.NORMAL + 1][i];
            float nz = s[PbrKernels.NORMAL + 2][i];
            float share = s[PbrKernels.SHEEN_SHARE][i] * s[PbrKernels.OCCLUSION][i];
            for (int c = 0; c < 3; c++) {
                float irradiance =
                        mapped
                                ? s[PbrKernels.IRRADIANCE + c][i]
                                : ScalarPbrKernels.irradiance(frame, c, nx, ny, nz);
                s[PbrKernels.RADIANCE + c][i] += s[PbrKernels.SHEEN + c][i] * (share * irradiance);
            }
        }
    }
}
