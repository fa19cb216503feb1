package dev.azulejo.scene.render;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.VertexData;
import dev.azulejo.scene.model.WorldTransforms;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts that a model is put together from: of a mesh, whatever triangles, lines or patches
 * connect, or vertices that lie at one place. Taken apart, as drawings of machines are, each lies
 * further from the middle of the model and is as large as before.
 *
 * <p>Threads: one.
 */
public final class ConnectedParts {
    /** Vertices that are drawn, summed over all nodes, each of which gets a mesh of its own. */
    public static final int MOST_VERTICES = 20_000_000;

    /** After so many vertices, triangles or numbers somebody is asked whether to go on. */
    private static final int AT_ONCE = 1 << 16;

    private final Scene scene;
    private final float distance;
    private final Runnable goOn;
    private final WorldTransforms places;

    /** Of the scene, in world space. */
    private final Vec3 middle;

    /** By mesh: its parts; found once, however many nodes show it. */
    private final Map<Integer, Parts> found = new HashMap<>();

    /**
     * Of a mesh.
     *
     * @param parts by vertex of all of its primitives, one after the other: the number of its part,
     *     -1 where nothing is drawn of it
     * @param first primitives' first vertices among these
     * @param middles x, y, z of each part, in the mesh's space: the middle of its bounds
     */
    @SuppressWarnings("ArrayRecordComponent") // made here and read here
    private record Parts(int[] parts, int[] first, float[] middles) {
        int count() {
            return middles.length / 3;
        }
    }

    private ConnectedParts(Scene scene, float distance, Runnable goOn) {
        this.scene = scene;
        this.distance = distance;
        this.goOn = goOn;
        this.places = WorldTransforms.of(scene);
        boolean[] seen = AtRest.seen(scene, places);
        var bounds = places.bounds(scene, scene::morphWeights, n -> seen[n], goOn);
        this.middle = bounds.isEmpty() ? Vec3.ZERO : bounds.center();
    }

    /**
     * Takes a scene apart. Animated nodes take their parts with them, as these lie at rest; what
     * joints move is taken apart about the middle of its own mesh. Height fields stay.
     *
     * @param distance how much further each part lies from the middle: 1 is twice as far, 0 where
     *     it is; 0..10
     * @param goOn called every now and then; what it throws ends the work
     * @return the scene itself where nothing moves: there is one part, or none
     * @throws SceneException if more than {@link #MOST_VERTICES} are drawn
     */
    public static Scene apart(Scene scene, float distance, Runnable goOn) {
        if (!(distance >= 0 && distance <= 10)) {
            throw new IllegalArgumentException("distance=%s is not in 0..10".formatted(distance));
        }
        return distance == 0 ? scene : new ConnectedParts(scene, distance, goOn).apart();
    }

    private Scene apart() {
        checkVertices();
        var nodes = new ArrayList<>(scene.nodes());
        var meshes = new ArrayList<>(scene.meshes());
        var copies = new ArrayList<List<Integer>>();
        scene.meshes().forEach(mesh -> copies.add(new ArrayList<>()));
        int parts = 0;
        for (int n = 0; n < nodes.size(); n++) {
            Node node = nodes.get(n);
            if (!shows(n)) {
                continue;
            }
            Parts own = found.computeIfAbsent(node.mesh(), m -> find(scene.meshes().get(m)));
            parts += own.count();
            copies.get(node.mesh()).add(meshes.size());
            meshes.add(moved(n, own));
            nodes.set(n, node.withMesh(meshes.size() - 1));
        }
        return parts < 2
                ? scene
                : scene.toBuilder()
                        .nodes(nodes)
                        .meshes(meshes)
                        .variants(AmbientOcclusion.variants(scene, copies, goOn))
                        .build();
    }

    private boolean shows(int node) {
        return places.isInScene(node) && scene.nodes().get(node).mesh() >= 0;
    }

    private void checkVertices() {
        long drawn = 0;
        for (int n = 0; n < scene.nodes().size(); n++) {
            if (shows(n)) {
                for (Primitive primitive : meshOf(n).primitives()) {
                    drawn += primitive.vertices().count();
                }
            }
        }
        if (drawn > MOST_VERTICES) {
            throw new SceneException(
                    "explode: %,d vertices are drawn, at most %,d expected"
                            .formatted(drawn, MOST_VERTICES));
        }
    }

    private Mesh meshOf(int node) {
        return scene.meshes().get(scene.nodes().get(node).mesh());
    }

    private Parts find(Mesh mesh) {
        var vertices = VertexPlaces.of(mesh.primitives(), goOn);
        int[] roots = vertices.leader;
        boolean[] drawn = new boolean[roots.length];
        for (int p = 0; p < mesh.primitives().size(); p++) {
            connect(mesh.primitives().get(p), vertices.first[p], roots, drawn);
        }
        return parts(mesh, vertices.first, roots, drawn);
    }

