package dev.azulejo.scene.render;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.scene.environment.Environment;
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
 * @param samples samples a pixel: 1, 4, 8 or 16
 * @param lighting ambient light; {@link Lighting#ENVIRONMENT} with an environment, and only then
 * @param anisotropy most texture samples along a footprint, 1..16
 * @param background linear colour and alpha behind the scene
 * @param output what is drawn
 * @param views views side by side in one picture, 1..4: two for a stereo pair
 * @param tessellation how patches are divided, and what becomes patches
 * @param shatter how far triangles are moved apart, as a part of the scene's size, 0..10; 0 draws
 *     them where they are
 * @param shadows whether the key light casts shadows: the studio's, or where the scene has lights
 *     the strongest directional one, if there is any
 * @param environment surroundings that light the scene in place of the studio; null without
 * @param environmentRotation by how many degrees they are turned about the y axis,
 *     counter-clockwise seen from +y; finite
 * @param environmentBlur how rough the mirror would be in which they are seen behind the scene, in
 *     place of the background, 0 (sharp)..1; {@link #UNSEEN} if they are not
 * @param exposure factor on light before tone mapping, 0.001..1000; 1 is how bright the studio is
 *     by itself, and an environment's radiance as it is
 * @param sky whether the scene's sky, if it has one, is seen in place of the background, and lights
 *     it in place of the studio's surroundings; an environment that is seen takes the place of
 *     both, and one that is not seen lights the scene
 * @param lineWidth width of lines, pixels, 0.25..64, or {@link #AUTOMATIC}: a 480th of the height,
 *     and 1 at least. Lines are drawn no thinner than leaves a sample of each pixel along them: 1
 *     pixel with one sample, 0.57 with 4, 0.34 with 8
 * @param pointSize diameter of points, pixels, 1..1024, or {@link #AUTOMATIC}: a 240th of the
 *     height, and 2 at least. Below 1.5 points are squares, which no place between samples loses
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
        float shatter,
        boolean shadows,
        Environment environment,
        float environmentRotation,
        float environmentBlur,
        float exposure,
        boolean sky,
        float lineWidth,
        float pointSize) {
    /** Of {@link #environmentBlur}: the background is seen, and the environment is not. */
    public static final float UNSEEN = -1;

    /** Of {@link #lineWidth} and {@link #pointSize}: so large as suits the height. */
    public static final float AUTOMATIC = 0;

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
                    false,
                    null,
                    0,
                    UNSEEN,
                    1,
                    false,
                    AUTOMATIC,
                    AUTOMATIC);

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
        SURFACE;

        /** Whether pictures have colours. */
        boolean isColored() {
            return this == COLOR || this == LINEAR_COLOR;
        }
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
        if (!(shatter >= 0 && shatter <= 10)) {
            throw new IllegalArgumentException("shatter=%s is not in 0..10".formatted(shatter));
        }
        if ((lighting == Lighting.ENVIRONMENT) != (environment != null)) {
            throw new IllegalArgumentException(
                    "lighting=%s: ENVIRONMENT goes with an environment, and nothing else does; use withEnvironment"
                            .formatted(lighting));
        }
        if (!Float.isFinite(environmentRotation)) {
            throw new IllegalArgumentException(
                    "environmentRotation=%s is not finite".formatted(environmentRotation));
        }
        if (!(environmentBlur >= 0 && environmentBlur <= 1) && environmentBlur != UNSEEN) {
            throw new IllegalArgumentException(
                    "environmentBlur=%s is not in 0..1".formatted(environmentBlur));
        }
        if (!(exposure >= 0.001f && exposure <= 1000)) {
            throw new IllegalArgumentException(
                    "exposure=%s is not in 0.001..1000".formatted(exposure));
        }
        if (!(lineWidth >= 0.25f && lineWidth <= 64) && lineWidth != AUTOMATIC) {
            throw new IllegalArgumentException(
                    "lineWidth=%s is not in 0.25..64".formatted(lineWidth));
        }
        if (!(pointSize >= 1 && pointSize <= 1024) && pointSize != AUTOMATIC) {
            throw new IllegalArgumentException(
                    "pointSize=%s is not in 1..1024".formatted(pointSize));
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
     * {@link Tessellation#DEFAULT}, triangles where they are, no shadows, no environment, exposure
     * 1, no sky, widths of lines and sizes of points {@link #AUTOMATIC}.
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

    /**
     * The same in another ambient light, without an environment unless it is that.
     *
     * @throws IllegalArgumentException of {@link Lighting#ENVIRONMENT} without one: see {@link
     *     #withEnvironment}
     */
    public RenderSettings withLighting(Lighting value) {
        return with(
                parts -> {
                    parts.lighting = value;
                    if (value != Lighting.ENVIRONMENT) {
                        parts.environment = null;
                    }
                });
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
    public RenderSettings withShatter(float value) {
        return with(parts -> parts.shatter = value);
    }

    /**
     * Returns how many texels a side the map has of what the light sees, if there is a light that
     * casts shadows: 512 to 2048, by the size of the picture; 0 without shadows.
     */
    public int shadowTexels() {
        return shadows ? ShadowMap.side(width, height) : 0;
    }

    /** The same with or without shadows. */
    public RenderSettings withShadows(boolean value) {
        return with(parts -> parts.shadows = value);
    }

    /**
     * The same lit by an environment: {@link Lighting#ENVIRONMENT}.
     *
     * @param value null for the studio
     */
    public RenderSettings withEnvironment(Environment value) {
        return with(
                parts -> {
                    parts.lighting = value == null ? Lighting.STUDIO : Lighting.ENVIRONMENT;
                    parts.environment = value;
                });
    }

    /** The same with the environment turned by an angle, in degrees. */
    public RenderSettings withEnvironmentRotation(float degrees) {
        return with(parts -> parts.environmentRotation = degrees);
    }

    /** The same with the environment seen behind the scene, blurred, or {@link #UNSEEN}. */
    public RenderSettings withEnvironmentBlur(float roughness) {
        return with(parts -> parts.environmentBlur = roughness);
    }

    /** The same with another factor on light. */
    public RenderSettings withExposure(float value) {
        return with(parts -> parts.exposure = value);
    }

    /** The same with or without the scene's sky in place of the background. */
    public RenderSettings withSky(boolean value) {
        return with(parts -> parts.sky = value);
    }

    /** The same with lines of another width, pixels, or {@link #AUTOMATIC}. */
    public RenderSettings withLineWidth(float value) {
        return with(parts -> parts.lineWidth = value);
    }

    /** The same with points of another size, pixels, or {@link #AUTOMATIC}. */
    public RenderSettings withPointSize(float value) {
        return with(parts -> parts.pointSize = value);
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
        private float shatter;
        private boolean shadows;
        private Environment environment;
        private float environmentRotation;
        private float environmentBlur;
        private float exposure;
        private boolean sky;
        private float lineWidth;
        private float pointSize;

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
            shatter = from.shatter;
            shadows = from.shadows;
            environment = from.environment;
            environmentRotation = from.environmentRotation;
            environmentBlur = from.environmentBlur;
            exposure = from.exposure;
            sky = from.sky;
            lineWidth = from.lineWidth;
            pointSize = from.pointSize;
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
                    shatter,
                    shadows,
                    environment,
                    environmentRotation,
                    environmentBlur,
                    exposure,
                    sky,
                    lineWidth,
                    pointSize);
        }
    }
}
