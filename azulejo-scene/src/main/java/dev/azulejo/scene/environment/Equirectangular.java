package dev.azulejo.scene.environment;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.scene.parallel.ParallelRows;
import dev.azulejo.scene.shading.Panorama;

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
     * Adds what comes from a direction, between four texels.
     *
     * @param x direction, of any length above 0
     * @param y see x
     * @param z see x
     * @param to takes the sum: red, green, blue
     */
    void add(double x, double y, double z, double[] to) {
        double column = Panorama.column(x, z) * width - 0.5;
        double row = Panorama.line(x, y, z) * height - 0.5;
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

    /** Returns the width of what {@link #pack} makes of a picture. */
    static int packedWidth(int width) {
        return Math.min(width, Panorama.MOST_WIDTH);
    }

    /**
     * Packs it, to be seen behind a scene. Texels are averages where there are fewer than before.
     *
     * @param goOn called every row, by several threads; what it throws first ends the work
     */
    Texture pack(Runnable goOn) {
        int across = packedWidth(width);
        int rows = across / 2;
        var packed = new Texture(TextureFormat.RGBA8_UNORM, across, rows, false);
        // Nobody else has seen it yet
        int[] texels = packed.texels();
        ParallelRows.make(
                rows,
                row -> {
                    var mean = new float[3];
                    for (int column = 0; column < across; column++) {
                        average(column, row, across, mean);
                        texels[row * across + column] = Panorama.pack(mean[0], mean[1], mean[2]);
                    }
                },
                goOn);
        return packed;
    }

    /** Averages the texels that begin in one of a picture that is no wider. */
    private void average(int column, int row, int across, float[] mean) {
        int left = edge(column, across);
        int right = edge(column + 1, across);
        int top = edge(row, across);
        int bottom = edge(row + 1, across);
        float share = 1f / ((right - left) * (bottom - top));
        for (int c = 0; c < 3; c++) {
            float sum = 0;
            for (int y = top; y < bottom; y++) {
                for (int x = left; x < right; x++) {
                    sum += rgb[3 * (y * width + x) + c];
                }
            }
            mean[c] = sum * share;
        }
    }

    private int edge(int texel, int across) {
        return (int) ((long) texel * width / across);
    }
}
