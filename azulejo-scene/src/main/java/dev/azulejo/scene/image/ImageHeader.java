package dev.azulejo.scene.image;

/**
 * What an encoded image says about itself before any pixel is decoded.
 *
 * @param format how it is encoded
 * @param width pixels, at least 1
 * @param height pixels, at least 1
 * @param scans how often decoding goes over all pixels, at least 1
 * @param workBytes memory that decoding takes beside the pixels, at most
 */
public record ImageHeader(Format format, int width, int height, int scans, long workBytes) {
    /** Encodings that can be decoded. */
    public enum Format {
        /** W3C PNG. */
        PNG,
        /** JPEG with Huffman coding, baseline or progressive, 8 bits, one or three components. */
        JPEG,
        /** WebP, lossy or lossless, one picture. */
        WEBP,
        /** KTX2, one picture of Basis Universal or of plain bytes. */
        KTX2
    }

    /** Returns the number of pixels. */
    public long pixels() {
        return (long) width * height;
    }
}
