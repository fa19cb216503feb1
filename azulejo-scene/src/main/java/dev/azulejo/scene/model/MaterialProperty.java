package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What of a material an animation changes, by its path in glTF below the material
 * (KHR_animation_pointer). Values beyond a property's range are held to it, as those of a file's
 * materials are.
 */
public final class MaterialProperty implements ObjectProperty {
    private static final float ENDLESS = Float.MAX_VALUE;

    private static final Map<String, MaterialProperty> ALL = new LinkedHashMap<>();

    static {
        plain();
        reflections();
        light();
        layers();
        textures();
        finishTextures();
    }

    private final String path;
    private final int components;
    private final float least;
    private final float most;

    private final Change change;

    /** Says whether a program has to do something at all; null where none asks. */
    private final Gate gate;

    /**
     * What a program asks of a property before it does more than for most materials.
     *
     * @param values of a material
     * @param leastDoesMost whether smaller values ask for more, in place of larger ones
     */
    private record Gate(Function<Material, float[]> values, boolean leastDoesMost) {}

    /** Makes a material of another one and the values of a property, which are in its range. */
    @FunctionalInterface
    private interface Change {
        Material of(Material material, float[] values);
    }

    private MaterialProperty(
            String path, int components, float least, float most, Gate gate, Change change) {
        this.path = path;
        this.components = components;
        this.least = least;
        this.most = most;
        this.gate = gate;
        this.change = change;
    }

    private static void put(String path, int components, float least, float most, Change change) {
        ALL.put(path, new MaterialProperty(path, components, least, most, null, change));
    }

    /** A number of which more than 0 makes programs do more. */
    private static void gate(
            String path, float most, Function<Material, Float> value, Change change) {
        var gate = new Gate(m -> new float[] {value.apply(m)}, false);
        ALL.put(path, new MaterialProperty(path, 1, 0, most, gate, change));
    }

    private static void plain() {
        String pbr = "pbrMetallicRoughness/";
        put(
                pbr + "baseColorFactor",
                4,
                -ENDLESS,
                ENDLESS,
                (m, v) -> m.toBuilder().baseColorFactor(new Vec4(v[0], v[1], v[2], v[3])).build());
        put(pbr + "metallicFactor", 1, 0, 1, (m, v) -> m.toBuilder().metallicFactor(v[0]).build());
        put(
                pbr + "roughnessFactor",
                1,
                0,
                1,
                (m, v) -> m.toBuilder().roughnessFactor(v[0]).build());
        put("alphaCutoff", 1, 0, ENDLESS, (m, v) -> m.toBuilder().alphaCutoff(v[0]).build());
        put(
                "emissiveFactor",
                3,
                -ENDLESS,
                ENDLESS,
                (m, v) -> m.toBuilder().emissiveFactor(color(v)).build());
        put(
                "extensions/KHR_materials_emissive_strength/emissiveStrength",
                1,
                0,
                ENDLESS,
                (m, v) -> m.toBuilder().emissiveStrength(v[0]).build());
    }

    private static void reflections() {
        gate(
                "extensions/KHR_materials_ior/ior",
                ENDLESS,
                Material::ior,
                (m, v) -> m.toBuilder().ior(v[0]).build());
        String specular = "extensions/KHR_materials_specular/specularFactor";
        var lacking = new Gate(m -> new float[] {m.specularFactor()}, true);
        Change factor = (m, v) -> m.toBuilder().specularFactor(v[0]).build();
        ALL.put(specular, new MaterialProperty(specular, 1, 0, 1, lacking, factor));
        put(
                "extensions/KHR_materials_specular/specularColorFactor",
                3,
                -ENDLESS,
                ENDLESS,
                (m, v) -> m.toBuilder().specularColorFactor(color(v)).build());
        String coat = "extensions/KHR_materials_clearcoat/clearcoat";
        gate(
                coat + "Factor",
                1,
                m -> m.finish().coatFactor(),
                finish((f, v) -> f.withCoat(v[0], f.coatRoughness())));
        put(coat + "RoughnessFactor", 1, 0, 1, finish((f, v) -> f.withCoat(f.coatFactor(), v[0])));
    }

