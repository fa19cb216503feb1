package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.scene.image.ManyScans;
import dev.azulejo.scene.image.PngWriter;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.ReducedImages;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.Random;

/** Models whose textures are larger than somebody wants them. */
@Tag("alone")
class TextureSideTest {
    private static final LoadLimits LIMITS = LoadLimits.defaults();
    private static final String COLOR = "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}";
    private static final String DATA = "{'normalTexture':{'index':0}}";
    private static final String BOTH =
            "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},'occlusionTexture':{'index':0}}";

    private static GltfBuilder model(byte[] image, String material) {
        var b = GltfBuilder.triangle();
        String where = "'bufferView':%d".formatted(b.view(image, ""));
        return b.set("images", "[{" + where + ",'mimeType':'image/png'}]")
                .set("textures", "[{'source':0}]")
                .set("materials", "[" + material + "]");
    }

    private static Scene load(GltfBuilder b, LoadLimits limits) {
        return GltfLoader.load(b.glb(), "large", limits, 2, Cancellation.NEVER);
    }

    private static Image load(byte[] image, String material, int side) {
        return load(model(image, material), LIMITS.withMaxTextureSide(side)).images().getFirst();
    }

    /** Without the room behind them. */
    private static int[] pixels(Image image) {
        return Arrays.copyOf(image.texels(), image.pixels());
    }

    private static int[] noise(int width, int height) {
        return new Random(3).ints((long) width * height).toArray();
    }

    private static int[] level(int[] texels, int width, TextureFormat format, int level) {
        var whole = new Texture(format, width, texels.length / width, true);
        whole.write(0, texels);
        whole.generateMipmaps();
        return Arrays.copyOfRange(
                whole.texels(), whole.levelOffset(level), whole.levelOffset(level + 1));
    }

    /** A texture of four times the limit gives the bytes of its mip level 2. */
    @ParameterizedTest
    @CsvSource({
        "64,32,16,2",
        "64,64,16,2",
        "65,31,16,2",
        "65,31,32,1",
        "65,31,8,3",
        "17,9,16,1",
        "1,8,2,2"
    })
    void aLargeTextureIsALevelOfItsChain(int width, int height, int side, int level) {
        int[] texels = noise(width, height);
        byte[] png = PngWriter.rgba(width, height, texels);
        var color = load(png, COLOR, side);
        assertThat(color.width()).isEqualTo(Math.max(1, width >> level));
        assertThat(color.height()).isEqualTo(Math.max(1, height >> level));
        assertThat(color.texels()).isEqualTo(level(texels, width, TextureFormat.RGBA8_SRGB, level));
        assertThat(load(png, DATA, side).texels())
                .isEqualTo(level(texels, width, TextureFormat.RGBA8_UNORM, level));
    }

    @Test
    void othersStayAsTheyAre() {
        int[] texels = noise(16, 8);
        byte[] png = PngWriter.rgba(16, 8, texels);
        assertThat(pixels(load(png, COLOR, 16))).isEqualTo(texels);
        // There are two chains
        assertThat(pixels(load(png, BOTH, 4))).isEqualTo(texels);
        assertThat(pixels(load(model(png, COLOR), LIMITS).images().getFirst())).isEqualTo(texels);
    }

    @Test
    void filesOfSeveralScansTooAndTheyAreOpaque() {
        byte[] jpeg = ManyScans.jpeg(64, 12);
        var whole = load(jpeg, COLOR, 64);
        var small = load(jpeg, COLOR, 16);
        assertThat(small.texels()).isEqualTo(level(pixels(whole), 64, TextureFormat.RGBA8_SRGB, 2));
        assertThat(small.opaque()).isTrue();
        int[] texels = noise(8, 8);
        texels[0] &= 0xFFFFFF;
        assertThat(load(PngWriter.rgba(8, 8, texels), COLOR, 4).opaque()).isFalse();
    }

    /** Textures that are made of others are made of those as they are, and are small then. */
    @Test
    void convertedTexturesAreSmall() {
        byte[] png = PngWriter.rgba(16, 16, noise(16, 16));
        var b =
                model(
                                png,
                                "{'extensions':{'KHR_materials_pbrSpecularGlossiness':"
                                        + "{'specularGlossinessTexture':{'index':0}}}}")
                        .set("extensionsUsed", "['KHR_materials_pbrSpecularGlossiness']");
        var whole = load(b, LIMITS).images();
        var small = load(b, LIMITS.withMaxTextureSide(4)).images();
        assertThat(small).hasSameSizeAs(whole).hasSize(2);
        assertThat(small.get(0).texels())
                .isEqualTo(level(pixels(whole.get(0)), 16, TextureFormat.RGBA8_SRGB, 2));
        assertThat(small.get(1).texels())
                .isEqualTo(level(pixels(whole.get(1)), 16, TextureFormat.RGBA8_UNORM, 2));
    }

