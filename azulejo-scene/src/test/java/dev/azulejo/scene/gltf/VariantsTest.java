package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Variant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;

/** Choices of materials (KHR_materials_variants). */
@Tag("alone")
class VariantsTest {
    private static Scene load(GltfBuilder b) {
        return GltfLoader.load(b.glb(), "shoe", LoadLimits.defaults(), 2, Cancellation.NEVER);
    }

    private static String mapped(String attributes, String mappings) {
        return "{'material':0,'attributes':{%s},'extensions':{'KHR_materials_variants':{'mappings':[%s]}}}"
                .formatted(attributes, mappings);
    }

    /** Three materials; the second primitive is left out, as it has no positions. */
    private static GltfBuilder shoe(String mappings) {
        GltfBuilder b = new GltfBuilder();
        String positions = "'POSITION':" + b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0);
        b.mesh(
                "%s,{'attributes':{}},%s,{'material':0,'attributes':{%s}}"
                        .formatted(
                                mapped(positions, mappings),
                                mapped(positions, "{'material':2,'variants':[1]}"),
                                positions));
        b.set("materials", "[{},{},{'name':'third'}]");
        return b.set(
                "extensions",
                "{'KHR_materials_variants':{'variants':[{'name':'day'},{'name':'night'}]}}");
    }

    private static List<Integer> materials(Scene scene) {
        return scene.meshes().getFirst().primitives().stream().map(Primitive::material).toList();
    }

    @Test
    void aVariantChangesWhatItNames() {
        GltfBuilder b = shoe("{'material':1,'variants':[0,1]},{'material':2,'variants':[1]}");
        b.set("extensionsRequired", "['KHR_materials_variants']");
        Scene scene = load(b);
        assertThat(scene.variants()).extracting(Variant::name).containsExactly("day", "night");
        assertThat(SceneInfo.of(scene).variants()).containsExactly("day", "night");
        assertThat(materials(scene)).containsExactly(0, 0, 0);
        Scene day = scene.withVariant(scene.variants().getFirst());
        assertThat(materials(day)).containsExactly(1, 0, 0);
        // Of two the first counts
        Scene night = scene.withVariant(scene.variants().get(1));
        assertThat(materials(night)).containsExactly(1, 2, 0);
        assertThat(night.variants()).isEqualTo(scene.variants());
        assertThat(night.meshes().getFirst().primitives().getFirst().vertices())
                .isSameAs(scene.meshes().getFirst().primitives().getFirst().vertices());
        assertThat(scene.warnings())
                .containsExactly("meshes[0].primitives[1] has no POSITION: left out");
    }

    /** Tangents are there for the variant that needs them. */
    @Test
    void normalMapsOfVariantsGetTangents() {
        GltfBuilder b = new GltfBuilder();
        int positions = b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0);
        int uv = b.floats("VEC2", 0, 0, 1, 0, 0, 1);
        String attributes = "'POSITION':%d,'TEXCOORD_0':%d".formatted(positions, uv);
        b.mesh(mapped(attributes, "{'material':1,'variants':[0]}"));
        b.set("extensions", "{'KHR_materials_variants':{'variants':[{'name':'rough'}]}}");
        b.set("textures", "[{}]");
        b.set("materials", "[{},{'normalTexture':{'index':0}}]");
        var vertices = load(b).meshes().getFirst().primitives().getFirst().vertices();
        assertThat(vertices.tangents()).isNotNull();
    }

    @Test
    void normalMapsOfCoatsInVariantsGetTangents() {
        GltfBuilder b = new GltfBuilder();
        int positions = b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0);
        int uv = b.floats("VEC2", 0, 0, 1, 0, 0, 1);
        String attributes = "'POSITION':%d,'TEXCOORD_0':%d".formatted(positions, uv);
        b.mesh(mapped(attributes, "{'material':1,'variants':[0]}"));
        b.set("extensions", "{'KHR_materials_variants':{'variants':[{'name':'coated'}]}}");
        b.set("textures", "[{}]");
        b.set(
                "materials",
                "[{},{'extensions':{'KHR_materials_clearcoat':{'clearcoatNormalTexture':{'index':0}}}}]");
        var vertices = load(b).meshes().getFirst().primitives().getFirst().vertices();
        assertThat(vertices.tangents()).isNotNull();
    }

    /** A list of numbers costs what it becomes, beside what it takes as JSON. */
    @Test
    void choicesCountAsMemory() {
        String many = "0,".repeat(20_000) + "0";
        GltfBuilder named = shoe("{'material':1,'variants':[%s]}".formatted(many));
        GltfBuilder left = shoe("{'material':1,'variants':[0],'excess':[%s]}".formatted(many));
        assertThat(LeastMemory.of(named.glb()) - LeastMemory.of(left.glb()))
                .isBetween(20_000 * 40L - 2000, 20_000 * 40L + 2000);
    }

    private static void refused(String why, GltfBuilder b) {
        assertThatThrownBy(() -> load(b))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining(why);
    }

    @Test
    void nonsenseIsRefused() {
        refused("2 is no index into variants", shoe("{'material':1,'variants':[2]}"));
        refused("material: 3 is no index into materials", shoe("{'material':3,'variants':[0]}"));
        refused("material: missing", shoe("{'variants':[0]}"));
        refused(
                "0 is no index into variants, of which there are 0",
                shoe("{'material':1,'variants':[0]}").set("extensions", "{}"));
    }
}
