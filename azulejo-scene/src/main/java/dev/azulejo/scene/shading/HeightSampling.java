package dev.azulejo.scene.shading;

import dev.azulejo.core.resource.Texture;

import java.util.List;

/**
 * Heights between the values of a height field, bicubic Hermite: a texel holds height, slope a
 * column, slope a row and the slope of slopes. What comes out depends on the place alone.
 */
final class HeightSampling {
    /** Of a cell's side: more than what a place loses to rounding. */
    private static final float BESIDE = 0x1p-6f;

    /** Cells along either side from which on blocks are asked: fewer would be looked far beside. */
    private static final int MANY = 2 * HeightTextures.CELLS;

    private HeightSampling() {}

    /**
     * Writes heights for lanes from..to-1.
     *
     * @param s place along a row, 0 the first column, 1 the last
     * @param t place along the columns
     */
    static void heights(Texture field, int from, int to, float[] s, float[] t, float[] height) {
        float[] texels = field.floats();
        int columns = field.width();
        int rows = field.height();
        for (int i = from; i < to; i++) {
            float x = clamp(s[i]) * (columns - 1);
            float z = clamp(t[i]) * (rows - 1);
            int column = Math.min((int) x, columns - 2);
            int row = Math.min((int) z, rows - 2);
            float fx = x - column;
            float fz = z - row;
            float gx = 1 - fx;
            float gz = 1 - fz;
            float x0 = gx * gx * (1 + 2 * fx);
            float x1 = fx * fx * (1 + 2 * gx);
            float x2 = gx * gx * fx;
            float x3 = -(fx * fx * gx);
            int a = 4 * (row * columns + column);
            int b = a + 4 * columns;
            float near = mix(texels, a, x0, x1, x2, x3);
            float far = mix(texels, b, x0, x1, x2, x3);
            float nearRise = mix(texels, a + 2, x0, x1, x2, x3);
            float farRise = mix(texels, b + 2, x0, x1, x2, x3);
            height[i] =
                    (near * (gz * gz * (1 + 2 * fz)) + far * (fz * fz * (1 + 2 * gz)))
                            + (nearRise * (gz * gz * fz) + farRise * -(fz * fz * gz));
        }
    }

    /**
     * Writes bounds of the heights between places, for lanes 0..count-1: those of the control
     * points of the cells' Bezier surfaces, among which each cell lies. Where there are many cells,
     * blocks answer, some of whose cells may lie beside.
     *
     * @param textures points and blocks, as {@link HeightTextures} makes them
     * @param rows scratch rows
     * @param places row of the least s; then the largest, the least t and the largest
     * @param ranges row that gets the least height; the next gets the largest
     */
    static void ranges(List<Texture> textures, int count, float[][] rows, int places, int ranges) {
        var points = textures.getFirst();
        var blocks = textures.get(1);
        int lastColumn = points.width() - 1;
        int lastRow = points.height() - 1;
        float[] lows = rows[ranges];
        float[] highs = rows[ranges + 1];
        for (int i = 0; i < count; i++) {
            // Between corners a place is computed with rounding, and may come to lie in the next
            int x0 = cell(rows[places][i], lastColumn, -BESIDE);
            int x1 = cell(rows[places + 1][i], lastColumn, BESIDE);
            int z0 = cell(rows[places + 2][i], lastRow, -BESIDE);
            int z1 = cell(rows[places + 3][i], lastRow, BESIDE);
            if (Math.min(x1 - x0, z1 - z0) < MANY) {
                HeightTextures.ofPoints(points, x0, z0, x1 + 1, z1 + 1, lows, highs, i);
            } else {
                int bits = HeightTextures.CELL_BITS;
                HeightTextures.ofBlocks(
                        blocks, x0 >> bits, z0 >> bits, x1 >> bits, z1 >> bits, lows, highs, i);
            }
            // Products of the basis with slopes sum up to a few times the height
            float margin = Math.max(Math.abs(lows[i]), Math.abs(highs[i])) * 0x1p-14f;
            lows[i] -= margin;
            highs[i] += margin;
        }
    }

    /** The cell of a place, some way beside it. */
    private static int cell(float place, int last, float beside) {
        return Math.clamp((int) Math.floor(clamp(place) * last + beside), 0, last - 1);
    }

    /** Writes slopes a column and a row for lanes from..to-1. */
    static void slopes(
            Texture field, int from, int to, float[] s, float[] t, float[] slopeX, float[] slopeZ) {
        float[] texels = field.floats();
        int columns = field.width();
        int rows = field.height();
        for (int i = from; i < to; i++) {
            float x = clamp(s[i]) * (columns - 1);
            float z = clamp(t[i]) * (rows - 1);
            int column = Math.min((int) x, columns - 2);
            int row = Math.min((int) z, rows - 2);
            float fx = x - column;
            float fz = z - row;
            float gx = 1 - fx;
            float gz = 1 - fz;
            float x0 = gx * gx * (1 + 2 * fx);
            float x1 = fx * fx * (1 + 2 * gx);
            float x2 = gx * gx * fx;
            float x3 = -(fx * fx * gx);
            // Derivatives of these four
            float d1 = 6 * (fx * gx);
            float d2 = gx * gx - 2 * (fx * gx);
            float d3 = fx * fx - 2 * (fx * gx);
            float z0 = gz * gz * (1 + 2 * fz);
            float z1 = fz * fz * (1 + 2 * gz);
            float z2 = gz * gz * fz;
            float z3 = -(fz * fz * gz);
            float e1 = 6 * (fz * gz);
            float e2 = gz * gz - 2 * (fz * gz);
            float e3 = fz * fz - 2 * (fz * gz);
            int a = 4 * (row * columns + column);
            int b = a + 4 * columns;
            slopeX[i] =
                    (mix(texels, a, -d1, d1, d2, d3) * z0 + mix(texels, b, -d1, d1, d2, d3) * z1)
                            + (mix(texels, a + 2, -d1, d1, d2, d3) * z2
                                    + mix(texels, b + 2, -d1, d1, d2, d3) * z3);
            slopeZ[i] =
                    (mix(texels, b, x0, x1, x2, x3) - mix(texels, a, x0, x1, x2, x3)) * e1
                            + (mix(texels, a + 2, x0, x1, x2, x3) * e2
                                    + mix(texels, b + 2, x0, x1, x2, x3) * e3);
        }
    }

    /** Values of two neighbouring columns and their slopes, weighted. */
    private static float mix(float[] texels, int at, float w0, float w1, float w2, float w3) {
        return (texels[at] * w0 + texels[at + 4] * w1)
                + (texels[at + 1] * w2 + texels[at + 5] * w3);
    }

    /** To 0..1; what is not a number becomes 0. */
    private static float clamp(float place) {
        float low = place > 0 ? place : 0;
        return low < 1 ? low : 1;
    }
}
