package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;

/**
 * Surfaces that are rougher along one direction than across it, KHR_materials_anisotropy: GGX and
 * Smith's visibility with two alphas (Burley, "Physically-Based Shading at Disney", 2012; Heitz,
 * "Understanding the Masking-Shadowing Function", 2014). Under {@link Lighting#isImageBased} alone.
 *
 * <p>What is lost between facets, and haze, are those of a surface that is as rough in all
 * directions as this one on average. Plain loops serve both kinds of kernels, and so do the scalar
 * twins of what lights such a surface.
 */
final class BrushedSurface {
    /** What divides is no less: its square is a number still. */
    private static final float LEAST = 1e-12f;

    private final PbrFeatures features;

    BrushedSurface(PbrFeatures features) {
        this.features = features;
    }

    /**
     * Finds directions along and across, and how rough the surface is there; {@link
     * PbrKernels#ROUGHNESS} becomes the mean. After {@link PbrKernels#surface}.
     */
    void before(float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        int t = features.tangentVarying();
        float cosine = material[PbrUniforms.ANISOTROPY + 1];
        float sine = material[PbrUniforms.ANISOTROPY + 2];
        boolean texture = features.finish().anisotropy().texture();
        for (int i = 0; i < batch.count; i++) {
            float nx = s[PbrKernels.NORMAL][i];
            float ny = s[PbrKernels.NORMAL + 1][i];
            float nz = s[PbrKernels.NORMAL + 2][i];
            float tx = batch.varying[t][i];
            float ty = batch.varying[t + 1][i];
            float tz = batch.varying[t + 2][i];
            float off = (nx * tx + ny * ty) + nz * tz;
            tx -= nx * off;
            ty -= ny * off;
            tz -= nz * off;
            float unit = 1 / length(tx, ty, tz);
            tx *= unit;
            ty *= unit;
            tz *= unit;
            // The bitangent lies as the mesh's does, whichever side is seen
            float sign = batch.varying[t + 3][i] * batch.facing[i];
            float bx = (ny * tz - nz * ty) * sign;
            float by = (nz * tx - nx * tz) * sign;
            float bz = (nx * ty - ny * tx) * sign;
            float strength = material[PbrUniforms.ANISOTROPY];
            float along = cosine;
            float across = sine;
            if (texture) {
                float x = s[PbrKernels.ALONG][i] * 2 - 1;
                float y = s[PbrKernels.ALONG + 1][i] * 2 - 1;
                along = cosine * x - sine * y;
                across = sine * x + cosine * y;
                strength *= s[PbrKernels.ALONG + 2][i];
            }
            float dx = tx * along + bx * across;
            float dy = ty * along + by * across;
            float dz = tz * along + bz * across;
            unit = 1 / length(dx, dy, dz);
            dx *= unit;
            dy *= unit;
            dz *= unit;
            float roughness = s[PbrKernels.ROUGHNESS][i];
            float alpha = roughness * roughness;
            float alphaAlong = alpha + (1 - alpha) * (strength * strength);
            s[PbrKernels.ALONG][i] = dx;
            s[PbrKernels.ALONG + 1][i] = dy;
            s[PbrKernels.ALONG + 2][i] = dz;
            s[PbrKernels.ACROSS][i] = ny * dz - nz * dy;
            s[PbrKernels.ACROSS + 1][i] = nz * dx - nx * dz;
            s[PbrKernels.ACROSS + 2][i] = nx * dy - ny * dx;
            s[PbrKernels.ALPHA_ALONG][i] = alphaAlong;
            s[PbrKernels.ALPHA_ACROSS][i] = alpha;
            float mean = (float) Math.sqrt(alphaAlong * alpha);
            s[PbrKernels.ROUGHNESS][i] = (float) Math.sqrt(mean);
        }
    }

    private static float length(float x, float y, float z) {
        return (float) Math.sqrt(Math.max((x * x + y * y) + z * z, 1e-20f));
    }

    /**
     * Returns GGX's distribution times Smith's visibility, as {@link ScalarPbrKernels#facets}.
     *
     * @param hx unit half vector
     * @param lx unit direction towards the light
     */
    static float facets(
            float[][] s,
            int i,
            float hx,
            float hy,
            float hz,
            float lx,
            float ly,
            float lz,
            float nDotL,
            float nDotH) {
        float along = s[PbrKernels.ALPHA_ALONG][i];
        float across = s[PbrKernels.ALPHA_ACROSS][i];
        float nDotV = s[PbrKernels.N_DOT_V][i];
        float vx = s[PbrKernels.VIEW][i];
        float vy = s[PbrKernels.VIEW + 1][i];
        float vz = s[PbrKernels.VIEW + 2][i];
        float h1 = dot(s, PbrKernels.ALONG, i, hx, hy, hz) / along;
        float h2 = dot(s, PbrKernels.ACROSS, i, hx, hy, hz) / across;
        float d = (h1 * h1 + h2 * h2) + nDotH * nDotH;
        // Light from straight behind, or along the view, has no half vector and no visibility
        float peak = Math.max(d, LEAST);
        float distribution = ScalarPbrKernels.INVERSE_PI / (along * across * (peak * peak));
        float v1 = dot(s, PbrKernels.ALONG, i, vx, vy, vz) * along;
        float v2 = dot(s, PbrKernels.ACROSS, i, vx, vy, vz) * across;
        float l1 = dot(s, PbrKernels.ALONG, i, lx, ly, lz) * along;
        float l2 = dot(s, PbrKernels.ACROSS, i, lx, ly, lz) * across;
        float smithV = nDotL * (float) Math.sqrt((v1 * v1 + v2 * v2) + nDotV * nDotV);
        float smithL = nDotV * (float) Math.sqrt((l1 * l1 + l2 * l2) + nDotL * nDotL);
        return distribution * (0.5f / Math.max(smithV + smithL, LEAST));
    }

    private static float dot(float[][] s, int row, int i, float x, float y, float z) {
        return (s[row][i] * x + s[row + 1][i] * y) + s[row + 2][i] * z;
    }
}
