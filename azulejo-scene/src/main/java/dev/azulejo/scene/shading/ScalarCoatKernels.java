package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;

/** Definition of {@link CoatKernels}. */
public final class ScalarCoatKernels implements CoatKernels {
    @Override
    public void coat(PbrFeatures features, float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        var finish = features.finish();
        boolean bent = finish.coatNormalTexture();
        if (bent) {
            float scale = material[PbrUniforms.COAT + 2];
            int rows = PbrKernels.COAT_NORMAL;
            ScalarPbrKernels.bend(features, scale, rows, rows, batch);
        }
        float[][] from = bent ? s : batch.varying;
        int n = bent ? PbrKernels.COAT_NORMAL : features.normalVarying();
        for (int i = 0; i < batch.count; i++) {
            float nx = from[n][i];
            float ny = from[n + 1][i];
            float nz = from[n + 2][i];
            float squared = (nx * nx + ny * ny) + nz * nz;
            float length = batch.facing[i] / (float) Math.sqrt(Math.max(squared, 1e-20f));
            nx *= length;
            ny *= length;
            nz *= length;
            s[PbrKernels.COAT_NORMAL][i] = nx;
            s[PbrKernels.COAT_NORMAL + 1][i] = ny;
            s[PbrKernels.COAT_NORMAL + 2][i] = nz;
            float toEye =
                    (nx * s[PbrKernels.VIEW][i] + ny * s[PbrKernels.VIEW + 1][i])
                            + nz * s[PbrKernels.VIEW + 2][i];
            float v = Math.min(Math.max(toEye, 1e-4f), 1);
            float factor = material[PbrUniforms.COAT];
            if (finish.coatTexture()) {
                factor *= s[PbrKernels.COAT][i];
            }
            float roughness = material[PbrUniforms.COAT + 1];
            if (finish.coatRoughnessTexture()) {
                roughness *= s[PbrKernels.COAT_ROUGHNESS][i];
            }
            roughness = Math.min(Math.max(roughness, ScalarPbrKernels.LEAST_ROUGHNESS), 1);
            float alpha = roughness * roughness;
            float lost = GgxAlbedo.lost(roughness, v);
            float bias = GgxAlbedo.grazing(roughness, v);
            float gain = factor / (1 - lost * OFTEN);
            float mirrored = ((1 - lost - bias) * F0 + bias) * gain;
            float through = Math.max(1 - mirrored, 0);
            s[PbrKernels.COAT][i] = mirrored;
            s[PbrKernels.COAT_ROUGHNESS][i] = roughness;
            s[PbrKernels.COAT_N_DOT_V][i] = v;
            s[PbrKernels.COAT_ALPHA_SQUARED][i] = alpha * alpha;
            s[PbrKernels.COAT_GAIN][i] = gain;
            s[PbrKernels.THROUGH][i] = through;
            for (int c = 0; c < 3; c++) {
                s[PbrKernels.RADIANCE + c][i] *= through;
            }
        }
    }

    @Override
    public void light(float[] frame, int at, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            float lx = s[PbrKernels.TOWARDS][i];
            float ly = s[PbrKernels.TOWARDS + 1][i];
            float lz = s[PbrKernels.TOWARDS + 2][i];
            float nx = s[PbrKernels.COAT_NORMAL][i];
            float ny = s[PbrKernels.COAT_NORMAL + 1][i];
            float nz = s[PbrKernels.COAT_NORMAL + 2][i];
            float hx = lx + s[PbrKernels.VIEW][i];
            float hy = ly + s[PbrKernels.VIEW + 1][i];
            float hz = lz + s[PbrKernels.VIEW + 2][i];
            float half = Math.max((hx * hx + hy * hy) + hz * hz, 1e-12f);
            float toUnit = 1 / (float) Math.sqrt(half);
            float nDotL = Math.min(Math.max((nx * lx + ny * ly) + nz * lz, 0), 1);
            float nDotH = Math.min(Math.max(((nx * hx + ny * hy) + nz * hz) * toUnit, 0), 1);
            float vDotH = Math.min(Math.max(((lx * hx + ly * hy) + lz * hz) * toUnit, 0), 1);
            float nDotV = s[PbrKernels.COAT_N_DOT_V][i];
            float a2 = s[PbrKernels.COAT_ALPHA_SQUARED][i];
            float specular = ScalarPbrKernels.facets(nDotL, nDotV, nDotH, a2);
            float m = 1 - vDotH;
            float m2 = m * m;
            float f = F0 + m2 * m2 * m * (1 - F0);
            float received = nDotL * s[PbrKernels.INTENSITY][i] * s[PbrKernels.COAT_GAIN][i];
            float mirrored = specular * f * received;
            for (int c = 0; c < 3; c++) {
                s[PbrKernels.RADIANCE + c][i] += mirrored * frame[at + 4 + c];
            }
        }
    }

    @Override
    public void ambient(float[] frame, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            float nx = s[PbrKernels.COAT_NORMAL][i];
            float ny = s[PbrKernels.COAT_NORMAL + 1][i];
            float nz = s[PbrKernels.COAT_NORMAL + 2][i];
            float vx = s[PbrKernels.VIEW][i];
            float vy = s[PbrKernels.VIEW + 1][i];
            float vz = s[PbrKernels.VIEW + 2][i];
            float twice = 2 * ((nx * vx + ny * vy) + nz * vz);
            float rx = twice * nx - vx;
            float ry = twice * ny - vy;
            float rz = twice * nz - vz;
            float roughness = s[PbrKernels.COAT_ROUGHNESS][i];
            Surroundings.along(frame, rx, ry, rz, roughness, s, PbrKernels.PREFILTERED, i);
            float share = s[PbrKernels.COAT][i] * s[PbrKernels.OCCLUSION][i];
            for (int c = 0; c < 3; c++) {
                s[PbrKernels.RADIANCE + c][i] += s[PbrKernels.PREFILTERED + c][i] * share;
            }
        }
    }
}
