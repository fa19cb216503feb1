package dev.azulejo.scene.render;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.shading.GroundProgram;
import dev.azulejo.scene.shading.PbrUniforms;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A ground as it is drawn where there is more on it than the contact shadow: the key light's
 * shadow, and a mirror image. It takes the place of the rectangle's own draw call.
 *
 * <p><b>How far it reaches</b>: wherever there may be a shadow or a mirror image of the box around
 * the scene, and no farther, so that it has no edge that could be seen. Depths beyond near and far
 * are clamped: both planes are where the scene is, and the ground reaches beyond.
 *
 * <p><b>Mirror images</b> are drawn before the picture, by a camera that is the view's own,
 * mirrored at the ground. As that would turn front faces to back faces, its picture is turned left
 * to right, and read so. Near and far plane move with what is mirrored.
 */
final class Ground {
    /** How wide the mirror image is blurred, as a part of the way to what is mirrored. */
    private static final double SPREAD = 0.03;

    /** How wide the key light's shadow is blurred, likewise of the way to what casts it. */
    private static final double SHADE_SPREAD = 0.1;

    /**
     * What is farther away is blurred no more, in heights that leave a contact shadow; unless the
     * scene is higher than that.
     */
    private static final double FARTHEST = 3;

    /** A blur reaches so many times as far as it spreads. */
    private static final double TAIL = 3;

    /** At grazing angles so many times as much is mirrored as from above, unless that is all. */
    private static final float GRAZING = 10;

    /** A light, or an orthographic view, is taken to stand so high over the ground at least. */
    private static final double LEAST_SLOPE = 1 / 64.0;

    /**
     * Where shadows and mirror images fade at the picture's edge, as a part of its shorter side.
     */
    private static final double FADE = 0.15;

    /** No corner is nearer to the eye than so much of the near plane's distance. */
    private static final double LEAST_DEPTH = 1e-3;

    private static final VertexBuffer CORNERS = new VertexBuffer(0, 1, 2, 3, 4);
    private static final int FAN_CORNERS = 9;
    private static final IndexBuffer FAN = new IndexBuffer(0, 1, 2, 0, 2, 3, 0, 3, 4);

    final DrawItem item;

    /** What it is drawn with, in place of the item's own. */
    final CommandBuffer draw;

    private final float mirror;
    private final RenderSettings settings;
    private final UniformBuffer[] objects;
    private final float[] values = new float[GroundProgram.SIZE];

    /** What is mirrored; null if nothing is. */
    private final RenderTarget image;

    /** Where the key light's shadow falls; null if none does. */
    private final GroundShade shade;

    /** Of each view, as the mirrored camera has them. */
    private final UniformBuffer[] frames;

    private final GroundLight light = new GroundLight();

    // In world space: where u and v are 0, what is added a unit of them, and what finds them again
    private final double[] origin = new double[3];
    private final double[] alongU = new double[3];
    private final double[] alongV = new double[3];
    private final double[] findsU = new double[3];
    private final double[] findsV = new double[3];
    private final double[] normal = new double[3];
    private final double[] middle = new double[3];

    /** Of the scene: least and most u, least and most v, and how high it is. */
    private final double[] box = new double[5];

    /** How high the model is where it leaves no contact shadow. */
    private double contact;

    /** What is farther away is blurred no more. */
    private double farthest;

    /** Where there may be shadows: least and most u, least and most v. */
    private final double[] shaded = new double[4];

    private final double[] region = new double[4];
    private final double[] eye = new double[3];
    private final double[] polygon = new double[2 * GroundProgram.CORNERS];

    /** Of the mirrored camera. */
    private final float[] clip = new float[16];

    private final float[] position = new float[3];

    /** Of the mirrored camera: the way back to the eye, and what is added along it. */
    private final float[] back = new float[4];

    /** For each view, whether it is above the ground. */
    private final boolean[] seen;

