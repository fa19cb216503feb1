package dev.azulejo.core.kernel;

/**
 * What interpolation needs of one triangle. Written by the worker once per triangle and tile.
 *
 * <p>Screen-linear weights of vertices 1 and 2 at window position (x, y), in fixed-point units from
 * vertex 0: {@code l1 = a1 * dx + b1 * dy}, {@code l2 = a2 * dx + b2 * dy}.
 */
public final class InterpolationTriangle {
    /** Window position of vertex 0. */
    public int x0;

    /** Window position of vertex 0. */
    public int y0;

    /** Slope of weight 1 along x. */
    public float a1;

    /** Slope of weight 1 along y. */
    public float b1;

    /** Slope of weight 2 along x. */
    public float a2;

    /** Slope of weight 2 along y. */
    public float b2;

    /** Vertex data of the chunk. */
    public float[] data;

    /** First float of each vertex: 1/w, then the varyings. */
    public int v0;

    /** See {@link #v0}. */
    public int v1;

    /** See {@link #v0}. */
    public int v2;

    /** Instance of the draw call. */
    public int instance;

    /** 1 front, -1 back. */
    public float facing;

    /**
     * Sets everything from a set-up record.
     *
     * @param prims has the record
     * @param at its first int
     * @param vertexData vertex data of the chunk
     * @param verticesAt first float of its vertices
     * @param stride floats of a vertex
     * @param drawInstance instance of the draw call
     */
    public void set(
            int[] prims, int at, float[] vertexData, int verticesAt, int stride, int drawInstance) {
        int px0 = prims[at + TrianglePlanes.X0];
        int py0 = prims[at + TrianglePlanes.Y0];
        double dx1 = prims[at + TrianglePlanes.X1] - px0;
        double dy1 = prims[at + TrianglePlanes.Y1] - py0;
        double dx2 = prims[at + TrianglePlanes.X2] - px0;
        double dy2 = prims[at + TrianglePlanes.Y2] - py0;
        double inverseArea = 1 / (dx1 * dy2 - dx2 * dy1);
        x0 = px0;
        y0 = py0;
        a1 = (float) (dy2 * inverseArea);
        b1 = (float) (-dx2 * inverseArea);
        a2 = (float) (-dy1 * inverseArea);
        b2 = (float) (dx1 * inverseArea);
        // A reference that is stored marks a byte of the collector's card table, whose cache lines
        // workers share: store only what changes.
        if (data != vertexData) {
            data = vertexData;
        }
        v0 = verticesAt + prims[at + TrianglePlanes.V0] * stride;
        v1 = verticesAt + prims[at + TrianglePlanes.V1] * stride;
        v2 = verticesAt + prims[at + TrianglePlanes.V2] * stride;
        instance = drawInstance;
        facing = prims[at + TrianglePlanes.COLUMNS] < 0 ? -1 : 1;
    }
}
