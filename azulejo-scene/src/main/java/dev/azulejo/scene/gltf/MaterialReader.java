package dev.azulejo.scene.gltf;

import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Finish;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Material.AlphaMode;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.SamplerSpec.Filter;
import dev.azulejo.scene.model.SamplerSpec.MipFilter;
import dev.azulejo.scene.model.SamplerSpec.Wrap;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.UvTransform;

import java.util.ArrayList;
import java.util.List;

/** Reads materials, and the textures and samplers they use. */
final class MaterialReader {
    private static final String COAT = "KHR_materials_clearcoat";
    private static final String SPECULAR = "KHR_materials_specular";

    private final JsonView root;
    private final JsonView textures;
    private final LoadLimits limits;
    private final Warnings warnings;
    private final boolean[] used;

    MaterialReader(JsonView root, LoadLimits limits, Warnings warnings) {
        this.root = root;
        this.textures = root.array("textures");
        this.limits = limits;
        this.warnings = warnings;
        textures.checkSize(limits.maxObjects());
        used = new boolean[textures.size()];
    }

    List<Material> materials() {
        JsonView list = root.array("materials");
        list.checkSize(limits.maxObjects());
        List<Material> materials = new ArrayList<>(list.size());
        for (int m = 0; m < list.size(); m++) {
            materials.add(material(list.at(m)));
        }
        return materials;
    }

    private Material material(JsonView json) {
        JsonView none = JsonView.empty(json);
        JsonView pbr = orElse(json.objectOrNull("pbrMetallicRoughness"), none);
        JsonView ior = orElse(json.extension("KHR_materials_ior"), none);
        JsonView specular = orElse(json.extension(SPECULAR), none);
        JsonView emission = orElse(json.extension("KHR_materials_emissive_strength"), none);
        String mode = json.string("alphaMode", "OPAQUE");
        AlphaMode alphaMode =
                switch (mode) {
                    case "OPAQUE" -> AlphaMode.OPAQUE;
                    case "MASK" -> AlphaMode.MASK;
                    case "BLEND" -> AlphaMode.BLEND;
                    default ->
                            throw json.fail(
                                    "alphaMode \"%s\", OPAQUE, MASK or BLEND expected"
                                            .formatted(JsonView.abbreviate(mode)));
                };
        float[] base = pbr.floats("baseColorFactor", 4);
        return Material.builder(json.string("name", ""))
                .baseColorFactor(
                        base == null ? Vec4.ONE : new Vec4(base[0], base[1], base[2], base[3]))
                .baseColorTexture(texture(pbr, "baseColorTexture", null))
                .metallicFactor(pbr.clamped("metallicFactor", 0, 1, 1, warnings))
                .roughnessFactor(pbr.clamped("roughnessFactor", 0, 1, 1, warnings))
                .metallicRoughnessTexture(texture(pbr, "metallicRoughnessTexture", null))
                .normalTexture(texture(json, "normalTexture", "scale"))
                .occlusionTexture(texture(json, "occlusionTexture", "strength"))
                .emissiveFactor(color(json, "emissiveFactor", Vec3.ZERO))
                .emissiveStrength(
                        emission.clamped("emissiveStrength", 0, Float.MAX_VALUE, 1, warnings))
                .emissiveTexture(texture(json, "emissiveTexture", null))
                .alphaMode(alphaMode)
                .alphaCutoff(json.clamped("alphaCutoff", 0, Float.MAX_VALUE, 0.5f, warnings))
                .doubleSided(json.bool("doubleSided", false))
                .unlit(json.extension("KHR_materials_unlit") != null)
                .ior(ior.clamped("ior", 0, Float.MAX_VALUE, 1.5f, warnings))
                .specularFactor(specular.clamped("specularFactor", 0, 1, 1, warnings))
                .specularColorFactor(color(specular, "specularColorFactor", Vec3.ONE))
                .finish(finish(json, specular))
                .build();
    }

    private Finish finish(JsonView json, JsonView specular) {
        JsonView coat = orElse(json.extension(COAT), JsonView.empty(json));
        return new Finish(
                texture(specular, "specularTexture", null),
                texture(specular, "specularColorTexture", null),
                coat.clamped("clearcoatFactor", 0, 1, 0, warnings),
                texture(coat, "clearcoatTexture", null),
                coat.clamped("clearcoatRoughnessFactor", 0, 1, 0, warnings),
                texture(coat, "clearcoatRoughnessTexture", null),
                texture(coat, "clearcoatNormalTexture", "scale"));
    }

