package dev.azulejo.scene.image;

import static dev.azulejo.scene.image.WebPWriter.chunk;
import static dev.azulejo.scene.image.WebPWriter.extended;
import static dev.azulejo.scene.image.WebPWriter.file;
import static dev.azulejo.scene.image.WebPWriter.greyStream;
import static dev.azulejo.scene.image.WebPWriter.lossless;
import static dev.azulejo.scene.image.WebPWriter.losslessStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;

class WebPDecoderTest {
    private static int[] noise(int count) {
        return new Random(7).ints(count).toArray();
    }

    @Test
    void losslessPicturesComeOutAsTheyWentIn() throws ImageFormatException {
        int[] texels = noise(37 * 23);
        byte[] data = lossless(37, 23, texels);
        ImageHeader header = ImageDecoder.header(data);
        assertThat(header.format()).isEqualTo(ImageHeader.Format.WEBP);
        assertThat(header.width()).isEqualTo(37);
        assertThat(header.height()).isEqualTo(23);
        assertThat(ImageDecoder.decode(data)).isEqualTo(texels);
        assertThat(ImageDecoder.otherFormat(data)).isEmpty();
    }

    /** What lies before and behind the picture says how to look at it, not what it is. */
    @Test
    void onlyThePictureCounts() throws ImageFormatException {
        int[] texels = noise(6);
        byte[] data =
                file(
                        extended(0x3C, 3, 2),
                        chunk("ICCP", new byte[13]),
                        chunk("VP8L", losslessStream(3, 2, texels)),
                        chunk("EXIF", new byte[5]));
        assertThat(ImageDecoder.decode(data)).isEqualTo(texels);
        // Bytes that are missing behind the picture are no loss
        assertThat(ImageDecoder.decode(Arrays.copyOf(data, data.length - 9))).isEqualTo(texels);
    }

    @Test
    void lossyPicturesAreDecoded() throws ImageFormatException {
        byte[] data = file(chunk("VP8 ", greyStream(33, 4)));
        int[] texels = ImageDecoder.decode(data);
        assertThat(texels).hasSize(33 * 4).containsOnly(0xFF828282);
        assertThat(ImageDecoder.header(data).scans()).isEqualTo(1);
    }

