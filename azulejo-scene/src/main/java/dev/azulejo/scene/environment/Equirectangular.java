package dev.azulejo.scene.environment;

/**
 * Radiance by longitude and latitude: the whole sphere, in a picture twice as wide as high.
 *
 * <p>The middle of the picture lies along +x, its left and right edges along -x; to the right of
 * the middle comes +z, so that seen from inside with y up nothing is mirrored. The top row is
 * around +y. That is how three.js reads such pictures.
 *
 * @param width texels, even
 * @param height texels, half of that
 * @param rgb linear, three floats a texel, row-major from the top; finite and not negative
 */
record Equirectangular(int width, int height, float[] rgb) {
    /**
     * Even powers of what {@link #atan} is made of: Abramowitz and Stegun, "Handbook of
     * Mathematical Functions", 4.4.49, right within 2e-8.
     */
    private static final double[] ATAN = {
        1,
        -0.3333314528,
        0.1999355085,
        -0.1420889944,
        0.1065626393,
        -0.0752896400,
        0.0429096138,
        -0.0161657367,
        0.0028662257
    };

    /**
     * Returns the angle of a vector, -pi..pi: the platform's own may differ in the last bits, and
     * {@link StrictMath}'s takes five times as long.
     */
    static double angle(double y, double x) {
        double ax = Math.abs(x);
        double ay = Math.abs(y);
        double most = Math.max(ax, ay);
        double angle = most == 0 ? 0 : atan(Math.min(ax, ay) / most);
        angle = ay > ax ? Math.PI / 2 - angle : angle;
        angle = x < 0 ? Math.PI - angle : angle;
        return y < 0 ? -angle : angle;
    }

    /** Of 0..1. */
    private static double atan(double t) {
        double squared = t * t;
        double sum = ATAN[ATAN.length - 1];
        for (int power = ATAN.length - 2; power >= 0; power--) {
            sum = sum * squared + ATAN[power];
        }
        return t * sum;
    }

    /**
     * Adds what comes from a direction, between four texels.
     *
     * @param x direction, of any length above 0
     * @param y see x
     * @param z see x
     * @param to takes the sum: red, green, blue
     */
    void add(double x, double y, double z, double[] to) {
        double u = angle(z, x) / (2 * Math.PI) + 0.5;
        double v = angle(Math.sqrt(x * x + z * z), y) / Math.PI;
        double column = u * width - 0.5;
        double row = v * height - 0.5;
        int left = (int) Math.floor(column);
        int top = (int) Math.floor(row);
        double right = column - left;
        double down = row - top;
        add(left, top, (1 - right) * (1 - down), to);
        add(left + 1, top, right * (1 - down), to);
        add(left, top + 1, (1 - right) * down, to);
        add(left + 1, top + 1, right * down, to);
    }

    private void add(int column, int row, double weight, double[] to) {
        int x = column;
        int y = row;
        if (y < 0 || y >= height) {
            // Beyond a pole the other side begins
            y = y < 0 ? 0 : height - 1;
            x += width / 2;
        }
        x = x < 0 ? x + width : x >= width ? x - width : x;
        int at = 3 * (y * width + x);
        to[0] += rgb[at] * weight;
        to[1] += rgb[at + 1] * weight;
        to[2] += rgb[at + 2] * weight;
    }
}
