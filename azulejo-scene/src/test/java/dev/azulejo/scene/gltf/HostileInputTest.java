package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.image.PngWriter;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/** Files that were made to do harm, or broke on the way: one clear line, soon, in little memory. */
@Tag("alone")
@Timeout(30)
class HostileInputTest {
    @TempDir Path folder;

    private void refused(GltfBuilder builder, String message) {
        refused(builder.write(folder), message);
    }

    private static void refused(Path file, String message) {
        assertThatThrownBy(() -> GltfLoader.load(file))
                .isInstanceOf(SceneException.class)
                .hasMessage(file + ": " + message);
    }

    private Path text(String json) {
        return GltfBuilder.write(
                folder, "t.gltf", json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void truncatedAnywhere() {
        byte[] whole = GltfBuilder.triangle().glb();
        for (int length = 0; length < whole.length; length++) {
            Path file = GltfBuilder.write(folder, "cut.glb", Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> GltfLoader.load(file))
                    .as("cut to %d of %d bytes", length, whole.length)
                    .isInstanceOf(SceneException.class);
        }
        // the header agrees, but the chunks do not
        for (int length = 20; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            cut[8] = (byte) length;
            cut[9] = (byte) (length >> 8);
            Path file = GltfBuilder.write(folder, "cut.glb", cut);
            assertThatThrownBy(() -> GltfLoader.load(file))
                    .as("cut to %d of %d bytes", length, whole.length)
                    .isInstanceOf(SceneException.class);
        }
    }

    @Test
    void containerMessages() throws IOException {
        Path missing = folder.resolve("missing.glb");
        refused(missing, "no such file");
        refused(folder, "not a file, a .gltf or .glb file expected");
        Path empty = GltfBuilder.write(folder, "empty.glb", new byte[0]);
        refused(empty, "the file is empty, a .gltf or .glb file expected");
        byte[] glb = GltfBuilder.triangle().glb();
        glb[4] = 1;
        refused(GltfBuilder.write(folder, "v1.glb", glb), "GLB version is 1, 2 expected");
        glb[4] = 2;
        glb[15] = (byte) 0xFF;
        Path file = GltfBuilder.write(folder, "chunk.glb", glb);
        assertThatThrownBy(() -> GltfLoader.load(file))
                .hasMessageContaining("GLB chunk 0 is cut off: it says 4,278,190,");
        Files.writeString(folder.resolve("x.gltf"), "hello");
        assertThatThrownBy(() -> GltfLoader.load(folder.resolve("x.gltf")))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("x.gltf: JSON: line 1");
    }

    @Test
    void jsonMessages() {
        refused(text("[]"), "JSON: an object expected");
        refused(text("{}"), "asset: missing, an object expected");
        refused(text("{'asset':3}"), "asset: an object expected, got 3");
        refused(text("{'asset':{}}"), "asset.version: missing, a string expected");
        refused(
                text("{'asset':{'version':'1.0'}}"),
                "asset: version is \"1.0\", glTF 2.0 expected");
        refused(
                text("{'asset':{'version':'2.0'},'asset':{'version':'2.0'}}"),
                "JSON: line 1: duplicate key \"asset\"");
        refused(
                text("{'asset':{'version':'2.0'}} 1"),
                "JSON: line 1: nothing expected after the object");
        refused(
                text("{'asset':{'version':'2.0'},'nodes':{}}"),
                "nodes: an array expected, got an object");
        refused(
                text("{'asset':{'version':'2.0'},'nodes':[7]}"),
                "nodes[0]: an object expected, got 7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void deeplyNestedText(String opening) {
        Path file =
                GltfBuilder.write(
                        folder,
                        "deep.gltf",
                        ("{\"asset\":" + opening.repeat(1_000_000))
                                .getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> GltfLoader.load(file))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("JSON: Document nesting depth");
    }

    @Test
    void tooManyValues() {
        LoadLimits d = LoadLimits.defaults();
        LoadLimits limits =
                new LoadLimits(
                        1 << 20,
                        1 << 20,
                        1 << 20,
                        50,
                        100,
                        1 << 20,
                        8,
                        64,
                        1000,
                        10,
                        10,
                        10,
                        1000,
                        8,
                        WantedVariants.ALL,
                        10,
                        Duration.ofDays(1));
        Path many = text("{'asset':{'version':'2.0'},'x':[" + "1,".repeat(200) + "1]}");
        assertThatThrownBy(() -> GltfLoader.load(many, limits))
                .hasMessageEndingWith("JSON: more than 100 values");
        assertThat(GltfLoader.load(many, d).nodes()).isEmpty();
        Path nodes = text("{'asset':{'version':'2.0'},'nodes':[" + "{},".repeat(10) + "{}]}");
        assertThatThrownBy(() -> GltfLoader.load(nodes, limits))
                .hasMessageEndingWith("nodes: 11 are too many, at most 10 expected");
    }

    @ParameterizedTest
    @CsvSource({
        "2147483648, 2147483648 is not in 0..2147483639",
        "4294967295, 4294967295 is not in 0..2147483639",
        "4294967299, 4294967299 is not in 0..2147483639",
        "18446744073709551619, 1.8446744073709552E19 is not in 0..2147483639",
        "-3, -3 is not in 0..2147483639",
        "1.5, 'an integer expected, got 1.5'",
        "1e999, Infinity is not in 0..2147483639",
        "true, 'an integer expected, got true'",
        "'[3]', 'an integer expected, got an array'"
    })
    void countsThatAreNone(String count, String message) {
        GltfBuilder b = GltfBuilder.triangle();
        b.set(
                "accessors",
                "[{'bufferView':0,'componentType':5126,'type':'VEC3','count':%s}]"
                        .formatted(count));
        refused(b, "accessors[0].count: " + message);
    }

    @Test
    void countsThatLeadPastTheEnd() {
        GltfBuilder b = GltfBuilder.triangle();
        b.set("accessors", "[{'bufferView':0,'componentType':5126,'type':'VEC3','count':4}]");
        refused(
                b,
                "accessors[0]: 4 elements of 12 bytes, 12 apart from byte 0 on, lead past the end"
                        + " of bufferViews[0], which has 36 bytes");
        // 357913942 * 12 is 8 more than 2^32
        b.set(
                "accessors",
                "[{'bufferView':0,'componentType':5126,'type':'VEC3','count':357913942}]");
        refused(
                b,
                "accessors[0]: 357,913,942 elements of 12 bytes, 12 apart from byte 0 on, lead past"
                        + " the end of bufferViews[0], which has 36 bytes");
        b.set(
                "accessors",
                "[{'bufferView':0,'byteOffset':2147483640,'componentType':5126,'type':'VEC3','count':1}]");
        refused(
                b,
                "accessors[0]: 1 elements of 12 bytes, 12 apart from byte 2,147,483,640 on, lead"
                        + " past the end of bufferViews[0], which has 36 bytes");
    }

    @Test
    void viewsThatLeadPastTheEnd() {
        GltfBuilder b = GltfBuilder.triangle();
        for (String view :
                new String[] {
                    "'byteOffset':4,'byteLength':36",
                    "'byteOffset':2147483647,'byteLength':36",
                    "'byteOffset':4294967296,'byteLength':36",
                    "'byteOffset':1152921504606846976,'byteLength':2000000000000000000"
                }) {
            b.set("bufferViews", "[{'buffer':0," + view + "}]");
            assertThatThrownBy(() -> GltfLoader.load(b.write(folder)))
                    .hasMessageContaining("bufferViews[0]: byteOffset")
                    .hasMessageContaining("lead past the end of buffers[0], which has 36 bytes");
        }
        b.set("bufferViews", "[{'buffer':0,'byteLength':36,'byteStride':8}]");
        refused(b, "accessors[0]: elements have 12 bytes, but bufferViews[0].byteStride is 8");
        b.set("bufferViews", "[{'buffer':0,'byteLength':36,'byteStride':2147483647}]");
        refused(b, "bufferViews[0].byteStride: 2147483647 is not in 0..255");
        b.set("bufferViews", "[{'buffer':7,'byteLength':36}]");
        refused(b, "bufferViews[0].buffer: 7 is no index into buffers, of which there are 1");
    }

    @Test
    void hugeBuffersWithoutData() {
        GltfBuilder b = GltfBuilder.triangle();
        b.buffers("[{'byteLength':281474976710656}]");
        refused(b, "buffers[0]: byteLength is 281,474,976,710,656, but there are only 36 bytes");
        b.buffers("[{'byteLength':36},{'byteLength':281474976710656}]");
        b.set("bufferViews", "[{'buffer':1,'byteLength':36}]");
        refused(b, "bufferViews[0]: its buffer has no data");
    }

    @Test
    void zerosForTheWholeMemory() {
        GltfBuilder b = new GltfBuilder();
        b.set("accessors", "[{'componentType':5126,'type':'VEC3','count':100000000}]");
        b.mesh("{'attributes':{'POSITION':0}}");
        Path file = b.write(folder);
        LoadLimits limits = LoadLimits.defaults().withMaxDecodedBytes(10 << 20);
        assertThatThrownBy(() -> GltfLoader.load(file, limits))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining(
                        "accessors[0]: 1,200,000,000 more bytes of memory are needed");
        // a little at a time
        StringBuilder primitives = new StringBuilder("{'attributes':{'POSITION':0}}");
        StringBuilder accessors =
                new StringBuilder("{'componentType':5126,'type':'VEC3','count':10000}");
        for (int i = 1; i < 2000; i++) {
            primitives.append(",{'attributes':{'POSITION':%d}}".formatted(i));
            accessors.append(",{'componentType':5126,'type':'VEC3','count':10000}");
        }
        Path small =
                b.set("accessors", "[" + accessors + "]").mesh(primitives.toString()).write(folder);
        assertThatThrownBy(() -> GltfLoader.load(small, limits))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("more bytes of memory are needed");
    }

    @Test
    void indicesOutOfRange() {
        GltfBuilder b = new GltfBuilder();
        b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0);
        b.accessor(GltfBuilder.bytes32(0, 1, -1), 5125, "SCALAR", 3, "");
        b.shorts(0, 1, 3);
        b.mesh("{'attributes':{'POSITION':0},'indices':1}");
        refused(b, "accessors[1]: index 2 is 4294967295, but there are 3 vertices");
        b.mesh("{'attributes':{'POSITION':0},'indices':2}");
        refused(b, "accessors[2]: index 2 is 3, but there are 3 vertices");
        b.mesh("{'attributes':{'POSITION':0},'indices':0}");
        refused(
                b,
                "accessors[0]: VEC3 of FLOAT cannot be indices, SCALAR of UNSIGNED_BYTE,"
                        + " UNSIGNED_SHORT or UNSIGNED_INT expected");
        b.mesh("{'attributes':{'POSITION':2}}");
        refused(b, "accessors[2]: SCALAR of UNSIGNED_SHORT cannot be POSITION, VEC3 expected");
        b.mesh("{'attributes':{'POSITION':9}}");
        refused(
                b,
                "meshes[0].primitives[0].attributes.POSITION: 9 is no index into accessors, of"
                        + " which there are 3");
        b.floats("VEC2", 0, 0);
        b.mesh("{'attributes':{'POSITION':0,'TEXCOORD_0':3}}");
        refused(b, "accessors[3]: TEXCOORD_0 has 1 elements, 3 expected as POSITION has");
        b.mesh("{'attributes':{'POSITION':0,'TEXCOORD_1':3}}");
        refused(b, "accessors[3]: TEXCOORD_1 has 1 elements, 3 expected as POSITION has");
        b.mesh("{'attributes':{'POSITION':0},'mode':7}");
        refused(b, "meshes[0].primitives[0].mode: 7 is not in 0..6");
        b.mesh("{'attributes':{'POSITION':0},'material':0}");
        refused(
                b,
                "meshes[0].primitives[0].material: 0 is no index into materials, of which there are"
                        + " 0");
    }

    @Test
    void sparseOutOfRange() {
        GltfBuilder b = new GltfBuilder();
        int places = b.view(GltfBuilder.bytes8(0, 3), "");
        int values = b.view(GltfBuilder.bytes(1, 2, 3, 4, 5, 6), "");
        b.accessor(
                "{'componentType':5126,'type':'VEC3','count':3,'sparse':{'count':2,'indices':{'bufferView':%d,'componentType':5121},'values':{'bufferView':%d}}}"
                        .formatted(places, values));
        b.mesh("{'attributes':{'POSITION':0}}");
        refused(b, "accessors[0].sparse.indices: index 1 is 3, but the accessor has 3 elements");
    }

    @Test
    void cyclesAndSharedNodes() {
        GltfBuilder b = GltfBuilder.triangle();
        b.set("nodes", "[{'children':[1]},{'children':[2]},{'children':[1]}]");
        refused(
                b,
                "nodes[2].children[0]: node 1 is a child of node 0 already, one parent expected");
        b.set("nodes", "[{},{'children':[2]},{'children':[3]},{'children':[1]}]");
        refused(b, "nodes[1]: is its own ancestor");
        b.set("nodes", "[{'children':[0]}]");
        refused(b, "nodes[0]: is its own ancestor");
        b.set("nodes", "[{'children':[5]}]");
        refused(b, "nodes[0].children[0]: 5 is no index into nodes, of which there are 1");
    }

    @Test
    void aHundredThousandNodesDeep() {
        int depth = 100_000;
        StringBuilder nodes = new StringBuilder("[");
        for (int n = 0; n < depth - 1; n++) {
            nodes.append("{'children':[%d],'translation':[0,0,1]},".formatted(n + 1));
        }
        GltfBuilder b = GltfBuilder.triangle().set("nodes", nodes + "{'mesh':0}]");
        Scene scene = GltfLoader.load(b.write(folder));
        assertThat(scene.worldBounds().max()).isEqualTo(new Vec3(1, 1, depth - 1));
    }

    @Test
    void numbersThatAreNoFloats() {
        GltfBuilder b = GltfBuilder.triangle();
        b.set("nodes", "[{'translation':[1e39,0,0]}]");
        refused(b, "nodes[0].translation[0]: 1.0E39 does not fit a 32-bit float");
        b.set("nodes", "[{'translation':[0,0]}]");
        refused(b, "nodes[0].translation: 3 numbers expected, got 2");
        b.set("nodes", "[{'translation':[0,0,null]}]");
        refused(b, "nodes[0].translation[2]: a number expected, got nothing");
        b.set("nodes", "[{'translation':[0,0,NaN]}]");
        assertThatThrownBy(() -> GltfLoader.load(b.write(folder)))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("JSON: line");
    }

    @Test
    void positionsThatAreNoNumbers() {
        GltfBuilder b = new GltfBuilder();
        float nan = Float.NaN;
        float inf = Float.POSITIVE_INFINITY;
        b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0, nan, 5, 5, 5, inf, 5, 9, 9, -inf);
        b.floats("VEC3", nan, 0, 0, 0, 0, 0, inf, 0, 0, 0, 3, 0, 0, 0, 1, 1e30f, 0, 0);
        b.floats("VEC2", 0, 0, 1, 0, 0, nan, inf, 0, 0, 0, 1, 1);
        b.set("textures", "[{}]").set("materials", "[{'normalTexture':{'index':0}}]");
        b.mesh(
                "{'attributes':{'POSITION':0}},{'attributes':{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2},'material':0}");
        Scene scene = GltfLoader.load(b.write(folder));
        assertThat(scene.worldBounds().min()).isEqualTo(Vec3.ZERO);
        assertThat(scene.worldBounds().max()).isEqualTo(new Vec3(1, 1, 0));
        for (var primitive : scene.meshes().getFirst().primitives()) {
            for (float n : primitive.vertices().normals()) {
                assertThat(n).isFinite();
            }
        }
        for (float t : scene.meshes().getFirst().primitives().get(1).vertices().tangents()) {
            assertThat(t).isFinite();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "../x.bin, 'leads out of the file''s folder, which is not followed'",
        "a/../../x.bin, 'leads out of the file''s folder, which is not followed'",
        "%2e%2e/x.bin, 'leads out of the file''s folder, which is not followed'",
        "., 'leads out of the file''s folder, which is not followed'",
        "/etc/hostname, 'a path relative to the file''s folder expected'",
        "%2Fetc/hostname, 'a path relative to the file''s folder expected'",
        "file:///etc/hostname, 'only data: URIs and relative paths are read'",
        "http://localhost/x.bin, 'only data: URIs and relative paths are read'",
        "nothere.bin, no such file beside u.gltf"
    })
    void urisThatLeadElsewhere(String uri, String message) {
        Path file =
                GltfBuilder.write(
                        folder,
                        "u.gltf",
                        GltfBuilder.triangle().json(uri).getBytes(StandardCharsets.UTF_8));
        refused(file, "buffers[0]: \"" + uri + "\": " + message);
    }

    @Test
    void dataUris() {
        String good = GltfBuilder.triangle().json("data:,abc");
        refused(text(good), "buffers[0]: byteLength is 36, but there are only 3 bytes");
        refused(
                text(good.replace("data:,abc", "data:abc")),
                "buffers[0]: data URI without a comma");
        refused(
                text(good.replace("data:,abc", "data:;base64,$$$$")),
                "buffers[0]: data URI: not valid base64");
        // 40 MB of text, for which there is memory, but not three times
        Path large = text(good.replace("abc", "A".repeat(40_000_000)));
        LoadLimits limits = LoadLimits.defaults().withMaxDecodedBytes(100 << 20);
        assertThatThrownBy(() -> GltfLoader.load(large, limits))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("buffers[0]: ")
                .hasMessageContaining("more bytes of memory are needed");
    }

    @Test
    void filesThatAreTooLarge() {
        LoadLimits d = LoadLimits.defaults();
        LoadLimits limits =
                new LoadLimits(
                        100,
                        200,
                        d.maxJsonBytes(),
                        d.maxJsonDepth(),
                        d.maxJsonValues(),
                        d.maxDecodedBytes(),
                        8,
                        64,
                        1000,
                        10,
                        10,
                        10,
                        1000,
                        8,
                        WantedVariants.ALL,
                        10,
                        Duration.ofDays(1));
        Path file = GltfBuilder.triangle().write(folder);
        assertThatThrownBy(() -> GltfLoader.load(file, limits))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("bytes are too many; at most 100 in a file and 200 together");
    }

    private GltfBuilder textured(byte[] image) {
        GltfBuilder b = GltfBuilder.triangle();
        int view = b.view(image, "");
        return b.set("images", "[{'bufferView':%d}]".formatted(view))
                .set("textures", "[{'source':0}]")
                .set("materials", "[{'emissiveTexture':{'index':0}}]");
    }

    private void drawnWhite(GltfBuilder builder, String warning) {
        var scene = GltfLoader.load(builder.write(folder));
        assertThat(scene.warnings()).containsExactly(warning);
        assertThat(scene.images()).isEmpty();
    }

    @Test
    void images() {
        byte[] png = PngWriter.rgba(3, 3, new int[9]);
        Path file = textured(png).write(folder);
        assertThatThrownBy(
                        () ->
                                GltfLoader.load(
                                        file,
                                        LoadLimits.defaults()
                                                .withMaxImageSide(2)
                                                .withMaxImagePixels(100)))
                .hasMessageEndingWith(
                        "images[0]: 3x3 pixels are too many, sides of at most 2 and 100 pixels"
                                + " expected");
        byte[] bomb = png.clone();
        // 65280 x 65280 in 100 bytes
        bomb[18] = bomb[22] = (byte) 0xFF;
        bomb[19] = bomb[23] = 0;
        Path bombFile = textured(bomb).write(folder);
        assertThatThrownBy(() -> GltfLoader.load(bombFile))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("images[0]: 65280x65280 pixels are too many");
        byte[] wide = png.clone();
        wide[18] = wide[22] = 0x20;
        byte[] bad = png.clone();
        bad[bad.length - 30] ^= 1;
        drawnWhite(
                textured(wide),
                "images[0]: PNG is cut off: 17 compressed bytes cannot hold 8195x8195 pixels: drawn"
                        + " white");
        drawnWhite(
                textured(bad), "images[0]: PNG is corrupt: a checksum does not match: drawn white");
    }

    @Test
    void meshoptThatDoesNotFit() {
        byte[] stream = MeshoptEncoder.attributes(GltfBuilder.bytes(0, 0, 0, 1, 0, 0, 0, 1, 0), 12);
        String where = "bufferViews[0].extensions.EXT_meshopt_compression: ";
        GltfBuilder b = new GltfBuilder();
        b.append(stream);
        b.accessor("{'bufferView':0,'componentType':5126,'type':'VEC3','count':3}");
        b.mesh("{'attributes':{'POSITION':0}}");
        String view =
                "[{'buffer':0,'byteLength':%d,'extensions':{'EXT_meshopt_compression':{'buffer':0,'byteLength':%d,'byteStride':%d,'count':%d,'mode':'%s'}}}]";
        int length = stream.length;
        b.set("bufferViews", view.formatted(36, length, 12, 3, "ATTRIBUTES"));
        assertThat(GltfLoader.load(b.write(folder)).worldBounds().max())
                .isEqualTo(new Vec3(1, 1, 0));
        b.set("bufferViews", view.formatted(36, length + 1, 12, 3, "ATTRIBUTES"));
        assertThatThrownBy(() -> GltfLoader.load(b.write(folder)))
                .hasMessageContaining(where + "byteOffset 0");
        b.set("bufferViews", view.formatted(36, length - 1, 12, 3, "ATTRIBUTES"));
        assertThatThrownBy(() -> GltfLoader.load(b.write(folder)))
                .hasMessageContaining(where + "not a valid stream: ");
        b.set("bufferViews", view.formatted(36, length, 12, 3, "TRIANGLES"));
        refused(
                b,
                where
                        + "mode TRIANGLES, filter NONE, byteStride 12 and count 3 do not go"
                        + " together");
        b.set("bufferViews", view.formatted(36, length, 12, 3, "FOO"));
        refused(b, where + "mode \"FOO\", ATTRIBUTES, TRIANGLES or INDICES expected");
        b.set("bufferViews", view.formatted(36, length, 12, 2147483639, "ATTRIBUTES"));
        refused(
                b,
                where
                        + "count 2147483639 times byteStride 12 must be the view's byteLength,"
                        + " which is 36");
        // a gigabyte out of fifty bytes
        b.buffers("[{'byteLength':%d},{'byteLength':1200000000}]".formatted(length));
        b.set(
                "bufferViews",
                view.formatted(1200000000, length, 12, 100000000, "ATTRIBUTES")
                        .replaceFirst("'buffer':0", "'buffer':1"));
        assertThatThrownBy(() -> GltfLoader.load(b.write(folder)))
                .hasMessageContaining(where + "byteLength is ")
                .hasMessageContaining("take at least");
    }

    @Test
    void camerasAndLightsOutOfRange() {
        GltfBuilder b = GltfBuilder.triangle();
        b.set("cameras", "[{'type':'perspective','perspective':{'yfov':4,'znear':1}}]");
        assertThatThrownBy(() -> GltfLoader.load(b.write(folder)))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining(
                        "cameras[0]: perspective camera: yfov=4.0 must be in (0, pi)");
        b.set("cameras", "[]");
        b.set("extensions", "{'KHR_lights_punctual':{'lights':[{'type':'point','range':-1}]}}");
        assertThatThrownBy(() -> GltfLoader.load(b.write(folder)))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("extensions.KHR_lights_punctual.lights[0]: light: ");
        b.set("extensions", "{'KHR_lights_punctual':{'lights':[{'type':'sun'}]}}");
        refused(
                b,
                "extensions.KHR_lights_punctual.lights[0]: type \"sun\", directional, point or spot"
                        + " expected");
    }

    /** Lights beyond what shines are told in one line; those that no scene shows do not count. */
    @Test
    void moreLightsThanShine() {
        GltfBuilder b = GltfBuilder.triangle();
        b.set("extensions", "{'KHR_lights_punctual':{'lights':[{'type':'point'}]}}");
        String lamp = ",{'extensions':{'KHR_lights_punctual':{'light':0}}}";
        int[] counts = {4096, 4097, 100_000};
        for (int count : counts) {
            b.set("nodes", "[{'mesh':0}" + lamp.repeat(100_001) + "]");
            var shown = new StringBuilder("0");
            for (int n = 1; n <= count; n++) {
                shown.append(',').append(n);
            }
            b.set("scenes", "[{'nodes':[" + shown + "]}]");
            Scene scene = GltfLoader.load(b.write(folder));
            if (count == 4096) {
                assertThat(scene.warnings()).isEmpty();
            } else {
                assertThat(scene.warnings())
                        .containsExactly(
                                "%,d lights in the scene, 4,096 at most: the first ones shine"
                                        .formatted(count));
            }
        }
        var limits = LoadLimits.defaults().withMaxObjects(3);
        b.set("nodes", "[{'mesh':0}]");
        b.set("scenes", "[{'nodes':[0]}]");
        String four = "{'type':'point'}" + ",{'type':'point'}".repeat(3);
        b.set("extensions", "{'KHR_lights_punctual':{'lights':[" + four + "]}}");
        assertThatThrownBy(() -> GltfLoader.load(b.write(folder), limits))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("extensions.KHR_lights_punctual.lights: ");
    }

    @Test
    void manyPrimitivesThatShareOneLargeArray() {
        // 3,000 primitives of a triangle each, out of 100,000 vertices, must not take 3,000 times
        // the memory
        GltfBuilder b = new GltfBuilder();
        b.floats("VEC3", new float[300_000]);
        b.shorts(0, 1, 2);
        b.floats("VEC3", new float[300_000]);
        String primitive = "{'attributes':{'POSITION':0,'NORMAL':2},'indices':1}";
        b.mesh(primitive + ("," + primitive).repeat(2999));
        LoadLimits limits = LoadLimits.defaults().withMaxDecodedBytes(20 << 20);
        Scene scene = GltfLoader.load(b.write(folder), limits);
        assertThat(scene.meshes().getFirst().primitives()).hasSize(3000);
    }
}
