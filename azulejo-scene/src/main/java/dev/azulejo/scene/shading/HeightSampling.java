package dev.azulejo.scene.shading;

import dev.azulejo.core.resource.Texture;

/**
 * Heights between the values of a height field, bicubic Hermite: a texel holds height, slope a
 * column, slope a row and the slope of slopes. What comes out depends on the place alone.
 */
final class HeightSampling {
    /** Of a cell's side: more than what a place loses to rounding. */
    private static final float BESIDE = 0x1p-6f;

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
     * points of the cells' Bezier surfaces, among which each cell lies.
     *
     * @param rows scratch rows
     * @param places row of the least s; then the largest, the least t and the largest
     * @param ranges row that gets the least height; the next gets the largest
     */
    static void ranges(Texture field, int count, float[][] rows, int places, int ranges) {
        float[] texels = field.floats();
        int columns = field.width();
        int lastColumn = columns - 1;
        int lastRow = field.height() - 1;
        for (int i = 0; i < count; i++) {
            // Between corners a place is computed with rounding, and may come to lie in the next
            int x0 = cell(rows[places][i], lastColumn, -BESIDE);
            int x1 = cell(rows[places + 1][i], lastColumn, BESIDE);
            int z0 = cell(rows[places + 2][i], lastRow, -BESIDE);
            int z1 = cell(rows[places + 3][i], lastRow, BESIDE);
            float least = Float.POSITIVE_INFINITY;
            float most = Float.NEGATIVE_INFINITY;
            for (int z = z0; z <= z1 + 1; z++) {
                for (int x = x0; x <= x1 + 1; x++) {
                    int at = 4 * (z * columns + x);
                    float height = texels[at];
                    float alongX = Math.abs(texels[at + 1]);
                    float alongZ = Math.abs(texels[at + 2]);
                    float twist = Math.abs(texels[at + 3]);
                    float reach = (alongX + alongZ) * (1 / 3f) + twist * (1 / 9f);
                    least = Math.min(least, height - reach);
                    most = Math.max(most, height + reach);
                }
            }
            // Products of the basis with slopes sum up to a few times the height
            float margin = Math.max(Math.abs(least), Math.abs(most)) * 0x1p-14f;
            rows[ranges][i] = least - margin;
            rows[ranges + 1][i] = most + margin;
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
