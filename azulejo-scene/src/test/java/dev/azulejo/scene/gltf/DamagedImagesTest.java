package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.scene.image.ManyScans;
import dev.azulejo.scene.image.PngWriter;
import dev.azulejo.scene.image.WebPWriter;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Images that are damaged, or of kinds that are not read: drawn white, and said; nothing else. */
@Tag("alone")
class DamagedImagesTest {
    private static final int SIDE = 24;
    private static final int SOUND = 0xFF123456;

    @TempDir Path folder;

    /** What is wrong with an image, and what is said of it. */
    private record Damage(String name, byte[] data, String said) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static byte[] png() {
        int[] texels = new int[SIDE * SIDE];
        for (int i = 0; i < texels.length; i++) {
            texels[i] = i * 0x9E3779B1;
        }
        return PngWriter.rgba(SIDE, SIDE, texels);
    }

    private static byte[] webp() {
        int[] texels = new int[SIDE * SIDE];
        Arrays.setAll(texels, i -> 0xFF000000 | (i & 1) * 0xFF);
        return WebPWriter.lossless(SIDE, SIDE, texels);
    }

    private static byte[] ktx2(String name) throws IOException {
        try (var in =
                DamagedImagesTest.class.getResourceAsStream("/dev/azulejo/scene/image/" + name)) {
            return in.readAllBytes();
        }
    }

    private static byte[] cut(byte[] data) {
        return Arrays.copyOf(data, data.length * 2 / 3);
    }

    /** With its numbers behind the signature overwritten. */
    private static byte[] garbled(byte[] data, int from, int to) {
        byte[] changed = data.clone();
        Arrays.fill(changed, from, to, (byte) 0xA5);
        return changed;
    }

    private static byte[] with(byte[] data, int at, int value) {
        byte[] changed = data.clone();
        changed[at] = (byte) value;
        return changed;
    }

    /** Returns where a marker of a JPEG stands. */
    private static int marker(byte[] jpeg, int code) {
        int at = 0;
        while ((jpeg[at] & 255) != 0xFF || (jpeg[at + 1] & 255) != code) {
            at++;
        }
        return at;
    }

    static List<Damage> damages() throws IOException {
        byte[] png = png();
        byte[] jpeg = ManyScans.jpeg(SIDE, 1);
        int frame = marker(jpeg, 0xC2);
        byte[] webp = webp();
        byte[] uastc = ktx2("uastc.ktx2");
        byte[] etc1s = ktx2("etc1s.ktx2");
        byte[] zstd = ktx2("uastc-zstd.ktx2");
        return List.of(
                new Damage("PNG cut off", cut(png), "PNG is cut off"),
                new Damage("PNG garbled", garbled(png, 8, 30), "PNG "),
                new Damage("PNG flipped", with(png, png.length / 2, 1), "PNG is corrupt: "),
                new Damage("JPEG cut off", Arrays.copyOf(jpeg, frame + 6), "JPEG is cut off"),
                new Damage("JPEG garbled", garbled(jpeg, 4, 40), "JPEG "),
                new Damage("JPEG of 12 bits", with(jpeg, frame + 4, 12), "JPEG with 12 bits "),
                new Damage("WebP cut off", cut(webp), "WebP is cut off"),
                new Damage("WebP garbled", garbled(webp, 12, 30), "WebP is "),
                new Damage("WebP of two", moving(), "WebP with an animation is not supported"),
                new Damage("WebP that ends early", early(), "WebP is corrupt"),
                new Damage("KTX2 cut off", cut(uastc), "KTX2 is cut off or corrupt: "),
                new Damage("KTX2 to be guessed", cut(etc1s), "KTX2 is cut off or corrupt: "),
                new Damage("KTX2 without a level", Arrays.copyOf(zstd, 90), "KTX2 is cut off: "),
                new Damage("KTX2 garbled", garbled(uastc, 12, 80), "KTX2 "),
                new Damage(
                        "KTX2 of noise",
                        garbled(etc1s, etc1s.length / 2, etc1s.length),
                        "KTX2 is corrupt"),
                new Damage("KTX2 of a cube", with(uastc, 36, 6), "KTX2 of several layers"),
                new Damage("nothing", new byte[0], "an empty file is not supported"),
                new Damage("text", new byte[] {'h', 'i'}, "this image format is not supported"));
    }

