package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

class AccessorDecodingTest {
    private static final Offset<Float> TINY = within(1e-7f);

    @TempDir Path folder;

    private Primitive load(GltfBuilder builder) {
        Scene scene = GltfLoader.load(builder.write(folder));
        return scene.meshes().getFirst().primitives().getFirst();
    }

    private static String primitive(String attributes, String more) {
        return "{'mode':0,'attributes':{" + attributes + "}" + more + "}";
    }

    @ParameterizedTest
    @CsvSource({
        "5120,false,-5", "5120,true,-0.03937008", "5121,false,251", "5121,true,0.98431373",
        "5122,false,-5", "5122,true,-0.00015259254", "5123,false,65531", "5123,true,0.99993896"
    })
    void integersOfEveryType(int componentType, boolean normalized, float expected) {
        boolean wide = componentType >= 5122;
        byte[] data = wide ? GltfBuilder.bytes16(-5, 1, 0) : GltfBuilder.bytes8(-5, 1, 0, 0);
        GltfBuilder b = new GltfBuilder();
        b.set("extensionsRequired", "['KHR_mesh_quantization']");
        int position =
                b.accessor(data, componentType, "VEC3", 1, normalized ? ",'normalized':true" : "");
        b.mesh(primitive("'POSITION':" + position, ""));
        assertThat(load(b).vertices().positions()[0]).isEqualTo(expected, TINY);
    }

    @Test
    void smallestSignedIntegerIsMinusOne() {
        GltfBuilder b = new GltfBuilder();
        int position =
                b.accessor(
                        GltfBuilder.bytes8(-128, -127, 127, 0),
                        5120,
                        "VEC3",
                        1,
                        ",'normalized':true");
        b.mesh(primitive("'POSITION':" + position, ""));
        assertThat(load(b).vertices().positions()).containsExactly(-1, -1, 1);
    }

    @Test
    void interleavedAttributes() {
        // per vertex: position 3 floats, normal 4 bytes, colour 4 shorts
        Random random = new Random(1);
        int count = 57;
        ByteBuffer data = ByteBuffer.allocate(24 * count).order(ByteOrder.LITTLE_ENDIAN);
        float[] positions = new float[3 * count];
        int[] colors = new int[4 * count];
        for (int v = 0; v < count; v++) {
            for (int k = 0; k < 3; k++) {
                positions[3 * v + k] = random.nextFloat();
                data.putFloat(positions[3 * v + k]);
            }
            data.put(new byte[] {0, (byte) (v % 2 == 0 ? 127 : -127), 0, 99});
            for (int k = 0; k < 4; k++) {
                colors[4 * v + k] = random.nextInt(65536);
                data.putShort((short) colors[4 * v + k]);
            }
        }
        GltfBuilder b = new GltfBuilder();
        int view = b.view(data.array(), ",'byteStride':24");
        String accessor =
                "{'bufferView':"
                        + view
                        + ",'byteOffset':%d,'componentType':%d,'type':'%s','count':%d%s}";
        b.accessor(accessor.formatted(0, 5126, "VEC3", count, ""));
        b.accessor(accessor.formatted(12, 5120, "VEC3", count, ",'normalized':true"));
        b.accessor(accessor.formatted(16, 5123, "VEC4", count, ",'normalized':true"));
        b.mesh(primitive("'POSITION':0,'NORMAL':1,'COLOR_0':2", ""));
        VertexData v = load(b).vertices();
        assertThat(v.positions()).isEqualTo(positions);
        for (int i = 0; i < count; i++) {
            assertThat(v.normals()[3 * i + 1]).isEqualTo(i % 2 == 0 ? 1 : -1);
            assertThat(v.color0()[4 * i + 2]).isEqualTo(colors[4 * i + 2] / 65535f);
        }
    }

    @Test
    void colorsWithoutAlphaAreOpaque() {
        GltfBuilder b = new GltfBuilder();
        b.floats("VEC3", 0, 0, 0, 1, 1, 1);
        b.floats("VEC3", 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f);
        b.mesh(primitive("'POSITION':0,'COLOR_0':1", ""));
        assertThat(load(b).vertices().color0())
                .containsExactly(0.1f, 0.2f, 0.3f, 1, 0.4f, 0.5f, 0.6f, 1);
    }

