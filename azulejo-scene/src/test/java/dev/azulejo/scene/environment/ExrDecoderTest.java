package dev.azulejo.scene.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.azulejo.scene.environment.ExrFiles.Plan;
import dev.azulejo.scene.environment.ExrHeader.Channel;
import dev.azulejo.scene.environment.ExrHeader.Packing;
import dev.azulejo.scene.environment.ExrHeader.Type;
import dev.azulejo.scene.environment.ExrHeader.Window;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** OpenEXR pictures, however they are written; damaged ones are pictures or one line. */
class ExrDecoderTest {
    /** No picture of a damaged file is larger; what its header says may be. */
    private static final int MOST_TEXELS = 1 << 16;

    private static final Packing[] READ = {
        Packing.NONE, Packing.RLE, Packing.ZIPS, Packing.ZIP, Packing.PIZ
    };

    private static float[] decode(byte[] bytes, Runnable goOn) throws IOException {
        var decoder = new ExrDecoder(ExrFiles.channel(bytes), "damaged");
        var header = decoder.readHeader();
        for (var window : List.of(header.display(), header.data())) {
            if (window.width() > MOST_TEXELS || window.width() * window.height() > MOST_TEXELS) {
                // Whoever wants a picture refuses it
                return null;
            }
        }
        decoder.checkLength();
        var display = header.display();
        float[] rgb = new float[(int) (3 * display.width() * display.height())];
        decoder.readChunks(rgb, goOn);
        return rgb;
    }

    private static float[] decode(byte[] bytes) throws IOException {
        return decode(bytes, () -> {});
    }

    private static int bits(Type type, float value) {
        return switch (type) {
            case UINT -> (int) (long) value;
            case HALF -> Float.floatToFloat16(value) & 0xffff;
            case FLOAT -> Float.floatToRawIntBits(value);
        };
    }

    /** Small numbers that every type holds, with runs. */
    private static float value(int channel, int x, int y) {
        return (x / 3 * 7 + y / 2 * 5 + channel * 3 & 15) + (x * 31 + y * 17) % 29 / 28 * 64;
    }

    private static void compare(Plan plan) throws IOException {
        byte[] file =
                ExrFiles.file(
                        plan, (c, x, y) -> bits(plan.channels().get(c).type(), value(c, x, y)));
        float[] rgb = decode(file);
        var names = plan.channels().stream().map(Channel::name).toList();
        var display = plan.display();
        var data = plan.data();
        int at = 0;
        for (int y = display.top(); y <= display.bottom(); y++) {
            for (int x = display.left(); x <= display.right(); x++) {
                boolean there =
                        x >= data.left()
                                && x <= data.right()
                                && y >= data.top()
                                && y <= data.bottom();
                for (String color : new String[] {"R", "G", "B"}) {
                    int channel = names.indexOf(names.contains("R") ? color : "Y");
                    assertThat(rgb[at++])
                            .as("%s at %d, %d of %s", color, x, y, plan)
                            .isEqualTo(there ? value(channel, x, y) : 0);
                }
            }
        }
    }

    /**
     * Every packing, type and order, rows and tiles; windows that differ and sides that are odd.
     */
    @Test
    void everyWayToWriteAPicture() throws IOException {
        var data = new Window(-5, 3, 66, 41);
        for (var packing : READ) {
            for (var type : Type.values()) {
                for (int tile : new int[] {0, 16, 33, 500}) {
                    for (boolean backwards : new boolean[] {false, true}) {
                        for (var display :
                                List.of(
                                        data,
                                        new Window(0, 0, 59, 29),
                                        new Window(-9, 9, 70, 48))) {
                            var rgb = ExrFiles.rgb(type);
                            compare(new Plan(data, display, rgb, packing, tile, backwards));
                        }
                    }
                }
            }
        }
    }

    @Test
    void channelsOfOtherNamesAreLeftOut() throws IOException {
        var window = new Window(0, 0, 40, 34);
        for (var packing : READ) {
            var many =
                    List.of(
                            new Channel("A", Type.HALF),
                            new Channel("B", Type.FLOAT),
                            new Channel("G", Type.HALF),
                            new Channel("R", Type.UINT),
                            new Channel("Y", Type.HALF),
                            new Channel("Z", Type.FLOAT),
                            new Channel("left.R", Type.HALF));
            compare(new Plan(window, window, many, packing, 0, false));
            var grey = List.of(new Channel("A", Type.HALF), new Channel("Y", Type.FLOAT));
            compare(new Plan(window, window, grey, packing, 0, false));
        }
    }