    /**
     * Makes it.
     *
     * @param item the rectangle's draw call
     * @param bound its material's uniforms and texture
     * @param mirror what it mirrors, 0..1
     * @param picture what is painted
     * @param settings of the picture
     * @param depths what the key light sees; null if it casts no shadows
     * @param frame what a frame's uniforms hold
     */
    Ground(
            DrawItem item,
            BindGroup bound,
            float mirror,
            RenderTarget picture,
            RenderSettings settings,
            DepthView depths,
            float[] frame) {
        this.item = item;
        this.mirror = mirror;
        this.settings = settings;
        boolean mirrors = mirror > 0;
        int views = settings.views();
        image =
                mirrors
                        ? new RenderTarget(
                                picture.width(),
                                picture.height(),
                                picture.format(),
                                picture.samples())
                        : null;
        shade = depths == null ? null : new GroundShade(depths);
        frames = new UniformBuffer[mirrors ? views : 0];
        objects = new UniformBuffer[views];
        seen = new boolean[views];
        var textures = new ArrayList<Texture>();
        if (mirrors) {
            textures.add(image.texture());
        }
        if (shade != null) {
            textures.add(shade.texture());
        }
        draw = CommandBuffer.bundle();
        draw.setPipeline(
                PipelineState.builder(GroundProgram.of(shade != null, mirrors))
                        .attributes(List.of(VertexAttribute.packed(0, 0, 1)))
                        .cullMode(CullMode.NONE)
                        // What is clamped lies behind what is drawn, and before what is not
                        .depth(new DepthState(CompareFunction.LESS_EQUAL, false, true))
                        .blend(BlendState.PREMULTIPLIED)
                        .build());
        draw.setBindGroup(PbrUniforms.MATERIAL, bound);
        for (int v = 0; v < views; v++) {
            objects[v] = new UniformBuffer(values);
            if (mirrors) {
                frames[v] = new UniformBuffer(frame);
            }
            draw.setBindGroup(
                    v,
                    PbrUniforms.OBJECT,
                    new BindGroup(
                            objects[v],
                            textures,
                            Collections.nCopies(textures.size(), Backdrop.SAMPLER)));
        }
        draw.setVertexBuffer(0, CORNERS);
        draw.setIndexBuffer(FAN);
        draw.drawIndexed(0, FAN_CORNERS, 0, 0, 1);
    }

    /** Whether a primitive is a rectangle as {@link ContactShadow} makes it. */
    static boolean isRectangle(Primitive primitive) {
        return Arrays.equals(primitive.vertices().texCoord0(), ContactShadow.CORNERS)
                && primitive.vertices().count() == 4;
    }

    /** Whether there is a mirror image. */
    boolean mirrors() {
        return image != null;
    }

    /** Records the phase that finds where the key light's shadow falls, if one does. */
    void recordShade(CommandBuffer commands) {
        if (shade != null && isSeen()) {
            shade.record(commands);
        }
    }

    /** What the mirrored phase paints. */
    PassDescriptor pass() {
        return PassDescriptor.clear(image, 0, 0, 0, 0).withName("mirrored");
    }

    /** The picture of what is mirrored. */
    RenderTarget image() {
        return image;
    }

    /** Uniforms of the frame as the mirrored cameras have them, one a view. */
    UniformBuffer[] frames() {
        return frames;
    }

    /**
     * Finds where it is, and what stands on it.
     *
     * @param items all that is drawn
     * @param reach how far vertices may lie outside of their items' boxes, world units
     */
    void stand(List<List<DrawItem>> items, double reach) {
        float[] m = item.worldValues();
        float[] at = item.primitive().vertices().positions();
        for (int k = 0; k < 3; k++) {
            origin[k] = place(m, at, 0, k);
            alongV[k] = place(m, at, 1, k) - origin[k];
            alongU[k] = place(m, at, 3, k) - origin[k];
            middle[k] = origin[k] + 0.5 * (alongU[k] + alongV[k]);
        }
        // Clockwise in a world that is mirrored
        double side = item.isMirrored() ? -1 : 1;
        for (int k = 0; k < 3; k++) {
            int l = (k + 1) % 3;
            int n = (k + 2) % 3;
            normal[k] = side * (alongV[l] * alongU[n] - alongV[n] * alongU[l]);
        }
        double area = Math.sqrt(dot(normal, normal));
        double uu = dot(alongU, alongU);
        double uv = dot(alongU, alongV);
        double vv = dot(alongV, alongV);
        double determinant = Math.max(uu * vv - uv * uv, 1e-300);
        for (int k = 0; k < 3; k++) {
            normal[k] /= Math.max(area, 1e-300);
            findsU[k] = (vv * alongU[k] - uv * alongV[k]) / determinant;
            findsV[k] = (uu * alongV[k] - uv * alongU[k]) / determinant;
        }
        measure(items, reach);
        double wide = (box[1] - box[0]) * Math.sqrt(uu);
        double deep = (box[3] - box[2]) * Math.sqrt(vv);
        contact = ContactShadow.HIGHEST * Math.max(wide, deep);
        farthest = Math.max(FARTHEST * contact, box[4]);
        shaded[0] = 0;
        shaded[1] = 1;
        shaded[2] = 0;
        shaded[3] = 1;
        values[GroundProgram.SHARE] = 0;
        for (int k = 0; k < 3; k++) {
            values[GroundProgram.NORMAL + k] = (float) normal[k];
        }
        values[GroundProgram.LENGTHS] = (float) Math.sqrt(uu);
        values[GroundProgram.LENGTHS + 1] = (float) Math.sqrt(vv);
        values[GroundProgram.MIRROR] = mirror;
        values[GroundProgram.MIRROR + 1] = Math.min(GRAZING * mirror, 1) - mirror;
        values[GroundProgram.CONTACT] = (float) contact;
        values[GroundProgram.CONTACT + 1] = 1 / ContactShadow.DARKEST;
        values[GroundProgram.FARTHEST] = (float) farthest;
    }

