package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.image.PngWriter;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files made to do harm, or broken on the way: one clear line, soon, in little memory. */
@Timeout(60)
class HostileInputTest {
    private static final String BIG_TRIANGLE = "{'attributes':{'POSITION':0}}";

    @TempDir Path folder;

    private void refused(GltfBuilder builder, String message) {
        refused(builder.write(folder), message);
    }

    private void refused(Path file, String message) {
        assertThatThrownBy(() -> GltfLoader.load(file))
                .isInstanceOf(SceneException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }

    private Path text(String json) {
        return GltfBuilder.write(
                folder, "model.gltf", json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void cutOffAnywhere() throws IOException {
        byte[] good = Files.readAllBytes(MutationFuzzTest.richFile(folder));
        for (int length = 0; length < good.length; length += length < 40 ? 1 : 13) {
            Path file = GltfBuilder.write(folder, "cut.glb", Arrays.copyOf(good, length));
            assertThatThrownBy(() -> GltfLoader.load(file))
                    .as("%d of %d bytes", length, good.length)
                    .isInstanceOf(SceneException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4, 1, GLB version is 1",
        "4, -1, GLB version is 4294967295",
        "8, -1, 'its header says 4,294,967,295 bytes'",
        "8, 0, its header says 0 bytes",
        "8, -2147483648, 'its header says 2,147,483,648 bytes'",
        "12, -1, 'GLB chunk 0 is cut off: it says 4,294,967,295 bytes'",
        "12, 2147483647, 'GLB chunk 0 is cut off: it says 2,147,483,647 bytes'",
        "16, 1, 'GLB chunk 0 is of type 0x00000001, JSON expected'"
    })
    void damagedContainer(int at, int value, String message) {
        byte[] glb = GltfBuilder.triangle().glb();
        System.arraycopy(GltfBuilder.bytes32(value), 0, glb, at, 4);
        refused(GltfBuilder.write(folder, "bad.glb", glb), message);
    }

    @Test
    void notAModel() {
        refused(folder.resolve("absent.glb"), "no such file");
        assertThatThrownBy(() -> GltfLoader.load(folder))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("a .gltf or .glb file expected");
        refused(GltfBuilder.write(folder, "a.glb", new byte[0]), "the file is empty");
        refused(GltfBuilder.write(folder, "a.png", PngWriter.rgba(1, 1, new int[1])), "JSON");
        refused(text("[]"), "an object expected");
        refused(text("{'asset':{'version':'2.0'}} x"), "JSON");
        refused(text("{'asset':{'version':'2.0'}"), "JSON");
        refused(text("{'asset':{'version':'2.0'},'asset':{}}"), "duplicate key");
        refused(text("{}"), "asset: missing, an object expected");
        refused(text("{'asset':{}}"), "asset.version: missing, a string expected");
        refused(text("{'asset':{'version':'1.0'}}"), "version is \"1.0\", glTF 2.0 expected");
        refused(text("{'asset':{'version':'2.0','minVersion':'2.1'}}"), "minVersion \"2.1\"");
    }

    @Test
    void deeplyNestedText() {
        refused(text("{'asset':" + "[".repeat(1_000_000)), "JSON");
        refused(text("{'asset':{'version':'2.0'},'extras':" + "{'a':".repeat(500_000)), "JSON");
    }

    @Test
    void moreValuesThanAllowed() {
        LoadLimits d = LoadLimits.defaults();
        LoadLimits few =
                new LoadLimits(
                        d.maxFileBytes(),
                        d.maxTotalFileBytes(),
                        d.maxJsonBytes(),
                        d.maxJsonDepth(),
                        1000,
                        d.maxDecodedBytes(),
                        d.maxImageSide(),
                        d.maxImagePixels(),
                        d.maxVertices(),
                        d.maxIndices(),
                        d.maxNodes(),
                        d.maxObjects());
        Path file = text("{'asset':{'version':'2.0'},'extras':[" + "0,".repeat(2000) + "0]}");
        assertThatThrownBy(() -> GltfLoader.load(file, few))
                .isInstanceOf(SceneException.class)
                .hasMessageEndingWith("JSON: more than 1000 values");
        assertThat(GltfLoader.load(file).nodes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2147483639", "2147483640", "2147483647", "2147483648", "4294967295", "4294967296",
                "4294967297", "9223372036854775807", "18446744073709551616", "1e300", "1e999"
            })
    void hugeNumbersEverywhere(String number) {
        String accessor = "{'bufferView':0,'componentType':5126,'type':'VEC3','count':3}";
        for (String member : new String[] {"count", "byteOffset", "bufferView", "componentType"}) {
            GltfBuilder b = new GltfBuilder();
            b.view(new byte[36], "");
            b.accessor(
                    member.equals("byteOffset")
                            ? accessor.replace("}", ",'byteOffset':" + number + "}")
                            : accessor.replaceAll(
                                    "'" + member + "':\\d+", "'" + member + "':" + number));
            refused(b.mesh(BIG_TRIANGLE), "accessors[0]");
        }
        String view = "{'buffer':0,'byteOffset':0,'byteLength':36,'byteStride':12}";
        for (String member : new String[] {"buffer", "byteOffset", "byteLength", "byteStride"}) {
            GltfBuilder b = new GltfBuilder();
            b.append(new byte[36]);
            b.rawView(view.replaceAll("'" + member + "':\\d+", "'" + member + "':" + number));
            b.accessor(accessor);
            refused(b.mesh(BIG_TRIANGLE), "bufferViews[0]");
        }
        GltfBuilder b = GltfBuilder.triangle().buffers("[{'byteLength':" + number + "}]");
        refused(b, "buffers[0]");
        GltfBuilder packed = new GltfBuilder();
        packed.append(new byte[36]);
        packed.rawView(
                "{'buffer':0,'byteLength':36,'extensions':{'EXT_meshopt_compression':{'buffer':0,'byteLength':36,'byteStride':4,'count':%s,'mode':'INDICES'}}}"
                        .formatted(number));
        refused(packed, "bufferViews[0].extensions.EXT_meshopt_compression");
    }

    @Test
    void accessorsThatCostNothingButMemory() {
        // no data behind them, so that only the budget stands in the way
        GltfBuilder b = new GltfBuilder();
        b.accessor("{'componentType':5126,'type':'VEC3','count':190000000}");
        b.mesh(BIG_TRIANGLE);
        Path file = b.write(folder);
        assertThatThrownBy(
                        () -> GltfLoader.load(file, LoadLimits.defaults().withMaxDecodedBytes(1 << 26)))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("accessors[0]: 2,280,000,000 more bytes of memory are needed");
        GltfBuilder more = new GltfBuilder();
        more.accessor("{'componentType':5126,'type':'VEC3','count':2000000000}");
        refused(more.mesh(BIG_TRIANGLE), "2,000,000,000 vertices are too many");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    'accessors' | [{}] | accessors[0].componentType: missing
                    'accessors' | {} | accessors: an array expected, got an object
                    'accessors' | [7] | accessors[0]: an object expected, got 7
                    'accessors' | [{'componentType':5126,'type':'VEC5','count':1}] | VEC4
                    'accessors' | [{'componentType':5126,'type':'VEC3','count':-1}] | accessors[0].count: -1 is not in
                    'accessors' | [{'componentType':5126,'type':'VEC3','count':1.5}] | accessors[0].count: an integer expected, got 1.5
                    'accessors' | [{'componentType':5126,'type':'VEC3','count':'3'}] | accessors[0].count: an integer expected, got "3"
                    'accessors' | [{'componentType':5126,'type':'VEC3'}] | accessors[0].count: missing
                    'accessors' | [{'componentType':5124,'type':'VEC3','count':3}] | accessors[0]
                    'nodes' | [{'mesh':1}] | nodes[0].mesh: 1 is no index into meshes, of which there are 1
                    'nodes' | [{'mesh':-1}] | nodes[0].mesh: -1 is no index
                    'nodes' | [{'mesh':true}] | nodes[0].mesh: an index into meshes expected, got true
                    'nodes' | [{'matrix':[1,2]}] | nodes[0].matrix: 16 numbers expected, got 2
                    'nodes' | [{'scale':[1,2,'x']}] | nodes[0].scale[2]: a number expected, got "x"
                    'nodes' | [{'scale':[1,2,1e40]}] | nodes[0].scale[2]: 1.0E40 does not fit a 32-bit float
                    'nodes' | [{'children':[0]}] | nodes[0]: is its own ancestor
                    'nodes' | [{'children':[1]},{'children':[2]},{'children':[0]}] | is its own ancestor
                    'nodes' | [{'children':[2]},{'children':[2]},{}] | nodes[1].children[0]: node 2 is a child of node 0 already
                    'nodes' | [{'children':[1,1]},{}] | nodes[0].children[1]: node 1 is a child of node 0 already
                    'nodes' | [{},{'children':[0]}] | scenes[0].nodes[0]: node 0 is a child of node 1
                    'scenes' | [{'nodes':[0,0]}] | scenes[0].nodes[1]: node 0 is listed twice
                    'scene' | 3 | scene: 3 is no index into scenes
                    'meshes' | [{'primitives':[{}]}] | meshes[0].primitives[0].attributes: missing
                    'meshes' | [{'primitives':[{'attributes':{'POSITION':0},'mode':7}]}] | meshes[0].primitives[0].mode: 7 is not in 0..6
                    'meshes' | [{'primitives':[{'attributes':{'POSITION':0},'material':0}]}] | no index into materials
                    'materials' | [{'alphaMode':'GLASS'}] | materials[0]: alphaMode "GLASS"
                    'materials' | [{'normalTexture':{'index':0}}] | materials[0].normalTexture.index: 0 is no index into textures
                    'samplers' | [{'wrapS':5}] | samplers[0]: wrapS is 5
                    'cameras' | [{'type':'perspective','perspective':{'yfov':-1,'znear':1}}] | cameras[0]
                    """)
    void wrongTypesAndValues(String section, String json, String message) {
        refused(GltfBuilder.triangle().set(section, json), message);
    }

    @Test
    void longChainsOfNodes() {
        int length = 100_000;
        StringBuilder nodes = new StringBuilder("[");
        for (int n = 0; n < length - 1; n++) {
            nodes.append("{'children':[").append(n + 1).append("],'translation':[0.5,0,0]},");
        }
        nodes.append("{'mesh':0}]");
        Scene scene =
                GltfLoader.load(GltfBuilder.triangle().set("nodes", nodes + "").write(folder));
        Bounds bounds = scene.worldBounds();
        assertThat(bounds.min().x()).isEqualTo(0.5f * (length - 1));
        // and one that closes
        String closed = nodes.toString().replace("{'mesh':0}", "{'children':[0]}");
        refused(GltfBuilder.triangle().set("nodes", closed), "is its own ancestor");
    }

    @Test
    void positionsThatAreNoNumbersAreKept() {
        float inf = Float.POSITIVE_INFINITY;
        GltfBuilder b = new GltfBuilder();
        int p =
                b.floats(
                        "VEC3", 0, 0, 0, 1, 2, 3, -1, 0, 0, Float.NaN, 9, 9, inf, 9, 9, 9, -inf, 9);
        b.mesh("{'attributes':{'POSITION':" + p + "}}");
        Scene scene = GltfLoader.load(b.write(folder));
        float[] positions = scene.meshes().getFirst().primitives().getFirst().vertices().positions();
        assertThat(positions[9]).isNaN();
        assertThat(positions[12]).isEqualTo(inf);
        Bounds bounds = scene.worldBounds();
        assertThat(bounds.min().x()).isEqualTo(-1);
        assertThat(bounds.max().z()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "5121, 3, 3", "5121, 255, 255", "5123, 3, 3", "5123, 65535, 65535", "5125, 3, 3",
        "5125, -1, 4294967295", "5125, -2147483648, 2147483648"
    })
    void indicesOutOfRange(int componentType, int index, String shown) {
        GltfBuilder b = GltfBuilder.triangle();
        int[] three = {0, index, 2};
        byte[] data =
                switch (componentType) {
                    case 5121 -> GltfBuilder.bytes8(three);
                    case 5123 -> GltfBuilder.bytes16(three);
                    default -> GltfBuilder.bytes32(three);
                };
        int indices = b.accessor(data, componentType, "SCALAR", 3, "");
        b.mesh("{'attributes':{'POSITION':0},'indices':" + indices + "}");
        refused(b, "accessors[1]: index 1 is " + shown + ", but there are 3 vertices");
    }

    @Test
    void viewsAndAccessorsThatOverlapTheEnd() {
        GltfBuilder view = new GltfBuilder();
        view.append(new byte[36]);
        view.rawView("{'buffer':0,'byteOffset':4,'byteLength':36}");
        refused(view, "bufferViews[0]: byteOffset 4 and byteLength 36 lead past the end of buffers[0]");
        GltfBuilder accessor = new GltfBuilder();
        accessor.accessor(new byte[36], 5126, "VEC3", 3, ",'byteOffset':4");
        refused(accessor, "accessors[0]: 3 elements of 12 bytes, 12 apart from byte 4 on");
        GltfBuilder strided = new GltfBuilder();
        int v = strided.view(new byte[36], ",'byteStride':8");
        strided.accessor("{'bufferView':%d,'componentType':5126,'type':'VEC3','count':2}".formatted(v));
        refused(strided, "accessors[0]: elements have 12 bytes, but bufferViews[0].byteStride is 8");
        GltfBuilder sparse = new GltfBuilder();
        int places = sparse.view(GltfBuilder.bytes8(0, 3), "");
        int values = sparse.view(new byte[24], "");
        sparse.accessor(
                "{'componentType':5126,'type':'VEC3','count':3,'sparse':{'count':2,'indices':{'bufferView':%d,'componentType':5121},'values':{'bufferView':%d}}}"
                        .formatted(places, values));
        sparse.mesh("{'attributes':{'POSITION':0}}");
        refused(sparse, "accessors[0].sparse.indices: index 1 is 3, but the accessor has 3 elements");
        GltfBuilder uneven = GltfBuilder.triangle();
        uneven.floats("VEC3", 0, 0, 1, 0, 0, 1);
        uneven.mesh("{'attributes':{'POSITION':0,'NORMAL':1}}");
        refused(uneven, "accessors[1]: NORMAL has 2 elements, 3 expected as POSITION has");
        GltfBuilder type = GltfBuilder.triangle();
        type.mesh("{'attributes':{'POSITION':0},'indices':0}");
        refused(type, "accessors[0]: VEC3 of FLOAT cannot be indices");
        // a buffer that is there in name only
        refused(
                GltfBuilder.triangle().buffers("[{'byteLength':36},{'byteLength':36}]")
                        .set("bufferViews", "[{'buffer':1,'byteLength':36}]"),
                "bufferViews[0]: its buffer has no data");
    }

    @ParameterizedTest
    @CsvSource({
        "../secret.bin, leads out of the file's folder",
        "a/../../secret.bin, leads out of the file's folder",
        "%2e%2e/secret.bin, leads out of the file's folder",
        "..%2Fsecret.bin, leads out of the file's folder",
        "., leads out of the file's folder",
        "/etc/passwd, a path relative to the file's folder expected",
        "%2Fetc/passwd, a path relative to the file's folder expected",
        "'', a path relative to the file's folder expected",
        "http://127.0.0.1/x, only data: URIs and relative paths are read",
        "file:///etc/passwd, only data: URIs and relative paths are read",
        "jar:file:x!/y, only data: URIs and relative paths are read",
        "a%00b, not a path",
        "absent.bin, no such file",
        "folder, no such file",
        "'data:application/octet-stream;base64', data URI without a comma",
        "'data:;base64,???', not valid base64",
        "'data:;base64,AAAA', 'byteLength is 36, but there are only 3 bytes'"
    })
    void addresses(String uri, String message) throws IOException {
        Files.createDirectories(folder.resolve("inside/folder"));
        Files.write(folder.resolve("secret.bin"), new byte[36]);
        Path file =
                GltfBuilder.write(
                        folder.resolve("inside"),
                        "model.gltf",
                        GltfBuilder.triangle().json(uri).getBytes(StandardCharsets.UTF_8));
        refused(file, message);
    }

    @Test
    void addressesWithEscapesAreRead() throws IOException {
        GltfBuilder b = GltfBuilder.triangle();
        Files.createDirectories(folder.resolve("ein ordner"));
        Files.write(folder.resolve("ein ordner/ä.bin"), b.binary());
        for (String uri : new String[] {"ein%20ordner/%C3%A4.bin", "./ein ordner/x/../ä.bin"}) {
            assertThat(GltfLoader.load(text(b.json(uri))).meshes()).hasSize(1);
        }
    }

    @Test
    void largeDataUris() {
        byte[] zeros = new byte[8 << 20];
        String uri = "data:;base64," + Base64.getEncoder().encodeToString(zeros);
        Path file = text(GltfBuilder.triangle().json(uri));
        assertThat(GltfLoader.load(file).meshes()).hasSize(1);
        assertThatThrownBy(
                        () -> GltfLoader.load(file, LoadLimits.defaults().withMaxDecodedBytes(20 << 20)))
                .isInstanceOf(SceneException.class)
                .message()
                .doesNotContain("\n")
                .hasSizeLessThan(500);
    }

    private static GltfBuilder textured(byte[] image) {
        GltfBuilder b = GltfBuilder.triangle();
        int view = b.view(image, "");
        b.set("images", "[{'bufferView':" + view + "}]").set("textures", "[{'source':0}]");
        b.set("materials", "[{'emissiveTexture':{'index':0}}]");
        return b.mesh("{'attributes':{'POSITION':0},'material':0}");
    }

    @Test
    void imagesThatAreBrokenOrTooLarge() {
        byte[] png = PngWriter.rgba(100, 100, new int[10_000]);
        assertThat(GltfLoader.load(textured(png).write(folder)).images()).hasSize(1);
        refused(textured(Arrays.copyOf(png, 60)), "images[0]: PNG");
        refused(textured(new byte[] {1, 2, 3}), "images[0]: this image format is not supported");
        refused(textured(new byte[] {-1, -40, -1, -39}), "images[0]: JPEG");
        byte[] corrupt = png.clone();
        corrupt[60] ^= 1;
        refused(textured(corrupt), "images[0]: PNG is corrupt");
        byte[] bomb = png.clone();
        bomb[18] = bomb[22] = (byte) 0xEA;
        refused(textured(bomb), "images[0]: ");
        bomb[18] = bomb[22] = 0x3F;
        refused(textured(bomb), "images[0]: ");
        Path file = textured(png).write(folder);
        LoadLimits d = LoadLimits.defaults();
        assertThatThrownBy(() -> GltfLoader.load(file, d.withMaxImage(99, 1 << 20)))
                .hasMessageEndingWith(
                        "images[0]: 100x100 pixels are too many, sides of at most 99 and 1,048,576 pixels expected");
        assertThatThrownBy(() -> GltfLoader.load(file, d.withMaxImage(200, 9999)))
                .isInstanceOf(SceneException.class);
        assertThatThrownBy(() -> GltfLoader.load(file, d.withMaxDecodedBytes(30_000)))
                .isInstanceOf(SceneException.class)
                .hasMessageContaining("images[0]: 40,000 more bytes of memory are needed");
    }

    @Test
    void messagesAreShortAndOfOneLine() {
        String evil = "a\\n\\u001b[31m\\u2028" + "x".repeat(100_000);
        Path file = text("{'asset':{'version':'2.0'},'extensionsRequired':['" + evil + "']}");
        assertThatThrownBy(() -> GltfLoader.load(file))
                .isInstanceOf(SceneException.class)
                .message()
                .hasSizeLessThan(600)
                .doesNotContain("\n", "\u001b", "\u2028");
    }
}
