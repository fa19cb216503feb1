package dev.azulejo.scene.render;

import dev.azulejo.core.resource.AddressMode;
import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Finish;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.MaterialProperty;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.VertexData;
import dev.azulejo.scene.shading.FinishFeatures;
import dev.azulejo.scene.shading.Lighting;
import dev.azulejo.scene.shading.PatchKind;
import dev.azulejo.scene.shading.PbrFeatures;
import dev.azulejo.scene.shading.PbrProgram;
import dev.azulejo.scene.shading.PbrUniforms;
import dev.azulejo.scene.shading.SurfaceProgram;
import dev.azulejo.scene.shading.TransmissionFeatures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Turns materials into programs and bind groups; textures are given. */
final class MaterialBinding {
    /**
     * What a primitive is drawn with.
     *
     * @param transmits whether the program samples what lies behind
     */
    record Bound(ShaderProgram program, BindGroup group, boolean transmits) {}

    private record BoundKey(
            int material, PbrFeatures features, PatchKind patches, boolean shatters) {}

    /** Roles of textures of colours; others are of data. */
    private static final Set<Integer> SRGB = Set.of(0, 4, 6, 12, 18);

    /** An index, or a dispersion, of more counts as so much: their product is a number. */
    private static final float MOST = 1e6f;

    /** What is less counts as so much of attenuation colours. */
    private static final float DARKEST = 1e-6f;

    /**
     * How far red and blue are from green for a dispersion of 1, as a part of the index less 1:
     * Abbe's number is then 20.
     */
    private static final float SPREAD = 0.025f;

    private static final String IOR = "extensions/KHR_materials_ior/ior";

    private final Scene scene;
    private final Lighting lighting;
    private final int anisotropy;
    private final boolean shadows;

    /** Whether materials say what is seen, in place of colours. */
    private final boolean surfaces;

    /** Whether there are colours that can be seen through something. */
    private final boolean colors;

    private final SceneTextures textures;

    /** Materials as programs have to be made for them, whatever animations do to them. */
    private final Material[] widest;

    /** Those whose index of refraction animations change: at 1 glass mirrors nothing. */
    private final BitSet iorMoves;

    private final Map<BoundKey, Bound> bound = new HashMap<>();

    /** Base colours that somebody has given materials. */
    private final Map<Integer, Vec4> painted = new HashMap<>();

    MaterialBinding(
            Scene scene,
            SceneTextures textures,
            Lighting lighting,
            int anisotropy,
            boolean shadows,
            RenderSettings.Output output) {
        this.scene = scene;
        this.lighting = lighting;
        this.anisotropy = anisotropy;
        this.shadows = shadows;
        this.surfaces = output == RenderSettings.Output.SURFACE;
        this.colors = !surfaces && output != RenderSettings.Output.DEPTH_ONLY;
        this.textures = textures;
        this.widest = widest(scene);
        this.iorMoves = iorMoves(scene);
    }

    private static BitSet iorMoves(Scene scene) {
        var moves = new BitSet();
        for (var animation : scene.animations()) {
            for (var channel : animation.objectChannels()) {
                if (channel.property() == MaterialProperty.of(IOR)) {
                    moves.set(channel.index());
                }
            }
        }
        return moves;
    }

    private static Material[] widest(Scene scene) {
        var widest = scene.materials().toArray(Material[]::new);
        for (var animation : scene.animations()) {
            for (var channel : animation.objectChannels()) {
                if (channel.property() instanceof MaterialProperty property) {
                    int m = channel.index();
                    for (float[] value : channel.sampler().extremes()) {
                        widest[m] = property.wider(widest[m], value);
                    }
                }
            }
        }
        return widest;
    }

