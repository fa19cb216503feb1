package dev.azulejo.scene.image;

import dev.azulejo.core.math.SrgbCurve;

import java.io.IOException;
import java.io.OutputStream;

/** Pictures of 16 bits a channel, from linear colours. */
public final class DeepColor {
    private static final int LARGEST = 65_535;

    private DeepColor() {}

    /**
     * Encodes linear colours with the curve of sRGB, {@linkplain StraightAlpha not multiplied by
     * alpha} any more, which stays as it is. What is below 0 or above 1 becomes that, and NaN 0.
     *
     * @param linear red, green, blue, which are multiplied by alpha, and alpha of each pixel
     * @return as many, unsigned, 0..65535
     */
    public static short[] encode(float[] linear) {
        var samples = new short[linear.length];
        // Neighbours are often alike, and the curve takes long
        var last = new float[3];
        var code = new short[3];
        for (int i = 0; i < linear.length; i += 4) {
            for (int c = 0; c < 3; c++) {
                float value = StraightAlpha.divide(linear[i + c], linear[i + 3]);
                if (value != last[c]) {
                    last[c] = value;
                    code[c] = sample(SrgbCurve.encode(clamp(value)));
                }
                samples[i + c] = code[c];
            }
            samples[i + 3] = sample(clamp(linear[i + 3]));
        }
        return samples;
    }

    private static double clamp(float value) {
        return value > 0 ? Math.min(value, 1) : 0;
    }

    private static short sample(double value) {
        return (short) (value * LARGEST + 0.5);
    }

    /**
     * Writes a PNG of 16 bits a channel; without alpha if every pixel is opaque.
     *
     * @param samples as {@link #encode} returns them
     * @param threads at most so many work on it, the calling one among them
     */
    public static void write(short[] samples, int width, int height, int threads, OutputStream out)
            throws IOException {
        for (int i = 3; i < samples.length; i += 4) {
            if (samples[i] != (short) LARGEST) {
                PngEncoder.encode16(samples, 4, width, height, threads, out);
                return;
            }
        }
        var colors = new short[samples.length / 4 * 3];
        for (int i = 0, to = 0; i < samples.length; i += 4, to += 3) {
            colors[to] = samples[i];
            colors[to + 1] = samples[i + 1];
            colors[to + 2] = samples[i + 2];
        }
        PngEncoder.encode16(colors, 3, width, height, threads, out);
    }
}
