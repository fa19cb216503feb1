package dev.azulejo.core.kernel;

/** Definition of {@link SetupKernels}. */
public final class ScalarSetupKernels implements SetupKernels {
    @Override
    public void setUp(
            TransformedVertices v,
            int[] corner,
            int[] primitive,
            int from,
            int to,
            SetupRules rules,
            int[] records,
            int at) {
        int record = at;
        for (int i = from; i < to; i++, record += TrianglePlanes.STRIDE) {
            int first = 3 * primitive[i];
            int a = corner[first];
            int b = corner[first + 1];
            int c = corner[first + 2];
            boolean front = area(v, a, b, c) < 0 == rules.frontSign < 0;
            bounds(v, a, b, c, front ? 0 : TrianglePlanes.BACK, rules, records, record);
            planes(v, a, b, c, rules, records, record);
        }
    }

    private static void bounds(
            TransformedVertices v,
            int a,
            int b,
            int c,
            int facing,
            SetupRules rules,
            int[] r,
            int at) {
        var culling = rules.culling;
        int minX = Math.min(v.x[a], Math.min(v.x[b], v.x[c]));
        int maxX = Math.max(v.x[a], Math.max(v.x[b], v.x[c]));
        int minY = Math.min(v.y[a], Math.min(v.y[b], v.y[c]));
        int maxY = Math.max(v.y[a], Math.max(v.y[b], v.y[c]));
        int column0 = minX + culling.low >> TrianglePlanes.SUBPIXEL_BITS;
        int column1 = maxX - culling.high >> TrianglePlanes.SUBPIXEL_BITS;
        int row0 = minY + culling.low >> TrianglePlanes.SUBPIXEL_BITS;
        int row1 = maxY - culling.high >> TrianglePlanes.SUBPIXEL_BITS;
        int columns =
                TrianglePlanes.range(Math.max(column0, culling.x0), Math.min(column1, culling.x1));
        r[at + TrianglePlanes.COLUMNS] =
                columns | facing | cut(column0, row0, column1, row1, rules);
        r[at + TrianglePlanes.ROWS] =
                TrianglePlanes.range(Math.max(row0, culling.y0), Math.min(row1, culling.y1));
    }

    /** Returns by what bounds are cut: {@link TrianglePlanes#CUT}, CONFINED, or 0 by nothing. */
    public static int cut(int column0, int row0, int column1, int row1, SetupRules rules) {
        var culling = rules.culling;
        if (column0 >= culling.x0
                && column1 <= culling.x1
                && row0 >= culling.y0
                && row1 <= culling.y1) {
            return 0;
        }
        boolean clipped =
                column0 < rules.clipX0
                        || column1 > rules.clipX1
                        || row0 < rules.clipY0
                        || row1 > rules.clipY1;
        return clipped ? TrianglePlanes.CUT : TrianglePlanes.CONFINED;
    }

    /** Returns twice the area of a triangle in the window, fixed point. */
    private static long area(TransformedVertices v, int a, int b, int c) {
        int x0 = v.x[a];
        int y0 = v.y[a];
        return (long) (v.x[b] - x0) * (v.y[c] - y0) - (long) (v.x[c] - x0) * (v.y[b] - y0);
    }

    /**
     * Writes a record but for its columns and rows.
     *
     * @param v vertices in the window
     * @param a slot of a corner, likewise b and c
     * @param rules of the draw call
     * @param r array of records
     * @param at first int of the record
     */
    public static void planes(
            TransformedVertices v, int a, int b, int c, SetupRules rules, int[] r, int at) {
        int x0 = v.x[a];
        int y0 = v.y[a];
        float z0 = v.z[a];
        int x1 = v.x[b];
        int y1 = v.y[b];
        float z1 = v.z[b];
        int x2 = v.x[c];
        int y2 = v.y[c];
        float z2 = v.z[c];
        // Vertices may lie beyond the viewport's range, samples may not.
        int held0 = DepthRange.bits(z0, rules.zLow, rules.zHigh);
        int held1 = DepthRange.bits(z1, rules.zLow, rules.zHigh);
        int held2 = DepthRange.bits(z2, rules.zLow, rules.zHigh);
        r[at + TrianglePlanes.Z_MIN] = Math.min(held0, Math.min(held1, held2));
        r[at + TrianglePlanes.Z_MAX] = Math.max(held0, Math.max(held1, held2));
        long area = area(v, a, b, c);
        boolean swap = area < 0;
        r[at + TrianglePlanes.X0] = x0;
        r[at + TrianglePlanes.Y0] = y0;
        r[at + TrianglePlanes.X1] = swap ? x2 : x1;
        r[at + TrianglePlanes.Y1] = swap ? y2 : y1;
        r[at + TrianglePlanes.X2] = swap ? x1 : x2;
        r[at + TrianglePlanes.Y2] = swap ? y1 : y2;
        double inverse = 1 / (double) area;
        double dz1 = (double) z1 - z0;
        double dz2 = (double) z2 - z0;
        double dzdx = (dz1 * (y2 - y0) - dz2 * (y1 - y0)) * inverse;
        double dzdy = (dz2 * (x1 - x0) - dz1 * (x2 - x0)) * inverse;
        r[at + TrianglePlanes.Z0] = Float.floatToRawIntBits(z0);
        r[at + TrianglePlanes.DZDX] = Float.floatToRawIntBits((float) dzdx);
        r[at + TrianglePlanes.DZDY] = Float.floatToRawIntBits((float) dzdy);
        r[at + TrianglePlanes.V0] = a;
        r[at + TrianglePlanes.V1] = swap ? c : b;
        r[at + TrianglePlanes.V2] = swap ? b : c;
    }
}
