package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How often decoders look whether to go on: so much work lies between two looks, and whoever takes
 * one away hears of it here.
 */
class DecodingLooksTest {
    private final AtomicInteger looks = new AtomicInteger();
    private final Runnable goOn = looks::incrementAndGet;

    private static int looksAt(int steps, int mask) {
        return (steps + mask) / (mask + 1);
    }

    /** A square of so many quads a side, all mapped alike: no vertex is split. */
    private static Primitive grid(int side, float[] uv) {
        int vertices = (side + 1) * (side + 1);
        float[] positions = new float[3 * vertices];
        float[] normals = new float[3 * vertices];
        for (int v = 0; v < vertices; v++) {
            positions[3 * v] = uv[2 * v] = v % (side + 1);
            positions[3 * v + 1] = uv[2 * v + 1] = v / (side + 1);
            normals[3 * v + 2] = 1;
        }
        int[] indices = new int[6 * side * side];
        for (int q = 0, i = 0; q < side * side; q++) {
            int a = q / side * (side + 1) + q % side;
            for (int corner : new int[] {a, a + 1, a + side + 2, a, a + side + 2, a + side + 1}) {
                indices[i++] = corner;
            }
        }
        return new Primitive(Topology.TRIANGLES, indices, VertexData.of(positions, normals), -1);
    }

    @Test
    void tangents() {
        int side = 150;
        int vertices = (side + 1) * (side + 1);
        int triangles = 2 * side * side;
        float[] uv = new float[2 * vertices];
        var made = TangentGenerator.withTangents(grid(side, uv), uv, bytes -> {}, goOn);
        assertThat(made.vertices().count()).isEqualTo(vertices);
        int mask = TangentGenerator.STEPS;
        // Welding, neighbours, the result; directions, flat ones; six passes over the corners
        assertThat(looks)
                .hasValue(
                        3 * looksAt(vertices, mask)
                                + 2 * looksAt(triangles, mask)
                                + 6 * looksAt(3 * triangles, mask));
        assertThat(mask).isLessThan(20_000);
    }

    private static Bytes stream(int header, int length) {
        byte[] stream = new byte[1 + length];
        stream[0] = (byte) header;
        return Bytes.of(stream);
    }

    private void looked(int times) {
        assertThat(looks.getAndSet(0)).isEqualTo(times);
    }

    @Test
    void meshopt() throws MeshoptDecoder.InvalidStream {
        // Blocks of 256 elements of four bytes, which are all zero
        MeshoptDecoder.attributes(stream(0xA0, 4 * 16 + 32), 1024, 4, goOn);
        looked(4);
        int steps = MeshoptDecoder.STEPS + 1;
        int[] triangles =
                MeshoptDecoder.triangles(
                        stream(0xE1, 2 * steps + 1 + 16), 3 * (2 * steps + 1), goOn);
        assertThat(Arrays.stream(triangles).max()).hasValue(2 * steps);
        looked(3);
        int[] indices = MeshoptDecoder.indices(stream(0xD1, steps + 1 + 4), steps + 1, goOn);
        looked(2);
        MeshoptDecoder.toBytes(indices, 2, goOn);
        looked(2);
        MeshoptDecoder.octahedral(new byte[3 * steps + 8], 8, goOn);
        looked(4);
        MeshoptDecoder.quaternion(new byte[2 * steps], goOn);
        looked(2);
        MeshoptDecoder.exponential(new byte[steps + 4], goOn);
        looked(2);
        assertThat(steps).isLessThan(100_000);
    }

    /** So many elements a look, whatever they are stored as; and all of them arrive. */
    @Test
    void accessors() {
        int count = 2 * Accessors.STEPS + 3;
        String[] stored = {"5125 4", "5123 4", "5121 4", "5126 12", "5126 16", "5123 12", "5120 4"};
        for (String each : stored) {
            var words = each.split(" ");
            boolean vector = !words[1].equals("4") || words[0].equals("5120");
            var read = accessors(count, words[0], Integer.parseInt(words[1]), vector);
            looks.set(0);
            int components = vector ? 3 : 1;
            if (vector) {
                float[] values = read.floats(0, 3, 0, false);
                assertThat(values).hasSize(3 * count);
                for (int i = 0; i < count; i++) {
                    int first = i / Accessors.STEPS * Accessors.STEPS;
                    float expected = values[components * first];
                    assertThat(values[components * i]).as(each).isNotZero().isEqualTo(expected);
                }
                float[] blocks = {values[0], values[3 * Accessors.STEPS], values[3 * count - 3]};
                assertThat(blocks).as(each).doesNotHaveDuplicates();
            } else {
                int[] values = read.indices(0);
                assertThat(values).hasSize(count);
                for (int i = 0; i < count; i++) {
                    assertThat(values[i] & 255).as(each).isEqualTo(1 + i / Accessors.STEPS);
                }
            }
            // One more where memory is taken
            looked(1 + 3);
        }
        assertThat(Accessors.STEPS).isLessThan(100_000);
    }

    /** An accessor that counts looks; each byte tells behind how many of them it is copied. */
    private Accessors accessors(int count, String type, int stride, boolean vector) {
        byte[] data = new byte[stride * count];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (1 + i / stride / Accessors.STEPS);
        }
        String json =
                """
                {"buffers": [{"byteLength": %1$d}],
                 "bufferViews": [{"buffer": 0, "byteLength": %1$d, "byteStride": %2$d}],
                 "accessors": [{"bufferView": 0, "componentType": %3$s, "count": %4$d, "type": "%5$s"}]}
                """
                        .formatted(data.length, stride, type, count, vector ? "VEC3" : "SCALAR");
        var stop = new StopSign("loading");
        stop.begin(Cancellation.when(() -> looks.incrementAndGet() < 0));
        var limits = LoadLimits.defaults();
        var budget = new Budget(1L << 30, stop);
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        var root = JsonTree.read(Bytes.of(text), limits, budget, "model");
        var files = new SourceFiles(null, text, "model", limits, budget);
        var views = BufferViews.read(root, files, Bytes.of(data), limits, budget);
        return Accessors.read(root, views, limits, budget);
    }
}
