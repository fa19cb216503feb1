package dev.azulejo.scene.shading;

import dev.azulejo.core.math.Exp2;
import dev.azulejo.core.math.Floor;
import dev.azulejo.core.shader.FragmentBatch;

/**
 * A thin film on a surface, KHR_materials_iridescence: what its two sides mirror adds up by phase,
 * and so in colours. Belcour and Barla, "A Practical Extension to Microfacet Theory for the
 * Modeling of Varying Iridescence", 2017: Airy's series up to its second order, each term weighed
 * by the eye's sensitivity in closed form.
 *
 * <p>The film changes the reflectance at normal incidence so that Schlick's term gives, for the
 * angle of view, what the film mirrors there; all further shading takes it for any other surface.
 * Under {@link Lighting#isImageBased} alone; plain loops serve both kinds of kernels.
 */
final class ThinFilm {
    private static final int ORDERS = 2;

    /** Thinner films fade out, nanometres: without thickness there is none. */
    private static final float FADE = 30;

    /** Light that is late by more has no colours left, micrometres; sums stay finite. */
    private static final float LATEST = 10_000;

    /** At lower angles everything mirrors all there is, and nothing can be told from it. */
    private static final float LEAST_COSINE = 0.01f;

    /**
     * The eye's sensitivity as bells over the wave number, 1 a micrometre: middle, variance, and
     * weight for X, Y, Z and X once more.
     */
    private static final double[][] BELLS = {
        {1.6810, 4.3278e-3, 5.4856e-1},
        {1.7953, 9.3046e-3, 4.4201e-1},
        {2.2084, 6.6121e-3, 5.2481e-1},
        {2.2399, 4.5282e-3, 9.7470e-2},
    };

    /** Linear red, green, blue of X, Y, Z: Rec. 709's primaries. */
    private static final double[][] RGB = {
        {3.2404542, -1.5371385, -0.4985314},
        {-0.9692660, 1.8760108, 0.0415560},
        {0.0556434, -0.2040259, 1.0572252},
    };

    /** By bell and channel: what it adds without phase; white is 1 then. */
    private static final float[][] WEIGHT = weights();

    private static final float[] SINE = {
        3.14159265f, -5.16771278f, 2.55016404f, -0.59926453f, 0.08214589f
    };

    private final PbrFeatures features;

    ThinFilm(PbrFeatures features) {
        this.features = features;
    }

    private static float[][] weights() {
        float[][] weights = new float[BELLS.length][3];
        for (int c = 0; c < 3; c++) {
            double[] each = new double[BELLS.length];
            double all = 0;
            for (int bell = 0; bell < BELLS.length; bell++) {
                each[bell] = RGB[c][bell % 3] * BELLS[bell][2] * Math.sqrt(BELLS[bell][1]);
                all += each[bell];
            }
            for (int bell = 0; bell < BELLS.length; bell++) {
                weights[bell][c] = (float) (each[bell] / all);
            }
        }
        return weights;
    }

    /**
     * Puts the film on: changes {@link PbrKernels#F0} and {@link PbrKernels#DIELECTRIC}. After
     * {@link PbrKernels#surface}.
     */
    void before(float[] material, FragmentBatch batch) {
        float[][] s = batch.scratch;
        var film = features.finish().iridescence();
        float ior = material[PbrUniforms.IRIDESCENCE + 1];
        float least = material[PbrUniforms.IRIDESCENCE + 2];
        float most = material[PbrUniforms.IRIDESCENCE + 3];
        for (int i = 0; i < batch.count; i++) {
            float factor = material[PbrUniforms.IRIDESCENCE];
            if (film.texture()) {
                factor *= s[PbrKernels.IRIDESCENCE][i];
            }
            float thickness = most;
            if (film.thicknessTexture()) {
                thickness = least + (most - least) * s[PbrKernels.FILM][i];
            }
            float v = Math.min(Math.max(s[PbrKernels.N_DOT_V][i], LEAST_COSINE), 1);
            cover(s, PbrKernels.F0, i, factor, thickness, ior, v);
            cover(s, PbrKernels.DIELECTRIC, i, factor, thickness, ior, v);
        }
    }

