package dev.azulejo.scene.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.image.PictureFormat;
import dev.azulejo.scene.image.StraightAlpha;
import dev.azulejo.scene.math.Vec4;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashSet;

import javax.imageio.ImageIO;

/** Pictures that are laid over something else look as if they had been drawn before it. */
class TransparentPictureTest {
    private static final RenderRequest REQUEST =
            RenderRequest.of(40, 30).withViewpoint(Viewpoint.orbit(20, 30));

    private final Renderer renderer =
            Renderer.open(RendererOptions.defaults().withThreads(2).withKernels(Kernels.SCALAR));

    @AfterEach
    void close() {
        renderer.close();
    }

    private int[] render(byte[] model, float red, float green, float blue, float alpha) {
        var request =
                REQUEST.withSettings(
                        REQUEST.settings().withBackground(new Vec4(red, green, blue, alpha)));
        return renderer.render(model, request).pixels();
    }

    private static double linear(int pixel, int channel) {
        return SrgbCurve.decode((pixel >>> 8 * channel & 255) / 255.0);
    }

    private static double code(double linear) {
        return 255 * SrgbCurve.encode(linear);
    }

    /**
     * Codes of 8 bits of alpha, and of samples, are what is lost: where a dark channel lies over
     * black, a few codes.
     */
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 1, 1", "1, 0, 0", "0.2, 0.5, 0.1"})
    void laidOverSomethingTheyLookAsDrawnBeforeIt(float red, float green, float blue) {
        for (byte[] model : new byte[][] {SmallModels.triangle(40), SmallModels.glass()}) {
            int[] above = render(model, 0, 0, 0, 0);
            int[] before = render(model, red, green, blue, 1);
            float[] behind = {red, green, blue};
            var alphas = new HashSet<Integer>();
            for (int i = 0; i < above.length; i++) {
                int alpha = above[i] >>> 24;
                alphas.add(alpha);
                for (int c = 0; c < 3; c++) {
                    double mixed = (linear(above[i], c) * alpha + behind[c] * (255 - alpha)) / 255;
                    assertThat(code(mixed))
                            .as("pixel %d of alpha %d, channel %d", i, alpha, c)
                            .isCloseTo(before[i] >>> 8 * c & 255, within(4.0));
                }
            }
            assertThat(alphas).as("edges, and what is inside").hasSizeGreaterThan(4);
        }
    }

    /** Half of what is behind, too, is not a matter of the edge's colour. */
    @Test
    void aBackgroundThatLetsLightThroughKeepsItsColour() {
        int[] pixels = render(SmallModels.triangle(40), 1, 0.5f, 0, 0.5f);
        assertThat(pixels[0] >>> 24).isEqualTo(128);
        assertThat(pixels[0] & 255).isEqualTo(255);
        assertThat((pixels[0] >>> 8 & 255) / 1.0).isCloseTo(code(0.5), within(1.5));
        assertThat(pixels[0] >>> 16 & 255).isZero();
    }

    /**
     * A colour of 248, 187, 76 under an alpha of 128: its light, halved, has codes of 183 and less.
     */
    @Test
    void lightIsDividedAndNotCodes() {
        int multiplied = 128 << 24;
        int straight = 128 << 24;
        int[] expected = {248, 187, 76};
        for (int c = 0; c < 3; c++) {
            int code = (int) (code(SrgbCurve.decode(expected[c] / 255.0) * 128 / 255) + 0.5);
            multiplied |= code << 8 * c;
            straight |= expected[c] << 8 * c;
        }
        assertThat(multiplied & 255).isEqualTo(183);
        int divided = StraightAlpha.of(new int[] {multiplied})[0];
        assertThat(divided >>> 24).isEqualTo(128);
        for (int c = 0; c < 3; c++) {
            assertThat((divided >>> 8 * c & 255) / 1.0)
                    .isCloseTo(straight >>> 8 * c & 255, within(1.0));
        }
    }

    /** JPEG has no alpha: as if drawn before black, but for what 8 bits and its waves lose. */
    @Test
    void withoutTransparencyTheyLieOverBlack() throws IOException {
        var request = REQUEST.withSettings(REQUEST.settings().withBackground(new Vec4(0, 0, 0, 0)));
        byte[] file = renderer.render(SmallModels.glass(), request).encode(PictureFormat.JPEG);
        var image = ImageIO.read(new ByteArrayInputStream(file));
        int[] black = render(SmallModels.glass(), 0, 0, 0, 1);
        double sum = 0;
        for (int i = 0; i < black.length; i++) {
            int rgb = image.getRGB(i % 40, i / 40);
            sum += Math.abs((rgb >>> 16 & 255) - (black[i] & 255));
        }
        assertThat(sum / black.length).isLessThan(4);
    }

    @Test
    void whatLetsNothingOrEverythingThroughStays() {
        int[] pixels = {0xff010203, 0, 0x00ffffff, -1};
        assertThat(StraightAlpha.of(pixels)).isSameAs(pixels);
        int[] brighter = {0xff010203, 0x80ffffff};
        assertThat(StraightAlpha.of(brighter)).isNotSameAs(brighter).containsExactly(brighter);
        assertThat(brighter).containsExactly(0xff010203, 0x80ffffff);
    }
}
