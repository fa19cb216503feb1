package dev.azulejo.scene.shading;

import dev.azulejo.core.sampling.TextureSamplings;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.StageCosts;
import dev.azulejo.core.shader.TextureSampling;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

/**
 * A ground of which nothing is seen but what lies on it: the soft shadow of what is near, the
 * shadow that the key light casts, and over both a blurred mirror image. Colours are multiplied by
 * alpha.
 *
 * <p>A place on it is told by u and v, which are 0..1 in the rectangle that the contact shadow is a
 * texture of, and go on beyond; everything else is a linear function of the two. Attribute slot 0:
 * which corner of the polygon it is. Group 1 has a material's uniforms and the contact shadow, in
 * its alpha; group 2 the uniforms below, if it mirrors the picture of what is mirrored, whose
 * colours are multiplied by alpha, and if it is in shadow the map that {@link GroundShadeProgram}
 * draws.
 *
 * <p>With a for the contact shadow, b for the share of all light that the key light's shadow takes,
 * c for the mirror image, ca for its alpha and f for the part that is mirrored, colour is f c, and
 * alpha 1 - (1 - f ca) (1 - a) (1 - b): what is behind is darkened twice, and the mirror image lies
 * over that.
 *
 * <p>What is mirrored grows towards grazing angles as Schlick says ("An Inexpensive BRDF Model for
 * Physically-based Rendering", 1994). The image is that of a mirror, turned left to right.
 *
 * <p>The key light's shadow and the mirror image are blurred the more, the farther from the ground
 * what casts it or is mirrored is. How far that is, the contact shadow tells, which is the lighter
 * the higher the model is, and beyond its rectangle the distance from that. Mip levels are sampled
 * at four places half of a texel to each side, so that texels do not show.
 *
 * <p>Plain loops serve both kinds of kernels; sampling has twins.
 */
public final class GroundProgram implements ShaderProgram {
    /** Corners of the polygon: a rectangle of which one corner may be cut off. */
    public static final int CORNERS = 5;

    /** Of group 2: u and v of each corner. */
    public static final int POLYGON = 0;

    /** Clip coordinates where u and v are 0, then what is added to them a unit of u, and of v. */
    public static final int CLIP = POLYGON + 2 * CORNERS;

    /** The way from the ground to the eye, of any length, likewise; x, y, z. */
    public static final int TO_EYE = CLIP + 12;

    /** Unit normal. */
    public static final int NORMAL = TO_EYE + 9;

    /** Length of the rectangle along u and along v, world units. */
    public static final int LENGTHS = NORMAL + 3;

    /** How dark it is where all of the key light is stopped, 0..1. */
    public static final int SHARE = LENGTHS + 2;

    /** Which part is mirrored looked at from straight above; how much more at grazing angles. */
    public static final int MIRROR = SHARE + 1;

    /** How high the model is where it leaves no contact shadow, world units; that where it lies. */
    public static final int CONTACT = MIRROR + 2;

    /** Farthest that counts, world units. */
    public static final int FARTHEST = CONTACT + 2;

    /**
     * Blur, pixels a unit of how far away what is mirrored is and of 1 over its depth; how much its
     * depth grows with that.
     */
    public static final int BLUR = FARTHEST + 1;

    /** Of the picture of what is mirrored: left and right edge of the view, together, in pixels. */
    public static final int EDGES = BLUR + 2;

    /** Left edge of the view in it, 0..1, and how wide it is. */
    public static final int VIEW = EDGES + 1;

    /** 1 over the width and the height of that picture. */
    public static final int TEXEL = VIEW + 2;

    /** Place in the map of shadows: where u is 0, what a unit of it adds; the same of v. */
    public static final int MAP = TEXEL + 2;

    /** 1 over the map's side in texels; texels a world unit; texels of blur a unit of distance. */
    public static final int MAP_TEXELS = MAP + 4;

    /** Of the view in the picture: left edge and height, pixels; 1 over where things fade. */
    public static final int FADE = MAP_TEXELS + 3;

