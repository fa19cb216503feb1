package dev.azulejo.core.kernel;

/** Definition of {@link TriangleCulling}. */
public final class ScalarTriangleCulling implements TriangleCulling {
    @Override
    public int remaining(
            TransformedVertices v,
            int[] corner,
            int from,
            int to,
            CullRules rules,
            int[] remaining) {
        rules.face = 0;
        rules.area = 0;
        rules.sample = 0;
        rules.special = 0;
        int facing = facing(v, corner, from, to, rules.culledSign, remaining);
        rules.face = to - from - facing;
        int count = 0;
        for (int i = 0; i < facing; i++) {
            int p = remaining[i];
            if (remains(v, corner[3 * p], corner[3 * p + 1], corner[3 * p + 2], rules)) {
                remaining[count++] = p;
            }
        }
        return count;
    }

    /**
     * Finds what does not face the culled way. Which way a triangle faces is as good as random:
     * there is no branch on it.
     */
    private static int facing(
            TransformedVertices v, int[] corner, int from, int to, int culledSign, int[] facing) {
        int[] x = v.x;
        int[] y = v.y;
        int[] code = v.code;
        int count = 0;
        for (int p = from; p < to; p++) {
            int a = corner[3 * p];
            int b = corner[3 * p + 1];
            int c = corner[3 * p + 2];
            int special = code[a] | code[b] | code[c];
            long area = (long) (x[b] - x[a]) * (y[c] - y[a]) - (long) (x[c] - x[a]) * (y[b] - y[a]);
            // 1 where area has the culled sign and no code is set
            long culled = -(area * culledSign) >>> 63 & special - 1 >>> 31;
            facing[count] = p;
            count += 1 - (int) culled;
        }
        return count;
    }

    private static boolean remains(TransformedVertices v, int a, int b, int c, CullRules rules) {
        if ((v.code[a] | v.code[b] | v.code[c]) != 0) {
            rules.special++;
            return true;
        }
        int x0 = v.x[a];
        int y0 = v.y[a];
        int x1 = v.x[b];
        int y1 = v.y[b];
        int x2 = v.x[c];
        int y2 = v.y[c];
        long area = (long) (x1 - x0) * (y2 - y0) - (long) (x2 - x0) * (y1 - y0);
        if (area == 0) {
            rules.area++;
            return false;
        }
        int low = rules.low;
        int high = rules.high;
        int column0 = Math.min(x0, Math.min(x1, x2)) + low >> TrianglePlanes.SUBPIXEL_BITS;
        int column1 = Math.max(x0, Math.max(x1, x2)) - high >> TrianglePlanes.SUBPIXEL_BITS;
        int row0 = Math.min(y0, Math.min(y1, y2)) + low >> TrianglePlanes.SUBPIXEL_BITS;
        int row1 = Math.max(y0, Math.max(y1, y2)) - high >> TrianglePlanes.SUBPIXEL_BITS;
        if (Math.max(column0, rules.x0) > Math.min(column1, rules.x1)
                || Math.max(row0, rules.y0) > Math.min(row1, rules.y1)) {
            rules.sample++;
            return false;
        }
        if (column1 - column0 > rules.reach || row1 - row0 > rules.reach) {
            return true;
        }
        int wide = column1 - column0 << TrianglePlanes.SUBPIXEL_BITS;
        int tall = row1 - row0 << TrianglePlanes.SUBPIXEL_BITS;
        int left = (column0 << TrianglePlanes.SUBPIXEL_BITS) - x0;
        int top = (row0 << TrianglePlanes.SUBPIXEL_BITS) - y0;
        boolean swap = area < 0;
        int bx = (swap ? x2 : x1) - x0;
        int by = (swap ? y2 : y1) - y0;
        int cx = (swap ? x1 : x2) - x0;
        int cy = (swap ? y1 : y2) - y0;
        for (int k = 0; k < rules.points; k++) {
            int x = left + rules.pointX[k] + (wide & rules.inLastColumn[k]);
            int y = top + rules.pointY[k] + (tall & rules.inLastRow[k]);
            if ((edge(-by, bx, x, y) | edge(by - cy, cx - bx, x - bx, y - by) | edge(cy, -cx, x, y))
                    >= 0) {
                return true;
            }
        }
        rules.sample++;
        return false;
    }

    /** An edge function with slopes a and b, at a place relative to a vertex on the edge. */
    private static int edge(int a, int b, int x, int y) {
        return a * x + b * y + TileTriangle.bias(a, b);
    }
}
