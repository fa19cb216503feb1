package dev.azulejo.scene.render;

import dev.azulejo.scene.model.FlatNormals;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.VertexData;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What vertices at one place have in common, to shape PN triangles by. Along a hard edge a mesh has
 * two vertices at a place with a normal each; a surface shaped by those would tear there.
 *
 * <ul>
 *   <li>Where normals differ little, their mean shapes the surface, a vector of length 1.
 *   <li>Where two directions meet, as at the rim of a can, edges may bend along the rim alone: a
 *       vector of length 2 along it. Their mean would blow up the can and bend its lid.
 *   <li>Where three meet or more, as at the corner of a box, and on hard edges of meshes that
 *       deform, whose vectors come back at length 1: zero, and edges arrive straight.
 *   <li>Where several directions meet, and flat triangles alone ({@link FlatTriangles}): zero,
 *       however near the directions are. Facets stay facets.
 * </ul>
 *
 * <p>Each side is shaded by its own normals.
 *
 * <p>Primitives of flat triangles alone are drawn as they are, unless others that are curved have
 * vertices at their places: then they are divided as those are, so that no crack opens.
 */
final class SmoothNormals {
    /** Of so many vertices at one place equal normals count once; of more, perhaps twice. */
    private static final int MOST_COMPARED = 64;

    /** Normals farther than 20 degrees from their mean make a place hard. */
    private static final double SMOOTH = 0.94;

    /**
     * The same where flat triangles alone meet, of half a degree: what formats round is a plane.
     */
    private static final double PLANE = 0.99996;

    /** Below this sine of the angle between two normals nothing runs along their edge. */
    private static final double LEAST_SINE = 0.34;

    /** After so many vertices somebody is asked whether to go on. */
    private static final int VERTICES_AT_ONCE = 1 << 12;

    private final List<Primitive> primitives;
    private final Runnable goOn;

    /** Whether lengths of vectors are kept: nothing is skinned or morphed. */
    private final boolean rigid;

    private final VertexPlaces places;

    /** Primitives' first vertices in the numbering of all of them. */
    private final int[] first;

    /** By vertex: the next one that counts at its place, or -1. */
    private final int[] next;

    /** By vertex: the first at its place. */
    private final int[] leader;

    /** By first vertex at a place: whether a triangle is there that is not flat. */
    private final boolean[] curved;

    /** By primitive: whether it is drawn as it is. */
    private final boolean[] still;

    /** By primitive: one that holds together with it, itself if it is the last of those. */
    private final int[] joined;

    /** By primitive and morph target: what it adds to normals, or null. */
    private final float[][][] turns;

    private SmoothNormals(Mesh mesh, Runnable goOn) {
        this.primitives = mesh.primitives().stream().filter(Tessellation::canCurve).toList();
        this.goOn = goOn;
        this.rigid =
                primitives.stream()
                        .allMatch(p -> p.influences() == null && p.morphTargets().isEmpty());
        this.places = VertexPlaces.of(primitives, goOn);
        this.first = places.first;
        this.leader = places.leader;
        this.next = new int[leader.length];
        this.curved = new boolean[next.length];
        this.still = new boolean[primitives.size()];
        this.joined = new int[primitives.size()];
        this.turns = primitives.stream().map(this::turns).toArray(float[][][]::new);
    }

    private float[][] turns(Primitive primitive) {
        return primitive.morphTargets().stream()
                .map(target -> primitive.flat() ? turn(primitive, target) : target.normals())
                .toArray(float[][]::new);
    }

    /**
     * Returns by what a target alone turns flat normals. What several add is then off by a few
     * degrees, which bends edges a little more or less; triangles are shaded by their own.
     */
    private float[] turn(Primitive primitive, MorphTarget target) {
        if (target.positions() == null) {
            return null;
        }
        float[] moved = primitive.vertices().positions().clone();
        MorphTarget.add(target.positions(), 1, moved);
        float[] turn = new float[moved.length];
        FlatNormals.of(moved, turn, goOn);
        MorphTarget.add(primitive.vertices().normals(), -1, turn);
        return turn;
    }

    /** For tests: how often vertices of a mesh met others' slots. */
    static long collisions(Mesh mesh) {
        return new SmoothNormals(mesh, () -> {}).places.collisions;
    }

