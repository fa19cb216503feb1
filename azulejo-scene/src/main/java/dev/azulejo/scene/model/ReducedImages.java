package dev.azulejo.scene.model;

import dev.azulejo.core.resource.MipLevel;
import dev.azulejo.core.resource.TextureFormat;

import java.util.ArrayList;
import java.util.List;

/**
 * Images in place of larger ones: of each the first level of its mip chain that is small enough.
 * Colours are averaged in linear light, other numbers as they are; an image that is used as both
 * stays as it is.
 */
public final class ReducedImages {
    private ReducedImages() {}

    /**
     * Returns the first level of a mip chain whose sides are small enough.
     *
     * @param maxSide at least 1
     */
    public static int level(int width, int height, int maxSide) {
        int level = 0;
        while (Math.max(width, height) >> level > maxSide) {
            level++;
        }
        return level;
    }

    /**
     * Returns an image that is small enough.
     *
     * @param srgb whether it is of colours
     * @param maxSide its longer side at most, in pixels, at least 1
     * @param goOn called again and again; what it throws ends the work, and is thrown here
     */
    public static Image of(Image image, boolean srgb, int maxSide, Runnable goOn) {
        int level = level(image.width(), image.height(), maxSide);
        if (level == 0) {
            return image;
        }
        var made = begin(image.width(), image.height(), srgb, level);
        for (int y = 0; y < image.height(); y++) {
            made.add(image.texels(), y * image.width(), goOn);
        }
        return of(image.name(), image.width(), image.height(), level, made.texels());
    }

    /** Begins a level of an image, without rows. */
    public static MipLevel begin(int width, int height, boolean srgb, int level) {
        var format = srgb ? TextureFormat.RGBA8_SRGB : TextureFormat.RGBA8_UNORM;
        return new MipLevel(format, width, height, level);
    }

    /**
     * Returns a level as an image.
     *
     * @param width of level 0
     * @param height of level 0
     */
    public static Image of(String name, int width, int height, int level, int[] texels) {
        int all = -1;
        for (int texel : texels) {
            all &= texel;
        }
        return new Image(
                name,
                Math.max(1, width >> level),
                Math.max(1, height >> level),
                texels,
                all >>> 24 == 255);
    }

    /**
     * Returns a scene whose images are small enough, but for those that are used as colour and as
     * something else.
     *
     * @param maxSide of an image, in pixels, at least 1
     * @param goOn called again and again; what it throws ends the work, and is thrown here
     */
    public static Scene of(Scene scene, int maxSide, Runnable goOn) {
        boolean[] colors = new boolean[scene.images().size()];
        boolean[] data = new boolean[scene.images().size()];
        for (Material material : scene.materials()) {
            material.colorTextures().forEach(reference -> mark(scene, reference, colors));
            material.dataTextures().forEach(reference -> mark(scene, reference, data));
        }
        List<Image> images = new ArrayList<>();
        for (int i = 0; i < colors.length; i++) {
            var image = scene.images().get(i);
            images.add(colors[i] == data[i] ? image : of(image, colors[i], maxSide, goOn));
        }
        return scene.withImages(images);
    }

    private static void mark(Scene scene, TextureRef reference, boolean[] images) {
        int texture = reference.texture();
        int image = texture < 0 ? -1 : scene.textures().get(texture).image();
        if (image >= 0) {
            images[image] = true;
        }
    }
}
