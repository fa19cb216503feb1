package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

class ImageDecoderTest {
    @ParameterizedTest
    @CsvSource({
        "0,1", "0,2", "0,4", "0,8", "0,16", "2,8", "2,16", "3,1", "3,2", "3,4", "3,8", "4,8",
        "4,16", "6,8", "6,16"
    })
    void pngOfEveryKind(int colorType, int bitDepth) throws Exception {
        Random random = new Random(colorType * 31 + bitDepth);
        int channels = PngWriter.channels(colorType);
        int max = (1 << bitDepth) - 1;
        for (int[] size : new int[][] {{1, 1}, {3, 2}, {8, 8}, {13, 7}, {37, 29}}) {
            for (boolean interlaced : new boolean[] {false, true}) {
                int pixels = size[0] * size[1];
                int[] samples = new int[pixels * channels];
                byte[] palette = null;
                byte[] transparency = null;
                int entries = Math.min(max + 1, 200);
                for (int i = 0; i < samples.length; i++) {
                    samples[i] = random.nextInt(colorType == 3 ? entries : max + 1);
                }
                int[] alphas = new int[entries];
                Arrays.fill(alphas, 255);
                if (colorType == 3) {
                    palette = new byte[3 * entries];
                    random.nextBytes(palette);
                    transparency = new byte[entries / 2];
                    random.nextBytes(transparency);
                    for (int i = 0; i < transparency.length; i++) {
                        alphas[i] = transparency[i] & 255;
                    }
                } else if (colorType == 0 || colorType == 2) {
                    transparency = new byte[2 * channels];
                    for (int c = 0; c < channels; c++) {
                        transparency[2 * c] = (byte) (samples[c] >> 8);
                        transparency[2 * c + 1] = (byte) samples[c];
                    }
                }
                byte[] png =
                        PngWriter.write(
                                size[0],
                                size[1],
                                bitDepth,
                                colorType,
                                interlaced,
                                samples,
                                palette,
                                transparency);
                int[] texels = ImageDecoder.decode(png);
                assertThat(texels).hasSize(pixels);
                for (int i = 0; i < pixels; i++) {
                    int[] expected = new int[4];
                    int o = i * channels;
                    if (colorType == 3) {
                        int p = samples[i];
                        for (int c = 0; c < 3; c++) {
                            expected[c] = palette[3 * p + c] & 255;
                        }
                        expected[3] = alphas[p];
                    } else {
                        boolean rgb = channels >= 3;
                        boolean key = colorType == 0 || colorType == 2;
                        for (int c = 0; c < 3; c++) {
                            expected[c] = Math.round(samples[o + (rgb ? c : 0)] * 255f / max);
                        }
                        for (int c = 0; c < channels; c++) {
                            key &= samples[o + c] == samples[c];
                        }
                        boolean alpha = colorType >= 4;
                        expected[3] =
                                alpha
                                        ? Math.round(samples[o + channels - 1] * 255f / max)
                                        : key ? 0 : 255;
                    }
                    for (int c = 0; c < 4; c++) {
                        assertThat(texels[i] >> 8 * c & 255)
                                .as("%dx%d pixel %d channel %d", size[0], size[1], i, c)
                                .isEqualTo(expected[c]);
                    }
                }
            }
        }
    }

    /** Against the words of the PNG specification (9.4), for all bytes. */
    @Test
    void paethTakesTheNearestNeighbour() {
        int wrong = 0;
        for (int a = 0; a < 256; a++) {
            for (int b = 0; b < 256; b++) {
                for (int c = 0; c < 256; c++) {
                    int p = a + b - c;
                    int pa = Math.abs(p - a);
                    int pb = Math.abs(p - b);
                    int pc = Math.abs(p - c);
                    int expected = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
                    wrong += PngDecoder.paeth(a, b, c) == expected ? 0 : 1;
                }
            }
        }
        assertThat(wrong).isZero();
    }

