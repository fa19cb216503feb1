package dev.azulejo.core.screen;

import dev.azulejo.core.resource.RenderTarget;

/**
 * A rectangle of pixels. Ends are inclusive: {@code x0 > x1} or {@code y0 > y1} for none.
 *
 * @param x0 first column
 * @param y0 first row
 * @param x1 last column
 * @param y1 last row
 */
public record PixelRectangle(int x0, int y0, int x1, int y1) {
    /** Around all pixels of any target. */
    public static final PixelRectangle EVERYWHERE =
            new PixelRectangle(0, 0, RenderTarget.MAX_SIDE - 1, RenderTarget.MAX_SIDE - 1);
}
