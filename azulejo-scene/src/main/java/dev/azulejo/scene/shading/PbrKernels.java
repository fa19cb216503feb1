package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.shading.vector.VectorPbrKernels;

/**
 * The steps of shading, over lanes 0..batch.count-1 (and up to the next multiple of 16).
 *
 * <p>Lanes are handed over in {@code batch.scratch}, whose rows are given out below, one after the
 * other: whoever shades works in rows of his own.
 */
public interface PbrKernels {
    /** The definition and its twin. */
    KernelProvider<PbrKernels> TWINS =
            new KernelProvider<>(ScalarPbrKernels::new, () -> new VectorPbrKernels());

    /** Returns the scalar or the vector twin, which keep nothing between calls. */
    static PbrKernels of(Kernels kernels) {
        return TWINS.get(kernels);
    }

    /** Scratch: unit normal x; y and z follow. */
    int NORMAL = 0;

    /** Scratch: unit direction to the eye x; y and z follow. */
    int VIEW = NORMAL + 3;

    /** Scratch: normal dot view, at least 1e-4. */
    int N_DOT_V = VIEW + 3;

    /** Scratch: diffuse albedo; in: base colour texture. Green and blue follow. */
    int DIFFUSE = N_DOT_V + 1;

    /** Scratch: reflectance at normal incidence. Green and blue follow. */
    int F0 = DIFFUSE + 3;

    /** Scratch: radiance so far; in: emissive texture. Green and blue follow. */
    int RADIANCE = F0 + 3;

    /** Scratch: occlusion; in: occlusion texture. */
    int OCCLUSION = RADIANCE + 3;

    /** Scratch: perceptual roughness; in: texture. */
    int ROUGHNESS = OCCLUSION + 1;

    /** Scratch: how much of a metal it is, 0 to 1; in: metallic texture. */
    int METALLIC = ROUGHNESS + 1;

    /** Scratch: squared alpha, alpha = roughness^2. */
    int ALPHA_SQUARED = METALLIC + 1;

    /** Scratch: normal texture, 0..1; y and z follow. */
    int NORMAL_TEXEL = ALPHA_SQUARED + 1;

    /**
     * Scratch: share of the light that a dielectric lets in, and does not mirror, where the normal
     * texture was. Green and blue follow.
     */
    int LET_IN = NORMAL_TEXEL;

    /** Scratch: light that arrives along the reflected ray, blurred. Green and blue follow. */
    int PREFILTERED = NORMAL_TEXEL + 3;

    /** Scratch: reflected ray x; y and z follow. */
    int REFLECTED = PREFILTERED + 3;

    /** Scratch: how steep edges are in what is reflected, a unit of sine. */
    int SHARPNESS = REFLECTED + 3;

    /** Scratch: what reflectance is multiplied by. */
    int SCALE = SHARPNESS + 1;

    /** Scratch: what is added to reflectance. */
    int BIAS = SCALE + 1;

    /** Scratch: what reflection gains by scattering between facets. Green and blue follow. */
    int GAIN = BIAS + 1;

    /** Scratch: transformed texture coordinates u and v. */
    int COORDINATES = GAIN + 3;

    /** Scratch: their derivatives, u and v by x, then by y. */
    int GRADIENTS = COORDINATES + 2;

    /**
     * Scratch: what a matt surface receives of an environment, over pi, once textures were read:
     * where their coordinates were. Green and blue follow.
     */
    int IRRADIANCE = COORDINATES;

    /**
     * Scratch: the box around the batch and its slices ({@link LightSlices}), while many lights are
     * added: where derivatives were, behind what shadows need.
     */
    int BOUNDS = GRADIENTS + 1;

    /** Scratch: share of the light that something in its way stops. */
    int STOPPED = GRADIENTS + 4;

    /** Scratch: radiance before that light was added. Green and blue follow. */
    int UNLIT = STOPPED + 1;

    /**
     * Scratch: what dielectrics mirror at grazing angles; in: specular texture's alpha. Rows from
     * here on are there for materials with a finish alone.
     */
    int SPECULAR = UNLIT + 3;

