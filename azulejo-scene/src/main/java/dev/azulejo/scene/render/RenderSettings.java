package dev.azulejo.scene.render;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.shading.Lighting;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * What a picture of a scene shall be like: {@link #defaults}, with what shall be otherwise.
 *
 * <pre>{@code
 * RenderSettings.defaults().withSize(640, 480).withLighting(Lighting.CONSTANT)
 * }</pre>
 *
 * @param width pixels of a view, 1..8192
 * @param height pixels, 1..8192
 * @param samples samples a pixel: 1, 4 or 8
 * @param lighting ambient light
 * @param anisotropy most texture samples along a footprint, 1..16
 * @param background linear colour and alpha behind the scene
 * @param output what is drawn
 * @param views views side by side in one picture, 1..4: two for a stereo pair
 * @param tessellation how patches are divided, and what becomes patches
 * @param explode how far triangles are moved apart, as a part of the scene's size, 0..10; 0 draws
 *     them where they are
 * @param shadows whether the key light casts shadows: the studio's, or where the scene has lights
 *     the strongest directional one, if there is any
 */
public record RenderSettings(
        int width,
        int height,
        int samples,
        Lighting lighting,
        int anisotropy,
        Vec4 background,
        Output output,
        int views,
        Tessellation tessellation,
        float explode,
        boolean shadows) {
    /** A light grey. */
    public static final Vec4 LIGHT_GREY = new Vec4(0.82f, 0.83f, 0.85f, 1);

    private static final RenderSettings DEFAULTS =
            new RenderSettings(
                    1280,
                    720,
                    4,
                    Lighting.STUDIO,
                    4,
                    LIGHT_GREY,
                    Output.COLOR,
                    1,
                    Tessellation.DEFAULT,
                    0,
                    false);

    /** What is drawn. */
    public enum Output {
        /** Depth, and colour into the picture. */
        COLOR,
        /** Depth alone, and the picture stays background; for measurements. */
        DEPTH_ONLY,
        /** Colour as linear floats, for pictures of more than 8 bits a channel. */
        LINEAR_COLOR,
        /**
         * What is seen in place of its colour, with one sample a pixel whatever the settings say:
         * see {@link SurfaceImage}. Shadows are left out, and so is what is blended.
         */
        SURFACE
    }

    /** Checks for null; the render target checks sizes. */
    public RenderSettings {
        Objects.requireNonNull(lighting, "lighting");
        Objects.requireNonNull(background, "background");
        checkColor("background", background);
        Objects.requireNonNull(output, "output");
        if (views < 1 || views > CommandBuffer.MAX_VIEWS) {
            throw new IllegalArgumentException(
                    "views=%d is not in 1..%d".formatted(views, CommandBuffer.MAX_VIEWS));
        }
        Objects.requireNonNull(tessellation, "tessellation");
        if (!(explode >= 0 && explode <= 10)) {
            throw new IllegalArgumentException("explode=%s is not in 0..10".formatted(explode));
        }
    }

    /** Refuses a colour that is none: what is not finite would be drawn as anything. */
    static void checkColor(String what, Vec4 color) {
        // x - x is 0 for finite x and NaN otherwise
        float r = color.x() - color.x();
        float g = color.y() - color.y();
        float b = color.z() - color.z();
        float a = color.w() - color.w();
        if (r + g + b + a != 0) {
            throw new IllegalArgumentException("%s: %s is not finite".formatted(what, color));
        }
    }

    /**
     * 1280x720, 4 samples, studio light, anisotropy 4, light grey background, colour, one view,
     * {@link Tessellation#DEFAULT}, triangles where they are, no shadows.
     */
    public static RenderSettings defaults() {
        return DEFAULTS;
    }

    /** The same at another size. */
    public RenderSettings withSize(int newWidth, int newHeight) {
        return with(
                parts -> {
                    parts.width = newWidth;
                    parts.height = newHeight;
                });
    }

    /** The same with another number of samples. */
    public RenderSettings withSamples(int value) {
        return with(parts -> parts.samples = value);
    }

    /** The same in another ambient light. */
    public RenderSettings withLighting(Lighting value) {
        return with(parts -> parts.lighting = value);
    }

    /** The same with another number of texture samples along a footprint. */
    public RenderSettings withAnisotropy(int value) {
        return with(parts -> parts.anisotropy = value);
    }

    /** The same before another background, linear. */
    public RenderSettings withBackground(Vec4 value) {
        return with(parts -> parts.background = value);
    }

    /** The same with something else drawn. */
    public RenderSettings withOutput(Output value) {
        return with(parts -> parts.output = value);
    }

    /** The same with another number of views. */
    public RenderSettings withViews(int value) {
        return with(parts -> parts.views = value);
    }

    /** The same with another tessellation. */
    public RenderSettings withTessellation(Tessellation value) {
        return with(parts -> parts.tessellation = value);
    }

    /** The same with triangles moved apart otherwise. */
    public RenderSettings withExplode(float value) {
        return with(parts -> parts.explode = value);
    }

    /** The same with or without shadows. */
    public RenderSettings withShadows(boolean value) {
        return with(parts -> parts.shadows = value);
    }

    private RenderSettings with(Consumer<Parts> change) {
        var parts = new Parts(this);
        change.accept(parts);
        return parts.together();
    }

    /** All components, to change some. */
    private static final class Parts {
        private int width;
        private int height;
        private int samples;
        private Lighting lighting;
        private int anisotropy;
        private Vec4 background;
        private Output output;
        private int views;
        private Tessellation tessellation;
        private float explode;
        private boolean shadows;

        Parts(RenderSettings from) {
            width = from.width;
            height = from.height;
            samples = from.samples;
            lighting = from.lighting;
            anisotropy = from.anisotropy;
            background = from.background;
            output = from.output;
            views = from.views;
            tessellation = from.tessellation;
            explode = from.explode;
            shadows = from.shadows;
        }

        RenderSettings together() {
            return new RenderSettings(
                    width,
                    height,
                    samples,
                    lighting,
                    anisotropy,
                    background,
                    output,
                    views,
                    tessellation,
                    explode,
                    shadows);
        }
    }
}
