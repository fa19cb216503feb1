package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * Makes tangents that agree with MikkTSpace at its default settings, which is what normal maps are
 * baked against.
 *
 * <p>Vertices with equal position, normal and texture coordinates count as one. Around such a
 * vertex, the corners of triangles that hang together by edges and are mapped with the same
 * orientation form a group. A group's tangent is the sum of its triangles' directions of growing u,
 * each projected into the plane of the normal, of unit length, weighted by the triangle's angle at
 * the vertex. A vertex whose corners belong to several groups is split. Triangles without area in
 * the texture join the group they are reached from and add nothing to it; triangles without area in
 * space take what another corner at the same vertex has.
 *
 * <p>Source: M. Mikkelsen, "Simulation of Wrinkled Surfaces Revisited", 2008, and the behaviour of
 * its reference implementation. In glTF v points down and the bitangent up, so the sign is that for
 * (u, 1 - v).
 */
final class TangentGenerator {
    private static final float SMALLEST = Float.MIN_NORMAL;

    /** Vertices, triangles or corners from one look at whether to go on to the next, minus one. */
    static final int STEPS = (1 << 14) - 1;

    private final float[] positions;
    private final float[] normals;
    private final float[] uv;
    private final int[] indices;
    private final int triangles;

    /** First vertex that is equal, for each vertex. */
    private final int[] welded;

    /** Direction of growing u, three floats a triangle; any length. */
    private final float[] direction;

    /** Per triangle: has no area in space. */
    private final boolean[] degenerate;

    /** Per triangle: 1 texture not mirrored, -1 mirrored, 0 not known. */
    private final byte[] orientation;

    /** Per triangle: has no area in the texture. */
    private final boolean[] flatInTexture;

    /** Per edge 3t + k, from corner k of triangle t to the next: the edge beside it, or -1. */
    private final int[] neighbor;

    /** Per corner 3t + k: parent in its group's tree. */
    private final int[] group;

    /** Throws if the work shall end. */
    private final Runnable goOn;

    private TangentGenerator(
            float[] positions, float[] normals, float[] uv, int[] indices, Runnable goOn) {
        this.goOn = goOn;
        this.positions = positions;
        this.normals = normals;
        this.uv = uv;
        this.indices = indices;
        triangles = indices.length / 3;
        welded = new int[positions.length / 3];
        direction = new float[3 * triangles];
        degenerate = new boolean[triangles];
        orientation = new byte[triangles];
        flatInTexture = new boolean[triangles];
        neighbor = new int[3 * triangles];
        group = new int[3 * triangles];
    }

    /** Returns how much memory the work takes, and the most that the result adds. */
    static long workBytes(Primitive triangles) {
        return 160L * (triangles.elementCount() / 3) + 40L * triangles.vertices().count();
    }

    /**
     * Returns the same triangles with tangents. Vertices are added at the end where one has to be
     * split; the others keep their places.
     *
     * @param primitive an indexed triangle list with normals
     * @param uv texture coordinates of the normal map, two floats a vertex
     * @param memory told how many bytes copies of influences and morph targets will take, before
     *     they are made
     * @param goOn called every now and then; ends the work by an exception
     */
    static Primitive withTangents(
            Primitive primitive, float[] uv, LongConsumer memory, Runnable goOn) {
        VertexData from = primitive.vertices();
        TangentGenerator generator =
                new TangentGenerator(
                        from.positions(), from.normals(), uv, primitive.indices(), goOn);
        generator.weld();
        generator.findDirections();
        generator.findNeighbors();
        generator.orientFlatOnes();
        generator.makeGroups();
        return generator.build(primitive, generator.groupTangents(), memory);
    }

    /** Gives tangents without direction one, in place. */
    static void repair(float[] tangents, float[] normals) {
        for (int v = 0, o = 0; o < tangents.length; v++, o += 4) {
            if (tangents[o] == 0 && tangents[o + 1] == 0 && tangents[o + 2] == 0) {
                perpendicular(normals, v, tangents, o);
            }
        }
    }

    private void look(int step) {
        if ((step & STEPS) == 0) {
            goOn.run();
        }
    }

    private void weld() {
        int count = welded.length;
        int capacity = Integer.highestOneBit(Math.max(8, count)) << 2;
        if (capacity <= 0) {
            capacity = 1 << 30;
        }
        int[] table = new int[capacity];
        Arrays.fill(table, -1);
        // which vertices meet in the table must not be up to who wrote the file; the result does
        // not depend on it
        int seed = new SplittableRandom().nextInt();
        for (int v = 0; v < count; v++) {
            look(v);
            int hash = seed;
            for (int k = 0; k < 3; k++) {
                hash = mix(hash, positions[3 * v + k]);
                hash = mix(hash, normals[3 * v + k]);
            }
            hash = mix(mix(hash, uv[2 * v]), uv[2 * v + 1]);
            int slot = (hash ^ hash >>> 15) & capacity - 1;
            while (table[slot] >= 0 && !isSame(table[slot], v)) {
                slot = slot + 1 & capacity - 1;
            }
            if (table[slot] < 0) {
                table[slot] = v;
            }
            welded[v] = table[slot];
        }
    }