    @Test
    void sparseOverAView() {
        GltfBuilder b = new GltfBuilder();
        int base = b.view(GltfBuilder.bytes(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3), "");
        int places = b.view(GltfBuilder.bytes8(1, 3), "");
        int values = b.view(GltfBuilder.bytes(10, 11, 12, 30, 31, 32), "");
        b.accessor(
                "{'bufferView':%d,'componentType':5126,'type':'VEC3','count':4,'sparse':{'count':2,'indices':{'bufferView':%d,'componentType':5121},'values':{'bufferView':%d}}}"
                        .formatted(base, places, values));
        b.mesh(primitive("'POSITION':0", ""));
        assertThat(load(b).vertices().positions())
                .containsExactly(0, 0, 0, 10, 11, 12, 2, 2, 2, 30, 31, 32);
    }

    @Test
    void sparseOverNothingAndNothingAtAll() {
        GltfBuilder b = new GltfBuilder();
        int places = b.view(GltfBuilder.bytes16(2), "");
        int values = b.view(GltfBuilder.bytes(7, 8, 9), "");
        b.accessor(
                "{'componentType':5126,'type':'VEC3','count':3,'sparse':{'count':1,'indices':{'bufferView':%d,'componentType':5123},'values':{'bufferView':%d}}}"
                        .formatted(places, values));
        b.accessor("{'componentType':5126,'type':'VEC2','count':3}");
        b.mesh(primitive("'POSITION':0,'TEXCOORD_0':1", ""));
        VertexData v = load(b).vertices();
        assertThat(v.positions()).containsExactly(0, 0, 0, 0, 0, 0, 7, 8, 9);
        assertThat(v.texCoord0()).containsExactly(0, 0, 0, 0, 0, 0);
    }

    @ParameterizedTest
    @CsvSource({"5121", "5123", "5125"})
    void indicesOfEveryType(int componentType) {
        int[] indices = {2, 0, 1, 1, 2, 0};
        byte[] data =
                switch (componentType) {
                    case 5121 -> GltfBuilder.bytes8(indices);
                    case 5123 -> GltfBuilder.bytes16(indices);
                    default -> GltfBuilder.bytes32(indices);
                };
        GltfBuilder b = new GltfBuilder();
        b.floats("VEC3", 0, 0, 0, 1, 1, 1, 2, 2, 2);
        int accessor = b.accessor(data, componentType, "SCALAR", 6, "");
        b.mesh(primitive("'POSITION':0", ",'indices':" + accessor));
        Primitive p = load(b);
        assertThat(p.topology()).isEqualTo(Topology.POINTS);
        assertThat(p.indices()).isEqualTo(indices);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EXT", "KHR"})
    void compressedViews(String vendor) {
        Random random = new Random(7);
        int count = 500;
        float[] positions = new float[3 * count];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = random.nextInt(100);
        }
        int[] indices = new int[3 * 700];
        for (int i = 0; i < indices.length; i++) {
            indices[i] =
                    i < 9
                            ? i
                            : Math.min(count - 1, Math.max(0, indices[i - 3] + random.nextInt(3)));
        }
        byte[] triangles = MeshoptEncoder.triangles(indices);
        GltfBuilder b = new GltfBuilder();
        b.set("extensionsRequired", "['%s_meshopt_compression']".formatted(vendor));
        b.set("extensionsUsed", "['%s_meshopt_compression']".formatted(vendor));
        compressed(
                b,
                vendor,
                MeshoptEncoder.attributes(GltfBuilder.bytes(positions), 12),
                12,
                count,
                "'mode':'ATTRIBUTES'");
        compressed(b, vendor, triangles, 2, indices.length, "'mode':'TRIANGLES'");
        compressed(
                b, vendor, MeshoptEncoder.indices(indices), 4, indices.length, "'mode':'INDICES'");
        b.accessor(
                "{'bufferView':0,'componentType':5126,'type':'VEC3','count':%d}".formatted(count));
        b.accessor(
                "{'bufferView':1,'componentType':5123,'type':'SCALAR','count':%d}"
                        .formatted(indices.length));
        b.accessor(
                "{'bufferView':2,'componentType':5125,'type':'SCALAR','count':%d}"
                        .formatted(indices.length));
        b.mesh(
                primitive("'POSITION':0", ",'indices':1")
                        + ","
                        + primitive("'POSITION':0", ",'indices':2"));
        b.buffers(
                "[{'byteLength':%d},{'byteLength':100000,'extensions':{'%s_meshopt_compression':{'fallback':true}}}]"
                        .formatted(b.binary().length, vendor));
        Scene scene = GltfLoader.load(b.write(folder));
        for (Primitive p : scene.meshes().getFirst().primitives()) {
            float[] expanded =
                    VertexSet.gather(p.vertices().positions(), 3, p.indices(), indices.length);
            assertThat(expanded).isEqualTo(VertexSet.gather(positions, 3, indices, indices.length));
        }
    }

