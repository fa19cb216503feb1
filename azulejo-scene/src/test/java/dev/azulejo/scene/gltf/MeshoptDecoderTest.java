package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class MeshoptDecoderTest {
    @Test
    void decodesTheExampleOfTheSpecification() throws Exception {
        // Appendix A, mode 0: sixteen deltas in 4-bit sentinel coding
        int[] group = {0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5};
        int[] deltas = {-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0};
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        stream.write(0xA0);
        stream.write(2);
        for (int b : group) {
            stream.write(b);
        }
        stream.writeBytes(new byte[3]); // three more byte positions, all deltas 0
        stream.writeBytes(new byte[28]);
        stream.writeBytes(new byte[] {100, 1, 2, 3});
        byte[] out = MeshoptDecoder.attributes(Bytes.of(stream.toByteArray()), 16, 4, () -> {});
        int value = 100;
        for (int i = 0; i < 16; i++) {
            value += deltas[i];
            assertThat(out[4 * i]).isEqualTo((byte) value);
            assertThat(Arrays.copyOfRange(out, 4 * i + 1, 4 * i + 4)).containsExactly(1, 2, 3);
        }
    }

    @Test
    void attributesComeBack() throws Exception {
        Random random = new Random(1);
        for (int round = 0; round < 300; round++) {
            int stride = 4 * (1 + random.nextInt(64));
            int count = 1 + random.nextInt(round % 10 == 0 ? 2000 : 70);
            byte[] elements = new byte[count * stride];
            int roughness = 1 << random.nextInt(9);
            for (int i = 0; i < elements.length; i++) {
                int before = i < stride ? 0 : elements[i - stride];
                elements[i] = (byte) (before + random.nextInt(roughness) - roughness / 2);
            }
            byte[] stream = MeshoptEncoder.attributes(elements, stride);
            assertThat(MeshoptDecoder.attributes(Bytes.of(stream), count, stride, () -> {}))
                    .as("round %d, stride %d, count %d", round, stride, count)
                    .isEqualTo(elements);
        }
    }

    @Test
    void indicesComeBack() throws Exception {
        Random random = new Random(2);
        for (int round = 0; round < 200; round++) {
            int[] indices = new int[random.nextInt(500)];
            int a = 0;
            int b = random.nextInt(1 << 20);
            for (int i = 0; i < indices.length; i++) {
                if (random.nextBoolean()) {
                    indices[i] = a = Math.max(0, a + random.nextInt(9) - 3);
                } else {
                    indices[i] = b = Math.abs(b + random.nextInt(2000) - 1000);
                }
            }
            byte[] stream = MeshoptEncoder.indices(indices);
            assertThat(MeshoptDecoder.indices(Bytes.of(stream), indices.length, () -> {}))
                    .isEqualTo(indices);
        }
    }

    @Test
    void trianglesComeBack() throws Exception {
        Random random = new Random(3);
        boolean[] seen = new boolean[256];
        for (int round = 0; round < 300; round++) {
            int[] indices = triangleSoup(random);
            byte[] stream = MeshoptEncoder.triangles(indices);
            for (int t = 0; t < indices.length / 3; t++) {
                seen[stream[1 + t] & 255] = true;
            }
            assertThat(MeshoptDecoder.triangles(Bytes.of(stream), indices.length, () -> {}))
                    .as("round %d", round)
                    .isEqualTo(indices);
        }
        // every kind of code was met
        for (int low : new int[] {0, 1, 5, 12, 13, 14, 15}) {
            boolean any = false;
            for (int high = 0; high < 15; high++) {
                any |= seen[high << 4 | low];
            }
            assertThat(any).as("code xX%x", low).isTrue();
        }
        assertThat(seen[0xF0]).isTrue();
        assertThat(seen[0xFE]).isTrue();
        assertThat(seen[0xFF]).isTrue();
    }

    /** Strips, fans, repeats and jumps. */
    private static int[] triangleSoup(Random random) {
        List<Integer> list = new ArrayList<>();
        int next = 0;
        int size = random.nextInt(300);
        for (int t = 0; t < size; t++) {
            int kind = random.nextInt(12);
            int n = list.size();
            int a;
            int b;
            int c;
            if (n >= 3 && kind < 8) {
                // on an edge of an earlier triangle
                int back = 3 * (1 + random.nextInt(Math.min(6, n / 3)));
                int corner = random.nextInt(3);
                a = list.get(n - back + (corner + 1) % 3);
                b = list.get(n - back + corner);
                c =
                        switch (random.nextInt(5)) {
                            case 0, 1 -> next;
                            case 2 -> list.get(random.nextInt(n));
                            case 3 -> Math.max(0, list.getLast() + random.nextInt(5) - 2);
                            default -> random.nextInt(100_000);
                        };
            } else if (kind < 10) {
                a = next;
                b = next + 1;
                c = next + 2;
            } else if (kind == 10) {
                a = 0;
                b = 1;
                c = 2;
                next = 0;
            } else {
                a = random.nextInt(1 << 24);
                b = random.nextInt(50);
                c = next;
            }
            list.addAll(List.of(a, b, c));
            next = c == next || b == next || a == next ? Math.max(a, Math.max(b, c)) + 1 : next;
            if (kind == 10) {
                next = 3;
            }
        }
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    @Test
    void octahedralVectorsHaveUnitLength() {
        byte[] wide = GltfBuilder.bytes16(511, 0, 511, 7, 0, -511, 511, -9, 100, 100, 511, 0);
        MeshoptDecoder.octahedral(wide, 8, () -> {});
        assertThat(shorts(wide)).startsWith(32767, 0, 0, 7, 0, -32767, 0, -9);
        int[] third = Arrays.copyOfRange(shorts(wide), 8, 12);
        assertThat(Math.hypot(Math.hypot(third[0], third[1]), third[2]))
                .isBetween(32766.0, 32768.0);
        assertThat(third[0]).isEqualTo(third[1]);
        // 1 - 2 * 100/511 to 100/511
        assertThat((double) third[2] / third[0]).isBetween(3.1, 3.12);

        byte[] narrow = {127, 0, 127, 5, 0, 0, 127, 6, -64, -63, 127, 7, 127, 127, 127, 1};
        MeshoptDecoder.octahedral(narrow, 4, () -> {});
        assertThat(narrow).startsWith(127, 0, 0, 5, 0, 0, 127, 6);
        assertThat(Arrays.copyOfRange(narrow, 12, 16)).containsExactly(0, 0, -127, 1);
    }

    @Test
    void quaternionsGetTheirLargestComponentBack() {
        // identity: three zeros, largest is component 3
        byte[] q = GltfBuilder.bytes16(0, 0, 0, 2047 & ~3 | 3, 2047, 0, 0, 2047 & ~3);
        MeshoptDecoder.quaternion(q, () -> {});
        assertThat(shorts(q)).startsWith(0, 0, 0, 32767);
        // largest is x, next is 1/sqrt(2)
        assertThat(shorts(q)[4]).isBetween(23168, 23171);
        assertThat(shorts(q)[5]).isBetween(23168, 23171);
    }

    @Test
    void exponentsScaleMantissas() {
        byte[] e =
                GltfBuilder.bytes32(
                        3, 2 << 24 | 3, -2 << 24 | 0xFFFFFD, -100 << 24 | 1, 100 << 24 | 1, 0);
        MeshoptDecoder.exponential(e, () -> {});
        assertThat(e)
                .isEqualTo(
                        GltfBuilder.bytes(
                                3, 12, -0.75f, Math.scalb(1f, -100), Math.scalb(1f, 100), 0));
    }

    @Test
    void damagedStreamsAreRefusedOrDecodedToSomething() {
        Random random = new Random(4);
        byte[] elements = new byte[16 * 100];
        random.nextBytes(elements);
        int[] triangles = new int[300];
        for (int i = 0; i < triangles.length; i++) {
            triangles[i] = i / 2;
        }
        byte[][] streams = {
            MeshoptEncoder.attributes(elements, 16),
            MeshoptEncoder.triangles(triangles),
            MeshoptEncoder.indices(triangles)
        };
        for (int round = 0; round < 20_000; round++) {
            int mode = round % 3;
            byte[] damaged = streams[mode].clone();
            for (int i = random.nextInt(5); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            int length = random.nextInt(3) == 0 ? random.nextInt(damaged.length) : damaged.length;
            Bytes stream = Bytes.of(Arrays.copyOf(damaged, length));
            try {
                switch (mode) {
                    case 0 -> MeshoptDecoder.attributes(stream, 100, 16, () -> {});
                    case 1 -> MeshoptDecoder.triangles(stream, 300, () -> {});
                    default -> MeshoptDecoder.indices(stream, 300, () -> {});
                }
            } catch (MeshoptDecoder.InvalidStream expected) {
                assertThat(expected).hasMessageNotContaining("\n");
            }
        }
    }

    @Test
    void saysWhatIsWrongWithAStream() {
        byte[] stream = MeshoptEncoder.indices(new int[] {1, 2, 3});
        assertThatThrownBy(() -> MeshoptDecoder.indices(Bytes.of(stream), 2, () -> {}))
                .hasMessage("1 bytes are left over");
        assertThatThrownBy(() -> MeshoptDecoder.indices(Bytes.of(stream), 4, () -> {}))
                .hasMessage("it breaks off");
        stream[0] = (byte) 0xE1;
        assertThatThrownBy(() -> MeshoptDecoder.indices(Bytes.of(stream), 3, () -> {}))
                .hasMessage("header 0xe1, 0xd1 expected");
    }

    private static int[] shorts(byte[] bytes) {
        int[] out = new int[bytes.length / 2];
        for (int i = 0; i < out.length; i++) {
            out[i] = bytes[2 * i] & 255 | bytes[2 * i + 1] << 8;
        }
        return out;
    }
}
