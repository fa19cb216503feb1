package dev.azulejo.core.resource;

import dev.azulejo.core.math.SrgbEncoding;

import java.util.Arrays;

/**
 * Levels of an 8-bit texture as long as both sides are even, all at once: two rows of a level make
 * one of the next as soon as both are there, so that a few rows are all that is kept, and each is
 * still in the processor's nearest memory when it is halved.
 *
 * <p>Threads: one.
 */
final class MipRows {
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

    /** Two rows of each level, row-major, four floats a texel; those of sums are not used. */
    private float[][] values = new float[0][];

    /**
     * Two rows of each of the first levels, where nothing is encoded: sums of codes, a texel each,
     * 16 bits for red, blue, green, alpha, red lowest.
     */
    private long[][] sums = new long[0][];

    private Texture texture;
    private Runnable goOn;

    /** The last level that is made, and where its values go; null if nobody wants them. */
    private int last;

    private float[] kept;

    /** Returns how many levels after the first can be made so, at most a number of them. */
    static int levels(Texture texture, int most) {
        int halvings = 0;
        while (halvings < most
                && ((texture.levelWidth(halvings) | texture.levelHeight(halvings)) & 1) == 0) {
            halvings++;
        }
        return halvings;
    }

    /**
     * Makes levels from level 0.
     *
     * @param last the last one, at most {@link #levels}
     * @param values takes the last one's values, four floats a texel; null if they are not wanted
     * @param goOn called for each row that is made; what it throws ends the work
     */
    void generate(Texture texture, int last, float[] values, Runnable goOn) {
        this.texture = texture;
        this.last = last;
        this.kept = values;
        this.goOn = goOn;
        boolean encoded = texture.format() == TextureFormat.RGBA8_SRGB;
        int summed = encoded ? 0 : Math.min(last, SUMMED_LEVELS);
        makeRoom(summed);
        for (int y = 0; y < texture.levelHeight(1); y++) {
            goOn.run();
            if (encoded) {
                decodeRow(y);
                next(1, y);
            } else {
                sumRow(y);
                nextSum(1, y, summed);
            }
        }
        this.texture = null;
        this.kept = null;
        this.goOn = null;
    }

    private void makeRoom(int summed) {
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
            if (l >= Math.max(summed, 1) && (values[l] == null || values[l].length < 8 * width)) {
                values[l] = new float[8 * width];
            }
        }
    }

    /** A row of a level is there: so are rows of later ones, perhaps. */
    private void next(int level, int y) {
        int at = level;
        int row = y;
        while (at < last && (row & 1) != 0) {
            row >>= 1;
            goOn.run();
            averageRow(at, row);
            at++;
        }
        if (at == last && kept != null) {
            int floats = 4 * texture.levelWidth(last);
            System.arraycopy(values[last], (row & 1) * floats, kept, row * floats, floats);
        }
    }

    private void nextSum(int level, int y, int summed) {
        int at = level;
        int row = y;
        while (at < summed && (row & 1) != 0) {
            row >>= 1;
            goOn.run();
            addRow(at, row);
            at++;
        }
        if (at == summed) {
            valuesOfSums(at, row);
            next(at, row);
        }
    }

    /** Averages codes of level 0 four by four, in linear light. */
    private void decodeRow(int y) {
        int[] texels = texture.texels();
        float[] color = SrgbEncoding.DECODE;
        int width = texture.width();
        float[] row = values[1];
        int to = (y & 1) * 2 * width;
        int at = texture.levelOffset(1) + y * (width >> 1);
        for (int i = 2 * y * width; i < (2 * y + 1) * width; i += 2) {
            int a = texels[i];
            int b = texels[i + 1];
            int c = texels[i + width];
            int d = texels[i + width + 1];
            int code = 0;
            for (int shift = 0; shift < 24; shift += 8) {
                float above = (color[a >>> shift & 0xff] + color[b >>> shift & 0xff]) * 0.5f;
                float below = (color[c >>> shift & 0xff] + color[d >>> shift & 0xff]) * 0.5f;
                float value = (above + below) * 0.5f;
                row[to++] = value;
                code |= Mipmaps.code(value) << shift;
            }
            // Exact, in whatever order
            float alpha = ((a >>> 24) + (b >>> 24) + (c >>> 24) + (d >>> 24)) * 0.25f;
            row[to++] = alpha;
            texels[at++] = code | Mipmaps.round(alpha) << 24;
        }
    }

    /** Makes a row of the level after another one of its two rows. */
    private void averageRow(int level, int y) {
        int width = texture.levelWidth(level);
        float[] from = values[level];
        float[] row = values[level + 1];
        int[] texels = texture.texels();
        boolean encoded = texture.format() == TextureFormat.RGBA8_SRGB;
        int to = (y & 1) * 2 * width;
        int at = texture.levelOffset(level + 1) + y * (width >> 1);
        for (int i = 0; i < 4 * width; i += 8) {
            int code = 0;
            for (int c = 0; c < 4; c++) {
                float above = (from[i + c] + from[i + c + 4]) * 0.5f;
                float below = (from[i + c + 4 * width] + from[i + c + 4 * width + 4]) * 0.5f;
                float value = (above + below) * 0.5f;
                row[to++] = value;
                code |= (encoded && c < 3 ? Mipmaps.code(value) : Mipmaps.round(value)) << 8 * c;
            }
            texels[at++] = code;
        }
    }

    /** Adds codes of level 0 up four by four. */
    private void sumRow(int y) {
        int[] texels = texture.texels();
        int width = texture.width();
        long[] row = sums[1];
        int to = (y & 1) * (width >> 1);
        int at = texture.levelOffset(1) + y * (width >> 1);
        for (int i = 2 * y * width; i < (2 * y + 1) * width; i += 2) {
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
    }

    private void addRow(int level, int y) {
        int width = texture.levelWidth(level);
        long[] from = sums[level];
        long[] row = sums[level + 1];
        int[] texels = texture.texels();
        int to = (y & 1) * (width >> 1);
        int at = texture.levelOffset(level + 1) + y * (width >> 1);
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
        int width = texture.levelWidth(level);
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
}
