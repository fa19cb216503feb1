package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.scene.image.PngWriter;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Materials of diffuse and specular colours become such of metalness and roughness. */
class SpecularGlossinessTest {
    private static final String NAME = "KHR_materials_pbrSpecularGlossiness";

    /** Files with a material of the extension and textures 0, 1 … with an image each. */
    private static GltfBuilder model(String extension, byte[]... images) {
        GltfBuilder b = GltfBuilder.triangle();
        List<String> sources = new ArrayList<>();
        List<String> textures = new ArrayList<>();
        for (byte[] image : images) {
            textures.add("{'source':%d}".formatted(sources.size()));
            sources.add("{'bufferView':%d}".formatted(b.view(image, "")));
        }
        if (images.length > 0) {
            b.set("images", sources.toString()).set("textures", textures.toString());
        }
        return b.set("extensionsUsed", "['" + NAME + "']")
                .set("extensionsRequired", "['" + NAME + "']")
                .set("materials", "[{'extensions':{'" + NAME + "':" + extension + "}}]");
    }

    private static Scene load(GltfBuilder b, LoadLimits limits) {
        return GltfLoader.load(b.glb(), "glossy", limits, 2, Cancellation.NEVER);
    }

    private static Scene load(GltfBuilder b) {
        return load(b, LoadLimits.defaults());
    }

    private static int rgba(int red, int green, int blue, int alpha) {
        return red | green << 8 | blue << 16 | alpha << 24;
    }

    private static byte[] png(int width, int height, int... texels) {
        return PngWriter.rgba(width, height, texels);
    }

    private static Image baseColor(Scene scene) {
        var texture = scene.materials().getFirst().baseColorTexture().texture();
        return scene.images().get(scene.textures().get(texture).image());
    }

    private static Image metallicRoughness(Scene scene) {
        var texture = scene.materials().getFirst().metallicRoughnessTexture().texture();
        return scene.images().get(scene.textures().get(texture).image());
    }

    private static double linear(int texel, int shift) {
        return SrgbCurve.decode((texel >>> shift & 255) / 255.0);
    }

    @Test
    void oneSpecularColourAllOverIsMirroredAsItIs() {
        Scene scene =
                load(
                        model(
                                "{'diffuseFactor':[0.5,0.25,0.125,0.75],'specularFactor':[0.2,0.3,0.01],'glossinessFactor':0.25}"));
        Material material = scene.materials().getFirst();
        assertThat(material.baseColorFactor()).isEqualTo(new Vec4(0.5f, 0.25f, 0.125f, 0.75f));
        assertThat(material.metallicFactor()).isZero();
        assertThat(material.roughnessFactor()).isEqualTo(0.75f);
        assertThat(material.ior()).isZero();
        assertThat(material.specularColorFactor()).isEqualTo(new Vec3(0.2f, 0.3f, 0.01f));
        assertThat(scene.warnings()).isEmpty();

        material = load(model("{}")).materials().getFirst();
        assertThat(material.baseColorFactor()).isEqualTo(Vec4.ONE);
        assertThat(material.specularColorFactor()).isEqualTo(Vec3.ONE);
        assertThat(material.roughnessFactor()).isZero();
    }

    @Test
    void aDiffuseTextureAloneStaysAsItIs() {
        Scene scene = load(model("{'diffuseTexture':{'index':0}}", png(1, 1, 0x80604020)));
        assertThat(baseColor(scene).texels()).containsExactly(0x80604020);
        assertThat(scene.textures()).hasSize(1);
        assertThat(scene.materials().getFirst().metallicRoughnessTexture()).isNull();
    }

    /** Gold has no diffuse colour; paint mirrors 4 %, which has the code 56 in sRGB. */
    @Test
    void metalsAndPaintAreToldApartTexelByTexel() {
        byte[] diffuse = png(2, 1, rgba(0, 0, 0, 255), rgba(200, 100, 50, 128));
        byte[] specular = png(2, 1, rgba(255, 220, 130, 255), rgba(56, 56, 56, 51));
        Scene scene =
                load(
                        model(
                                "{'diffuseTexture':{'index':0},'specularGlossinessTexture':{'index':1}}",
                                diffuse,
                                specular));
        int[] base = baseColor(scene).texels();
        int[] rest = metallicRoughness(scene).texels();
        assertThat(base[0]).isEqualTo(rgba(255, 220, 130, 255));
        assertThat(rest[0]).isEqualTo(rgba(255, 0, 255, 255));
        assertThat(base[1]).isEqualTo(rgba(200, 100, 50, 128));
        assertThat(rest[1]).isEqualTo(rgba(255, 204, 0, 255));
        assertThat(baseColor(scene).opaque()).isFalse();
        // Those of the file are drawn with no more
        assertThat(scene.images()).hasSize(2);
        assertThat(scene.textures()).extracting(t -> t.image()).containsExactly(-1, -1, 0, 1);
        var material = scene.materials().getFirst();
        assertThat(material.metallicFactor()).isEqualTo(1);
        assertThat(material.roughnessFactor()).isEqualTo(1);
        assertThat(material.ior()).isEqualTo(1.5f);
    }

