package dev.azulejo.core.resource;

/**
 * One level of a texture's mip chain, made of the rows of its level 0 as they come: the texels that
 * {@link Texture#generateMipmaps()} makes, without memory for the levels before it.
 *
 * <p>Where the level's texels are averages of whole squares of texels, that is where both sides can
 * be halved so often, a few rows of level 0 are kept at a time; otherwise all of them.
 *
 * <p>Threads: one.
 */
public final class MipLevel {
    /** How many rows of level 0 are averaged at a time, if that many can be. */
    private static final int BAND_ROWS = 64;

    private final int level;
    private final Texture band;
    private final Mipmaps room = new Mipmaps();
    private final int[] texels;

    /** Rows of the band that are there. */
    private int filled;

    /** Texels that are made. */
    private int made;

    /**
     * Begins without rows.
     *
     * @param format of level 0, of 8 bits a channel: sRGB is averaged in linear light
     * @param width of level 0, in texels, 1..{@value Texture#MAX_SIDE}
     * @param height likewise
     * @param level which one is made, from 0 to the last of the chain
     */
    public MipLevel(TextureFormat format, int width, int height, int level) {
        int rows = bandRows(width, height, level);
        this.level = level;
        this.band = new Texture(format, width, rows, true);
        if (level < 0 || level >= 32 - Integer.numberOfLeadingZeros(Math.max(width, height))) {
            throw new IllegalArgumentException(
                    "level %d of a texture of %dx%d: there is none"
                            .formatted(level, width, height));
        }
        if (band.texels().length == 0) {
            throw new IllegalArgumentException(
                    "level of a texture: 8 bits a channel expected, not " + format);
        }
        this.texels = new int[Math.max(1, width >> level) * Math.max(1, height >> level)];
    }

    /** Returns how many rows of level 0 are kept at a time. */
    private static int bandRows(int width, int height, int level) {
        int halvings = Math.min(level, 30);
        if (((width | height) & (1 << halvings) - 1) != 0) {
            return height;
        }
        // Rows of whole squares, as many as fit, so that no band is lower than the others
        int most = Math.max(1 << halvings, BAND_ROWS);
        return Math.min(Integer.lowestOneBit(height), most);
    }

    /** Returns the bytes that are needed meanwhile, beside the level itself. */
    public static long workBytes(int width, int height, int level) {
        // A band with its chain, the values of its level 1, and what they are summed and halved in
        return 14L * width * bandRows(width, height, level);
    }

    /**
     * Takes the next row of level 0.
     *
     * @param row has it, one int a texel, red lowest; not kept
     * @param from where it begins there
     * @param goOn called now and then; what it throws ends the work, and is thrown here
     * @throws IllegalStateException if all rows are there
     */
    public void add(int[] row, int from, Runnable goOn) {
        if (made == texels.length) {
            throw new IllegalStateException("level 0 has no more rows");
        }
        System.arraycopy(row, from, band.texels(), filled * band.width(), band.width());
        filled++;
        if (filled == band.height()) {
            filled = 0;
            room.generate(band, level, goOn);
            int at = band.levelOffset(level);
            int count = band.levelOffset(level + 1) - at;
            System.arraycopy(band.texels(), at, texels, made, count);
            made += count;
        }
    }

    /**
     * Returns the level, row-major, the storage itself.
     *
     * @throws IllegalStateException if rows are missing
     */
    public int[] texels() {
        if (made < texels.length) {
            throw new IllegalStateException("rows of level 0 are missing");
        }
        return texels;
    }
}
