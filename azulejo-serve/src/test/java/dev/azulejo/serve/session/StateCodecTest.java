package dev.azulejo.serve.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;

/** Sessions are read as they were written, wherever they come from; all else is refused. */
class StateCodecTest {
    private static final int INPUTS = Integer.getInteger("azulejo.fuzz", 100_000);

    private static final SessionState STATE =
            new SessionState(
                    "modèle.glb",
                    -12.5,
                    45,
                    0.25,
                    1,
                    -2,
                    3,
                    -1,
                    2,
                    1.5,
                    false,
                    new SessionState.Look(1, 2, 150, 8, false),
                    new GpuSettings(4, 3, 2, 1, 16, 1, 3, 0));

    @Test
    void everythingTravels() {
        assertThat(StateCodec.decode(StateCodec.encode(STATE))).isEqualTo(STATE);
        var first = SessionState.of("demo:teapot");
        assertThat(StateCodec.decode(StateCodec.encode(first))).isEqualTo(first);
    }

    /** Also with a sum that fits: a client can compute one. */
    @Test
    void whatIsOutOfRangeIsRefused() {
        byte[] bytes = StateCodec.encode(STATE);
        int name = 7 + "modèle.glb".getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        assertRefused(seal(ByteBuffer.wrap(bytes.clone()).putDouble(name, Double.NaN)), "azimuth");
        assertRefused(seal(ByteBuffer.wrap(bytes.clone()).putDouble(name + 16, 0)), "zoom=0.0");
        // The last eight before the sum are the GPUs'
        int gpus = bytes.length - 12;
        assertThat(bytes[gpus]).isEqualTo((byte) 4);
        assertRefused(seal(ByteBuffer.wrap(bytes.clone()).put(gpus, (byte) 65)), "gpus=65");
        assertRefused(seal(ByteBuffer.wrap(bytes.clone()).put(gpus + 1, (byte) 9)), "split=9");
        assertRefused(seal(ByteBuffer.wrap(bytes.clone()).put(gpus - 1, (byte) 2)), "yes or no");
    }

    @Test
    void damageIsSeen() {
        byte[] bytes = StateCodec.encode(STATE);
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 4;
            assertThatThrownBy(() -> StateCodec.decode(damaged))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> StateCodec.decode(cut))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        byte[] later = ByteBuffer.wrap(bytes.clone()).putShort(4, (short) 2).array();
        assertRefused(seal(ByteBuffer.wrap(later)), "version 2, 1 expected");
    }

    /** Whatever bytes there are, with a sum that fits. */
    @Test
    void hostileSessionsAreReadOrRefused() {
        var random = new Random(Long.getLong("azulejo.seed", 22));
        int read = 0;
        for (int i = 0; i < INPUTS; i++) {
            byte[] bytes = StateCodec.encode(STATE);
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                bytes[6 + random.nextInt(bytes.length - 6)] = (byte) random.nextInt(256);
            }
            if (random.nextInt(8) == 0) {
                bytes = Arrays.copyOf(bytes, 11 + random.nextInt(600));
            }
            try {
                var state = StateCodec.decode(seal(ByteBuffer.wrap(bytes)));
                assertThat(StateCodec.decode(StateCodec.encode(state))).isEqualTo(state);
                read++;
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
        assertThat(read).isBetween(INPUTS / 50, INPUTS - INPUTS / 10);
    }

    private static byte[] seal(ByteBuffer bytes) {
        var sum = new CRC32();
        sum.update(bytes.array(), 0, bytes.capacity() - 4);
        return bytes.putInt(bytes.capacity() - 4, (int) sum.getValue()).array();
    }

    private static void assertRefused(byte[] bytes, String why) {
        assertThatThrownBy(() -> StateCodec.decode(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
