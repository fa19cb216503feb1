package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.StageCosts;

/**
 * What the stages of {@link PbrProgram} cost, counted in their source: additions, multiplications,
 * divisions, roots, comparisons, one each; whoever changes a sum there changes it here. Filtering
 * of textures and comparison of depths are a texture unit's, height fields are sampled by the
 * stages themselves; transforms of texture coordinates and geometry stages are left out.
 */
final class PbrCosts {
    private static final int ROW = StageCosts.TRANSFORM / 4;
    private static final int MAP = 3 * ROW;

    // Fragments.
    private static final int COLOR = 4;
    private static final int SURFACE = 52;
    private static final int NORMAL_TEXTURE = 33;
    private static final int LIGHT = 130;
    private static final int GAIN = 3;
    private static final int SHADOW = 65;
    private static final int CONSTANT = 12;
    private static final int STUDIO = 162;
    private static final int ALBEDO = 84;

    /** What is mirrored of an environment, from two maps; and what is received, from one. */
    private static final int MIRROR = 125;

    private static final int RECEIVE = 55;
    private static final int GATHER = 45;

    /** What the studio's irradiance takes in three channels. */
    private static final int POLYNOMIAL = 51;

    private static final int BOX = 65;
    private static final int SPECULAR = 22;
    private static final int COAT = 146;
    private static final int COAT_LIGHT = 73;
    private static final int TONE_MAP = 33;
    private static final int SHEEN = 62;
    private static final int SHEEN_LIGHT = 90;
    private static final int SHEEN_AMBIENT = 65;
    private static final int BRUSHED = 86;
    private static final int BRUSHED_LIGHT = 46;
    private static final int BRUSHED_EDGE = 24;
    private static final int FILM = 6 * 200;
    private static final int SCATTERED = 19;
    private static final int SCATTERED_LIGHT = 19;
    private static final int SCATTERED_AMBIENT = 68;
    private static final int TRANSMITTED = 130;
    private static final int VOLUME = 92;
    private static final int SEEN = 68;

    /** Samples that are taken of what lies behind. */
    private static final int SEEN_SAMPLES = 4;

    /** Texels of an environment's map that a direction lies between, four floats each. */
    private static final int MAP_BYTES = 4 * 16;

    /** Depths that a comparison reads: a filter of three texels lies over four a side. */
    static final int SHADOW_BYTES = 4 * (KeyShadow.FILTER + 1) * (KeyShadow.FILTER + 1);

    // Patches: an edge's factor, and a point held against the sides of the view.
    private static final int EDGE = 98;
    private static final int SIDES = 67;
    private static final int BICUBIC_HULL = 8 * EDGE + 16 * SIDES + 6;
    private static final int PN_HULL = 3 * EDGE + 10 * SIDES + 6 * 58 + 113;
    private static final int HEIGHT = 75;
    private static final int HEIGHT_HULL = 4 * EDGE + 8 * (SIDES + 1) + 4 * (HEIGHT + 1) + 2;

    // A point of the surface, its normal, and a value between the corners.
    private static final int BICUBIC_POINT = 123;
    private static final int BICUBIC_NORMAL = 265;
    private static final int PN_POINT = 114;
    private static final int PN_NORMAL = 51;
    private static final int PN_BETWEEN = 5;
    private static final int BILINEAR = 10;
    private static final int HEIGHT_POINT = 5 * BILINEAR + HEIGHT + 1;
    private static final int HEIGHT_NORMAL = 110;
    private static final int NORMALIZE = 11;

    private PbrCosts() {}

    /**
     * Returns the costs of a program.
     *
     * @param program whose varyings are interpolated
     * @param features what its material does
     * @param patches what it makes triangles of
     * @param carried floats of a patch's corners that its points get as well
     * @param groups bound groups: lights and boxes are uniforms
     */
    static StageCosts of(
            PbrProgram program,
            PbrFeatures features,
            PatchKind patches,
            int carried,
            BindGroup[] groups) {
        int position = StageCosts.TRANSFORM + point(patches);
        int textures = StageCosts.textureBytes(groups[PbrUniforms.MATERIAL]);
        boolean shadows = features.shadows() && !features.unlit();
        return new StageCosts(
                position,
                position + varyings(features, patches, carried),
                hull(patches),
                StageCosts.interpolation(program) + fragment(features, groups[PbrUniforms.FRAME]),
                textures
                        + (shadows ? SHADOW_BYTES : 0)
                        + seenBytes(features, groups)
                        + mapBytes(features));
    }

    private static boolean mapped(PbrFeatures features) {
        return features.lighting() == Lighting.ENVIRONMENT && !features.unlit();
    }

    /** Of what is mirrored two maps are read, and of what is received one. */
    private static int mapBytes(PbrFeatures features) {
        if (!mapped(features)) {
            return 0;
        }
        var finish = features.finish();
        int rays = finish.anisotropy().present() ? EnvironmentLight.RAYS : 1;
        int mirrors = rays + (finish.coat() ? 1 : 0);
        int receives = 1 + (finish.diffuse().present() ? 1 : 0);
        return MAP_BYTES * (2 * mirrors + receives);
    }

