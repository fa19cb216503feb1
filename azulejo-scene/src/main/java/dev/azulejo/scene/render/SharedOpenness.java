package dev.azulejo.scene.render;

import dev.azulejo.scene.render.VertexOpenness.Points;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The openness of scenes that show so much that rays of each vertex would take too long, as fields
 * of grass do, whose blades lie close together: vertices of a cell that face about the same way
 * share it. Cells are as small as the work allows. The first of them in the scene's order has the
 * rays, so that it does not matter which threads find it.
 */
final class SharedOpenness {
    /** So many vertices tell how much a ray asks. */
    static final int TRIED = 1 << 10;

    /** Of the reach, how large cells are at the least, and at the most. */
    private static final double SMALLEST = 1.0 / 32;

    private static final double LARGEST = 1;

    /** Of a normal's components, -1 to 1, so many parts to each side: five values. */
    private static final int PARTS = 2;

    /** Bits of such a value, and of a cell's place along an axis. */
    private static final int FACING_BITS = 3;

    private static final int CELL_BITS = 18;

    /** What is not finite, and shares with nothing else. */
    private static final long NOWHERE = -1;

    private final VertexOpenness rays;
    private final double edge;
    private final int most;
    private final Map<Long, Integer> places = new HashMap<>();
    private final Gathered gathered = new Gathered();
    private float[] openness;

    /**
     * How much work is how much.
     *
     * @param fewRays where a scene has no more rays, nobody finds out what they ask
     * @param asked so many boxes of the tree are asked, if no more are expected
     * @param askedShared or else about so many, if the largest cells allow it
     */
    record Limits(long fewRays, long asked, long askedShared) {
        /** A minute and a half of a processor, or about six seconds. */
        static final Limits DEFAULT = new Limits(1L << 24, 3_000_000_000L, 200_000_000L);
    }

    /** Surfaces of a scene. */
    interface Surfaces {
        /** Goes through all, in the scene's order, until a visitor has had enough. */
        void visit(Visitor visitor);
    }

    /** Somebody who looks at surfaces. */
    interface Visitor {
        /**
         * Looks at a part.
         *
         * @param indices three a triangle
         * @param at world positions of its vertices, x y z
         * @param normals in world space, of any length
         * @return whether to go on
         */
        boolean look(int[] indices, float[] at, float[] normals);
    }

    /** Points that are to have rays, of several parts. */
    private static final class Gathered {
        private float[] at = new float[3 * TRIED];
        private float[] normals = new float[3 * TRIED];
        private float[] inwards = new float[3 * TRIED];
        private int size;

        void add(Points points, int vertex) {
            if (at.length < size + 3) {
                at = Arrays.copyOf(at, 2 * at.length);
                normals = Arrays.copyOf(normals, at.length);
                inwards = Arrays.copyOf(inwards, at.length);
            }
            System.arraycopy(points.at(), 3 * vertex, at, size, 3);
            System.arraycopy(points.normals(), 3 * vertex, normals, size, 3);
            System.arraycopy(points.inwards(), 3 * vertex, inwards, size, 3);
            size += 3;
        }

        Points points() {
            return new Points(
                    Arrays.copyOf(at, size),
                    Arrays.copyOf(normals, size),
                    Arrays.copyOf(inwards, size));
        }
    }

    private SharedOpenness(VertexOpenness rays, double edge, int most) {
        this.rays = rays;
        this.edge = edge;
        this.most = most;
    }

    /**
     * Returns what vertices share, or null where each is to have rays of its own.
     *
     * @param rays ask the scene
     * @param reach of the rays, finite
     * @param diagonal of the scene
     * @param vertices that are lit
     * @param all rays that they would have
     * @param surfaces that are lit
     */
    static SharedOpenness of(
            VertexOpenness rays,
            double reach,
            double diagonal,
            long vertices,
            long all,
            Surfaces surfaces,
            Limits limits) {
        if (all <= limits.fewRays()) {
            return null;
        }
        double each = askedByRay(rays, vertices, surfaces);
        if (each * all <= limits.asked()) {
            return null;
        }
        int most = (int) Math.max(TRIED, limits.askedShared() / (each * rays.leastRays()));
        double least = diagonal / (1L << CELL_BITS - 2);
        for (double part = SMALLEST; ; part *= 2) {
            // Of the largest cells there may be as many as there are
            int enough = part < LARGEST ? most : Integer.MAX_VALUE;
            var shared = new SharedOpenness(rays, Math.max(part * reach, least), enough);
            surfaces.visit(shared::take);
            if (shared.places.size() <= enough) {
                shared.openness = rays.at(shared.gathered.points());
                return shared;
            }
        }
    }

    /**
     * Returns how many boxes a ray asks, about: those of a few vertices from all over the scene.
     */
    private static double askedByRay(VertexOpenness rays, long vertices, Surfaces surfaces) {
        var tried = new Gathered();
        long step = Math.max(1, vertices / TRIED);
        long[] passed = new long[1];
        surfaces.visit(
                (indices, at, normals) -> {
                    var points = VertexOpenness.points(indices, at, normals);
                    long before = passed[0];
                    passed[0] += at.length / 3;
                    for (long i = (before + step - 1) / step * step; i < passed[0]; i += step) {
                        tried.add(points, (int) (i - before));
                    }
                    return true;
                });
        long before = rays.asked();
        rays.at(tried.points());
        return (rays.asked() - before) / (tried.size / 3.0 * rays.leastRays());
    }

    /** Finds cells that no vertex was in before; returns whether there are not too many. */
    private boolean take(int[] indices, float[] at, float[] normals) {
        var points = VertexOpenness.points(indices, at, normals);
        for (int i = 0; i < at.length / 3 && places.size() <= most; i++) {
            if (places.putIfAbsent(cell(at, normals, 3 * i), places.size()) == null) {
                gathered.add(points, i);
            }
        }
        return places.size() <= most;
    }

    /** Returns in which cell a vertex is, and which way it faces. */
    private long cell(float[] at, float[] normals, int i) {
        double squares = 0;
        double sum = 0;
        for (int axis = 0; axis < 3; axis++) {
            squares += (double) normals[i + axis] * normals[i + axis];
            sum += at[i + axis];
        }
        // False for what is no number too
        if (!(squares > 0 && squares + Math.abs(sum) < Double.POSITIVE_INFINITY)) {
            return NOWHERE;
        }
        double scale = PARTS / Math.sqrt(squares);
        long key = 0;
        for (int axis = 0; axis < 3; axis++) {
            // What lies that many cells apart shares one, and is further apart than anything is
            long cell = (long) Math.floor(at[i + axis] / edge);
            key = key << CELL_BITS | cell & (1L << CELL_BITS) - 1;
            key = key << FACING_BITS | Math.round(scale * normals[i + axis]) + PARTS;
        }
        return key;
    }

    /** Returns the openness of vertices; what is inside of something has that of neighbours. */
    float[] of(int[] indices, float[] at, float[] normals) {
        float[] own = new float[at.length / 3];
        for (int i = 0; i < own.length; i++) {
            own[i] = openness[places.get(cell(at, normals, 3 * i))];
        }
        rays.spread(VertexOpenness.finite(indices, at, normals), own);
        return own;
    }
}
