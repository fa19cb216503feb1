package dev.azulejo.scene.shading;

/**
 * Where the maps of an environment lie in the one texture of floats that holds them all.
 *
 * <p>Each map is a square that the octahedron around the middle unfolds into, y up: the upper half
 * lies in the square's middle, the lower one in its four corners (Engelhardt and Dachsbacher,
 * "Octahedron Environment Maps", 2008). Directions find their texel without trigonometry, and
 * neither poles nor seams are special. Around each square is a border of one texel that continues
 * it, so that between any two texels is what lies between them on the sphere.
 *
 * <p>Maps are what a surface mirrors, the rougher the more blurred. The last one, {@link
 * #IRRADIANCE}, is what a matt surface receives as well, over pi: facets of roughness 1 face all
 * directions alike. Maps follow each other without gaps.
 */
public final class EnvironmentAtlas {
    /** How many maps there are. */
    public static final int LEVELS = 9;

    /** The map of what a matt surface receives. */
    public static final int IRRADIANCE = LEVELS - 1;

    /** Least side of the sharpest map, in texels. */
    public static final int LEAST_SIDE = 64;

    /** Largest side of the sharpest map, in texels. */
    public static final int MOST_SIDE = 2048;

    /** No map has a smaller side. */
    private static final int SMALLEST = 64;

    /** Blurred maps are no larger than if the sharpest one had such a side. */
    private static final int SHARP_ENOUGH = 1024;

    /** Sides of the maps from the second one on, as a power of two less. */
    private static final int[] SMALLER = {1, 1, 2, 3, 4, 4, 4, 4};

    /** First texels of the maps, and behind them how many there are, by the power of the side. */
    private static final int[][] FIRST = new int[Integer.numberOfTrailingZeros(MOST_SIDE) + 1][];

    static {
        for (int power = Integer.numberOfTrailingZeros(LEAST_SIDE); power < FIRST.length; power++) {
            FIRST[power] = new int[LEVELS + 1];
            for (int map = 0; map < LEVELS; map++) {
                int side = side(1 << power, map) + 2;
                FIRST[power][map + 1] = FIRST[power][map] + side * side;
            }
        }
    }

    private EnvironmentAtlas() {}

    /**
     * Returns the side of a map, in texels, without its border.
     *
     * @param sharpest side of the sharpest map, a power of two, {@value #LEAST_SIDE}..{@value
     *     #MOST_SIDE}
     * @param map 0..{@link #IRRADIANCE}
     */
    public static int side(int sharpest, int map) {
        if (map == 0) {
            return sharpest;
        }
        return Math.max(Math.min(sharpest, SHARP_ENOUGH) >> SMALLER[map - 1], SMALLEST);
    }

    /** Returns the first texel of a map, of its border; parameters as for {@link #side}. */
    public static int first(int sharpest, int map) {
        return FIRST[Integer.numberOfTrailingZeros(sharpest)][map];
    }

    /** Returns the width of the texture, in texels. */
    public static int width(int sharpest) {
        return sharpest + 2;
    }

    /** Returns the height of the texture, in texels. */
    public static int height(int sharpest) {
        return (first(sharpest, LEVELS) + width(sharpest) - 1) / width(sharpest);
    }

    /** Returns the side of the sharpest map in a texture of some width. */
    public static int sharpest(int width) {
        return width - 2;
    }

    /**
     * Returns for which perceptual roughness a map was made: {@link
     * ScalarPbrKernels#LEAST_ROUGHNESS} of the sharpest one, 1 of the last; closer to each other
     * where a little more blurs a lot.
     */
    public static double roughness(int map) {
        double part = (double) map / (LEVELS - 1);
        double least = ScalarPbrKernels.LEAST_ROUGHNESS;
        return least + (1 - least) * part * part;
    }

    /** Returns which map is that of a roughness, 0..{@link #LEVELS} - 1, mostly between two. */
    static float level(float roughness) {
        float least = ScalarPbrKernels.LEAST_ROUGHNESS;
        float part = Math.min(Math.max((roughness - least) / (1 - least), 0), 1);
        return (LEVELS - 1) * (float) Math.sqrt(part);
    }

    /** Returns where in its square a direction lies, 0..1 from the left; of x what z takes. */
    static float u(float x, float y, float z) {
        return across(x, y, z);
    }

