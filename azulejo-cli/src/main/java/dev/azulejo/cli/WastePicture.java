package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.resource.RenderTarget;

import java.nio.file.Path;

/** A heat map of triangles that GPUs set up for nothing, over a dim picture. */
final class WastePicture {
    /** Triangles in a tile of 64x64 pixels that are shown as white. */
    static final int MOST = 1 << 14;

    /** Part of the colour that is the heat's, of 256. */
    private static final int SHARE = 208;

    private WastePicture() {}

    /**
     * Colour of a tile, 0xRRGGBB: the logarithm of how many triangles there are in 64x64 pixels.
     */
    static int color(long triangles, int side) {
        double dense = triangles * 4096.0 / ((double) side * side);
        return HeatMaps.ramp(Math.min(1, Math.log1p(dense) / Math.log1p(MOST)));
    }

    /**
     * Writes the picture.
     *
     * @param path the file
     * @param target the picture
     * @param triangles by tile, row by row
     * @param side of a tile, pixels
     * @param wish is heard while nobody takes it
     */
    static void write(
            Path path, RenderTarget target, int[] triangles, int side, Cancellation wish) {
        int width = target.width();
        int height = target.height();
        int columns = (width + side - 1) / side;
        int[] pixels = target.pixels().clone();
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int heat = color(triangles[y / side * columns + x / side], side);
                int at = y * width + x;
                pixels[at] = OwnerPicture.mix(pixels[at], heat, SHARE);
            }
        }
        PngFile.write("--waste", path, pixels, new Size(width, height), wish);
    }
}
