package dev.azulejo.core.resource;

import java.util.Arrays;

/**
 * Rows of a texture whose codes are values: sums of codes as long as they have room, which are
 * exact, and floats after that.
 */
final class PlainMipRows extends MipRows {
    /**
     * So many times fours may be added up before a channel has more than 16 bits. Sums of codes are
     * exact, as are floats of them.
     */
    private static final int SUMMED_LEVELS = 4;

    /** Every other byte of four or eight. */
    private static final int BYTES = 0x00ff00ff;

    private static final long LONG_BYTES = 0x00ff00ff00ff00ffL;

    /** One in each 16 bits of a long. */
    private static final long ONES = 0x0001000100010001L;

    /** Two rows of each level after the summed ones, row-major, four floats a texel. */
    private float[][] values = new float[0][];

    /**
     * Two rows of each of the first levels: sums of codes, a texel each, 16 bits for red, blue,
     * green, alpha, red lowest.
     */
    private long[][] sums = new long[0][];

    /** The last level that has sums. */
    private int summed;

    PlainMipRows() {}

    @Override
    void makeRoom(Texture texture, int last) {
        summed = Math.min(last, SUMMED_LEVELS);
        if (values.length <= last) {
            values = Arrays.copyOf(values, last + 1);
        }
        if (sums.length <= summed) {
            sums = Arrays.copyOf(sums, summed + 1);
        }
        for (int l = 1; l <= last; l++) {
            int width = texture.levelWidth(l);
            if (l <= summed && (sums[l] == null || sums[l].length < 2 * width)) {
                sums[l] = new long[2 * width];
            }
            if (l >= summed && (values[l] == null || values[l].length < 8 * width)) {
                values[l] = new float[8 * width];
            }
        }
    }

    /** Adds codes of level 0 up four by four. */
    @Override
    void first(int[] texels, int from, int y) {
        int width = width(0);
        long[] row = sums[1];
        int to = (y & 1) * (width >> 1);
        int at = offset(1, y);
        for (int i = from; i < from + width; i += 2) {
            int a = texels[i];
            int b = texels[i + 1];
            int c = texels[i + width];
            int d = texels[i + width + 1];
            int redBlue = (a & BYTES) + (b & BYTES) + (c & BYTES) + (d & BYTES);
            int greenAlpha =
                    (a >>> 8 & BYTES) + (b >>> 8 & BYTES) + (c >>> 8 & BYTES) + (d >>> 8 & BYTES);
            long sum = redBlue | (long) greenAlpha << 32;
            row[to++] = sum;
            texels[at++] = code(sum, 2, ONES << 1);
        }
        if (summed == 1) {
            valuesOfSums(1, y);
        }
    }

    @Override
    void halve(int level, int y) {
        if (level < summed) {
            addRow(level, y);
            if (level + 1 == summed) {
                valuesOfSums(summed, y);
            }
        } else {
            averageRow(level, y);
        }
    }

    @Override
    void keep(int level, int y, float[] kept) {
        int floats = 4 * width(level);
        System.arraycopy(values[level], (y & 1) * floats, kept, y * floats, floats);
    }

    private void addRow(int level, int y) {
        int width = width(level);
        long[] from = sums[level];
        long[] row = sums[level + 1];
        int[] texels = texels();
        int to = (y & 1) * (width >> 1);
        int at = offset(level + 1, y);
        int shift = 2 * (level + 1);
        long half = ONES << shift - 1;
        for (int i = 0; i < width; i += 2) {
            long sum = from[i] + from[i + 1] + from[i + width] + from[i + width + 1];
            row[to++] = sum;
            texels[at++] = code(sum, shift, half);
        }
    }

    private static int code(long sum, int shift, long half) {
        long codes = sum + half >>> shift & LONG_BYTES;
        return (int) codes | (int) (codes >>> 32) << 8;
    }

    private void valuesOfSums(int level, int y) {
        int width = width(level);
        long[] from = sums[level];
        float[] row = values[level];
        float total = 1f / (1 << 2 * level);
        int begin = (y & 1) * width;
        for (int i = begin; i < begin + width; i++) {
            row[4 * i] = (from[i] & 0xffff) * total;
            row[4 * i + 1] = (from[i] >>> 32 & 0xffff) * total;
            row[4 * i + 2] = (from[i] >>> 16 & 0xffff) * total;
            row[4 * i + 3] = (from[i] >>> 48) * total;
        }
    }

    private void averageRow(int level, int y) {
        int width = width(level);
        float[] from = values[level];
        float[] row = values[level + 1];
        int[] texels = texels();
        int to = (y & 1) * 2 * width;
        int at = offset(level + 1, y);
        for (int i = 0; i < 4 * width; i += 8) {
            int code = 0;
            for (int c = 0; c < 4; c++) {
                float above = (from[i + c] + from[i + c + 4]) * 0.5f;
                float below = (from[i + c + 4 * width] + from[i + c + 4 * width + 4]) * 0.5f;
                float value = (above + below) * 0.5f;
                row[to++] = value;
                code |= Mipmaps.round(value) << 8 * c;
            }
            texels[at++] = code;
        }
    }
}
