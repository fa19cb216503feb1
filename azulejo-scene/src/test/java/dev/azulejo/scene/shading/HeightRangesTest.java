package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.scene.model.HeightField;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Bounds of heights, on fields of which the surface has a closed form: a texel is height, slope a
 * column, slope a row, and the slope of slopes.
 */
class HeightRangesTest {
    private static final int SIDE = 9;

    private final float[] texels = new float[4 * SIDE * SIDE];
    private final float[][] rows = new float[6][16];

    private void set(int column, int row, int what, float value) {
        texels[4 * (SIDE * row + column) + what] = value;
    }

    private Texture field() {
        var field = new Texture(TextureFormat.RGBA32_FLOAT, SIDE, SIDE, false);
        field.write(0, texels);
        return field;
    }

    /** Bounds between two columns and two rows, which may be fractions. */
    private float[] range(double x0, double x1, double z0, double z1) {
        double[] places = {x0, x1, z0, z1};
        for (int k = 0; k < 4; k++) {
            rows[k][0] = (float) (places[k] / (SIDE - 1));
        }
        var field = field();
        HeightSampling.ranges(List.of(field, HeightTextures.blocks(field)), 1, rows, 0, 4);
        return new float[] {rows[4][0], rows[5][0]};
    }

    private float height(double x, double z) {
        float[] to = new float[1];
        float[] s = {(float) (x / (SIDE - 1))};
        float[] t = {(float) (z / (SIDE - 1))};
        HeightSampling.heights(field(), 0, 1, s, t, to);
        return to[0];
    }

    /**
     * All heights 0, slopes up and down by turns: in the middle of an edge it is a quarter of them.
     */
    @Test
    void slopesLiftTheSurfaceBetweenItsValues() {
        for (int what = 1; what <= 2; what++) {
            for (int i = 0; i < SIDE * SIDE; i++) {
                int along = what == 1 ? i % SIDE : i / SIDE;
                texels[4 * i + what] = along % 2 == 0 ? 8 : -8;
            }
            float x = what == 1 ? 2.5f : 2;
            float z = what == 1 ? 2 : 2.5f;
            assertThat(height(x, z)).isEqualTo(2, within(1e-5f));
            float[] range = range(2, 3, 2, 3);
            assertThat(range[1]).isGreaterThanOrEqualTo(2);
            // A third of a slope is where the Bezier surface has its control points
            assertThat(range[1]).isEqualTo(8 / 3f, within(1e-3f));
            assertThat(range[0]).isEqualTo(-8 / 3f, within(1e-3f));
            Arrays.fill(texels, 0);
        }
    }

    /** Heights and slopes 0, slopes of slopes by turns: a sixteenth of them in a cell's middle. */
    @Test
    void twistLiftsTheMiddleOfACell() {
        for (int i = 0; i < SIDE * SIDE; i++) {
            texels[4 * i + 3] = (i % SIDE + i / SIDE) % 2 == 0 ? 16 : -16;
        }
        assertThat(Math.abs(height(2.5, 2.5))).isEqualTo(1, within(1e-5f));
        float[] range = range(2, 3, 2, 3);
        assertThat(range[1]).isEqualTo(16 / 9f, within(1e-3f));
        assertThat(range[0]).isEqualTo(-16 / 9f, within(1e-3f));
    }

    /** A flat field is at its height, and the bound stands off by more than the sampling rounds. */
    @Test
    void aMarginStandsForRounding() {
        for (int i = 0; i < SIDE * SIDE; i++) {
            texels[4 * i] = 8;
        }
        float[] range = range(1.25, 6.5, 0.5, 7);
        assertThat(8 - range[0]).isBetween(8 * 0x1p-16f, 8 * 0x1p-13f);
        assertThat(range[1] - 8).isBetween(8 * 0x1p-16f, 8 * 0x1p-13f);
    }

    /** Cells of columns 3 and 5 are beside 4..5, and may be meant where a place is rounded. */
    @Test
    void neighboursOfABorderCount() {
        for (int axis = 0; axis < 2; axis++) {
            for (int spike : new int[] {2, 3, 6, 7}) {
                Arrays.fill(texels, 0);
                set(axis == 0 ? spike : 4, axis == 0 ? 4 : spike, 0, 100);
                float most = range(4, 5, 4, 5)[1];
                boolean counts = spike == 3 || spike == 6;
                assertThat(most)
                        .as("%d, %d", axis, spike)
                        .isCloseTo(counts ? 100 : 0, within(0.1f));
            }
        }
    }

    /**
     * Where there are many cells, whole blocks of 4x4 answer: exactly, for all points of the blocks
     * that are touched, and so never for less than the surface.
     */
    @Test
    void manyCellsAreAnsweredByBlocks() {
        var random = new Random(11);
        int columns = 39;
        int rowCount = 27;
        float[] heights = new float[columns * rowCount];
        for (int trial = 0; trial < 200; trial++) {
            for (int i = 0; i < heights.length; i++) {
                heights[i] = random.nextFloat() * 8 - 4;
            }
            var field = HeightField.of(columns, rowCount, heights, 1, 1);
            var textures = HeightTextures.of(columns, rowCount, field.points());
            int x0 = 1 + random.nextInt(columns - 12);
            int x1 = x0 + 8 + random.nextInt(columns - 10 - x0);
            int z0 = 1 + random.nextInt(rowCount - 12);
            int z1 = z0 + 8 + random.nextInt(rowCount - 10 - z0);
            // In the middle of cells
            double[] places = {x0 + 0.5, x1 + 0.5, z0 + 0.5, z1 + 0.5};
            for (int k = 0; k < 4; k++) {
                rows[k][0] = (float) (places[k] / (k < 2 ? columns - 1 : rowCount - 1));
            }
            HeightSampling.ranges(textures, 1, rows, 0, 4);
            float[] low = new float[1];
            float[] high = new float[1];
            HeightTextures.ofPoints(
                    textures.getFirst(),
                    x0 / 4 * 4,
                    z0 / 4 * 4,
                    Math.min(x1 / 4 * 4 + 4, columns - 1),
                    Math.min(z1 / 4 * 4 + 4, rowCount - 1),
                    low,
                    high,
                    0);
            assertThat(low[0] - rows[4][0]).isBetween(1e-6f, 0.002f);
            assertThat(rows[5][0] - high[0]).isBetween(1e-6f, 0.002f);
        }
    }
}
