package dev.azulejo.serve.picture;

import java.util.Arrays;

/**
 * What a client shows, tile by tile: the pixels that were sent last, and whether it has exactly
 * those. Beside it the last picture that it had exactly as a whole, of which it keeps a copy: tiles
 * come back from there for two bytes.
 *
 * <p>Threads: one at a time.
 */
final class SentPicture {
    /** Side of a tile, pixels: what JPEG with colours at half the resolution codes as one. */
    static final int TILE = 16;

    private int width;
    private int height;
    private int columns;
    private int rows;
    private int[] pixels = new int[0];
    private boolean[] known = new boolean[0];
    private boolean[] exact = new boolean[0];
    private int[] base = new int[0];
    private boolean based;

    /** Takes another size, if it is one; nothing is known then. Returns whether it is. */
    boolean resize(int newWidth, int newHeight) {
        if (newWidth == width && newHeight == height) {
            return false;
        }
        int newColumns = Math.ceilDiv(newWidth, TILE);
        int newRows = Math.ceilDiv(newHeight, TILE);
        // Of another size only once all of it is there
        var newPixels = new int[newWidth * newHeight];
        var newBase = new int[newWidth * newHeight];
        var newKnown = new boolean[newColumns * newRows];
        exact = new boolean[newColumns * newRows];
        pixels = newPixels;
        base = newBase;
        known = newKnown;
        width = newWidth;
        height = newHeight;
        columns = newColumns;
        rows = newRows;
        based = false;
        return true;
    }

    /** Forgets everything: somebody else shows it, or nobody knows what arrived. */
    void forget() {
        width = 0;
        height = 0;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    int columns() {
        return columns;
    }

    int tiles() {
        return columns * rows;
    }

    boolean isExact(int tile) {
        return exact[tile];
    }

    /** Whether the client has the whole picture exactly. */
    boolean isExact() {
        for (boolean one : exact) {
            if (!one) {
                return false;
            }
        }
        return true;
    }

    /** Whether a copy of a whole picture is kept there. */
    boolean isBase(int[] now) {
        return based && Arrays.equals(base, now);
    }

    /** Whether a tile is not what was sent of it. */
    boolean differs(int tile, int[] now) {
        return !known[tile] || !same(tile, now, pixels);
    }

    /** Whether a tile is what the copy holds. */
    boolean isInBase(int tile, int[] now) {
        return based && same(tile, now, base);
    }

    private boolean same(int tile, int[] a, int[] b) {
        int x = tile % columns * TILE;
        int end = Math.min(width, x + TILE);
        int y1 = Math.min(height, (tile / columns + 1) * TILE);
        for (int y = tile / columns * TILE; y < y1; y++) {
            if (!Arrays.equals(
                    a, y * width + x, y * width + end, b, y * width + x, y * width + end)) {
                return false;
            }
        }
        return true;
    }

    /** A tile goes there. */
    void sent(int tile, int[] now, boolean exactly) {
        int x = tile % columns * TILE;
        int count = Math.min(width, x + TILE) - x;
        int y1 = Math.min(height, (tile / columns + 1) * TILE);
        for (int y = tile / columns * TILE; y < y1; y++) {
            System.arraycopy(now, y * width + x, pixels, y * width + x, count);
        }
        known[tile] = true;
        exact[tile] = exactly;
    }

    /** The client copies what it shows. */
    void keep() {
        System.arraycopy(pixels, 0, base, 0, pixels.length);
        based = true;
    }
}
