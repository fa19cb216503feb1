package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;

import javax.imageio.ImageIO;
import javax.imageio.metadata.IIOMetadataNode;

/** Pictures of animated files are those that were added, and stay as long as they should. */
class AnimationEncoderTest {
    private static final int WIDTH = 70;
    private static final int HEIGHT = 50;

    /** A chunk of a PNG file, its sum checked. */
    private record Chunk(String type, ByteBuffer data) {}

    private static List<Chunk> chunks(byte[] file) {
        assertThat(file).startsWith(0x89, 'P', 'N', 'G', 13, 10, 26, 10);
        var chunks = new ArrayList<Chunk>();
        var in = ByteBuffer.wrap(file).position(8);
        while (in.hasRemaining()) {
            var data = new byte[in.getInt()];
            var type = new byte[4];
            in.get(type).get(data);
            var sum = new CRC32();
            sum.update(type);
            sum.update(data);
            assertThat(in.getInt()).isEqualTo((int) sum.getValue());
            chunks.add(
                    new Chunk(new String(type, StandardCharsets.US_ASCII), ByteBuffer.wrap(data)));
        }
        return chunks;
    }

    private static int[] picture(int number, boolean alpha) {
        var random = new Random(number);
        var pixels = new int[WIDTH * HEIGHT];
        for (int i = 0; i < pixels.length; i++) {
            int shade = (i % WIDTH + 10 * number) * 0x010203 + random.nextInt(4);
            pixels[i] = shade & 0xffffff | (alpha ? i << 24 : 0xff000000);
        }
        return pixels;
    }

    private static byte[] apng(int frames, double fps, boolean alpha, int threads)
            throws IOException {
        var out = new ByteArrayOutputStream();
        try (var movie = new ApngEncoder(out, WIDTH, HEIGHT, frames, fps, alpha, threads)) {
            for (int frame = 0; frame < frames; frame++) {
                movie.add(picture(frame, alpha));
            }
            movie.finish();
        }
        return out.toByteArray();
    }

    @Test
    void framesOfAnApngArePngs() throws IOException {
        for (boolean alpha : new boolean[] {false, true}) {
            byte[] file = apng(3, 20, alpha, 1);
            assertThat(apng(3, 20, alpha, 3)).isEqualTo(file);
            var chunks = chunks(file);
            assertThat(chunks.get(0).type).isEqualTo("IHDR");
            assertThat(chunks.get(0).data.get(9)).as("RGB, RGBA").isEqualTo((byte) (alpha ? 6 : 2));
            var control = chunks.get(1);
            assertThat(control.type).isEqualTo("acTL");
            assertThat(control.data.getInt()).isEqualTo(3);
            assertThat(control.data.getInt()).as("plays: without end").isZero();
            assertThat(chunks.getLast()).isEqualTo(new Chunk("IEND", ByteBuffer.allocate(0)));
            int sequence = 0;
            var pictures = new ArrayList<ByteArrayOutputStream>();
            for (var chunk : chunks.subList(2, chunks.size() - 1)) {
                if (chunk.type.equals("fcTL")) {
                    assertThat(chunk.data.getInt()).isEqualTo(sequence++);
                    assertThat(chunk.data.getInt()).isEqualTo(WIDTH);
                    assertThat(chunk.data.getInt()).isEqualTo(HEIGHT);
                    assertThat(chunk.data.getLong()).as("offsets").isZero();
                    assertThat(chunk.data.getShort()).isEqualTo((short) 1);
                    assertThat(chunk.data.getShort()).isEqualTo((short) 20);
                    assertThat(chunk.data.remaining()).isEqualTo(2);
                    assertThat(chunk.data.getShort()).as("dispose, blend").isZero();
                    pictures.add(new ByteArrayOutputStream());
                    continue;
                }
                boolean first = pictures.size() == 1;
                assertThat(chunk.type).isEqualTo(first ? "IDAT" : "fdAT");
                if (!first) {
                    assertThat(chunk.data.getInt()).isEqualTo(sequence++);
                }
                var rest = new byte[chunk.data.remaining()];
                chunk.data.get(rest);
                pictures.getLast().write(rest);
            }
            assertThat(pictures).hasSize(3);
            for (int frame = 0; frame < 3; frame++) {
                assertThat(still(chunks.get(0).data.array(), pictures.get(frame).toByteArray()))
                        .isEqualTo(picture(frame, alpha));
            }
            // Whoever knows no animations sees the first picture.
            assertThat(pixels(file)).isEqualTo(picture(0, alpha));
        }
    }