    /** A window beside the other has nothing of the picture. */
    @Test
    void windowsMayLieApart() throws IOException {
        var far = new Window(2147483000, Integer.MIN_VALUE, 2147483007, -2147483645);
        var display = new Window(-4, -1, 3, 2);
        compare(new Plan(far, display, ExrFiles.rgb(Type.HALF), Packing.ZIP, 0, false));
        compare(new Plan(display, far, ExrFiles.rgb(Type.HALF), Packing.NONE, 2, false));
    }

    /** So many different words that wavelets are of 16 bits, and codes longer than 12. */
    @Test
    void manyDifferentWords() throws IOException {
        var random = new Random(9);
        int width = 1500;
        int height = 35;
        float[] expected = new float[3 * width * height];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = 1 + random.nextInt(1 << 23) * 0x1p-23f;
        }
        boolean[] words = new boolean[1 << 16];
        int different = 0;
        // Of the first chunk
        for (int i = 0; i < 3 * width * 32; i++) {
            int word = Float.floatToRawIntBits(expected[i]) & 0xffff;
            different += words[word] ? 0 : 1;
            words[word] = true;
        }
        assertThat(different).isGreaterThan(1 << 15);
        for (var packing : READ) {
            compare(expected, width, height, packing);
        }
    }

    private static void compare(float[] expected, int width, int height, Packing packing)
            throws IOException {
        byte[] file =
                ExrFiles.file(
                        Plan.of(width, height, Type.FLOAT, packing),
                        (c, x, y) ->
                                Float.floatToRawIntBits(expected[3 * (y * width + x) + 2 - c]));
        assertThat(decode(file)).as("%s", packing).isEqualTo(expected);
        if (packing == Packing.PIZ) {
            assertThat(file.length).isLessThan(12 * width * height);
        }
    }

    /** Light is not negative, nor infinite. */
    @ParameterizedTest
    @CsvSource({"HALF", "FLOAT"})
    void whatIsNoLight(Type type) throws IOException {
        float[] values = {
            Float.NaN, -1, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, -0f, 0.5f, 65504, 6e-8f
        };
        float half = Float.float16ToFloat(Float.floatToFloat16(6e-8f));
        float[] expected = {0, 0, 0, 65504, 0, 0.5f, 65504, type == Type.HALF ? half : 6e-8f};
        byte[] file =
                ExrFiles.file(
                        Plan.of(8, 4, type, Packing.NONE), (c, x, y) -> bits(type, values[x]));
        float[] rgb = decode(file);
        for (int i = 0; i < rgb.length; i++) {
            assertThat(rgb[i]).isEqualTo(expected[i / 3 % 8]);
            assertThat(1 / rgb[i]).isPositive();
        }
    }

    @Test
    void wholeNumbersHaveNoSign() throws IOException {
        byte[] file =
                ExrFiles.file(Plan.of(2, 1, Type.UINT, Packing.NONE), (c, x, y) -> x == 0 ? -1 : 7);
        assertThat(decode(file)).isEqualTo(new float[] {0x1p32f, 0x1p32f, 0x1p32f, 7, 7, 7});
    }

    private static byte[] resource(String name) throws IOException {
        try (var in = ExrDecoderTest.class.getResourceAsStream("/exr/" + name)) {
            return in.readAllBytes();
        }
    }

    /** Files that libavcodec 59 and OpenEXR 3.1 wrote, of a picture that is a formula. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "lavc-zip-half.exr",
                "openexr-piz-half.exr",
                "openexr-piz-float.exr",
                "openexr-rle-tiles-float.exr"
            })
    void filesOfOtherPrograms(String name) throws IOException {
        float[] rgb = decode(resource(name));
        assertThat(rgb).hasSize(3 * 32 * 16);
        for (int i = 0; i < rgb.length; i++) {
            int x = i / 3 % 32;
            int y = i / 3 / 32;
            float steps = ((x >> 2) * 3 + (y >> 2) * 5 + i % 3 * 7) % 11 / 4f;
            assertThat(rgb[i]).isEqualTo(steps + (x * y % 3 == 0 ? 8 : 0));
        }
    }

    private static void refused(byte[] bytes, String expected) {
        assertThatThrownBy(() -> decode(bytes))
                .isInstanceOf(SceneException.class)
                .hasMessageStartingWith("damaged: ")
                .hasMessageContaining(expected)
                .hasMessageNotContaining("\n");
    }

    private static byte[] with(byte[] bytes, int at, int value) {
        byte[] changed = bytes.clone();
        changed[at] = (byte) value;
        return changed;
    }

    /** Returns where an attribute's value begins. */
    private static int find(byte[] bytes, String name, String type) {
        var text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
        return text.indexOf(name + "\0" + type + "\0") + name.length() + type.length() + 6;
    }

    @Test
    void whatIsNotReadIsNamed() throws IOException {
        refused(resource("openexr-pxr24.exr"), "compression PXR24 is not read");
        byte[] file = ExrFiles.file(Plan.of(4, 2, Type.HALF, Packing.ZIP), (c, x, y) -> 0);
        int compression = find(file, "compression", "compression");
        refused(with(file, compression, 6), "compression B44 is not read");
        refused(with(file, compression, 9), "compression DWAB is not read");
        refused(with(file, compression, 10), "compression 10 is not known");
        refused(with(file, 0, 0), "is no OpenEXR picture");
        refused(with(file, 4, 3), "version 3");
        refused(with(file, 5, 8), "deep data");
        refused(with(file, 5, 16), "several parts");
        refused(with(file, 6, 1), "flags 100 are not known");
        refused(with(file, find(file, "lineOrder", "lineOrder"), 3), "lineOrder 3");
        refused(with(file, find(file, "dataWindow", "box2i") + 11, -1), "dataWindow has");
        int channels = find(file, "channels", "chlist");
        refused(with(file, channels + 2, 3), "channel 'B' is of type 3");
        refused(with(file, channels + 10, 2), "channel 'B' has a value for 2x1 texels");
        refused(with(file, channels, 'X'), "has the channels X, G, R; R, G and B expected, or Y");
        refused(with(file, channels, 0), "list of channels is corrupt");
        refused(with(file, compression - 6, 'x'), "of compressiox, 1 of compression expected");
        refused(with(file, find(file, "lineOrder", "lineOrder") - 16, 'x'), "is not complete");
        var window = new Window(0, 0, 3, 1);
        var rgb = ExrFiles.rgb(Type.HALF);
        byte[] tiles =
                ExrFiles.file(new Plan(window, window, rgb, Packing.ZIP, 2, false), (c, x, y) -> 0);
        int levels = find(tiles, "tiles", "tiledesc");
        refused(with(tiles, levels + 8, 1), "several levels");
        refused(with(tiles, levels, 0), "tiles of 0x2 texels");
    }

    @Test
    void chunksThatAreNotThere() {
        var plan = Plan.of(4, 3, Type.HALF, Packing.ZIPS);
        byte[] file = ExrFiles.file(plan, (c, x, y) -> x * 77 + y);
        int table = ExrFiles.header(plan).length;
        int chunk = table + 3 * 8;
        refused(with(file, table + 1, 0), "chunk 0 of 3 is at byte");
        refused(with(file, table + 7, -1), "chunk 0 of 3 is at byte -");
        refused(with(file, table + 8, file[table]), "chunk 0 of 3 comes twice");
        refused(with(file, chunk, 3), "a chunk begins with row 3");
        refused(with(file, chunk, -1), "a chunk begins with row 255");
        refused(with(file, chunk + 4, 25), "chunk 0 has 25 bytes");
        refused(with(file, chunk + 7, -1), "chunk 0 has -");
        refused(with(file, chunk + 8, 0), "chunk 0 is corrupt");
        refused(Arrays.copyOf(file, chunk + 3 * 9 - 1), "is cut off, at least");
        refused(Arrays.copyOf(file, file.length - 1), "chunk 2 has");
    }

    @Test
    void anEmptyFileAndOneOfItsHeader() {
        refused(new byte[0], "is cut off after 0 bytes");
        byte[] header = ExrFiles.header(Plan.of(4, 2, Type.HALF, Packing.PIZ));
        refused(header, "and is cut off, at least");
        for (int length = 0; length < header.length; length++) {
            byte[] part = Arrays.copyOf(header, length);
            assertThatThrownBy(() -> decode(part))
                    .isInstanceOf(SceneException.class)
                    .hasMessageMatching("damaged: .*(is cut off after|more than the file).*");
        }
        var out = new ByteArrayOutputStream();
        out.write(header, 0, header.length - 1);
        ExrFiles.attribute(out, "x".repeat(255), "y", new byte[3]);
        out.write(0);
        refused(out.toByteArray(), "and is cut off, at least");
        out.reset();
        out.write(header, 0, header.length - 1);
        ExrFiles.attribute(out, "x".repeat(256), "y", new byte[3]);
        refused(out.toByteArray(), "a name of more than 255 bytes");
        out.reset();
        out.write(header, 0, 8);
        for (int i = 0; i < 4097; i++) {
            ExrFiles.attribute(out, "x", "y", new byte[0]);
        }
        refused(out.toByteArray(), "more than 4096 attributes");
    }

    private static List<byte[]> small() {
        var files = new ArrayList<byte[]>();
        var window = new Window(1, 1, 9, 6);
        for (var packing : READ) {
            for (int tile : new int[] {0, 4}) {
                var rgb = ExrFiles.rgb(packing == Packing.RLE ? Type.FLOAT : Type.HALF);
                var display = new Window(0, 0, 11, 5);
                var plan = new Plan(window, display, rgb, packing, tile, tile > 0);
                files.add(
                        ExrFiles.file(
                                plan, (c, x, y) -> bits(rgb.getFirst().type(), x < 5 ? 1 : y)));
            }
        }
        return files;
    }

    /** Whether it is a picture; else it is one line. */
    private static boolean isPicture(byte[] bytes) throws IOException {
        try {
            float[] rgb = decode(bytes);
            for (int i = 0; rgb != null && i < rgb.length; i++) {
                // Asked first: an assertion is an object, of millions
                if (!(rgb[i] >= 0 && rgb[i] < Float.POSITIVE_INFINITY)) {
                    fail("%s is no light", rgb[i]);
                }
            }
            return true;
        } catch (SceneException e) {
            assertThat(e.getMessage()).startsWith("damaged: ").doesNotContain("\n");
            return false;
        }
    }

    /** Each byte of small files becomes others, and each file ends at each of its bytes. */
    @Test
    @Timeout(120)
    void damagedFilesArePicturesOrOneLine() throws IOException {
        int read = 0;
        int all = 0;
        for (byte[] whole : small()) {
            assertThat(isPicture(whole)).isTrue();
            for (int at = 0; at < whole.length; at++) {
                assertThat(isPicture(Arrays.copyOf(whole, at))).as("%d bytes", at).isFalse();
                for (int other : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
                    read += isPicture(with(whole, at, whole[at] ^ other)) ? 1 : 0;
                    all++;
                }
            }
        }
        assertThat(read).isBetween(all / 20, all - all / 20);
    }

    /** The same of a larger chunk with a whole table of codes. */
    @Test
    @Timeout(120)
    void damagedWavesArePicturesOrOneLine() throws IOException {
        byte[] whole = resource("openexr-piz-half.exr");
        var random = new Random(23);
        int read = 0;
        for (int round = 0; round < 2000; round++) {
            byte[] bytes = whole.clone();
            for (int change = 1 + random.nextInt(3); change > 0; change--) {
                int at = 485 + random.nextInt(bytes.length - 485);
                bytes[at] = (byte) random.nextInt(256);
            }
            read += isPicture(bytes) ? 1 : 0;
        }
        assertThat(read).isBetween(10, 1950);
    }

    /**
     * It is asked before each chunk, and while a large one is unpacked: of 3 MB, each megabyte that
     * comes of runs or is inflated, and each that is brought together, and each half of 2^19
     * texels; of wavelets a megaword of codes, each of three channels, a megabyte of rows, and
     * channels after 2^18 words: their levels have 174,760 and 2^19, the last in rows of 2,048.
     */
    @Test
    void anybodyMayEndIt() throws IOException {
        for (var packing : READ) {
            var window = new Window(0, 0, 1023, 511);
            int tile = packing == Packing.NONE ? 64 : 1024;
            var plan = new Plan(window, window, ExrFiles.rgb(Type.HALF), packing, tile, false);
            byte[] file = ExrFiles.file(plan, (c, x, y) -> x >> 7);
            var decoder = new ExrDecoder(ExrFiles.channel(file), "large");
            decoder.readHeader();
            int[] asked = new int[1];
            decoder.readChunks(new float[3 * 1024 * 512], () -> asked[0]++);
            int expected =
                    switch (packing) {
                        case NONE -> 128;
                        case RLE, ZIPS, ZIP -> 1 + 3 + 3 + 2;
                        default -> 1 + 1 + 3 + 3 * 2 + 2 + 2;
                    };
            assertThat(asked[0]).as("%s", packing).isEqualTo(expected);
        }
    }

    /** Repetitions of nothing are as many as a file has bytes. */
    @Test
    void anybodyMayEndWhatDoesNotGetOn() {
        int empty = 1 << 21;
        int bits = 1 + 9 * empty + 1;
        // Word 0 is a bit 0, again is a bit 1 and how often in 8 bits; each code has one bit
        byte[] packed = new byte[20 + 2 + (bits + 7) / 8];
        packed[4] = 1;
        for (int b = 0; b < 4; b++) {
            packed[12 + b] = (byte) (bits >> 8 * b);
        }
        packed[20] = 1 << 2;
        packed[21] = 1 << 4;
        for (int i = 0; i < empty; i++) {
            int at = 1 + 9 * i;
            packed[22 + at / 8] |= (byte) (128 >> at % 8);
        }
        int[] asked = new int[1];
        var words = new char[] {7, 7};
        assertThat(new ExrHuffman().decode(packed, 0, packed.length, words, 2, () -> asked[0]++))
                .isTrue();
        assertThat(words).containsExactly((char) 0, (char) 0);
        assertThat(asked[0]).isEqualTo(2);
    }
}