    /**
     * Returns the program and group for a material on some vertices.
     *
     * @param index of the material
     * @param vertices their attributes count
     * @param patches how triangles come to be
     * @param shatters whether they are moved apart
     */
    Bound bind(int index, VertexData vertices, PatchKind patches, boolean shatters) {
        var material = index < 0 ? Material.DEFAULT : widest[index];
        boolean normals = vertices.normals() != null || patches != PatchKind.NONE;
        boolean unlit = material.unlit() || !normals;
        int sets = vertices.texCoord0() == null ? 0 : vertices.texCoord1() == null ? 1 : 2;
        boolean tangents = vertices.tangents() != null;
        if (surfaces) {
            return bindSurface(index, vertices, patches, shatters);
        }
        var finish = unlit ? FinishFeatures.NONE : finish(index, material, tangents, sets);
        var features =
                new PbrFeatures(
                        reads(material.baseColorTexture(), sets),
                        !unlit && reads(material.metallicRoughnessTexture(), sets),
                        !unlit && tangents && reads(material.normalTexture(), sets),
                        !unlit && reads(material.occlusionTexture(), sets),
                        !material.unlit() && reads(material.emissiveTexture(), sets),
                        setsUsed(material, unlit, tangents, finish, sets),
                        vertices.color0() != null,
                        !unlit && vertices.openness() != null,
                        material.alphaMode() == Material.AlphaMode.MASK,
                        material.alphaMode() == Material.AlphaMode.BLEND,
                        unlit,
                        lighting,
                        !unlit && shadows,
                        finish);
        return bound.computeIfAbsent(
                new BoundKey(index, features, patches, shatters),
                key ->
                        new Bound(
                                PbrProgram.of(features, patches, shatters),
                                group(atRest(index), features),
                                features.finish().transmission().present()));
    }

    /** Binds only what says where a material is, and which way it faces. */
    private Bound bindSurface(int index, VertexData vertices, PatchKind patches, boolean shatters) {
        var material = index < 0 ? Material.DEFAULT : scene.materials().get(index);
        boolean normals = vertices.normals() != null || patches != PatchKind.NONE;
        boolean mask = material.alphaMode() == Material.AlphaMode.MASK;
        int sets = vertices.texCoord0() == null ? 0 : vertices.texCoord1() == null ? 1 : 2;
        boolean base = mask && reads(material.baseColorTexture(), sets);
        boolean mapped =
                normals
                        && !material.unlit()
                        && vertices.tangents() != null
                        && reads(material.normalTexture(), sets);
        int used = base ? material.baseColorTexture().texCoord() + 1 : 0;
        used = mapped ? Math.max(used, material.normalTexture().texCoord() + 1) : used;
        var features =
                new PbrFeatures(
                        base,
                        false,
                        mapped,
                        false,
                        false,
                        used,
                        mask && vertices.color0() != null,
                        false,
                        mask,
                        false,
                        !normals,
                        lighting,
                        false,
                        FinishFeatures.NONE);
        return bound.computeIfAbsent(
                new BoundKey(index, features, patches, shatters),
                key ->
                        new Bound(
                                SurfaceProgram.of(features, patches, shatters),
                                group(material, features),
                                false));
    }

    private Material atRest(int index) {
        return index < 0 ? Material.DEFAULT : scene.materials().get(index);
    }

    /** Has a material look otherwise; its textures and what alpha means are the same. */
    void change(int index, Material material) {
        for (var entry : bound.entrySet()) {
            if (entry.getKey().material() == index) {
                float[] values = uniforms(material, entry.getKey().features());
                var paint = painted.get(index);
                if (paint != null
                        && material.baseColorFactor().equals(atRest(index).baseColorFactor())) {
                    write(paint, values, PbrUniforms.BASE_COLOR);
                }
                entry.getValue().group().uniforms().write(0, values);
            }
        }
    }

    /** Gives a material another base colour factor, until an animation changes that. */
    void paint(int material, Vec4 color) {
        painted.put(material, color);
        float[] values = new float[4];
        write(color, values, 0);
        for (var entry : bound.entrySet()) {
            if (entry.getKey().material() == material) {
                entry.getValue().group().uniforms().write(PbrUniforms.BASE_COLOR, values);
            }
        }
    }

    private static void write(Vec4 color, float[] to, int at) {
        to[at] = color.x();
        to[at + 1] = color.y();
        to[at + 2] = color.z();
        to[at + 3] = color.w();
    }

    private boolean reads(TextureRef reference, int sets) {
        return SceneTextures.usable(scene, reference) && reference.texCoord() < sets;
    }

