package dev.azulejo.scene.shading;

/**
 * How much GGX with height-correlated Smith masking reflects of a white environment: coefficients
 * of fits to integrals of its lobe, for perceptual roughness r of {@link
 * ScalarPbrKernels#LEAST_ROUGHNESS} to 1, alpha = r^2 and v = normal dot view from 0.005 to 1;
 * below, nothing gets out of hand.
 *
 * <p>What mirrors would lose is w (p1 + w (p2 + w (p3 + w p4))), w = alpha / (alpha + v), pn =
 * {@code LOSTn0} + {@code LOSTn1} r + {@code LOSTn2} r^2. What they reflect is right within 3 %.
 *
 * <p>The part of the rest that Schlick's term (1 - l.h)^5 has is (1 - v)^5 ({@code ABOVE0} + {@code
 * ABOVE1} v + {@code ABOVE2} alpha) / (1 + {@code BELOW1} v + {@code BELOW2} alpha + {@code BELOW3}
 * alpha^2): right within 0.02 of all light where v is above 0.1, else within 0.04.
 */
public final class GgxAlbedo {
    /** Coefficient of the light that is lost. */
    public static final float LOST10 = -0.13331f;

    /** See {@link #LOST10}. */
    public static final float LOST11 = -3.40409f;

    /** See {@link #LOST10}. */
    public static final float LOST12 = 8.66222f;

    /** See {@link #LOST10}. */
    public static final float LOST20 = 3.75227f;

    /** See {@link #LOST10}. */
    public static final float LOST21 = 6.12756f;

    /** See {@link #LOST10}. */
    public static final float LOST22 = -21.65908f;

    /** See {@link #LOST10}. */
    public static final float LOST30 = -7.68356f;

    /** See {@link #LOST10}. */
    public static final float LOST31 = -3.29162f;

    /** See {@link #LOST10}. */
    public static final float LOST32 = 21.56757f;

    /** See {@link #LOST10}. */
    public static final float LOST40 = 4.27526f;

    /** See {@link #LOST10}. */
    public static final float LOST41 = 0.06169f;

    /** See {@link #LOST10}. */
    public static final float LOST42 = -8.22888f;

    /** Coefficient of the part of Schlick's term. */
    public static final float ABOVE0 = 0.93f;

    /** See {@link #ABOVE0}. */
    public static final float ABOVE1 = 17.775f;

    /** See {@link #ABOVE0}. */
    public static final float ABOVE2 = 11.649f;

    /** See {@link #ABOVE0}. */
    public static final float BELOW1 = 16.185f;

    /** See {@link #ABOVE0}. */
    public static final float BELOW2 = 26.535f;

    /** See {@link #ABOVE0}. */
    public static final float BELOW3 = 211.218f;

    /** Schlick's term averaged over directions that are weighted by their cosine. */
    public static final float MEAN_FRESNEL = 1 / 21f;

    private GgxAlbedo() {}

    /**
     * Returns what mirrors lose by one reflection.
     *
     * @param r perceptual roughness
     * @param v normal dot view
     */
    static float lost(float r, float v) {
        float alpha = r * r;
        float w = alpha / (alpha + v);
        float lost1 = LOST10 + r * (LOST11 + r * LOST12);
        float lost2 = LOST20 + r * (LOST21 + r * LOST22);
        float lost3 = LOST30 + r * (LOST31 + r * LOST32);
        float lost4 = LOST40 + r * (LOST41 + r * LOST42);
        return Math.max(w * (lost1 + w * (lost2 + w * (lost3 + w * lost4))), 0);
    }

    /** Returns the part of the rest that Schlick's term has; see {@link #lost}. */
    static float grazing(float r, float v) {
        float alpha = r * r;
        float m = 1 - v;
        float m2 = m * m;
        float above = ABOVE0 + ABOVE1 * v + ABOVE2 * alpha;
        float below = 1 + BELOW1 * v + alpha * (BELOW2 + BELOW3 * alpha);
        return m2 * m2 * m * above / below;
    }
}
