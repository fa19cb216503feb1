package dev.azulejo.core.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CancellationException;

class MipLevelTest {
    private static final Runnable GO_ON = () -> {};

    /** Squares that fill bands, bands of other heights, and sides that cannot be halved. */
    @ParameterizedTest
    @CsvSource({
        "1,1", "2,2", "64,64", "256,128", "128,512", "96,48", "48,96", "40,24", "4,1024", "1024,4",
        "7,7", "6,10", "30,44", "3,1", "1,8", "130,64", "64,130"
    })
    void everyLevelIsTheOneOfTheChain(int width, int height) {
        for (var format :
                new TextureFormat[] {TextureFormat.RGBA8_SRGB, TextureFormat.RGBA8_UNORM}) {
            int[] noise = new Random(width).ints((long) width * height).toArray();
            var whole = new Texture(format, width, height, true);
            whole.write(0, noise);
            whole.generateMipmaps();
            for (int level = 0; level < whole.levels(); level++) {
                int[] expected =
                        Arrays.copyOfRange(
                                whole.texels(),
                                whole.levelOffset(level),
                                whole.levelOffset(level + 1));
                var made = new MipLevel(format, width, height, level);
                for (int y = 0; y < height; y++) {
                    made.add(noise, y * width, GO_ON);
                }
                assertThat(made.texels()).as("level %d of %s", level, format).isEqualTo(expected);
            }
        }
    }

    /** The point of it: of a large texture whose sides can be halved, a few rows are kept. */
    @Test
    void fewRowsAreKept() {
        assertThat(MipLevel.workBytes(4096, 4096, 2)).isEqualTo(14 * 4096 * 64);
        assertThat(MipLevel.workBytes(4096, 4096, 8)).isEqualTo(14 * 4096 * 256);
        assertThat(MipLevel.workBytes(4095, 4096, 2)).isEqualTo(14 * 4095 * 4096);
        assertThat(MipLevel.workBytes(4096, 1000, 3)).isEqualTo(14 * 4096 * 8);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        var srgb = TextureFormat.RGBA8_SRGB;
        assertThatThrownBy(() -> new MipLevel(srgb, 8, 4, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("level 4 of a texture of 8x4: there is none");
        assertThatThrownBy(() -> new MipLevel(srgb, 8, 4, 32))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MipLevel(srgb, 8, 4, -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MipLevel(TextureFormat.RGBA32_FLOAT, 8, 4, 1))
                .isInstanceOf(IllegalArgumentException.class);
        var made = new MipLevel(srgb, 8, 4, 1);
        int[] row = new int[8];
        for (int y = 0; y < 3; y++) {
            made.add(row, 0, GO_ON);
        }
        assertThatThrownBy(made::texels).isInstanceOf(IllegalStateException.class);
        made.add(row, 0, GO_ON);
        assertThat(made.texels()).hasSize(8);
        assertThatThrownBy(() -> made.add(row, 0, GO_ON)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void itEndsWhenItIsTold() {
        var made = new MipLevel(TextureFormat.RGBA8_UNORM, 8, 4, 1);
        int[] row = new int[8];
        for (int y = 0; y < 3; y++) {
            made.add(row, 0, GO_ON);
        }
        assertThatThrownBy(
                        () ->
                                made.add(
                                        row,
                                        0,
                                        () -> {
                                            throw new CancellationException();
                                        }))
                .isInstanceOf(CancellationException.class);
    }
}