    /** Floats of group 2. */
    public static final int SIZE = FADE + 3;

    // Scratch
    private static final int HIDDEN = 0;
    private static final int STOPPED = 1;
    private static final int U = 2;
    private static final int V = 3;
    private static final int FAR = 4;
    private static final int GRADIENTS = 5;
    private static final int FOOTPRINT = 9;
    private static final int MIRRORED = 10;
    private static final int SUM = 11;
    private static final int TAP = 15;

    /** What is no higher, in contacts, is near. */
    private static final float NEAR = 0.6f;

    /** Where the model is near, mirror images fade on so many times as short a way. */
    private static final float SHORTER = 2;

    /** A blur has no more of the picture's height than this. */
    private static final float WIDEST = 1 / 16f;

    private static final GroundProgram[] PROGRAMS = {
        new GroundProgram(false, false),
        new GroundProgram(true, false),
        new GroundProgram(false, true),
        new GroundProgram(true, true)
    };

    private final boolean shadows;
    private final boolean mirrors;
    private final VertexStage vertices = new Vertices();

    private final KernelProvider<FragmentStage> fragments =
            new KernelProvider<>(
                    () -> new Fragments(Kernels.SCALAR), () -> new Fragments(Kernels.VECTOR));

    private GroundProgram(boolean shadows, boolean mirrors) {
        this.shadows = shadows;
        this.mirrors = mirrors;
    }

    /**
     * Returns the program of a ground.
     *
     * @param shadows whether the key light casts shadows on it
     * @param mirrors whether it mirrors
     */
    public static GroundProgram of(boolean shadows, boolean mirrors) {
        return PROGRAMS[(shadows ? 1 : 0) + (mirrors ? 2 : 0)];
    }

    @Override
    public String name() {
        return "ground" + (shadows ? " in shadow" : "") + (mirrors ? ", a mirror" : "");
    }

    @Override
    public int varyingCount() {
        return 2;
    }

    @Override
    public int gradientCount() {
        return 2;
    }

