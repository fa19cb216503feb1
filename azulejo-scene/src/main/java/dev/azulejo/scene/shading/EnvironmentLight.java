package dev.azulejo.scene.shading;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.shader.FragmentBatch;

/**
 * What arrives of an environment's light, in place of the studio's: maps that were blurred before,
 * in the last texture of the frame's group, laid out as {@link EnvironmentAtlas} says. Under {@link
 * Lighting#ENVIRONMENT} alone.
 *
 * <p>What is mirrored comes from the reflected ray, turned towards the normal the more the rougher
 * the surface is (Lagarde and de Rousiers, "Moving Frostbite to Physically Based Rendering", 2014):
 * a wide lobe is cut off by the horizon, and its middle is no longer where the ray is. Brushed
 * surfaces mirror along {@link #RAYS} rays, spread as facets are along the rougher direction.
 *
 * <p>Plain loops serve both kinds of kernels.
 */
final class EnvironmentLight {
    private static final int NORMAL = PbrKernels.NORMAL;
    private static final int VIEW = PbrKernels.VIEW;
    private static final int PREFILTERED = PbrKernels.PREFILTERED;
    private static final int IRRADIANCE = PbrKernels.IRRADIANCE;

    /**
     * Slopes of facets along the rougher direction, over alpha: the middles of as many equal shares
     * of GGX's distribution, c / sqrt(1 - c^2) for c of 1/8, 3/8, 5/8 and 7/8, to both sides.
     */
    private static final float[] TAPS = {
        -1.8073922f,
        -0.80064076f,
        -0.4045199f,
        -0.12598816f,
        0.12598816f,
        0.4045199f,
        0.80064076f,
        1.8073922f
    };

    /** How many rays a brushed surface mirrors along. */
    static final int RAYS = TAPS.length;

    /** A brushed surface is blurred so far along each ray at least: a share of all it is. */
    private static final float LEAST_SHARE = 0.25f;

    private final boolean brushed;

    EnvironmentLight(PbrFeatures features) {
        brushed = features.finish().anisotropy().present();
    }

    /**
     * Finds what is mirrored, into {@link PbrKernels#PREFILTERED}, and what is received, into
     * {@link PbrKernels#IRRADIANCE}. Before {@link PbrKernels#ambient}.
     */
    void before(FragmentBatch batch) {
        if (brushed) {
            brushed(batch);
        } else {
            mirror(NORMAL, PbrKernels.ROUGHNESS, batch);
        }
        irradiance(1, batch);
    }

    /** Finds what arrives from the other side, into {@link PbrKernels#IRRADIANCE}. */
    void behind(FragmentBatch batch) {
        irradiance(-1, batch);
    }

    /** Adds what a clear coat mirrors, after {@link PbrKernels#ambient}. */
    void coat(FragmentBatch batch) {
        float[][] s = batch.scratch;
        mirror(PbrKernels.COAT_NORMAL, PbrKernels.COAT_ROUGHNESS, batch);
        for (int i = 0; i < batch.count; i++) {
            float share = s[PbrKernels.COAT][i] * s[PbrKernels.OCCLUSION][i];
            for (int c = 0; c < 3; c++) {
                s[PbrKernels.RADIANCE + c][i] += s[PREFILTERED + c][i] * share;
            }
        }
    }

    private static Texture maps(FragmentBatch batch) {
        return batch.groups[PbrUniforms.FRAME].textures().getLast();
    }