    @Test
    void pngAsThePlatformReadsIt() throws Exception {
        BufferedImage image = new BufferedImage(61, 47, BufferedImage.TYPE_INT_ARGB);
        Random random = new Random(5);
        for (int y = 0; y < 47; y++) {
            for (int x = 0; x < 61; x++) {
                image.setRGB(x, y, random.nextInt());
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        int[] texels = ImageDecoder.decode(out.toByteArray());
        for (int i = 0; i < texels.length; i++) {
            assertThat(toArgb(texels[i])).isEqualTo(image.getRGB(i % 61, i / 61));
        }
    }

    private static int toArgb(int texel) {
        return texel & 0xFF00FF00 | texel << 16 & 0xFF0000 | texel >> 16 & 0xFF;
    }

    static byte[] jpeg(BufferedImage image, boolean progressive) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ImageWriteParam param = writer.getDefaultWriteParam();
        if (progressive) {
            param.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (var stream = new MemoryCacheImageOutputStream(out)) {
            writer.setOutput(stream);
            writer.write(null, new IIOImage(image, null, null), param);
        }
        writer.dispose();
        return out.toByteArray();
    }

    private static BufferedImage gradient(int type) {
        BufferedImage image = new BufferedImage(50, 33, type);
        for (int y = 0; y < 33; y++) {
            for (int x = 0; x < 50; x++) {
                image.setRGB(x, y, x * 5 << 16 | y * 7 << 8 | 200 - x * 2 - y);
            }
        }
        return image;
    }

    @Test
    void jpegAsThePlatformReadsIt() throws Exception {
        for (boolean progressive : new boolean[] {false, true}) {
            byte[] data = jpeg(gradient(BufferedImage.TYPE_INT_RGB), progressive);
            assertThat(ImageDecoder.header(data).width()).isEqualTo(50);
            assertThat(ImageDecoder.header(data).height()).isEqualTo(33);
            int[] texels = ImageDecoder.decode(data);
            BufferedImage expected = ImageIO.read(new ByteArrayInputStream(data));
            for (int i = 0; i < texels.length; i++) {
                assertThat(toArgb(texels[i])).isEqualTo(expected.getRGB(i % 50, i / 50));
            }
        }
    }

    @Test
    void greyJpegKeepsItsNumbers() throws Exception {
        BufferedImage image = new BufferedImage(16, 16, BufferedImage.TYPE_BYTE_GRAY);
        for (int i = 0; i < 256; i++) {
            image.getRaster().setSample(i % 16, i / 16, 0, 77);
        }
        int[] texels = ImageDecoder.decode(jpeg(image, false));
        assertThat(texels).containsOnly(0xFF000000 | 77 << 16 | 77 << 8 | 77);
    }

    @Test
    void aJpegCanBeEndedAtEachRow() throws Exception {
        var looks = new AtomicInteger();
        byte[] data = jpeg(new BufferedImage(8, 500, BufferedImage.TYPE_BYTE_GRAY), false);
        ImageDecoder.decode(data, looks::incrementAndGet);
        assertThat(looks.get()).isGreaterThan(500);
    }

    /** Whose end is missing goes through the reader that makes all rows once a scan. */
    @Test
    void rowsOfAJpegInScansComeOnce() throws Exception {
        for (boolean progressive : new boolean[] {false, true}) {
            byte[] data = jpeg(gradient(BufferedImage.TYPE_INT_RGB), progressive);
            byte[] cut = Arrays.copyOf(data, data.length - 2);
            var rows = new ArrayList<Integer>();
            ImageDecoder.decode(
                    cut,
                    (texels, from) -> {
                        for (int x = 0; x < 50; x++) {
                            rows.add(texels[from + x]);
                        }
                    },
                    () -> {});
            int[] expected = ImageDecoder.decode(cut);
            assertThat(rows).containsExactlyElementsOf(Arrays.stream(expected).boxed().toList());
        }
    }

    @Test
    void jpegExtrasChangeNothing() throws Exception {
        byte[] data = jpeg(gradient(BufferedImage.TYPE_INT_RGB), false);
        int[] expected = ImageDecoder.decode(data);
        // a colour profile that is none, an Exif block, a comment, filler bytes
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(data, 0, 2);
        out.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xFE, 0, 4, 'h', 'i'});
        out.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xE2, 0, 16});
        out.writeBytes("ICC_PROFILE\0\1\1".getBytes(StandardCharsets.ISO_8859_1));
        out.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xE1, 0, 8, 'E', 'x', 'i', 'f', 0, 0});
        out.write(data, 2, data.length - 2);
        assertThat(ImageDecoder.decode(out.toByteArray())).isEqualTo(expected);
    }

    @Test
    void jpegThatBreaksOffShowsWhatIsThere() throws Exception {
        byte[] data = jpeg(gradient(BufferedImage.TYPE_BYTE_GRAY), false);
        int[] whole = ImageDecoder.decode(data);
        int[] part = ImageDecoder.decode(Arrays.copyOf(data, data.length - 100));
        assertThat(part).hasSameSizeAs(whole).startsWith(Arrays.copyOf(whole, 8));
    }

    @Test
    void cmykIsRefused() throws Exception {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        var raster = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, 8, 8, 4, null);
        try (var stream = new MemoryCacheImageOutputStream(out)) {
            writer.setOutput(stream);
            writer.write(null, new IIOImage(raster, null, null), null);
        }
        assertThatThrownBy(() -> ImageDecoder.header(out.toByteArray()))
                .isInstanceOf(ImageFormatException.class)
                .hasMessage("JPEG with 4 components (CMYK) is not supported, grey or RGB expected");
    }

    @Test
    void damageIsRefusedOrShown() throws Exception {
        Random random = new Random(6);
        int[] texels = random.ints(40 * 30).toArray();
        byte[][] files = {
            PngWriter.rgba(40, 30, texels),
            jpeg(gradient(BufferedImage.TYPE_INT_RGB), false),
            jpeg(gradient(BufferedImage.TYPE_INT_RGB), true),
            jpeg(gradient(BufferedImage.TYPE_BYTE_GRAY), false)
        };
        for (int round = 0; round < 4000; round++) {
            byte[] damaged = files[round % 4].clone();
            int reach = random.nextBoolean() ? damaged.length : Math.min(700, damaged.length);
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged[random.nextInt(reach)] = (byte) random.nextInt();
            }
            if (random.nextInt(4) == 0) {
                damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
            }
            try {
                ImageHeader header = ImageDecoder.header(damaged);
                if (header.pixels() < 1 << 20) {
                    assertThat(ImageDecoder.decode(damaged)).hasSize((int) header.pixels());
                }
            } catch (ImageFormatException expected) {
                assertThat(expected).hasMessageNotContaining("\n");
            }
        }
    }

    @Test
    void pngBombIsRefusedBeforeMemoryIsTaken() {
        byte[] png = PngWriter.rgba(1, 1, new int[] {0});
        // width and height of 60000 in the header, whose checksum nobody needs
        png[18] = png[22] = (byte) 0xEA;
        png[19] = png[23] = 0x60;
        assertThatThrownBy(() -> ImageDecoder.decode(png))
                .isInstanceOf(ImageFormatException.class)
                .hasMessageContaining("too many");
        png[22] = 0;
        png[23] = (byte) 0xFF;
        assertThatThrownBy(() -> ImageDecoder.decode(png))
                .isInstanceOf(ImageFormatException.class)
                .hasMessageContaining("cut off");
    }

    @Test
    void otherFormatsAreNamed() {
        byte[] gif = "GIF89a".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> ImageDecoder.header(gif))
                .hasMessage("GIF is not supported, PNG, JPEG, WebP or KTX2 expected");
        assertThatThrownBy(() -> ImageDecoder.header(new byte[0]))
                .hasMessage("an empty file is not supported, PNG, JPEG, WebP or KTX2 expected");
    }
}
