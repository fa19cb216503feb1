package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.CancelledException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Deflater;

/**
 * Files of Basis are of its own encoder (npm {@code ktx2-encoder} 0.6.0), of a picture that {@link
 * #painted} knows; plain ones are put together here.
 */
class Ktx2DecoderTest {
    private static final int WIDTH = 24;
    private static final int HEIGHT = 16;

    static byte[] resource(String name) throws IOException {
        try (var in = Ktx2DecoderTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    /** What was encoded: a slope in each direction, two halves of blue, and two of alpha. */
    private static int painted(int x, int y, int channel, boolean alpha) {
        return switch (channel) {
            case 0 -> 10 * x;
            case 1 -> 15 * y;
            case 2 -> x < 12 ? 40 : 200;
            default -> alpha && y >= 8 ? 60 : 255;
        };
    }

    /** A container of one level. */
    private static byte[] file(
            int format, int width, int height, int compression, long plainLength, byte[] level) {
        var out = ByteBuffer.allocate(104 + level.length).order(ByteOrder.LITTLE_ENDIAN);
        out.put(new byte[] {(byte) 0xAB, 'K', 'T', 'X', ' ', '2', '0', (byte) 0xBB});
        out.put(new byte[] {'\r', '\n', 0x1A, '\n'});
        out.putInt(format).putInt(1).putInt(width).putInt(height).putInt(0);
        out.putInt(0).putInt(1).putInt(1).putInt(compression);
        out.position(80);
        out.putLong(104).putLong(level.length).putLong(plainLength).put(level);
        return out.array();
    }

    private static byte[] plain() {
        byte[] plain = new byte[1200];
        for (int i = 0; i < plain.length; i++) {
            plain[i] = (byte) (i % 50 < 25 ? i * i / 7 + i % 3 * 50 : 9);
        }
        return plain;
    }

    private static byte[] deflated(byte[] plain) {
        var deflater = new Deflater();
        deflater.setInput(plain);
        deflater.finish();
        byte[] out = new byte[2 * plain.length];
        int length = deflater.deflate(out);
        deflater.end();
        return Arrays.copyOf(out, length);
    }

    @ParameterizedTest
    @CsvSource({
        "etc1s.ktx2, false, 16",
        "etc1s-alpha.ktx2, true, 16",
        "uastc.ktx2, true, 6",
        "uastc-zstd.ktx2, true, 6"
    })
    void picturesOfBasisAreNearWhatWasEncoded(String name, boolean alpha, int most)
            throws Exception {
        byte[] data = resource(name);
        ImageHeader header = ImageDecoder.header(data);
        assertThat(header.format()).isEqualTo(ImageHeader.Format.KTX2);
        assertThat(header.width()).isEqualTo(WIDTH);
        assertThat(header.height()).isEqualTo(HEIGHT);
        assertThat(ImageDecoder.otherFormat(data)).isEmpty();
        int[] texels = ImageDecoder.decode(data);
        double sum = 0;
        for (int i = 0; i < texels.length; i++) {
            for (int channel = 0; channel < 4; channel++) {
                int expected = painted(i % WIDTH, i / WIDTH, channel, alpha);
                sum += Math.abs((texels[i] >>> 8 * channel & 255) - expected);
            }
        }
        assertThat(sum / (4 * texels.length)).isLessThan(most);
        assertThat(texels[0] & 255).isLessThan(texels[WIDTH - 1] & 255);
        assertThat(texels[0] >>> 24).isEqualTo(255);
        assertThat(texels[texels.length - 1] >>> 24).isBetween(alpha ? 50 : 255, alpha ? 70 : 255);
    }

    @Test
    void supercompressionChangesNoPixel() throws Exception {
        assertThat(ImageDecoder.decode(resource("uastc-zstd.ktx2")))
                .isEqualTo(ImageDecoder.decode(resource("uastc.ktx2")));
    }

    /** The Zstandard frame is of the command {@code zstd -19}. */
    @ParameterizedTest
    @CsvSource({"9,1", "15,1", "16,2", "22,2", "23,3", "29,3", "37,4", "43,4"})
    void plainPicturesComeOutAsTheyWentIn(int format, int channels) throws Exception {
        byte[] plain = plain();
        int width = plain.length / channels / 20;
        byte[][] files = {
            file(format, width, 20, 0, plain.length, plain),
            file(format, width, 20, 2, plain.length, resource("plain.zst")),
            file(format, width, 20, 3, plain.length, deflated(plain))
        };
        int[] expected = new int[20 * width];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = 0xFF000000;
            for (int c = 0; c < channels; c++) {
                expected[i] &= ~(255 << 8 * c);
                expected[i] |= (plain[channels * i + c] & 255) << 8 * c;
            }
        }
        for (byte[] data : files) {
            assertThat(ImageDecoder.decode(data)).isEqualTo(expected);
        }
    }

    private static void refused(byte[] data, String why) {
        assertThatThrownBy(() -> ImageDecoder.decode(data))
                .isInstanceOf(ImageFormatException.class)
                .hasMessage(why);
    }

    @Test
    void whatIsNotReadIsNamed() throws Exception {
        byte[] plain = plain();
        byte[] good = file(37, 15, 20, 0, 1200, plain);
        byte[] basis = resource("uastc.ktx2");
        Object[][] changes = {
            {good, 12, 98, "KTX2 of vkFormat 98"},
            {good, 24, 0, "KTX2 that is not two-dimensional"},
            {good, 28, 2, "KTX2 that is not two-dimensional"},
            {good, 32, 2, "KTX2 of several layers or faces"},
            {good, 36, 6, "KTX2 of several layers or faces"},
            {good, 44, 1, "KTX2 with supercompression 1"},
            {good, 44, 4, "KTX2 with supercompression 4"},
            {basis, 44, 3, "KTX2 with supercompression 3"},
            {
                basis,
                ByteBuffer.wrap(basis).order(ByteOrder.LITTLE_ENDIAN).getInt(48) + 12,
                1,
                "KTX2 of an undefined format"
            }
        };
        for (Object[] change : changes) {
            byte[] data = ((byte[]) change[0]).clone();
            data[(Integer) change[1]] = (byte) (int) (Integer) change[2];
            assertThat(ImageDecoder.otherFormat(data)).hasValue((String) change[3]);
            refused(data, change[3] + " is not supported");
        }
    }

    @Test
    void liesAboutLevelsAreFoundOut() throws Exception {
        byte[] plain = plain();
        refused(
                file(37, 15, 21, 0, 1260, plain),
                "KTX2 is corrupt: a level has 1200 bytes, 1260 expected of 15x21 pixels");
        refused(
                file(37, 1 << 14, 1 << 14, 2, 1L << 62, plain),
                "KTX2 is corrupt: a level has 4611686018427387904 bytes, 1073741824 expected of"
                        + " 16384x16384 pixels");
        refused(
                file(37, 15, 20, 3, 1200, deflated(Arrays.copyOf(plain, 1199))),
                "KTX2 is corrupt: 1200 bytes expected in a level");
        refused(
                file(37, 15, 21, 2, 1260, resource("plain.zst")),
                "KTX2 is corrupt: 1260 bytes expected in a level");
        refused(
                file(37, 15, 19, 2, 1140, resource("plain.zst")),
                "KTX2 is corrupt: 1140 bytes expected in a level");
        refused(file(37, 15, 20, 3, 1200, plain), "KTX2 is corrupt");
        refused(file(37, 0, 20, 0, 0, plain), "KTX2 size is 0x20, at least 1x1 expected");
        byte[] data = file(37, 15, 20, 0, 1200, plain);
        refused(Arrays.copyOf(data, 103), "KTX2 is cut off: no level in it");
        refused(
                Arrays.copyOf(data, 1000),
                "KTX2 is cut off or corrupt: a level of 1200 bytes, 896 are left");
        refused(
                Arrays.copyOf(data, 1303),
                "KTX2 is cut off or corrupt: a level of 1200 bytes, 1199 are left");
        for (byte[] file : new byte[][] {data, resource("uastc-zstd.ktx2")}) {
            for (long place : new long[] {-1, 0, 103, Long.MAX_VALUE}) {
                byte[] lying = file.clone();
                ByteBuffer.wrap(lying).order(ByteOrder.LITTLE_ENDIAN).putLong(80, place);
                refused(
                        lying,
                        "KTX2 is cut off or corrupt: a level at byte %s of %d"
                                .formatted(Long.toUnsignedString(place), lying.length));
            }
        }
    }

    /** What a module would take is told before, and it gets no more. */
    @Test
    void memoryIsBounded() throws Exception {
        assertThat(ImageDecoder.header(resource("etc1s.ktx2")).workBytes())
                .isEqualTo(Etc1sDecoder.WORK_BYTES);
        byte[] data = resource("uastc.ktx2");
        // The module's own pages, room to work, and so much for the file and for pixels
        assertThat(ImageDecoder.header(data).workBytes())
                .isEqualTo((262L << 16) + (8 << 20) + 3L * data.length + 12L * WIDTH * HEIGHT);
        var in = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        in.putInt(20, 1 << 14).putInt(24, 1 << 14);
        assertThat(ImageDecoder.header(data).workBytes()).isGreaterThan(12L << 28);
        assertThatThrownBy(() -> ImageDecoder.decode(data))
                .isInstanceOf(ImageFormatException.class)
                .hasMessageContaining("at most 2 GB possible");
        byte[] frame = file(37, 15, 20, 2, 1200, resource("plain.zst"));
        assertThat(ImageDecoder.header(frame).workBytes()).isBetween(130_000L, 300_000L);
        byte[] longer = resource("uastc-zstd.ktx2");
        ByteBuffer.wrap(longer).order(ByteOrder.LITTLE_ENDIAN).putLong(96, 1 << 30);
        assertThatThrownBy(() -> ImageDecoder.decode(longer))
                .isInstanceOf(ImageFormatException.class)
                .hasMessageStartingWith("KTX2 is corrupt");
    }

    /** Whatever is in it becomes a picture or one line. */
    @ParameterizedTest
    @ValueSource(strings = {"etc1s", "etc1s-alpha", "uastc", "uastc-zstd", "plain"})
    void damagedPicturesNeverGoOnForEver(String name) throws Exception {
        byte[] good =
                name.equals("plain")
                        ? file(37, 15, 20, 2, 1200, resource("plain.zst"))
                        : resource(name + ".ktx2");
        var random = new Random(5);
        int refused = 0;
        for (int i = 0; i < 40; i++) {
            byte[] data = good.clone();
            if (i < 10) {
                data = Arrays.copyOf(data, 12 + random.nextInt(data.length - 12));
            }
            for (int change = 0; change < (i < 10 ? 0 : 1 + i % 4 * 4); change++) {
                // The header is what liesAboutLevelsAreFoundOut damages
                data[80 + random.nextInt(data.length - 80)] = (byte) random.nextInt();
            }
            try {
                ImageHeader header = ImageDecoder.header(data);
                assertThat(ImageDecoder.decode(data)).hasSize((int) header.pixels());
            } catch (ImageFormatException e) {
                assertThat(e.getMessage()).startsWith("KTX2").doesNotContain("\n");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(5);
    }

    /** The blocks of {@code uastc.ktx2} again and again, 16 bytes each, as 512x512 pixels. */
    private static byte[] largeUastc() throws IOException {
        byte[] small = resource("uastc.ktx2");
        var in = ByteBuffer.wrap(small).order(ByteOrder.LITTLE_ENDIAN);
        int level = (int) in.getLong(80);
        byte[] data = Arrays.copyOf(small, level + 512 * 512);
        for (int i = level; i < data.length; i++) {
            data[i] = small[level + (i - level) % (WIDTH * HEIGHT)];
        }
        var out = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        // One level, the file's last
        out.putInt(20, 512).putInt(24, 512).putInt(40, 1);
        out.putLong(88, 512 * 512).putLong(96, 512 * 512);
        return data;
    }

    @Test
    void decodingEndsWhenItShall() throws Exception {
        byte[] etc1s = resource("etc1s-large.ktx2");
        assertThat(ImageDecoder.decode(etc1s)).hasSize(512 * 512).containsOnly(0xFF5A5A5A);
        var all = new AtomicInteger();
        ImageDecoder.decode(etc1s, all::incrementAndGet);
        // Colours, patterns, and rows of blocks
        assertThat(all).hasValue(1 + 1 + 128);
        byte[] uastc = largeUastc();
        assertThat(ImageDecoder.decode(uastc)).hasSize(512 * 512);
        // Rows are looked at when all is decoded; before, the module looks by itself
        all.set(0);
        ImageDecoder.decode(uastc, all::incrementAndGet);
        assertThat(all.get()).isGreaterThan(512 + 4);
        for (byte[] data : new byte[][] {etc1s, uastc}) {
            for (int most : new int[] {1, 4}) {
                var looks = new AtomicInteger();
                assertThatThrownBy(
                                () ->
                                        ImageDecoder.decode(
                                                data,
                                                () -> {
                                                    if (looks.incrementAndGet() == most) {
                                                        throw new CancellationException("enough");
                                                    }
                                                }))
                        .isInstanceOf(CancellationException.class)
                        .hasMessage("enough");
                assertThat(looks).hasValue(most);
            }
        }
    }

    /** A thread that is interrupted gets no picture, and a sound file no blame. */
    @Test
    void anInterruptedThreadIsToldSo() throws Exception {
        byte[] data = largeUastc();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> ImageDecoder.decode(data))
                    .isInstanceOf(CancelledException.class)
                    .hasMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
