package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;

/** Cubes that leave out what a file may leave out, of materials that ask for much. */
class BareMeshesTest {
    private static final String GLASS = "'KHR_materials_transmission':{'transmissionFactor':1}";
    private static final String LEAF =
            "'KHR_materials_diffuse_transmission':{'diffuseTransmissionFactor':0.7}";
    private static final String NO_METAL =
            "'pbrMetallicRoughness':{'metallicFactor':0,'roughnessFactor':0.2}";

    /** What is left out of the cube before a wall; slivers are triangles without area. */
    private enum Bare {
        NORMALS,
        INDICES,
        BOTH,
        NORMALS_OF_SLIVERS
    }

    /**
     * A cube from -1 to 1 and a green wall behind it.
     *
     * @param left what is left out; null for nothing
     * @param textured whether there are texture coordinates
     */
    private static Scene cube(Bare left, boolean textured, String material) {
        float[] p = new float[72];
        float[] n = new float[72];
        float[] uv = new float[48];
        int[] indices = new int[36];
        for (int side = 0; side < 6; side++) {
            int axis = side / 2;
            float towards = side % 2 == 0 ? -1 : 1;
            for (int corner = 0; corner < 4; corner++) {
                int v = 4 * side + corner;
                float a = corner == 1 || corner == 2 ? 1 : -1;
                float b = corner >= 2 ? 1 : -1;
                p[3 * v + axis] = towards;
                p[3 * v + (axis + 1) % 3] = a;
                p[3 * v + (axis + 2) % 3] = b * towards;
                n[3 * v + axis] = towards;
                uv[2 * v] = 0.5f + 0.5f * a;
                uv[2 * v + 1] = 0.5f + 0.5f * b;
            }
            int[] two = {0, 1, 2, 0, 2, 3};
            for (int i = 0; i < 6; i++) {
                indices[6 * side + i] = 4 * side + two[i];
            }
        }
        if (left == Bare.NORMALS_OF_SLIVERS) {
            indices = Arrays.copyOf(indices, 42);
            System.arraycopy(new int[] {0, 0, 1, 5, 7, 7}, 0, indices, 36, 6);
        }
        boolean listed = left == Bare.INDICES || left == Bare.BOTH;
        boolean normals = left == null || left == Bare.INDICES;
        var builder = new GltfBuilder();
        var attributes = new StringBuilder();
        attributes.append("'POSITION':").append(add(builder, "VEC3", p, listed ? indices : null));
        if (normals) {
            attributes
                    .append(",'NORMAL':")
                    .append(add(builder, "VEC3", n, listed ? indices : null));
        }
        if (textured) {
            int at = add(builder, "VEC2", uv, listed ? indices : null);
            attributes.append(",'TEXCOORD_0':").append(at);
        }
        String named = listed ? "" : ",'indices':" + builder.shorts(indices);
        int wall = builder.floats("VEC3", -1, -9, -3, 9, -9, -3, 9, 9, -3);
        builder.mesh(
                        "{'material':0,'attributes':{%s}%s},{'material':1,'attributes':{'POSITION':%d}}"
                                .formatted(attributes, named, wall))
                .set(
                        "materials",
                        "[{%s},{'pbrMetallicRoughness':{'metallicFactor':0,'baseColorFactor':[0.1,0.6,0.1,1]}}]"
                                .formatted(material));
        return GltfLoader.load(builder.glb(), "test", LoadLimits.defaults(), 1, Cancellation.NEVER);
    }

    private static int add(GltfBuilder builder, String type, float[] values, int[] order) {
        int width = GltfBuilder.components(type);
        float[] list = order == null ? values : new float[width * order.length];
        for (int i = 0; order != null && i < list.length; i++) {
            list[i] = values[width * order[i / width] + i % width];
        }
        return builder.floats(type, list);
    }

    private static int[] picture(Scene scene) {
        var settings = RenderSettings.defaults().withSize(64, 64);
        try (var session = new Session(scene, settings)) {
            session.look(View.orbit(cube(null, false, NO_METAL).worldBounds(), 5, 5, 2, 1));
            session.render();
            return session.target().pixels().clone();
        }
    }

    private static String extended(String extensions) {
        return NO_METAL + ",'extensions':{" + extensions + "}";
    }

