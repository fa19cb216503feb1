package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

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
}
