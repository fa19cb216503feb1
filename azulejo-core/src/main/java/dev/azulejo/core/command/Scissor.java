package dev.azulejo.core.command;

/**
 * Pixels outside this rectangle are not touched.
 *
 * @param x left column
 * @param y top row
 * @param width columns, 0 or more
 * @param height rows, 0 or more
 */
public record Scissor(int x, int y, int width, int height) {
    /** Checks the ranges. */
    public Scissor {
        if (x < 0 || y < 0 || width < 0 || height < 0) {
            throw new IllegalArgumentException(
                    "scissor %dx%d at %d,%d: no value may be negative"
                            .formatted(width, height, x, y));
        }
    }
}
