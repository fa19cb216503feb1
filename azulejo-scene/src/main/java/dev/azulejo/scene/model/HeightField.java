package dev.azulejo.scene.model;

import java.util.Objects;

/**
 * Heights over a rectangle, along y: a grid of values and a smooth surface through them.
 *
 * <p>Texture coordinates (s, t) in 0..1 lead from the first to the last column and row. Between the
 * values lie bicubic Hermite patches whose slopes are half the differences of the neighbours, as
 * splines of Catmull and Rom have them.
 *
 * @param columns values a row, 2..8192
 * @param rows rows, 2..8192
 * @param values height by column and row, row-major; finite
 * @param spacingX distance of columns along x, in the mesh's space, above 0
 * @param spacingZ distance of rows along z, above 0
 * @param min no point of the surface is lower
 * @param max no point of the surface is higher
 */
@SuppressWarnings("ArrayRecordComponent") // large, handed over, and never compared
public record HeightField(
        int columns,
        int rows,
        float[] values,
        float spacingX,
        float spacingZ,
        float min,
        float max) {
    /** Most columns, and most rows. */
    public static final int MAX_SIDE = 8192;

    /** What {@link #points} holds of each value. */
    public static final int POINT_FLOATS = 4;

    /**
     * Weights of a spline's four values are at least -1/8 in sum, and so in two directions at least
     * -2 * 1/8 * 9/8: by this part of their range the surface leaves that of 4 x 4 values.
     */
    private static final float OVERSHOOT = 0.2813f;

    /** Checks sizes. */
    public HeightField {
        Objects.requireNonNull(values, "values");
        if (columns < 2
                || rows < 2
                || columns > MAX_SIDE
                || rows > MAX_SIDE
                || values.length != columns * rows
                || !(spacingX > 0 && spacingZ > 0)) {
            throw new IllegalArgumentException(
                    "height field %dx%d with %d values, %s and %s apart"
                            .formatted(columns, rows, values.length, spacingX, spacingZ));
        }
    }

    /** Makes a height field and finds its bounds. */
    public static HeightField of(
            int columns, int rows, float[] values, float spacingX, float spacingZ) {
        var field = new HeightField(columns, rows, values, spacingX, spacingZ, 0, 0);
        float min = Float.POSITIVE_INFINITY;
        float max = Float.NEGATIVE_INFINITY;
        for (int r = 0; r + 1 < rows; r++) {
            for (int c = 0; c + 1 < columns; c++) {
                float least = Float.POSITIVE_INFINITY;
                float most = Float.NEGATIVE_INFINITY;
                for (int k = 0; k < 16; k++) {
                    float value = field.value(c - 1 + k % 4, r - 1 + k / 4);
                    least = Math.min(least, value);
                    most = Math.max(most, value);
                }
                float margin = OVERSHOOT * (most - least);
                min = Math.min(min, least - margin);
                max = Math.max(max, most + margin);
            }
        }
        return new HeightField(columns, rows, values, spacingX, spacingZ, min, max);
    }

    /** Returns a value; beyond the edges those of the edge go on in straight lines. */
    private float value(int column, int row) {
        if (row < 0 || row >= rows) {
            int edge = row < 0 ? 0 : rows - 1;
            return 2 * value(column, edge) - value(column, 2 * edge - row);
        }
        if (column < 0 || column >= columns) {
            int edge = column < 0 ? 0 : columns - 1;
            return 2 * value(edge, row) - value(2 * edge - column, row);
        }
        return values[row * columns + column];
    }

    /**
     * Returns what the surface is made of, {@value #POINT_FLOATS} floats a value: height, slope a
     * column, slope a row, and the slope of slopes.
     */
    public float[] points() {
        float[] points = new float[POINT_FLOATS * values.length];
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                int at = POINT_FLOATS * (r * columns + c);
                points[at] = values[r * columns + c];
                points[at + 1] = (value(c + 1, r) - value(c - 1, r)) * 0.5f;
                points[at + 2] = (value(c, r + 1) - value(c, r - 1)) * 0.5f;
                points[at + 3] =
                        ((value(c + 1, r + 1) - value(c - 1, r + 1))
                                        - (value(c + 1, r - 1) - value(c - 1, r - 1)))
                                * 0.25f;
            }
        }
        return points;
    }

    /** Returns the memory that values and {@link #points} take, in bytes. */
    public long sizeBytes() {
        return 4L * (1 + POINT_FLOATS) * values.length;
    }
}
