package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.image.PngEncoder;

import java.nio.file.Path;

/** Writes PNG files, whole or not at all. */
final class PngFile {
    private PngFile() {}

    /**
     * Writes a picture; the file appears only when it is complete.
     *
     * @param pixels red in bits 0..7, alpha in 24..31, row-major from the top
     */
    static void write(Path path, int[] pixels, int width, int height) {
        write("-o", path, pixels, new Size(width, height), Cancellation.NEVER);
    }

    /** As above, for an option, unless that is ended while nobody takes it. */
    static void write(String option, Path path, int[] pixels, Size size, Cancellation wish) {
        WholeFile.write(
                option,
                path,
                out -> PngEncoder.encode(pixels, size.width(), size.height(), out),
                wish);
    }
}
