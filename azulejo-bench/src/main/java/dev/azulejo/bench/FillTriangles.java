package dev.azulejo.bench;

import java.util.SplittableRandom;

/**
 * Random triangles for fill-rate tests: right-angled ones with two legs of the same number of
 * pixels, turned by any angle, anywhere in the window, each nearer than all before it.
 *
 * <p>They are turned in normalised device coordinates, whose units are wider than high: legs change
 * their lengths with the angle, and the area, of which rotations and the viewport keep the ratio,
 * does not. Front faces are counter-clockwise.
 *
 * @param clip four floats a vertex, x, y, z, w: triangle t of n has w = n - t and depth z / w = w /
 *     (n + 1), the same at its three corners and in front of what a pass begins with
 * @param indices of vertices, three a triangle, each vertex once
 * @param side length of the two legs in pixels, where they lie along the window's sides
 */
record FillTriangles(float[] clip, int[] indices, int side) {
    private static final int CORNERS = 3;
    private static final int COMPONENTS = 4;

    /** As many as an array has room for. */
    private static final int MOST = 100_000_000;

    /**
     * Makes some.
     *
     * @param count how many, 1..100,000,000
     * @param side length of the legs in pixels, 1 up to half of the window's shorter side, so that
     *     triangles of all angles fit in
     * @param width of the window in pixels
     * @param height of the window in pixels
     * @param seed of the random numbers
     */
    static FillTriangles create(int count, int side, int width, int height, long seed) {
        if (count < 1 || count > MOST || side < 1 || side > Math.min(width, height) / 2) {
            throw new IllegalArgumentException(
                    "triangles: count=%d must be in 1..%d, side=%d in 1..%d"
                            .formatted(count, MOST, side, Math.min(width, height) / 2));
        }
        var random = new SplittableRandom(seed);
        var clip = new float[CORNERS * COMPONENTS * count];
        var indices = new int[CORNERS * count];
        float legX = 2f * side / width;
        float legY = 2f * side / height;
        for (int t = 0; t < count; t++) {
            float w = count - t;
            float z = w / (count + 1);
            boolean inside = false;
            while (!inside) {
                double x = 2 * random.nextDouble() - 1;
                double y = 2 * random.nextDouble() - 1;
                double angle = 2 * Math.PI * random.nextDouble();
                double sin = Math.sin(angle);
                double cos = Math.cos(angle);
                inside =
                        put(clip, CORNERS * t, x, y, z, w)
                                && put(clip, CORNERS * t + 1, x + cos * legX, y + sin * legX, z, w)
                                && put(clip, CORNERS * t + 2, x - sin * legY, y + cos * legY, z, w);
            }
            for (int i = CORNERS * t; i < CORNERS * (t + 1); i++) {
                indices[i] = i;
            }
        }
        return new FillTriangles(clip, indices, side);
    }

    /** Writes a vertex, and returns whether it is in the window. */
    private static boolean put(float[] clip, int vertex, double x, double y, float z, float w) {
        int at = COMPONENTS * vertex;
        clip[at] = (float) x * w;
        clip[at + 1] = (float) y * w;
        clip[at + 2] = z * w;
        clip[at + 3] = w;
        return Math.abs(x) <= 1 && Math.abs(y) <= 1;
    }

    /** Returns how many there are. */
    int count() {
        return indices.length / CORNERS;
    }

    /** Returns the area of all, in pixels: what they cover, but for what rounding does to edges. */
    double area() {
        return 0.5 * side * side * count();
    }
}
