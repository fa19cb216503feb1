package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.image.wasm.BasisModule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/** Against the transcoder by those who made the format, which reads this kind of Basis, too. */
class Etc1sDecoderTest {
    /** What an encoder's file says of its samples. */
    private static byte[] descriptor(boolean alpha) throws Exception {
        byte[] file = Ktx2DecoderTest.resource(alpha ? "etc1s-alpha.ktx2" : "etc1s.ktx2");
        var in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        return Arrays.copyOfRange(file, in.getInt(48), in.getInt(48) + in.getInt(52));
    }

    private static byte[] file(long seed, int width, int height, boolean alpha) throws Exception {
        return Etc1sWriter.file(seed, width, height, alpha, descriptor(alpha));
    }

    /** Returns pixels that the transcoder finds, null if it finds none. */
    private static int[] transcoded(byte[] file) {
        var in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int pages = BasisTranscoder.OWN_PAGES + 100;
        byte[] samples =
                new BasisTranscoder(BasisModule::create, pages)
                        .restore()
                        .decode(file, in.getInt(20), in.getInt(24));
        if (samples == null) {
            return null;
        }
        int[] texels = new int[samples.length / 4];
        ByteBuffer.wrap(samples).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(texels);
        return texels;
    }

    @ParameterizedTest
    @ValueSource(strings = {"etc1s", "etc1s-alpha", "etc1s-large"})
    void anEncodersPicturesAreTheTranscoders(String name) throws Exception {
        byte[] file = Ktx2DecoderTest.resource(name + ".ktx2");
        assertThat(ImageDecoder.decode(file)).isEqualTo(transcoded(file));
    }

    @Test
    void noiseIsTheTranscoders() throws Exception {
        var random = new Random(1);
        for (int seed = 0; seed < 40; seed++) {
            int width = 1 + random.nextInt(90);
            int height = 1 + random.nextInt(90);
            byte[] file = file(seed, width, height, seed % 2 == 1);
            assertThat(ImageDecoder.decode(file)).as("seed %d", seed).isEqualTo(transcoded(file));
        }
    }

    private static void refused(byte[] file, String why) {
        assertThatThrownBy(() -> ImageDecoder.decode(file))
                .isInstanceOf(ImageFormatException.class)
                .hasMessage("KTX2 is corrupt: " + why);
    }

    /** Bytes of a file that say where something is, and what is said if they lie. */
    @Test
    void liesAboutPlacesAreFoundOut() throws Exception {
        byte[] good = file(3, 40, 30, true);
        var in = ByteBuffer.wrap(good).order(ByteOrder.LITTLE_ENDIAN);
        int tables = (int) in.getLong(64);
        int level = (int) in.getLong(80);
        int levelBytes = good.length - level;
        Object[][] lies = {
            {64, good.length + 1, "Basis's tables are not in it"},
            {64, -1, "Basis's tables are not in it"},
            {72, good.length, "Basis's tables are not in it"},
            {72, 39, "Basis's tables are not in it"},
            {76, -1, "Basis's tables are not in it"},
            {tables + 8, 1 << 20, "Basis's tables are cut off"},
            {tables + 12, -1, "Basis's tables are cut off"},
            {tables + 4, 9, "a part of Basis ends too soon"},
            {tables + 2, 0, "Basis without patterns"},
            {tables + 20, 2, "its first picture needs another one"},
            {tables + 28, 9, "a part of Basis ends too soon"},
            {
                tables + 24,
                levelBytes,
                "bytes %d to %d of a level of %d"
                        .formatted(levelBytes, levelBytes + in.getInt(tables + 28), levelBytes)
            },
            {
                tables + 36,
                -1,
                "bytes %d to %d of a level of %d"
                        .formatted(
                                in.getInt(tables + 32),
                                in.getInt(tables + 32) + 0xFFFFFFFFL,
                                levelBytes)
            }
        };
        for (Object[] lie : lies) {
            byte[] file = good.clone();
            var out = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
            int at = (Integer) lie[0];
            if (at == tables + 2) {
                out.putShort(at, (short) 0);
            } else {
                out.putInt(at, (Integer) lie[1]);
            }
            refused(file, (String) lie[2]);
        }
    }

    @Test
    void blocksThatNothingIsKnownOfAreRefused() throws Exception {
        for (Etc1sWriter.Wrong wrong : Etc1sWriter.Wrong.values()) {
            byte[] file = Etc1sWriter.wrongFile(wrong, descriptor(false));
            boolean isPattern = wrong == Etc1sWriter.Wrong.PATTERN;
            refused(file, "a block without a " + (isPattern ? "pattern" : "colour"));
            assertThat(transcoded(file)).as("%s", wrong).isNull();
        }
    }

    /** Whatever a file's tables and slices are, there comes a picture or one line. */
    @Test
    void damageIsFoundOut() throws Exception {
        var random = new Random(2);
        int refused = 0;
        for (int i = 0; i < 1000; i++) {
            byte[] file = file(i % 25, 1 + i % 37, 1 + i % 23, i % 2 == 1);
            int tables = (int) ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(64);
            for (int change = 0; change <= i % 3; change++) {
                file[tables + random.nextInt(file.length - tables)] ^=
                        (byte) (1 << random.nextInt(8));
            }
            try {
                assertThat(ImageDecoder.decode(file)).hasSize((1 + i % 37) * (1 + i % 23));
            } catch (ImageFormatException e) {
                assertThat(e.getMessage()).startsWith("KTX2 is corrupt: ").doesNotContain("\n");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(300);
    }
}
