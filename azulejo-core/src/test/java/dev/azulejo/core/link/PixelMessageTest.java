package dev.azulejo.core.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;

/** Messages of pixels: their bytes as stated, and what is refused. */
class PixelMessageTest {
    private final PixelWriter writer = new PixelWriter();
    private final PixelReader reader = new PixelReader();

    private byte[] ended() {
        int length = writer.end();
        return Arrays.copyOf(writer.bytes(), length);
    }

    private byte[] pixels() {
        writer.begin(PixelMessage.Kind.PIXELS, 3, 0x01020304, 0x0506, 7);
        writer.carry(new int[] {9, 0x0A0B0C0D, 9}, 1, 1);
        writer.carry(new float[] {1, -0f}, 0, 2);
        return ended();
    }

    private byte[] painted() {
        writer.begin(PixelMessage.Kind.PAINTED, 63, -1, 0, 11);
        writer.put(0x81);
        writer.put(0x04);
        return ended();
    }

    @Test
    void bytesAreAsStated() {
        byte[] message = pixels();
        assertThat(RawMessages.hex(message).substring(0, 64))
                .isEqualTo(
                        "417a010a"
                                + "03000605"
                                + "04030201"
                                + "07000000"
                                + "24000000"
                                + "0d0c0b0a"
                                + "0000803f"
                                + "00000080");
        assertThat(message).hasSize(20 + 12 + 4);
        assertThat(RawMessages.hex(painted()).substring(0, 44))
                .isEqualTo("417a0108" + "3f000000" + "ffffffff" + "0b000000" + "1a000000" + "8104");
        assertThat(PixelMessage.groups(16)).isEqualTo(1);
        assertThat(PixelMessage.groups(17)).isEqualTo(2);
    }

    @Test
    void whatIsWrittenIsRead() {
        byte[] message = pixels();
        assertThat(reader.read(message, message.length)).isTrue();
        assertThat(reader.kind()).isEqualTo(PixelMessage.Kind.PIXELS);
        assertThat(reader.sender()).isEqualTo(3);
        assertThat(reader.frame()).isEqualTo(0x01020304);
        assertThat(reader.phase()).isEqualTo(0x0506);
        assertThat(reader.number()).isEqualTo(7);
        assertThat(reader.left()).isEqualTo(12);
        var ints = new int[3];
        reader.carry(ints, 2, 1);
        assertThat(ints).containsExactly(0, 0, 0x0A0B0C0D);
        var floats = new float[2];
        reader.carry(floats, 0, 2);
        assertThat(Float.floatToRawIntBits(floats[1])).isEqualTo(1 << 31);
        assertThat(floats[0]).isOne();
        assertThat(reader.left()).isZero();
        byte[] set = painted();
        assertThat(reader.read(set, set.length)).isTrue();
        for (int group = 0; group < 11; group++) {
            assertThat(reader.has(group)).as("%d", group).isEqualTo(group % 7 == 0 || group == 10);
        }
    }

    /** Every flipped bit, every length but the right one, and set bits that stand for no group. */
    @Test
    void whatIsDamagedIsRefused() {
        for (byte[] message : new byte[][] {pixels(), painted()}) {
            for (int bit = 0; bit < 8 * message.length; bit++) {
                byte[] damaged = message.clone();
                damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
                assertThat(reader.read(damaged, damaged.length)).as("bit %d", bit).isFalse();
                assertThat(reader.kind()).as("bit %d", bit).isNull();
            }
            byte[] longer = Arrays.copyOf(message, message.length + 8);
            for (int length = 0; length <= longer.length; length++) {
                assertThat(reader.read(longer, length))
                        .as("%d", length)
                        .isEqualTo(length == message.length);
            }
        }
        byte[] odd = pixels();
        odd[5] = 1;
        var check = new CRC32C();
        check.update(odd, 0, odd.length - 4);
        HintMessage.putInt(odd, odd.length - 4, (int) check.getValue());
        assertThat(reader.read(odd, odd.length)).as("what must be 0").isFalse();
        writer.begin(PixelMessage.Kind.PAINTED, 0, 0, 0, 11);
        writer.put(0);
        writer.put(0x08);
        byte[] beyond = ended();
        assertThat(reader.read(beyond, beyond.length)).isFalse();
        writer.begin(PixelMessage.Kind.WANTED, 0, 0, 0, 17);
        writer.put(0);
        writer.put(0);
        byte[] few = ended();
        assertThat(reader.read(few, few.length)).isFalse();
        writer.begin(PixelMessage.Kind.QUESTION, 0, 0, 0, 0);
        writer.put(0);
        byte[] more = ended();
        assertThat(reader.read(more, more.length)).isFalse();
    }

    @Test
    void otherMessagesAreNone() {
        var random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            byte[] noise = new byte[random.nextInt(80)];
            random.nextBytes(noise);
            assertThat(reader.read(noise, noise.length)).isFalse();
        }
        byte[] hints = RawMessages.randomHints(random, 4, HintDetail.OWNERS);
        assertThat(reader.read(hints, hints.length)).isFalse();
        byte[] pixels = pixels();
        assertThat(new MessageReader().read(pixels, 0, pixels.length)).isFalse();
    }

    @Test
    void longMessagesGrow() {
        var many = new int[5000];
        Arrays.setAll(many, i -> i * 7919);
        writer.begin(PixelMessage.Kind.PIXELS, 0, 0, 0, 0);
        writer.carry(many, 0, many.length);
        byte[] message = ended();
        assertThat(reader.read(message, message.length)).isTrue();
        var back = new int[many.length];
        reader.carry(back, 0, back.length);
        assertThat(back).isEqualTo(many);
    }

    @Test
    void whatDoesNotFitTheHeaderIsRefused() {
        assertThatThrownBy(() -> writer.begin(PixelMessage.Kind.PIXELS, 64, 0, 0, 0))
                .hasMessageContaining("gpu=64");
        assertThatThrownBy(() -> writer.begin(PixelMessage.Kind.PIXELS, 0, 0, 1 << 16, 0))
                .hasMessageContaining("phase=65536");
    }
}