    /** What the plain light does without, it stays as it is. */
    private FinishFeatures finish(int index, Material material, boolean tangents, int sets) {
        var finish = material.finish();
        if (!lighting.isImageBased()) {
            return FinishFeatures.NONE;
        }
        boolean texture = reads(finish.specularTexture(), sets);
        boolean color = reads(finish.specularColorTexture(), sets);
        boolean coat = finish.coated();
        // What lets nothing through at rest never does: it is drawn before what is behind glass.
        // So neither this nor metal is among what widens materials
        var transmission = transmission(material, sets);
        boolean missing =
                transmission.present()
                        && (material.ior() == 1 || index >= 0 && iorMoves.get(index));
        boolean film = finish.iridescence().factor() > 0;
        return new FinishFeatures(
                texture || color || material.specularFactor() != 1 || missing || film,
                texture,
                color,
                coat,
                coat && reads(finish.coatTexture(), sets),
                coat && reads(finish.coatRoughnessTexture(), sets),
                coat && tangents && reads(finish.coatNormalTexture(), sets),
                transmission,
                sheen(finish.sheen(), sets),
                brushed(finish.anisotropy(), tangents, sets),
                new FinishFeatures.Iridescence(
                        film,
                        film && reads(finish.iridescence().texture(), sets),
                        film && reads(finish.iridescence().thicknessTexture(), sets)),
                diffuse(finish.diffuse(), sets));
    }

    private FinishFeatures.Diffuse diffuse(Finish.Diffuse diffuse, int sets) {
        boolean scatters = diffuse.factor() > 0;
        return new FinishFeatures.Diffuse(
                scatters,
                scatters && reads(diffuse.texture(), sets),
                scatters && reads(diffuse.colorTexture(), sets));
    }

    private FinishFeatures.Sheen sheen(Finish.Sheen sheen, int sets) {
        boolean shines = sheen.shines();
        return new FinishFeatures.Sheen(
                shines,
                shines && reads(sheen.colorTexture(), sets),
                shines && reads(sheen.roughnessTexture(), sets));
    }

    private FinishFeatures.Anisotropy brushed(
            Finish.Anisotropy anisotropy, boolean tangents, int sets) {
        boolean brushed = tangents && anisotropy.strength() > 0;
        return new FinishFeatures.Anisotropy(brushed, brushed && reads(anisotropy.texture(), sets));
    }

    /** Nothing goes through metals. */
    private TransmissionFeatures transmission(Material material, int sets) {
        var transmission = material.finish().transmission();
        boolean metal =
                material.metallicFactor() >= 1 && !reads(material.metallicRoughnessTexture(), sets);
        if (!transmission.transmits() || metal || !colors) {
            return TransmissionFeatures.NONE;
        }
        boolean volume = transmission.thickness() > 0;
        return new TransmissionFeatures(
                true,
                reads(transmission.texture(), sets),
                volume,
                volume && reads(transmission.thicknessTexture(), sets),
                volume && transmission.dispersion() > 0 && material.ior() > 1);
    }

    private int setsUsed(
            Material material, boolean unlit, boolean tangents, FinishFeatures finish, int sets) {
        int used = count(0, material.baseColorTexture(), sets);
        used = material.unlit() ? used : count(used, material.emissiveTexture(), sets);
        if (!unlit) {
            used = count(used, material.metallicRoughnessTexture(), sets);
            used = tangents ? count(used, material.normalTexture(), sets) : used;
            used = count(used, material.occlusionTexture(), sets);
            for (var reference : finishTextures(material, finish)) {
                used = count(used, reference, sets);
            }
        }
        return used;
    }

    /** Textures of a finish in the order of their roles, null where there is none. */
    private static TextureRef[] finishTextures(Material material, FinishFeatures features) {
        var finish = material.finish();
        return new TextureRef[] {
            features.specularTexture() ? finish.specularTexture() : null,
            features.specularColorTexture() ? finish.specularColorTexture() : null,
            features.coatTexture() ? finish.coatTexture() : null,
            features.coatRoughnessTexture() ? finish.coatRoughnessTexture() : null,
            features.coatNormalTexture() ? finish.coatNormalTexture() : null,
            features.transmission().texture() ? finish.transmission().texture() : null,
            features.transmission().thicknessTexture()
                    ? finish.transmission().thicknessTexture()
                    : null,
            features.sheen().colorTexture() ? finish.sheen().colorTexture() : null,
            features.sheen().roughnessTexture() ? finish.sheen().roughnessTexture() : null,
            features.anisotropy().texture() ? finish.anisotropy().texture() : null,
            features.iridescence().texture() ? finish.iridescence().texture() : null,
            features.iridescence().thicknessTexture()
                    ? finish.iridescence().thicknessTexture()
                    : null,
            features.diffuse().texture() ? finish.diffuse().texture() : null,
            features.diffuse().colorTexture() ? finish.diffuse().colorTexture() : null
        };
    }

