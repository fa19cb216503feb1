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
import dev.azulejo.scene.model.Transmission;
import dev.azulejo.scene.model.UvTransform;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads materials, and the textures and samplers they use. */
final class MaterialReader {
    private static final String ANISOTROPY = "KHR_materials_anisotropy";
    private static final String IRIDESCENCE = "KHR_materials_iridescence";
    private static final String SHEEN = "KHR_materials_sheen";
    private static final String COAT = "KHR_materials_clearcoat";
    private static final String DIFFUSE = "KHR_materials_diffuse_transmission";
    private static final String DISPERSION = "KHR_materials_dispersion";
    private static final String TRANSMISSION = "KHR_materials_transmission";
    private static final String VOLUME = "KHR_materials_volume";
    private static final String SPECULAR = "KHR_materials_specular";
    private static final String GLOSSINESS = "KHR_materials_pbrSpecularGlossiness";

    /** Extensions that name an image in place of the plain one. */
    private static final List<String> SOURCES =
            List.of(
                    "EXT_texture_webp",
                    "EXT_texture_avif",
                    "KHR_texture_basisu",
                    "MSFT_texture_dds");

    private final JsonView root;
    private final JsonView textures;
    private final LoadLimits limits;
    private final Warnings warnings;

    /** Which textures are drawn with. */
    private final boolean[] used;

    private final List<Material> materials = new ArrayList<>();

    /** Of each material, what its textures lie by. */
    private final List<TexCoordSets> sets = new ArrayList<>();

    /** Samplers of the textures. */
    private final List<SamplerSpec> samplers = new ArrayList<>();

    /** Places of the textures' images, -1 for none. */
    private int[] images = new int[0];

    /** Each makes two textures, which follow those of the file. */
    private final Map<Conversion, Integer> conversions = new LinkedHashMap<>();

    private final List<ImageLoader.Pair> converted = new ArrayList<>();

    /**
     * Textures of diffuse and specular colours that are to be converted.
     *
     * @param diffuse index of the texture, -1 for none
     * @param specular index of the texture
     * @param together whether they lie alike on the surface
     * @param factors multiply them
     */
    private record Conversion(
            int diffuse, int specular, boolean together, SpecularGlossiness factors) {}

    MaterialReader(JsonView root, LoadLimits limits, Warnings warnings) {
        this.root = root;
        this.textures = root.array("textures");
        this.limits = limits;
        this.warnings = warnings;
        textures.checkSize(limits.maxObjects());
        used = new boolean[textures.size()];
    }

    /** Reads all materials. */
    List<Material> materials() {
        JsonView list = root.array("materials");
        list.checkSize(limits.maxObjects());
        for (int m = 0; m < list.size(); m++) {
            sets.add(new TexCoordSets());
            materials.add(material(list.at(m)));
        }
        return materials;
    }

    /** Returns one of the materials that were read. */
    Material material(int index) {
        return materials.get(index);
    }

    /** Returns by which sets of coordinates the textures of one of them lie. */
    TexCoordSets texCoordSets(int material) {
        return sets.get(material);
    }

    /** Returns how many were read. */
    int count() {
        return materials.size();
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
        boolean unlit = json.extension("KHR_materials_unlit") != null;
        JsonView glossiness = json.extension(GLOSSINESS);
        // Unlit materials are told by the base colour
        boolean glossy = glossiness != null && !(unlit && json.has("pbrMetallicRoughness"));
        Material.Builder material = Material.builder(json.string("name", ""));
        if (glossy) {
            specularGlossiness(glossiness, material);
        } else {
            material.baseColorFactor(rgba(pbr, "baseColorFactor"))
                    .baseColorTexture(texture(pbr, "baseColorTexture", null))
                    .metallicFactor(pbr.clamped("metallicFactor", 0, 1, 1, warnings))
                    .roughnessFactor(pbr.clamped("roughnessFactor", 0, 1, 1, warnings))
                    .metallicRoughnessTexture(texture(pbr, "metallicRoughnessTexture", null))
                    .ior(ior.clamped("ior", 0, Float.MAX_VALUE, 1.5f, warnings))
                    .specularFactor(specular.clamped("specularFactor", 0, 1, 1, warnings))
                    .specularColorFactor(color(specular, "specularColorFactor", Vec3.ONE));
        }
        material.normalTexture(texture(json, "normalTexture", "scale"))
                .occlusionTexture(texture(json, "occlusionTexture", "strength"))
                .emissiveFactor(color(json, "emissiveFactor", Vec3.ZERO))
                .emissiveStrength(
                        emission.clamped("emissiveStrength", 0, Float.MAX_VALUE, 1, warnings))
                .emissiveTexture(texture(json, "emissiveTexture", null))
                .alphaMode(alphaMode)
                .alphaCutoff(json.clamped("alphaCutoff", 0, Float.MAX_VALUE, 0.5f, warnings))
                .doubleSided(json.bool("doubleSided", false))
                .unlit(unlit)
                .finish(finish(json, glossy ? none : specular));
        Material made = material.build();
        warnOfMetal(json, made);
        return made;
    }