    /**
     * Returns for each primitive that becomes PN triangles the same with vectors that shape it in
     * place of normals, also in its morph targets; tangents are left out. Nothing is returned for
     * those that are drawn as they are.
     *
     * @param goOn called every now and then; ends the work by an exception
     */
    static Map<Primitive, Primitive> of(Mesh mesh, Runnable goOn) {
        var smooth = new SmoothNormals(mesh, goOn);
        smooth.join();
        smooth.findStill();
        Map<Primitive, Primitive> shapes = new IdentityHashMap<>();
        for (int p = 0; p < smooth.primitives.size(); p++) {
            if (!smooth.still[p]) {
                shapes.put(smooth.primitives.get(p), smooth.shape(p));
            }
        }
        return shapes;
    }

    /** Returns whether any primitive becomes PN triangles. */
    static boolean curves(Mesh mesh, Runnable goOn) {
        var candidates = mesh.primitives().stream().filter(Tessellation::canCurve).toList();
        // Ends at the first curved triangle, of which most scenes have one at once
        if (candidates.stream().anyMatch(p -> !FlatTriangles.all(p, goOn))) {
            return true;
        }
        if (candidates.stream().noneMatch(FlatTriangles::onlyAtRest)) {
            return false;
        }
        var smooth = new SmoothNormals(mesh, goOn);
        smooth.join();
        smooth.findStill();
        for (boolean still : smooth.still) {
            if (!still) {
                return true;
            }
        }
        return false;
    }

    /** Finds the places of curved triangles, and the primitives that are drawn as they are. */
    private void findStill() {
        for (int p = 0; p < still.length; p++) {
            int from = first[p];
            still[p] =
                    FlatTriangles.all(
                            primitives.get(p), v -> curved[leader[from + v]] = true, goOn);
            joined[p] = p;
        }
        for (int p = 0; p < still.length; p++) {
            if (still[p] && FlatTriangles.onlyAtRest(primitives.get(p))) {
                still[p] = hasHardPlacesAlone(p);
            }
            holdTogether(p);
        }
        // Undivided edges beside divided ones would let pixels through
        for (int p = 0; p < still.length; p++) {
            still[last(p)] &= still[p];
        }
        for (int p = 0; p < still.length; p++) {
            still[p] = still[last(p)];
        }
    }

    /** A plane that a skeleton bends has the normals of its triangles, until it does. */
    private boolean hasHardPlacesAlone(int p) {
        double[] vector = new double[3];
        for (int v = 0; v < first[p + 1] - first[p]; v++) {
            goOn(v);
            if (shape(leader[first[p] + v], vector)) {
                return false;
            }
        }
        return true;
    }

    /** Joins a primitive with those that have vertices at its places. */
    private void holdTogether(int p) {
        for (int v = first[p]; v < first[p + 1]; v++) {
            if (leader[v] < first[p]) {
                int other = last(places.primitiveOf(leader[v]));
                joined[other] = last(p);
            }
        }
    }

    private int last(int primitive) {
        int p = primitive;
        while (joined[p] != p) {
            joined[p] = joined[joined[p]];
            p = joined[p];
        }
        return p;
    }

    /** Finds the vertices that count at each place. */
    private void join() {
        Arrays.fill(next, -1);
        for (int p = 0; p < primitives.size(); p++) {
            for (int at = first[p]; at < first[p + 1]; at++) {
                if (leader[at] != at) {
                    append(at, p, at - first[p]);
                }
            }
        }
    }

    private void goOn(int vertex) {
        if (vertex % VERTICES_AT_ONCE == 0) {
            goOn.run();
        }
    }

    /** Puts a vertex behind those at its place, unless its normal is there. */
    private void append(int vertex, int primitive, int v) {
        float[] normals = primitives.get(primitive).vertices().normals();
        int at = leader[vertex];
        for (int compared = 0; ; compared++) {
            int p = places.primitiveOf(at);
            float[] other = primitives.get(p).vertices().normals();
            int o = 3 * (at - first[p]);
            if (other[o] == normals[3 * v]
                    && other[o + 1] == normals[3 * v + 1]
                    && other[o + 2] == normals[3 * v + 2]) {
                return;
            }
            if (next[at] < 0 || compared == MOST_COMPARED) {
                break;
            }
            at = next[at];
        }
        next[vertex] = next[at];
        next[at] = vertex;
    }

