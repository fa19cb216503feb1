package dev.azulejo.scene.render;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import java.util.ArrayList;
import java.util.List;

/**
 * A ground under a model, of which nothing is seen but what lies on it: the soft shadow where the
 * model comes near, the shadow of the key light, and a mirror image. From below it is not seen.
 *
 * <p>The soft shadow is made here: heights above the ground, as seen from below along parallel
 * rays, become darkness, which is then blurred. It is a part of the scene, a rectangle whose
 * texture is the shadow, and is lit by nothing; what is behind it is darkened. It is made of the
 * scene at rest, and stays as it is when the scene moves. What is blended leaves no such shadow,
 * nor do points and lines.
 *
 * <p>The key light's shadow and the mirror image are found in each frame ({@link Ground}), of all
 * that is drawn, where it stands then: the former where settings have {@linkplain
 * RenderSettings#shadows shadows}, the latter as the rectangle's {@linkplain Material#groundMirror
 * material} says.
 */
public final class ContactShadow {
    /** Which part of the light a ground mirrors unless something else is wanted, from above. */
    public static final float MIRROR = 0.06f;

    /** Texels along the longer side of what is above the ground. */
    private static final int TEXELS = 200;

    /** A blur reaches so many texels to each side; there are {@link #BLURS}. */
    private static final int REACH = 7;

    /** Of boxes: three are nearly a bell. */
    private static final int BLURS = 3;

    /** Around all that blurs reach. */
    private static final int MARGIN = BLURS * REACH + 2;

    /** Alpha below what lies on the ground. */
    static final float DARKEST = 0.7f;

    /** What is so far above the ground, as a part of the longer side, leaves no shadow. */
    static final double HIGHEST = 0.4;

    /** Texture coordinates of its corners. */
    static final float[] CORNERS = {0, 0, 0, 1, 1, 1, 1, 0};

    /** The ground lies so much below the model, as a part of the longer side. */
    private static final double GAP = 1e-4;

    /** What a triangle is to do at least, in texels. */
    private static final int TRIANGLE_WORK = 16;

    /** Triangles that patches of one part become, at most: there they are all at a time. */
    static final int MOST_PIECES = 1 << 23;

    /** Texels from one look at whether to go on to the next. */
    private static final int PATIENCE = 1 << 20;

    private final Bounds bounds;
    private final Cancellation wish;
    private int work;
    private final double texel;
    private final int width;
    private final int depth;

    /** How dark, 0 to 1, row by row along +x, rows along +z. */
    private float[] darkness;

    private final float mirror;

    /** Whether there is anything that may cast a shadow. */
    private boolean solid;

    private ContactShadow(Bounds bounds, float mirror, Cancellation wish) {
        this.bounds = bounds;
        this.mirror = mirror;
        this.wish = wish;
        texel = longest(bounds) / TEXELS;
        width = texels(bounds.max().x() - (double) bounds.min().x());
        depth = texels(bounds.max().z() - (double) bounds.min().z());
        darkness = new float[width * depth];
    }

    private int texels(double length) {
        return (int) Math.ceil(length / texel) + 2 * MARGIN;
    }

    private static double longest(Bounds bounds) {
        return Math.max(
                bounds.max().x() - (double) bounds.min().x(),
                bounds.max().z() - (double) bounds.min().z());
    }

    /**
     * Returns a scene with a ground below everything that it shows, which mirrors {@link #MIRROR}.
     *
     * @param scene stays as it is; its parts are shared
     * @return the scene itself where nothing would leave a shadow
     */
    public static Scene under(Scene scene) {
        return under(scene, MIRROR, Cancellation.NEVER);
    }

    /**
     * As {@link #under(Scene)}, unless that is ended.
     *
     * @param wish may end it
     * @throws dev.azulejo.core.cancel.CancelledException if it was ended
     */
    public static Scene under(Scene scene, Cancellation wish) {
        return under(scene, MIRROR, wish);
    }

    /**
     * As {@link #under(Scene, Cancellation)} with another mirror.
     *
     * @param mirror which part of the light it mirrors looked at from straight above, 0..1; towards
     *     grazing angles up to ten times as much. 0 is no mirror
     * @param wish may end it
     * @throws IllegalArgumentException if {@code mirror} is not in 0..1
     * @throws dev.azulejo.core.cancel.CancelledException if it was ended
     * @throws SceneException if patches of a part would be more than 8,388,608 triangles, or memory
     *     runs out
     */
    public static Scene under(Scene scene, float mirror, Cancellation wish) {
        if (!(mirror >= 0 && mirror <= 1)) {
            throw new IllegalArgumentException(
                    "ground: mirror=%s is not in 0..1".formatted(mirror));
        }
        Bounds bounds = AtRest.bounds(scene, wish, "a ground");
        double longest = bounds.isEmpty() ? 0 : longest(bounds);
        if (!(longest > Float.MIN_NORMAL * 1e3) || longest > Float.MAX_VALUE / 4) {
            return scene;
        }
        try {
            var shadow = new ContactShadow(bounds, mirror, wish);
            shadow.take(scene);
            shadow.blur();
            return shadow.addTo(scene);
        } catch (OutOfMemoryError e) {
            throw new SceneException(
                    "%s: does not fit into memory when its ground is found (a larger Java heap, -Xmx, may help)"
                            .formatted(scene.asset().source()),
                    e);
        }
    }