    /**
     * Scratch: a dielectric's reflectance at normal incidence; in: specular colour texture. Green
     * and blue follow.
     */
    int DIELECTRIC = SPECULAR + 1;

    /** Scratch: what the surface mirrors at grazing angles. */
    int F90 = DIELECTRIC + 3;

    /** Scratch: the share of white surroundings that the coat mirrors; in: coat texture. */
    int COAT = F90 + 1;

    /** Scratch: perceptual roughness of the coat; in: texture. */
    int COAT_ROUGHNESS = COAT + 1;

    /** Scratch: unit normal x of the coat; in: normal texture, 0..1. y and z follow. */
    int COAT_NORMAL = COAT_ROUGHNESS + 1;

    /** Scratch: the coat's normal dot view, at least 1e-4. */
    int COAT_N_DOT_V = COAT_NORMAL + 3;

    /** Scratch: squared alpha of the coat. */
    int COAT_ALPHA_SQUARED = COAT_N_DOT_V + 1;

    /** Scratch: what the coat mirrors of a light is multiplied by. */
    int COAT_GAIN = COAT_ALPHA_SQUARED + 1;

    /** Scratch: the share of light to and from what is below that coat and sheen let through. */
    int THROUGH = COAT_GAIN + 1;

    /**
     * Scratch: direction towards the light that was added last, where the reflected ray will be.
     */
    int TOWARDS = REFLECTED;

    /** Scratch: intensity of that light here, without colour. */
    int INTENSITY = SHARPNESS;

    /**
     * Scratch: what a bounce loses to further ones, while {@link #directionalAlbedo} is found, or a
     * coat's shares.
     */
    int LOST = REFLECTED;

    /** Scratch: what dielectrics mirror at grazing angles, likewise. */
    int MOST = REFLECTED + 1;

    /** Scratch: one by how much is metal, likewise. */
    int PER_METAL = REFLECTED + 2;

    /** Scratch: share of light that goes through the surface; in: transmission texture. */
    int TRANSMISSION = THROUGH + 1;

    /** Scratch: length of its way below, world units; in: thickness texture. */
    int THICKNESS = TRANSMISSION + 1;

    /** Scratch: the share of what lies behind that is seen. Green and blue follow. */
    int BEHIND = THICKNESS + 1;

    /** Scratch: radiance of the surface itself. Green and blue follow. */
    int OWN = BEHIND + 3;

    /** Scratch: colour of the sheen under the coat; in: texture. Green and blue follow. */
    int SHEEN = OWN + 3;

    /** Scratch: perceptual roughness of the sheen; in: texture. */
    int SHEEN_ROUGHNESS = SHEEN + 3;

    /** Scratch: the share of white surroundings that a white sheen sends. */
    int SHEEN_SHARE = SHEEN_ROUGHNESS + 1;

    /** Scratch: unit direction x in which the surface is rougher; in: texture. y, z follow. */
    int ALONG = SHEEN_SHARE + 1;

    /** Scratch: unit direction x across it; y and z follow. */
    int ACROSS = ALONG + 3;

    /** Scratch: alpha along that direction. */
    int ALPHA_ALONG = ACROSS + 3;

    /** Scratch: alpha across it. */
    int ALPHA_ACROSS = ALPHA_ALONG + 1;

    /** Scratch: iridescence texture. */
    int IRIDESCENCE = ALPHA_ACROSS + 1;

    /** Scratch: texture of the film's thickness. */
    int FILM = IRIDESCENCE + 1;

    /** Scratch: texture of how much light is scattered to the other side. */
    int SCATTERING = FILM + 1;

    /** Scratch: the share of light from the other side that is seen; in: colour texture. */
    int SCATTERED = SCATTERING + 1;

    /**
     * Scratch: how far reflected rays lie within two sides of a box of light, and within the other
     * two.
     */
    int BETWEEN = SCATTERED + 3;

