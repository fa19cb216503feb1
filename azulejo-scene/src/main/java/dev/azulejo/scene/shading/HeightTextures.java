package dev.azulejo.scene.shading;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;

import java.util.List;

/**
 * A height field as the stages of its patches read it: its points as a texture, and bounds of the
 * heights of {@value #CELLS}x{@value #CELLS} cells a texel, so that a patch need not look at each
 * of its cells to know how high it reaches.
 */
public final class HeightTextures {
    /** Cells along a side of a block. */
    static final int CELLS = 1 << 2;

    /** The block of a cell is its column, or row, without these bits. */
    static final int CELL_BITS = 2;

    /** Floats of a texel. */
    static final int FLOATS = 4;

    private HeightTextures() {}

    /**
     * Makes them.
     *
     * @param columns points a row
     * @param rows rows
     * @param values of each point its height, slope a column, slope a row, and the slope of slopes
     * @return points, of all columns and rows; then blocks, the first from the first cell on, whose
     *     texels hold the least height and the largest, without a margin for rounding
     */
    public static List<Texture> of(int columns, int rows, float[] values) {
        var points = new Texture(TextureFormat.RGBA32_FLOAT, columns, rows, false);
        points.write(0, values);
        return List.of(points, blocks(points));
    }

    /** Makes the bounds of blocks from a texture of points. */
    static Texture blocks(Texture points) {
        int columns = points.width();
        int rows = points.height();
        int wide = columns - 1 + CELLS - 1 >> CELL_BITS;
        int high = rows - 1 + CELLS - 1 >> CELL_BITS;
        float[] bounds = new float[FLOATS * wide * high];
        float[] least = new float[1];
        float[] most = new float[1];
        for (int z = 0; z < high; z++) {
            for (int x = 0; x < wide; x++) {
                int lastX = Math.min(CELLS * (x + 1), columns - 1);
                int lastZ = Math.min(CELLS * (z + 1), rows - 1);
                ofPoints(points, CELLS * x, CELLS * z, lastX, lastZ, least, most, 0);
                bounds[FLOATS * (z * wide + x)] = least[0];
                bounds[FLOATS * (z * wide + x) + 1] = most[0];
            }
        }
        var blocks = new Texture(TextureFormat.RGBA32_FLOAT, wide, high, false);
        blocks.write(0, bounds);
        return blocks;
    }

    /**
     * Finds the range of the control points of the Bezier surfaces around some points of a field,
     * among which each cell lies.
     *
     * @param points of the field
     * @param x0 first column
     * @param z0 first row
     * @param x1 last column
     * @param z1 last row
     * @param lows gets the least height, at {@code i}
     * @param highs gets the largest
     */
    static void ofPoints(
            Texture points, int x0, int z0, int x1, int z1, float[] lows, float[] highs, int i) {
        float[] texels = points.floats();
        int columns = points.width();
        float least = Float.POSITIVE_INFINITY;
        float most = Float.NEGATIVE_INFINITY;
        for (int z = z0; z <= z1; z++) {
            for (int x = x0; x <= x1; x++) {
                int at = FLOATS * (z * columns + x);
                float height = texels[at];
                float alongX = Math.abs(texels[at + 1]);
                float alongZ = Math.abs(texels[at + 2]);
                float twist = Math.abs(texels[at + 3]);
                float reach = (alongX + alongZ) * (1 / 3f) + twist * (1 / 9f);
                least = Math.min(least, height - reach);
                most = Math.max(most, height + reach);
            }
        }
        lows[i] = least;
        highs[i] = most;
    }

    /** Likewise, of whole blocks. */
    static void ofBlocks(
            Texture blocks, int x0, int z0, int x1, int z1, float[] lows, float[] highs, int i) {
        float[] texels = blocks.floats();
        int wide = blocks.width();
        float least = Float.POSITIVE_INFINITY;
        float most = Float.NEGATIVE_INFINITY;
        for (int z = z0; z <= z1; z++) {
            for (int x = x0; x <= x1; x++) {
                int at = FLOATS * (z * wide + x);
                least = Math.min(least, texels[at]);
                most = Math.max(most, texels[at + 1]);
            }
        }
        lows[i] = least;
        highs[i] = most;
    }
}
