package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;

/** Definition of {@link PbrKernels}. */
public final class ScalarPbrKernels implements PbrKernels {
    /** 1 / pi. */
    public static final float INVERSE_PI = 0.31830987f;

    /** Least perceptual roughness: below it highlights are smaller than a pixel. */
    public static final float LEAST_ROUGHNESS = 0.045f;

    /** What is less of a metal has none of a metal's light. */
    public static final float LEAST_METALLIC = 1f / 256;

    /** Where the tone mapper's compression begins, less its offset. */
    public static final float COMPRESSION_START = 0.8f - 0.04f;

    /** How fast compressed colours lose saturation. */
    public static final float DESATURATION = 0.15f;

    @Override
    public void baseColor(
            PbrFeatures features, float[] material, boolean textured, FragmentBatch batch) {
        float[][] s = batch.scratch;
        int color = features.colorVarying();
        for (int i = 0; i < batch.count; i++) {
            float r = material[PbrUniforms.BASE_COLOR];
            float g = material[PbrUniforms.BASE_COLOR + 1];
            float b = material[PbrUniforms.BASE_COLOR + 2];
            float a = material[PbrUniforms.BASE_COLOR + 3];
            if (textured) {
                r *= s[DIFFUSE][i];
                g *= s[DIFFUSE + 1][i];
                b *= s[DIFFUSE + 2][i];
                a *= batch.alpha[i];
            }
            if (features.vertexColors()) {
                r *= batch.varying[color][i];
                g *= batch.varying[color + 1][i];
                b *= batch.varying[color + 2][i];
                a *= batch.varying[color + 3][i];
            }
            s[DIFFUSE][i] = r;
            s[DIFFUSE + 1][i] = g;
            s[DIFFUSE + 2][i] = b;
            batch.alpha[i] = a;
        }
    }

    @Override
    public void surface(
            PbrFeatures features, float[] frame, float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        int p = features.positionVarying();
        var finish = features.finish();
        boolean bent = features.normalTexture();
        if (bent) {
            bend(features, material[PbrUniforms.NORMAL_SCALE], NORMAL_TEXEL, NORMAL, batch);
        }
        float[][] from = bent ? s : batch.varying;
        int n = bent ? NORMAL : features.normalVarying();
        for (int i = 0; i < batch.count; i++) {
            float nx = from[n][i];
            float ny = from[n + 1][i];
            float nz = from[n + 2][i];
            float squared = (nx * nx + ny * ny) + nz * nz;
            float length = batch.facing[i] / (float) Math.sqrt(Math.max(squared, 1e-20f));
            nx *= length;
            ny *= length;
            nz *= length;
            float vx = frame[PbrUniforms.CAMERA] - batch.varying[p][i];
            float vy = frame[PbrUniforms.CAMERA + 1] - batch.varying[p + 1][i];
            float vz = frame[PbrUniforms.CAMERA + 2] - batch.varying[p + 2][i];
            float distance = (vx * vx + vy * vy) + vz * vz;
            float toUnit = 1 / (float) Math.sqrt(Math.max(distance, 1e-20f));
            vx *= toUnit;
            vy *= toUnit;
            vz *= toUnit;
            s[NORMAL][i] = nx;
            s[NORMAL + 1][i] = ny;
            s[NORMAL + 2][i] = nz;
            s[VIEW][i] = vx;
            s[VIEW + 1][i] = vy;
            s[VIEW + 2][i] = vz;
            s[N_DOT_V][i] = Math.max((nx * vx + ny * vy) + nz * vz, 1e-4f);

            float metallic = material[PbrUniforms.METALLIC];
            float roughness = material[PbrUniforms.ROUGHNESS];
            if (features.metallicRoughnessTexture()) {
                metallic *= s[METALLIC][i];
                roughness *= s[ROUGHNESS][i];
            }
            metallic = Math.min(Math.max(metallic, 0), 1);
            roughness = Math.min(Math.max(roughness, LEAST_ROUGHNESS), 1);
            float alpha = roughness * roughness;
            s[ROUGHNESS][i] = roughness;
            s[METALLIC][i] = metallic;
            s[ALPHA_SQUARED][i] = alpha * alpha;
            boolean specular = finish.specular();
            float strong = material[PbrUniforms.SPECULAR];
            if (specular) {
                strong = finish.specularTexture() ? strong * s[SPECULAR][i] : strong;
                s[SPECULAR][i] = strong;
                s[F90][i] = strong + (1 - strong) * metallic;
            }
            for (int c = 0; c < 3; c++) {
                float base = s[DIFFUSE + c][i];
                float dielectric = material[PbrUniforms.DIELECTRIC + c];
                if (specular) {
                    float tint = finish.specularColorTexture() ? s[DIELECTRIC + c][i] : 1;
                    dielectric = Math.min(dielectric * tint, 1) * strong;
                }
                s[DIELECTRIC + c][i] = dielectric;
                s[F0 + c][i] = dielectric + (base - dielectric) * metallic;
                s[DIFFUSE + c][i] = base * (1 - metallic);
                float emissive = material[PbrUniforms.EMISSIVE + c];
                s[RADIANCE + c][i] =
                        features.emissiveTexture() ? s[RADIANCE + c][i] * emissive : emissive;
            }
            float strength = material[PbrUniforms.OCCLUSION];
            s[OCCLUSION][i] =
                    features.occlusionTexture() ? 1 + strength * (s[OCCLUSION][i] - 1) : 1;
        }
    }