    private static int[] still(byte[] header, byte[] data) throws IOException {
        var file = new ByteArrayOutputStream();
        file.write(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
        PngEncoder.chunk(file, "IHDR", header, header.length);
        PngEncoder.chunk(file, "IDAT", data, data.length);
        PngEncoder.end(file);
        return pixels(file.toByteArray());
    }

    private static int[] pixels(byte[] file) throws IOException {
        var image = ImageIO.read(new ByteArrayInputStream(file));
        int[] argb = image.getRGB(0, 0, WIDTH, HEIGHT, null, 0, WIDTH);
        for (int i = 0; i < argb.length; i++) {
            argb[i] = argb[i] & 0xff00ff00 | (argb[i] & 0xff) << 16 | argb[i] >>> 16 & 0xff;
        }
        return argb;
    }

    @Test
    void delaysAreFractions() throws IOException {
        assertThat(delay(60)).isEqualTo("1/60");
        assertThat(delay(12.5)).isEqualTo("2400/30000");
        assertThat(delay(0.01)).isEqualTo("100/1");
        assertThat(delay(1e6)).isEqualTo("1/30000");
        assertThat(delay(1e-9)).isEqualTo("65535/1");
    }

    private static String delay(double fps) throws IOException {
        var control = chunks(apng(1, fps, false, 1)).get(2).data.position(20);
        return (control.getShort() & 0xffff) + "/" + (control.getShort() & 0xffff);
    }

    @Test
    void moreOrFewerPicturesThanSaidAreRefused() throws IOException {
        var out = new ByteArrayOutputStream();
        try (var movie = new ApngEncoder(out, WIDTH, HEIGHT, 2, 30, false, 1)) {
            movie.add(picture(0, false));
            assertThatThrownBy(movie::finish).hasMessage("APNG: 1 pictures of 2 were added");
            movie.add(picture(1, false));
            assertThatThrownBy(() -> movie.add(picture(2, false)))
                    .hasMessage("APNG: more than 2 pictures");
        }
        assertThatThrownBy(() -> new ApngEncoder(out, 1, 1, 0, 30, false, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ApngEncoder(out, 1, 1, 1, Double.NaN, false, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GifEncoder(out, 1, 1, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void framesOfAGifAreNearThePicturesAndLastAsLong() throws IOException {
        int frames = 7;
        double fps = 30;
        var out = new ByteArrayOutputStream();
        try (var movie = new GifEncoder(out, WIDTH, HEIGHT, fps)) {
            assertThatThrownBy(movie::finish).hasMessage("GIF: no picture was added");
            for (int frame = 0; frame < frames; frame++) {
                int before = out.size();
                movie.add(picture(frame, false));
                assertThat(out.size()).as("not kept until the end").isGreaterThan(before);
            }
            movie.finish();
        }
        byte[] file = out.toByteArray();
        assertThat(new String(file, StandardCharsets.ISO_8859_1))
                .startsWith("GIF89a")
                .contains("NETSCAPE2.0\3\1\0\0\0")
                .endsWith(";");
        var reader = ImageIO.getImageReadersByFormatName("gif").next();
        reader.setInput(ImageIO.createImageInputStream(new ByteArrayInputStream(file)));
        assertThat(reader.getNumImages(true)).isEqualTo(frames);
        var delays = new ArrayList<Integer>();
        for (int frame = 0; frame < frames; frame++) {
            var root =
                    (IIOMetadataNode)
                            reader.getImageMetadata(frame).getAsTree("javax_imageio_gif_image_1.0");
            var control =
                    (IIOMetadataNode) root.getElementsByTagName("GraphicControlExtension").item(0);
            delays.add(Integer.valueOf(control.getAttribute("delayTime")));
            var image = reader.read(frame);
            int[] picture = picture(frame, false);
            long off = 0;
            for (int i = 0; i < picture.length; i++) {
                int argb = image.getRGB(i % WIDTH, i / WIDTH);
                for (int c = 0; c < 3; c++) {
                    off += Math.abs((argb >> 16 - 8 * c & 0xff) - (picture[i] >> 8 * c & 0xff));
                }
            }
            assertThat(off / (3.0 * picture.length)).as("mean difference").isLessThan(2);
        }
        assertThat(delays).containsExactly(3, 4, 3, 3, 4, 3, 3);
    }

    /** Half of white light over black has a code of 188. */
    @Test
    void aGifLiesOverBlack() throws IOException {
        var out = new ByteArrayOutputStream();
        try (var movie = new GifEncoder(out, 2, 1, 10)) {
            movie.add(new int[] {0x80ffffff, 0x00ffffff});
            movie.finish();
        }
        var image = ImageIO.read(new ByteArrayInputStream(out.toByteArray()));
        assertThat(image.getRGB(0, 0) & 0xff).isBetween(186, 190);
        assertThat(image.getRGB(1, 0) & 0xffffff).isZero();
    }

    @Test
    void pixelsOf16BitsComeBack() throws IOException {
        int[][] sizes = {{1, 1}, {5, 3}, {300, 400}};
        for (var size : sizes) {
            for (int channels : new int[] {1, 3, 4}) {
                var samples = new short[size[0] * size[1] * channels];
                var random = new Random(channels);
                for (int i = 0; i < samples.length; i++) {
                    samples[i] = (short) (i % 7 == 0 ? random.nextInt() : 37 * i);
                }
                var out = new ByteArrayOutputStream();
                PngEncoder.encode16(samples, channels, size[0], size[1], 2, out);
                var image = ImageIO.read(new ByteArrayInputStream(out.toByteArray())).getRaster();
                assertThat(image.getNumBands()).isEqualTo(channels);
                int[] read = image.getPixels(0, 0, size[0], size[1], (int[]) null);
                for (int i = 0; i < samples.length; i++) {
                    assertThat(read[i]).isEqualTo(samples[i] & 0xffff);
                }
            }
        }
        assertThatThrownBy(() -> PngEncoder.encode16(new short[2], 2, 1, 1, 1, null))
                .hasMessage("channels=2 is not 1, 3 or 4");
    }

    /** Rows like the ones above, and pixels like those to the left, cost next to nothing. */
    @Test
    void filtersSuitSamplesOf16Bits() throws IOException {
        var random = new Random(3);
        var alike = new short[600 * 400];
        var slope = new short[600 * 400];
        for (int i = 0; i < alike.length; i++) {
            alike[i] = i < 600 ? (short) random.nextInt() : alike[i - 600];
            slope[i] = i % 600 == 0 ? (short) random.nextInt() : (short) (slope[i - 1] + 3);
        }
        for (var samples : List.of(alike, slope)) {
            var out = new ByteArrayOutputStream();
            PngEncoder.encode16(samples, 1, 600, 400, 1, out);
            assertThat(out.size()).isLessThan(20_000);
        }
    }

    @Test
    void linearColoursAreEncodedAsSrgb() throws IOException {
        float[] linear = {0, 1, 0.5f, 1, Float.NaN, -3, 7, Float.NaN, 0.001f, 0.5f, 0.5f, 0.5f};
        assertThat(DeepColor.encode(linear))
                .containsExactly(
                        (short) 0,
                        (short) 65535,
                        (short) 48192,
                        (short) 65535,
                        (short) 0,
                        (short) 0,
                        (short) 65535,
                        (short) 0,
                        (short) 1693,
                        (short) 65535,
                        (short) 65535,
                        (short) 32768);
        var opaque = new ByteArrayOutputStream();
        DeepColor.write(new short[] {1, 2, 3, -1, 4, 5, 6, -1}, 2, 1, 1, opaque);
        var three = ImageIO.read(new ByteArrayInputStream(opaque.toByteArray())).getRaster();
        assertThat(three.getPixels(0, 0, 2, 1, (int[]) null)).containsExactly(1, 2, 3, 4, 5, 6);
        var clear = new ByteArrayOutputStream();
        DeepColor.write(new short[] {1, 2, 3, -1, 4, 5, 6, -2}, 2, 1, 1, clear);
        var four = ImageIO.read(new ByteArrayInputStream(clear.toByteArray())).getRaster();
        assertThat(four.getPixels(0, 0, 2, 1, (int[]) null))
                .containsExactly(1, 2, 3, 65535, 4, 5, 6, 65534);
    }
}