    /** Returns where in its square a direction lies, 0..1 from the top. */
    static float v(float x, float y, float z) {
        return across(z, y, x);
    }

    private static float across(float along, float y, float other) {
        float length = (Math.abs(along) + Math.abs(y)) + Math.abs(other);
        // Without a direction, as of a normal of zeros, it is the top
        float unit = 1 / Math.max(length, 1e-30f);
        float place = along * unit;
        if (y < 0) {
            float folded = 1 - Math.abs(other * unit);
            place = along < 0 ? -folded : folded;
        }
        return place * 0.5f + 0.5f;
    }

    /**
     * Adds what a map holds in a direction.
     *
     * @param floats texels, four floats each
     * @param first first texel of the map's border
     * @param side of the map, without its border
     * @param u from {@link #u}
     * @param v from {@link #v}
     * @param weight what is added is multiplied by it
     * @param to red, green and blue of the sum, a row each
     * @param row row of red in it
     * @param lane place in these rows
     */
    static void add(
            float[] floats,
            int first,
            int side,
            float u,
            float v,
            float weight,
            float[][] to,
            int row,
            int lane) {
        // The border is texel 0; what is no number ends there
        float x = Math.min(Math.max(u * side + 0.5f, 0), side + 0.5f);
        float y = Math.min(Math.max(v * side + 0.5f, 0), side + 0.5f);
        int column = (int) x;
        int line = (int) y;
        float fx = x - column;
        float fy = y - line;
        int at = 4 * (first + line * (side + 2) + column);
        int below = at + 4 * (side + 2);
        for (int c = 0; c < 3; c++) {
            float left = floats[at + c];
            float top = left + (floats[at + 4 + c] - left) * fx;
            left = floats[below + c];
            float bottom = left + (floats[below + 4 + c] - left) * fx;
            to[row + c][lane] += weight * (top + (bottom - top) * fy);
        }
    }

    /**
     * Returns what a map holds in a direction, into the first floats of three rows.
     *
     * @param floats texels, four floats each
     * @param first first texel of the map's border
     * @param side of the map, without its border
     * @param x direction, of any length above 0
     * @param y see x
     * @param z see x
     * @param weight what is added is multiplied by it
     * @param to takes the sum: red, green, blue, a row of one float each
     */
    public static void add(
            float[] floats,
            int first,
            int side,
            double x,
            double y,
            double z,
            float weight,
            float[][] to) {
        float fx = (float) x;
        float fy = (float) y;
        float fz = (float) z;
        add(floats, first, side, u(fx, fy, fz), v(fx, fy, fz), weight, to, 0, 0);
    }

    /**
     * Finds the direction of a place in a square.
     *
     * @param u 0..1 from the left
     * @param v 0..1 from the top
     * @param to takes x, y, z of the point on the octahedron: their absolute values add up to 1
     */
    public static void direction(double u, double v, double[] to) {
        double x = 2 * u - 1;
        double z = 2 * v - 1;
        double y = 1 - Math.abs(x) - Math.abs(z);
        if (y < 0) {
            double folded = (1 - Math.abs(z)) * (x < 0 ? -1 : 1);
            z = (1 - Math.abs(x)) * (z < 0 ? -1 : 1);
            x = folded;
        }
        to[0] = x;
        to[1] = y;
        to[2] = z;
    }

    /**
     * Continues a map in its border.
     *
     * @param floats texels, four floats each
     * @param first first texel of the border
     * @param side of the map, without it
     */
    public static void close(float[] floats, int first, int side) {
        int stride = side + 2;
        for (int i = 1; i <= side; i++) {
            int other = side + 1 - i;
            copy(floats, first + stride + other, first + i);
            copy(floats, first + side * stride + other, first + (side + 1) * stride + i);
            copy(floats, first + other * stride + 1, first + i * stride);
            copy(floats, first + other * stride + side, first + i * stride + side + 1);
        }
        copy(floats, first + side * stride + side, first);
        copy(floats, first + side * stride + 1, first + side + 1);
        copy(floats, first + stride + side, first + (side + 1) * stride);
        copy(floats, first + stride + 1, first + (side + 1) * stride + side + 1);
    }

    private static void copy(float[] floats, int from, int to) {
        System.arraycopy(floats, 4 * from, floats, 4 * to, 4);
    }
}