    /**
     * Turns normals by a normal map; they are not normalised.
     *
     * @param texel first scratch row of the map's texels
     * @param to first scratch row of the normals, which may be the same
     */
    static void bend(PbrFeatures features, float scale, int texel, int to, FragmentBatch batch) {
        float[][] s = batch.scratch;
        int n = features.normalVarying();
        int t = features.tangentVarying();
        for (int i = 0; i < batch.count; i++) {
            float nx = batch.varying[n][i];
            float ny = batch.varying[n + 1][i];
            float nz = batch.varying[n + 2][i];
            float tx = batch.varying[t][i];
            float ty = batch.varying[t + 1][i];
            float tz = batch.varying[t + 2][i];
            float mx = (s[texel][i] * 2 - 1) * scale;
            float my = (s[texel + 1][i] * 2 - 1) * scale;
            float mz = s[texel + 2][i] * 2 - 1;
            float ms = my * batch.varying[t + 3][i];
            float bx = ny * tz - nz * ty;
            float by = nz * tx - nx * tz;
            float bz = nx * ty - ny * tx;
            s[to][i] = (tx * mx + bx * ms) + nx * mz;
            s[to + 1][i] = (ty * mx + by * ms) + ny * mz;
            s[to + 2][i] = (tz * mx + bz * ms) + nz * mz;
        }
    }

