package dev.azulejo.core.command;

/**
 * Where clip space lands in the window: x to the right, y downward, top-left origin.
 *
 * @param x left edge in pixels
 * @param y top edge in pixels
 * @param width width in pixels, above 0
 * @param height height in pixels, above 0
 * @param minDepth window depth of clip z/w = 0, in 0..1
 * @param maxDepth window depth of clip z/w = 1, in 0..1; below minDepth reverses depth
 */
public record Viewport(
        float x, float y, float width, float height, float minDepth, float maxDepth) {
    /** Largest absolute coordinate of an edge, in pixels. */
    public static final float LIMIT = 8192;

    /** Checks the ranges. */
    public Viewport {
        if (!(Math.abs(x) <= LIMIT
                && Math.abs(y) <= LIMIT
                && width > 0
                && height > 0
                && Math.abs(x + width) <= LIMIT
                && Math.abs(y + height) <= LIMIT)) {
            throw new IllegalArgumentException(
                    "viewport %sx%s at %s,%s: edges must be within -8192..8192, sides above 0"
                            .formatted(width, height, x, y));
        }
        if (!(minDepth >= 0 && minDepth <= 1 && maxDepth >= 0 && maxDepth <= 1)) {
            throw new IllegalArgumentException(
                    "viewport depth range %s..%s is not within 0..1".formatted(minDepth, maxDepth));
        }
    }

    /** The whole of a target. */
    public static Viewport of(int width, int height) {
        return new Viewport(0, 0, width, height, 0, 1);
    }
}