    /** Whole by its lengths. */
    private static byte[] early() {
        byte[] stream = WebPWriter.losslessStream(SIDE, SIDE, new int[SIDE * SIDE]);
        return WebPWriter.file(WebPWriter.chunk("VP8L", Arrays.copyOf(stream, 10)));
    }

    private static byte[] moving() {
        return WebPWriter.file(
                WebPWriter.extended(2, SIDE, SIDE), WebPWriter.chunk("ANIM", new byte[6]));
    }

    /** A model whose three textures show the first of two images, the second, and the first. */
    private static GltfBuilder model(String first, String second) {
        return GltfBuilder.triangle()
                .set("images", "[{'uri':'%s'},{'uri':'%s'}]".formatted(first, second))
                .set("textures", "[{'source':0},{'source':1},{'source':0}]")
                .set(
                        "materials",
                        "[{'emissiveTexture':{'index':0}},{'emissiveTexture':{'index':1}},{'emissiveTexture':{'index':2}}]");
    }

    private Scene load(Damage damage, LoadLimits limits) {
        GltfBuilder.write(folder, "bad", damage.data);
        GltfBuilder.write(folder, "good.png", PngWriter.rgba(1, 1, new int[] {SOUND}));
        var b = model("bad", "good.png");
        return GltfLoader.load(b.write(folder), limits, 2, Cancellation.NEVER);
    }