    /** Each alpha is stored as what it is more than the one expected there. */
    @ParameterizedTest
    @CsvSource({"0,0", "1,0", "2,0", "3,0", "0,1", "1,1", "2,1", "3,1"})
    void alphaBesideALossyPictureIsPutTogether(int filter, int compression)
            throws ImageFormatException {
        int width = 5;
        int height = 4;
        int[] alphas = new Random(3).ints(width * height, 0, 256).toArray();
        int[] stored = new int[alphas.length];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int at = y * width + x;
                int left = x > 0 ? alphas[at - 1] : 0;
                int above = y > 0 ? alphas[at - width] : 0;
                int expected = 0;
                if (filter > 0 && y == 0) {
                    expected = left;
                } else if (filter > 0 && x == 0) {
                    expected = above;
                } else if (filter == 1) {
                    expected = left;
                } else if (filter == 2) {
                    expected = above;
                } else if (filter == 3) {
                    expected = Math.clamp(left + above - alphas[at - width - 1], 0, 255);
                }
                stored[at] = alphas[at] - expected & 255;
            }
        }
        var body = new ByteArrayOutputStream();
        body.write(filter << 2 | compression);
        if (compression == 0) {
            Arrays.stream(stored).forEach(body::write);
        } else {
            int[] texels = Arrays.stream(stored).map(a -> 0xFF000000 | a << 8).toArray();
            byte[] stream = losslessStream(width, height, texels);
            body.write(stream, 5, stream.length - 5);
        }
        byte[] data =
                file(
                        extended(0x10, width, height),
                        chunk("ALPH", body.toByteArray()),
                        chunk("VP8 ", greyStream(width, height)));
        int[] texels = ImageDecoder.decode(data);
        assertThat(Arrays.stream(texels).map(t -> t >>> 24).toArray()).isEqualTo(alphas);
        assertThat(texels[0] & 0xFFFFFF).isEqualTo(0x828282);
        assertThat(ImageDecoder.header(data).scans()).isEqualTo(2);
    }

    private static void refused(byte[] data, String why) {
        assertThatThrownBy(() -> ImageDecoder.decode(data))
                .isInstanceOf(ImageFormatException.class)
                .hasMessage(why);
    }

    @Test
    void whatIsNoPictureIsRefused() {
        byte[] data = lossless(4, 4, noise(16));
        refused(Arrays.copyOf(data, 12), "WebP is cut off or corrupt: no picture in it");
        refused(Arrays.copyOf(data, 60), "WebP is cut off or corrupt");
        refused(file(), "WebP is cut off or corrupt: no picture in it");
        refused(
                file(extended(2, 4, 4), chunk("ANIM", new byte[6])),
                "WebP with an animation is not supported, one picture expected");
        refused(
                file(extended(0, 5, 4), chunk("VP8L", losslessStream(4, 4, noise(16)))),
                "WebP is corrupt: a picture of 4x4 on a canvas of 5x4");
        refused(file(chunk("VP8L", new byte[20])), "WebP is corrupt: no lossless picture in it");
        refused(file(chunk("VP8 ", new byte[20])), "WebP is corrupt: no lossy picture in it");
        refused(file(chunk("VP8 ", greyStream(0, 4))), "WebP size is 0x4, at least 1x1 expected");
        byte[] later = greyStream(16, 16);
        later[0] |= 1;
        refused(file(chunk("VP8 ", later)), "WebP is corrupt: its picture needs another before it");
        refused(
                file(
                        extended(0x10, 4, 4),
                        chunk("ALPH", new byte[16]),
                        chunk("VP8 ", greyStream(4, 4))),
                "WebP is cut off: too little alpha");
    }

    /** A picture without a single bit of its own, that is to be changed ten thousand times. */
    @Test
    void transformsCannotTakeMemoryWithoutEnd() {
        byte[] stream = new byte[200_000];
        stream[0] = 0x2F;
        // 1024x1024
        stream[1] = (byte) 0xFF;
        stream[2] = (byte) 0xC3;
        stream[3] = (byte) 0xFF;
        // Again and again: a transform, predictors, small blocks; no cache; five codes of one 0
        int at = 40;
        for (int i = 0; i < 10_000; i++) {
            int[][] fields = {{1, 1}, {0, 2}, {0, 3}, {0, 1}};
            for (int[] field : fields) {
                stream[at >> 3] |= (byte) (field[0] << (at & 7));
                at += field[1];
            }
            for (int code = 0; code < 5; code++) {
                stream[at >> 3] |= (byte) (1 << (at & 7));
                at += 4;
            }
        }
        assertThatThrownBy(() -> ImageDecoder.decode(file(chunk("VP8L", stream))))
                .isInstanceOf(ImageFormatException.class)
                .hasMessage("WebP is corrupt")
                .hasRootCauseMessage("more rasters than expected");
    }

    @Test
    void decodingEndsWhenItShall() {
        int side = 600;
        byte[][] files = {
            lossless(side, side, noise(side * side)), file(chunk("VP8 ", greyStream(side, side)))
        };
        for (byte[] data : files) {
            var looks = new AtomicInteger();
            assertThatThrownBy(
                            () ->
                                    ImageDecoder.decode(
                                            data,
                                            () -> {
                                                if (looks.incrementAndGet() == 5) {
                                                    throw new CancellationException("enough");
                                                }
                                            }))
                    .isInstanceOf(CancellationException.class)
                    .hasMessage("enough");
            assertThat(looks).hasValue(5);
        }
    }

    /** Whatever is in it becomes a picture or one line. */
    @Test
    void damagedPicturesNeverGoOnForEver() throws ImageFormatException {
        var random = new Random(11);
        int whole = 0;
        for (int i = 0; i < 400; i++) {
            byte[] stream =
                    i % 2 == 0 ? greyStream(64, 48) : losslessStream(64, 48, noise(64 * 48));
            for (int change = 0; change < 40; change++) {
                int most = i % 4 < 2 ? stream.length : 300;
                stream[10 + random.nextInt(most - 10)] = (byte) random.nextInt();
            }
            try {
                int[] texels =
                        ImageDecoder.decode(file(chunk(i % 2 == 0 ? "VP8 " : "VP8L", stream)));
                assertThat(texels).hasSize(64 * 48);
                whole++;
            } catch (ImageFormatException e) {
                assertThat(e).hasMessage("WebP is corrupt");
            }
        }
        assertThat(whole).isPositive();
    }
}
