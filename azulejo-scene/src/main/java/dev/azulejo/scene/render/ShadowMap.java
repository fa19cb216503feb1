package dev.azulejo.scene.render;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.scene.shading.KeyShadow;
import dev.azulejo.scene.shading.PbrUniforms;

import java.util.List;

/**
 * The scene as the key light sees it: depths that a phase of their own draws before the picture.
 *
 * <p>The light looks along parallel rays at all that is visible, wherever the camera stands, so
 * that a camera that moves leaves the map as it is. What moves in the scene changes the map and not
 * its frame: the size of a texel is one of a few a doubling, and the frame begins at a multiple of
 * {@link #STEP} texels; edges of shadows do not crawl, and what stands still keeps its depths.
 *
 * <p><b>No surface shadows itself.</b> A texel holds the depth at its centre, and the filter
 * compares up to {@code reach} texels away from the surface point that asks: there a plane tilted
 * by an angle a against the light may be {@code reach * tan a} nearer to the light. So the point is
 * moved along its normal by {@code reach * sin a}: along the light that is {@code reach * tan a}
 * from the plane to where the point is now, just as much. What depths and positions are rounded by,
 * a constant of {@link #CONSTANT} texels along the light covers. Source: Holbert, "Saying Goodbye
 * to Shadow Acne", GDC 2011, for the normal offset; the factor follows from the filter.
 *
 * <p>In return nothing casts a shadow on what is nearer to it than {@code reach * sin a + CONSTANT}
 * texels, about three: at most 1/590 of the scene's diagonal where the map is of 2048 texels, 1/290
 * at 1024 and 1/140 at 512.
 */
final class ShadowMap {
    /** Most texels a side. */
    static final int MOST = 2048;

    /** Fewest texels a side. */
    private static final int FEWEST = 512;

    /** Texels at the edge that nothing visible covers: what lies beyond is lit. */
    static final int MARGIN = 4;

    /** The frame begins at a multiple of so many texels. */
    static final int STEP = 32;

    /** Sizes of a texel a doubling. */
    private static final int SIZES = 8;

    /** How far a point is moved towards the light, texels. */
    static final double CONSTANT = 0.25;

    /** What world positions are rounded by, as a part of the largest coordinate. */
    private static final double ROUNDING = 1e-6;

    /** Texels a side. */
    private final int side;

    private final Shared shared;
    private final DepthView view;
    private final float[] frameValues = new float[PbrUniforms.FRAME_SIZE];
    private final float[] clipFromWorld = new float[16];

    /** Which of the frame's lights casts shadows. */
    private final int light;

    // To the right and up as the light sees it, and the way it goes.
    private final double[][] axes = new double[3][3];

    // Of what is visible, along the axes.
    private final double[] least = new double[3];
    private final double[] most = new double[3];

    /** Largest coordinate of what is visible. */
    private double farthest;

    private final double[] point = new double[3];

    /** What maps have in common that are drawn in turn. */
    private static final class Shared {
        private final RenderTarget target;

        /** What hull and geometry stages read of the light's view. */
        private final UniformBuffer frame = new UniformBuffer(new float[PbrUniforms.FRAME_SIZE]);

        private final BindGroup frameGroup = BindGroup.of(frame);

        /** Whose view of the light was written last. */
        private ShadowMap writer;

        Shared(int side) {
            target = new RenderTarget(side, side, TextureFormat.DEPTH32_FLOAT, 1);
        }
    }

    /**
     * A map for one of the frame's lights, a directional one.
     *
     * @param settings what the picture is like: its size decides the map's
     * @param other a map that is drawn in turn with this one, by the same GPU, before each picture
     *     that reads it: one of that size shares its memory, and what is written of the light's
     *     view; null for none
     */
    ShadowMap(int light, RenderSettings settings, ShadowMap other) {
        this.light = light;
        side = side(settings.width(), settings.height());
        shared = other != null && other.side == side ? other.shared : new Shared(side);
        view = new DepthView(shared.target);
    }

    /**
     * Texels a side for a view of so many pixels: the least power of two that gives each of them
     * two each way where the model fills the picture, and 512 to 2048. Of a thumbnail the map would
     * otherwise cost more than the picture.
     */
    static int side(int width, int height) {
        int pixels = Math.clamp(Math.max(width, height), FEWEST / 2, MOST / 2);
        return 2 * Integer.highestOneBit(2 * pixels - 1);
    }

    /** What the picture's programs read. */
    DepthView view() {
        return view;
    }

    /** Column by column; valid until the next {@link #fit}. */
    float[] clipFromWorld() {
        return clipFromWorld;
    }

    /** Begins the phase that draws the map. */
    void begin(CommandBuffer commands) {
        commands.beginPhase(PassDescriptor.depth(shared.target).withName("shadow"));
        commands.setViews(1);
        commands.setBindGroup(PbrUniforms.FRAME, shared.frameGroup);
        commands.setViewport(Viewport.of(side, side));
    }