    private static void assertWhite(Scene scene, Damage damage) {
        assertThat(scene.warnings())
                .singleElement()
                .asString()
                .startsWith("images[0]: \"bad\": " + damage.said)
                .endsWith(": drawn white")
                .doesNotContain("\n");
        assertThat(scene.textures()).extracting(t -> t.image()).containsExactly(-1, 0, -1);
        assertThat(scene.images())
                .singleElement()
                .satisfies(image -> assertThat(image.texels()).containsExactly(SOUND));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void isDrawnWhite(Damage damage) {
        assertWhite(load(damage, LoadLimits.defaults()), damage);
    }

    @ParameterizedTest
    @MethodSource("damages")
    void isDrawnWhiteWhereItWouldHaveBeenMadeSmaller(Damage damage) {
        assertWhite(load(damage, LoadLimits.defaults().withMaxTextureSide(4)), damage);
    }

    /** The name stands for an image that has no file. */
    @Test
    void isNamed() {
        var b = GltfBuilder.triangle();
        int view = b.view(cut(png()), "");
        b.set("images", "[{'bufferView':%d,'name':'moss'}]".formatted(view))
                .set("textures", "[{'source':0}]")
                .set("materials", "[{'emissiveTexture':{'index':0}}]");
        assertThat(GltfLoader.load(b.write(folder)).warnings())
                .containsExactly("images[0]: \"moss\": PNG is cut off: drawn white");
    }

    /** However many textures show it, it is one warning. What is too large is refused. */
    @ParameterizedTest
    @ValueSource(strings = {"data:image/png;base64,iVBO*w0K", "data:image/png;base64,iVBOR"})
    void isWhiteWhereItsUriIsNoBase64(String uri) {
        GltfBuilder.write(folder, "good.png", PngWriter.rgba(1, 1, new int[] {SOUND}));
        var scene = GltfLoader.load(model(uri, "good.png").write(folder));
        assertThat(scene.warnings())
                .containsExactly("images[0]: data URI: not valid base64: drawn white");
        assertThat(scene.textures()).extracting(t -> t.image()).containsExactly(-1, 0, -1);
        assertThat(scene.images())
                .singleElement()
                .satisfies(image -> assertThat(image.texels()).containsExactly(SOUND));
        var large = LoadLimits.defaults().withMaxFileBytes(2);
        var files = new SourceFiles(null, new byte[0], "model", large, null);
        var image = JsonTree.read(Bytes.of(new byte[] {'{', '}'}), large, budget(), "model");
        assertThatThrownBy(() -> files.resolveIfSound(uri, image))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("at most 2 expected");
    }

    @Test
    void isNamedWhereItsUriHasNoData() {
        GltfBuilder.write(folder, "good.png", png());
        var scene =
                GltfLoader.load(
                        model("data:image/png;base64", "good.png")
                                .set(
                                        "images",
                                        "[{'uri':'data:image/png;base64','name':'moss'},{'uri':'good.png'}]")
                                .write(folder));
        assertThat(scene.warnings())
                .containsExactly("images[0]: \"moss\": data URI without a comma: drawn white");
    }

    /** As where a file is missing, or damaged otherwise. */
    @Test
    void theOneBesideItIsTakenWhereItsUriIsNoBase64() {
        GltfBuilder.write(folder, "good.png", PngWriter.rgba(1, 1, new int[] {SOUND}));
        var b =
                model("good.png", "data:image/ktx2;base64,?")
                        .set("extensionsUsed", "['KHR_texture_basisu']")
                        .set(
                                "textures",
                                "[{'source':0,'extensions':{'KHR_texture_basisu':{'source':1}}},{'source':1},{'source':0,'extensions':{'KHR_texture_basisu':{'source':1}}}]");
        var scene = GltfLoader.load(b.write(folder));
        assertThat(scene.textures()).extracting(t -> t.image()).containsExactly(0, -1, 0);
        assertThat(scene.warnings())
                .containsExactly("images[1]: data URI: not valid base64: drawn white");
    }

    /** Also if another texture has asked for what is not read before. */
    @Test
    void theOneBesideItIsTakenInWhateverOrder() throws IOException {
        GltfBuilder.write(folder, "good.png", PngWriter.rgba(1, 1, new int[] {SOUND}));
        byte[] damaged = Arrays.copyOf(ktx2("uastc.ktx2"), 40);
        String both = "{'source':0,'extensions':{'KHR_texture_basisu':{'source':1}}}";
        String alone = "{'extensions':{'KHR_texture_basisu':{'source':1}}}";
        for (boolean first : new boolean[] {true, false}) {
            String[] textures = first ? new String[] {alone, both} : new String[] {both, alone};
            var b =
                    model(
                                    "good.png",
                                    "data:image/ktx2;base64,"
                                            + Base64.getEncoder().encodeToString(damaged))
                            .set("extensionsUsed", "['KHR_texture_basisu']")
                            .set(
                                    "textures",
                                    "[%s,%s,%s]".formatted(textures[0], textures[1], both));
            var scene = GltfLoader.load(b.write(folder));
            assertThat(scene.textures())
                    .extracting(t -> t.image())
                    .containsExactly(first ? -1 : 0, first ? 0 : -1, 0);
        }
    }

    /** Nor for each that takes the one beside it; and a sound one is read once. */
    @Test
    void whatHasAnotherBesideItIsLookedAtOnce() throws IOException {
        byte[] png = PngWriter.rgba(1, 1, new int[] {SOUND});
        for (boolean sound : new boolean[] {true, false}) {
            byte[] data = Arrays.copyOf(sound ? ktx2("uastc.ktx2") : new byte[0], 300_000);
            var b = GltfBuilder.triangle();
            int plain = b.view(png, "");
            int other = b.view(data, "");
            var textures =
                    Collections.nCopies(
                            100, "{'source':0,'extensions':{'KHR_texture_basisu':{'source':1}}}");
            var materials =
                    IntStream.range(0, 100)
                            .mapToObj("{'emissiveTexture':{'index':%d}}"::formatted)
                            .collect(Collectors.joining(","));
            b.set("images", "[{'bufferView':%d},{'bufferView':%d}]".formatted(plain, other))
                    .set("extensionsUsed", "['KHR_texture_basisu']")
                    .set("textures", "[" + String.join(",", textures) + "]")
                    .set("materials", "[" + materials + "]");
            long all = LeastMemory.of(b.glb());
            b.set("textures", "[" + textures.getFirst() + "]")
                    .set("materials", "[{'emissiveTexture':{'index':0}}]");
            long first = LeastMemory.of(b.glb());
            assertThat(all - first).as("sound %b", sound).isLessThan(250_000);
            if (sound) {
                // Who asks for it alone need not look whether it can be read
                b.set("textures", "[{'extensions':{'KHR_texture_basisu':{'source':1}}}]");
                // What lies in memory together is up to two threads, for a few hundred bytes
                assertThat(first - LeastMemory.of(b.glb())).isBetween(-10_000L, 50_000L);
            }
        }
    }

    /** Not once for each texture that shows it: here 40 MB. */
    @Test
    void whatIsNotReadIsLookedAtOnce() {
        byte[] gif = Arrays.copyOf("GIF89a".getBytes(StandardCharsets.US_ASCII), 100_000);
        String uri = "data:image/gif;base64," + Base64.getEncoder().encodeToString(gif);
        var textures = String.join(",", Collections.nCopies(100, "{'source':0}"));
        var materials =
                IntStream.range(0, 100)
                        .mapToObj("{'emissiveTexture':{'index':%d}}"::formatted)
                        .collect(Collectors.joining(","));
        var b =
                GltfBuilder.triangle()
                        .set("images", "[{'uri':'" + uri + "'}]")
                        .set("textures", "[" + textures + "]")
                        .set("materials", "[" + materials + "]");
        var limits = LoadLimits.defaults().withMaxDecodedBytes(4_000_000);
        assertThat(GltfLoader.load(b.write(folder), limits).warnings())
                .singleElement()
                .asString()
                .startsWith("images[0]: GIF is not supported");
    }

    @Test
    void aDamagedUriTakesNoMemory() {
        var budget = budget();
        var limits = LoadLimits.defaults();
        var image = JsonTree.read(Bytes.of(new byte[] {'{', '}'}), limits, budget, "model");
        var files = new SourceFiles(null, new byte[0], "model", limits, budget);
        long before = budget.used();
        for (String body : new String[] {";base64,%%%", ""}) {
            assertThatThrownBy(() -> files.resolveIfSound("data:" + body, image))
                    .isInstanceOf(SourceFiles.DataUriException.class);
            assertThat(budget.used()).isEqualTo(before);
        }
    }

    private static Budget budget() {
        var stop = new StopSign("loading");
        stop.begin(Cancellation.NEVER);
        return new Budget(1L << 30, stop);
    }

    /** Of what others are made of, too: as if it were not there. */
    @Test
    void isWhiteWhereOthersAreMadeOfIt() {
        GltfBuilder.write(folder, "bad.png", cut(png()));
        GltfBuilder.write(folder, "noise.webp", early());
        GltfBuilder.write(folder, "good.png", png());
        for (String[] pair :
                new String[][] {
                    {"good.png", "bad.png"},
                    {"bad.png", "good.png"},
                    {"noise.webp", "good.png"},
                    {"bad.png", "noise.webp"}
                }) {
            var damaged = GltfLoader.load(glossy(pair[0], pair[1]).write(folder));
            var missing =
                    GltfLoader.load(
                            glossy(goodOr(pair[0], "none"), goodOr(pair[1], "nothing"))
                                    .write(folder));
            assertThat(damaged.images()).usingRecursiveComparison().isEqualTo(missing.images());
            assertThat(damaged.textures()).isEqualTo(missing.textures());
            assertThat(damaged.warnings()).hasSameSizeAs(missing.warnings()).isNotEmpty();
        }
    }

    private static String goodOr(String uri, String other) {
        return uri.startsWith("good") ? uri : other;
    }

    private static GltfBuilder glossy(String diffuse, String specular) {
        return model(diffuse, specular)
                .set("extensionsUsed", "['KHR_materials_pbrSpecularGlossiness']")
                .set(
                        "materials",
                        "[{'extensions':{'KHR_materials_pbrSpecularGlossiness':{'diffuseTexture':{'index':0},'specularGlossinessTexture':{'index':1}}}}]");
    }

    /** What may be sound, and is too large, is refused. */
    @Test
    void limitsStillRefuse() throws IOException {
        byte[] png = png();
        byte[] wide = with(with(png, 17, 1), 18, 0xFF); // over 65535 pixels
        byte[] basis = ktx2("uastc.ktx2");
        byte[] large = with(with(basis, 21, 0x40), 25, 0x40); // over 2 GB
        for (byte[] data : List.of(wide, large)) {
            var damage = new Damage("too large", data, "");
            var limits = LoadLimits.defaults().withMaxImagePixels(1 << 29);
            assertThatThrownBy(() -> load(damage, limits)).isInstanceOf(SceneException.class);
        }
        var sound = new Damage("too large", png, "");
        assertThatThrownBy(() -> load(sound, LoadLimits.defaults().withMaxImageSide(SIDE - 1)))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("24x24 pixels are too many");
        var cut = new Damage("cut off and too large", cut(png), "");
        assertThatThrownBy(() -> load(cut, LoadLimits.defaults().withMaxImageSide(SIDE - 1)))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("24x24 pixels are too many");
    }

    /**
     * What a damaged image would have taken is there for what is made later; not what was to be
     * made of it, two images of its size.
     */
    @Test
    void memoryIsGivenBack() {
        for (boolean converted : new boolean[] {false, true}) {
            long more = leastMemory(512, converted) - leastMemory(64, converted);
            long made = converted ? 2L * 4 * (512 * 512 - 64 * 64) : 0;
            assertThat(more).as("converted %b", converted).isCloseTo(made, within(32L << 10));
        }
    }

    /** Once alone, whether something else is kept of it or not. */
    @Test
    void memoryIsGivenBackOnce() {
        byte[] png = PngWriter.rgba(512, 512, new int[512 * 512]);
        // The bits of a channel, and a checksum
        for (int at : new int[] {24, png.length - 14}) {
            var b = GltfBuilder.triangle();
            int damaged = b.view(with(png, at, 1 ^ png[at]), "");
            b.set("images", "[{'bufferView':%d}]".formatted(damaged))
                    .set("textures", "[{'source':0}]")
                    .set("extensionsUsed", "['KHR_materials_pbrSpecularGlossiness']")
                    .set(
                            "materials",
                            "[{'extensions':{'KHR_materials_pbrSpecularGlossiness':{'specularGlossinessTexture':{'index':0}}}}]");
            assertThat(GltfLoader.load(b.write(folder)).warnings())
                    .singleElement()
                    .asString()
                    .endsWith(": drawn white");
        }
    }

    /**
     * Of a model with a damaged image of so many pixels a side, and a larger sound one, which
     * becomes a second texture later.
     */
    private static long leastMemory(int side, boolean converted) {
        byte[] png = PngWriter.rgba(side, side, new int[side * side]);
        var b = GltfBuilder.triangle();
        int damaged = b.view(with(png, png.length - 14, 1 ^ png[png.length - 14]), "");
        int sound = b.view(PngWriter.rgba(1024, 1024, new int[1024 * 1024]), "");
        String material =
                converted
                        ? "{'extensions':{'KHR_materials_pbrSpecularGlossiness':{'specularGlossinessTexture':{'index':0}}}}"
                        : "{'emissiveTexture':{'index':0}}";
        b.set("images", "[{'bufferView':%d},{'bufferView':%d}]".formatted(damaged, sound))
                .set("textures", "[{'source':0},{'source':1}]")
                .set("extensionsUsed", "['KHR_materials_pbrSpecularGlossiness']")
                .set(
                        "materials",
                        "["
                                + material
                                + ",{'emissiveTexture':{'index':1},'occlusionTexture':{'index':1}}]");
        assertThat(
                        GltfLoader.load(
                                        b.glb(),
                                        "model",
                                        LoadLimits.defaults(),
                                        1,
                                        Cancellation.NEVER)
                                .warnings())
                .containsExactly(
                        "images[0]: PNG is corrupt: a checksum does not match: drawn white");
        return LeastMemory.of(b.glb());
    }
}
