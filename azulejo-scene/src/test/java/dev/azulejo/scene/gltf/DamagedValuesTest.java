package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

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
import java.util.Arrays;

/** The same damage in many places: every kind of number, type and reference that can be wrong. */
@Timeout(60)
class DamagedValuesTest {
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2147483639",
                "2147483640",
                "2147483647",
                "2147483648",
                "4294967295",
                "4294967296",
                "4294967297",
                "9223372036854775807",
                "18446744073709551616",
                "1e300",
                "1e999"
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

    @ParameterizedTest
    @CsvSource({
        "5121, 3, 3",
        "5121, 255, 255",
        "5123, 3, 3",
        "5123, 65535, 65535",
        "5125, 3, 3",
        "5125, -1, 4294967295",
        "5125, -2147483648, 2147483648"
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
    void addressesWithEscapesAreRead() throws IOException {
        GltfBuilder b = GltfBuilder.triangle();
        Files.createDirectories(folder.resolve("ein ordner"));
        Files.write(folder.resolve("ein ordner/ä.bin"), b.binary());
        for (String uri : new String[] {"ein%20ordner/%C3%A4.bin", "./ein ordner/x/../ä.bin"}) {
            assertThat(GltfLoader.load(text(b.json(uri))).meshes()).hasSize(1);
        }
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
