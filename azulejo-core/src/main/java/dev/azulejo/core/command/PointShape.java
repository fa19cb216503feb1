package dev.azulejo.core.command;

/** What a point looks like on the screen. */
public enum PointShape {
    /** A square whose sides are those of pixels: Vulkan 1.3, "Basic Point Rasterization". */
    SQUARE,
    /**
     * A disc, drawn as a regular polygon of the same area: of {@link #corners}, but of eight at
     * most where hull or geometry stages make points.
     */
    DISC;

    /** Most corners of a point. */
    public static final int MOST_CORNERS = 64;

    private static final int FEWEST_CORNERS = 8;

    /** Corners of a disc of one pixel's radius; as many times more as the root of the radius. */
    private static final double CORNERS = 5.9;

    /**
     * Returns how many corners the outline of a point has. A polygon of n corners reaches beyond
     * the circle of its area by about radius * pi^2 / (3 n^2): a tenth of a pixel at most, up to
     * 235 pixels across, and half a pixel at 1024.
     *
     * @param size side or diameter, pixels
     */
    public int corners(float size) {
        if (this == SQUARE) {
            return 4;
        }
        double wanted = CORNERS * Math.sqrt(size / 2);
        return Math.clamp(4 * (int) Math.ceil(wanted / 4), FEWEST_CORNERS, MOST_CORNERS);
    }
}
