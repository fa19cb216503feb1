package dev.azulejo.scene.gltf;

import dev.azulejo.scene.image.ImageDecoder;
import dev.azulejo.scene.image.ImageFormatException;
import dev.azulejo.testkit.FuzzTarget;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Decodes images. */
final class FuzzImages implements FuzzTarget {
    @Override
    public String read(byte[] input, RandomGenerator random) {
        try {
            var header = ImageDecoder.header(input);
            if ((long) header.width() * header.height() > 1 << 18) {
                return "large";
            }
            int[] pixels = ImageDecoder.decode(input);
            if (pixels.length != header.width() * header.height()) {
                throw new AssertionError(pixels.length + " pixels");
            }
            return "decoded " + Math.min(9, Arrays.stream(pixels).distinct().count());
        } catch (ImageFormatException e) {
            return "refused: " + FuzzModels.words(e.getMessage());
        }
    }
}
