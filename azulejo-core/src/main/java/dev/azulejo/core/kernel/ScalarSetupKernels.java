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
            write(v, a, b, c, front ? 0 : TrianglePlanes.BACK, rules, records, record);
        }
    }

    /** Returns twice the area of a triangle in the window, fixed point. */
    private static long area(TransformedVertices v, int a, int b, int c) {
        int x0 = v.x[a];
        int y0 = v.y[a];
        return (long) (v.x[b] - x0) * (v.y[c] - y0) - (long) (v.x[c] - x0) * (v.y[b] - y0);
    }

    /**
     * Writes a record.
     *
     * @param v vertices in the window
     * @param a slot of a corner, likewise b and c
     * @param facing {@link TrianglePlanes#BACK} or 0
     * @param rules of the draw call
     * @param r array of records
     * @param at first int of the record
     */
    public static void write(
            TransformedVertices v,
            int a,
            int b,
            int c,
            int facing,
            SetupRules rules,
            int[] r,
            int at) {
        int x0 = v.x[a];
        int y0 = v.y[a];
        float z0 = v.z[a];
        int x1 = v.x[b];
        int y1 = v.y[b];
        float z1 = v.z[b];
        int x2 = v.x[c];
        int y2 = v.y[c];
        float z2 = v.z[c];
        var bounds = rules.culling;
        int column0 = Math.min(x0, Math.min(x1, x2)) + bounds.low >> TrianglePlanes.SUBPIXEL_BITS;
        int column1 = Math.max(x0, Math.max(x1, x2)) - bounds.high >> TrianglePlanes.SUBPIXEL_BITS;
        int row0 = Math.min(y0, Math.min(y1, y2)) + bounds.low >> TrianglePlanes.SUBPIXEL_BITS;
        int row1 = Math.max(y0, Math.max(y1, y2)) - bounds.high >> TrianglePlanes.SUBPIXEL_BITS;
        int cutColumn0 = Math.max(column0, bounds.x0);
        int cutColumn1 = Math.min(column1, bounds.x1);
        int cutRow0 = Math.max(row0, bounds.y0);
        int cutRow1 = Math.min(row1, bounds.y1);
        int flags = facing;
        if (cutColumn0 != column0 || cutColumn1 != column1 || cutRow0 != row0 || cutRow1 != row1) {
            boolean clipped =
                    column0 < rules.clipX0
                            || column1 > rules.clipX1
                            || row0 < rules.clipY0
                            || row1 > rules.clipY1;
            flags |= clipped ? TrianglePlanes.CUT : TrianglePlanes.CONFINED;
        }
        r[at + TrianglePlanes.COLUMNS] = TrianglePlanes.range(cutColumn0, cutColumn1) | flags;
        r[at + TrianglePlanes.ROWS] = TrianglePlanes.range(cutRow0, cutRow1);
        // Vertices may lie beyond the viewport's range, samples may not.
        float zMin = Math.min(z0, Math.min(z1, z2));
        float zMax = Math.max(z0, Math.max(z1, z2));
        r[at + TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(inRange(zMin, rules));
        r[at + TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(inRange(zMax, rules));
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

    private static float inRange(float z, SetupRules rules) {
        return Math.min(Math.max(z, rules.zLow), rules.zHigh);
    }
}
