package dev.azulejo.scene.shading;

import dev.azulejo.core.math.Exp2;
import dev.azulejo.core.sampling.TextureSamplings;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.TextureSampling;

import java.util.Arrays;

/**
 * What lies behind a surface, seen through it: KHR_materials_transmission, _volume and _dispersion.
 * Another phase has painted it before, without what is transparent; its picture is the texture of
 * the frame's group.
 *
 * <p>Light takes one way: it is refracted where it leaves the surface towards the eye, comes from
 * as far below as the material is thick, and from there straight out of the picture. A thin wall
 * refracts nothing. What is lost on the way follows Beer's law. A rough surface sees the picture
 * blurred, the more the more it refracts: a mip level, sampled at four places half of its texel to
 * each side, so that its texels do not show.
 *
 * <p>That picture is tone mapped already, and is not once more: with f for the tone mapper, b for
 * what arrives from behind and s for what the surface itself sends, the colour is b + f(b + s) -
 * f(b). A clear pane that mirrors nothing changes nothing.
 *
 * <p>Plain loops serve both kinds of kernels; sampling has twins.
 */
final class TransmittedLight {
    private static final int U = PbrKernels.COORDINATES;
    private static final int V = U + 1;
    private static final int GRADIENTS = PbrKernels.GRADIENTS;

    // Rows that are free once all light has been added.
    private static final int SUM = PbrKernels.PREFILTERED;
    private static final int OFFSET_U = SUM + 4;
    private static final int OFFSET_V = OFFSET_U + 1;
    private static final int FOOTPRINT = OFFSET_V + 1;
    private static final int TAP = PbrKernels.SCALE;

    /** No way through a volume is longer, world units: what is made of it stays finite. */
    private static final float LONGEST = 1e12f;

    private final PbrFeatures features;
    private final TextureSampling sampling;

    TransmittedLight(PbrFeatures features, Kernels kind) {
        this.features = features;
        this.sampling = TextureSamplings.of(kind);
    }

    /**
     * Parts what is scattered below the surface from what goes through: that share, by channel,
     * into {@link PbrKernels#BEHIND}. After {@link PbrKernels#directionalAlbedo}, before lights.
     */
    void before(float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        var transmission = features.finish().transmission();
        float[] through = s[PbrKernels.TRANSMISSION];
        float factor = material[PbrUniforms.TRANSMISSION];
        for (int i = 0; i < batch.count; i++) {
            through[i] = transmission.texture() ? factor * through[i] : factor;
        }
        if (transmission.volume()) {
            float[] thickness = s[PbrKernels.THICKNESS];
            float most = Math.min(material[PbrUniforms.THICKNESS] * scale(batch), LONGEST);
            for (int i = 0; i < batch.count; i++) {
                thickness[i] = transmission.thicknessTexture() ? most * thickness[i] : most;
            }
        }
        for (int c = 0; c < 3; c++) {
            float[] diffuse = s[PbrKernels.DIFFUSE + c];
            float[] letIn = s[PbrKernels.LET_IN + c];
            float[] behind = s[PbrKernels.BEHIND + c];
            for (int i = 0; i < batch.count; i++) {
                behind[i] = diffuse[i] * through[i] * letIn[i];
                diffuse[i] *= 1 - through[i];
            }
        }
    }

    /** By how much the object is larger in the world than in its own space, on average. */
    private static float scale(FragmentBatch batch) {
        float[] object = batch.groups[PbrUniforms.OBJECT].uniforms().data();
        float sum = 0;
        for (int column = 0; column < 3; column++) {
            for (int row = 0; row < 3; row++) {
                float m = object[PbrUniforms.WORLD_FROM_OBJECT + 4 * column + row];
                sum += m * m;
            }
        }
        return (float) Math.sqrt(sum / 3);
    }

