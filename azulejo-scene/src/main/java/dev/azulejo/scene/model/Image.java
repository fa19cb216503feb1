package dev.azulejo.scene.model;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;

import java.util.Objects;

/**
 * A decoded image: the numbers of the file, no colour management, alpha not multiplied in. It may
 * have room for its mip chain, so that a texture is made of it where it lies, once for all who draw
 * it.
 *
 * <p>Threads: any.
 */
public final class Image {
    /** While somebody else makes levels, how often to look whether to go on. */
    private static final long LOOK_MILLIS = 20;

    private final String name;
    private final int width;
    private final int height;
    private final int[] texels;
    private final boolean opaque;

    /** Whether somebody makes levels, who alone reads and writes the texture meanwhile. */
    private boolean busy;

    /** The texture whose storage the texels are; null until somebody asks. Written once. */
    private Texture texture;

    /**
     * Takes what was decoded, which nobody writes any more.
     *
     * @param name may be empty
     * @param width pixels, at least 1
     * @param height pixels, at least 1
     * @param texels one int a pixel, red in bits 0..7, green 8..15, blue 16..23, alpha 24..31;
     *     row-major, top row first; behind them nothing, or {@link #room}
     * @param opaque whether every alpha is 255
     */
    public Image(String name, int width, int height, int[] texels, boolean opaque) {
        this.name = Objects.requireNonNull(name, "name");
        this.width = width;
        this.height = height;
        this.texels = texels;
        this.opaque = opaque;
        if (width < 1 || height < 1 || texels.length != (long) width * height && !hasRoom()) {
            throw new IllegalArgumentException(
                    "image %dx%d with %d pixels".formatted(width, height, texels.length));
        }
    }

    /**
     * Returns how many texels the levels after level 0 have, which an image may have room for; 0
     * where it is larger than textures are.
     */
    public static int room(int width, int height) {
        if (Math.max(width, height) > Texture.MAX_SIDE) {
            return 0;
        }
        long all = Texture.chainTexels(width, height);
        return all > Integer.MAX_VALUE - 8 ? 0 : (int) (all - (long) width * height);
    }

    /** Returns its name, which may be empty. */
    public String name() {
        return name;
    }

    /** Returns its width, in pixels. */
    public int width() {
        return width;
    }

    /** Returns its height, in pixels. */
    public int height() {
        return height;
    }

    /** Returns how many pixels it has. */
    public int pixels() {
        return width * height;
    }

    /** Returns the pixels, {@link #pixels} of them and perhaps more; not a copy. */
    public int[] texels() {
        return texels;
    }

    /** Returns whether every alpha is 255. */
    public boolean opaque() {
        return opaque;
    }

    /** Returns whether {@link #texture} needs no further memory the first time. */
    public boolean hasRoom() {
        int room = room(width, height);
        return room > 0 && texels.length == (long) width * height + room;
    }

    /**
     * Returns the image as a texture with all levels: where there is room, the same one to
     * everybody who asks for the format that was asked for first. Nobody writes it.
     *
     * @param format of 8 bits a channel
     * @param goOn called again and again; what it throws ends the work, and is thrown here
     */
    public Texture texture(TextureFormat format, Runnable goOn) {
        if (!hasRoom()) {
            return copy(format, goOn);
        }
        begin(goOn);
        try {
            if (texture == null) {
                var made = new Texture(format, width, height, texels);
                made.generateMipmaps(goOn);
                texture = made;
            }
        } finally {
            end();
        }
        return texture.format() == format ? texture : copy(format, goOn);
    }

    /** Waits until nobody else makes levels. */
    private synchronized void begin(Runnable goOn) {
        boolean interrupted = false;
        try {
            goOn.run();
            while (busy) {
                try {
                    wait(LOOK_MILLIS);
                } catch (InterruptedException e) {
                    interrupted = true;
                    // Whoever goOn asks may want to know
                    Thread.currentThread().interrupt();
                    goOn.run();
                    Thread.interrupted();
                }
                goOn.run();
            }
            busy = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void end() {
        busy = false;
        notifyAll();
    }

    private Texture copy(TextureFormat format, Runnable goOn) {
        var copy = new Texture(format, width, height, true);
        System.arraycopy(texels, 0, copy.texels(), 0, pixels());
        copy.generateMipmaps(goOn);
        return copy;
    }
}
