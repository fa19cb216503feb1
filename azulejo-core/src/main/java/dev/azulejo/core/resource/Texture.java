package dev.azulejo.core.resource;

import java.util.Objects;

/**
 * A two-dimensional image with its mip chain.
 *
 * <p>All levels live in one array so that a kernel can gather from any level: for the 8-bit formats
 * {@link #texels()} (one int a texel, red in bits 0..7, green 8..15, blue 16..23, alpha 24..31),
 * for {@link TextureFormat#RGBA32_FLOAT} {@link #floats()} (four floats a texel). Level {@code l}
 * starts at texel {@link #levelOffset(int)}, is {@link #levelWidth(int)} x {@link
 * #levelHeight(int)} texels, row-major, row 0 first (v = 0 is the edge of row 0).
 */
public final class Texture extends Resource {
    /** Largest side, in texels. */
    public static final int MAX_SIDE = 16384;

    private final TextureFormat format;
    private final int width;
    private final int height;
    private final int levels;
    private final int[] levelOffset;
    private final int[] texels;
    private final float[] floats;

    /**
     * Makes a texture whose texels are all zero.
     *
     * @param format texel format
     * @param width width of level 0 in texels, 1..{@value #MAX_SIDE}
     * @param height height of level 0 in texels, 1..{@value #MAX_SIDE}
     * @param mipmapped whether to have the full chain down to 1x1, or level 0 only
     */
    public Texture(TextureFormat format, int width, int height, boolean mipmapped) {
        this(format, width, height, mipmapped, null);
    }

    /**
     * Makes an 8-bit texture with the full mip chain in an array whose first texels are those of
     * level 0, and whose others are room for the other levels: {@link #chainTexels} in all.
     *
     * @param format of 8 bits a channel
     * @param width as above
     * @param height as above
     * @param texels becomes the storage itself
     */
    public Texture(TextureFormat format, int width, int height, int[] texels) {
        this(format, width, height, true, Objects.requireNonNull(texels, "texels"));
    }

    private Texture(TextureFormat format, int width, int height, boolean mipmapped, int[] storage) {
        this.format = Objects.requireNonNull(format, "format");
        if (format == TextureFormat.DEPTH32_FLOAT) {
            throw new IllegalArgumentException(
                    "texture: DEPTH32_FLOAT is a format of render targets, which a DepthView"
                            + " reads");
        }
        if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
            throw new IllegalArgumentException(
                    "texture %dx%d: sides must be in 1..%d".formatted(width, height, MAX_SIDE));
        }
        this.width = width;
        this.height = height;
        this.levels = mipmapped ? chainLevels(width, height) : 1;
        this.levelOffset = new int[levels + 1];
        for (int l = 0; l < levels; l++) {
            levelOffset[l + 1] = Math.addExact(levelOffset[l], levelWidth(l) * levelHeight(l));
        }
        boolean isFloat = format == TextureFormat.RGBA32_FLOAT;
        if (storage != null && (isFloat || storage.length != levelOffset[levels])) {
            throw new IllegalArgumentException(
                    "texture %dx%d: %d texels of 8 bits a channel expected, not %d of %s"
                            .formatted(width, height, levelOffset[levels], storage.length, format));
        }
        this.texels = storage != null ? storage : new int[isFloat ? 0 : levelOffset[levels]];
        this.floats =
                isFloat ? new float[Math.multiplyExact(4, levelOffset[levels])] : new float[0];
    }

    private static int chainLevels(int width, int height) {
        return 32 - Integer.numberOfLeadingZeros(Math.max(width, height));
    }

    /**
     * Returns how many texels a texture of a size has with its full mip chain.
     *
     * @param width of level 0 in texels, 1..{@value #MAX_SIDE}
     * @param height likewise
     */
    public static long chainTexels(int width, int height) {
        long texels = 0;
        for (int l = 0; l < chainLevels(width, height); l++) {
            texels += (long) Math.max(1, width >> l) * Math.max(1, height >> l);
        }
        return texels;
    }

    /** Returns the texel format. */
    public TextureFormat format() {
        return format;
    }

    /** Returns the width of level 0 in texels. */
    public int width() {
        return width;
    }

    /** Returns the height of level 0 in texels. */
    public int height() {
        return height;
    }

    /** Returns the number of mip levels, at least 1. */
    public int levels() {
        return levels;
    }

    /** Returns the width of a level in texels. */
    public int levelWidth(int level) {
        return Math.max(1, width >> level);
    }

    /** Returns the height of a level in texels. */
    public int levelHeight(int level) {
        return Math.max(1, height >> level);
    }

    /** Returns the index of a level's first texel; for {@code levels()} the number of texels. */
    public int levelOffset(int level) {
        return levelOffset[level];
    }

    /** Returns the first texel of every level, for kernels to gather from; not a copy. */
    public int[] levelOffsets() {
        return levelOffset;
    }

    /** Returns the 8-bit texels of all levels, the storage itself; empty for a float texture. */
    public int[] texels() {
        return texels;
    }

    /** Returns the float texels of all levels, the storage itself; empty for an 8-bit texture. */
    public float[] floats() {
        return floats;
    }

    /**
     * Writes a whole level of an 8-bit texture and increments the version.
     *
     * @param level mip level
     * @param source one int a texel, red lowest, row-major
     */
    public void write(int level, int[] source) {
        checkLevel(level, source.length, 1, texels.length != 0);
        System.arraycopy(source, 0, texels, levelOffset[level], source.length);
        touch();
    }

    /**
     * Writes a whole level of a float texture and increments the version.
     *
     * @param level mip level
     * @param source four floats a texel, row-major
     */
    public void write(int level, float[] source) {
        checkLevel(level, source.length, 4, floats.length != 0);
        System.arraycopy(source, 0, floats, 4 * levelOffset[level], source.length);
        touch();
    }

    /**
     * Makes levels 1 and up from level 0 by averaging, in linear light for sRGB, and increments the
     * version. An odd side is filtered with the three-tap weights that keep every texel's share
     * equal, so that nothing shifts.
     */
    public void generateMipmaps() {
        generateMipmaps(() -> {});
    }

    /**
     * Likewise, unless it is ended early.
     *
     * @param goOn called every {@value #MAX_SIDE} texels or oftener; what it throws ends the work
     *     and is thrown here: some levels are new ones then, some are not
     */
    public void generateMipmaps(Runnable goOn) {
        generateMipmaps(new Mipmaps(), goOn);
    }

    /** Likewise, in memory that somebody keeps for the next time. */
    void generateMipmaps(Mipmaps room, Runnable goOn) {
        try {
            room.generate(this, goOn);
        } finally {
            // Some levels may be new ones
            touch();
        }
    }

    private void checkLevel(int level, int length, int perTexel, boolean rightKind) {
        if (!rightKind) {
            throw new IllegalArgumentException(
                    "texture.write: element type does not fit " + format);
        }
        Objects.checkIndex(level, levels);
        int expected = perTexel * levelWidth(level) * levelHeight(level);
        if (length != expected) {
            throw new IllegalArgumentException(
                    "texture.write: level %d of %dx%d needs %d elements, got %d"
                            .formatted(level, width, height, expected, length));
        }
    }
}
