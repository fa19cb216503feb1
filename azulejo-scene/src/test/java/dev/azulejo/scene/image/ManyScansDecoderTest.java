package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.CancelledException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Whatever a JPEG with several scans holds, it is the picture that the platform's reader makes. */
@Tag("alone")
class ManyScansDecoderTest {
    private static final String NATIVE = "javax_imageio_jpeg_image_1.0";
    private static final int[][] SAMPLINGS = {
        {0x11, 0x11, 0x11},
        {0x22, 0x11, 0x11},
        {0x21, 0x11, 0x11},
        {0x12, 0x11, 0x11},
        {0x22, 0x21, 0x12},
        {0x41, 0x11, 0x11}
    };

    private static BufferedImage picture(int width, int height, boolean grey, Random random) {
        int type = grey ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_INT_RGB;
        var image = new BufferedImage(width, height, type);
        int noise = 1 << random.nextInt(9);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int red = Math.min(255, x * 5 + random.nextInt(noise));
                int green = Math.min(255, y * 7 + random.nextInt(noise));
                image.setRGB(x, y, red << 16 | green << 8 | x * y & 255);
            }
        }
        return image;
    }

    /**
     * Writes a picture in several scans.
     *
     * @param sampling of each component: how often across and down, 4 bits each
     * @param restart units between two marks from where a reader could start again; 0 for none
     */
    private static byte[] jpeg(BufferedImage image, float quality, int[] sampling, int restart)
            throws IOException {
        var writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        var how = writer.getDefaultWriteParam();
        how.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
        how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        how.setCompressionQuality(quality);
        var type = ImageTypeSpecifier.createFromRenderedImage(image);
        var metadata = writer.getDefaultImageMetadata(type, how);
        var root = (Element) metadata.getAsTree(NATIVE);
        var components = root.getElementsByTagName("componentSpec");
        for (int i = 0; i < components.getLength(); i++) {
            var component = (Element) components.item(i);
            component.setAttribute("HsamplingFactor", "" + (sampling[i] >> 4));
            component.setAttribute("VsamplingFactor", "" + (sampling[i] & 15));
        }
        if (restart > 0) {
            var marks = new IIOMetadataNode("dri");
            marks.setAttribute("interval", "" + restart);
            root.getLastChild().insertBefore(marks, root.getLastChild().getFirstChild());
        }
        metadata.setFromTree(NATIVE, root);
        var out = new ByteArrayOutputStream();
        try (var stream = new MemoryCacheImageOutputStream(out)) {
            writer.setOutput(stream);
            writer.write(null, new IIOImage(image, null, metadata), how);
        }
        writer.dispose();
        return out.toByteArray();
    }

    /** What the platform's reader makes of a file, as texels; null where it refuses it. */
    private static int[] platform(byte[] jpeg) {
        var reader = ImageIO.getImageReadersByFormatName("jpeg").next();
        try (var in = new MemoryCacheImageInputStream(new ByteArrayInputStream(jpeg))) {
            reader.setInput(in, true, true);
            var raster = reader.read(0).getRaster();
            int bands = raster.getNumBands();
            int[] samples =
                    raster.getPixels(0, 0, raster.getWidth(), raster.getHeight(), (int[]) null);
            int[] texels = new int[samples.length / bands];
            for (int i = 0; i < texels.length; i++) {
                int at = bands * i;
                int green = bands == 1 ? at : at + 1;
                int blue = bands == 1 ? at : at + 2;
                texels[i] = samples[at] | samples[green] << 8 | samples[blue] << 16 | 0xFF000000;
            }
            return texels;
        } catch (IOException | RuntimeException e) {
            return null;
        } finally {
            reader.dispose();
        }
    }

    private static int[] decode(byte[] jpeg, int width, int height) {
        return ManyScansDecoder.decode(jpeg, width, height, 0, 1 << 20, () -> {});
    }

    @Test
    void itIsTheSamePicture() {
        int[][] sizes = {{1, 1}, {8, 8}, {16, 17}, {7, 33}, {61, 47}, {200, 120}};
        var random = new Random(1);
        for (var size : sizes) {
            for (int i = 0; i <= SAMPLINGS.length; i++) {
                for (float quality : new float[] {0.1f, 0.75f, 1}) {
                    boolean grey = i == SAMPLINGS.length;
                    int[] sampling = grey ? new int[] {0x11} : SAMPLINGS[i];
                    var image = picture(size[0], size[1], grey, random);
                    byte[] jpeg = written(image, quality, sampling, random.nextInt(4));
                    assertThat(JpegScans.areSound(jpeg)).as("sound").isTrue();
                    assertThat(Arrays.equals(decode(jpeg, size[0], size[1]), platform(jpeg)))
                            .as("%dx%d, sampling %d, quality %s", size[0], size[1], i, quality)
                            .isTrue();
                }
            }
        }
    }

    private static byte[] written(BufferedImage image, float quality, int[] sampling, int marks) {
        try {
            return jpeg(image, quality, sampling, marks);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Damage that is let through looks as it does to the reader, and nothing is said of it. */
    @Test
    void damageLooksAsItDid() {
        var random = new Random(2);
        byte[][] files = {
            written(picture(50, 33, false, random), 0.8f, SAMPLINGS[1], 0),
            written(picture(50, 33, false, random), 0.3f, SAMPLINGS[0], 0),
            written(picture(50, 33, true, random), 0.8f, new int[] {0x11}, 0),
            written(picture(50, 33, true, random), 0.8f, new int[] {0x11}, 5)
        };
        int sound = 0;
        int odd = 0;
        var told = new ByteArrayOutputStream();
        var usual = System.err;
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        try {
            for (int round = 0; round < 8000; round++) {
                byte[] damaged = files[round % 4].clone();
                // The last two bytes are the mark of the end, which there always is
                for (int i = random.nextInt(3); i >= 0; i--) {
                    int at = 3 + random.nextInt(damaged.length - 5);
                    damaged[at] ^= (byte) (1 << random.nextInt(8));
                }
                if (random.nextInt(4) == 0) {
                    damaged = Arrays.copyOf(damaged, 5 + random.nextInt(damaged.length - 5));
                    damaged[damaged.length - 2] = (byte) 0xFF;
                    damaged[damaged.length - 1] = (byte) 0xD9;
                }
                if (JpegScans.areSound(damaged)) {
                    int[] expected = platform(damaged);
                    if (expected != null && expected.length == 50 * 33) {
                        sound++;
                        odd += Arrays.equals(expected, platform(files[round % 4])) ? 0 : 1;
                        assertThat(Arrays.equals(decode(damaged, 50, 33), expected))
                                .as("round %d", round)
                                .isTrue();
                    } else {
                        assertThat(decode(damaged, 50, 33)).as("round %d", round).isNull();
                    }
                }
            }
        } finally {
            System.setErr(usual);
        }
        assertThat(told.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(sound).as("let through").isGreaterThan(3000);
        assertThat(odd).as("other pictures").isGreaterThan(1000);
    }

    /** Where later scans are missing the reader smooths what is open; so does the decoder. */
    @Test
    void whatIsLeftOpenIsSmoothedAlike() {
        byte[] jpeg = written(picture(64, 64, false, new Random(3)), 0.8f, SAMPLINGS[1], 0);
        int scans = 0;
        for (int i = 0; i < jpeg.length - 1; i++) {
            if (jpeg[i] == (byte) 0xFF && jpeg[i + 1] == (byte) 0xDA && scans++ > 0) {
                byte[] less = Arrays.copyOf(jpeg, i + 2);
                less[i + 1] = (byte) 0xD9;
                assertThat(JpegScans.areSound(less)).isTrue();
                assertThat(Arrays.equals(decode(less, 64, 64), platform(less)))
                        .as("%d scans", scans - 1)
                        .isTrue();
            }
        }
        assertThat(scans).isEqualTo(10);
    }

    /** Each row of pixels is asked for once, not once a scan; a hundred would be 150,000. */
    @Test
    void pixelsAreMadeOnce() throws ImageFormatException {
        byte[] jpeg = ManyScans.jpeg(1500, 100);
        var looks = new AtomicInteger();
        assertThat(
                        ManyScansDecoder.decode(
                                jpeg, 1500, 1500, 0, jpeg.length, looks::incrementAndGet))
                .hasSize(1500 * 1500);
        // Besides, who waits looks every now and then.
        assertThat(looks.get()).isBetween(1500, 2 * 1500);
        // And it is asked: the platform's reader calls nobody from another thread.
        var threads = ConcurrentHashMap.<Thread>newKeySet();
        JpegDecoder.decode(jpeg, 0, () -> threads.add(Thread.currentThread()));
        assertThat(threads).hasSizeGreaterThan(1);
    }

    /** At each call of goOn, whoever makes it, in the middle of the input or of the pixels. */
    @Test
    void itCanBeEndedAnywhere() {
        byte[] jpeg = written(picture(40, 80, false, new Random(5)), 0.8f, SAMPLINGS[0], 0);
        var looks = new AtomicInteger();
        assertThat(ManyScansDecoder.decode(jpeg, 40, 80, 0, 64, looks::incrementAndGet))
                .isNotNull();
        int all = jpeg.length / 64 + 80;
        assertThat(looks.get()).isGreaterThanOrEqualTo(all);
        for (int i = 1; i <= all; i++) {
            looks.set(i);
            assertThatThrownBy(
                            () ->
                                    ManyScansDecoder.decode(
                                            jpeg,
                                            40,
                                            80,
                                            0,
                                            64,
                                            () -> {
                                                if (looks.decrementAndGet() <= 0) {
                                                    throw new CancelledException("enough");
                                                }
                                            }))
                    .as("look %d", i)
                    .isInstanceOf(CancelledException.class);
        }
    }

    /** An interrupted thread waits for the end of what it began, and stays interrupted. */
    @Test
    void interruptsAreKept() throws InterruptedException {
        byte[] jpeg = ManyScans.jpeg(500, 10);
        var kept = new AtomicInteger();
        var thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    Thread.currentThread().interrupt();
                                    boolean there = decode(jpeg, 500, 500) != null;
                                    kept.set(
                                            there && Thread.currentThread().isInterrupted()
                                                    ? 1
                                                    : 2);
                                });
        assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
        assertThat(kept).hasValue(1);
    }

    /** What it would speak of on standard error is left to the reader. */
    @Test
    void whatIsRefusedIsNotSound() {
        byte[] jpeg = written(picture(16, 16, false, new Random(6)), 0.8f, SAMPLINGS[1], 0);
        int[][] changes = {
            // marker, byte from there on, what it becomes
            {0xC2, 4, 12}, // bits
            {0xC2, 11, 0x50}, // sampling
            {0xC2, 11, 0x44},
            {0xC2, 14, 0x31},
            {0xC2, 12, 4}, // no such quantiser
            {0xC2, 12, 3},
            {0xC2, 13, 1}, // the same component again
            {0xDB, 4, 0x20},
            {0xDB, 4, 4},
            {0xC4, 4, 0x20}, // kind of codes
            {0xC4, 5, 2}, // all ones
            {0xC4, 21, 16}, // a length that no first number has
            {0xDA, 0, 0}, // no marker
            {0xDA, 4, 0},
            {0xDA, 5, 9}, // no such component
            {0xDA, 6, 0x40}, // no such codes
            {0xDA, 11, 1}, // a range that begins with the first and goes on
            {0xDA, 13, 0x33},
            {0xDA, 13, 14},
            {0xE0, 1, 0xCC} // arithmetic coding
        };
        for (var change : changes) {
            byte[] changed = jpeg.clone();
            changed[find(jpeg, change[0]) + change[1]] = (byte) change[2];
            assertThat(JpegScans.areSound(changed))
                    .as("%x+%d=%x", change[0], change[1], change[2])
                    .isFalse();
        }
        for (int length = 0; length < jpeg.length; length++) {
            JpegScans.areSound(Arrays.copyOf(jpeg, length));
        }
    }

    private static int find(byte[] jpeg, int marker) {
        for (int i = 0; i < jpeg.length - 1; i++) {
            if ((jpeg[i] & 255) == 0xFF && (jpeg[i + 1] & 255) == marker) {
                return i;
            }
        }
        throw new AssertionError("no marker " + marker);
    }

    /** Nothing of it is at work when it returns. */
    @Test
    void nothingGoesOn() throws InterruptedException {
        byte[] jpeg = ManyScans.jpeg(3000, 100);
        var looks = new AtomicInteger();
        long start = System.nanoTime();
        assertThatThrownBy(
                        () ->
                                ManyScansDecoder.decode(
                                        jpeg,
                                        3000,
                                        3000,
                                        0,
                                        16,
                                        () -> {
                                            looks.incrementAndGet();
                                            if (System.nanoTime() - start > 100_000_000) {
                                                throw new CancelledException("enough");
                                            }
                                        }))
                .isInstanceOf(CancelledException.class);
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isLessThan(1000);
        int before = looks.get();
        Thread.sleep(200);
        assertThat(looks.get()).isLessThanOrEqualTo(before + 1);
    }
}