    private Primitive shape(int p) {
        var from = primitives.get(p);
        int count = from.vertices().count();
        float[] normals = new float[3 * count];
        boolean[] smooth = new boolean[count];
        double[] vector = new double[3];
        double[] sum = new double[3];
        for (int v = 0; v < count; v++) {
            goOn(v);
            smooth[v] = shape(leader[first[p] + v], vector);
            for (int c = 0; c < 3; c++) {
                normals[3 * v + c] = (float) vector[c];
            }
        }
        var targets = new ArrayList<MorphTarget>();
        for (int t = 0; t < from.morphTargets().size(); t++) {
            float[] moved = new float[3 * count];
            for (int v = 0; v < count; v++) {
                goOn(v);
                if (!smooth[v]) {
                    continue;
                }
                int members = sum(leader[first[p] + v], t, sum);
                for (int c = 0; c < 3; c++) {
                    moved[3 * v + c] = (float) (sum[c] / members);
                }
            }
            targets.add(new MorphTarget(from.morphTargets().get(t).positions(), moved, null));
        }
        return new Primitive(
                from.topology(),
                from.indices(),
                VertexData.of(from.vertices().positions(), normals),
                from.material(),
                from.influences(),
                targets);
    }

    /** Finds what shapes a place; returns whether that is a normal. */
    private boolean shape(int leading, double[] vector) {
        double[] mean = new double[3];
        sum(leading, -1, mean);
        Arrays.fill(vector, 0);
        double length = Math.sqrt(dot(mean, mean));
        // Those of a leaf's two sides cancel out: it stays flat
        if (length < 1e-6) {
            return false;
        }
        double[] n = new double[3];
        boolean smooth = true;
        double least = curved[leading] ? SMOOTH : PLANE;
        for (int at = leading; at >= 0 && smooth; at = next[at]) {
            normal(at, n);
            smooth = dot(n, mean) >= least * length * Math.sqrt(dot(n, n));
        }
        if (smooth) {
            for (int c = 0; c < 3; c++) {
                vector[c] = mean[c] / length;
            }
        } else if (rigid && curved[leading]) {
            along(leading, vector);
        }
        return smooth;
    }

    /** Where normals have two directions: a vector of length 2 across both; else leaves it. */
    private void along(int leading, double[] vector) {
        double[] a = unit(leading);
        double[] b = a;
        for (int at = next[leading]; at >= 0; at = next[at]) {
            double[] n = unit(at);
            b = dot(n, a) < dot(b, a) ? n : b;
        }
        for (int at = next[leading]; at >= 0; at = next[at]) {
            double[] n = unit(at);
            if (Math.max(dot(n, a), dot(n, b)) < SMOOTH) {
                return;
            }
        }
        double x = a[1] * b[2] - a[2] * b[1];
        double y = a[2] * b[0] - a[0] * b[2];
        double z = a[0] * b[1] - a[1] * b[0];
        double sine = Math.sqrt(x * x + y * y + z * z);
        if (sine > LEAST_SINE) {
            vector[0] = 2 * x / sine;
            vector[1] = 2 * y / sine;
            vector[2] = 2 * z / sine;
        }
    }

    private double[] unit(int vertex) {
        double[] n = new double[3];
        normal(vertex, n);
        double length = Math.max(Math.sqrt(dot(n, n)), Double.MIN_NORMAL);
        for (int c = 0; c < 3; c++) {
            n[c] /= length;
        }
        return n;
    }

    private void normal(int vertex, double[] n) {
        int p = places.primitiveOf(vertex);
        float[] values = primitives.get(p).vertices().normals();
        for (int c = 0; c < 3; c++) {
            n[c] = values[3 * (vertex - first[p]) + c];
        }
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    /** Sums normals, or what a morph target adds to them, at a place; returns how many. */
    private int sum(int leading, int target, double[] sum) {
        Arrays.fill(sum, 0);
        int members = 0;
        for (int at = leading; at >= 0; at = next[at]) {
            int p = places.primitiveOf(at);
            var primitive = primitives.get(p);
            float[] values = target < 0 ? primitive.vertices().normals() : turns[p][target];
            for (int c = 0; c < 3 && values != null; c++) {
                sum[c] += values[3 * (at - first[p]) + c];
            }
            members++;
        }
        return members;
    }
}