    private static int layers(PbrFeatures features, int lights, float[] frame) {
        var finish = features.finish();
        int cost = finish.iridescence().present() ? FILM : 0;
        if (finish.sheen().present()) {
            int ambient = mapped(features) ? SHEEN_AMBIENT - POLYNOMIAL : SHEEN_AMBIENT;
            cost += SHEEN + ambient + SHEEN_LIGHT * lights;
        }
        if (finish.diffuse().present()) {
            int ambient = SCATTERED_AMBIENT + (mapped(features) ? RECEIVE - POLYNOMIAL : 0);
            cost += SCATTERED + ambient + SCATTERED_LIGHT * lights;
        }
        if (finish.anisotropy().present()) {
            int edges = 4 * (int) frame[PbrUniforms.BOX_COUNT] + 1;
            cost += BRUSHED + BRUSHED_LIGHT * lights;
            cost += mapped(features) ? (EnvironmentLight.RAYS - 1) * MIRROR : BRUSHED_EDGE * edges;
        }
        return cost;
    }

    private static int seenBytes(PbrFeatures features, BindGroup[] groups) {
        var transmission = features.finish().transmission();
        if (!transmission.present()) {
            return 0;
        }
        int samples = SEEN_SAMPLES * (transmission.dispersion() ? 3 : 1);
        // Behind it in the group is an environment, if there is one
        int others = mapped(features) ? MAP_BYTES : 0;
        return samples * (StageCosts.textureBytes(groups[PbrUniforms.FRAME]) - others);
    }

    private static int hull(PatchKind patches) {
        return switch (patches) {
            case NONE -> 0;
            case BICUBIC -> BICUBIC_HULL;
            case PN_TRIANGLES -> PN_HULL;
            case HEIGHT_FIELD -> HEIGHT_HULL;
        };
    }

    private static int point(PatchKind patches) {
        return switch (patches) {
            case NONE -> 0;
            case BICUBIC -> BICUBIC_POINT;
            case PN_TRIANGLES -> PN_POINT;
            case HEIGHT_FIELD -> HEIGHT_POINT;
        };
    }

    private static int normal(PatchKind patches) {
        return switch (patches) {
            case NONE -> 0;
            case BICUBIC -> BICUBIC_NORMAL + NORMALIZE;
            case PN_TRIANGLES -> PN_NORMAL + NORMALIZE;
            case HEIGHT_FIELD -> HEIGHT_NORMAL + NORMALIZE;
        };
    }

    /** Of a patch's points, places are evaluated once more. */
    private static int varyings(PbrFeatures features, PatchKind patches, int carried) {
        int each = patches == PatchKind.PN_TRIANGLES ? PN_BETWEEN : BILINEAR;
        int cost = patches == PatchKind.NONE ? 0 : each * carried;
        if (features.unlit()) {
            return cost;
        }
        cost += point(patches) + MAP + normal(patches) + MAP;
        return cost + (features.tangents() ? MAP + 1 : 0);
    }

    private static int fragment(PbrFeatures features, BindGroup frameGroup) {
        int cost = features.baseColorTexture() ? COLOR : 0;
        cost += features.vertexColors() ? COLOR : 0;
        cost += features.emissiveTexture() ? 3 : 0;
        if (features.unlit()) {
            return cost;
        }
        float[] frame = frameGroup.uniforms().data();
        boolean gains = features.lighting().isImageBased();
        int light = LIGHT + (gains ? GAIN : 0);
        int lights = LightSlices.mean(frame);
        int boxes = BOX * (int) frame[PbrUniforms.BOX_COUNT];
        cost += SURFACE + TONE_MAP + light * lights;
        cost += features.normalTexture() ? NORMAL_TEXTURE : 0;
        cost += features.metallicRoughnessTexture() ? 2 : 0;
        cost += features.occlusionTexture() ? 3 : 0;
        cost += features.openness() ? 1 : 0;
        cost += features.shadows() ? SHADOW : 0;
        cost += features.finish().specular() ? SPECULAR : 0;
        if (features.finish().coat()) {
            cost += COAT + (mapped(features) ? MIRROR : boxes);
            cost += COAT_LIGHT * lights;
            cost += features.finish().coatNormalTexture() ? NORMAL_TEXTURE : 0;
        }
        cost += layers(features, lights, frame);
        var transmission = features.finish().transmission();
        if (transmission.present()) {
            cost += TRANSMITTED + SEEN + TONE_MAP + (transmission.volume() ? VOLUME : 0);
            cost += transmission.dispersion() ? 2 * (VOLUME + SEEN) : 0;
        }
        return cost
                + switch (features.lighting()) {
                    case STUDIO -> ALBEDO + STUDIO + boxes;
                    case ENVIRONMENT -> ALBEDO + MIRROR + RECEIVE + GATHER;
                    case CONSTANT -> CONSTANT;
                };
    }
}
