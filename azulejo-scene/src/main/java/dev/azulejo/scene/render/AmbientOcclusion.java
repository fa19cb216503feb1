package dev.azulejo.scene.render;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.model.FlatNormals;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Variant;
import dev.azulejo.scene.model.VertexData;

import java.util.ArrayList;
import java.util.List;

/**
 * Which part of the ambient light arrives at each vertex: the share of a hemisphere around its
 * normal, weighed by the cosine, in which nothing is near. Rays find it, the same ones around every
 * normal; what they meet counts the less the further away it is, and not at all beyond a reach, so
 * that rooms are dark in their corners and not as a whole. Long edges are halved before, for what
 * is dark is so between vertices; not where triangles are to become curved ones, which would get
 * flat pieces by it.
 *
 * <p>It is a part of the scene, {@link VertexData#openness}, and dims ambient light alone: that of
 * the studio or of an environment, not that of lights. It is made of the scene at rest, and goes
 * with surfaces when they move. What is blended or lets light through hides nothing, nor do points
 * and lines; what is cut out by alpha hides as whole triangles; patches hide, but are not dimmed
 * themselves. Where rays of all vertices would take too long, vertices beside each other share
 * theirs.
 *
 * <p>It is the same whichever threads find it. Source: Landis, "Production-Ready Global
 * Illumination", SIGGRAPH 2002, course 16.
 */
public final class AmbientOcclusion {
    /** A scene may show so many vertices, each as often as it is shown. */
    public static final int MOST_VERTICES = 1 << 23;

    /** As many triangles. */
    public static final int MOST_TRIANGLES = 1 << 23;

    /** Of the scene's diagonal, how far rays go. */
    private static final double REACH = 0.05;

    /** Edges are no longer than this part of the reach. */
    private static final double EDGE = 1.0 / 8;

    /** So many triangles more may come of halved edges. */
    private static final int MOST_MADE = 1 << 17;

    /** If there would come more, edges may be so much longer, again and again. */
    private static final double COARSER = 1.4;

    /** No edge is asked to be shorter than this part of the scene's diagonal. */
    private static final double SHORTEST = 1e-4;

    /** Rays of a vertex are the fewer the more vertices there are, but so many at least. */
    private static final int LEAST_RAYS = 16;

    /** Corners between looks whether to go on. */
    private static final int PATIENCE = 3 << 12;

    /** Rays of all vertices, if these are enough for the least. */
    private static final long ALL_RAYS = 1L << 23;

    /** Rays begin so far above the surface, as a part of the scene's diagonal. */
    private static final double ABOVE = 2e-5;

    // What the tree of triangles, and what is known of vertices while they are looked at, take at
    // most; see checkMemory
    private static final long TRIANGLE_BYTES = 180;
    private static final long VERTEX_BYTES = 80;

    private static final String WORK = "occlusion";

    private final Scene scene;
    private final double reach;
    private final double diagonal;
    private final double above;
    private final SharedOpenness.Limits limits;
    private final StopSign stop = new StopSign(WORK);
    private final Cancellation wish;
    private final List<Part> parts = new ArrayList<>();
    private float[] corners;
    private int triangles;
    private VertexOpenness openness;

    /** What vertices share; null if each has its own. */
    private SharedOpenness shared;

    /**
     * A primitive that a node shows.
     *
     * @param node which one
     * @param primitive what it shows, long edges halved
     * @param positions morphed and skinned; null if the primitive stays as it is
     * @param normals morphed
     * @param place from positions to world space
     * @param skinned whether joints have moved the positions, and not the normals
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
    private record Part(
            int node,
            Primitive primitive,
            float[] positions,
            float[] normals,
            Mat4 place,
            boolean skinned) {}

    /**
     * A primitive that moves by its node alone.
     *
     * @param list a list with indices
     * @param place to world space
     */
    private record Still(Primitive list, Mat4 place) {}

    private AmbientOcclusion(
            Scene scene,
            double reach,
            double diagonal,
            SharedOpenness.Limits limits,
            Cancellation wish) {
        this.scene = scene;
        this.reach = reach;
        this.diagonal = diagonal;
        this.limits = limits;
        this.wish = wish;
        var bounds = AtRest.bounds(scene, wish, "ambient occlusion");
        double largest =
                Math.max(
                        largest(bounds.min().x(), bounds.max().x()),
                        Math.max(
                                largest(bounds.min().y(), bounds.max().y()),
                                largest(bounds.min().z(), bounds.max().z())));
        // Far from the origin floats are coarse
        this.above = Math.max(ABOVE * diagonal, 4 * Math.ulp((float) largest));
    }