    private static int mix(int hash, float value) {
        // + 0f makes -0 and 0 the same
        int h = (hash ^ Float.floatToRawIntBits(value + 0f)) * 0x9E3779B1;
        return (h ^ h >>> 15) * 0x85EBCA77;
    }

    private boolean isSame(int a, int b) {
        // by bits but for the sign of zero, so that NaN equals itself and the table stays short
        for (int k = 0; k < 3; k++) {
            if (bits(positions[3 * a + k]) != bits(positions[3 * b + k])
                    || bits(normals[3 * a + k]) != bits(normals[3 * b + k])) {
                return false;
            }
        }
        return bits(uv[2 * a]) == bits(uv[2 * b]) && bits(uv[2 * a + 1]) == bits(uv[2 * b + 1]);
    }

    private static int bits(float value) {
        return Float.floatToRawIntBits(value + 0f);
    }

    private void findDirections() {
        for (int t = 0; t < triangles; t++) {
            look(t);
            int a = indices[3 * t];
            int b = indices[3 * t + 1];
            int c = indices[3 * t + 2];
            if (samePosition(a, b) || samePosition(b, c) || samePosition(c, a)) {
                degenerate[t] = true;
                continue;
            }
            float du1 = uv[2 * b] - uv[2 * a];
            float dv1 = uv[2 * a + 1] - uv[2 * b + 1];
            float du2 = uv[2 * c] - uv[2 * a];
            float dv2 = uv[2 * a + 1] - uv[2 * c + 1];
            float area = du1 * dv2 - dv1 * du2;
            float square = 0;
            float squareOther = 0;
            for (int k = 0; k < 3; k++) {
                float d1 = positions[3 * b + k] - positions[3 * a + k];
                float d2 = positions[3 * c + k] - positions[3 * a + k];
                float s = dv2 * d1 - dv1 * d2;
                float other = du1 * d2 - du2 * d1;
                square += s * s;
                squareOther += other * other;
                direction[3 * t + k] = area > 0 ? s : -s;
            }
            // comparisons that fail for NaN, which so counts as flat
            if (Math.abs(area) > SMALLEST && square > SMALLEST && squareOther > SMALLEST) {
                orientation[t] = (byte) (area > 0 ? 1 : -1);
            } else {
                flatInTexture[t] = true;
            }
        }
    }

    private boolean samePosition(int a, int b) {
        return positions[3 * a] == positions[3 * b]
                && positions[3 * a + 1] == positions[3 * b + 1]
                && positions[3 * a + 2] == positions[3 * b + 2];
    }

    /** Pairs edges that run between the same two vertices in opposite directions. */
    private void findNeighbors() {
        Arrays.fill(neighbor, -1);
        // edges by their smaller vertex, then sorted by the larger: no pattern makes this slow
        int[] start = new int[welded.length + 1];
        for (int e = 0; e < neighbor.length; e++) {
            look(e);
            if (!degenerate[e / 3]) {
                start[Math.min(from(e), to(e)) + 1]++;
            }
        }
        for (int v = 0; v < welded.length; v++) {
            start[v + 1] += start[v];
        }
        long[] entries = new long[start[welded.length]];
        int[] fill = start.clone();
        for (int e = 0; e < neighbor.length; e++) {
            look(e);
            if (!degenerate[e / 3]) {
                int low = Math.min(from(e), to(e));
                entries[fill[low]++] = (long) Math.max(from(e), to(e)) << 32 | e;
            }
        }
        for (int v = 0; v < welded.length; v++) {
            look(v);
            if (start[v + 1] - start[v] < 2) {
                continue;
            }
            Arrays.sort(entries, start[v], start[v + 1]);
            int run = start[v];
            while (run < start[v + 1]) {
                int runEnd = run + 1;
                while (runEnd < start[v + 1] && entries[runEnd] >> 32 == entries[run] >> 32) {
                    runEnd++;
                }
                pair(entries, run, runEnd, v);
                run = runEnd;
            }
        }
    }

    /** Pairs the first edge that leaves {@code low} with the first that arrives, and so on. */
    private void pair(long[] entries, int begin, int end, int low) {
        int leaving = begin;
        int arriving = begin;
        while (true) {
            while (leaving < end && from((int) entries[leaving]) != low) {
                leaving++;
            }
            while (arriving < end && to((int) entries[arriving]) != low) {
                arriving++;
            }
            if (leaving == end || arriving == end) {
                return;
            }
            int a = (int) entries[leaving++];
            int b = (int) entries[arriving++];
            neighbor[a] = b;
            neighbor[b] = a;
        }
    }

