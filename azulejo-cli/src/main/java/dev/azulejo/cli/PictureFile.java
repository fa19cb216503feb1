package dev.azulejo.cli;

import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.scene.image.DeepColor;
import dev.azulejo.scene.image.PictureFormat;
import dev.azulejo.scene.image.StraightAlpha;

import java.io.BufferedOutputStream;
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
    /** Whether a path stands for standard output. */
    static boolean isStandard(Path path) {
        return path.toString().equals(SceneFiles.STANDARD);
    }

    /** Writes what a target shows. */
    void write(RenderTarget target) {
        if (isStandard(path)) {
            writeStandard(target);
        } else {
            WholeFile.write("-o", path, out -> encode(target, out));
        }
    }

    private void writeStandard(RenderTarget target) {
        try {
            var out = new BufferedOutputStream(System.out, 1 << 16);
            encode(target, out);
            out.flush();
        } catch (IOException e) {
            throw new UserException("-o -: cannot write: " + e.getMessage());
        }
        // A print stream remembers what went wrong instead of throwing it.
        if (System.out.checkError()) {
            throw new UserException("-o -: cannot write to standard output");
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