    private static double largest(double least, double most) {
        return Math.max(Math.abs(least), Math.abs(most));
    }

    /**
     * Returns a scene whose vertices say which part of the ambient light arrives: things hide it as
     * far as a twentieth of its diagonal.
     *
     * @param scene stays as it is; its parts are shared
     * @return the scene itself where nothing is lit or nothing hides anything
     * @throws SceneException if it shows more than {@link #MOST_VERTICES} vertices, or more than
     *     {@link #MOST_TRIANGLES} triangles that hide something; if its variants would have more
     *     than {@link #MOST_VERTICES} choices of materials, for each node's copy of a mesh has its
     *     own; if it would take more than three quarters of the largest heap, or there is too
     *     little memory; the message is one line
     */
    public static Scene in(Scene scene) {
        return in(scene, Cancellation.NEVER);
    }

    /**
     * As {@link #in(Scene)}, unless that is ended.
     *
     * @param wish may end it
     * @throws dev.azulejo.core.cancel.CancelledException if it was ended
     */
    public static Scene in(Scene scene, Cancellation wish) {
        return in(scene, Tessellation.Mode.OFF, wish);
    }

    /**
     * As {@link #in(Scene)}, for how it is to be drawn.
     *
     * @param mode as the settings have it that the scene is drawn with: edges of triangles that
     *     become curved ones stay whole
     * @param wish may end it
     * @throws dev.azulejo.core.cancel.CancelledException if it was ended
     */
    public static Scene in(Scene scene, Tessellation.Mode mode, Cancellation wish) {
        double diagonal = diagonal(AtRest.bounds(scene, wish, "ambient occlusion"));
        return diagonal > 0 ? in(scene, REACH * diagonal, mode, wish) : scene;
    }

    /**
     * As {@link #in(Scene)}, with another reach.
     *
     * @param reach world units, above 0; infinite if all that is there hides light, however far
     * @param wish may end it
     */
    public static Scene in(Scene scene, double reach, Cancellation wish) {
        if (!(reach > 0)) {
            throw new IllegalArgumentException("reach=%s is not above 0".formatted(reach));
        }
        return in(scene, reach, Tessellation.Mode.OFF, wish);
    }

    private static Scene in(Scene scene, double reach, Tessellation.Mode mode, Cancellation wish) {
        return in(scene, reach, mode, SharedOpenness.Limits.DEFAULT, wish);
    }

    /** As {@link #in(Scene, double, Cancellation)}, with other limits on work. */
    static Scene in(
            Scene scene,
            double reach,
            Tessellation.Mode mode,
            SharedOpenness.Limits limits,
            Cancellation wish) {
        double diagonal = diagonal(AtRest.bounds(scene, wish, "ambient occlusion"));
        if (!(diagonal > Float.MIN_NORMAL * 1e6) || diagonal > Float.MAX_VALUE / 8) {
            return scene;
        }
        var occlusion = new AmbientOcclusion(scene, reach, diagonal, limits, wish);
        occlusion.stop.begin(wish);
        try {
            double edge = Math.min(reach, REACH * diagonal) * EDGE;
            return occlusion.make(
                    switch (mode) {
                        case OFF -> Math.max(edge, SHORTEST * diagonal);
                        case PN_TRIANGLES ->
                                Tessellation.curves(scene, occlusion.stop::check)
                                        ? Double.POSITIVE_INFINITY
                                        : Math.max(edge, SHORTEST * diagonal);
                    });
        } catch (OutOfMemoryError e) {
            throw new SceneException(
                    "%s: does not fit into memory when its occlusion is found (a larger Java heap, -Xmx, may help)"
                            .formatted(scene.asset().source()),
                    e);
        } finally {
            occlusion.stop.end();
        }
    }

    private static double diagonal(Bounds bounds) {
        if (bounds.isEmpty()) {
            return 0;
        }
        double x = (double) bounds.max().x() - bounds.min().x();
        double y = (double) bounds.max().y() - bounds.min().y();
        double z = (double) bounds.max().z() - bounds.min().z();
        return Math.sqrt(x * x + y * y + z * z);
    }

