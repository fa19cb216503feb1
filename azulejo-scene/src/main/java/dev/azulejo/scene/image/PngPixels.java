package dev.azulejo.scene.image;

/** Rows of pixels of 8 bits a channel, an int each. */
final class PngPixels extends PngRows {
    private final int[] pixels;

    /** Bytes of a pixel: 3, or 4 with alpha. */
    private final int depth;

    /**
     * Takes pixels.
     *
     * @param pixels red in bits 0..7, alpha in 24..31, row-major from the top
     * @param alpha whether alpha is stored
     */
    PngPixels(int[] pixels, int width, int height, boolean alpha) {
        super(width, height);
        this.pixels = pixels;
        this.depth = alpha ? 4 : 3;
    }

    /** Whether no pixel lets anything through. */
    static boolean opaque(int[] pixels) {
        int all = 0xff000000;
        for (int pixel : pixels) {
            all &= pixel;
        }
        return all == 0xff000000;
    }

    @Override
    int bits() {
        return 8;
    }

    @Override
    int channels() {
        return depth;
    }

    /**
     * Filters a row, by its left neighbours or by the row above: by whichever leaves the smaller
     * sum of differences, as the specification advises.
     */
    @Override
    void filter(int y, byte[] to, int offset) {
        int row = y * width;
        boolean up = y > 0 && differences(row, width, 0) <= differences(row, 1, 1);
        to[offset] = (byte) (up ? UP : SUB);
        int at = offset + 1;
        int back = up ? width : 1;
        for (int x = 0; x < width; x++) {
            int pixel = pixels[row + x];
            int difference = up || x > 0 ? subtract(pixel, pixels[row + x - back]) : pixel;
            to[at] = (byte) difference;
            to[at + 1] = (byte) (difference >>> 8);
            to[at + 2] = (byte) (difference >>> 16);
            if (depth == 4) {
                to[at + 3] = (byte) (difference >>> 24);
            }
            at += depth;
        }
    }

    /**
     * Adds up how far the bytes of a row, from a pixel on, are from those that stand before them.
     */
    private long differences(int row, int back, int from) {
        long sum = 0;
        for (int i = row + from; i < row + width; i++) {
            int difference = subtract(pixels[i], pixels[i - back]);
            // Four signed bytes at a time: their magnitudes, two and two
            int negative = difference >>> 7 & 0x01010101;
            int magnitude = (difference ^ negative * 0xff) + negative;
            int pairs = (magnitude & 0x00ff00ff) + (magnitude >>> 8 & 0x00ff00ff);
            sum += (pairs & 0xffff) + (pairs >>> 16);
        }
        return sum;
    }

    /** Subtracts four bytes from four, each modulo 256. */
    private static int subtract(int a, int b) {
        return (a | 0x80808080) - (b & 0x7f7f7f7f) ^ (a ^ ~b) & 0x80808080;
    }
}
