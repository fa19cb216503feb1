package dev.azulejo.scene.model;

/** Normals of triangles that share no vertices (glTF 2.0, section 3.7.2.1). */
public final class FlatNormals {
    /** Triangles between two looks whether to go on: a quarter of a millisecond, or a few cold. */
    private static final int TRIANGLES_AT_ONCE = 1 << 14;

    private FlatNormals() {}

    /**
     * Finds the normal of each triangle, on the side from which its corners go around
     * counter-clockwise; zero where they span no area, or are not finite.
     *
     * @param positions x y z of three vertices a triangle
     * @param normals receives x y z of as many
     * @param goOn called every 16,384 triangles; what it throws ends the work, and is thrown here
     */
    public static void of(float[] positions, float[] normals, Runnable goOn) {
        for (int o = 0; o < positions.length; o += 9) {
            if (o % (9 * TRIANGLES_AT_ONCE) == 0) {
                goOn.run();
            }
            double ax = (double) positions[o + 3] - positions[o];
            double ay = (double) positions[o + 4] - positions[o + 1];
            double az = (double) positions[o + 5] - positions[o + 2];
            double bx = (double) positions[o + 6] - positions[o];
            double by = (double) positions[o + 7] - positions[o + 1];
            double bz = (double) positions[o + 8] - positions[o + 2];
            double nx = ay * bz - az * by;
            double ny = az * bx - ax * bz;
            double nz = ax * by - ay * bx;
            double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
            boolean hasDirection = length > 0 && length < Double.POSITIVE_INFINITY;
            for (int k = o; k < o + 9; k += 3) {
                normals[k] = hasDirection ? (float) (nx / length) : 0;
                normals[k + 1] = hasDirection ? (float) (ny / length) : 0;
                normals[k + 2] = hasDirection ? (float) (nz / length) : 0;
            }
        }
    }
}