    private int from(int edge) {
        return welded[indices[edge]];
    }

    private int to(int edge) {
        return welded[indices[next(edge)]];
    }

    /** Next corner of the same triangle. */
    private static int next(int corner) {
        return corner % 3 == 2 ? corner - 2 : corner + 1;
    }

    /**
     * Gives triangles without area in the texture the orientation of what they hang together with.
     */
    private void orientFlatOnes() {
        int[] queue = new int[triangles];
        int tail = 0;
        for (int t = 0; t < triangles; t++) {
            if (orientation[t] != 0) {
                queue[tail++] = t;
            }
        }
        for (int head = 0; head < tail; head++) {
            look(head);
            int t = queue[head];
            for (int e = 3 * t; e < 3 * t + 3; e++) {
                int other = neighbor[e] / 3;
                if (neighbor[e] >= 0 && orientation[other] == 0) {
                    orientation[other] = orientation[t];
                    queue[tail++] = other;
                }
            }
        }
    }

    private void makeGroups() {
        for (int c = 0; c < group.length; c++) {
            group[c] = c;
        }
        for (int e = 0; e < neighbor.length; e++) {
            look(e);
            int other = neighbor[e];
            if (other > e && orientation[e / 3] == orientation[other / 3]) {
                join(e, next(other));
                join(next(e), other);
            }
        }
    }

    private int root(int corner) {
        int c = corner;
        while (group[c] != c) {
            group[c] = group[group[c]];
            c = group[c];
        }
        return c;
    }