    /** What the two parts of light amount to is what the other model says, for every grey. */
    @Test
    void greysScatterAndMirrorAsMuchAsBefore() {
        int[] diffuse = new int[256];
        int[] specular = new int[256];
        for (int i = 0; i < 256; i++) {
            int d = 17 * (i % 16);
            int s = 60 + 12 * (i / 16);
            diffuse[i] = rgba(d, d, d, 255);
            specular[i] = rgba(s, s, s, i);
        }
        Scene scene =
                load(
                        model(
                                "{'diffuseTexture':{'index':0},'specularGlossinessTexture':{'index':1},"
                                    + "'diffuseFactor':[0.9,0.9,0.9,0.5],'glossinessFactor':0.5}",
                                png(16, 16, diffuse),
                                png(16, 16, specular)));
        assertThat(scene.materials().getFirst().baseColorFactor())
                .isEqualTo(new Vec4(1, 1, 1, 0.5f));
        for (int i = 0; i < 256; i++) {
            int rest = metallicRoughness(scene).texels()[i];
            double metallic = (rest >>> 16 & 255) / 255.0;
            double base = linear(baseColor(scene).texels()[i], 0);
            double d = 0.9 * linear(diffuse[i], 0);
            double s = linear(specular[i], 0);
            assertThat(0.04 * (1 - metallic) + base * metallic)
                    .as("mirrored by %d", i)
                    .isCloseTo(s, within(0.012));
            assertThat(base * (1 - metallic) * 0.96)
                    .as("scattered by %d", i)
                    .isCloseTo(d * (1 - s), within(0.012));
            assertThat((rest >>> 8 & 255) / 255.0).isCloseTo(1 - 0.5 * i / 255, within(0.003));
        }
    }

    /** Between black and white lies half the light, not half the code. */
    @Test
    void imagesOfDifferentSizesMeetInLinearLight() {
        String both =
                "{'diffuseTexture':{'index':0},'specularGlossinessTexture':{'index':1},'specularFactor':[0,0,0]}";
        byte[] two = png(2, 1, rgba(0, 0, 0, 255), rgba(255, 255, 255, 255));
        int black = rgba(0, 0, 0, 0);
        byte[] tall = png(1, 4, black, black, black, rgba(0, 0, 0, 255));
        GltfBuilder b = model(both, two, tall);
        b.set("samplers", "[{'wrapS':33071,'wrapT':33071}]");
        b.set("textures", "[{'source':0,'sampler':0},{'source':1,'sampler':0}]");
        Scene scene = load(b);
        assertThat(baseColor(scene).width()).isEqualTo(2);
        assertThat(baseColor(scene).height()).isEqualTo(4);
        assertThat(metallicRoughness(scene).texels()[0]).isEqualTo(rgba(255, 255, 0, 255));
        assertThat(metallicRoughness(scene).texels()[7]).isEqualTo(rgba(255, 0, 0, 255));

        byte[] four = png(4, 1, black, black, black, black);
        b = model(both, two, four);
        b.set("samplers", "[{'wrapS':33071,'wrapT':33071}]");
        b.set("textures", "[{'source':0,'sampler':0},{'source':1,'sampler':0}]");
        int[] base = baseColor(load(b)).texels();
        assertThat(base[0]).isEqualTo(rgba(0, 0, 0, 255));
        // Nothing mirrored: 1 / 0.96 more of a quarter and of three are scattered
        assertThat(linear(base[1], 0)).isCloseTo(0.25 / 0.96, within(0.004));
        assertThat(linear(base[2], 0)).isCloseTo(0.75 / 0.96, within(0.004));
        // Beyond the edge an image that repeats goes on with its other side
        b.set("samplers", "[{}]");
        assertThat(linear(baseColor(load(b)).texels()[0], 0)).isCloseTo(0.25 / 0.96, within(0.004));
    }