    private void mirror(int normal, int rough, FragmentBatch batch) {
        float[] frame = batch.groups[PbrUniforms.FRAME].uniforms().data();
        var maps = maps(batch);
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            float nx = s[normal][i];
            float ny = s[normal + 1][i];
            float nz = s[normal + 2][i];
            float vx = s[VIEW][i];
            float vy = s[VIEW + 1][i];
            float vz = s[VIEW + 2][i];
            float twice = 2 * ((nx * vx + ny * vy) + nz * vz);
            float rx = twice * nx - vx;
            float ry = twice * ny - vy;
            float rz = twice * nz - vz;
            float roughness = s[rough][i];
            float bent = roughness * roughness;
            rx += (nx - rx) * bent;
            ry += (ny - ry) * bent;
            rz += (nz - rz) * bent;
            clear(s, PREFILTERED, i);
            blurred(maps, frame, rx, ry, rz, roughness, 1, s, PREFILTERED, i);
        }
    }

    private static void clear(float[][] s, int row, int lane) {
        s[row][lane] = 0;
        s[row + 1][lane] = 0;
        s[row + 2][lane] = 0;
    }

    /**
     * Adds what comes from a direction of the world, blurred.
     *
     * @param maps of the environment
     * @param frame uniforms of group 0
     * @param x direction, of any length
     * @param y see x
     * @param z see x
     * @param roughness perceptual; what is less than the sharpest map's counts as that
     * @param weight what is added is multiplied by it
     * @param to takes red, green, blue
     * @param row row of red in it
     * @param lane place in these rows
     */
    static void blurred(
            Texture maps,
            float[] frame,
            float x,
            float y,
            float z,
            float roughness,
            float weight,
            float[][] to,
            int row,
            int lane) {
        float cosine = frame[PbrUniforms.ENVIRONMENT_TURN];
        float sine = frame[PbrUniforms.ENVIRONMENT_TURN + 1];
        float ex = cosine * x - sine * z;
        float ez = sine * x + cosine * z;
        float u = EnvironmentAtlas.u(ex, y, ez);
        float v = EnvironmentAtlas.v(ex, y, ez);
        int sharpest = EnvironmentAtlas.sharpest(maps.width());
        float level = EnvironmentAtlas.level(roughness);
        int map = Math.min((int) level, EnvironmentAtlas.LEVELS - 2);
        float part = level - map;
        add(maps, sharpest, map, u, v, weight * (1 - part), to, row, lane);
        if (part > 0) {
            add(maps, sharpest, map + 1, u, v, weight * part, to, row, lane);
        }
    }

    /**
     * Adds what is seen behind a scene in a direction, as {@link #blurred} does; but in place of
     * the sharpest map its picture is looked at.
     *
     * @param roughness perceptual; less than that of the second map
     */
    static void seen(
            Texture maps,
            Texture panorama,
            float[] frame,
            float x,
            float y,
            float z,
            float roughness,
            float[][] to,
            int row,
            int lane) {
        float cosine = frame[PbrUniforms.ENVIRONMENT_TURN];
        float sine = frame[PbrUniforms.ENVIRONMENT_TURN + 1];
        float ex = cosine * x - sine * z;
        float ez = sine * x + cosine * z;
        float part = EnvironmentAtlas.level(roughness);
        Panorama.add(panorama, ex, y, ez, 1 - part, to, row, lane);
        if (part > 0) {
            float u = EnvironmentAtlas.u(ex, y, ez);
            float v = EnvironmentAtlas.v(ex, y, ez);
            int sharpest = EnvironmentAtlas.sharpest(maps.width());
            add(maps, sharpest, 1, u, v, part, to, row, lane);
        }
    }

    private static void add(
            Texture maps,
            int sharpest,
            int map,
            float u,
            float v,
            float weight,
            float[][] to,
            int row,
            int lane) {
        int first = EnvironmentAtlas.first(sharpest, map);
        int side = EnvironmentAtlas.side(sharpest, map);
        EnvironmentAtlas.add(maps.floats(), first, side, u, v, weight, to, row, lane);
    }

    /** What a surface receives that faces along the normal (1) or against it (-1). */
    private static void irradiance(float facing, FragmentBatch batch) {
        float[] frame = batch.groups[PbrUniforms.FRAME].uniforms().data();
        var maps = maps(batch);
        int sharpest = EnvironmentAtlas.sharpest(maps.width());
        float cosine = frame[PbrUniforms.ENVIRONMENT_TURN] * facing;
        float sine = frame[PbrUniforms.ENVIRONMENT_TURN + 1] * facing;
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            float x = s[NORMAL][i];
            float y = s[NORMAL + 1][i] * facing;
            float z = s[NORMAL + 2][i];
            float ex = cosine * x - sine * z;
            float ez = sine * x + cosine * z;
            float u = EnvironmentAtlas.u(ex, y, ez);
            float v = EnvironmentAtlas.v(ex, y, ez);
            clear(s, IRRADIANCE, i);
            add(maps, sharpest, EnvironmentAtlas.IRRADIANCE, u, v, 1, s, IRRADIANCE, i);
        }
    }

    private static void brushed(FragmentBatch batch) {
        float[] frame = batch.groups[PbrUniforms.FRAME].uniforms().data();
        var maps = maps(batch);
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            float along = s[PbrKernels.ALPHA_ALONG][i];
            float each = Math.max(s[PbrKernels.ALPHA_ACROSS][i], along * LEAST_SHARE);
            // What the blur of each ray does not spread, rays do
            float spread = (float) Math.sqrt(Math.max(along * along - each * each, 0));
            float roughness = (float) Math.sqrt(each);
            float all = 0;
            clear(s, PREFILTERED, i);
            for (float tap : TAPS) {
                all += ray(maps, frame, s, i, tap * spread, roughness);
            }
            float unit = 1 / Math.max(all, 1e-6f);
            for (int c = 0; c < 3; c++) {
                s[PREFILTERED + c][i] *= unit;
            }
        }
    }

    /** Adds what facets of a slope mirror; returns how much they count. */
    private static float ray(
            Texture maps, float[] frame, float[][] s, int i, float slope, float roughness) {
        float nx = s[NORMAL][i];
        float ny = s[NORMAL + 1][i];
        float nz = s[NORMAL + 2][i];
        float hx = nx + slope * s[PbrKernels.ALONG][i];
        float hy = ny + slope * s[PbrKernels.ALONG + 1][i];
        float hz = nz + slope * s[PbrKernels.ALONG + 2][i];
        float vx = s[VIEW][i];
        float vy = s[VIEW + 1][i];
        float vz = s[VIEW + 2][i];
        float twice = 2 * ((hx * vx + hy * vy) + hz * vz) / (1 + slope * slope);
        float rx = twice * hx - vx;
        float ry = twice * hy - vy;
        float rz = twice * hz - vz;
        // Light that arrives from below the surface would have met another facet
        float weight = Math.max((rx * nx + ry * ny) + rz * nz, 0) + 1e-6f;
        float bent = roughness * roughness;
        rx += (nx - rx) * bent;
        ry += (ny - ry) * bent;
        rz += (nz - rz) * bent;
        blurred(maps, frame, rx, ry, rz, roughness, weight, s, PREFILTERED, i);
        return weight;
    }
}
