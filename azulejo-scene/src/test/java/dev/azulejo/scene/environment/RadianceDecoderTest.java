package dev.azulejo.scene.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;

/** Damaged files become pictures or one line. */
class RadianceDecoderTest {
    private static final int ROUNDS = 20_000;

    /** No picture of a damaged file is larger; what its header says may be. */
    private static final int MOST_TEXELS = 1 << 16;

    @Test
    @Timeout(60)
    void damagedFilesArePicturesOrOneLine() throws IOException {
        var random = new Random(17);
        float[] rgb = new float[3 * 24 * 12];
        for (int i = 0; i < rgb.length; i++) {
            rgb[i] = random.nextInt(3) / 2f;
        }
        int read = 0;
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            var rows = RadianceFiles.Rows.values()[round % 3];
            byte[] bytes = damage(RadianceFiles.file(24, 12, rgb, rows), random);
            try {
                decode(bytes);
                read++;
            } catch (SceneException e) {
                assertThat(e.getMessage()).startsWith("damaged: ").doesNotContain("\n");
                refused++;
            }
        }
        assertThat(read).isGreaterThan(ROUNDS / 20);
        assertThat(refused).isGreaterThan(ROUNDS / 20);
    }

    /** Bytes become others, some go, some come twice. */
    private static byte[] damage(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        for (int change = 1 + random.nextInt(3); change > 0; change--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, at + 1);
                default -> {
                    int length = random.nextInt(Math.min(8, bytes.length - at) + 1);
                    byte[] more = new byte[bytes.length + length];
                    System.arraycopy(bytes, 0, more, 0, at + length);
                    System.arraycopy(bytes, at, more, at + length, bytes.length - at);
                    bytes = more;
                }
            }
        }
        return bytes;
    }

    private static void decode(byte[] bytes) throws IOException {
        var decoder = new RadianceDecoder(new ByteArrayInputStream(bytes), "damaged");
        decoder.readHeader();
        long texels = (long) decoder.width() * decoder.height();
        if (decoder.width() < 1 || decoder.height() < 1 || texels > MOST_TEXELS) {
            // Whoever wants a picture refuses it
            return;
        }
        float[] rgb = new float[(int) (3 * texels)];
        decoder.readRows(rgb, () -> {});
        for (float value : rgb) {
            // Asked first: an assertion is an object, of millions
            if (!(value >= 0 && value < Float.POSITIVE_INFINITY)) {
                fail("%s is no light", value);
            }
        }
    }
}
