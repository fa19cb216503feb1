package dev.azulejo.scene.render;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.shading.Lighting;

import java.util.Objects;

/**
 * What a picture of a scene shall be like.
 *
 * @param width pixels of a view, 1..8192
 * @param height pixels, 1..8192
 * @param samples samples a pixel: 1, 4 or 8
 * @param lighting ambient light
 * @param anisotropy most texture samples along a footprint, 1..16
 * @param background linear colour and alpha behind the scene
 * @param depthOnly whether only depth is drawn and the picture stays background; for measurements
 * @param views views side by side in one picture, 1..4: two for a stereo pair
 * @param tessellation how patches are divided, and what becomes patches
 * @param explode how far triangles are moved apart, as a part of the scene's size, 0..10; 0 draws
 *     them where they are
 */
public record RenderSettings(
        int width,
        int height,
        int samples,
        Lighting lighting,
        int anisotropy,
        Vec4 background,
        boolean depthOnly,
        int views,
        Tessellation tessellation,
        float explode) {
    /** A light grey. */
    public static final Vec4 LIGHT_GREY = new Vec4(0.82f, 0.83f, 0.85f, 1);

    /** Checks for null; the render target checks sizes. */
    public RenderSettings {
        Objects.requireNonNull(lighting, "lighting");
        Objects.requireNonNull(background, "background");
        if (views < 1 || views > CommandBuffer.MAX_VIEWS) {
            throw new IllegalArgumentException(
                    "views=%d is not in 1..%d".formatted(views, CommandBuffer.MAX_VIEWS));
        }
        Objects.requireNonNull(tessellation, "tessellation");
        if (!(explode >= 0 && explode <= 10)) {
            throw new IllegalArgumentException("explode=%s is not in 0..10".formatted(explode));
        }
    }

    /** With tessellation as it is by default, and triangles where they are. */
    public RenderSettings(
            int width,
            int height,
            int samples,
            Lighting lighting,
            int anisotropy,
            Vec4 background,
            boolean depthOnly,
            int views) {
        this(
                width,
                height,
                samples,
                lighting,
                anisotropy,
                background,
                depthOnly,
                views,
                Tessellation.DEFAULT,
                0);
    }

    /** 1280x720, 4 samples, studio light, light grey background. */
    public static RenderSettings defaults() {
        return new RenderSettings(1280, 720, 4, Lighting.STUDIO, 4, LIGHT_GREY, false, 1);
    }

    /** The same at another size. */
    public RenderSettings withSize(int newWidth, int newHeight) {
        return with(newWidth, newHeight, samples, views, tessellation, explode);
    }

    /** The same with another number of views. */
    public RenderSettings withViews(int value) {
        return with(width, height, samples, value, tessellation, explode);
    }

    /** The same with another number of samples. */
    public RenderSettings withSamples(int value) {
        return with(width, height, value, views, tessellation, explode);
    }

    /** The same with another tessellation. */
    public RenderSettings withTessellation(Tessellation value) {
        return with(width, height, samples, views, value, explode);
    }

    /** The same with triangles moved apart otherwise. */
    public RenderSettings withExplode(float value) {
        return with(width, height, samples, views, tessellation, value);
    }

    private RenderSettings with(
            int newWidth,
            int newHeight,
            int newSamples,
            int newViews,
            Tessellation newTessellation,
            float newExplode) {
        return new RenderSettings(
                newWidth,
                newHeight,
                newSamples,
                lighting,
                anisotropy,
                background,
                depthOnly,
                newViews,
                newTessellation,
                newExplode);
    }
}