    @Override
    public VertexStage vertexStage(Kernels kernels) {
        return vertices;
    }

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return fragments.get(kernels);
    }

    @Override
    public StageCosts costs(int controlPoints, BindGroup[] groups) {
        int bytes = StageCosts.textureBytes(groups[PbrUniforms.MATERIAL]);
        bytes += 4 * StageCosts.textureBytes(groups[PbrUniforms.OBJECT]);

        int fragment = 12 + (shadows ? 80 : 0) + (mirrors ? 130 : 0);
        return new StageCosts(16, 16, 0, StageCosts.interpolation(this) + fragment, bytes);
    }

    /** Places the corners. */
    private static final class Vertices implements VertexStage {
        @Override
        public int positionAttributes() {
            return 1;
        }

        @Override
        public int varyingAttributes() {
            return 1;
        }

        @Override
        public void positions(VertexBatch batch) {
            float[] ground = batch.groups[PbrUniforms.OBJECT].uniforms().data();
            float[][] clip = {batch.clipX, batch.clipY, batch.clipZ, batch.clipW};
            for (int i = 0; i < batch.count; i++) {
                int at = corner(batch, i);
                for (int c = 0; c < 4; c++) {
                    clip[c][i] = linear(ground, CLIP + c, 4, ground[at], ground[at + 1]);
                }
            }
        }

        @Override
        public void varyings(VertexBatch batch) {
            float[] ground = batch.groups[PbrUniforms.OBJECT].uniforms().data();
            for (int i = 0; i < batch.count; i++) {
                int at = corner(batch, i);
                batch.varying[0][i] = ground[at];
                batch.varying[1][i] = ground[at + 1];
            }
        }

        private static int corner(VertexBatch batch, int lane) {
            return POLYGON + 2 * Math.clamp((int) batch.attribute[0][lane], 0, CORNERS - 1);
        }
    }

    /** A linear function of u and v, whose three factors lie so far apart. */
    private static float linear(float[] ground, int at, int step, float u, float v) {
        return (ground[at] + u * ground[at + step]) + v * ground[at + 2 * step];
    }

    /** Darkens, and mirrors. */
    private final class Fragments implements FragmentStage {
        private final TextureSampling sampling;

        Fragments(Kernels kind) {
            sampling = TextureSamplings.of(kind);
        }

        @Override
        public void shade(FragmentBatch batch) {
            float[] ground = batch.groups[PbrUniforms.OBJECT].uniforms().data();
            float[] material = batch.groups[PbrUniforms.MATERIAL].uniforms().data();
            float[][] s = batch.scratch;
            contact(batch);
            if (shadows || mirrors) {
                distances(ground, batch);
            }
            if (shadows) {
                stop(ground, batch);
                endShadow(ground, batch);
            }
            if (mirrors) {
                footprints(ground, batch);
                endMirror(ground, batch);
                mirror(ground, batch);
            }
            float factor = material[PbrUniforms.BASE_COLOR + 3];
            float share = ground[SHARE];
            for (int i = 0; i < batch.count; i++) {
                float open = 1 - factor * s[HIDDEN][i];
                s[HIDDEN][i] = shadows ? open * (1 - share * s[STOPPED][i]) : open;
            }
            for (int i = 0; i < batch.count; i++) {
                float open = s[HIDDEN][i];
                float part = mirrors ? s[MIRRORED][i] : 0;
                float through = mirrors ? 1 - part * s[SUM + 3][i] : 1;
                float dark = (1 - open) * through;
                batch.red[i] = dark * material[PbrUniforms.BASE_COLOR];
                batch.green[i] = dark * material[PbrUniforms.BASE_COLOR + 1];
                batch.blue[i] = dark * material[PbrUniforms.BASE_COLOR + 2];
                batch.alpha[i] = 1 - through * open;
            }
            if (mirrors) {
                for (int i = 0; i < batch.count; i++) {
                    float part = s[MIRRORED][i];
                    batch.red[i] += part * s[SUM][i];
                    batch.green[i] += part * s[SUM + 1][i];
                    batch.blue[i] += part * s[SUM + 2][i];
                }
            }
        }

        /** Reads the contact shadow. */
        private void contact(FragmentBatch batch) {
            float[][] s = batch.scratch;
            var group = batch.groups[PbrUniforms.MATERIAL];
            sampling.sample(
                    group.textures().getFirst(),
                    group.samplers().getFirst(),
                    batch.count,
                    batch.varying[0],
                    batch.varying[1],
                    batch.ddx[0],
                    batch.ddx[1],
                    batch.ddy[0],
                    batch.ddy[1],
                    s[TAP],
                    s[TAP + 1],
                    s[TAP + 2],
                    s[HIDDEN],
                    batch);
            for (int i = 0; i < batch.count; i++) {
                float u = batch.varying[0][i];
                float v = batch.varying[1][i];
                // At the rim the largest texels are clear, but those of mip levels need not be
                boolean beyond = u < 0 || u > 1 || v < 0 || v > 1;
                s[HIDDEN][i] = beyond ? 0 : s[HIDDEN][i];
            }
        }

        /** Finds how far away from the ground is what is mirrored or casts shadows, about. */
        private static void distances(float[] ground, FragmentBatch batch) {
            float[][] s = batch.scratch;
            for (int i = 0; i < batch.count; i++) {
                float u = batch.varying[0][i];
                float v = batch.varying[1][i];
                float lain = Math.min(Math.max(s[HIDDEN][i] * ground[CONTACT + 1], 0), 1);
                float high = ground[CONTACT] * (1 - (float) Math.sqrt(lain));
                float du = Math.max(Math.max(-u, u - 1), 0) * ground[LENGTHS];
                float dv = Math.max(Math.max(-v, v - 1), 0) * ground[LENGTHS + 1];
                float far = high + (float) Math.sqrt(du * du + dv * dv);
                s[FAR][i] = Math.min(far, ground[FARTHEST]);
            }
        }

        /** Finds which share of the key light is stopped. */
        private void stop(float[] ground, FragmentBatch batch) {
            float[][] s = batch.scratch;
            float perTexel = ground[MAP_TEXELS];
            for (int i = 0; i < batch.count; i++) {
                float pixel = Math.min(length(ground, batch.ddx, i), length(ground, batch.ddy, i));
                float blur = 1 + s[FAR][i] * ground[MAP_TEXELS + 2];
                s[FOOTPRINT][i] = Math.max(blur, pixel * ground[MAP_TEXELS + 1]);
                s[GRADIENTS][i] = s[FOOTPRINT][i] * perTexel;
                s[GRADIENTS + 1][i] = 0;
                s[GRADIENTS + 2][i] = 0;
                s[GRADIENTS + 3][i] = s[FOOTPRINT][i] * perTexel;
            }
            for (int tap = 0; tap < 4; tap++) {
                float right = (tap & 1) == 0 ? -0.5f * perTexel : 0.5f * perTexel;
                float down = (tap & 2) == 0 ? -0.5f * perTexel : 0.5f * perTexel;
                for (int i = 0; i < batch.count; i++) {
                    float beside = s[FOOTPRINT][i] - 1;
                    float across = ground[MAP] + batch.varying[0][i] * ground[MAP + 1];
                    float along = ground[MAP + 2] + batch.varying[1][i] * ground[MAP + 3];
                    s[U][i] = across + beside * right;
                    s[V][i] = along + beside * down;
                }
                sample(mirrors ? 1 : 0, batch);
                float[] sum = s[STOPPED];
                float[] add = s[TAP + 3];
                for (int i = 0; i < batch.count; i++) {
                    sum[i] = tap == 0 ? add[i] * 0.25f : sum[i] + add[i] * 0.25f;
                }
            }
        }

        /** Lets the key light's shadow end before the picture does, unless the model is near. */
        private static void endShadow(float[] ground, FragmentBatch batch) {
            float[] stopped = batch.scratch[STOPPED];
            float[] far = batch.scratch[FAR];
            for (int i = 0; i < batch.count; i++) {
                float faded = 1 - smooth(edge(ground, batch, i) * ground[FADE + 2]);
                stopped[i] *= 1 - faded * distance(ground, far[i]);
            }
        }

        /** Lets the mirror image end before the picture does, beside the model on a shorter way. */
        private static void endMirror(float[] ground, FragmentBatch batch) {
            float[] mirrored = batch.scratch[MIRRORED];
            float[] far = batch.scratch[FAR];
            for (int i = 0; i < batch.count; i++) {
                float times = SHORTER + (1 - SHORTER) * distance(ground, far[i]);
                mirrored[i] *= smooth(edge(ground, batch, i) * ground[FADE + 2] * times);
            }
        }

        /** How far a pixel is from the nearest edge of its view, pixels. */
        private static float edge(float[] ground, FragmentBatch batch, int lane) {
            float x = batch.pixelX[lane] + 0.5f;
            float y = batch.pixelY[lane] + 0.5f;
            float left = ground[FADE];
            float right = ground[EDGES] - left;
            return Math.min(Math.min(x - left, right - x), Math.min(y, ground[FADE + 1] - y));
        }

        /** 0 where the model is near, 1 where it is so far away that contact shadows end. */
        private static float distance(float[] ground, float far) {
            float near = NEAR * ground[CONTACT];
            return smooth((far - near) / Math.max((1 - NEAR) * ground[CONTACT], 1e-30f));
        }

        /** From 0 to 1 without a corner. */
        private static float smooth(float at) {
            float t = Math.min(Math.max(at, 0), 1);
            return t * t * (3 - 2 * t);
        }

        /** How far the ground goes on from a pixel to the next, world units. */
        private static float length(float[] ground, float[][] derivatives, int lane) {
            float u = derivatives[0][lane] * ground[LENGTHS];
            float v = derivatives[1][lane] * ground[LENGTHS + 1];
            return (float) Math.sqrt(u * u + v * v);
        }

        /** Samples a texture of group 2 where scratch says. */
        private void sample(int binding, FragmentBatch batch) {
            float[][] s = batch.scratch;
            var group = batch.groups[PbrUniforms.OBJECT];
            sampling.sample(
                    group.textures().get(binding),
                    group.samplers().get(binding),
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

        /** Finds which part is mirrored, and over how many pixels that is blurred. */
        private void footprints(float[] ground, FragmentBatch batch) {
            float[][] s = batch.scratch;
            float most = WIDEST / ground[TEXEL + 1];
            for (int i = 0; i < batch.count; i++) {
                float u = batch.varying[0][i];
                float v = batch.varying[1][i];
                float far = s[FAR][i];
                float depth = linear(ground, CLIP + 3, 4, u, v) + far * ground[BLUR + 1];
                float blur = far * ground[BLUR] / Math.max(depth, 1e-20f);
                s[FOOTPRINT][i] = Math.min(1 + blur, Math.max(most, 1));

                float ex = linear(ground, TO_EYE, 3, u, v);
                float ey = linear(ground, TO_EYE + 1, 3, u, v);
                float ez = linear(ground, TO_EYE + 2, 3, u, v);
                float along =
                        (ex * ground[NORMAL] + ey * ground[NORMAL + 1]) + ez * ground[NORMAL + 2];
                float squared = Math.max((ex * ex + ey * ey) + ez * ez, 1e-30f);
                float cosine = Math.min(Math.max(along / (float) Math.sqrt(squared), 0), 1);
                float m = 1 - cosine;
                float m2 = m * m;
                s[MIRRORED][i] = ground[MIRROR] + ground[MIRROR + 1] * (m2 * m2 * m);
            }
            for (int i = 0; i < batch.count; i++) {
                s[GRADIENTS][i] = s[FOOTPRINT][i] * ground[TEXEL];
                s[GRADIENTS + 1][i] = 0;
                s[GRADIENTS + 2][i] = 0;
                s[GRADIENTS + 3][i] = s[FOOTPRINT][i] * ground[TEXEL + 1];
            }
        }

        /** Averages four samples of the mirror image, half a texel of the mip level away. */
        private void mirror(float[] ground, FragmentBatch batch) {
            float[][] s = batch.scratch;
            for (int tap = 0; tap < 4; tap++) {
                float right = (tap & 1) == 0 ? -0.5f : 0.5f;
                float down = (tap & 2) == 0 ? -0.5f : 0.5f;
                coordinates(ground, right, down, batch);
                sample(0, batch);
                for (int c = 0; c < 4; c++) {
                    float[] sum = s[SUM + c];
                    float[] add = s[TAP + c];
                    for (int i = 0; i < batch.count; i++) {
                        sum[i] = tap == 0 ? add[i] * 0.25f : sum[i] + add[i] * 0.25f;
                    }
                }
            }
        }

        private static void coordinates(
                float[] ground, float right, float down, FragmentBatch batch) {
            float[][] s = batch.scratch;
            float perColumn = ground[TEXEL];
            float perRow = ground[TEXEL + 1];
            float first = ground[VIEW];
            float last = first + ground[VIEW + 1];
            for (int i = 0; i < batch.count; i++) {
                float footprint = s[FOOTPRINT][i];
                // As far from the right edge as the pixel is from the left one
                float across = ground[EDGES] - (batch.pixelX[i] + 0.5f);
                float u = (across + (footprint - 1) * right) * perColumn;
                float v = (batch.pixelY[i] + 0.5f + (footprint - 1) * down) * perRow;
                // Half a texel of the coarser mip level: beyond are other views
                float edge = footprint - 0.5f;
                float beside = edge * perColumn;
                float above = edge * perRow;
                s[U][i] = Math.min(Math.max(u, first + beside), last - beside);
                s[V][i] = Math.min(Math.max(v, above), 1 - above);
            }
        }
    }
}
