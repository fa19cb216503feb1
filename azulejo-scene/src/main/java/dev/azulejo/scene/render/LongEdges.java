package dev.azulejo.scene.render;

import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Halves edges of triangles until none is longer than it may be. Whether an edge is halved, and
 * where, depends on its two ends alone, so that triangles that meet at an edge still do.
 */
final class LongEdges {
    /**
     * Far from the origin floats are coarse: an edge whose middle would lie beside it, by more than
     * this part of its length, stays whole.
     */
    private static final double BESIDE = 1.0 / 16;

    /** Triangles from one look at whether to go on to the next. */
    private static final int PATIENCE = 1 << 12;

    private final Mat4 place;
    private final double most;
    private final Runnable goOn;
    private int asked;

    /** The vertex in the middle of two others, by both. */
    private final Map<Long, Integer> middles = new HashMap<>();

    private VertexList positions;
    private VertexList normals;
    private VertexList tangents;
    private VertexList texCoord0;
    private VertexList texCoord1;
    private VertexList color0;
    private int count;
    private int[] made = new int[64];
    private int size;

    /** An attribute of vertices, of which there come more. */
    private static final class VertexList {
        private final int components;

        /** Of so many components that are a direction, the length is 1. */
        private final int direction;

        private float[] values;

        VertexList(float[] values, int components, int direction) {
            this.values = values;
            this.components = components;
            this.direction = direction;
        }

        static VertexList of(float[] values, int components, int direction) {
            return values == null ? null : new VertexList(values, components, direction);
        }

        void middle(int a, int b, int to) {
            if (values.length < (to + 1) * components) {
                values = Arrays.copyOf(values, 2 * (to + 1) * components);
            }
            float squares = 0;
            for (int c = 0; c < components; c++) {
                float sum = values[a * components + c] + values[b * components + c];
                values[to * components + c] = c < direction ? sum : 0.5f * sum;
                squares += c < direction ? sum * sum : 0;
            }
            float unit = squares > 0 ? 1 / (float) Math.sqrt(squares) : 0;
            for (int c = 0; c < direction; c++) {
                values[to * components + c] *= unit;
            }
            if (direction > 0 && components > direction) {
                // Which hand a tangent is of is the same all over a triangle
                values[to * components + direction] = values[a * components + direction];
            }
        }

        static float[] values(VertexList list, int count) {
            return list == null ? null : Arrays.copyOf(list.values, count * list.components);
        }
    }

    private LongEdges(Mat4 place, double most, Runnable goOn) {
        this.place = place;
        this.most = most;
        this.goOn = goOn;
    }

    private void look() {
        asked++;
        if (asked == PATIENCE) {
            asked = 0;
            goOn.run();
        }
    }

    /**
     * Returns a primitive whose edges are no longer than that, where floats have a middle of them;
     * itself if none is longer, or if it moves by more than its node, or is no triangles.
     *
     * @param primitive a list with indices
     * @param place to world space
     * @param most world units, above 0
     * @param room so many triangles at most; if there would be more, the primitive stays as it is
     * @param goOn called every now and then; what it throws ends the work
     */
    static Primitive divide(Primitive primitive, Mat4 place, double most, int room, Runnable goOn) {
        return moves(primitive) || primitive.topology() != Topology.TRIANGLES
                ? primitive
                : new LongEdges(place, most, goOn).divide(primitive, room);
    }

    /** Returns whether a primitive moves by more than its node: then no edge is halved. */
    static boolean moves(Primitive primitive) {
        return primitive.influences() != null || !primitive.morphTargets().isEmpty();
    }

    /**
     * Returns how many triangles would be made beside those that there are, or a little more: as if
     * floats had a middle of every edge that is made.
     *
     * @param primitive a list of triangles with indices, that moves by its node alone
     * @param place to world space
     * @param most world units, above 0
     * @param enough if more than that, it does not matter how many
     * @param goOn called every now and then; what it throws ends the work
     */
    static long count(Primitive primitive, Mat4 place, double most, long enough, Runnable goOn) {
        goOn.run();
        var division = new LongEdges(place, most, goOn);
        division.positions = VertexList.of(primitive.vertices().positions(), 3, 0);
        int[] indices = primitive.indices();
        long made = 0;
        for (int i = 0; i + 3 <= indices.length && made <= enough; i += 3) {
            division.look();
            double ab = division.length(indices[i], indices[i + 1]);
            double bc = division.length(indices[i + 1], indices[i + 2]);
            double ca = division.length(indices[i + 2], indices[i]);
            made += more(ab * ab, bc * bc, ca * ca, most * most, enough - made);
        }
        return made;
    }

