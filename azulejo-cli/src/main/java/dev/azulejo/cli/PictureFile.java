package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.scene.image.DeepColor;
import dev.azulejo.scene.image.PictureFormat;
import dev.azulejo.scene.image.StraightAlpha;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * Where a picture goes: into a file, which appears only when it is complete, or to standard output.
 *
 * @param path the file; {@code -} for standard output
 * @param format what it is written as; PNG of 16 bits where the target has floats
 * @param threads at most so many encode it
 */
record PictureFile(Path path, PictureFormat format, int threads) {
    /**
     * Writes a picture that was painted, wherever that was.
     *
     * @param picture as it is seen
     * @param outputs where files go
     * @param wish ends it while nobody takes it
     */
    void write(Pixels picture, Outputs outputs, Cancellation wish) {
        if (StandardOutput.isNamed(path)) {
            StandardOutput.write("-o", out -> encode(picture, out), wish);
        } else {
            outputs.write(path, out -> encode(picture, out));
        }
    }

    /** Writes what a target shows among what else goes there. */
    void write(RenderTarget target, Outputs outputs) {
        var picture = Pixels.of(target);
        outputs.write(path, out -> encode(picture, out));
    }

    private void encode(Pixels picture, OutputStream out) throws IOException {
        if (picture.isDeep()) {
            var samples = DeepColor.encode(picture.floats());
            DeepColor.write(samples, picture.width(), picture.height(), threads, out);
            return;
        }
        var pixels = StraightAlpha.of(picture.codes());
        format.encode(pixels, picture.width(), picture.height(), threads, out);
    }
}