    private Scene make(double longest) {
        long[] shown = new long[2];
        AtRest.visitPlaces(
                scene,
                wish,
                WORK,
                (n, primitive, m) -> {
                    stop.check();
                    shown[0] += primitive.vertices().count();
                    shown[1] += triangles(primitive);
                });
        if (shown[0] > MOST_VERTICES) {
            throw new SceneException(
                    "occlusion: the scene shows %,d vertices, at most %,d expected"
                            .formatted(shown[0], MOST_VERTICES));
        }
        if (shown[1] > MOST_TRIANGLES) {
            throw new SceneException(
                    "occlusion: the scene shows %,d triangles, at most %,d expected"
                            .formatted(shown[1], MOST_TRIANGLES));
        }
        checkMemory(scene, shown[0], shown[1], FrameMemory.most());
        corners = new float[9 * (int) shown[1]];
        double edge = edge(longest);
        int[] room = {2 * MOST_MADE};
        long[] lit = new long[1];
        AtRest.visit(
                scene,
                wish,
                WORK,
                (n, primitive, xyz, m) -> {
                    stop.check();
                    hide(primitive, xyz, m);
                    var part = lit(n, primitive, xyz, m, edge, room);
                    lit[0] += part.positions() == null ? 0 : part.primitive().vertices().count();
                    parts.add(part);
                });
        if (lit[0] == 0 || triangles == 0) {
            return scene;
        }
        checkVariants();
        var tree = new TriangleTree(corners, triangles, stop::check);
        corners = null;
        long each = Long.highestOneBit(Math.max(1, ALL_RAYS / lit[0]));
        int rays = Math.clamp(each, LEAST_RAYS, VertexOpenness.MOST_RAYS);
        openness = new VertexOpenness(tree, reach, above, rays, stop::check);
        shared = shared(lit[0]);
        return together();
    }

    private SharedOpenness shared(long lit) {
        long all = 0;
        for (var part : parts) {
            int count = part.positions() == null ? 0 : part.primitive().vertices().count();
            all += (long) count * openness.rays(count);
        }
        double far = Math.min(reach, REACH * diagonal);
        return SharedOpenness.of(openness, far, diagonal, lit, all, this::visitLit, limits);
    }

    /**
     * Checks what finding it takes, before anything is made for it: of a triangle its corners (36
     * bytes), in the tree its box, its place, twice as many boxes of the tree as triangles of two
     * in a leaf, and its edges (144); of a vertex where it is, its normal, the way inwards, and its
     * openness, twice.
     *
     * @param vertices that are shown
     * @param triangles that hide something
     * @param most bytes that it may take
     * @throws SceneException if it takes more
     */
    static void checkMemory(Scene scene, long vertices, long triangles, long most) {
        long bytes = VERTEX_BYTES * vertices + TRIANGLE_BYTES * triangles;
        if (bytes > most) {
            throw new SceneException(
                    "%s: %,d more bytes of memory are needed to find its occlusion, and that may take %,d (a larger Java heap, -Xmx, raises that)"
                            .formatted(scene.asset().source(), bytes, most));
        }
    }

    /** Returns how many triangles of a primitive hide what is behind them, if all are finite. */
    private long triangles(Primitive primitive) {
        if (!hides(material(primitive))) {
            return 0;
        }
        if (primitive.topology().isPatches()) {
            return AtRest.pieces(primitive);
        }
        return primitive.topology().isTriangles() ? primitive.primitiveCount() : 0;
    }

    private static boolean hides(Material material) {
        return material.alphaMode() != Material.AlphaMode.BLEND
                && material.finish().transmission().factor() <= 0;
    }

    /**
     * Returns how long edges may be so that not too many triangles are made.
     *
     * @param shortest how long they may be at least
     */
    private double edge(double shortest) {
        var still = new ArrayList<Still>();
        AtRest.visitPlaces(
                scene,
                wish,
                WORK,
                (n, primitive, m) -> {
                    if (isLit(primitive) && !LongEdges.moves(primitive)) {
                        still.add(new Still(primitive.toIndexedList(), m));
                    }
                });
        double edge = shortest;
        while (makesMore(still, edge)) {
            edge *= COARSER;
        }
        return edge;
    }

    /** Returns whether too many triangles would be made. */
    private boolean makesMore(List<Still> still, double longest) {
        long made = 0;
        for (var part : still) {
            made +=
                    LongEdges.count(
                            part.list(), part.place(), longest, MOST_MADE - made, stop::check);
            if (made > MOST_MADE) {
                return true;
            }
        }
        return false;
    }