    private static JsonView orElse(JsonView view, JsonView fallback) {
        return view == null ? fallback : view;
    }

    private static Vec3 color(JsonView json, String name, Vec3 fallback) {
        float[] c = json.floats(name, 3);
        return c == null ? fallback : new Vec3(c[0], c[1], c[2]);
    }

    private TextureRef texture(JsonView json, String name, String scaleName) {
        JsonView info = json.objectOrNull(name);
        if (info == null) {
            return null;
        }
        int texture = info.requireIndex("index", used.length, "textures");
        long texCoord = info.integer("texCoord", 0, Integer.MAX_VALUE, 0);
        UvTransform transform = UvTransform.IDENTITY;
        JsonView change = info.extension("KHR_texture_transform");
        if (change != null) {
            float[] offset = change.floats("offset", 2);
            float[] scale = change.floats("scale", 2);
            transform =
                    new UvTransform(
                            offset == null ? 0 : offset[0],
                            offset == null ? 0 : offset[1],
                            change.number("rotation", 0),
                            scale == null ? 1 : scale[0],
                            scale == null ? 1 : scale[1]);
            texCoord = change.integer("texCoord", 0, Integer.MAX_VALUE, texCoord);
        }
        if (texCoord > 1) {
            warnings.add(
                    "%s uses TEXCOORD_%d; sets 0 and 1 are supported: texture left out"
                            .formatted(info.path(), texCoord));
            return null;
        }
        used[texture] = true;
        float scale = scaleName == null ? 1 : info.number(scaleName, 1);
        return new TextureRef(texture, (int) texCoord, scale, transform);
    }

    /** Returns the textures; asks for the images of those that a material uses. */
    List<Texture> textures(ImageLoader images) {
        JsonView samplers = root.array("samplers");
        samplers.checkSize(limits.maxObjects());
        List<SamplerSpec> specs = new ArrayList<>(samplers.size());
        for (int s = 0; s < samplers.size(); s++) {
            specs.add(sampler(samplers.at(s)));
        }
        List<Texture> list = new ArrayList<>(textures.size());
        for (int t = 0; t < textures.size(); t++) {
            JsonView json = textures.at(t);
            int source = json.index("source", images.fileCount(), "images");
            int sampler = json.index("sampler", specs.size(), "samplers");
            int image = -1;
            if (used[t]) {
                if (source >= 0) {
                    image = images.use(source);
                } else {
                    warnings.add(json.path() + " has no PNG or JPEG source: drawn white");
                }
            }
            list.add(
                    new Texture(
                            json.string("name", ""),
                            image,
                            sampler < 0 ? SamplerSpec.DEFAULT : specs.get(sampler)));
        }
        return list;
    }

    private static SamplerSpec sampler(JsonView json) {
        int mag = (int) json.integer("magFilter", 0, 65535, 9729);
        int min = (int) json.integer("minFilter", 0, 65535, 9987);
        if (mag != 9728 && mag != 9729) {
            throw json.fail("magFilter is %d, 9728 or 9729 expected".formatted(mag));
        }
        MipFilter mipFilter =
                switch (min) {
                    case 9728, 9729 -> MipFilter.NONE;
                    case 9984, 9985 -> MipFilter.NEAREST;
                    case 9986, 9987 -> MipFilter.LINEAR;
                    default ->
                            throw json.fail(
                                    "minFilter is %d, 9728, 9729 or 9984 to 9987 expected"
                                            .formatted(min));
                };
        return new SamplerSpec(
                mag == 9728 ? Filter.NEAREST : Filter.LINEAR,
                (min & 1) == 0 ? Filter.NEAREST : Filter.LINEAR,
                mipFilter,
                wrap(json, "wrapS"),
                wrap(json, "wrapT"));
    }

    private static Wrap wrap(JsonView json, String name) {
        int code = (int) json.integer(name, 0, 65535, 10497);
        return switch (code) {
            case 10497 -> Wrap.REPEAT;
            case 33071 -> Wrap.CLAMP_TO_EDGE;
            case 33648 -> Wrap.MIRRORED_REPEAT;
            default ->
                    throw json.fail(
                            "%s is %d, 10497, 33071 or 33648 expected".formatted(name, code));
        };
    }
}
