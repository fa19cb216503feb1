package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.CancelledException;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.event.IIOReadUpdateListener;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Whatever a progressive JPEG holds, in one scan it is the picture that the platform makes. */
class ProgressiveJpegTest {
    private static final String NATIVE = "javax_imageio_jpeg_image_1.0";

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

    private static byte[] inOneScan(byte[] jpeg) {
        return ProgressiveJpeg.inOneScan(jpeg, 1 << 20, () -> {});
    }

    /** What the platform's reader makes of a file, or null where it refuses it. */
    private static Raster platform(byte[] jpeg, AtomicInteger passes) {
        var reader = ImageIO.getImageReadersByFormatName("jpeg").next();
        reader.addIIOReadUpdateListener(new Passes(passes));
        try (var in = new MemoryCacheImageInputStream(new ByteArrayInputStream(jpeg))) {
            reader.setInput(in, true, true);
            return reader.read(0).getRaster();
        } catch (IOException | RuntimeException e) {
            return null;
        } finally {
            reader.dispose();
        }
    }

    private record Passes(AtomicInteger count) implements IIOReadUpdateListener {
        @Override
        public void passStarted(
                ImageReader from,
                BufferedImage to,
                int pass,
                int a,
                int b,
                int x,
                int y,
                int c,
                int d,
                int[] bands) {}

        @Override
        public void imageUpdate(
                ImageReader from,
                BufferedImage to,
                int x,
                int y,
                int w,
                int h,
                int c,
                int d,
                int[] bands) {
            count.addAndGet(y == 0 ? 1 : 0);
        }

        @Override
        public void passComplete(ImageReader from, BufferedImage to) {}

        @Override
        public void thumbnailPassStarted(
                ImageReader from,
                BufferedImage to,
                int pass,
                int a,
                int b,
                int x,
                int y,
                int c,
                int d,
                int[] bands) {}

        @Override
        public void thumbnailUpdate(
                ImageReader from,
                BufferedImage to,
                int x,
                int y,
                int w,
                int h,
                int c,
                int d,
                int[] bands) {}

        @Override
        public void thumbnailPassComplete(ImageReader from, BufferedImage to) {}
    }

    private static int[] samples(Raster raster) {
        return raster == null
                ? null
                : raster.getPixels(0, 0, raster.getWidth(), raster.getHeight(), (int[]) null);
    }

    @Test
    void onePassGivesTheSamePicture() throws Exception {
        int[][] samplings = {
            {0x11, 0x11, 0x11},
            {0x22, 0x11, 0x11},
            {0x21, 0x11, 0x11},
            {0x12, 0x11, 0x11},
            {0x22, 0x21, 0x12},
            {0x41, 0x11, 0x11}
        };
        int[][] sizes = {{1, 1}, {8, 8}, {16, 17}, {7, 33}, {61, 47}, {200, 120}};
        var random = new Random(1);
        for (var size : sizes) {
            for (int i = 0; i <= samplings.length; i++) {
                for (float quality : new float[] {0.1f, 0.75f, 1}) {
                    boolean grey = i == samplings.length;
                    int[] sampling = grey ? new int[] {0x11} : samplings[i];
                    var image = picture(size[0], size[1], grey, random);
                    byte[] jpeg = jpeg(image, quality, sampling, random.nextInt(4));
                    byte[] single = inOneScan(jpeg);
                    var what = "%dx%d, sampling %d, quality %s";
                    assertThat(single).as(what, size[0], size[1], i, quality).isNotSameAs(jpeg);
                    var passes = new AtomicInteger();
                    var found = samples(platform(single, passes));
                    assertThat(passes).as("passes").hasValue(1);
                    passes.set(0);
                    assertThat(Arrays.equals(found, samples(platform(jpeg, passes))))
                            .as(what, size[0], size[1], i, quality)
                            .isTrue();
                    assertThat(passes.get()).as("as they were").isGreaterThan(5);
                }
            }
        }
    }

    /** Three bytes behind a scan that none expects, a scan again, a table that changes. */
    @Test
    void whatIsNotByTheBookIsLeftAsItIs() throws Exception {
        var image = picture(64, 64, false, new Random(7));
        byte[] jpeg = jpeg(image, 0.8f, new int[] {0x11, 0x11, 0x11}, 0);
        int scan = marker(jpeg, 0xda, 0);
        int behind = marker(jpeg, 0xc4, scan);
        int table = marker(jpeg, 0xdb, 0);
        byte[] again = Arrays.copyOfRange(jpeg, scan, behind);
        byte[] changed = Arrays.copyOfRange(jpeg, table, table + 2 + (jpeg[table + 3] & 0xff));
        for (byte[] between : new byte[][] {new byte[3], again, changed}) {
            var out = new ByteArrayOutputStream();
            out.write(jpeg, 0, behind);
            out.writeBytes(between);
            out.write(jpeg, behind, jpeg.length - behind);
            byte[] other = out.toByteArray();
            assertThat(inOneScan(other)).as("%d bytes", between.length).isSameAs(other);
        }
    }

    private static int marker(byte[] jpeg, int marker, int from) {
        int at = from;
        while (jpeg[at] != (byte) 0xff || jpeg[at + 1] != (byte) marker) {
            at++;
        }
        return at;
    }

