package dev.azulejo.scene.render;

import dev.azulejo.core.command.PointShape;

/** How wide lines and how large points are drawn, in pixels. */
final class DrawnSizes {
    /** Height of a picture, in pixels, whose lines are a pixel wide by themselves. */
    private static final float LINE_HEIGHT = 480;

    /** Likewise of points. */
    private static final float POINT_HEIGHT = 240;

    /** Fewest pixels of a point by itself: smaller ones are lost on the eye in a thumbnail. */
    private static final float LEAST_POINT = 2;

    /** From here on points are round. With one sample smaller discs may fall between pixels. */
    private static final float ROUND = 1.5f;

    private DrawnSizes() {}

    /**
     * Returns the width of lines.
     *
     * @param settings of the picture
     * @param samples of a pixel, as they are drawn
     */
    static float lineWidth(RenderSettings settings, int samples) {
        float wanted =
                settings.lineWidth() == RenderSettings.AUTOMATIC
                        ? Math.max(1, settings.height() / LINE_HEIGHT)
                        : settings.lineWidth();
        return Math.min(Math.max(wanted, leastWidth(samples)), 64);
    }

    /**
     * Returns whether lines are joined where they meet. Of those up to a pixel no corner is seen.
     */
    static boolean joins(RenderSettings settings) {
        return lineWidth(settings, samples(settings)) > 1;
    }

    /** Returns how many samples a pixel is drawn with. */
    static int samples(RenderSettings settings) {
        return settings.output() == RenderSettings.Output.SURFACE ? 1 : settings.samples();
    }

    /**
     * Width from which on a line covers a sample in each row, or each column, of pixels that it
     * goes through, at any angle and place: found by trying all of them. What is thinner would
     * break into dots. From there to a pixel, lines get paler as they get thinner, since they cover
     * fewer samples.
     */
    private static float leastWidth(int samples) {
        return switch (samples) {
            case 1 -> 1;
            case 4 -> 0.57f;
            case 8 -> 0.34f;
            default -> 0.25f;
        };
    }

    /** Returns the size of points. */
    static float pointSize(RenderSettings settings) {
        return settings.pointSize() == RenderSettings.AUTOMATIC
                ? Math.max(LEAST_POINT, settings.height() / POINT_HEIGHT)
                : settings.pointSize();
    }

    /** Returns what points of a size look like. */
    static PointShape pointShape(float size) {
        return size < ROUND ? PointShape.SQUARE : PointShape.DISC;
    }
}