    private static void cover(
            float[][] s, int row, int i, float factor, float thickness, float ior, float v) {
        float m = 1 - v;
        float m2 = m * m;
        float grazing = m2 * m2 * m;
        for (int c = 0; c < 3; c++) {
            float f0 = s[row + c][i];
            float mirrored = mirrored(f0, thickness, ior, v, c);
            float covered = Math.min(Math.max((mirrored - grazing) / (1 - grazing), 0), 1);
            s[row + c][i] = f0 + (covered - f0) * factor;
        }
    }

    /**
     * Returns what a film on a surface mirrors of one channel, 0 to 1.
     *
     * @param f0 what the surface mirrors without it, at normal incidence
     * @param thickness nanometres
     * @param ior of the film; outside is 1
     * @param v normal dot view
     */
    static float mirrored(float f0, float thickness, float ior, float v, int channel) {
        float thin = Math.min(Math.max(thickness / FADE, 0), 1);
        float index = 1 + (ior - 1) * (thin * thin * (3 - 2 * thin));
        float inside = 1 - (1 - v * v) / (index * index);
        if (!(inside > 0)) {
            return 1;
        }
        float cosine = (float) Math.sqrt(inside);
        // The upper side, where light comes in
        float upper = schlick(reflectance(1, index), v);
        // The lower side; a mirror has no index, but is nearly one of a large index
        float root = (float) Math.sqrt(Math.min(Math.max(f0, 0), 0.9999f));
        float below = (1 + root) / (1 - root);
        float lower = schlick(reflectance(index, below), cosine);
        float both = Math.min(upper * lower, 0.9999f);
        float through = (1 - upper) * (1 - upper);
        float once = through * lower / (1 - both);
        // Turned by half a wave inside of the upper side, and at the lower one where it is denser
        float turns = below < index ? 1 : 0.5f;
        float way = Math.min(2 * index * thickness * cosine * 1e-3f, LATEST);
        float sum = upper + once;
        float term = once - (1 - upper);
        float each = (float) Math.sqrt(both);
        for (int order = 1; order <= ORDERS; order++) {
            term *= each;
            sum += 2 * term * sensitivity(order * way, order * turns, channel);
        }
        return Math.min(Math.max(sum, 0), 1);
    }

    private static float reflectance(float outside, float inside) {
        float root = (inside - outside) / (inside + outside);
        return root * root;
    }

    /** Schlick's term; what hardly refracts hardly mirrors at grazing angles either. */
    private static float schlick(float f0, float cosine) {
        float m = 1 - cosine;
        float m2 = m * m;
        return f0 + (Math.min(50 * f0, 1) - f0) * (m2 * m2 * m);
    }

    /**
     * How an eye sees light that is out of phase: 1 for white without.
     *
     * @param way difference of the ways, micrometres
     * @param turns what is added to the phase, turns
     */
    private static float sensitivity(float way, float turns, int channel) {
        float phase = way * 6.2831853f;
        float sum = 0;
        for (int bell = 0; bell < BELLS.length; bell++) {
            float spread = phase * phase * (float) BELLS[bell][1];
            float seen = Exp2.exp2(-spread * Exp2.LOG2_E);
            sum += WEIGHT[bell][channel] * seen * cosine(way * (float) BELLS[bell][0] + turns);
        }
        return sum;
    }

    /** The cosine of an angle in turns, within 1e-5. */
    static float cosine(float turns) {
        float t = turns - Floor.floor(turns + 0.5f);
        float t2 = t * t;
        // 1 - 2 sin^2 of half the angle
        float sine =
                t * (SINE[0] + t2 * (SINE[1] + t2 * (SINE[2] + t2 * (SINE[3] + t2 * SINE[4]))));
        return 1 - 2 * (sine * sine);
    }
}
