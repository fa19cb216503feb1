package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.image.PngWriter;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Base64;

/** Textures that lie by any two of many sets of coordinates. */
class TexCoordSetsTest {
    private static final int[] TEXELS = {0xFF3060C0, 0xFF20E040, 0xFFD01080, 0xFF7050A0};

    /** A square with four sets of coordinates; all of set n show texel n of a row of four. */
    private static GltfBuilder square(String more) {
        return square(0, 3, more);
    }

    private static GltfBuilder square(int firstSet, int lastSet, String more) {
        var b = new GltfBuilder();
        int positions = b.floats("VEC3", -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0);
        int indices = b.shorts(0, 1, 2, 0, 2, 3);
        var sets = new StringBuilder();
        for (int n = firstSet; n <= lastSet; n++) {
            float u = (n + 0.5f) / 4;
            int set = b.floats("VEC2", u, 0.5f, u, 0.5f, u, 0.5f, u, 0.5f);
            sets.append(",'TEXCOORD_%d':%d".formatted(n, set));
        }
        b.mesh(
                "{'attributes':{'POSITION':%d%s},'indices':%d,'material':0%s}"
                        .formatted(positions, sets, indices, more));
        byte[] png = PngWriter.rgba(4, 1, TEXELS);
        String uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
        b.set("images", "[{'uri':'" + uri + "'}]");
        b.set("samplers", "[{'magFilter':9728,'minFilter':9728}]");
        b.set("textures", "[{'source':0,'sampler':0}]");
        return b;
    }

    private static String unlit(int set) {
        return "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,'texCoord':%d}},'extensions':{'KHR_materials_unlit':{}}}"
                .formatted(set);
    }

    private static Scene load(GltfBuilder b) {
        return GltfLoader.load(b.glb(), "square", LoadLimits.defaults(), 2, Cancellation.NEVER);
    }

    private static Primitive primitive(Scene scene) {
        return scene.meshes().getFirst().primitives().getFirst();
    }

    /** By which of the file's sets a texture lies. */
    private static int set(Scene scene, TextureRef reference) {
        var vertices = primitive(scene).vertices();
        float[] uv = reference.texCoord() == 0 ? vertices.texCoord0() : vertices.texCoord1();
        return (int) (4 * uv[0]);
    }

    /** Sets that nothing lies by are there for whoever gives the scene other materials. */
    @ParameterizedTest
    @CsvSource({"0, 0, 1", "1, 0, 1", "2, 0, 2", "3, 0, 3"})
    void aPlaceThatNobodyNeedsHoldsItsOwnSet(int used, int first, int second) {
        var b = square("");
        b.set("materials", "[" + unlit(used) + "]");
        var vertices = primitive(load(b)).vertices();
        assertThat((int) (4 * vertices.texCoord0()[0])).isEqualTo(first);
        assertThat((int) (4 * vertices.texCoord1()[0])).isEqualTo(second);
    }

    /** What the middle of a picture shows, red in the lowest byte. */
    private static int seen(Scene scene) {
        var settings =
                RenderSettings.defaults()
                        .withSize(8, 8)
                        .withSamples(1)
                        .withShadows(false)
                        .withBackground(Vec4.ONE);
        try (var session = new Session(scene, settings)) {
            session.look(View.orbit(session.bounds(), 0, 0, 2, 1));
            session.render();
            return session.target().pixels()[8 * 4 + 4];
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void anySetIsDrawn(int set) {
        var scene = load(square("").set("materials", "[" + unlit(set) + "]"));
        assertThat(scene.warnings()).isEmpty();
        assertThat(seen(scene)).isEqualTo(TEXELS[set]);
    }

    /** Sets have to begin with 0; where they do not, they are there all the same. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSetAloneIsDrawn(int set) {
        var scene = load(square(set, set, "").set("materials", "[" + unlit(set) + "]"));
        assertThat(scene.warnings()).isEmpty();
        assertThat(seen(scene)).isEqualTo(TEXELS[set]);
    }

    /** Textures by two sets, however they are numbered. */
    @ParameterizedTest
    @CsvSource({"0,1", "1,0", "0,2", "2,0", "1,2", "2,1", "2,3", "3,2", "3,3", "0,3", "3,1"})
    void anyTwoSets(int base, int normal) {
        var b = square("");
        b.set(
                "materials",
                "[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,'texCoord':%d}},'normalTexture':{'index':0,'extensions':{'KHR_texture_transform':{'texCoord':%d}}},'emissiveTexture':{'index':0,'texCoord':%d}}]"
                        .formatted(base, normal, base));
        b.set("extensionsUsed", "['KHR_texture_transform']");
        var scene = load(b);
        Material material = scene.materials().getFirst();
        assertThat(scene.warnings()).isEmpty();
        assertThat(set(scene, material.baseColorTexture())).isEqualTo(base);
        assertThat(set(scene, material.normalTexture())).isEqualTo(normal);
        assertThat(set(scene, material.emissiveTexture())).isEqualTo(base);
    }

    @Test
    void aThirdSetOfOneMaterialIsLeftOut() {
        var b = square("");
        b.set(
                "materials",
                "[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,'texCoord':2}},'normalTexture':{'index':0},'emissiveTexture':{'index':0,'texCoord':1}},%s]"
                        .formatted(unlit(3)));
        var scene = load(b);
        Material material = scene.materials().getFirst();
        assertThat(scene.warnings())
                .containsExactly(
                        "materials[0].emissiveTexture uses TEXCOORD_1; a material's textures may"
                                + " lie by two sets, and others of this one do: texture left out");
        assertThat(set(scene, material.baseColorTexture())).isEqualTo(2);
        assertThat(set(scene, material.normalTexture())).isZero();
        assertThat(material.emissiveTexture()).isNull();
    }

    /** Materials in variants find their coordinates beside those of the first one. */
    @Test
    void materialsOfVariantsShareTheVertices() {
        String mappings =
                ",'extensions':{'KHR_materials_variants':{'mappings':[{'material':1,'variants':[0]},{'material':2,'variants':[1]}]}}";
        var b = square(mappings);
        b.set("extensionsUsed", "['KHR_materials_variants']");
        b.set("extensions", "{'KHR_materials_variants':{'variants':[{'name':'a'},{'name':'b'}]}}");
        b.set("materials", "[%s,%s,%s]".formatted(unlit(0), unlit(2), unlit(0)));
        var scene = load(b);
        assertThat(scene.warnings()).isEmpty();
        assertThat(seen(scene)).isEqualTo(TEXELS[0]);
        assertThat(seen(scene.withVariant(scene.variants().getFirst()))).isEqualTo(TEXELS[2]);
        b.set("materials", "[%s,%s,%s]".formatted(unlit(0), unlit(2), unlit(3)));
        assertThat(load(b).warnings()).singleElement().asString().contains("materials[2]");
    }

    /** What is drawn with has as many elements as there are vertices. */
    @Test
    void whatIsReadHasTheLengthOfAll() {
        var b = GltfBuilder.triangle();
        int two = b.floats("VEC2", 0, 0, 1, 1);
        b.mesh("{'attributes':{'POSITION':0,'TEXCOORD_2':%d},'material':0}".formatted(two));
        b.set("textures", "[{}]").set("materials", "[" + unlit(2) + "]");
        assertThatThrownBy(() -> load(b))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("TEXCOORD_2 has 2 elements, 3 expected as POSITION has");
    }
}