    /**
     * Adds what lies behind to what the surface itself sends, and maps that to the colours of the
     * picture, in place of {@link PbrKernels#toneMap}. After all light was added; alpha is set.
     */
    void add(float[] frame, float[] material, PbrKernels kernels, FragmentBatch batch) {
        float[][] s = batch.scratch;
        boolean covered = features.finish().covered();
        for (int c = 0; c < 3; c++) {
            System.arraycopy(s[PbrKernels.RADIANCE + c], 0, s[PbrKernels.OWN + c], 0, batch.count);
            float[] behind = s[PbrKernels.BEHIND + c];
            float[] below = s[PbrKernels.THROUGH];
            for (int i = 0; covered && i < batch.count; i++) {
                behind[i] *= below[i];
            }
        }
        footprints(frame, material, batch);
        see(frame, material, batch);
        if (features.finish().transmission().volume()) {
            attenuate(material, batch);
        }
        float[] alpha = s[SUM + 3];
        for (int i = 0; i < batch.count; i++) {
            float red = s[PbrKernels.BEHIND][i];
            float green = s[PbrKernels.BEHIND + 1][i];
            float blue = s[PbrKernels.BEHIND + 2][i];
            float share = ((red + green) + blue) * (1 / 3f);
            batch.alpha[i] *= 1 - share * (1 - alpha[i]);
            s[PbrKernels.BEHIND][i] = red * s[SUM][i];
            s[PbrKernels.BEHIND + 1][i] = green * s[SUM + 1][i];
            s[PbrKernels.BEHIND + 2][i] = blue * s[SUM + 2][i];
        }
        float radiance = 1 / frame[PbrUniforms.EXPOSURE];
        for (int c = 0; c < 3; c++) {
            float[] behind = s[PbrKernels.BEHIND + c];
            float[] light = s[PbrKernels.RADIANCE + c];
            for (int i = 0; i < batch.count; i++) {
                light[i] = behind[i] * radiance;
            }
        }
        kernels.toneMap(frame, batch);
        keep(batch.red, s[TAP], batch.count);
        keep(batch.green, s[TAP + 1], batch.count);
        keep(batch.blue, s[TAP + 2], batch.count);
        for (int c = 0; c < 3; c++) {
            float[] own = s[PbrKernels.OWN + c];
            float[] light = s[PbrKernels.RADIANCE + c];
            for (int i = 0; i < batch.count; i++) {
                light[i] += own[i];
            }
        }
        kernels.toneMap(frame, batch);
        put(batch.red, s[TAP], s[PbrKernels.BEHIND], batch.count);
        put(batch.green, s[TAP + 1], s[PbrKernels.BEHIND + 1], batch.count);
        put(batch.blue, s[TAP + 2], s[PbrKernels.BEHIND + 2], batch.count);
    }

    private static void keep(float[] mapped, float[] to, int count) {
        System.arraycopy(mapped, 0, to, 0, count);
    }

    private static void put(float[] color, float[] mapped, float[] behind, int count) {
        for (int i = 0; i < count; i++) {
            color[i] = (color[i] - mapped[i]) + behind[i];
        }
    }

    /**
     * How many pixels of the picture a fragment sees: 1 where it is smooth, a picture's height
     * where it is rough all over and refracts as glass does, and between them a power of roughness
     * plus a constant.
     */
    private static void footprints(float[] frame, float[] material, FragmentBatch batch) {
        float[] roughness = batch.scratch[PbrKernels.ROUGHNESS];
        float[] footprint = batch.scratch[FOOTPRINT];
        float least = ScalarPbrKernels.LEAST_ROUGHNESS;
        float growth = frame[PbrUniforms.BEHIND_GROWTH] * material[PbrUniforms.BLUR] / (1 - least);
        for (int i = 0; i < batch.count; i++) {
            float root = 1 + growth * Math.max(roughness[i] - least, 0);
            float two = root * root;
            float four = two * two;
            float eight = four * four;
            footprint[i] = eight * eight;
        }
        float perColumn = frame[PbrUniforms.BEHIND_TEXEL];
        float perRow = frame[PbrUniforms.BEHIND_TEXEL + 1];
        float[][] s = batch.scratch;
        for (int i = 0; i < batch.count; i++) {
            s[GRADIENTS][i] = footprint[i] * perColumn;
            s[GRADIENTS + 1][i] = 0;
            s[GRADIENTS + 2][i] = 0;
            s[GRADIENTS + 3][i] = footprint[i] * perRow;
        }
    }

    /** Samples the picture into the rows of the sum. */
    private void see(float[] frame, float[] material, FragmentBatch batch) {
        var transmission = features.finish().transmission();
        if (!transmission.dispersion()) {
            place(frame, material[PbrUniforms.REFRACTION + 1], transmission.volume(), batch);
            sum(frame, 0, 4, batch);
            return;
        }
        for (int c = 0; c < 3; c++) {
            place(frame, material[PbrUniforms.REFRACTION + c], true, batch);
            // Alpha goes with green; blue comes after, and stays
            sum(frame, c, c == 1 ? 4 : c + 1, batch);
        }
    }

