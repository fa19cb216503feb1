package dev.azulejo.cli;

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
        WholeFile.write("-o", path, out -> PngEncoder.encode(pixels, width, height, out));
    }
}