    /** Each copy of a mesh has choices of its own: there must not be too many. */
    private void checkVariants() {
        long[] copies = new long[scene.meshes().size()];
        for (int n : scene.worldTransforms().visitOrder()) {
            int mesh = scene.nodes().get(n).mesh();
            if (mesh >= 0) {
                copies[mesh]++;
            }
        }
        long choices = 0;
        for (var variant : scene.variants()) {
            for (var choice : variant.choices()) {
                choices += 1 + copies[choice.mesh()];
            }
        }
        if (choices > MOST_VERTICES) {
            throw new SceneException(
                    "occlusion: the scene's variants would have %,d choices of materials, at most %,d expected"
                            .formatted(choices, MOST_VERTICES));
        }
    }

    private boolean isLit(Primitive primitive) {
        return primitive.topology().listForm() == Topology.TRIANGLES
                && primitive.vertices().normals() != null
                && !material(primitive).unlit();
    }

    private Material material(Primitive primitive) {
        return primitive.material() < 0
                ? Material.DEFAULT
                : scene.materials().get(primitive.material());
    }

    /** Takes the triangles that hide what is behind them. */
    private void hide(Primitive primitive, float[] positions, Mat4 place) {
        if (!hides(material(primitive))) {
            return;
        }
        var list = AtRest.triangles(primitive, positions);
        float[] points = list.points();
        int[] indices = list.indices();
        // Of a mirrored thing corners go around the other way
        int second = place.determinant3() < 0 ? 6 : 3;
        for (int i = 0; i + 3 <= indices.length; i += 3) {
            if (i % PATIENCE == 0) {
                stop.check();
            }
            float sum = 0;
            int at = 9 * triangles;
            place(points, 3 * indices[i], place, corners, at);
            place(points, 3 * indices[i + 1], place, corners, at + second);
            place(points, 3 * indices[i + 2], place, corners, at + 9 - second);
            for (int k = 0; k < 9; k++) {
                float value = corners[at + k];
                sum += value - value;
            }
            // Not 0 where something is not finite
            triangles += sum == 0 ? 1 : 0;
        }
    }

    private static void place(float[] points, int at, Mat4 m, float[] to, int o) {
        float x = points[at];
        float y = points[at + 1];
        float z = points[at + 2];
        for (int row = 0; row < 3; row++) {
            to[o + row] = m.get(row, 0) * x + m.get(row, 1) * y + m.get(row, 2) * z + m.get(row, 3);
        }
    }

    /** Returns what is to be dimmed, its edges halved. */
    private Part lit(
            int node,
            Primitive primitive,
            float[] positions,
            Mat4 place,
            double longest,
            int[] room) {
        if (!isLit(primitive)) {
            return new Part(node, primitive, null, null, place, false);
        }
        Primitive list = primitive.toIndexedList();
        int before = list.indices().length / 3;
        Primitive divided = LongEdges.divide(list, place, longest, before + room[0], stop::check);
        room[0] -= divided.indices().length / 3 - before;
        float[] moved = divided == list ? positions : divided.vertices().positions();
        boolean skinned = scene.nodes().get(node).isSkinned(primitive);
        return new Part(node, divided, moved, morphedNormals(node, divided), place, skinned);
    }

    /** Returns normals at rest, the array of the vertices itself where no weight says otherwise. */
    private float[] morphedNormals(int node, Primitive primitive) {
        float[] weights = scene.morphWeights(node);
        float[] normals = primitive.vertices().normals();
        if (primitive.flat()) {
            float[] positions = primitive.morphedPositions(weights);
            if (positions != primitive.vertices().positions()) {
                normals = new float[normals.length];
                FlatNormals.of(positions, normals, stop::check);
            }
            return normals;
        }
        for (int t = 0; t < Math.min(weights.length, primitive.morphTargets().size()); t++) {
            float[] displacements = primitive.morphTargets().get(t).normals();
            if (weights[t] != 0 && displacements != null) {
                normals = normals == primitive.vertices().normals() ? normals.clone() : normals;
                MorphTarget.add(displacements, weights[t], normals);
            }
        }
        return normals;
    }

