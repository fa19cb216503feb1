package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.MaterialProperty;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What an animation makes of a material is what a file says that has these values at that place.
 */
class MaterialPropertyTest {
    private static final List<String> TEXTURES =
            List.of(
                    "pbrMetallicRoughness/baseColorTexture",
                    "pbrMetallicRoughness/metallicRoughnessTexture",
                    "normalTexture",
                    "occlusionTexture",
                    "emissiveTexture",
                    "extensions/KHR_materials_specular/specularTexture",
                    "extensions/KHR_materials_specular/specularColorTexture",
                    "extensions/KHR_materials_clearcoat/clearcoatTexture",
                    "extensions/KHR_materials_clearcoat/clearcoatRoughnessTexture",
                    "extensions/KHR_materials_clearcoat/clearcoatNormalTexture",
                    "extensions/KHR_materials_transmission/transmissionTexture",
                    "extensions/KHR_materials_volume/thicknessTexture",
                    "extensions/KHR_materials_sheen/sheenColorTexture",
                    "extensions/KHR_materials_sheen/sheenRoughnessTexture",
                    "extensions/KHR_materials_anisotropy/anisotropyTexture",
                    "extensions/KHR_materials_iridescence/iridescenceTexture",
                    "extensions/KHR_materials_iridescence/iridescenceThicknessTexture",
                    "extensions/KHR_materials_diffuse_transmission/diffuseTransmissionTexture",
                    "extensions/KHR_materials_diffuse_transmission/diffuseTransmissionColorTexture");

    @TempDir Path folder;

    static List<String> paths() {
        return List.copyOf(new TreeSet<>(MaterialProperty.paths()));
    }

    private static float[] values(String path, float value) {
        boolean index = path.endsWith("Ior") || path.endsWith("/ior");
        float[] values = new float[MaterialProperty.of(path).components()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value + (index ? 1 : 0) + i / 16f;
        }
        return values;
    }

    /** Loads a material that has values at all paths, of one of them other ones. */
    private Material load(String path, float[] there) throws IOException {
        Map<String, Object> material = new LinkedHashMap<>();
        for (String texture : TEXTURES) {
            put(material, texture + "/index", "0");
        }
        for (String each : paths()) {
            float[] values = each.equals(path) ? there : values(each, 0.25f);
            put(material, each, values.length == 1 ? "" + values[0] : Arrays.toString(values));
        }
        var names = new TreeSet<String>();
        for (String each : paths()) {
            for (String part : each.split("/")) {
                if (part.startsWith("KHR_")) {
                    names.add('"' + part + '"');
                }
            }
        }
        String json =
                """
                {"asset":{"version":"2.0"},"extensionsUsed":%s,"images":[{"uri":"none.png"}],
                 "textures":[{"source":0}],"materials":[%s]}\
                """
                        .formatted(names, json(material));
        Path file = Files.writeString(folder.resolve("m.gltf"), json);
        return GltfLoader.load(file).materials().getFirst();
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> in, String path, String value) {
        int slash = path.indexOf('/');
        if (slash < 0) {
            in.put(path, value);
            return;
        }
        Object below = in.computeIfAbsent(path.substring(0, slash), p -> new LinkedHashMap<>());
        put((Map<String, Object>) below, path.substring(slash + 1), value);
    }

    private static String json(Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return (String) value;
        }
        var fields = new ArrayList<String>();
        map.forEach((name, of) -> fields.add("\"" + name + "\":" + json(of)));
        return "{" + String.join(",", fields) + "}";
    }

    @ParameterizedTest
    @MethodSource("paths")
    void aChangedMaterialIsWhatAFileHas(String path) throws IOException {
        var property = MaterialProperty.of(path);
        assertThat(property.path()).isEqualTo(path);
        Material before = load(path, values(path, 0.25f));
        float[] other = values(path, 0.625f);
        Material expected = load(path, other);
        assertThat(expected).isNotEqualTo(before);
        assertThat(property.change(before, other)).isEqualTo(expected);
        assertThat(property.change(expected, values(path, 0.25f))).isEqualTo(before);
    }

    /** What is out of range counts as a file's does. */
    @ParameterizedTest
    @MethodSource("paths")
    void valuesAreHeldToWhatFilesAreHeldTo(String path) throws IOException {
        var property = MaterialProperty.of(path);
        Material before = load(path, values(path, 0.25f));
        for (float far : new float[] {-7, 7}) {
            // A distance that is none is no attenuation, and a factor 0 is black: as files have it
            boolean none = far < 0 && path.endsWith("attenuationDistance");
            if (!none) {
                float[] values = new float[property.components()];
                Arrays.fill(values, far);
                assertThat(property.change(before, values)).isEqualTo(load(path, values));
            }
        }
    }

    /** Splines through the largest floats lead beyond them, and to what is no number. */
    @ParameterizedTest
    @MethodSource("paths")
    void whatIsNoNumberIsNoError(String path) throws IOException {
        var property = MaterialProperty.of(path);
        Material before = load(path, values(path, 0.25f));
        float[] values = new float[property.components()];
        var zeros = property.change(before, values);
        Arrays.fill(values, Float.NaN);
        assertThat(property.change(before, values)).isEqualTo(zeros);
        for (float end : new float[] {Float.MAX_VALUE, -Float.MAX_VALUE}) {
            Arrays.fill(values, end);
            var most = property.change(before, values);
            Arrays.fill(values, 2 * end);
            assertThat(property.change(before, values)).isEqualTo(most);
        }
    }

    /** Of a texture that is not there nothing can be changed. */
    @Test
    void whatIsNotThereStaysAway() {
        for (String path : paths()) {
            if (path.contains("Texture")) {
                var property = MaterialProperty.of(path);
                assertThat(property.change(Material.DEFAULT, values(path, 0.5f)))
                        .isSameAs(Material.DEFAULT);
            }
        }
        assertThat(MaterialProperty.of("doubleSided")).isNull();
    }
}