    /** A metal is what a material is by default, and light goes through none. */
    private void warnOfMetal(JsonView json, Material material) {
        boolean through = material.finish().transmission().transmits();
        boolean metal =
                material.metallicFactor() >= 1 && material.metallicRoughnessTexture() == null;
        if (metal && !material.unlit() && (through || material.finish().diffuse().factor() > 0)) {
            warnings.add(
                    "%s: %s does nothing, since metallicFactor is 1 (as by default): light goes through no metal"
                            .formatted(json.path(), through ? TRANSMISSION : DIFFUSE));
        }
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
                texture(coat, "clearcoatNormalTexture", "scale"),
                transmission(json),
                sheen(json),
                anisotropy(json),
                iridescence(json),
                diffuse(json));
    }

    private Finish.Diffuse diffuse(JsonView json) {
        JsonView diffuse = json.extension(DIFFUSE);
        if (diffuse == null) {
            return Finish.Diffuse.NONE;
        }
        return new Finish.Diffuse(
                diffuse.clamped("diffuseTransmissionFactor", 0, 1, 0, warnings),
                texture(diffuse, "diffuseTransmissionTexture", null),
                shares(color(diffuse, "diffuseTransmissionColorFactor", Vec3.ONE)),
                texture(diffuse, "diffuseTransmissionColorTexture", null));
    }

    private Finish.Sheen sheen(JsonView json) {
        JsonView sheen = json.extension(SHEEN);
        if (sheen == null) {
            return Finish.Sheen.NONE;
        }
        return new Finish.Sheen(
                shares(color(sheen, "sheenColorFactor", Vec3.ZERO)),
                texture(sheen, "sheenColorTexture", null),
                sheen.clamped("sheenRoughnessFactor", 0, 1, 0, warnings),
                texture(sheen, "sheenRoughnessTexture", null));
    }

    private Finish.Anisotropy anisotropy(JsonView json) {
        JsonView anisotropy = json.extension(ANISOTROPY);
        if (anisotropy == null) {
            return Finish.Anisotropy.NONE;
        }
        return new Finish.Anisotropy(
                anisotropy.clamped("anisotropyStrength", 0, 1, 0, warnings),
                anisotropy.number("anisotropyRotation", 0),
                texture(anisotropy, "anisotropyTexture", null));
    }

    private Finish.Iridescence iridescence(JsonView json) {
        JsonView film = json.extension(IRIDESCENCE);
        if (film == null) {
            return Finish.Iridescence.NONE;
        }
        float thickest = Float.MAX_VALUE;
        return new Finish.Iridescence(
                film.clamped("iridescenceFactor", 0, 1, 0, warnings),
                texture(film, "iridescenceTexture", null),
                film.clamped("iridescenceIor", 1, Float.MAX_VALUE, 1.3f, warnings),
                film.clamped("iridescenceThicknessMinimum", 0, thickest, 100, warnings),
                film.clamped("iridescenceThicknessMaximum", 0, thickest, 400, warnings),
                texture(film, "iridescenceThicknessTexture", null));
    }

    private Transmission transmission(JsonView json) {
        JsonView none = JsonView.empty(json);
        JsonView through = json.extension(TRANSMISSION);
        if (through == null) {
            return Transmission.NONE;
        }
        JsonView volume = orElse(json.extension(VOLUME), none);
        JsonView spread = orElse(json.extension(DISPERSION), none);
        return new Transmission(
                through.clamped("transmissionFactor", 0, 1, 0, warnings),
                texture(through, "transmissionTexture", null),
                volume.clamped("thicknessFactor", 0, Float.MAX_VALUE, 0, warnings),
                texture(volume, "thicknessTexture", null),
                attenuationDistance(volume),
                shares(color(volume, "attenuationColor", Vec3.ONE)),
                spread.clamped("dispersion", 0, Float.MAX_VALUE, 0, warnings));
    }

    private float attenuationDistance(JsonView volume) {
        float none = Float.POSITIVE_INFINITY;
        if (!volume.has("attenuationDistance")) {
            return none;
        }
        float distance = volume.number("attenuationDistance", 0);
        if (distance > 0) {
            return distance;
        }
        warnings.add(
                "%s: attenuationDistance is %s, more than 0 expected: nothing is attenuated"
                        .formatted(volume.path(), distance));
        return none;
    }

    private static Vec3 shares(Vec3 color) {
        return new Vec3(share(color.x()), share(color.y()), share(color.z()));
    }

    private static float share(float value) {
        return Math.max(0, Math.min(1, value));
    }

    private void specularGlossiness(JsonView json, Material.Builder material) {
        Vec4 diffuse = rgba(json, "diffuseFactor");
        Vec3 specular = color(json, "specularFactor", Vec3.ONE);
        float glossiness = json.clamped("glossinessFactor", 0, 1, 1, warnings);
        boolean textured = json.has("specularGlossinessTexture");
        TextureRef colors = read(json, "diffuseTexture", null, !textured);
        TextureRef shine = read(json, "specularGlossinessTexture", null, false);
        if (shine == null) {
            if (textured && colors != null) {
                used[colors.texture()] = true;
            }
            // Without refraction to speak of, all that is not let in is mirrored: that colour
            material.baseColorFactor(diffuse)
                    .baseColorTexture(colors)
                    .metallicFactor(0)
                    .roughnessFactor(1 - glossiness)
                    .ior(0)
                    .specularColorFactor(specular);
            return;
        }
        boolean together =
                colors == null
                        || colors.texCoord() == shine.texCoord()
                                && colors.transform().equals(shine.transform());
        if (!together) {
            warnings.add(
                    "%s: its textures lie differently on the surface: each is converted with the mean of the other"
                            .formatted(json.path()));
        }
        var factors =
                new SpecularGlossiness(
                        new Vec3(diffuse.x(), diffuse.y(), diffuse.z()), specular, glossiness);
        var conversion =
                new Conversion(
                        colors == null ? -1 : colors.texture(), shine.texture(), together, factors);
        int made = conversions.computeIfAbsent(conversion, c -> conversions.size());
        int first = textures.size() + 2 * made;
        TextureRef base = colors == null ? shine : colors;
        material.baseColorFactor(new Vec4(1, 1, 1, diffuse.w()))
                .baseColorTexture(new TextureRef(first, base.texCoord(), 1, base.transform()))
                .metallicRoughnessTexture(
                        new TextureRef(first + 1, shine.texCoord(), 1, shine.transform()));
    }

    private static Vec4 rgba(JsonView json, String name) {
        float[] c = json.floats(name, 4);
        return c == null ? Vec4.ONE : new Vec4(c[0], c[1], c[2], c[3]);
    }

    private static JsonView orElse(JsonView view, JsonView fallback) {
        return view == null ? fallback : view;
    }

    private static Vec3 color(JsonView json, String name, Vec3 fallback) {
        float[] c = json.floats(name, 3);
        return c == null ? fallback : new Vec3(c[0], c[1], c[2]);
    }

    private TextureRef texture(JsonView json, String name, String scaleName) {
        return read(json, name, scaleName, true);
    }

    /**
     * Reads what a material says of a texture.
     *
     * @param drawn whether it is drawn with
     */
    private TextureRef read(JsonView json, String name, String scaleName, boolean drawn) {
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
        int place = sets.getLast().place((int) texCoord);
        if (place < 0) {
            warnings.add(
                    "%s uses TEXCOORD_%d; a material's textures may lie by two sets, and others of this one do: texture left out"
                            .formatted(info.path(), texCoord));
            return null;
        }
        used[texture] |= drawn;
        return new TextureRef(texture, place, scale(info, scaleName), transform);
    }

    /** Returns a normal map's scale, any number, or an occlusion map's strength, 0 to 1. */
    private float scale(JsonView info, String name) {
        if (name == null) {
            return 1;
        }
        return name.equals("strength")
                ? info.clamped(name, 0, 1, 1, warnings)
                : info.number(name, 1);
    }

    /**
     * Asks for the images of the textures that a material uses.
     *
     * @param shown which materials are shown, so that images of others are not needed; null if any
     *     may be
     */
    void useImages(ImageLoader loader, List<Material> materials, boolean[] shown) {
        int all = textures.size() + 2 * conversions.size();
        boolean[] colors = new boolean[all];
        boolean[] data = new boolean[all];
        boolean[] needed = new boolean[all];
        for (int m = 0; m < materials.size(); m++) {
            // What an image is does not depend on what is shown
            boolean isShown = shown == null || shown[m];
            Material material = materials.get(m);
            material.colorTextures().forEach(reference -> colors[reference.texture()] = true);
            material.dataTextures().forEach(reference -> data[reference.texture()] = true);
            material.textures().forEach(reference -> needed[reference.texture()] |= isShown);
        }
        JsonView list = root.array("samplers");
        list.checkSize(limits.maxObjects());
        List<SamplerSpec> specs = new ArrayList<>(list.size());
        for (int s = 0; s < list.size(); s++) {
            specs.add(sampler(list.at(s)));
        }
        images = new int[textures.size()];
        for (int t = 0; t < textures.size(); t++) {
            JsonView json = textures.at(t);
            int sampler = json.index("sampler", specs.size(), "samplers");
            samplers.add(sampler < 0 ? SamplerSpec.DEFAULT : specs.get(sampler));
            var use = new ImageLoader.Use(colors[t] || !data[t], data[t]);
            images[t] = used[t] && (shown == null || needed[t]) ? image(t, loader, use) : -1;
        }
        int made = textures.size();
        for (Conversion c : conversions.keySet()) {
            boolean isNeeded = needed[made++] | needed[made++];
            if (!isNeeded) {
                converted.add(null);
                continue;
            }
            int diffuse = c.diffuse < 0 ? -1 : image(c.diffuse, loader, ImageLoader.Use.SOURCE);
            int specular = image(c.specular, loader, ImageLoader.Use.SOURCE);
            SamplerSpec sampler = samplers.get(c.diffuse < 0 ? c.specular : c.diffuse);
            converted.add(
                    loader.convert(
                            diffuse,
                            specular,
                            (d, s, goOn) -> c.factors.maps(d, s, c.together, sampler, goOn),
                            textures.at(c.specular)));
        }
    }

    /**
     * Finds the image of a texture. One that an extension names comes first if it can be read, then
     * the plain one, and then whatever there is, which says why it is not drawn.
     */
    private int image(int texture, ImageLoader loader, ImageLoader.Use use) {
        JsonView json = textures.at(texture);
        int plain = json.index("source", loader.fileCount(), "images");
        int other = -1;
        for (String name : SOURCES) {
            JsonView extension = json.extension(name);
            if (extension != null) {
                other = extension.requireIndex("source", loader.fileCount(), "images");
                if (plain < 0 || loader.canRead(other)) {
                    return loader.use(other, use);
                }
            }
        }
        if (plain >= 0) {
            return loader.use(plain, use);
        }
        warnings.add(json.path() + " has no PNG, JPEG, WebP or KTX2 source: drawn white");
        return -1;
    }

    /** Returns the textures, those that were made of others last, once the images are there. */
    List<Texture> textures(ImageLoader loader) {
        List<Texture> list = new ArrayList<>(textures.size() + 2 * converted.size());
        for (int t = 0; t < textures.size(); t++) {
            String name = textures.at(t).string("name", "");
            list.add(new Texture(name, loader.place(images[t]), samplers.get(t)));
        }
        int made = 0;
        for (Conversion c : conversions.keySet()) {
            ImageLoader.Pair pair = converted.get(made++);
            int base = c.diffuse < 0 ? c.specular : c.diffuse;
            int first = pair == null ? -1 : pair.first();
            int second = pair == null ? -1 : first + 1;
            list.add(new Texture("", first, samplers.get(base)));
            list.add(new Texture("", second, samplers.get(c.specular)));
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