    private Scene together() {
        var nodes = new ArrayList<>(scene.nodes());
        var meshes = new ArrayList<>(scene.meshes());
        var copies = new ArrayList<List<Integer>>();
        for (int m = 0; m < scene.meshes().size(); m++) {
            copies.add(new ArrayList<>());
        }
        for (int from = 0; from < parts.size(); ) {
            int n = parts.get(from).node();
            Node node = nodes.get(n);
            Mesh mesh = scene.meshes().get(node.mesh());
            var primitives = new ArrayList<Primitive>();
            for (int to = from + mesh.primitives().size(); from < to; from++) {
                primitives.add(dimmed(parts.get(from)));
                parts.set(from, null);
            }
            copies.get(node.mesh()).add(meshes.size());
            nodes.set(n, node.withMesh(meshes.size()));
            meshes.add(new Mesh(mesh.name(), primitives, mesh.weights()));
        }
        return scene.toBuilder()
                .nodes(nodes)
                .meshes(meshes)
                .variants(variants(scene, copies, stop::check))
                .build();
    }

    /**
     * Returns variants whose choices of materials are for copies of meshes, too.
     *
     * @param copies of each mesh of a scene
     * @param goOn called every now and then; what it throws ends the work
     */
    static List<Variant> variants(Scene scene, List<List<Integer>> copies, Runnable goOn) {
        var variants = new ArrayList<Variant>();
        for (var variant : scene.variants()) {
            var choices = new ArrayList<>(variant.choices());
            for (var choice : variant.choices()) {
                goOn.run();
                for (int mesh : copies.get(choice.mesh())) {
                    choices.add(new Variant.Choice(mesh, choice.primitive(), choice.material()));
                }
            }
            variants.add(new Variant(variant.name(), choices));
        }
        return variants;
    }

    private Primitive dimmed(Part part) {
        var primitive = part.primitive();
        if (part.positions() == null) {
            return primitive;
        }
        VertexData v = primitive.vertices();
        var all =
                new VertexData(
                        v.count(),
                        v.positions(),
                        v.normals(),
                        v.tangents(),
                        v.texCoord0(),
                        v.texCoord1(),
                        v.color0(),
                        openness(part));
        return primitive.withVertices(all);
    }

    private void visitLit(SharedOpenness.Visitor visitor) {
        boolean goesOn = true;
        for (int p = 0; p < parts.size() && goesOn; p++) {
            stop.check();
            var part = parts.get(p);
            if (part.positions() != null) {
                float[] at = positions(part);
                goesOn = visitor.look(part.primitive().indices(), at, normals(part, at));
            }
        }
    }

    private float[] openness(Part part) {
        float[] at = positions(part);
        int[] indices = part.primitive().indices();
        float[] normals = normals(part, at);
        return shared == null ? openness.of(indices, at, normals) : shared.of(indices, at, normals);
    }

    /** In world space. */
    private static float[] positions(Part part) {
        int count = part.primitive().vertices().count();
        float[] at = new float[3 * count];
        for (int i = 0; i < count; i++) {
            place(part.positions(), 3 * i, part.place(), at, 3 * i);
        }
        return at;
    }

    /** In world space, of any length; of what joints move, those of its triangles. */
    private float[] normals(Part part, float[] at) {
        float[] normals = new float[at.length];
        if (!part.skinned()) {
            float[] m = part.place().normalMatrix();
            float[] from = part.normals();
            for (int i = 0; i < at.length; i += 3) {
                for (int row = 0; row < 3; row++) {
                    normals[i + row] =
                            m[row] * from[i] + m[3 + row] * from[i + 1] + m[6 + row] * from[i + 2];
                }
            }
            return normals;
        }
        int[] indices = part.primitive().indices();
        float[] along = new float[3];
        for (int i = 0; i + 3 <= indices.length; i += 3) {
            int a = 3 * indices[i];
            int b = 3 * indices[i + 1];
            int c = 3 * indices[i + 2];
            for (int x = 0; x < 3; x++) {
                int y = (x + 1) % 3;
                int z = (x + 2) % 3;
                along[x] =
                        (at[b + y] - at[a + y]) * (at[c + z] - at[a + z])
                                - (at[b + z] - at[a + z]) * (at[c + y] - at[a + y]);
            }
            float sum = along[0] + along[1] + along[2];
            // What is not finite says nothing of the vertices beside it
            for (int x = 0; x < 3 && sum - sum == 0; x++) {
                normals[a + x] += along[x];
                normals[b + x] += along[x];
                normals[c + x] += along[x];
            }
        }
        return normals;
    }
}