    private static void light() {
        put(
                "extensions/KHR_materials_transmission/transmissionFactor",
                1,
                0,
                1,
                transmission((t, v) -> t.withFactor(v[0])));
        String volume = "extensions/KHR_materials_volume/";
        gate(
                volume + "thicknessFactor",
                ENDLESS,
                m -> m.finish().transmission().thickness(),
                transmission(
                        (t, v) ->
                                t.withVolume(v[0], t.attenuationDistance(), t.attenuationColor())));
        put(
                volume + "attenuationDistance",
                1,
                Float.MIN_NORMAL,
                ENDLESS,
                transmission((t, v) -> t.withVolume(t.thickness(), v[0], t.attenuationColor())));
        put(
                volume + "attenuationColor",
                3,
                0,
                1,
                transmission(
                        (t, v) -> t.withVolume(t.thickness(), t.attenuationDistance(), color(v))));
        gate(
                "extensions/KHR_materials_dispersion/dispersion",
                ENDLESS,
                m -> m.finish().transmission().dispersion(),
                transmission((t, v) -> t.withDispersion(v[0])));
        String diffuse = "extensions/KHR_materials_diffuse_transmission/diffuseTransmission";
        gate(
                diffuse + "Factor",
                1,
                m -> m.finish().diffuse().factor(),
                finish(
                        (f, v) -> {
                            var d = f.diffuse();
                            return f.withDiffuse(
                                    new Finish.Diffuse(
                                            v[0], d.texture(), d.color(), d.colorTexture()));
                        }));
        put(
                diffuse + "ColorFactor",
                3,
                0,
                1,
                finish(
                        (f, v) -> {
                            var d = f.diffuse();
                            return f.withDiffuse(
                                    new Finish.Diffuse(
                                            d.factor(), d.texture(), color(v), d.colorTexture()));
                        }));
    }

    private static void layers() {
        String sheen = "extensions/KHR_materials_sheen/sheen";
        Change shine =
                finish(
                        (f, v) -> {
                            var s = f.sheen();
                            return f.withSheen(
                                    new Finish.Sheen(
                                            color(v),
                                            s.colorTexture(),
                                            s.roughness(),
                                            s.roughnessTexture()));
                        });
        var shines =
                new Gate(
                        m -> {
                            var c = m.finish().sheen().color();
                            return new float[] {c.x(), c.y(), c.z()};
                        },
                        false);
        String color = sheen + "ColorFactor";
        ALL.put(color, new MaterialProperty(color, 3, 0, 1, shines, shine));
        put(
                sheen + "RoughnessFactor",
                1,
                0,
                1,
                finish(
                        (f, v) -> {
                            var s = f.sheen();
                            return f.withSheen(
                                    new Finish.Sheen(
                                            s.color(),
                                            s.colorTexture(),
                                            v[0],
                                            s.roughnessTexture()));
                        }));
        String brushed = "extensions/KHR_materials_anisotropy/anisotropy";
        gate(
                brushed + "Strength",
                1,
                m -> m.finish().anisotropy().strength(),
                finish(
                        (f, v) -> {
                            var a = f.anisotropy();
                            return f.withAnisotropy(
                                    new Finish.Anisotropy(v[0], a.rotation(), a.texture()));
                        }));
        put(
                brushed + "Rotation",
                1,
                -ENDLESS,
                ENDLESS,
                finish(
                        (f, v) -> {
                            var a = f.anisotropy();
                            return f.withAnisotropy(
                                    new Finish.Anisotropy(a.strength(), v[0], a.texture()));
                        }));
        String film = "extensions/KHR_materials_iridescence/iridescence";
        gate(film + "Factor", 1, m -> m.finish().iridescence().factor(), film(0));
        put(film + "Ior", 1, 1, ENDLESS, film(1));
        put(film + "ThicknessMinimum", 1, 0, ENDLESS, film(2));
        put(film + "ThicknessMaximum", 1, 0, ENDLESS, film(3));
    }