    @Test
    void imagesThatLieDifferentlyMeetTheMeanOfTheOther() {
        byte[] diffuse = png(1, 2, rgba(0, 0, 0, 255), rgba(0, 0, 0, 255));
        byte[] specular = png(3, 1, -1, -1, -1);
        Scene scene =
                load(
                        model(
                                "{'diffuseTexture':{'index':0},'specularGlossinessTexture':{'index':1,'texCoord':1}}",
                                diffuse,
                                specular));
        assertThat(baseColor(scene).texels()).hasSize(2).containsOnly(-1);
        assertThat(metallicRoughness(scene).texels())
                .hasSize(3)
                .containsOnly(rgba(255, 0, 255, 255));
        var material = scene.materials().getFirst();
        assertThat(material.baseColorTexture().texCoord()).isZero();
        assertThat(material.metallicRoughnessTexture().texCoord()).isEqualTo(1);
        assertThat(scene.warnings()).singleElement().asString().contains("lie differently");
    }

    @Test
    void materialsThatAreAlikeShareWhatIsMade() {
        GltfBuilder b =
                model(
                        "{'specularGlossinessTexture':{'index':0}}",
                        png(1, 1, 0xFF808080),
                        png(1, 1, 0));
        String material =
                "{'extensions':{'" + NAME + "':{'specularGlossinessTexture':{'index':0}}}}";
        b.set("materials", "[%s,%s]".formatted(material, material));
        Scene scene = load(b);
        assertThat(scene.images()).hasSize(2);
        assertThat(scene.textures()).hasSize(4);
        assertThat(scene.materials().getFirst().baseColorTexture())
                .isEqualTo(scene.materials().get(1).baseColorTexture());
        assertThat(scene.materials().getFirst().metallicRoughnessTexture())
                .isEqualTo(scene.materials().get(1).metallicRoughnessTexture());
    }

    @Test
    void anImageThatIsDrawnWithTooIsKept() {
        GltfBuilder b = model("{}", png(1, 1, 0xFF808080));
        b.set(
                "materials",
                ("[{'extensions':{'%s':{'specularGlossinessTexture':{'index':0}}},"
                                + "'emissiveTexture':{'index':0}}]")
                        .formatted(NAME));
        Scene scene = load(b);
        assertThat(scene.images()).hasSize(3);
        assertThat(scene.textures()).extracting(t -> t.image()).containsExactly(0, 1, 2);
    }

    @Test
    void whatIsMadeCountsAmongTexels() {
        GltfBuilder b = model("{'specularGlossinessTexture':{'index':0}}", png(4, 4, new int[16]));
        load(b, LoadLimits.defaults().withMaxTexels(48));
        assertThatThrownBy(() -> load(b, LoadLimits.defaults().withMaxTexels(47)))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        "glossy: textures[0]: 48 pixels are to be decoded and converted up to here;"
                                + " at most 47 in all expected");
    }

    @Test
    void aWideAndAHighImageCannotMakeAGiant() {
        GltfBuilder b =
                model(
                        "{'diffuseTexture':{'index':0},'specularGlossinessTexture':{'index':1}}",
                        png(64, 1, new int[64]),
                        png(1, 64, new int[64]));
        assertThatThrownBy(() -> load(b, LoadLimits.defaults().withMaxImagePixels(4000)))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        "glossy: textures[1]: 64x64 pixels are too many, sides of at most 16384 and"
                                + " 4,000 pixels expected");
    }

    @Test
    void unlitMaterialsShowTheirBaseColour() {
        GltfBuilder b = model("{}");
        b.set(
                "materials",
                ("[{'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},"
                     + "'extensions':{'KHR_materials_unlit':{},'%s':{'diffuseFactor':[0,1,0,1]}}}]")
                        .formatted(NAME));
        assertThat(load(b).materials().getFirst().baseColorFactor())
                .isEqualTo(new Vec4(1, 0, 0, 1));
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> load(model("{'diffuseFactor':[1,2,3]}")))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("diffuseFactor: 4 numbers expected, got 3");
        assertThatThrownBy(() -> load(model("{'specularGlossinessTexture':{'index':7}}")))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("7 is no index into textures");
    }
}