    private static void compressed(
            GltfBuilder b, String vendor, byte[] stream, int stride, int count, String mode) {
        int offset = b.append(stream);
        b.rawView(
                "{'buffer':1,'byteLength':%d,'extensions':{'%s_meshopt_compression':{'buffer':0,'byteOffset':%d,'byteLength':%d,'byteStride':%d,'count':%d,%s}}}"
                        .formatted(
                                stride * count,
                                vendor,
                                offset,
                                stream.length,
                                stride,
                                count,
                                mode));
    }

    /** Three equal corners: nothing but the tail of a stream, which says where they are. */
    @Test
    void attributesOfVersion1AreDecoded() {
        byte[] stream = new byte[1 + 3 + 24];
        stream[0] = (byte) 0xA1;
        Arrays.fill(stream, 1, 4, (byte) 0xAA);
        System.arraycopy(GltfBuilder.bytes(new float[] {1, 2, 3}), 0, stream, 13, 12);
        GltfBuilder b = new GltfBuilder();
        b.set("extensionsRequired", "['KHR_meshopt_compression']");
        b.set("extensionsUsed", "['KHR_meshopt_compression']");
        compressed(b, "KHR", stream, 12, 3, "'mode':'ATTRIBUTES'");
        b.accessor("{'bufferView':0,'componentType':5126,'type':'VEC3','count':3}");
        b.mesh(primitive("'POSITION':0", ""));
        b.buffers("[{'byteLength':%d},{'byteLength':36}]".formatted(b.binary().length));
        Scene scene = GltfLoader.load(b.write(folder));
        assertThat(scene.meshes().getFirst().primitives().getFirst().vertices().positions())
                .containsExactly(1, 2, 3, 1, 2, 3, 1, 2, 3);
    }

    @Test
    void sharedVerticesAreKeptTogetherOrCompacted() {
        GltfBuilder b = new GltfBuilder();
        float[] positions = new float[300];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = i;
        }
        b.floats("VEC3", positions);
        int few = b.shorts(70, 3, 70, 99);
        int[] all = new int[100];
        for (int i = 0; i < all.length; i++) {
            all[i] = 99 - i;
        }
        int most = b.shorts(all);
        b.mesh(
                primitive("'POSITION':0", ",'indices':" + few)
                        + ","
                        + primitive("'POSITION':0", ",'indices':" + most)
                        + ","
                        + primitive("'POSITION':0", ""));
        Scene scene = GltfLoader.load(b.write(folder));
        var primitives = scene.meshes().getFirst().primitives();
        assertThat(primitives.get(0).vertices().positions())
                .containsExactly(9, 10, 11, 210, 211, 212, 297, 298, 299);
        assertThat(primitives.get(0).indices()).containsExactly(1, 0, 1, 2);
        assertThat(primitives.get(1).vertices()).isSameAs(primitives.get(2).vertices());
    }
}
