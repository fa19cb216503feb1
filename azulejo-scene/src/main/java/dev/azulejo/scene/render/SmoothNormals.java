package dev.azulejo.scene.render;

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
 * Normals that vertices at one place have in common. Along a hard edge a mesh has two vertices at a
 * place with a normal each; a surface shaped by those would tear there, so it is shaped by their
 * mean, while each side is still shaded by its own.
 */
final class SmoothNormals {
    /** Of so many vertices at one place equal normals count once; of more, perhaps twice. */
    private static final int MOST_COMPARED = 64;

    private final List<Primitive> primitives;

    /** Primitives' first vertices in the numbering of all of them. */
    private final int[] first;

    /** By vertex: the next one that counts at its place, or -1. */
    private final int[] next;

    /** By vertex: the first at its place. */
    private final int[] leader;

    private SmoothNormals(List<Primitive> primitives) {
        this.primitives = primitives;
        this.first = new int[primitives.size() + 1];
        for (int p = 0; p < primitives.size(); p++) {
            first[p + 1] = Math.addExact(first[p], primitives.get(p).vertices().count());
        }
        this.next = new int[first[primitives.size()]];
        this.leader = new int[next.length];
    }

    /** Returns whether a primitive can become PN triangles. */
    static boolean apply(Primitive primitive) {
        return primitive.topology().isTriangles() && primitive.vertices().normals() != null;
    }

    /**
     * Returns for each primitive that can become PN triangles the same with normals that shape it,
     * also in its morph targets; tangents are left out.
     */
    static Map<Primitive, Primitive> of(Mesh mesh) {
        var smooth =
                new SmoothNormals(mesh.primitives().stream().filter(SmoothNormals::apply).toList());
        smooth.join();
        Map<Primitive, Primitive> shapes = new IdentityHashMap<>();
        for (int p = 0; p < smooth.primitives.size(); p++) {
            shapes.put(smooth.primitives.get(p), smooth.shape(p));
        }
        return shapes;
    }

    /** Finds the vertices at each place. */
    private void join() {
        int size = Integer.highestOneBit(Math.max(next.length, 8)) << 2;
        int[] table = new int[size];
        Arrays.fill(table, -1);
        Arrays.fill(next, -1);
        for (int p = 0; p < primitives.size(); p++) {
            float[] positions = primitives.get(p).vertices().positions();
            for (int v = 0; v < first[p + 1] - first[p]; v++) {
                int slot = hash(positions, 3 * v) & size - 1;
                int at = first[p] + v;
                while (table[slot] >= 0 && !same(table[slot], positions, 3 * v)) {
                    slot = slot + 1 & size - 1;
                }
                if (table[slot] < 0) {
                    table[slot] = at;
                    leader[at] = at;
                } else {
                    leader[at] = table[slot];
                    append(at, p, v);
                }
            }
        }
    }

    private static int hash(float[] positions, int at) {
        int h = 0;
        for (int c = 0; c < 3; c++) {
            // + 0 makes -0 and 0 the same
            h = (h ^ Float.floatToIntBits(positions[at + c] + 0f)) * 0x9E3779B1;
            h ^= h >>> 15;
        }
        return h;
    }

    private boolean same(int vertex, float[] positions, int at) {
        int p = primitiveOf(vertex);
        float[] other = primitives.get(p).vertices().positions();
        int o = 3 * (vertex - first[p]);
        return other[o] == positions[at]
                && other[o + 1] == positions[at + 1]
                && other[o + 2] == positions[at + 2];
    }

    private int primitiveOf(int vertex) {
        int found = Arrays.binarySearch(first, vertex);
        int p = found >= 0 ? found : -found - 2;
        // Primitives without vertices begin where the next one does
        while (first[p + 1] == vertex) {
            p++;
        }
        return p;
    }

    /** Puts a vertex behind those at its place, unless its normal is there. */
    private void append(int vertex, int primitive, int v) {
        float[] normals = primitives.get(primitive).vertices().normals();
        int at = leader[vertex];
        for (int compared = 0; ; compared++) {
            int p = primitiveOf(at);
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
        double[] sum = new double[3];
        for (int v = 0; v < count; v++) {
            sum(leader[first[p] + v], -1, sum);
            double length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
            // Those of a leaf's two sides cancel out: it stays flat
            double scale = length > 1e-6 ? 1 / length : 0;
            for (int c = 0; c < 3; c++) {
                normals[3 * v + c] = (float) (sum[c] * scale);
            }
        }
        var targets = new ArrayList<MorphTarget>();
        for (int t = 0; t < from.morphTargets().size(); t++) {
            float[] moved = new float[3 * count];
            for (int v = 0; v < count; v++) {
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

    /** Sums normals, or what a morph target adds to them, at a place; returns how many. */
    private int sum(int leading, int target, double[] sum) {
        Arrays.fill(sum, 0);
        int members = 0;
        for (int at = leading; at >= 0; at = next[at]) {
            int p = primitiveOf(at);
            var primitive = primitives.get(p);
            float[] values =
                    target < 0
                            ? primitive.vertices().normals()
                            : primitive.morphTargets().get(target).normals();
            for (int c = 0; c < 3 && values != null; c++) {
                sum[c] += values[3 * (at - first[p]) + c];
            }
            members++;
        }
        return members;
    }
}