    /** Flat normals are those of the file, whatever asks for them. */
    @ParameterizedTest
    @EnumSource
    void whatIsLeftOutIsMadeUp(Bare left) {
        String volume = ",'KHR_materials_volume':{'thicknessFactor':1,'attenuationDistance':2}";
        for (String material :
                new String[] {
                    extended(GLASS),
                    extended(GLASS + volume),
                    extended(GLASS + volume + ",'KHR_materials_dispersion':{'dispersion':2}"),
                    extended("'KHR_materials_sheen':{'sheenColorFactor':[1,0.5,0.5]}"),
                    extended("'KHR_materials_clearcoat':{'clearcoatFactor':1}"),
                    extended("'KHR_materials_anisotropy':{'anisotropyStrength':0.9}"),
                    extended("'KHR_materials_iridescence':{'iridescenceFactor':1}"),
                    extended(LEAF),
                }) {
            for (boolean textured : new boolean[] {true, false}) {
                assertThat(picture(cube(left, textured, material)))
                        .as("%s, textured=%s", material, textured)
                        .isEqualTo(picture(cube(null, textured, material)));
            }
        }
    }

    /** The green wall is seen through glass without normals: red and blue are less. */
    @Test
    void glassWithoutNormalsIsClear() {
        Scene scene = cube(Bare.NORMALS, false, extended(GLASS));
        int pixel = picture(scene)[64 * 32 + 36];
        assertThat(pixel >> 8 & 255).isGreaterThan((pixel & 255) + 40);
        assertThat(scene.warnings()).isEmpty();
    }

    /** A metal is what a file gets that says nothing of it; that glass is white has a reason. */
    @ParameterizedTest
    @ValueSource(strings = {GLASS, LEAF})
    void lightThatGoesThroughNoMetalIsTold(String extension) {
        String name = extension.substring(1, extension.indexOf('\'', 1));
        assertThat(cube(null, false, "'extensions':{" + extension + "}").warnings())
                .containsExactly(
                        "materials[0]: %s does nothing, since metallicFactor is 1 (as by default): light goes through no metal"
                                .formatted(name));
        String textured =
                "'pbrMetallicRoughness':{'metallicRoughnessTexture':{'index':0}},'extensions':{%s}"
                        .formatted(extension);
        var builder = GltfBuilder.triangle();
        builder.set("textures", "[{}]").set("materials", "[{" + textured + "}]");
        assertThat(load(builder)).noneMatch(text -> text.contains("metal"));
        builder.set(
                "materials", "[{'extensions':{'KHR_materials_unlit':{},%s}}]".formatted(extension));
        assertThat(load(builder)).noneMatch(text -> text.contains("metal"));
    }

    private static List<String> load(GltfBuilder builder) {
        return GltfLoader.load(builder.glb(), "test", LoadLimits.defaults(), 1, Cancellation.NEVER)
                .warnings();
    }

    /** Sets begin with 0: where only the other one is there, textures lie by that. */
    @Test
    void texturesThatLieByTheOtherSetAreTold() {
        var builder = GltfBuilder.triangle();
        int uv = builder.floats("VEC2", 0, 0, 1, 0, 0, 1);
        builder.mesh("{'material':0,'attributes':{'POSITION':0,'TEXCOORD_1':%d}}".formatted(uv))
                .set(
                        "materials",
                        "[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},'emissiveTexture':{'index':0,'texCoord':1}}]")
                .set("textures", "[{'source':0}]")
                .set("images", "[{'uri':'data:image/png;base64,'}]");
        assertThat(load(builder).stream().filter(text -> text.contains("TEXCOORD")))
                .containsExactly(
                        "meshes[0].primitives[0] has no TEXCOORD_0: textures that lie by it lie by"
                                + " TEXCOORD_1");
    }

    /** What is white since its texture lies nowhere says so, once a primitive and set. */
    @Test
    void texturesThatLieNowhereAreTold() {
        var builder = GltfBuilder.triangle();
        builder.mesh(
                        "{'material':0,'attributes':{'POSITION':0}},{'attributes':{'POSITION':0}},{'material':1,'attributes':{'POSITION':0}}")
                .set(
                        "materials",
                        "[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},'emissiveTexture':{'index':0,'texCoord':3}},{}]")
                .set("textures", "[{'source':0}]")
                .set("images", "[{'uri':'data:image/png;base64,'}]");
        assertThat(load(builder).stream().filter(text -> text.contains("TEXCOORD")))
                .containsExactly(
                        "meshes[0].primitives[0] has no TEXCOORD_0: textures that lie by it are"
                                + " left out",
                        "meshes[0].primitives[0] has no TEXCOORD_3: textures that lie by it are"
                                + " left out");
    }
}
