package dev.azulejo.scene.environment;

import dev.azulejo.scene.model.SceneException;
import dev.azulejo.testkit.FuzzTarget;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Decodes pictures of surroundings, OpenEXR's and others as Radiance's. */
public final class FuzzSurroundings implements FuzzTarget {
    private static final long MOST_TEXELS = 1 << 16;

    /** What a refusal repeats of a file: with it each would be an end of its own. */
    private static final Pattern REPEATED =
            Pattern.compile(
                    "'.*'|(?<=bytes of ).*(?=, \\d+ of )|(?<=has the channels ).*(?=; R, G)"
                            + "|-?[0-9][0-9,]*");

    @Override
    public String read(byte[] input, RandomGenerator random) {
        try {
            float[] rgb = input.length > 0 && input[0] == 'v' ? exr(input) : radiance(input);
            if (rgb == null) {
                return "large";
            }
            for (float value : rgb) {
                if (!(value >= 0 && value < Float.POSITIVE_INFINITY)) {
                    throw new AssertionError("radiance of " + value);
                }
            }
            return "decoded";
        } catch (SceneException e) {
            if (!e.getMessage().startsWith("it: ") || e.getMessage().contains("\n")) {
                throw new AssertionError("no line: " + e.getMessage(), e);
            }
            return "refused: " + REPEATED.matcher(e.getMessage()).replaceAll("N");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static float[] exr(byte[] input) throws IOException {
        var decoder = new ExrDecoder(ExrFiles.channel(input), "it");
        var header = decoder.readHeader();
        long width = Math.max(header.display().width(), header.data().width());
        long height = Math.max(header.display().height(), header.data().height());
        if (width > MOST_TEXELS || width * height > MOST_TEXELS) {
            return null;
        }
        decoder.checkLength();
        float[] rgb = new float[(int) (3 * header.display().width() * header.display().height())];
        decoder.readChunks(rgb, () -> {});
        return rgb;
    }

    private static float[] radiance(byte[] input) throws IOException {
        var decoder = new RadianceDecoder(new ByteArrayInputStream(input), "it");
        decoder.readHeader();
        long texels = (long) decoder.width() * decoder.height();
        if (texels < 1 || texels > MOST_TEXELS) {
            return null;
        }
        float[] rgb = new float[(int) (3 * texels)];
        decoder.readRows(rgb, () -> {});
        return rgb;
    }
}
