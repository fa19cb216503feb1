package dev.azulejo.scene.model;

import java.util.Objects;

/**
 * A decoded image: the numbers of the file, no colour management, alpha not multiplied in.
 *
 * @param name may be empty
 * @param width pixels, at least 1
 * @param height pixels, at least 1
 * @param texels one int a pixel, red in bits 0..7, green 8..15, blue 16..23, alpha 24..31;
 *     row-major, top row first
 * @param opaque whether every alpha is 255
 */
@SuppressWarnings("ArrayRecordComponent") // large, handed over, and never compared
public record Image(String name, int width, int height, int[] texels, boolean opaque) {
    /** Checks the size. */
    public Image {
        Objects.requireNonNull(name, "name");
        if (width < 1 || height < 1 || (long) width * height != texels.length) {
            throw new IllegalArgumentException(
                    "image %dx%d with %d pixels".formatted(width, height, texels.length));
        }
    }
}