    @Override
    public void directionalAlbedo(PbrFeatures features, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            float r = s[ROUGHNESS][i];
            float v = s[N_DOT_V][i];
            float lost = GgxAlbedo.lost(r, v);
            float bias = GgxAlbedo.grazing(r, v);
            float scale = 1 - lost - bias;
            s[SCALE][i] = scale;
            boolean specular = features.finish().specular();
            float dielectric90 = specular ? s[SPECULAR][i] : 1;
            float added = specular ? bias * s[F90][i] : bias;
            float most = specular ? bias * dielectric90 : bias;
            s[BIAS][i] = added;
            float metallic = s[METALLIC][i];
            float plain = 1 - metallic;
            float perMetal = 1 / Math.max(metallic, LEAST_METALLIC);
            for (int c = 0; c < 3; c++) {
                float f0 = s[DIELECTRIC + c][i];
                float whole = s[F0 + c][i];
                float often = Math.min(mean(f0, specular, dielectric90), 1);
                float gain = 1 / (1 - lost * often);
                float once = f0 * scale + most;
                s[LET_IN + c][i] = Math.max(1 - once * gain, 0);
                float base = Math.min(Math.max((whole - plain * f0) * perMetal, 0), 1);
                float metalGain = 1 / (1 - lost * mean(base, false, 1));
                float both = Math.max(whole * scale + added, 1e-6f);
                float share = Math.min(Math.max((both - plain * once) / both, 0), 1);
                s[GAIN + c][i] = gain + (metalGain - gain) * share;
            }
        }
    }

    /** Fresnel's term, averaged over all directions. */
    private static float mean(float f0, boolean specular, float f90) {
        float most = specular ? GgxAlbedo.MEAN_FRESNEL * f90 : GgxAlbedo.MEAN_FRESNEL;
        return most + (1 - GgxAlbedo.MEAN_FRESNEL) * f0;
    }

    /** How much of a light's cone reaches a direction towards it, which is of length 1. */
    public static float cone(float[] frame, int at, float lx, float ly, float lz) {
        float along = -((lx * frame[at + 8] + ly * frame[at + 9]) + lz * frame[at + 10]);
        float cone = Math.min(Math.max(along * frame[at + 11] + frame[at + 12], 0), 1);
        return cone * cone;
    }

    @Override
    public void light(PbrFeatures features, float[] frame, int at, FragmentBatch batch) {
        float[][] s = batch.scratch;
        int p = features.positionVarying();
        float local = frame[at + 3];
        boolean gains = features.lighting().isImageBased();
        var finish = features.finish();
        boolean followed = finish.followed();
        boolean covered = finish.covered();
        boolean brushed = finish.anisotropy().present();
        for (int i = 0; i < batch.count; i++) {
            // The direction of a light that has no place is the same everywhere
            float lx = local != 0 ? frame[at] - local * batch.varying[p][i] : frame[at];
            float ly = local != 0 ? frame[at + 1] - local * batch.varying[p + 1][i] : frame[at + 1];
            float lz = local != 0 ? frame[at + 2] - local * batch.varying[p + 2][i] : frame[at + 2];
            float squared = Math.max((lx * lx + ly * ly) + lz * lz, 1e-12f);
            float unit = 1 / (float) Math.sqrt(squared);
            lx *= unit;
            ly *= unit;
            lz *= unit;
            // KHR_lights_punctual: inverse square, windowed by range; cone by angle
            float ratio = squared * frame[at + 7];
            float window = Math.min(Math.max(1 - ratio * ratio, 0), 1);
            float falloff = local != 0 ? window / squared : 1;
            float intensity = falloff * cone(frame, at, lx, ly, lz);

            float nx = s[NORMAL][i];
            float ny = s[NORMAL + 1][i];
            float nz = s[NORMAL + 2][i];
            float hx = lx + s[VIEW][i];
            float hy = ly + s[VIEW + 1][i];
            float hz = lz + s[VIEW + 2][i];
            float half = Math.max((hx * hx + hy * hy) + hz * hz, 1e-12f);
            float toUnit = 1 / (float) Math.sqrt(half);
            float nDotL = Math.min(Math.max((nx * lx + ny * ly) + nz * lz, 0), 1);
            float nDotH = Math.min(Math.max(((nx * hx + ny * hy) + nz * hz) * toUnit, 0), 1);
            float vDotH = Math.min(Math.max(((lx * hx + ly * hy) + lz * hz) * toUnit, 0), 1);
            float nDotV = s[N_DOT_V][i];
            float a2 = s[ALPHA_SQUARED][i];
            float specular =
                    brushed
                            ? BrushedSurface.facets(
                                    s,
                                    i,
                                    hx * toUnit,
                                    hy * toUnit,
                                    hz * toUnit,
                                    lx,
                                    ly,
                                    lz,
                                    nDotL,
                                    nDotH)
                            : facets(nDotL, nDotV, nDotH, a2);
            float m = 1 - vDotH;
            float m2 = m * m;
            float fresnel = m2 * m2 * m;
            float received = nDotL * intensity;
            float f90 = finish.specular() ? s[F90][i] : 1;
            float below90 = finish.specular() ? s[SPECULAR][i] : 1;
            if (followed) {
                s[TOWARDS][i] = lx;
                s[TOWARDS + 1][i] = ly;
                s[TOWARDS + 2][i] = lz;
                s[INTENSITY][i] = intensity;
            }
            if (covered) {
                received *= s[THROUGH][i];
            }
            for (int c = 0; c < 3; c++) {
                float f0 = s[F0 + c][i];
                float f = f0 + (f90 - f0) * fresnel;
                float mirrored = specular * f;
                if (gains) {
                    mirrored *= s[GAIN + c][i];
                }
                float below = s[DIELECTRIC + c][i];
                float through = 1 - (below + (below90 - below) * fresnel);
                float reflected = s[DIFFUSE + c][i] * INVERSE_PI * through + mirrored;
                s[RADIANCE + c][i] += reflected * (received * frame[at + 4 + c]);
            }
        }
    }

    /** GGX's distribution times Smith's visibility. */
    static float facets(float nDotL, float nDotV, float nDotH, float a2) {
        float d = (nDotH * nDotH) * (a2 - 1) + 1;
        float distribution = a2 * INVERSE_PI / (d * d);
        float smithV = nDotL * (float) Math.sqrt((nDotV * nDotV) * (1 - a2) + a2);
        float smithL = nDotV * (float) Math.sqrt((nDotL * nDotL) * (1 - a2) + a2);
        return distribution * (0.5f / (smithV + smithL));
    }

    @Override
    public void ambient(PbrFeatures features, float[] frame, FragmentBatch batch) {
        if (features.lighting().isImageBased()) {
            studio(features, frame, batch);
            return;
        }
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            for (int c = 0; c < 3; c++) {
                float reflected = s[DIFFUSE + c][i] + s[F0 + c][i];
                s[RADIANCE + c][i] +=
                        reflected * (frame[PbrUniforms.AMBIENT + c] * s[OCCLUSION][i]);
            }
        }
    }

    private static void studio(PbrFeatures features, float[] frame, FragmentBatch batch) {
        float[][] s = batch.scratch;
        boolean brushed = features.finish().anisotropy().present();
        boolean covered = features.finish().covered();
        boolean mapped = features.lighting() == Lighting.ENVIRONMENT;
        for (int i = 0; i < batch.count; i++) {
            float nx = s[NORMAL][i];
            float ny = s[NORMAL + 1][i];
            float nz = s[NORMAL + 2][i];
            float vx = s[VIEW][i];
            float vy = s[VIEW + 1][i];
            float vz = s[VIEW + 2][i];
            float twice = 2 * ((nx * vx + ny * vy) + nz * vz);
            float rx = twice * nx - vx;
            float ry = twice * ny - vy;
            float rz = twice * nz - vz;
            if (mapped) {
                // Both is there already
            } else if (brushed) {
                Surroundings.brushed(frame, rx, ry, rz, s, i);
            } else {
                Surroundings.along(frame, rx, ry, rz, s[ROUGHNESS][i], s, PREFILTERED, i);
            }
            float occlusion = s[OCCLUSION][i];
            if (covered) {
                occlusion *= s[THROUGH][i];
            }
            for (int c = 0; c < 3; c++) {
                float once = s[F0 + c][i] * s[SCALE][i] + s[BIAS][i];
                float mirrored = once * s[GAIN + c][i];
                float below = s[DIFFUSE + c][i] * s[LET_IN + c][i];
                float received = mapped ? s[IRRADIANCE + c][i] : irradiance(frame, c, nx, ny, nz);
                float scattered = (below + (mirrored - once)) * received;
                float reflected = s[PREFILTERED + c][i] * once;
                s[RADIANCE + c][i] += (scattered + reflected) * occlusion;
            }
        }
    }

    /** One channel of the studio's irradiance over pi, for a unit normal. */
    static float irradiance(float[] frame, int channel, float nx, float ny, float nz) {
        int at = PbrUniforms.IRRADIANCE + channel;
        float irradiance = frame[at];
        irradiance += frame[at + 3] * ny;
        irradiance += frame[at + 6] * nz;
        irradiance += frame[at + 9] * nx;
        irradiance += frame[at + 12] * (nx * ny);
        irradiance += frame[at + 15] * (ny * nz);
        irradiance += frame[at + 18] * (3 * (nz * nz) - 1);
        irradiance += frame[at + 21] * (nx * nz);
        irradiance += frame[at + 24] * (nx * nx - ny * ny);
        return Math.max(irradiance, 0);
    }

    @Override
    public void toneMap(float[] frame, FragmentBatch batch) {
        float[][] s = batch.scratch;
        float exposure = frame[PbrUniforms.EXPOSURE];
        for (int i = 0; i < batch.count; i++) {
            float r = s[RADIANCE][i] * exposure;
            float g = s[RADIANCE + 1][i] * exposure;
            float b = s[RADIANCE + 2][i] * exposure;
            float least = smaller(smaller(r, g), b);
            float offset = least < 0.08f ? least - 6.25f * (least * least) : 0.04f;
            r -= offset;
            g -= offset;
            b -= offset;
            float peak = larger(larger(r, g), b);
            float d = 1 - COMPRESSION_START;
            float compressed = 1 - d * d / (peak + (d - COMPRESSION_START));
            float ratio = compressed / peak;
            float grey = 1 - 1 / (DESATURATION * (peak - compressed) + 1);
            float keep = ratio * (1 - grey);
            float add = compressed * grey;
            boolean compress = peak > COMPRESSION_START;
            batch.red[i] = compress ? r * keep + add : r;
            batch.green[i] = compress ? g * keep + add : g;
            batch.blue[i] = compress ? b * keep + add : b;
        }
    }

    @Override
    public void unlit(PbrFeatures features, float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        float[][] to = {batch.red, batch.green, batch.blue};
        for (int c = 0; c < 3; c++) {
            float emissive = material[PbrUniforms.EMISSIVE + c];
            for (int i = 0; i < batch.count; i++) {
                float glow = features.emissiveTexture() ? s[RADIANCE + c][i] * emissive : emissive;
                to[c][i] = s[DIFFUSE + c][i] + glow;
            }
        }
    }

    /** As lanes are compared and chosen: the platform's smaller one looks for NaN as well. */
    private static float smaller(float a, float b) {
        return b < a ? b : a;
    }

    /** Likewise the larger one. */
    private static float larger(float a, float b) {
        return a < b ? b : a;
    }
}
