package dev.azulejo.scene.render;

import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.shading.SurfaceProgram;

import java.util.ArrayList;
import java.util.List;

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
    }

    private SurfaceImage(SceneRenderer renderer) {
        var target = renderer.target();
        width = target.width();
        height = target.height();
        int count = width * height;
        depths = new float[count];
        normals = new short[3 * count];
        ids = new int[count];
        var pixels = new int[renderer.parts().size() + 1];
        float[] values = target.floatPixels();
        for (int i = 0; i < count; i++) {
            ids[i] = (int) values[4 * i + 3];
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
        seen = seen(renderer, pixels);
    }

    private static List<Seen> seen(SceneRenderer renderer, int[] pixels) {
        var all = new ArrayList<Seen>();
        for (int id = 1; id < pixels.length; id++) {
            if (pixels[id] > 0) {
                var part = renderer.parts().get(id - 1);
                int mesh = renderer.scene().nodes().get(part.node).mesh();
                int primitive = 0;
                while (part.mesh.primitives().get(primitive) != part.primitive) {
                    primitive++;
                }
                int material = part.primitive.material();
                all.add(new Seen(id, part.node, mesh, primitive, material, pixels[id]));
            }
        }
        return List.copyOf(all);
    }

    /**
     * Returns what a renderer has drawn last.
     *
     * @throws IllegalArgumentException if its settings do not ask for surfaces
     */
    public static SurfaceImage of(SceneRenderer renderer) {
        if (!renderer.isSurface()) {
            throw new IllegalArgumentException("surface: settings.output=SURFACE expected");
        }
        return new SurfaceImage(renderer);
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
