package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/** Images that are decoded row by row. */
class TexelRowsTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus/images");

    private static Map<String, byte[]> files() {
        var files = new LinkedHashMap<String, byte[]>();
        try (var paths = Files.list(CORPUS)) {
            for (var path : paths.sorted().toList()) {
                files.put(path.getFileName().toString(), Files.readAllBytes(path));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.put("scans", ManyScans.jpeg(64, 12));
        files.put("lossless", WebPWriter.lossless(37, 23, new Random(7).ints(37 * 23).toArray()));
        files.put("lossy", WebPWriter.file(WebPWriter.chunk("VP8 ", WebPWriter.greyStream(33, 4))));
        return files;
    }

    @TestFactory
    Stream<DynamicTest> rowsAreThoseOfTheWholeImage() {
        return files().entrySet().stream()
                .map(file -> DynamicTest.dynamicTest(file.getKey(), () -> check(file.getValue())));
    }

    private static void check(byte[] data) throws ImageFormatException {
        var header = ImageDecoder.header(data);
        int width = header.width();
        int[] all = new int[width * header.height()];
        int[] rows = new int[1];
        ImageDecoder.decode(
                data,
                (texels, from) -> System.arraycopy(texels, from, all, width * rows[0]++, width),
                () -> {});
        assertThat(rows[0]).isEqualTo(header.height());
        assertThat(all).isEqualTo(ImageDecoder.decode(data));
        // And room behind them is left as it is
        assertThat(ImageDecoder.decode(data, 5, () -> {}))
                .isEqualTo(Arrays.copyOf(all, all.length + 5));
    }

    /** What comes in order is not kept: all rows lie in the same place. */
    @Test
    void noFullSizeArrayIsMade() throws ImageFormatException {
        int[] texels = new Random(1).ints(64 * 48).toArray();
        for (var data :
                new byte[][] {
                    PngWriter.rgba(64, 48, texels), WebPWriter.lossless(64, 48, texels)
                }) {
            ImageDecoder.decode(
                    data,
                    (row, from) -> {
                        assertThat(row).hasSize(64);
                        assertThat(from).isZero();
                    },
                    () -> {});
        }
    }

    @Test
    void decodingEndsWhenWhoeverTakesRowsHasEnough() {
        for (var file : files().entrySet()) {
            assertThatThrownBy(
                            () ->
                                    ImageDecoder.decode(
                                            file.getValue(),
                                            (row, from) -> {
                                                throw new CancellationException();
                                            },
                                            () -> {}))
                    .as(file.getKey())
                    .isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void damagedFilesAreRefused() {
        byte[] png = PngWriter.rgba(8, 8, new Random(2).ints(64).toArray());
        assertThatThrownBy(
                        () ->
                                ImageDecoder.decode(
                                        Arrays.copyOf(png, png.length - 40),
                                        (row, from) -> {},
                                        () -> {}))
                .isInstanceOf(ImageFormatException.class);
    }
}