    private void take(Scene scene) {
        AtRest.visit(
                scene,
                wish,
                "a ground",
                (node, primitive, positions, place) -> {
                    int material = primitive.material();
                    if (material < 0
                            || scene.materials().get(material).alphaMode()
                                    != Material.AlphaMode.BLEND) {
                        take(primitive, positions, place);
                    }
                });
    }

    private void take(Primitive primitive, float[] positions, Mat4 place) {
        if (primitive.topology().isPatches() && AtRest.pieces(primitive) > MOST_PIECES) {
            throw new SceneException(
                    "ground: %,d patches would be %,d triangles, at most %,d expected"
                            .formatted(
                                    primitive.primitiveCount(),
                                    AtRest.pieces(primitive),
                                    MOST_PIECES));
        }
        var list = AtRest.triangles(primitive, positions);
        float[] points = list.points();
        int[] indices = list.indices();
        double[] corners = new double[9];
        solid |= indices.length >= 3;
        for (int i = 0; i + 3 <= indices.length; i += 3) {
            for (int k = 0; k < 3; k++) {
                place(points, 3 * indices[i + k], place, corners, 3 * k);
            }
            triangle(corners);
        }
    }

    /** Moves a point to texels along x and z, and its height to what is between 0 and 1. */
    private void place(float[] points, int at, Mat4 m, double[] to, int o) {
        float x = points[at];
        float y = points[at + 1];
        float z = points[at + 2];
        for (int row = 0; row < 3; row++) {
            // In floats, as bounds are: far from the origin they are rounded alike
            to[o + row] = m.get(row, 0) * x + m.get(row, 1) * y + m.get(row, 2) * z + m.get(row, 3);
        }
        to[o] = (to[o] - bounds.min().x()) / texel + MARGIN;
        to[o + 1] = (to[o + 1] - bounds.min().y()) / (HIGHEST * TEXELS * texel);
        to[o + 2] = (to[o + 2] - bounds.min().z()) / texel + MARGIN;
    }

    /** Darkens the texels whose centres a triangle lies above, and those below its corners. */
    private void triangle(double[] c) {
        look(TRIANGLE_WORK);
        double sum = 0;
        for (double value : c) {
            sum += value - value;
        }
        // Not 0 where something is not finite
        if (sum != 0 || Math.min(c[1], Math.min(c[4], c[7])) >= 1) {
            return;
        }
        for (int k = 0; k < 9; k += 3) {
            darken((int) Math.floor(c[k]), (int) Math.floor(c[k + 2]), c[k + 1]);
        }
        double ax = c[3] - c[0];
        double az = c[5] - c[2];
        double bx = c[6] - c[0];
        double bz = c[8] - c[2];
        double area = ax * bz - az * bx;
        if (area == 0) {
            return;
        }
        int fromX = from(c[0], c[3], c[6]);
        int toX = to(c[0], c[3], c[6], width);
        int fromZ = from(c[2], c[5], c[8]);
        int toZ = to(c[2], c[5], c[8], depth);
        look((toX - fromX) * (toZ - fromZ));
        for (int z = fromZ; z < toZ; z++) {
            double dz = z + 0.5 - c[2];
            for (int x = fromX; x < toX; x++) {
                double dx = x + 0.5 - c[0];
                double a = (dx * bz - dz * bx) / area;
                double b = (dz * ax - dx * az) / area;
                if (a >= 0 && b >= 0 && a + b <= 1) {
                    darken(x, z, c[1] + a * (c[4] - c[1]) + b * (c[7] - c[1]));
                }
            }
        }
    }

    /** Looks every now and then whether to go on. */
    private void look(int more) {
        work += more;
        if (work > PATIENCE) {
            work = 0;
            wish.check("a ground");
        }
    }

    private static int from(double a, double b, double c) {
        return Math.max(0, (int) Math.floor(Math.min(a, Math.min(b, c))));
    }

    private static int to(double a, double b, double c, int most) {
        return Math.min(most, (int) Math.ceil(Math.max(a, Math.max(b, c))));
    }

    private void darken(int x, int z, double height) {
        if (x >= 0 && x < width && z >= 0 && z < depth && height < 1) {
            double open = 1 - Math.max(0, height);
            int at = z * width + x;
            darkness[at] = Math.max(darkness[at], (float) (open * open));
        }
    }

