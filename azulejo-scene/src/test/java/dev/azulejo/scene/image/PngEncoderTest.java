package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;

import javax.imageio.ImageIO;

/** The platform's reader, which checks all sums, finds the pixels that were written. */
class PngEncoderTest {
    @Test
    void picturesOfAllShapesComeBack() throws IOException {
        int[][] sizes = {{1, 1}, {3, 1}, {1, 5}, {7, 3}, {640, 3}, {200, 700}, {1100, 900}};
        for (var size : sizes) {
            for (boolean alpha : new boolean[] {false, true}) {
                check(smooth(size[0], size[1], alpha), size[0], size[1]);
                check(noise(size[0], size[1], alpha), size[0], size[1]);
            }
        }
    }

    /** More strips than are in memory at a time, of bytes that deflate makes longer. */
    @Test
    void manyStripsComeBack() throws IOException {
        check(noise(2300, 2500, false), 2300, 2500);
    }

    @Test
    void aRowLikeTheOneAboveCostsNothing() throws IOException {
        int[] pixels = new int[1000 * 300];
        var random = new Random(4);
        for (int x = 0; x < 1000; x++) {
            pixels[x] = random.nextInt() | 0xff000000;
        }
        for (int i = 1000; i < pixels.length; i++) {
            pixels[i] = pixels[i - 1000];
        }
        assertThat(encode(pixels, 1000, 300)).hasSizeLessThan(10_000);
    }

    private static void check(int[] pixels, int width, int height) throws IOException {
        var image = ImageIO.read(new ByteArrayInputStream(encode(pixels, width, height)));
        assertThat(image.getWidth()).isEqualTo(width);
        assertThat(image.getHeight()).isEqualTo(height);
        int[] argb = image.getRGB(0, 0, width, height, null, 0, width);
        boolean alpha = false;
        for (int i = 0; i < argb.length; i++) {
            int p = argb[i];
            argb[i] = p & 0xff00ff00 | (p & 0xff) << 16 | p >>> 16 & 0xff;
            alpha |= pixels[i] >>> 24 != 0xff;
        }
        assertThat(argb).isEqualTo(pixels);
        assertThat(image.getColorModel().hasAlpha()).isEqualTo(alpha);
    }

    private static byte[] encode(int[] pixels, int width, int height) throws IOException {
        var out = new ByteArrayOutputStream();
        PngEncoder.encode(pixels, width, height, out);
        return out.toByteArray();
    }

    private static int[] noise(int width, int height, boolean alpha) {
        var pixels = new Random(width).ints((long) width * height).toArray();
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] |= alpha ? 0 : 0xff000000;
        }
        return pixels;
    }

    private static int[] smooth(int width, int height, boolean alpha) {
        var pixels = new int[width * height];
        for (int i = 0; i < pixels.length; i++) {
            int x = i % width;
            int y = i / width;
            int opacity = alpha ? y * 3 + 1 & 0xff : 0xff;
            pixels[i] = x & 0xff | (y & 0xff) << 8 | (x + y & 0xff) << 16 | opacity << 24;
        }
        return pixels;
    }
}
