package dev.azulejo.scene.image;

/** The rows of a picture as PNG stores them: big-endian samples, each row filtered. */
abstract sealed class PngRows permits PngPixels, PngSamples {
    /** Filter type: differences from the pixel to the left. */
    static final int SUB = 1;

    /** Filter type: differences from the pixel above. */
    static final int UP = 2;

    private static final int GREY = 0;
    private static final int RGB = 2;
    private static final int RGBA = 6;

    final int width;
    final int height;

    PngRows(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /** Returns the bits of a sample: 8 or 16. */
    abstract int bits();

    /** Returns the samples of a pixel: 1, 3 or 4. */
    abstract int channels();

    /**
     * Filters a row.
     *
     * @param y the row, from the top
     * @param to receives the filter's type, then the row
     * @param offset where it begins there
     */
    abstract void filter(int y, byte[] to, int offset);

    /** Returns the bytes of a row, its filter's type among them. */
    final int rowBytes() {
        return 1 + width * channels() * bits() / 8;
    }

    /** Returns what the header calls the kind of pixels. */
    final int colorType() {
        return switch (channels()) {
            case 1 -> GREY;
            case 3 -> RGB;
            default -> RGBA;
        };
    }
}