    /** Of a thin film's four numbers, the one at a place. */
    private static Change film(int place) {
        return finish(
                (f, v) -> {
                    var i = f.iridescence();
                    float[] all = {i.factor(), i.ior(), i.least(), i.most()};
                    all[place] = v[0];
                    return f.withIridescence(
                            new Finish.Iridescence(
                                    all[0],
                                    i.texture(),
                                    all[1],
                                    all[2],
                                    all[3],
                                    i.thicknessTexture()));
                });
    }

    private static void textures() {
        texture(
                "pbrMetallicRoughness/baseColorTexture",
                Material::baseColorTexture,
                (m, t) -> m.toBuilder().baseColorTexture(t).build());
        texture(
                "pbrMetallicRoughness/metallicRoughnessTexture",
                Material::metallicRoughnessTexture,
                (m, t) -> m.toBuilder().metallicRoughnessTexture(t).build());
        BiFunction<Material, TextureRef, Material> normal =
                (m, t) -> m.toBuilder().normalTexture(t).build();
        texture("normalTexture", Material::normalTexture, normal);
        scale("normalTexture/scale", -ENDLESS, ENDLESS, Material::normalTexture, normal);
        BiFunction<Material, TextureRef, Material> occlusion =
                (m, t) -> m.toBuilder().occlusionTexture(t).build();
        texture("occlusionTexture", Material::occlusionTexture, occlusion);
        scale("occlusionTexture/strength", 0, 1, Material::occlusionTexture, occlusion);
        texture(
                "emissiveTexture",
                Material::emissiveTexture,
                (m, t) -> m.toBuilder().emissiveTexture(t).build());
    }

    /** Of the finish's textures, in the order of {@link #ofFinish}. */
    private static void finishTextures() {
        String[] names = {
            "specular/specularTexture",
            "specular/specularColorTexture",
            "clearcoat/clearcoatTexture",
            "clearcoat/clearcoatRoughnessTexture",
            "clearcoat/clearcoatNormalTexture",
            "transmission/transmissionTexture",
            "volume/thicknessTexture",
            "sheen/sheenColorTexture",
            "sheen/sheenRoughnessTexture",
            "anisotropy/anisotropyTexture",
            "iridescence/iridescenceTexture",
            "iridescence/iridescenceThicknessTexture",
            "diffuse_transmission/diffuseTransmissionTexture",
            "diffuse_transmission/diffuseTransmissionColorTexture"
        };
        for (int i = 0; i < names.length; i++) {
            int place = i;
            Function<Material, TextureRef> from = m -> ofFinish(m.finish())[place];
            BiFunction<Material, TextureRef, Material> to =
                    (m, t) -> {
                        var all = ofFinish(m.finish());
                        all[place] = t;
                        return m.toBuilder().finish(withTextures(m.finish(), all)).build();
                    };
            String path = "extensions/KHR_materials_" + names[i];
            texture(path, from, to);
            if (path.endsWith("NormalTexture")) {
                scale(path + "/scale", -ENDLESS, ENDLESS, from, to);
            }
        }
    }

    private static TextureRef[] ofFinish(Finish f) {
        return new TextureRef[] {
            f.specularTexture(),
            f.specularColorTexture(),
            f.coatTexture(),
            f.coatRoughnessTexture(),
            f.coatNormalTexture(),
            f.transmission().texture(),
            f.transmission().thicknessTexture(),
            f.sheen().colorTexture(),
            f.sheen().roughnessTexture(),
            f.anisotropy().texture(),
            f.iridescence().texture(),
            f.iridescence().thicknessTexture(),
            f.diffuse().texture(),
            f.diffuse().colorTexture()
        };
    }