    /**
     * Fits the map to what is visible, and writes what the picture's programs need to read it.
     *
     * @param items all that is drawn
     * @param reach how far vertices may lie outside of their items' boxes, world units
     * @param values the frame's, with its lights
     */
    void fit(List<List<DrawItem>> items, double reach, float[] values) {
        int at = PbrUniforms.light(values, light);
        orient(values[at], values[at + 1], values[at + 2]);
        measure(items, reach);
        double extent = Math.max(most[0] - least[0], most[1] - least[1]);
        double depth = Math.max(most[2] - least[2], extent);
        double texel = texelSize(Math.max(depth * 1e-3, extent));
        double x = Math.floor(least[0] / (texel * STEP)) * STEP - MARGIN;
        double y = Math.floor(least[1] / (texel * STEP)) * STEP - MARGIN;
        double step = texel * STEP;
        double near = Math.floor(least[2] / step - 1) * step;
        double far = Math.ceil(most[2] / step + 1) * step;
        double rounding = ROUNDING * farthest;
        double[] scale = {1 / (texel * side), 1 / (texel * side), 1 / (far - near)};
        double[] offset = {-x / side, -y / side, -near * scale[2]};
        double bias = (CONSTANT * texel + rounding) * scale[2];
        for (int k = 0; k < 3; k++) {
            clipFromWorld[4 * k] = (float) (2 * scale[0] * axes[0][k]);
            clipFromWorld[4 * k + 1] = (float) (2 * scale[1] * axes[1][k]);
            clipFromWorld[4 * k + 2] = (float) (scale[2] * axes[2][k]);
            values[PbrUniforms.SHADOW + k] = (float) (scale[0] * axes[0][k]);
            values[PbrUniforms.SHADOW + 4 + k] = (float) (-scale[1] * axes[1][k]);
            values[PbrUniforms.SHADOW + 8 + k] = (float) (scale[2] * axes[2][k]);
        }
        clipFromWorld[12] = (float) (2 * offset[0] - 1);
        clipFromWorld[13] = (float) (2 * offset[1] - 1);
        clipFromWorld[14] = (float) offset[2];
        clipFromWorld[15] = 1;
        values[PbrUniforms.SHADOW + 3] = (float) offset[0];
        values[PbrUniforms.SHADOW + 7] = (float) (1 - offset[1]);
        values[PbrUniforms.SHADOW + 11] = (float) (offset[2] - bias);
        values[PbrUniforms.SHADOW_OFFSET] = (float) (KeyShadow.REACH * texel + rounding);
        values[PbrUniforms.SHADOW_LIGHT] = light;
    }

    /**
     * Writes what hull and geometry stages read, which is the light's view and not the camera's.
     */
    void writeFrame(RenderSettings settings, float shatter) {
        Divisions.write(clipFromWorld, settings, shatter, true, frameValues);
        shared.frame.write(0, frameValues);
        shared.writer = this;
    }

    /** Whether nobody else has written a light's view since this one was. */
    boolean isWritten() {
        return shared.writer == this;
    }

    /** Whether two are drawn in turn, and share what is written. */
    static boolean share(ShadowMap a, ShadowMap b) {
        return a != null && b != null && a.shared == b.shared;
    }

    /** Finds the axes for a direction towards the light. */
    private void orient(double x, double y, double z) {
        double length = Math.sqrt(x * x + y * y + z * z);
        boolean none = !(length > 0);
        double[] along = axes[2];
        along[0] = none ? 0 : -x / length;
        along[1] = none ? -1 : -y / length;
        along[2] = none ? 0 : -z / length;
        // Across the light and the axis that it is farthest from among y and z
        boolean steep = Math.abs(along[1]) > 0.9;
        double ux = 0;
        double uy = steep ? 0 : 1;
        double uz = steep ? -1 : 0;
        double[] right = axes[0];
        right[0] = along[1] * uz - along[2] * uy;
        right[1] = along[2] * ux - along[0] * uz;
        right[2] = along[0] * uy - along[1] * ux;
        double across = Math.sqrt(dot(right, right));
        for (int k = 0; k < 3; k++) {
            right[k] /= across;
        }
        double[] up = axes[1];
        up[0] = right[1] * along[2] - right[2] * along[1];
        up[1] = right[2] * along[0] - right[0] * along[2];
        up[2] = right[0] * along[1] - right[1] * along[0];
    }

    /** Finds what is visible, along the axes. */
    private void measure(List<List<DrawItem>> items, double reach) {
        for (int a = 0; a < 3; a++) {
            least[a] = Double.POSITIVE_INFINITY;
            most[a] = Double.NEGATIVE_INFINITY;
        }
        farthest = 0;
        for (int l = 0; l < items.size(); l++) {
            for (int i = 0; i < items.get(l).size(); i++) {
                var item = items.get(l).get(i);
                if (item.visible) {
                    include(item, reach);
                }
            }
        }
        for (int a = 0; a < 3; a++) {
            if (!(least[a] <= most[a])) {
                least[a] = 0;
                most[a] = 1;
            }
        }
    }

    private void include(DrawItem item, double reach) {
        var box = item.points().box();
        if (box.isEmpty()) {
            return;
        }
        for (int corner = 0; corner < 8; corner++) {
            double x = (corner & 1) == 0 ? box.min().x() : box.max().x();
            double y = (corner & 2) == 0 ? box.min().y() : box.max().y();
            double z = (corner & 4) == 0 ? box.min().z() : box.max().z();
            float[] m = item.worldValues();
            for (int k = 0; k < 3; k++) {
                point[k] = m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
            }
            double sum = point[0] + point[1] + point[2];
            if (sum - sum != 0) {
                continue;
            }
            for (int a = 0; a < 3; a++) {
                double place = dot(axes[a], point);
                least[a] = Math.min(least[a], place - reach);
                most[a] = Math.max(most[a], place + reach);
                farthest = Math.max(farthest, Math.abs(point[a]) + reach);
            }
        }
    }

    /** The least of the sizes at which an extent fits wherever the frame begins. */
    private double texelSize(double extent) {
        double fits = Math.max(extent, 1e-20) / (side - 2 * MARGIN - STEP);
        double sizes = Math.ceil(SIZES * StrictMath.log(fits) / StrictMath.log(2) - 1e-9);
        return StrictMath.pow(2, sizes / SIZES);
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
}