    /** The first scratch row that shading leaves alone, at most {@link FragmentBatch#SAMPLING}. */
    int SCRATCH_END = BETWEEN + 2;

    /**
     * Base colour times factor and vertex colour, into {@link #DIFFUSE} and batch.alpha.
     *
     * @param textured whether {@link #DIFFUSE} holds texture lanes, and where alpha means anything
     *     batch.alpha as well; else 1
     */
    void baseColor(PbrFeatures features, float[] material, boolean textured, FragmentBatch batch);

    /**
     * Normal, view, albedo, F0, {@link #DIELECTRIC}, roughness, metallic, emissive start of
     * radiance; with {@link FinishFeatures#specular} {@link #SPECULAR} and {@link #F90} as well.
     */
    void surface(PbrFeatures features, float[] frame, float[] material, FragmentBatch batch);

    /**
     * How much a surface mirrors of a white environment, into {@link #SCALE}, {@link #BIAS}, {@link
     * #GAIN} and {@link #LET_IN}. Under {@link Lighting#isImageBased} alone, after {@link
     * #surface}, before lights.
     *
     * <p>By one reflection it is E(F0) = F0 * SCALE + BIAS. A rough metal's facets reflect the
     * rest, 1 - E(1), onto each other, and without it would be up to three times too dark. Every
     * such reflection keeps a share of its colour, so that with F the mean of Fresnel's term over
     * all angles the sum is E(F0) * GAIN, GAIN = 1 / (1 - (1 - E(1)) * F): Fdez-Agüera, "A
     * Multiple-Scattering Microfacet Model for Image-Based Lighting", 2019, summed up. All of a
     * white metal's light comes back, whatever SCALE and BIAS are. LET_IN is 1 - E * GAIN of the
     * material's dielectric reflectance: what is half metal is diffuse as its dielectric half is,
     * and mirrors what its halves do. So GAIN is a mean of the two halves' own, by what each has of
     * E: one of their mean reflectance would lose up to three tenths of a rough white surface's
     * light.
     *
     * <p>With {@link FinishFeatures#specular} BIAS is that of a surface which mirrors {@link #F90}
     * at grazing angles, and the means above are between F0 and that.
     */
    void directionalAlbedo(PbrFeatures features, FragmentBatch batch);

    /**
     * Adds one light: GGX distribution, height-correlated Smith visibility, Schlick Fresnel; under
     * {@link Lighting#isImageBased} times {@link #GAIN}, so that over all directions of light a
     * surface mirrors what it mirrors of its surroundings (Turquin, "Practical multiple scattering
     * compensation for microfacet models", 2019). Otherwise single scattering, as in the appendix
     * of glTF's specification. As there, what is half metal is diffuse with what its dielectric
     * half lets in.
     *
     * <p>With {@link FinishFeatures#followed} {@link #TOWARDS} and {@link #INTENSITY} are left for
     * it, and what is added is what comes {@link #THROUGH}. Brushed surfaces have a distribution of
     * their own, which the definition alone knows.
     *
     * @param at first float of the light in the frame uniforms
     */
    void light(PbrFeatures features, float[] frame, int at, FragmentBatch batch);

    /**
     * Adds ambient light. The studio's is mirrored after one reflection, and diffuse after several
     * between facets; what is left of a dielectric's is scattered below its surface. Brushed
     * surfaces blur what they mirror by directions, which the definition alone knows. Of an
     * environment's {@link #PREFILTERED} and {@link #IRRADIANCE} are there before.
     */
    void ambient(PbrFeatures features, float[] frame, FragmentBatch batch);

    /** Exposure and the Khronos PBR neutral tone mapper, into red, green and blue. */
    void toneMap(float[] frame, FragmentBatch batch);

    /**
     * The base colour and what glows beside it, into red, green and blue.
     *
     * @param features of the material
     * @param material its uniforms
     * @param batch with the emissive texture's texels in {@link #RADIANCE}, if there is one
     */
    void unlit(PbrFeatures features, float[] material, FragmentBatch batch);
}
