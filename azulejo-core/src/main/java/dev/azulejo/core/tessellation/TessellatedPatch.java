package dev.azulejo.core.tessellation;

/**
 * Domain points of one patch and the primitives between them. Made to be used again: it has room
 * for the largest patch. For one thread at a time.
 */
public final class TessellatedPatch {
    /** Largest factor: parts that an edge is cut into at most. */
    public static final int MOST_FACTOR = 64;

    /** Points of an edge at most. */
    static final int MOST_EDGE_POINTS = MOST_FACTOR + 1;

    /** Of one patch: a quad with all factors {@value #MOST_FACTOR}. */
    public static final int MOST_POINTS = MOST_EDGE_POINTS * MOST_EDGE_POINTS;

    /** Of one patch: three for each of the triangles of such a quad. */
    public static final int MOST_INDICES = 3 * 2 * MOST_FACTOR * MOST_FACTOR;

    /** 1 in the fixed-point numbers of the tessellator, which have 16 bits of fraction. */
    static final int ONE = 1 << 16;

    /** [pointCount]; multiples of 1/65536 from 0 to 1, so that 1 - u is exact too. */
    public final float[] u = new float[MOST_POINTS];

    /** [pointCount], as {@link #u}. */
    public final float[] v = new float[MOST_POINTS];

    /** [pointCount]; 1 - u - v, exact, for triangles; 0 for the other domains. */
    public final float[] w = new float[MOST_POINTS];

    /** [indexCount]; numbers of points, those of a primitive together. */
    public final int[] indices = new int[MOST_INDICES];

    int pointCount;

    int indexCount;

    private TessellationTopology topology;

    void clear(TessellationTopology newTopology) {
        topology = newTopology;
        pointCount = 0;
        indexCount = 0;
    }

    /** A point of a quad or an isoline, in fixed point. Returns its number. */
    int addPoint(int fixedU, int fixedV) {
        return addPoint(fixedU, fixedV, 0);
    }

    /** Makes room for points that the caller writes. Returns the number of the first. */
    int addPoints(int count) {
        int first = pointCount;
        pointCount += count;
        return first;
    }

    /** A fixed-point number as a coordinate; exact. */
    static float coordinate(int fixed) {
        return fixed * (1f / ONE);
    }

    /** The next point of a triangle, in fixed point. */
    void addTrianglePoint(int fixedU, int fixedV) {
        addPoint(fixedU, fixedV, ONE - fixedU - fixedV);
    }

    private int addPoint(int fixedU, int fixedV, int fixedW) {
        int point = pointCount++;
        u[point] = coordinate(fixedU);
        v[point] = coordinate(fixedV);
        w[point] = coordinate(fixedW);
        return point;
    }

    /** A line; ignored if points alone are wanted. */
    void addLine(int a, int b) {
        if (topology == TessellationTopology.LINES) {
            indices[indexCount] = a;
            indices[indexCount + 1] = b;
            indexCount += 2;
        }
    }

    /** Whether triangles are ignored, since points alone are wanted. */
    boolean wantsTriangles() {
        return topology != TessellationTopology.POINTS;
    }

    /** Where the second vertex of a triangle given counter-clockwise goes: 1 or 2. */
    int second() {
        return topology == TessellationTopology.TRIANGLES_CLOCKWISE ? 2 : 1;
    }

    /** A triangle given counter-clockwise; ignored if points alone are wanted. */
    void addTriangle(int a, int b, int c) {
        if (wantsTriangles()) {
            indices[indexCount] = a;
            indices[indexCount + second()] = b;
            indices[indexCount + 3 - second()] = c;
            indexCount += 3;
        }
    }

    /** All points are there: if points alone are wanted, each is a primitive. */
    void finish() {
        if (topology == TessellationTopology.POINTS) {
            for (int i = 0; i < pointCount; i++) {
                indices[i] = i;
            }
            indexCount = pointCount;
        }
    }

    /** How many points there are; 0 if the patch was dropped. */
    public int pointCount() {
        return pointCount;
    }

    /** How many indices there are: a multiple of the topology's vertices. */
    public int indexCount() {
        return indexCount;
    }
}