    /** Whatever is of one triangle, line or patch is of one part. */
    private void connect(Primitive primitive, int first, int[] roots, boolean[] drawn) {
        int[] indices =
                Primitive.listIndices(
                        primitive.topology(), primitive.indices(), primitive.vertices().count());
        int count = primitive.primitiveCount();
        int corners = count == 0 ? 0 : indices.length / count;
        for (int i = 0; i < count; i++) {
            goOn(i);
            drawn[first + indices[i * corners]] = true;
            for (int c = 1; c < corners; c++) {
                drawn[first + indices[i * corners + c]] = true;
                int a = root(roots, first + indices[i * corners]);
                int b = root(roots, first + indices[i * corners + c]);
                // The first of all stands for them, so that numbers follow the file
                roots[Math.max(a, b)] = Math.min(a, b);
            }
        }
    }

    /** Asks now and then whether to go on. */
    private void goOn(int done) {
        if (done % AT_ONCE == 0) {
            goOn.run();
        }
    }

    private static int root(int[] roots, int vertex) {
        int at = vertex;
        while (roots[at] != at) {
            // Halves the way for who comes next
            roots[at] = roots[roots[at]];
            at = roots[at];
        }
        return at;
    }

    private Parts parts(Mesh mesh, int[] first, int[] roots, boolean[] drawn) {
        int[] parts = new int[roots.length];
        Arrays.fill(parts, -1);
        int count = 0;
        for (int v = 0; v < roots.length; v++) {
            goOn(v);
            int root = root(roots, v);
            if (drawn[v] && parts[root] < 0) {
                parts[root] = count++;
            }
        }
        float[] least = new float[3 * count];
        float[] most = new float[3 * count];
        Arrays.fill(least, Float.POSITIVE_INFINITY);
        Arrays.fill(most, Float.NEGATIVE_INFINITY);
        for (int p = 0; p < mesh.primitives().size(); p++) {
            float[] positions = mesh.primitives().get(p).vertices().positions();
            for (int v = first[p]; v < first[p + 1]; v++) {
                goOn(v);
                parts[v] = drawn[v] ? parts[root(roots, v)] : parts[v];
                for (int c = 0; drawn[v] && c < 3; c++) {
                    float x = positions[3 * (v - first[p]) + c];
                    int at = 3 * parts[v] + c;
                    // Not a number is neither
                    least[at] = x < least[at] ? x : least[at];
                    most[at] = x > most[at] ? x : most[at];
                }
            }
        }
        float[] middles = new float[3 * count];
        for (int i = 0; i < middles.length; i++) {
            middles[i] = (float) (0.5 * ((double) least[i] + most[i]));
        }
        return new Parts(parts, first, middles);
    }

    /** Returns the mesh of a node with its parts where they go, in its own space. */
    private Mesh moved(int n, Parts parts) {
        Mesh mesh = meshOf(n);
        float[] ways = ways(n, parts);
        if (ways == null) {
            return mesh;
        }
        var primitives = new ArrayList<Primitive>();
        for (int p = 0; p < mesh.primitives().size(); p++) {
            Primitive primitive = mesh.primitives().get(p);
            primitives.add(
                    primitive.heights() != null
                            ? primitive
                            : primitive.withVertices(
                                    moved(primitive.vertices(), parts, parts.first[p], ways)));
        }
        return new Mesh(mesh.name(), primitives, mesh.weights());
    }

    private VertexData moved(VertexData vertices, Parts parts, int first, float[] ways) {
        float[] positions = vertices.positions().clone();
        for (int i = 0; i < positions.length; i++) {
            goOn(i);
            int part = parts.parts[first + i / 3];
            positions[i] += part < 0 ? 0 : ways[3 * part + i % 3];
        }
        return vertices.withPositions(positions);
    }

    /** Returns x, y, z of each part's way in the mesh's space; null where there is no way back. */
    private float[] ways(int n, Parts parts) {
        boolean skinned = scene.nodes().get(n).skin() >= 0;
        Mat4 place = skinned ? Mat4.IDENTITY : places.get(n);
        if (place.determinant3() == 0) {
            return null;
        }
        float[] ways = new float[parts.middles.length];
        Mat4 back = place.inverse();
        Vec3 from = skinned ? middle(meshOf(n)) : middle;
        for (int part = 0; part < parts.count(); part++) {
            goOn(part);
            Vec3 own = place.transformPoint(at(parts.middles, part));
            Vec3 way =
                    back.transformDirection(
                            new Vec3(
                                    distance * (own.x() - from.x()),
                                    distance * (own.y() - from.y()),
                                    distance * (own.z() - from.z())));
            if (Float.isFinite(way.x()) && Float.isFinite(way.y()) && Float.isFinite(way.z())) {
                ways[3 * part] = way.x();
                ways[3 * part + 1] = way.y();
                ways[3 * part + 2] = way.z();
            }
        }
        return ways;
    }

    private static Vec3 at(float[] xyz, int i) {
        return new Vec3(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
    }

    private static Vec3 middle(Mesh mesh) {
        var bounds = Bounds.EMPTY;
        for (Primitive primitive : mesh.primitives()) {
            bounds = bounds.union(Bounds.ofPoints(primitive.vertices().positions(), Mat4.IDENTITY));
        }
        return bounds.center();
    }
}
