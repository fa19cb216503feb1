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
 */
public record RenderSettings(
        int width,
        int height,
        int samples,
        Lighting lighting,
        int anisotropy,
        Vec4 background,
        boolean depthOnly,
        int views) {
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
    }

    /** 1280x720, 4 samples, studio light, light grey background. */
    public static RenderSettings defaults() {
        return new RenderSettings(1280, 720, 4, Lighting.STUDIO, 4, LIGHT_GREY, false, 1);
    }

    /** The same at another size. */
    public RenderSettings withSize(int newWidth, int newHeight) {
        return new RenderSettings(
                newWidth, newHeight, samples, lighting, anisotropy, background, depthOnly, views);
    }

    /** The same with another number of views. */
    public RenderSettings withViews(int value) {
        return new RenderSettings(
                width, height, samples, lighting, anisotropy, background, depthOnly, value);
    }

    /** The same with another number of samples. */
    public RenderSettings withSamples(int value) {
        return new RenderSettings(
                width, height, value, lighting, anisotropy, background, depthOnly, views);
    }
}