    private static Finish withTextures(Finish f, TextureRef[] t) {
        var through = f.transmission();
        var film = f.iridescence();
        return new Finish(
                t[0],
                t[1],
                f.coatFactor(),
                t[2],
                f.coatRoughness(),
                t[3],
                t[4],
                new Transmission(
                        through.factor(),
                        t[5],
                        through.thickness(),
                        t[6],
                        through.attenuationDistance(),
                        through.attenuationColor(),
                        through.dispersion()),
                new Finish.Sheen(f.sheen().color(), t[7], f.sheen().roughness(), t[8]),
                new Finish.Anisotropy(f.anisotropy().strength(), f.anisotropy().rotation(), t[9]),
                new Finish.Iridescence(
                        film.factor(), t[10], film.ior(), film.least(), film.most(), t[11]),
                new Finish.Diffuse(f.diffuse().factor(), t[12], f.diffuse().color(), t[13]));
    }

    private static void texture(
            String path,
            Function<Material, TextureRef> from,
            BiFunction<Material, TextureRef, Material> to) {
        String transform = path + "/extensions/KHR_texture_transform/";
        laid(
                transform + "offset",
                2,
                from,
                to,
                (t, v) -> new UvTransform(v[0], v[1], t.rotation(), t.scaleU(), t.scaleV()));
        laid(
                transform + "rotation",
                1,
                from,
                to,
                (t, v) -> new UvTransform(t.offsetU(), t.offsetV(), v[0], t.scaleU(), t.scaleV()));
        laid(
                transform + "scale",
                2,
                from,
                to,
                (t, v) -> new UvTransform(t.offsetU(), t.offsetV(), t.rotation(), v[0], v[1]));
    }

    private static void laid(
            String path,
            int components,
            Function<Material, TextureRef> from,
            BiFunction<Material, TextureRef, Material> to,
            BiFunction<UvTransform, float[], UvTransform> other) {
        put(
                path,
                components,
                -ENDLESS,
                ENDLESS,
                (m, v) -> {
                    var now = from.apply(m);
                    return now == null
                            ? m
                            : to.apply(m, now.withTransform(other.apply(now.transform(), v)));
                });
    }

    private static void scale(
            String path,
            float least,
            float most,
            Function<Material, TextureRef> from,
            BiFunction<Material, TextureRef, Material> to) {
        put(
                path,
                1,
                least,
                most,
                (m, v) -> {
                    var now = from.apply(m);
                    return now == null ? m : to.apply(m, now.withScale(v[0]));
                });
    }

    private static Change finish(BiFunction<Finish, float[], Finish> change) {
        return (m, v) -> m.toBuilder().finish(change.apply(m.finish(), v)).build();
    }

    private static Change transmission(BiFunction<Transmission, float[], Transmission> change) {
        return finish((f, v) -> f.withTransmission(change.apply(f.transmission(), v)));
    }

    private static Vec3 color(float[] values) {
        return new Vec3(values[0], values[1], values[2]);
    }

    /** Returns the property at a path, as {@code pbrMetallicRoughness/roughnessFactor}, or null. */
    public static MaterialProperty of(String path) {
        return ALL.get(path);
    }

    /** Returns all paths. */
    public static Set<String> paths() {
        return Set.copyOf(ALL.keySet());
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public int components() {
        return components;
    }

    /**
     * Returns a material that has other values of this property, held to its range; the same where
     * it is of a texture that the material does not have.
     *
     * @param material is not changed
     * @param values as many as there are components; what is no number counts as 0
     */
    public Material change(Material material, float[] values) {
        float[] held = new float[components];
        for (int i = 0; i < components; i++) {
            // Between keyframes of the largest floats there may be none
            float value = Float.isNaN(values[i]) ? 0 : values[i];
            held[i] = Math.clamp(value, least, most);
        }
        return change.of(material, held);
    }

    /**
     * Returns a material for which programs do whatever they do for it with its own values or with
     * others.
     *
     * @param values as {@link #change} takes them
     */
    public Material wider(Material material, float[] values) {
        if (gate == null) {
            return material;
        }
        float[] wide = gate.values.apply(material);
        for (int i = 0; i < components; i++) {
            wide[i] =
                    gate.leastDoesMost
                            ? Math.min(wide[i], values[i])
                            : Math.max(wide[i], values[i]);
        }
        return change(material, wide);
    }

    @Override
    public String toString() {
        return path;
    }
}
