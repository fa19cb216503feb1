package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

/** Streams are of the library's own encoder (npm {@code meshoptimizer} 1.x, version 1). */
class MeshoptAttributesTest {
    private static final Runnable GO_ON = () -> {};

    /** Floats, 16-bit and 8-bit slopes, what stays the same, and noise: each kind of difference. */
    private static byte[] elements(int count) {
        var out = ByteBuffer.allocate(16 * count).order(ByteOrder.LITTLE_ENDIAN);
        int noise = 12345;
        for (int i = 0; i < count; i++) {
            noise = noise * 1103515245 + 12345;
            out.putFloat(i * 0.25f + 100);
            out.putShort((short) (i * 37 % 30000)).putShort((short) (1000 - i * 3));
            out.put((byte) 7).put((byte) (i >> 4)).put((byte) (i * i));
            out.put((byte) (i % 5 == 0 ? 1 : 0)).putInt(noise);
        }
        return out.array();
    }

    private static byte[] stream(int count) throws IOException {
        String name = "/dev/azulejo/scene/gltf/attributes%d.bin".formatted(count);
        try (var in = MeshoptAttributesTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 300})
    void elementsComeBack(int count) throws Exception {
        byte[] stream = stream(count);
        assertThat(MeshoptAttributes.isVersion1(Bytes.of(stream))).isTrue();
        assertThat(MeshoptAttributes.decode(Bytes.of(stream), count, 16, GO_ON))
                .isEqualTo(elements(count));
        assertThat((long) stream.length)
                .isGreaterThanOrEqualTo(MeshoptAttributes.minBytes(count, 16));
    }

    /** Nothing differs from what stands in the tail: no smaller stream is possible. */
    @Test
    void theSmallestStreamIsAsLongAsStated() throws Exception {
        int count = 2000;
        byte[] stream = new byte[(int) MeshoptAttributes.minBytes(count, 8)];
        stream[0] = (byte) 0xA1;
        Arrays.fill(stream, 1, stream.length - 24, (byte) 0xAA);
        stream[stream.length - 10] = 5;
        byte[] out = MeshoptAttributes.decode(Bytes.of(stream), count, 8, GO_ON);
        for (int i = 0; i < out.length; i++) {
            assertThat(out[i]).isEqualTo((byte) (i % 8 == 0 ? 5 : 0));
        }
        assertThatThrownBy(
                        () ->
                                MeshoptAttributes.decode(
                                        Bytes.of(Arrays.copyOf(stream, stream.length - 1)),
                                        count,
                                        8,
                                        GO_ON))
                .isInstanceOf(MeshoptDecoder.InvalidStream.class);
    }

    @Test
    void lengthsThatDoNotFitAreRefused() throws IOException {
        byte[] good = stream(300);
        for (int length = 0; length < good.length; length += 7) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> MeshoptAttributes.decode(Bytes.of(cut), 300, 16, GO_ON))
                    .isInstanceOf(MeshoptDecoder.InvalidStream.class);
        }
        assertThatThrownBy(
                        () ->
                                MeshoptAttributes.decode(
                                        Bytes.of(Arrays.copyOf(good, good.length + 1)),
                                        300,
                                        16,
                                        GO_ON))
                .isInstanceOf(MeshoptDecoder.InvalidStream.class);
        byte[] unknown = good.clone();
        unknown[unknown.length - 4] = 3;
        assertThatThrownBy(() -> MeshoptAttributes.decode(Bytes.of(unknown), 300, 16, GO_ON))
                .hasMessage("differences of kind 3, 0 to 2 expected");
    }

    @Test
    void damagedStreamsStayWithinTheirBounds() throws IOException {
        var random = new Random(4);
        byte[] good = stream(300);
        int refused = 0;
        for (int round = 0; round < 2000; round++) {
            byte[] around = new byte[good.length + 100];
            System.arraycopy(good, 0, around, 50, good.length);
            for (int change = 0; change < 1 + round % 20; change++) {
                around[51 + random.nextInt(good.length - 1)] = (byte) random.nextInt();
            }
            try {
                byte[] out =
                        MeshoptAttributes.decode(
                                new Bytes(around, 50, good.length), 300, 16, GO_ON);
                assertThat(out).hasSize(4800);
            } catch (MeshoptDecoder.InvalidStream e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(500, 1999);
    }

    /** Red, half-transparent green, a bluish one and white without alpha, as encoded. */
    @Test
    void colorsComeBack() {
        int[] expected = {255, 0, 0, 255, 0, 255, 0, 128, 51, 102, 204, 64, 255, 255, 255, 0};
        byte[] narrow = HexFormat.of().parseHex("407fc1ff7f007fc073b4f3a0ff000080");
        MeshoptAttributes.color(narrow, 4, GO_ON);
        for (int i = 0; i < 16; i++) {
            assertThat(narrow[i] & 255).isBetween(expected[i] - 3, expected[i] + 3);
        }
        byte[] oneBit = {1, 0, 0, 1};
        MeshoptAttributes.color(oneBit, 4, GO_ON);
        assertThat(oneBit).containsOnly(-1);
        String[] wide = {
            "0004ff0701fcff0fff070000ff07000c330734fb33ff000aff0f000000000008",
            "0040ff7f01c0ffffff7f0000ff7f00c0337334b333f300a0ffff000000000080"
        };
        for (String coded : wide) {
            byte[] elements = HexFormat.of().parseHex(coded);
            MeshoptAttributes.color(elements, 8, GO_ON);
            for (int i = 0; i < 16; i++) {
                int value = elements[2 * i] & 255 | (elements[2 * i + 1] & 255) << 8;
                assertThat(value / 257.0).isBetween(expected[i] - 0.6, expected[i] + 0.6);
            }
        }
    }
}