    /** What is not kept is not accounted for: a model that is too large as it is fits. */
    @Test
    void smallTexturesTakeLittle() {
        // Eight images, of other bytes each
        var b = GltfBuilder.triangle();
        var images = new StringBuilder();
        var textures = new StringBuilder();
        var materials = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            int[] texels = new int[1024 * 1024];
            texels[0] = i;
            int view = b.view(PngWriter.rgba(1024, 1024, texels), "");
            images.append(i == 0 ? "" : ",").append("{'bufferView':%d}".formatted(view));
            textures.append(i == 0 ? "" : ",").append("{'source':%d}".formatted(i));
            materials
                    .append(i == 0 ? "" : ",")
                    .append(COLOR.replace("'index':0", "'index':%d".formatted(i)));
        }
        b.set("images", "[" + images + "]")
                .set("textures", "[" + textures + "]")
                .set("materials", "[" + materials + "]");
        var little = LIMITS.withMaxDecodedBytes(24L << 20);
        assertThatThrownBy(() -> load(b, little)).isInstanceOf(SceneException.class);
        var scene = load(b, little.withMaxTextureSide(256));
        assertThat(scene.images()).hasSize(8).allMatch(image -> image.width() == 256);
    }

    /** Memory for a converted texture as it was is there again when it is small. */
    @Test
    void smallConvertedTexturesTakeWhatIsLeftOfThem() {
        long small = leastMemory(128);
        assertThat(leastMemory(512)).isCloseTo(small, within(32L << 10));
    }

    /** Of a model with a converted texture of so many pixels a side, and a larger one as it is. */
    private static long leastMemory(int side) {
        var b = GltfBuilder.triangle();
        int converted = b.view(PngWriter.rgba(side, side, new int[side * side]), "");
        int large = b.view(PngWriter.rgba(1024, 1024, new int[1024 * 1024]), "");
        b.set("images", "[{'bufferView':%d},{'bufferView':%d}]".formatted(converted, large))
                .set("textures", "[{'source':0},{'source':1}]")
                .set(
                        "materials",
                        "[{'extensions':{'KHR_materials_pbrSpecularGlossiness':"
                                + "{'specularGlossinessTexture':{'index':0}}}},"
                                + BOTH.replace("'index':0", "'index':1")
                                + "]")
                .set("extensionsUsed", "['KHR_materials_pbrSpecularGlossiness']");
        return LeastMemory.of(b.glb(), LIMITS.withMaxTextureSide(128));
    }

    /** Larger ones than a texture may be can stay as they are, and cannot be made smaller. */
    @Test
    void whatIsLargerThanATextureIsNotReduced() {
        var limits = LIMITS.withMaxImageSide(1 << 15);
        int most = Texture.MAX_SIDE;
        for (int side : new int[] {most, most + 1}) {
            for (boolean wide : new boolean[] {true, false}) {
                byte[] png = PngWriter.rgba(wide ? side : 1, wide ? 1 : side, new int[side]);
                var model = model(png, COLOR);
                assertThat(pixels(load(model, limits).images().getFirst())).hasSize(side);
                var half = limits.withMaxTextureSide(most / 2);
                if (side == most) {
                    assertThat(load(model, half).images().getFirst().texels()).hasSize(most / 2);
                } else {
                    assertThatThrownBy(() -> load(model, half))
                            .isInstanceOf(SceneException.class)
                            .hasMessageContaining(
                                    "%dx%d pixels are too many to be made smaller, sides of at"
                                            + " most 16384 expected",
                                    wide ? side : 1, wide ? 1 : side);
                }
            }
        }
    }

    @Test
    void noTextureIsWithoutTexels() {
        assertThatThrownBy(() -> LIMITS.withMaxTextureSide(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxTextureSide=0 is not 1 or more");
        assertThat(load(PngWriter.rgba(8, 4, noise(8, 4)), COLOR, 1).texels()).hasSize(1);
    }

    @Test
    void scenesThatAreThereAreReducedLikewise() {
        int[] texels = noise(16, 16);
        byte[] png = PngWriter.rgba(16, 16, texels);
        for (var material : new String[] {COLOR, DATA, BOTH}) {
            var reduced = ReducedImages.of(load(model(png, material), LIMITS), 4, () -> {});
            assertThat(reduced.images().getFirst().texels())
                    .isEqualTo(load(png, material, 4).texels());
        }
    }
}