    /**
     * Finds where a ray leaves the volume, as a distance in the picture from where it enters.
     *
     * @param ratio index of refraction outside over that inside
     */
    private void place(float[] frame, float ratio, boolean volume, FragmentBatch batch) {
        float[][] s = batch.scratch;
        float[] offsetU = s[OFFSET_U];
        float[] offsetV = s[OFFSET_V];
        if (!volume) {
            Arrays.fill(offsetU, 0, batch.count, 0);
            Arrays.fill(offsetV, 0, batch.count, 0);
            return;
        }
        int p = features.positionVarying();
        int m = PbrUniforms.CLIP_FROM_WORLD;
        float halfWidth = 0.5f * frame[PbrUniforms.BEHIND_VIEW + 1];
        for (int i = 0; i < batch.count; i++) {
            float cosine = Math.min(s[PbrKernels.N_DOT_V][i], 1);
            float inside = 1 - ratio * ratio * (1 - cosine * cosine);
            float normal = ratio * cosine - (float) Math.sqrt(Math.max(inside, 0));
            float x = batch.varying[p][i];
            float y = batch.varying[p + 1][i];
            float z = batch.varying[p + 2][i];
            float way = s[PbrKernels.THICKNESS][i];
            float nx = s[PbrKernels.NORMAL][i];
            float ny = s[PbrKernels.NORMAL + 1][i];
            float nz = s[PbrKernels.NORMAL + 2][i];
            float ex = x + (normal * nx - ratio * s[PbrKernels.VIEW][i]) * way;
            float ey = y + (normal * ny - ratio * s[PbrKernels.VIEW + 1][i]) * way;
            float ez = z + (normal * nz - ratio * s[PbrKernels.VIEW + 2][i]) * way;
            float w = row(frame, m + 3, x, y, z);
            float ew = row(frame, m + 3, ex, ey, ez);
            float toUnit = 1 / Math.max(w, 1e-20f);
            float toExit = 1 / Math.max(ew, 1e-20f);
            float right = row(frame, m, ex, ey, ez) * toExit - row(frame, m, x, y, z) * toUnit;
            float up = row(frame, m + 1, ex, ey, ez) * toExit - row(frame, m + 1, x, y, z) * toUnit;
            offsetU[i] = right * halfWidth;
            offsetV[i] = up * -0.5f;
        }
    }

    private static float row(float[] frame, int row, float x, float y, float z) {
        return ((x * frame[row] + y * frame[row + 4]) + z * frame[row + 8]) + frame[row + 12];
    }

    /** Averages four samples, half a texel of the mip level away, for some of the channels. */
    private void sum(float[] frame, int from, int to, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int corner = 0; corner < 4; corner++) {
            float right = (corner & 1) == 0 ? -0.5f : 0.5f;
            float down = (corner & 2) == 0 ? -0.5f : 0.5f;
            coordinates(frame, right, down, batch);
            sample(batch);
            for (int c = from; c < to; c++) {
                float[] sum = s[SUM + c];
                float[] tap = s[TAP + c];
                for (int i = 0; i < batch.count; i++) {
                    sum[i] = corner == 0 ? tap[i] * 0.25f : sum[i] + tap[i] * 0.25f;
                }
            }
        }
    }

    private void coordinates(float[] frame, float right, float down, FragmentBatch batch) {
        float[][] s = batch.scratch;
        float perColumn = frame[PbrUniforms.BEHIND_TEXEL];
        float perRow = frame[PbrUniforms.BEHIND_TEXEL + 1];
        float left = frame[PbrUniforms.BEHIND_VIEW];
        float least = left + 0.5f * perColumn;
        float most = left + frame[PbrUniforms.BEHIND_VIEW + 1] - 0.5f * perColumn;
        float top = 0.5f * perRow;
        float bottom = 1 - top;
        for (int i = 0; i < batch.count; i++) {
            float beside = s[FOOTPRINT][i] - 1;
            float u = (batch.pixelX[i] + 0.5f + beside * right) * perColumn + s[OFFSET_U][i];
            float v = (batch.pixelY[i] + 0.5f + beside * down) * perRow + s[OFFSET_V][i];
            s[U][i] = Math.min(Math.max(u, least), most);
            s[V][i] = Math.min(Math.max(v, top), bottom);
        }
    }

    private void sample(FragmentBatch batch) {
        float[][] s = batch.scratch;
        var group = batch.groups[PbrUniforms.FRAME];
        sampling.sample(
                group.textures().getFirst(),
                group.samplers().getFirst(),
                batch.count,
                s[U],
                s[V],
                s[GRADIENTS],
                s[GRADIENTS + 1],
                s[GRADIENTS + 2],
                s[GRADIENTS + 3],
                s[TAP],
                s[TAP + 1],
                s[TAP + 2],
                s[TAP + 3],
                batch);
    }

    /** Beer's law: what is left of each channel falls by the same factor a unit of the way. */
    private static void attenuate(float[] material, FragmentBatch batch) {
        float[] way = batch.scratch[PbrKernels.THICKNESS];
        for (int c = 0; c < 3; c++) {
            float[] behind = batch.scratch[PbrKernels.BEHIND + c];
            float halvings = -material[PbrUniforms.ATTENUATION + c];
            for (int i = 0; i < batch.count; i++) {
                behind[i] *= Math.min(Exp2.exp2(halvings * way[i]), 1);
            }
        }
    }
}
