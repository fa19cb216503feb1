package dev.azulejo.scene.render;

import dev.azulejo.scene.parallel.ParallelRows;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;

/**
 * Finds which part of the ambient light arrives at vertices, by rays, the same ones around every
 * normal. Nobody sees a vertex that lies inside of something, as that of a table's leg in the
 * table, but what lies between it and others: it gets what the middles of its triangles have.
 *
 * <p>Rows of vertices are done by several threads, each vertex by itself, so that it does not
 * matter by how many. Source: Duff et al., "Building an Orthonormal Basis, Revisited", 2017, for
 * directions.
 */
final class VertexOpenness {
    /** Rays of a vertex. */
    static final int MOST_RAYS = 128;

    /** Parts of few vertices, walls for one, have so many times the rays. */
    private static final int MORE_RAYS = 4;

    private static final int FEW = 1 << 10;

    /** Turned by it, directions lie as evenly as seeds of a sunflower (Vogel, 1979). */
    private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

    /** They begin by this part of the way to the middles of a vertex's triangles beside it. */
    private static final double INWARDS = 0.05;

    /** A vertex of which more rays meet something from behind is inside of it. */
    private static final double BURIED = 0.6;

    /** So many edges far those have theirs from others. */
    private static final int ROUNDS = 24;

    /** What is no smaller is as good as infinite. */
    private static final float LARGEST = 1e38f / 3;

    /** Vertices that a thread does at once. */
    private static final int ROW = 64;

    private final TriangleTree tree;
    private final double reach;
    private final double above;
    private final int rays;
    private final Runnable goOn;
    private final LongAdder asked = new LongAdder();

    /**
     * Makes one.
     *
     * @param tree what hides light
     * @param reach how far away, world units
     * @param above so far above the surface rays begin
     * @param rays how many a vertex
     * @param goOn called every now and then, by several threads; what it throws ends the work
     */
    VertexOpenness(TriangleTree tree, double reach, double above, int rays, Runnable goOn) {
        this.tree = tree;
        this.reach = reach;
        this.above = above;
        this.rays = rays;
        this.goOn = goOn;
    }

    /**
     * Returns the openness of vertices. Triangles that are not finite say nothing of their
     * vertices' neighbours.
     *
     * @param triangles three indices each
     * @param at world positions, x y z
     * @param normals in world space, of any length
     */
    float[] of(int[] triangles, float[] at, float[] normals) {
        int count = at.length / 3;
        int[] indices = finite(triangles, at, normals);
        double[] directions = directions(rays(count));
        var points = new Points(at, normals, inwards(indices, at));
        float[] openness = all(count, vertex -> true, points, directions);
        middles(indices, points, openness, directions);
        spread(indices, openness);
        return openness;
    }

    /** Returns how many rays a vertex has at the least. */
    int leastRays() {
        return rays;
    }

    /** Returns how many rays a vertex of a part has that has so many vertices. */
    int rays(int count) {
        return Math.min(MOST_RAYS, count <= FEW ? MORE_RAYS * rays : rays);
    }

    /**
     * Returns the openness at points, by the fewest rays that a vertex has; of those inside of
     * something -1 less that.
     *
     * @param points where; as many of each as of the others
     */
    float[] at(Points points) {
        return all(points.at.length / 3, point -> true, points, directions(rays));
    }

    /** Returns how many boxes of the tree were asked by all rays, the same by any threads. */
    long asked() {
        return asked.sum();
    }

    /** Returns where the rays of vertices begin. */
    static Points points(int[] triangles, float[] at, float[] normals) {
        return new Points(at, normals, inwards(finite(triangles, at, normals), at));
    }

    /**
     * Where to begin.
     *
     * @param at world positions, x y z
     * @param normals of any length
     * @param inwards from there to the middle of the surface around
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
    record Points(float[] at, float[] normals, float[] inwards) {}

    private float[] all(int count, IntPredicate wanted, Points points, double[] directions) {
        float[] openness = new float[count];
        ParallelRows.make(
                (count + ROW - 1) / ROW,
                row -> {
                    var ray = new TriangleTree.Ray();
                    for (int i = row * ROW; i < Math.min(count, (row + 1) * ROW); i++) {
                        openness[i] = wanted.test(i) ? openness(i, points, directions, ray) : -1;
                    }
                    asked.add(ray.asked());
                },
                goOn);
        return openness;
    }

    /** Returns the triangles whose corners and normals are numbers that can be summed. */
    static int[] finite(int[] triangles, float[] at, float[] normals) {
        int[] finite = new int[triangles.length / 3 * 3];
        int size = 0;
        for (int i = 0; i + 3 <= triangles.length; i += 3) {
            boolean all = true;
            for (int k = 0; k < 9; k++) {
                int value = 3 * triangles[i + k / 3] + k % 3;
                all &= Math.abs(at[value]) < LARGEST && Math.abs(normals[value]) < LARGEST;
            }
            if (all) {
                System.arraycopy(triangles, i, finite, size, 3);
                size += 3;
            }
        }
        return Arrays.copyOf(finite, size);
    }