    /** The smaller corner becomes the root, so that the result does not depend on the order. */
    private void join(int a, int b) {
        int rootA = root(a);
        int rootB = root(b);
        group[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
    }

    /** Returns the tangent of each group, four floats at its root. */
    private float[] groupTangents() {
        float[] sum = new float[4 * group.length];
        for (int c = 0; c < group.length; c++) {
            look(c);
            int t = c / 3;
            if (degenerate[t] || flatInTexture[t]) {
                continue;
            }
            int v = indices[c];
            float nx = normals[3 * v];
            float ny = normals[3 * v + 1];
            float nz = normals[3 * v + 2];
            float dx = direction[3 * t];
            float dy = direction[3 * t + 1];
            float dz = direction[3 * t + 2];
            float along = nx * dx + ny * dy + nz * dz;
            dx -= nx * along;
            dy -= ny * along;
            dz -= nz * along;
            float length = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
            if (length > SMALLEST) {
                float weight = angle(v, indices[next(c)], indices[next(next(c))]) / length;
                int o = 4 * root(c);
                sum[o] += dx * weight;
                sum[o + 1] += dy * weight;
                sum[o + 2] += dz * weight;
            }
        }
        for (int c = 0; c < group.length; c++) {
            look(c);
            if (group[c] == c) {
                finish(sum, 4 * c, indices[c], orientation[c / 3]);
            }
        }
        return sum;
    }

    /** Angle at v between the edges to a and b, as seen along the normal, in radians. */
    private float angle(int v, int a, int b) {
        float nx = normals[3 * v];
        float ny = normals[3 * v + 1];
        float nz = normals[3 * v + 2];
        float ax = positions[3 * a] - positions[3 * v];
        float ay = positions[3 * a + 1] - positions[3 * v + 1];
        float az = positions[3 * a + 2] - positions[3 * v + 2];
        float bx = positions[3 * b] - positions[3 * v];
        float by = positions[3 * b + 1] - positions[3 * v + 1];
        float bz = positions[3 * b + 2] - positions[3 * v + 2];
        float alongA = nx * ax + ny * ay + nz * az;
        float alongB = nx * bx + ny * by + nz * bz;
        ax -= nx * alongA;
        ay -= ny * alongA;
        az -= nz * alongA;
        bx -= nx * alongB;
        by -= ny * alongB;
        bz -= nz * alongB;
        double lengths =
                Math.sqrt((double) ax * ax + (double) ay * ay + (double) az * az)
                        * Math.sqrt((double) bx * bx + (double) by * by + (double) bz * bz);
        if (!(lengths > 0)) {
            return 0;
        }
        double cosine = ((double) ax * bx + (double) ay * by + (double) az * bz) / lengths;
        return (float) StrictMath.acos(Math.max(-1, Math.min(1, cosine)));
    }

    private void finish(float[] sum, int o, int v, int orientation) {
        float x = sum[o];
        float y = sum[o + 1];
        float z = sum[o + 2];
        float length = (float) Math.sqrt(x * x + y * y + z * z);
        if (length > SMALLEST && length < Float.POSITIVE_INFINITY) {
            sum[o] = x / length;
            sum[o + 1] = y / length;
            sum[o + 2] = z / length;
        } else {
            perpendicular(sum, o, v);
        }
        sum[o + 3] = orientation < 0 ? -1 : 1;
    }

    private void perpendicular(float[] out, int o, int v) {
        perpendicular(normals, v, out, o);
    }

    /** Where the texture says nothing: some direction in the plane of the normal of vertex v. */
    private static void perpendicular(float[] normals, int v, float[] out, int o) {
        float nx = normals[3 * v];
        float ny = normals[3 * v + 1];
        float nz = normals[3 * v + 2];
        // x made perpendicular to the normal, or z where the normal is near x
        boolean useX = !(Math.abs(nx) > 0.9f);
        float along = useX ? nx : nz;
        float x = (useX ? 1 : 0) - along * nx;
        float y = -along * ny;
        float z = (useX ? 0 : 1) - along * nz;
        float length = (float) Math.sqrt(x * x + y * y + z * z);
        boolean isFine = length > SMALLEST && length < Float.POSITIVE_INFINITY;
        out[o] = isFine ? x / length : 1;
        out[o + 1] = isFine ? y / length : 0;
        out[o + 2] = isFine ? z / length : 0;
    }

    private Primitive build(Primitive primitive, float[] groupTangents, LongConsumer memory) {
        VertexData from = primitive.vertices();
        int count = from.count();
        // group whose tangent a vertex has
        int[] groupOf = new int[count];
        Arrays.fill(groupOf, -1);
        int[] newIndices = indices.clone();
        int[] splitFrom = new int[16];
        int[] splitGroup = new int[16];
        int splits = 0;
        Map<Long, Integer> known = new HashMap<>();
        // a group around each welded vertex, for triangles without area to take
        int[] anyGroup = new int[count];
        Arrays.fill(anyGroup, -1);
        for (int c = 0; c < group.length; c++) {
            look(c);
            if (degenerate[c / 3]) {
                continue;
            }
            int v = indices[c];
            int root = root(c);
            if (anyGroup[welded[v]] < 0) {
                anyGroup[welded[v]] = root;
            }
            if (groupOf[v] < 0) {
                groupOf[v] = root;
            } else if (groupOf[v] != root) {
                Integer place = known.get((long) v << 32 | root);
                if (place == null) {
                    if (splits == splitFrom.length) {
                        splitFrom = Arrays.copyOf(splitFrom, 2 * splits);
                        splitGroup = Arrays.copyOf(splitGroup, 2 * splits);
                    }
                    place = count + splits;
                    splitFrom[splits] = v;
                    splitGroup[splits++] = root;
                    known.put((long) v << 32 | root, place);
                }
                newIndices[c] = place;
            }
        }
        float[] tangents = new float[4 * (count + splits)];
        for (int v = 0; v < count + splits; v++) {
            look(v);
            int g = v < count ? groupOf[v] : splitGroup[v - count];
            if (g < 0) {
                g = anyGroup[welded[v]];
            }
            if (g < 0) {
                perpendicular(tangents, 4 * v, v);
                tangents[4 * v + 3] = 1;
            } else {
                System.arraycopy(groupTangents, 4 * g, tangents, 4 * v, 4);
            }
        }
        VertexData vertices =
                new VertexData(
                        count + splits,
                        extend(from.positions(), 3, splitFrom, splits),
                        extend(from.normals(), 3, splitFrom, splits),
                        tangents,
                        extend(from.texCoord0(), 2, splitFrom, splits),
                        extend(from.texCoord1(), 2, splitFrom, splits),
                        extend(from.color0(), 4, splitFrom, splits));
        VertexSet set = VertexSet.of(primitive);
        if (splits > 0) {
            memory.accept(4L * (count + splits) * set.motionValuesPerVertex());
            int[] sources = Arrays.copyOf(splitFrom, count + splits);
            System.arraycopy(splitFrom, 0, sources, count, splits);
            for (int v = 0; v < count; v++) {
                sources[v] = v;
            }
            set = set.gatherMotion(sources, count + splits);
        }
        return set.with(vertices).toPrimitive(Topology.TRIANGLES, newIndices, primitive.material());
    }

    private static float[] extend(float[] values, int width, int[] copies, int count) {
        if (values == null || count == 0) {
            return values;
        }
        float[] longer = Arrays.copyOf(values, values.length + width * count);
        for (int i = 0, o = values.length; i < count; i++, o += width) {
            System.arraycopy(values, copies[i] * width, longer, o, width);
        }
        return longer;
    }
}