    /** Of a triangle, by the squares of its sides: half a triangle has half of one and a median. */
    private static long more(double a, double b, double c, double most, double enough) {
        double longest = Math.max(a, Math.max(b, c));
        if (!(longest > most) || longest == Double.POSITIVE_INFINITY || enough < 0) {
            return 0;
        }
        double others = a + b + c - longest;
        double median = (2 * others - longest) / 4;
        double one = longest == a ? b : a;
        double two = longest == c ? b : c;
        long made = 1 + more(longest / 4, one, median, most, enough - 1);
        return made + more(longest / 4, two, median, most, enough - made);
    }

    private Primitive divide(Primitive primitive, int room) {
        var v = primitive.vertices();
        positions = VertexList.of(v.positions(), 3, 0);
        normals = VertexList.of(v.normals(), 3, 3);
        tangents = VertexList.of(v.tangents(), 4, 3);
        texCoord0 = VertexList.of(v.texCoord0(), 2, 0);
        texCoord1 = VertexList.of(v.texCoord1(), 2, 0);
        color0 = VertexList.of(v.color0(), 4, 0);
        count = v.count();
        int[] indices = primitive.indices();
        for (int i = 0; i + 3 <= indices.length; i += 3) {
            int[] waiting = {indices[i], indices[i + 1], indices[i + 2]};
            int left = 3;
            while (left > 0) {
                look();
                left -= 3;
                int a = waiting[left];
                int b = waiting[left + 1];
                int c = waiting[left + 2];
                if (waiting.length < left + 6) {
                    waiting = Arrays.copyOf(waiting, 2 * waiting.length + 6);
                }
                // The longest of those that are too long; the same from both sides of an edge
                double ab = length(a, b);
                double bc = length(b, c);
                double ca = length(c, a);
                double longest = Math.max(ab, Math.max(bc, ca));
                if (!(longest > most) || longest == Double.POSITIVE_INFINITY) {
                    put(a, b, c);
                } else if (longest == ab) {
                    left = wait(waiting, left, a, b, c);
                } else if (longest == bc) {
                    left = wait(waiting, left, b, c, a);
                } else {
                    left = wait(waiting, left, c, a, b);
                }
                if (size / 3 + left / 3 > room) {
                    return primitive;
                }
            }
        }
        if (count == v.count()) {
            return primitive;
        }
        var divided =
                new VertexData(
                        count,
                        VertexList.values(positions, count),
                        VertexList.values(normals, count),
                        VertexList.values(tangents, count),
                        VertexList.values(texCoord0, count),
                        VertexList.values(texCoord1, count),
                        VertexList.values(color0, count));
        return new Primitive(
                Topology.TRIANGLES, Arrays.copyOf(made, size), divided, primitive.material());
    }

    /** Halves the edge from a to b. */
    private int wait(int[] waiting, int left, int a, int b, int c) {
        int middle = middle(a, b);
        waiting[left] = middle;
        waiting[left + 1] = b;
        waiting[left + 2] = c;
        waiting[left + 3] = a;
        waiting[left + 4] = middle;
        waiting[left + 5] = c;
        return left + 6;
    }

    private void put(int a, int b, int c) {
        if (size + 3 > made.length) {
            made = Arrays.copyOf(made, 2 * made.length);
        }
        made[size++] = a;
        made[size++] = b;
        made[size++] = c;
    }

    /** Returns how long an edge is, in world units; 0 if it is not to be halved. */
    private double length(int a, int b) {
        if (!isHalved(a, b)) {
            return 0;
        }
        float[] p = positions.values;
        double x = (double) p[3 * a] - p[3 * b];
        double y = (double) p[3 * a + 1] - p[3 * b + 1];
        double z = (double) p[3 * a + 2] - p[3 * b + 2];
        double sum = 0;
        for (int row = 0; row < 3; row++) {
            double part = place.get(row, 0) * x + place.get(row, 1) * y + place.get(row, 2) * z;
            sum += part * part;
        }
        return Math.sqrt(sum);
    }

    /** Returns whether the middle of an edge, as floats have it, lies on the edge. */
    private boolean isHalved(int a, int b) {
        float[] p = positions.values;
        double length = 0;
        double beside = 0;
        for (int c = 0; c < 3; c++) {
            double from = p[3 * a + c];
            double to = p[3 * b + c];
            double off = 0.5f * (p[3 * a + c] + p[3 * b + c]) - 0.5 * (from + to);
            length += (to - from) * (to - from);
            beside += off * off;
        }
        // What is not finite is told by its length
        return !(beside > BESIDE * BESIDE * length);
    }

    private int middle(int a, int b) {
        long key = (long) Math.min(a, b) << 32 | Math.max(a, b);
        Integer known = middles.get(key);
        if (known != null) {
            return known;
        }
        int to = count++;
        for (var list :
                new VertexList[] {positions, normals, tangents, texCoord0, texCoord1, color0}) {
            if (list != null) {
                list.middle(a, b, to);
            }
        }
        middles.put(key, to);
        return to;
    }
}