    /** Gives vertices inside of other things what the middles of their triangles have. */
    private void middles(int[] indices, Points points, float[] openness, double[] directions) {
        boolean any = false;
        for (float value : openness) {
            any |= value < 0;
        }
        if (!any) {
            return;
        }
        int triangles = indices.length / 3;
        float[] at = new float[3 * triangles];
        float[] normals = new float[3 * triangles];
        boolean[] wanted = new boolean[triangles];
        for (int i = 0; i < 3 * triangles; i++) {
            int vertex = indices[i];
            wanted[i / 3] |= openness[vertex] < 0;
            for (int axis = 0; axis < 3; axis++) {
                at[i / 3 * 3 + axis] += points.at()[3 * vertex + axis] / 3;
                normals[i / 3 * 3 + axis] += points.normals()[3 * vertex + axis];
            }
        }
        var middles = new Points(at, normals, new float[3 * triangles]);
        float[] found = all(triangles, t -> wanted[t], middles, directions);
        float[] sums = new float[openness.length];
        int[] many = new int[openness.length];
        for (int i = 0; i < 3 * triangles; i++) {
            if (found[i / 3] >= 0) {
                sums[indices[i]] += found[i / 3];
                many[indices[i]]++;
            }
        }
        for (int v = 0; v < openness.length; v++) {
            if (openness[v] < 0 && many[v] > 0) {
                openness[v] = sums[v] / many[v];
            }
        }
    }

    /**
     * Gives vertices inside of other things, of whose triangles nothing was found either, what
     * their neighbours have.
     */
    void spread(int[] indices, float[] openness) {
        float[] sums = new float[openness.length];
        int[] many = new int[openness.length];
        for (int round = 0; round < ROUNDS; round++) {
            goOn.run();
            boolean any = false;
            for (int i = 0; i + 3 <= indices.length; i += 3) {
                for (int k = 0; k < 3; k++) {
                    int to = indices[i + k];
                    for (int other = 1; other < 3 && openness[to] < 0; other++) {
                        float value = openness[indices[i + (k + other) % 3]];
                        sums[to] += value >= 0 ? value : 0;
                        many[to] += value >= 0 ? 1 : 0;
                        any |= value >= 0;
                    }
                }
            }
            for (int v = 0; v < openness.length; v++) {
                if (openness[v] < 0 && many[v] > 0) {
                    openness[v] = sums[v] / many[v];
                }
            }
            if (!any) {
                break;
            }
        }
        for (int v = 0; v < openness.length; v++) {
            // What lies inside as a whole has what was found there
            openness[v] = openness[v] < 0 ? -1 - openness[v] : openness[v];
        }
    }

    /** From vertices to the middles of their triangles, on average. */
    private static float[] inwards(int[] indices, float[] at) {
        float[] inwards = new float[at.length];
        int[] many = new int[at.length / 3];
        for (int i = 0; i + 3 <= indices.length; i += 3) {
            for (int axis = 0; axis < 3; axis++) {
                float sum = 0;
                for (int k = 0; k < 3; k++) {
                    sum += at[3 * indices[i + k] + axis];
                }
                for (int k = 0; k < 3; k++) {
                    int to = 3 * indices[i + k] + axis;
                    inwards[to] += sum / 3 - at[to];
                }
            }
            for (int k = 0; k < 3; k++) {
                many[indices[i + k]]++;
            }
        }
        for (int i = 0; i < inwards.length; i++) {
            inwards[i] /= Math.max(1, many[i / 3]);
        }
        return inwards;
    }

    /** Directions around z, as many as the cosine to it says. */
    private static double[] directions(int count) {
        double[] directions = new double[3 * count];
        for (int i = 0; i < count; i++) {
            double part = (i + 0.5) / count;
            double across = Math.sqrt(part);
            directions[3 * i] = across * StrictMath.cos(GOLDEN_ANGLE * i);
            directions[3 * i + 1] = across * StrictMath.sin(GOLDEN_ANGLE * i);
            directions[3 * i + 2] = Math.sqrt(1 - part);
        }
        return directions;
    }

    /** Returns it; if the vertex is inside of something, -1 less that. */
    private float openness(int vertex, Points points, double[] directions, TriangleTree.Ray ray) {
        float[] at = points.at();
        float[] normals = points.normals();
        float[] inwards = points.inwards();
        int i = 3 * vertex;
        double x = normals[i];
        double y = normals[i + 1];
        double z = normals[i + 2];
        double length = Math.sqrt(x * x + y * y + z * z);
        double place = (double) at[i] + at[i + 1] + at[i + 2];
        if (!(length > 0) || length == Double.POSITIVE_INFINITY || !(Math.abs(place) < 1e38)) {
            return 1;
        }
        x /= length;
        y /= length;
        z /= length;
        double down = inwards[i] * x + inwards[i + 1] * y + inwards[i + 2] * z;
        // Beside the vertex and not on the wall that it may touch; never below the surface
        ray.from(
                at[i] + INWARDS * (inwards[i] - down * x) + above * x,
                at[i + 1] + INWARDS * (inwards[i + 1] - down * y) + above * y,
                at[i + 2] + INWARDS * (inwards[i + 2] - down * z) + above * z);
        double sign = Math.copySign(1, z);
        double a = -1 / (sign + z);
        double b = x * y * a;
        double hidden = 0;
        int behind = 0;
        int count = directions.length / 3;
        for (int k = 0; k < 3 * count; k += 3) {
            double u = directions[k];
            double v = directions[k + 1];
            double w = directions[k + 2];
            ray.along(
                    u * (1 + sign * x * x * a) + v * b + w * x,
                    u * sign * b + v * (sign + y * y * a) + w * y,
                    -u * sign * x - v * y + w * z);
            double far = tree.first(ray, reach);
            if (far < reach) {
                double part = far / reach;
                hidden += 1 - part * part;
                behind += ray.behind() ? 1 : 0;
            }
        }
        float openness = (float) Math.max(0, 1 - hidden / count);
        return behind > BURIED * count ? -1 - openness : openness;
    }
}