    private int count(int used, TextureRef reference, int sets) {
        return reads(reference, sets) ? Math.max(used, reference.texCoord() + 1) : used;
    }

    private BindGroup group(Material material, PbrFeatures features) {
        var boundTextures = new ArrayList<Texture>();
        var samplers = new ArrayList<Sampler>();
        var references = references(material, features);
        for (int role = 0; role < references.length; role++) {
            if (references[role] != null) {
                var texture = scene.textures().get(references[role].texture());
                boundTextures.add(textures.get(texture.image(), SRGB.contains(role)));
                samplers.add(sampler(texture.sampler()));
            }
        }
        var uniforms = new UniformBuffer(uniforms(material, features));
        return new BindGroup(uniforms, boundTextures, samplers);
    }

    /** Returns the textures that programs read, by their roles, null where there is none. */
    private static TextureRef[] references(Material material, PbrFeatures features) {
        TextureRef[] plain = {
            features.baseColorTexture() ? material.baseColorTexture() : null,
            features.metallicRoughnessTexture() ? material.metallicRoughnessTexture() : null,
            features.normalTexture() ? material.normalTexture() : null,
            features.occlusionTexture() ? material.occlusionTexture() : null,
            features.emissiveTexture() ? material.emissiveTexture() : null
        };
        var references = Arrays.copyOf(plain, PbrUniforms.TEXTURE_COUNT);
        var finish = finishTextures(material, features.finish());
        System.arraycopy(finish, 0, references, plain.length, finish.length);
        return references;
    }

    private static float[] uniforms(Material material, PbrFeatures features) {
        float[] u = new float[PbrUniforms.MATERIAL_SIZE];
        var base = material.baseColorFactor();
        u[PbrUniforms.BASE_COLOR] = base.x();
        u[PbrUniforms.BASE_COLOR + 1] = base.y();
        u[PbrUniforms.BASE_COLOR + 2] = base.z();
        u[PbrUniforms.BASE_COLOR + 3] = base.w();
        u[PbrUniforms.METALLIC] = material.metallicFactor();
        u[PbrUniforms.ROUGHNESS] = material.roughnessFactor();
        u[PbrUniforms.NORMAL_SCALE] = scale(material.normalTexture());
        u[PbrUniforms.OCCLUSION] = scale(material.occlusionTexture());
        float strength = material.unlit() ? 0 : material.emissiveStrength();
        var emissive = material.emissiveFactor().times(strength);
        u[PbrUniforms.EMISSIVE] = emissive.x();
        u[PbrUniforms.EMISSIVE + 1] = emissive.y();
        u[PbrUniforms.EMISSIVE + 2] = emissive.z();
        u[PbrUniforms.CUTOFF] = material.alphaCutoff();
        float root = (material.ior() - 1) / (material.ior() + 1);
        boolean specular = features.finish().specular();
        float reflectance = root * root * (specular ? 1 : material.specularFactor());
        float most = specular ? Float.MAX_VALUE : 1;
        u[PbrUniforms.SPECULAR] = material.specularFactor();
        u[PbrUniforms.COAT] = material.finish().coatFactor();
        u[PbrUniforms.COAT + 1] = material.finish().coatRoughness();
        u[PbrUniforms.COAT + 2] = scale(material.finish().coatNormalTexture());
        if (features.finish().transmission().present()) {
            transmission(material, u);
        }
        layers(material.finish(), u);
        var tint = material.specularColorFactor();
        u[PbrUniforms.DIELECTRIC] = Math.min(reflectance * tint.x(), most);
        u[PbrUniforms.DIELECTRIC + 1] = Math.min(reflectance * tint.y(), most);
        u[PbrUniforms.DIELECTRIC + 2] = Math.min(reflectance * tint.z(), most);
        var references = references(material, features);
        for (int role = 0; role < references.length; role++) {
            var reference = references[role];
            if (reference == null) {
                continue;
            }
            int at = PbrUniforms.TEXTURES + role * PbrUniforms.TEXTURE_STRIDE;
            System.arraycopy(reference.transform().toAffine(), 0, u, at, 6);
            u[at + 6] = reference.transform().isIdentity() ? 0 : 1;
            u[at + 7] = reference.texCoord();
        }
        return u;
    }