    @Test
    void imagesAreDecodedSo() throws Exception {
        byte[] jpeg =
                jpeg(picture(40, 40, false, new Random(8)), 1, new int[] {0x22, 0x11, 0x11}, 0);
        var looks = new AtomicInteger();
        var walker = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
        ImageDecoder.decode(
                jpeg,
                () ->
                        looks.addAndGet(
                                walker.walk(
                                                frames ->
                                                        frames.anyMatch(
                                                                frame ->
                                                                        frame.getDeclaringClass()
                                                                                == ProgressiveJpeg
                                                                                        .class))
                                        ? 1
                                        : 0));
        assertThat(looks).hasValueGreaterThan(0);
    }

    /** What is damaged is left as it is, or is, in one scan, what the platform makes of it. */
    @Test
    void damageLooksAsItDid() throws Exception {
        var random = new Random(2);
        byte[][] files = {
            jpeg(picture(50, 33, false, random), 0.8f, new int[] {0x22, 0x11, 0x11}, 0),
            jpeg(picture(24, 24, false, random), 0.3f, new int[] {0x11, 0x11, 0x11}, 0),
            jpeg(picture(50, 33, true, random), 0.8f, new int[] {0x11}, 0),
            jpeg(picture(20, 20, true, random), 0.8f, new int[] {0x11}, 5)
        };
        int changed = 0;
        int wrong = 0;
        for (int round = 0; round < 8000; round++) {
            byte[] damaged = files[round % 4].clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                int at = 2 + random.nextInt(damaged.length - 2);
                damaged[at] ^= (byte) (1 << random.nextInt(8));
            }
            if (random.nextInt(4) == 0) {
                damaged = Arrays.copyOf(damaged, 2 + random.nextInt(damaged.length - 2));
            }
            byte[] single = inOneScan(damaged);
            if (single != damaged) {
                changed++;
                var expected = samples(platform(damaged, new AtomicInteger()));
                var found = samples(platform(single, new AtomicInteger()));
                assertThat(Arrays.equals(found, expected)).as("round %d", round).isTrue();
                wrong +=
                        Arrays.equals(
                                        expected,
                                        samples(platform(files[round % 4], new AtomicInteger())))
                                ? 0
                                : 1;
            }
        }
        assertThat(changed).as("read to the end").isGreaterThan(500);
        assertThat(wrong).as("other pictures").isGreaterThan(100);
    }

    /** Data that end before the last scans leave something open, which the platform smooths. */
    @Test
    void whatIsLeftOpenIsLeftAsItIs() throws Exception {
        var image = picture(64, 64, false, new Random(3));
        byte[] jpeg = jpeg(image, 0.8f, new int[] {0x11, 0x11, 0x11}, 0);
        int scans = 0;
        for (int i = 0; i < jpeg.length - 1; i++) {
            if (jpeg[i] == (byte) 0xff && jpeg[i + 1] == (byte) 0xda && scans++ > 0) {
                byte[] less = Arrays.copyOf(jpeg, i + 2);
                less[i + 1] = (byte) 0xd9;
                assertThat(inOneScan(less)).as("%d scans", scans - 1).isSameAs(less);
            }
        }
        assertThat(scans).isEqualTo(10);
    }

    @Test
    void whatNeedsMoreRoomIsLeftAsItIs() throws Exception {
        var image = picture(64, 64, false, new Random(4));
        byte[] jpeg = jpeg(image, 1, new int[] {0x11, 0x11, 0x11}, 0);
        int needed = inOneScan(jpeg).length;
        assertThat(needed).isLessThan(ProgressiveJpeg.mostBytes(jpeg.length, 3 * 64 * 64));
        assertThat(ProgressiveJpeg.inOneScan(jpeg, needed / 2, () -> {})).isSameAs(jpeg);
        assertThat(ProgressiveJpeg.inOneScan(jpeg, 10, () -> {})).isSameAs(jpeg);
        byte[] sequential = ImageDecoderTest.jpeg(image, false);
        assertThat(inOneScan(sequential)).isSameAs(sequential);
    }

    /** Ten scans, three of all components, and the writing: a look a row of blocks. */
    @Test
    void itCanBeEndedAtEachRowOfBlocks() throws Exception {
        var image = picture(40, 80, false, new Random(5));
        byte[] jpeg = jpeg(image, 0.8f, new int[] {0x11, 0x11, 0x11}, 0);
        var looks = new AtomicInteger();
        ProgressiveJpeg.inOneScan(jpeg, 1 << 20, looks::incrementAndGet);
        assertThat(looks).hasValue(11 * 10);
        for (int at = 1; at <= 110; at++) {
            looks.set(at);
            assertThatThrownBy(
                            () ->
                                    ProgressiveJpeg.inOneScan(
                                            jpeg,
                                            1 << 20,
                                            () -> {
                                                if (looks.decrementAndGet() == 0) {
                                                    throw new CancelledException("enough");
                                                }
                                            }))
                    .isInstanceOf(CancelledException.class);
            assertThat(looks).as("nothing is done after it").hasValue(0);
        }
    }
}
