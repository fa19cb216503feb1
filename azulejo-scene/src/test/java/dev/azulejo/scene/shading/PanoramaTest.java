package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

/** Packed texels against the formulas that OpenGL's extension states, and where directions lie. */
class PanoramaTest {
    /** Red, green, blue, and the words that OpenGL's packing gives by hand. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0x00000000",
        "1, 1, 1, 0x84020100",
        "1, 0.5, 0.25, 0x81010100",
        "65408, 0, 0, 0xf80001ff",
        "1e11, 65408, 128, 0xf807ffff",
        // Rounded, 1.999 would be 512 of 256
        "1.999, 0, 0, 0x88000100",
        // The smallest there is, and half of half of it
        "5.9604645e-8, 0, 0, 0x00000001",
        "1.4901161e-8, 0, 0, 0x00000000"
    })
    void texelsArePackedAsOpenGlPacksThem(float red, float green, float blue, String word) {
        assertThat(Integer.toHexString(Panorama.pack(red, green, blue)))
                .isEqualTo(Integer.toHexString(Long.decode(word).intValue()));
    }

    /** The extension's own steps, in double precision, for all magnitudes. */
    @Test
    void anyColourIsWhatTheExtensionSays() {
        var random = new Random(9);
        for (int i = 0; i < 200_000; i++) {
            float[] rgb = new float[3];
            double most = 0;
            for (int c = 0; c < 3; c++) {
                rgb[c] = (float) (random.nextDouble() * Math.scalb(1.0, random.nextInt(42) - 24));
                most = Math.max(most, Math.min(rgb[c], 65408));
            }
            int exponent = Math.max(-16, Math.getExponent(most)) + 1 + 15;
            if (Math.floor(most / Math.scalb(1.0, exponent - 24) + 0.5) == 512) {
                exponent++;
            }
            int texel = Panorama.pack(rgb[0], rgb[1], rgb[2]);
            double one = Math.scalb(1.0, exponent - 24);
            for (int c = 0; c < 3; c++) {
                double value = Math.floor(Math.min(rgb[c], 65408) / one + 0.5) * one;
                assertThat(Panorama.unpack(texel, c)).isEqualTo((float) value);
            }
        }
    }

    @Test
    void whatRadianceFilesHoldIsKept() {
        var random = new Random(10);
        for (int i = 0; i < 100_000; i++) {
            double one = Math.scalb(1.0, random.nextInt(32) - 24);
            float red = (float) ((128 + random.nextInt(128)) * one);
            float green = (float) (random.nextInt(256) * one);
            float blue = (float) (random.nextInt(256) * one);
            int texel = Panorama.pack(red, green, blue);
            assertThat(Panorama.unpack(texel, 0)).isEqualTo(red);
            assertThat(Panorama.unpack(texel, 1)).isEqualTo(green);
            assertThat(Panorama.unpack(texel, 2)).isEqualTo(blue);
        }
    }

    @Test
    void anglesAreThoseOfTheSphere() {
        var random = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            double y = random.nextDouble() * 2 - 1;
            double x = random.nextDouble() * 2 - 1;
            assertThat(Panorama.angle(y, x)).isCloseTo(Math.atan2(y, x), within(1e-7));
        }
        assertThat(Panorama.angle(0, 0)).isZero();
        assertThat(Panorama.angle(0, -1)).isCloseTo(Math.PI, within(1e-7));
    }

    /** Eight texels: red 0..3 above, 4..7 below. */
    private static final Texture EIGHT = new Texture(TextureFormat.RGBA8_UNORM, 4, 2, false);

    static {
        for (int i = 0; i < 8; i++) {
            EIGHT.texels()[i] = Panorama.pack(i, 8 - i, 2);
        }
    }

    private static float red(double azimuth, double latitude) {
        double along = Math.cos(Math.toRadians(latitude));
        var to = new float[5][3];
        Panorama.add(
                EIGHT,
                (float) (along * Math.cos(Math.toRadians(azimuth))),
                (float) Math.sin(Math.toRadians(latitude)),
                (float) (along * Math.sin(Math.toRadians(azimuth))),
                0.5f,
                to,
                1,
                2);
        assertThat(to[2][2]).isCloseTo(4 - to[1][2], within(1e-4f));
        assertThat(to[3][2]).isCloseTo(1, within(1e-6f));
        assertThat(to[0][2] + to[4][2] + to[1][1]).isZero();
        return 2 * to[1][2];
    }

    /** Columns are a quarter turn wide from -x on, the middles of rows 45 degrees up and down. */
    @Test
    void betweenTexelsIsWhatLiesBetweenThem() {
        assertThat(red(-135, 45)).isCloseTo(0, within(1e-4f));
        assertThat(red(-45, 45)).isCloseTo(1, within(1e-4f));
        assertThat(red(45, -45)).isCloseTo(6, within(1e-4f));
        assertThat(red(135, -45)).isCloseTo(7, within(1e-4f));
        // A quarter of the way to the right, and half of it down
        assertThat(red(-22.5, 45)).isCloseTo(1.25f, within(1e-4f));
        assertThat(red(-45, 0)).isCloseTo(3, within(1e-4f));
        // Across the seam, from 3 to 0
        assertThat(red(180, 45)).isCloseTo(1.5f, within(1e-4f));
        assertThat(red(157.5, 45)).isCloseTo(2.25f, within(1e-4f));
        // At the pole half of what lies beyond: 0 and 2 are opposite each other
        assertThat(red(-135, 90)).isCloseTo(1, within(1e-4f));
        assertThat(red(-135, 67.5)).isCloseTo(0.5f, within(1e-4f));
        assertThat(red(-45, -67.5)).isCloseTo(5.5f, within(1e-4f));
    }
}