    private static void transmission(Material material, float[] u) {
        var transmission = material.finish().transmission();
        if (material.ior() == 1) {
            // What does not refract does not mirror either, at grazing angles too
            u[PbrUniforms.SPECULAR] = 0;
        }
        u[PbrUniforms.TRANSMISSION] = transmission.factor();
        u[PbrUniforms.THICKNESS] = transmission.thickness();
        var color = transmission.attenuationColor();
        float[] left = {color.x(), color.y(), color.z()};
        // Below 1, which is for other kinds of material, nothing is refracted
        float ior = Math.clamp(material.ior(), 1, MOST);
        for (int c = 0; c < 3; c++) {
            double halvings = -StrictMath.log(Math.clamp(left[c], DARKEST, 1)) / StrictMath.log(2);
            u[PbrUniforms.ATTENUATION + c] =
                    (float) (halvings / Math.max(transmission.attenuationDistance(), 1e-20f));
            float apart = (ior - 1) * SPREAD * Math.min(transmission.dispersion(), MOST) * (c - 1);
            u[PbrUniforms.REFRACTION + c] = 1 / Math.max(ior + apart, 1);
        }
        u[PbrUniforms.BLUR] = Math.min(2 * (ior - 1), 1);
    }

    private static void layers(Finish finish, float[] u) {
        var sheen = finish.sheen();
        u[PbrUniforms.SHEEN] = sheen.color().x();
        u[PbrUniforms.SHEEN + 1] = sheen.color().y();
        u[PbrUniforms.SHEEN + 2] = sheen.color().z();
        u[PbrUniforms.SHEEN + 3] = sheen.roughness();
        u[PbrUniforms.ANISOTROPY] = finish.anisotropy().strength();
        u[PbrUniforms.ANISOTROPY + 1] = (float) StrictMath.cos(finish.anisotropy().rotation());
        u[PbrUniforms.ANISOTROPY + 2] = (float) StrictMath.sin(finish.anisotropy().rotation());
        var film = finish.iridescence();
        u[PbrUniforms.IRIDESCENCE] = film.factor();
        u[PbrUniforms.IRIDESCENCE + 1] = film.ior();
        u[PbrUniforms.IRIDESCENCE + 2] = film.least();
        u[PbrUniforms.IRIDESCENCE + 3] = film.most();
        var diffuse = finish.diffuse();
        u[PbrUniforms.DIFFUSE_TRANSMISSION] = diffuse.factor();
        u[PbrUniforms.DIFFUSE_TRANSMISSION + 1] = diffuse.color().x();
        u[PbrUniforms.DIFFUSE_TRANSMISSION + 2] = diffuse.color().y();
        u[PbrUniforms.DIFFUSE_TRANSMISSION + 3] = diffuse.color().z();
    }

    private static float scale(TextureRef reference) {
        return reference == null ? 1 : reference.scale();
    }

    private Sampler sampler(SamplerSpec spec) {
        boolean linear =
                spec.magFilter() == SamplerSpec.Filter.LINEAR
                        && spec.minFilter() == SamplerSpec.Filter.LINEAR
                        && spec.mipFilter() == SamplerSpec.MipFilter.LINEAR;
        return new Sampler(
                Filter.valueOf(spec.magFilter().name()),
                Filter.valueOf(spec.minFilter().name()),
                MipFilter.valueOf(spec.mipFilter().name()),
                address(spec.wrapS()),
                address(spec.wrapT()),
                linear ? anisotropy : 1);
    }

    private static AddressMode address(SamplerSpec.Wrap wrap) {
        return switch (wrap) {
            case REPEAT -> AddressMode.REPEAT;
            case CLAMP_TO_EDGE -> AddressMode.CLAMP_TO_EDGE;
            case MIRRORED_REPEAT -> AddressMode.MIRROR_REPEAT;
        };
    }
}
