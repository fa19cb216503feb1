package dev.azulejo.core.resource;

import java.util.Arrays;
import java.util.Objects;

/**
 * What a render pass paints: one colour image with an optional depth image, and, while a pass needs
 * it, per-sample storage.
 *
 * <p>Row 0 is the top row. Depth is window depth, 0 near to 1 far by convention.
 *
 * <p>A target of {@link TextureFormat#DEPTH32_FLOAT} has depths and nothing else: programs that
 * draw into it write no colour, and a later phase can read it through a {@link DepthView}. Colours
 * are read through {@link #texture}.
 */
public final class RenderTarget extends Resource {
    /** Largest side, in pixels: keeps snapped positions inside the guard band. */
    public static final int MAX_SIDE = 8192;

    private final int width;
    private final int height;
    private final TextureFormat format;
    private final int samples;
    private final int[] pixels;
    private final float[] floatPixels;
    private int[] sampleColor = new int[0];
    private float[] sampleFloatColor = new float[0];
    private float[] sampleDepth = new float[0];
    private boolean samplesValid;

    /** What later phases sample; null until somebody asks for it. */
    private Texture texture;

    /** Makes its levels, in the same memory for all frames; null likewise. */
    private Mipmaps mipmaps;

    /**
     * Makes a target whose pixels are zero; depths, if it has nothing else, are 1.
     *
     * @param width width in pixels, 1..{@value #MAX_SIDE}
     * @param height height in pixels, 1..{@value #MAX_SIDE}
     * @param format colour format, or that of depths
     * @param samples samples a pixel: 1, 4, 8 or 16; 1 of depths alone
     */
    public RenderTarget(int width, int height, TextureFormat format, int samples) {
        if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
            throw new IllegalArgumentException(
                    "render target %dx%d: sides must be in 1..%d"
                            .formatted(width, height, MAX_SIDE));
        }
        if (samples != 1 && samples != 4 && samples != 8 && samples != 16) {
            throw new IllegalArgumentException(
                    "render target: samples=%d is not 1, 4, 8 or 16".formatted(samples));
        }
        this.width = width;
        this.height = height;
        this.format = Objects.requireNonNull(format, "format");
        this.samples = samples;
        boolean isFloat = format == TextureFormat.RGBA32_FLOAT;
        this.pixels = isFloat || isDepth() ? new int[0] : new int[width * height];
        this.floatPixels =
                isFloat ? new float[Math.multiplyExact(4, width * height)] : new float[0];
        if (isDepth()) {
            if (samples != 1) {
                throw new IllegalArgumentException(
                        "render target: samples=%d, but depths alone have 1".formatted(samples));
            }
            sampleDepth = new float[width * height];
            Arrays.fill(sampleDepth, 1);
        }
    }

    /**
     * Returns how many bytes a target in colours takes that later phases sample: its pixels, their
     * {@link #texture} with all levels, and room to make those. Samples that a pass keeps are not
     * among them.
     *
     * @param width in pixels, 1..{@value #MAX_SIDE}
     * @param height likewise
     * @param format of colours
     */
    public static long sampledBytes(int width, int height, TextureFormat format) {
        long texel = format == TextureFormat.RGBA32_FLOAT ? 4L * Float.BYTES : Integer.BYTES;
        long texels = (long) width * height + Texture.chainTexels(width, height);
        return texel * texels + Mipmaps.roomBytes(width, height, format);
    }

    /** Whether there is no colour, only depth. */
    private boolean isDepth() {
        return format == TextureFormat.DEPTH32_FLOAT;
    }

    /** Returns the width in pixels. */
    public int width() {
        return width;
    }

    /** Returns the height in pixels. */
    public int height() {
        return height;
    }

    /** Returns the colour format, or that of depths alone. */
    public TextureFormat format() {
        return format;
    }

    /** Returns the samples a pixel: 1, 4, 8 or 16. */
    public int samples() {
        return samples;
    }

    /**
     * Returns the resolved pixels of an 8-bit target, the storage itself: one int a pixel, red in
     * bits 0..7, alpha in 24..31, row-major from the top; empty for other targets. Treat it as
     * read-only: a later render may leave what comes out the same unwritten.
     */
    public int[] pixels() {
        return pixels;
    }

    /**
     * Returns the resolved pixels of a float target, four floats a pixel; empty for others. Treat
     * it as read-only, likewise.
     */
    public float[] floatPixels() {
        return floatPixels;
    }

    /**
     * Reads back the resolved pixels of an 8-bit target.
     *
     * @param destination receives width * height ints, red in bits 0..7
     */
    public void readPixels(int[] destination) {
        if (pixels.length == 0) {
            throw new IllegalStateException("readPixels: the target's format is " + format);
        }
        System.arraycopy(pixels, 0, destination, 0, pixels.length);
    }

    /**
     * Returns a texture that programs of later phases can sample: the resolved pixels with their
     * mip chain. From now on each phase that draws into the target ends with writing it, so that it
     * costs time in each of them; what a phase reads is what those before it have drawn.
     *
     * @throws IllegalArgumentException if the target has depths alone; {@link DepthView} is for
     *     those
     */
    public Texture texture() {
        if (texture == null) {
            texture = new Texture(format, width, height, true);
            mipmaps = new Mipmaps();
            show();
        }
        return texture;
    }

    /** Writes the texture, if there is one: a phase that has drawn is over. */
    void show() {
        if (texture == null) {
            return;
        }
        if (pixels.length != 0) {
            texture.write(0, pixels);
        } else {
            texture.write(0, floatPixels);
        }
        texture.generateMipmaps(mipmaps, () -> {});
    }

    /**
     * Makes sure that per-sample storage exists, laid out as {@code [pixel * samples + sample]},
     * and tells whether it still holds what the last pass left.
     */
    boolean requireSampleStorage() {
        int count = Math.multiplyExact(width * height, samples);
        if (sampleDepth.length != count) {
            sampleDepth = new float[count];
            boolean isFloat = format == TextureFormat.RGBA32_FLOAT;
            sampleColor = isFloat ? new int[0] : new int[count];
            sampleFloatColor = isFloat ? new float[Math.multiplyExact(4, count)] : new float[0];
            samplesValid = false;
        }
        return samplesValid;
    }

    /** Says whether the sample storage holds the current contents. */
    void samplesValid(boolean valid) {
        samplesValid = valid;
    }

    /** Whether the sample storage holds the current contents. */
    public boolean samplesValid() {
        return samplesValid;
    }

    /** Returns per-sample 8-bit colours, {@code [pixel * samples + sample]}. */
    public int[] sampleColor() {
        return sampleColor;
    }

    /** Returns per-sample float colours, {@code [4 * (pixel * samples + sample) + channel]}. */
    public float[] sampleFloatColor() {
        return sampleFloatColor;
    }

    /** Returns per-sample window depths, {@code [pixel * samples + sample]}. */
    public float[] sampleDepth() {
        return sampleDepth;
    }

    /** Returns whether two targets hold the same resolved bytes, or depths if they have no more. */
    public boolean samePixels(RenderTarget other) {
        return Arrays.equals(pixels, other.pixels)
                && Arrays.equals(floatPixels, other.floatPixels)
                && (!isDepth() || Arrays.equals(sampleDepth, other.sampleDepth));
    }
}
