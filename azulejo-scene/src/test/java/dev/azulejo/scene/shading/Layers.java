package dev.azulejo.scene.shading;

import java.util.Arrays;

/** What tests of layers shade: features with one layer each, and what such materials say. */
final class Layers {
    static final PbrFeatures PLAIN = PbrFeatures.plain(Lighting.STUDIO);

    static final PbrFeatures SHEEN =
            PLAIN.withFinish(
                    FinishFeatures.NONE.withSheen(new FinishFeatures.Sheen(true, false, false)));

    static final PbrFeatures BRUSHED =
            PLAIN.withFinish(
                    FinishFeatures.NONE.withAnisotropy(new FinishFeatures.Anisotropy(true, false)));

    static final PbrFeatures FILM =
            PLAIN.withFinish(
                    FinishFeatures.NONE.withIridescence(
                            new FinishFeatures.Iridescence(true, false, false)));

    static final PbrFeatures LEAF =
            PLAIN.withFinish(
                    FinishFeatures.NONE.withDiffuse(
                            new FinishFeatures.Diffuse(true, false, false)));

    private Layers() {}

    static float[] sheen(float[] material, float color, float roughness) {
        Arrays.fill(material, PbrUniforms.SHEEN, PbrUniforms.SHEEN + 3, color);
        material[PbrUniforms.SHEEN + 3] = roughness;
        return material;
    }

    static float[] brushed(float[] material, float strength, double rotation) {
        material[PbrUniforms.ANISOTROPY] = strength;
        material[PbrUniforms.ANISOTROPY + 1] = (float) Math.cos(rotation);
        material[PbrUniforms.ANISOTROPY + 2] = (float) Math.sin(rotation);
        return material;
    }

    static float[] leaf(float base, float metallic, float factor, float color) {
        float[] material = Furnace.material(base, metallic, 0.5f);
        material[PbrUniforms.DIFFUSE_TRANSMISSION] = factor;
        int red = PbrUniforms.DIFFUSE_TRANSMISSION + 1;
        Arrays.fill(material, red, red + 3, color);
        return material;
    }
}
