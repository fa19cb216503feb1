package dev.azulejo.cli;

import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
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
    /** Writes what a target shows. */
    void write(RenderTarget target) {
        if (StandardOutput.isNamed(path)) {
            StandardOutput.write("-o", out -> encode(target, out));
        } else {
            WholeFile.write("-o", path, out -> encode(target, out));
        }
    }

    private void encode(RenderTarget target, OutputStream out) throws IOException {
        if (target.format() == TextureFormat.RGBA32_FLOAT) {
            var samples = DeepColor.encode(target.floatPixels());
            DeepColor.write(samples, target.width(), target.height(), threads, out);
            return;
        }
        var pixels = StraightAlpha.of(target.pixels());
        format.encode(pixels, target.width(), target.height(), threads, out);
    }
}