    private void blur() {
        for (int b = 0; b < BLURS; b++) {
            wish.check("a ground");
            darkness = blurred(darkness, 1, width, width, depth);
            darkness = blurred(darkness, width, depth, 1, width);
        }
    }

    /**
     * Returns means over lines of {@code 2 * REACH + 1} texels.
     *
     * @param step from a texel of a line to the next
     * @param length texels of a line
     * @param next from a line to the next
     * @param lines how many
     */
    private static float[] blurred(float[] from, int step, int length, int next, int lines) {
        float[] to = new float[from.length];
        for (int line = 0; line < lines; line++) {
            for (int i = 0; i < length; i++) {
                float sum = 0;
                for (int k = Math.max(0, i - REACH); k <= Math.min(length - 1, i + REACH); k++) {
                    sum += from[line * next + k * step];
                }
                to[line * next + i * step] = sum / (2 * REACH + 1);
            }
        }
        return to;
    }

    private Scene addTo(Scene scene) {
        int[] part = seen();
        if (part[0] > part[2]) {
            if (!solid) {
                return scene;
            }
            // Upright sheets: the key light's shadow and the mirror image lie on it all the same
            part = new int[] {width / 2 - 1, depth / 2 - 1, width / 2 + 1, depth / 2 + 1};
        }
        int across = part[2] + 1 - part[0];
        int[] texels = new int[across * (part[3] + 1 - part[1])];
        for (int i = 0; i < texels.length; i++) {
            texels[i] = alpha(part[0] + i % across, part[1] + i / across) << 24;
        }
        var clamp = SamplerSpec.Wrap.CLAMP_TO_EDGE;
        var sampler =
                new SamplerSpec(
                        SamplerSpec.Filter.LINEAR,
                        SamplerSpec.Filter.LINEAR,
                        SamplerSpec.MipFilter.LINEAR,
                        clamp,
                        clamp);
        var material =
                Material.builder("ground")
                        .baseColorFactor(new Vec4(0, 0, 0, 1))
                        .baseColorTexture(TextureRef.of(scene.textures().size()))
                        .metallicFactor(0)
                        .unlit(true)
                        .alphaMode(Material.AlphaMode.BLEND)
                        .groundMirror(mirror)
                        .build();
        var quad =
                new Primitive(
                        Topology.TRIANGLES,
                        new int[] {0, 1, 2, 0, 2, 3},
                        rectangle(part),
                        scene.materials().size());
        var node = Node.ofMesh("ground", Transform.IDENTITY, scene.meshes().size());
        var image = new Image("ground", across, texels.length / across, texels, false);
        return scene.toBuilder()
                .roots(with(scene.roots(), scene.nodes().size()))
                .nodes(with(scene.nodes(), node))
                .meshes(with(scene.meshes(), new Mesh("ground", List.of(quad))))
                .materials(with(scene.materials(), material))
                .textures(
                        with(
                                scene.textures(),
                                new Texture("ground", scene.images().size(), sampler)))
                .images(with(scene.images(), image))
                .build();
    }

    private int alpha(int x, int z) {
        return (int) (255 * DARKEST * darkness[z * width + x] + 0.5f);
    }

    /**
     * Returns the part that is not quite clear, and a clear texel around it, so that a picture is
     * not framed for more: first column, first row, last column, last row.
     */
    private int[] seen() {
        int[] part = {width, depth, -1, -1};
        // Texels at the rim are clear, and stay so if rounding moves something there
        for (int z = 1; z < depth - 1; z++) {
            for (int x = 1; x < width - 1; x++) {
                if (alpha(x, z) > 0) {
                    part[0] = Math.min(part[0], x - 1);
                    part[1] = Math.min(part[1], z - 1);
                    part[2] = Math.max(part[2], x + 1);
                    part[3] = Math.max(part[3], z + 1);
                }
            }
        }
        return part;
    }

    private VertexData rectangle(int[] part) {
        float west = (float) (bounds.min().x() + (part[0] - MARGIN) * texel);
        float east = (float) (bounds.min().x() + (part[2] + 1 - MARGIN) * texel);
        float north = (float) (bounds.min().z() + (part[1] - MARGIN) * texel);
        float south = (float) (bounds.min().z() + (part[3] + 1 - MARGIN) * texel);
        float y = (float) (bounds.min().y() - GAP * TEXELS * texel);
        return new VertexData(
                4,
                new float[] {west, y, north, west, y, south, east, y, south, east, y, north},
                new float[] {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0},
                null,
                CORNERS,
                null,
                null);
    }

    private static <T> List<T> with(List<T> list, T last) {
        var longer = new ArrayList<>(list);
        longer.add(last);
        return longer;
    }
}
