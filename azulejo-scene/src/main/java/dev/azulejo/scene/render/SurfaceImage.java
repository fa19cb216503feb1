package dev.azulejo.scene.render;

import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.shading.SurfaceProgram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What is seen in each pixel, in place of its colour: how far away it is, which way it faces, and
 * what of the scene it is. A session with {@link RenderSettings.Output#SURFACE} draws it:
 *
 * <pre>{@code
 * try (var session = new Session(scene, settings.withOutput(RenderSettings.Output.SURFACE))) {
 *     session.look(view);
 *     session.render();
 *     var surface = SurfaceImage.of(session.renderer());
 * }
 * }</pre>
 *
 * <p>A pixel shows what lies at its centre: nothing is averaged. What a material's mask leaves out
 * is not there, and what is blended is looked through, since it shows two things at once.
 *
 * <p>Threads: any; nothing of it changes.
 */
public final class SurfaceImage {
    /** Floats hold numbers up to here exactly. */
    static final int MOST_PARTS = (1 << 24) - 1;

    private static final int LARGEST = 65_535;

    /** Odd, so that no two numbers below 2<sup>24</sup> become the same colour. */
    private static final int SPREAD = 0x9e3779;

    private final int width;
    private final int height;
    private final float[] depths;
    private final short[] normals;
    private final int[] ids;
    private final List<Seen> seen;
    private float near = Float.POSITIVE_INFINITY;
    private float far = Float.NEGATIVE_INFINITY;

    /** What a draw call shows. */
    record Part(int node, Mesh mesh, Primitive primitive) {}

    /**
     * A part of the scene that is seen: a primitive of a mesh where a node shows it.
     *
     * @param id its number, from 1 on; the same for the same scene and settings
     * @param node index of the node
     * @param mesh index of the mesh
     * @param primitive index among the primitives of the mesh
     * @param material index of the material; -1 without
     * @param pixels how many show it
     */
    public record Seen(int id, int node, int mesh, int primitive, int material, int pixels) {
        /** Returns the colour that stands for it in {@link SurfaceImage#idColors}, 0xRRGGBB. */
        public int color() {
            return SurfaceImage.color(id);
        }

        private Seen withPixels(int count) {
            return new Seen(id, node, mesh, primitive, material, count);
        }
    }

    private SurfaceImage(int width, int height, float[] values, int most, IntFunction<Seen> parts) {
        this.width = width;
        this.height = height;
        int count = width * height;
        depths = new float[count];
        normals = new short[3 * count];
        ids = new int[count];
        var pixels = new int[most + 1];
        for (int i = 0; i < count; i++) {
            ids[i] = id(values[4 * i + 3], most);
            pixels[ids[i]]++;
            if (ids[i] == 0) {
                continue;
            }
            depths[i] = values[4 * i];
            if (Float.isFinite(depths[i])) {
                near = Math.min(near, depths[i]);
                far = Math.max(far, depths[i]);
            }
            for (int axis = 0; axis < 3; axis++) {
                normals[3 * i + axis] =
                        (short) SurfaceProgram.normal(values[4 * i + 1], values[4 * i + 2], axis);
            }
        }
        var all = new ArrayList<Seen>();
        for (int id = 1; id < pixels.length; id++) {
            if (pixels[id] > 0) {
                all.add(parts.apply(id).withPixels(pixels[id]));
            }
        }
        seen = List.copyOf(all);
    }

    private static int id(float value, int most) {
        int id = (int) value;
        if (id != value || id < 0 || id > most) {
            throw new IllegalArgumentException(
                    "surface: %s is no number of a part, 0..%d expected".formatted(value, most));
        }
        return id;
    }

    /**
     * Returns what a renderer has drawn last.
     *
     * @throws IllegalArgumentException if its settings do not ask for surfaces
     */
    public static SurfaceImage of(SceneRenderer renderer) {
        check(renderer);
        var target = renderer.target();
        return new SurfaceImage(
                target.width(),
                target.height(),
                target.floatPixels(),
                renderer.parts().size(),
                id -> part(renderer, id));
    }

    private static void check(SceneRenderer renderer) {
        if (!renderer.isSurface()) {
            throw new IllegalArgumentException("surface: settings.output=SURFACE expected");
        }
    }

    /**
     * Returns what somebody else has drawn, who has the scene: for whom has the pixels alone, be it
     * that they were put together of what several renderers drew.
     *
     * @param width in pixels, 1 and up
     * @param height in pixels, 1 and up
     * @param values four a pixel, as {@code target().floatPixels()} of a renderer has them
     * @param parts what their numbers mean, as {@link #part} says, each once at most
     * @throws IllegalArgumentException if a pixel has a number that no part has, or there are fewer
     *     values, or more
     */
    public static SurfaceImage of(int width, int height, float[] values, List<Seen> parts) {
        if (width < 1 || height < 1 || values.length != 4L * width * height) {
            throw new IllegalArgumentException(
                    "surface: %d values of %d x %d pixels, four a pixel expected"
                            .formatted(values.length, width, height));
        }
        var numbered = new HashMap<Integer, Seen>();
        int most = 0;
        for (var part : parts) {
            if (part.id < 1 || part.id > MOST_PARTS || numbered.put(part.id, part) != null) {
                throw new IllegalArgumentException(
                        "surface: part %d twice, or not in 1..%d".formatted(part.id, MOST_PARTS));
            }
            most = Math.max(most, part.id);
        }
        return new SurfaceImage(
                width,
                height,
                values,
                most,
                id -> {
                    var part = numbered.get(id);
                    if (part == null) {
                        throw new IllegalArgumentException("surface: no part has number " + id);
                    }
                    return part;
                });
    }

    /**
     * Returns what a number in the pixels of a renderer stands for; how many pixels show it is not
     * counted.
     *
     * @param renderer has drawn it
     * @param id number of the part
     * @throws IllegalArgumentException if there is no such part, or the renderer's settings do not
     *     ask for surfaces
     */
    public static Seen part(SceneRenderer renderer, int id) {
        check(renderer);
        if (id < 1 || id > renderer.parts().size()) {
            throw new IllegalArgumentException(
                    "surface: part %d is not in 1..%d".formatted(id, renderer.parts().size()));
        }
        var part = renderer.parts().get(id - 1);
        int mesh = renderer.scene().nodes().get(part.node).mesh();
        int primitive = 0;
        while (part.mesh.primitives().get(primitive) != part.primitive) {
            primitive++;
        }
        return new Seen(id, part.node, mesh, primitive, part.primitive.material(), 0);
    }

    /** Returns the width in pixels, all views together. */
    public int width() {
        return width;
    }

    /** Returns the height in pixels. */
    public int height() {
        return height;
    }

    /** Returns the least depth that is seen, in world units; 0 if nothing is. */
    public float near() {
        return near <= far ? near : 0;
    }

    /** Returns the greatest depth that is seen, in world units; 0 if nothing is. */
    public float far() {
        return near <= far ? far : 0;
    }

    /** Returns what is seen, in the order of their numbers. */
    public List<Seen> seen() {
        return seen;
    }

    /**
     * Returns how far each pixel's surface lies in front of the eye, along the direction of the
     * look, in world units; 0 where nothing is.
     */
    public float[] depths() {
        return depths.clone();
    }

    /** Returns the number of what each pixel shows, as {@link Seen#id}; 0 for nothing. */
    public int[] ids() {
        return ids.clone();
    }

    /**
     * Returns the normals as they are shaded, normal maps included, in world space: x, y and z of
     * each pixel, 0..65535 for -1..1. All three are 0 where nothing is, and where a surface has
     * none: points and lines.
     */
    public short[] normals() {
        return normals.clone();
    }

    /**
     * Returns depths as numbers: 0 where nothing is, else 1 for {@link #near} to 65535 for {@link
     * #far}, so that the depth of {@code code} is {@code near + (code - 1) / 65534 * (far - near)}.
     */
    public short[] depthCodes() {
        var codes = new short[depths.length];
        double range = (double) far() - near();
        for (int i = 0; i < codes.length; i++) {
            if (ids[i] != 0) {
                double part = range > 0 ? (depths[i] - (double) near()) / range : 0;
                codes[i] =
                        (short) (Float.isFinite(depths[i]) ? 1.5 + part * (LARGEST - 1) : LARGEST);
            }
        }
        return codes;
    }

    /**
     * Returns a colour for each pixel that stands for what it shows, {@link Seen#color}: red in
     * bits 0..7, opaque; black for nothing.
     */
    public int[] idColors() {
        var colors = new int[ids.length];
        for (int i = 0; i < colors.length; i++) {
            int color = color(ids[i]);
            colors[i] = 0xff000000 | color >> 16 | color & 0xff00 | (color & 0xff) << 16;
        }
        return colors;
    }

    /** A colour of its own for each number, unlike that of the next; black for 0. */
    private static int color(int id) {
        return id * SPREAD & 0xffffff;
    }
}