    private static double place(float[] m, float[] at, int vertex, int row) {
        double x = at[3 * vertex];
        double y = at[3 * vertex + 1];
        double z = at[3 * vertex + 2];
        return m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row];
    }

    /** Finds the box around all that may stand on it. */
    private void measure(List<List<DrawItem>> items, double reach) {
        box[0] = Double.POSITIVE_INFINITY;
        box[1] = Double.NEGATIVE_INFINITY;
        box[2] = Double.POSITIVE_INFINITY;
        box[3] = Double.NEGATIVE_INFINITY;
        box[4] = 0;
        for (int l = 0; l < items.size(); l++) {
            for (int i = 0; i < items.get(l).size(); i++) {
                var other = items.get(l).get(i);
                if (other.visible && other != item && !other.points().box().isEmpty()) {
                    include(other, reach);
                }
            }
        }
        if (!(box[0] <= box[1] && box[2] <= box[3])) {
            Arrays.fill(box, 0);
        }
    }

    private void include(DrawItem other, double reach) {
        var around = other.points().box();
        float[] m = other.worldValues();
        double reachU = reach * Math.sqrt(dot(findsU, findsU));
        double reachV = reach * Math.sqrt(dot(findsV, findsV));
        for (int corner = 0; corner < 8; corner++) {
            double x = (corner & 1) == 0 ? around.min().x() : around.max().x();
            double y = (corner & 2) == 0 ? around.min().y() : around.max().y();
            double z = (corner & 4) == 0 ? around.min().z() : around.max().z();
            double u = 0;
            double v = 0;
            double high = reach;
            for (int k = 0; k < 3; k++) {
                double p = m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k] - origin[k];
                u += p * findsU[k];
                v += p * findsV[k];
                high += p * normal[k];
            }
            double sum = u + v + high;
            if (sum - sum == 0) {
                box[0] = Math.min(box[0], u - reachU);
                box[1] = Math.max(box[1], u + reachU);
                box[2] = Math.min(box[2], v - reachV);
                box[3] = Math.max(box[3], v + reachV);
                box[4] = Math.max(box[4], high);
            }
        }
    }

    /**
     * Finds where the key light's shadow may be, and how dark it is. After {@link #stand}.
     *
     * @param frame its lights and what was written of the light's depths
     * @param maps of an environment; null without
     */
    void shade(float[] frame, Texture maps) {
        values[GroundProgram.SHARE] = light.share(frame, settings.lighting(), maps, normal, middle);
        int at = PbrUniforms.light(frame, (int) frame[PbrUniforms.SHADOW_LIGHT]);
        double length =
                Math.sqrt(
                        frame[at] * frame[at]
                                + frame[at + 1] * frame[at + 1]
                                + frame[at + 2] * frame[at + 2]);
        double high = 0;
        double u = 0;
        double v = 0;
        for (int k = 0; k < 3; k++) {
            double towards = frame[at + k] / Math.max(length, 1e-20);
            high += towards * normal[k];
            u += towards * findsU[k];
            v += towards * findsV[k];
        }
        if (high <= 0) {
            values[GroundProgram.SHARE] = 0;
        }
        double slope = Math.max(high, LEAST_SLOPE);
        double way = box[4] / slope;
        double blur = 2 * frame[PbrUniforms.SHADOW_OFFSET] / slope;
        blur += TAIL * SHADE_SPREAD * farthest;
        reach(shaded, 0, box[0], box[1], -u * way, blur * Math.sqrt(dot(findsU, findsU)));
        reach(shaded, 2, box[2], box[3], -v * way, blur * Math.sqrt(dot(findsV, findsV)));
        double sine = Math.sqrt(Math.max(1 - high * high, 0));
        map(frame, sine * frame[PbrUniforms.SHADOW_OFFSET]);
    }

    /** Extends a range by another one, there and where that is moved to, with a margin. */
    private static void reach(
            double[] to, int at, double from, double end, double moved, double margin) {
        to[at] = Math.min(to[at], from + Math.min(moved, 0) - margin);
        to[at + 1] = Math.max(to[at + 1], end + Math.max(moved, 0) + margin);
    }

    /**
     * Fits the map of shadows, a square on the ground, to where there may be any.
     *
     * @param frame what was written of the light's depths
     * @param offset how far a point is moved along the normal
     */
    private void map(float[] frame, double offset) {
        double lengthU = values[GroundProgram.LENGTHS];
        double lengthV = values[GroundProgram.LENGTHS + 1];
        double side =
                Math.max((shaded[1] - shaded[0]) * lengthU, (shaded[3] - shaded[2]) * lengthV);
        double acrossU = side / lengthU;
        double acrossV = side / lengthV;
        for (int row = 0; row < 3; row++) {
            double start = frame[PbrUniforms.SHADOW + 4 * row + 3];
            double u = 0;
            double v = 0;
            for (int k = 0; k < 3; k++) {
                double factor = frame[PbrUniforms.SHADOW + 4 * row + k];
                start += factor * (origin[k] + normal[k] * offset);
                u += factor * alongU[k];
                v += factor * alongV[k];
            }
            start += u * shaded[0] + v * shaded[2];
            shade.light(row, start, u * acrossU, v * acrossV);
        }
        values[GroundProgram.MAP] = (float) (-shaded[0] / acrossU);
        values[GroundProgram.MAP + 1] = (float) (1 / acrossU);
        values[GroundProgram.MAP + 2] = (float) (-shaded[2] / acrossV);
        values[GroundProgram.MAP + 3] = (float) (1 / acrossV);
        values[GroundProgram.MAP_TEXELS] = 1f / shade.side();
        values[GroundProgram.MAP_TEXELS + 1] = (float) (shade.side() / side);
        values[GroundProgram.MAP_TEXELS + 2] = (float) (SHADE_SPREAD * shade.side() / side);
    }

    /**
     * Writes what depends on a view.
     *
     * @param index which one, from the left
     * @param view the view
     * @param clipFromWorld of it, column by column
     */
    void look(int index, View view, float[] clipFromWorld) {
        boolean perspective = view.clipFromView().get(3, 2) != 0;
        eye[0] = view.position().x() - origin[0];
        eye[1] = view.position().y() - origin[1];
        eye[2] = view.position().z() - origin[2];
        for (int row = 0; row < 4; row++) {
            double start = clipFromWorld[12 + row];
            double u = 0;
            double v = 0;
            for (int k = 0; k < 3; k++) {
                start += clipFromWorld[4 * k + row] * origin[k];
                u += clipFromWorld[4 * k + row] * alongU[k];
                v += clipFromWorld[4 * k + row] * alongV[k];
            }
            values[GroundProgram.CLIP + row] = (float) start;
            values[GroundProgram.CLIP + 4 + row] = (float) u;
            values[GroundProgram.CLIP + 8 + row] = (float) v;
        }
        var world = view.viewFromWorld();
        for (int k = 0; k < 3; k++) {
            values[GroundProgram.TO_EYE + k] = perspective ? (float) eye[k] : world.get(2, k);
            values[GroundProgram.TO_EYE + 3 + k] = perspective ? (float) -alongU[k] : 0;
            values[GroundProgram.TO_EYE + 6 + k] = perspective ? (float) -alongV[k] : 0;
        }
        int width = settings.width();
        double all = (double) settings.views() * width;
        values[GroundProgram.EDGES] = (2 * index + 1) * width;
        values[GroundProgram.FADE] = index * width;
        values[GroundProgram.FADE + 1] = settings.height();
        double fade = Math.max(FADE * Math.min(width, settings.height()), 1);
        values[GroundProgram.FADE + 2] = (float) (1 / fade);
        values[GroundProgram.VIEW] = (float) (index * width / all);
        values[GroundProgram.VIEW + 1] = (float) (width / all);
        values[GroundProgram.TEXEL] = (float) (1 / all);
        values[GroundProgram.TEXEL + 1] = (float) (1.0 / settings.height());
        double up = 0;
        for (int k = 0; k < 3; k++) {
            up += (double) clipFromWorld[4 * k + 1] * clipFromWorld[4 * k + 1];
        }
        values[GroundProgram.BLUR] = (float) (SPREAD * settings.height() * Math.sqrt(up));
        values[GroundProgram.BLUR + 1] = perspective ? 1 : 0;
        seen[index] = cut(view, perspective);
        for (int k = 0; k < polygon.length; k++) {
            values[GroundProgram.POLYGON + k] = seen[index] ? (float) polygon[k] : 0;
        }
        objects[index].write(0, values);
    }

    /** Whether any view sees it. */
    boolean isSeen() {
        boolean any = false;
        for (boolean one : seen) {
            any |= one;
        }
        return any && item.visible;
    }

    /** Finds what of the ground a view is shown; returns whether that is anything. */
    private boolean cut(View view, boolean perspective) {
        var world = view.viewFromWorld();
        double high = 0;
        for (int k = 0; k < 3; k++) {
            high += (perspective ? eye[k] : world.get(2, k)) * normal[k];
        }
        double least = perspective ? leastDepth(view, high) : 0;
        if (!(high > 0) || Double.isNaN(least)) {
            return false;
        }
        System.arraycopy(shaded, 0, region, 0, 4);
        if (mirrors()) {
            double blur = TAIL * SPREAD * farthest;
            double top = box[4] + blur;
            for (int axis = 0; axis < 2; axis++) {
                double[] finds = axis == 0 ? findsU : findsV;
                double margin = blur * Math.sqrt(dot(finds, finds));
                double from = box[2 * axis] - margin;
                double end = box[2 * axis + 1] + margin;
                if (perspective) {
                    double at = dot(eye, finds);
                    double part = high / (high + top);
                    reach(region, 2 * axis, from, end, 0, 0);
                    reach(region, 2 * axis, at + (from - at) * part, at + (end - at) * part, 0, 0);
                } else {
                    double along = 0;
                    for (int k = 0; k < 3; k++) {
                        along += world.get(2, k) * finds[k];
                    }
                    double way = top / Math.max(high, LEAST_SLOPE);
                    reach(region, 2 * axis, from, end, along * way, 0);
                }
            }
        }
        return corners(least);
    }

    /**
     * Returns how far in front of the eye the ground comes into the picture, or the least that is
     * drawn; NaN if it does not.
     */
    private double leastDepth(View view, double high) {
        Mat4 m = view.clipFromView();
        Mat4 world = view.viewFromWorld();
        double steepest = 0;
        for (int corner = 0; corner < 4; corner++) {
            double x = (((corner & 1) == 0 ? -1 : 1) + m.get(0, 2)) / (double) m.get(0, 0);
            double y = (((corner & 2) == 0 ? -1 : 1) + m.get(1, 2)) / (double) m.get(1, 1);
            double down = 0;
            for (int k = 0; k < 3; k++) {
                down -= (x * world.get(0, k) + y * world.get(1, k) - world.get(2, k)) * normal[k];
            }
            steepest = Math.max(steepest, down);
        }
        double near = m.get(2, 3) / (double) m.get(2, 2);
        double least = near > 0 ? near * LEAST_DEPTH : 1e-20;
        return steepest > 0 ? Math.max(0.99 * high / steepest, least) : Double.NaN;
    }

    /** Cuts from the region what is nearer than a depth; returns whether anything is left. */
    private boolean corners(double least) {
        int count = 0;
        double lastU = region[0];
        double lastV = region[3];
        double last = depth(lastU, lastV) - least;
        for (int corner = 0; corner < 4; corner++) {
            double u = region[corner == 1 || corner == 2 ? 1 : 0];
            double v = region[corner < 2 ? 2 : 3];
            double beyond = depth(u, v) - least;
            if (last >= 0 != beyond >= 0) {
                double part = last / (last - beyond);
                polygon[2 * count] = lastU + (u - lastU) * part;
                polygon[2 * count++ + 1] = lastV + (v - lastV) * part;
            }
            if (beyond >= 0) {
                polygon[2 * count] = u;
                polygon[2 * count++ + 1] = v;
            }
            lastU = u;
            lastV = v;
            last = beyond;
        }
        for (int k = count; k > 0 && k < GroundProgram.CORNERS; k++) {
            polygon[2 * k] = polygon[2 * count - 2];
            polygon[2 * k + 1] = polygon[2 * count - 1];
        }
        return count > 2;
    }

    /** Clip w of a place on the ground. */
    private double depth(double u, double v) {
        return values[GroundProgram.CLIP + 3]
                + u * values[GroundProgram.CLIP + 7]
                + v * values[GroundProgram.CLIP + 11];
    }

    /**
     * Finds the mirrored camera of a view: {@link #clip}, {@link #position} and {@link #back}.
     *
     * @param view the view
     * @param clipFromWorld of it, column by column
     */
    void mirror(View view, float[] clipFromWorld) {
        double away = dot(normal, origin);
        for (int row = 0; row < 4; row++) {
            double across = 0;
            for (int k = 0; k < 3; k++) {
                across += clipFromWorld[4 * k + row] * normal[k];
            }
            // Left is right
            double sign = row == 0 ? -1 : 1;
            for (int k = 0; k < 3; k++) {
                double mirrored = clipFromWorld[4 * k + row] - 2 * across * normal[k];
                clip[4 * k + row] = (float) (sign * mirrored);
            }
            clip[12 + row] = (float) (sign * (clipFromWorld[12 + row] + 2 * across * away));
        }
        var from = view.eye();
        double high = 0;
        for (int k = 0; k < 3; k++) {
            high += (component(from, k) - origin[k]) * normal[k];
        }
        for (int k = 0; k < 3; k++) {
            position[k] = (float) (component(from, k) - 2 * high * normal[k]);
        }
        planes(view.clipFromView(), 2 * turn(view) * box[4]);
    }

    /**
     * Finds {@link #back} alone; returns its cosine to the ground's normal before it is mirrored.
     */
    double turn(View view) {
        var world = view.viewFromWorld();
        double across = 0;
        for (int k = 0; k < 3; k++) {
            across += world.get(2, k) * normal[k];
        }
        for (int k = 0; k < 3; k++) {
            back[k] = (float) (world.get(2, k) - 2 * across * normal[k]);
        }
        back[3] = (float) (world.get(2, 3) + 2 * across * dot(normal, origin));
        return across;
    }

    private static double component(Vec3 at, int axis) {
        return axis == 0 ? at.x() : axis == 1 ? at.y() : at.z();
    }

    /**
     * Moves near and far plane as far as the highest place is moved from the eye, or towards it.
     */
    private void planes(Mat4 m, double farther) {
        boolean perspective = m.get(3, 2) == -1 && m.get(3, 3) == 0;
        boolean orthographic = m.get(3, 2) == 0 && m.get(3, 3) == 1;
        if (!perspective && !orthographic || m.get(2, 0) != 0 || m.get(2, 1) != 0) {
            return;
        }
        double a = m.get(2, 2);
        double b = m.get(2, 3);
        double near = b / a;
        double far = (perspective ? b : b - 1) / (perspective ? a + 1 : a);
        double newNear = near + Math.min(farther, 0);
        newNear = perspective ? Math.max(newNear, near / 4) : newNear;
        double newFar = far + Math.max(farther, 0);
        boolean endless = perspective && a == -1;
        double perDepth =
                perspective ? (endless ? -1 : newFar / (newNear - newFar)) : 1 / (newNear - newFar);
        double start = newNear * perDepth;
        if (!(Math.abs(perDepth) + Math.abs(start) < Float.MAX_VALUE)) {
            return;
        }
        for (int k = 0; k < 4; k++) {
            double depth = back[k];
            clip[4 * k + 2] = (float) (perDepth * depth + (k == 3 ? start : 0));
        }
    }

    /** Clip from world of the mirrored camera, column by column; valid until the next one. */
    float[] clip() {
        return clip;
    }

    /** Where surfaces are seen from by the mirrored camera; valid until the next one. */
    float[] position() {
        return position;
    }

    /** Of the mirrored camera the way back to its eye, and what is added along it; likewise. */
    float[] back() {
        return back;
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
}
