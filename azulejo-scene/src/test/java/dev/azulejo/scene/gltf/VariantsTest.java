package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.image.PngWriter;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.Variant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;

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

    /**
     * A shoe of four textures, each with an image of its own side: its own material, those of two
     * variants, the second of which is converted, and one that nothing shows.
     */
    private static GltfBuilder textured() {
        GltfBuilder b = shoe("{'material':1,'variants':[0]},{'material':3,'variants':[2]}");
        StringBuilder images = new StringBuilder();
        for (int side = 1; side <= 4; side++) {
            int view = b.view(PngWriter.rgba(side, side, new int[side * side]), "");
            images.append(side == 1 ? "" : ",")
                    .append("{'bufferView':%d,'mimeType':'image/png'}".formatted(view));
        }
        String plain = "{'pbrMetallicRoughness':{'baseColorTexture':{'index':%d}}}";
        b.set("images", "[" + images + "]");
        b.set("textures", "[{'source':0},{'source':1},{'source':2},{'source':3}]");
        b.set(
                "materials",
                "[%s,%s,%s,%s]"
                        .formatted(
                                plain.formatted(0),
                                plain.formatted(1),
                                "{'extensions':{'KHR_materials_pbrSpecularGlossiness':{"
                                        + "'specularGlossinessTexture':{'index':2}}}}",
                                plain.formatted(3)));
        return b.set(
                "extensions",
                "{'KHR_materials_variants':{'variants':[{'name':'day'},{'name':'night'},{'name':'day'}]}}");
    }

    /** Sides of the images that are there, those that were made of others last. */
    private static List<Integer> sides(Scene scene) {
        return scene.images().stream().map(Image::width).toList();
    }

    private static Scene load(GltfBuilder b, WantedVariants wanted) {
        var limits = LoadLimits.defaults().withVariants(wanted);
        return GltfLoader.load(b.glb(), "shoe", limits, 2, Cancellation.NEVER);
    }

    @Test
    void imagesThatOtherVariantsNeedAreNotDecoded() {
        GltfBuilder b = textured();
        assertThat(sides(load(b))).containsExactly(1, 2, 4, 3, 3);

        Scene own = load(b, WantedVariants.NONE);
        assertThat(sides(own)).containsExactly(1);
        assertThat(own.variants()).isEmpty();
        assertThat(own.textures())
                .extracting(Texture::image)
                .containsExactly(0, -1, -1, -1, -1, -1);
        assertThat(own.materials()).isEqualTo(load(b).materials());

        // Of two the first counts
        Scene day = load(b, WantedVariants.only(List.of("day")));
        assertThat(sides(day)).containsExactly(1, 2);
        assertThat(day.variants()).containsExactly(load(b).variants().getFirst());
        assertThat(day.textures()).extracting(Texture::image).containsExactly(0, 1, -1, -1, -1, -1);

        Scene night = load(b, WantedVariants.only(List.of("night")));
        assertThat(sides(night)).containsExactly(1, 3, 3);
        assertThat(night.variants()).containsExactly(load(b).variants().get(1));
        assertThat(night.textures())
                .extracting(Texture::image)
                .containsExactly(0, -1, -1, -1, 1, 2);

        Scene both = load(b, WantedVariants.only(List.of("night", "day")));
        assertThat(sides(both)).containsExactly(1, 2, 3, 3);
    }

    /** Whoever asked can say what there is. */
    @Test
    void whereAVariantIsNotThereNothingIsLeftOut() {
        Scene scene = load(textured(), WantedVariants.only(List.of("day", "dusk")));
        assertThat(sides(scene)).containsExactly(1, 2, 4, 3, 3);
        assertThat(scene.variants())
                .extracting(Variant::name)
                .containsExactly("day", "night", "day");
    }

    /** Also where the one that is there is as many as the one that is wanted. */
    @Test
    void aWrongNameBesideOneVariantLeavesNothingOut() {
        GltfBuilder b = textured();
        b.set("extensions", "{'KHR_materials_variants':{'variants':[{'name':'day'}]}}");
        b.set("meshes", "[{'primitives':[{'material':0,'attributes':{'POSITION':0}}]}]");
        assertThat(sides(load(b, WantedVariants.NONE))).containsExactly(1);
        Scene scene = load(b, WantedVariants.only(List.of("dusk")));
        assertThat(sides(scene)).isEqualTo(sides(load(b))).hasSize(5);
        assertThat(scene.variants()).hasSize(1);
    }

    /** Nobody is told of what nobody would see. */
    @Test
    void whatIsNotLoadedIsNotWarnedOf() {
        GltfBuilder b = textured();
        String none = "{'uri':'data:image/png;base64,%s'}";
        b.set(
                "images",
                "[%s,%s,%s,%s]"
                        .formatted(
                                none.formatted("AAAA"),
                                none.formatted("BBBB"),
                                none.formatted("CCCC"),
                                none.formatted("DDDD")));
        assertThat(images(load(b).warnings())).containsExactly("0", "1", "3", "2");
        assertThat(images(load(b, WantedVariants.NONE).warnings())).containsExactly("0");
        var day = WantedVariants.only(List.of("day"));
        assertThat(images(load(b, day).warnings())).containsExactly("0", "1");
    }

    /** Numbers of the images that there is a warning of. */
    private static List<String> images(List<String> warnings) {
        return warnings.stream()
                .filter(line -> line.startsWith("images["))
                .map(line -> line.substring(7, line.indexOf(']')))
                .toList();
    }

    @Test
    void allAndSomeAreNotWantedTogether() {
        assertThat(WantedVariants.only(Set.of())).isEqualTo(WantedVariants.NONE);
        assertThatThrownBy(() -> new WantedVariants(true, Set.of("day")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("all variants are wanted, and some by name");
    }
}
