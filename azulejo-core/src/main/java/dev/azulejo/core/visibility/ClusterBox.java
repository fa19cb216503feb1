package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.resource.PositionBounds;

/**
 * Where a cluster of triangles can appear: a rectangle of pixels and a nearest depth, from the box
 * around its positions. Owned by one thread.
 *
 * <p>The eight corners are transformed in double precision; margins stand for what the vertex stage
 * and the window transform may round differently. A projective image of a box in front of the eye
 * is the hull of its corners' images, so that what holds for the corners holds for all positions.
 */
public final class ClusterBox {
    /** What a box turned out to be. */
    public enum Placement {
        /** No triangle can show a sample. */
        OUTSIDE,
        /** Rectangle and depth are known. */
        INSIDE,
        /** It reaches behind the near plane or the eye, or is not finite: anything is possible. */
        CROSSING
    }

    /** Relative error that a clip coordinate may have: four products in single precision. */
    private static final double CLIP_ERROR = 0x1p-20;

    /** What the window transform may add: single precision up to the guard band, and snapping. */
    private static final double PIXEL_ERROR = 0x1p-6;

    private static final double DEPTH_ERROR = 0x1p-22;

    private int x0;
    private int y0;
    private int x1;
    private int y1;
    private float nearest;

    // The box.
    private double minX;
    private double minY;
    private double minZ;
    private double maxX;
    private double maxY;
    private double maxZ;

    private final double[] cornerW = new double[8];
    private final double[] cornerInverse = new double[8];
    private final int[] cornerCode = new int[8];
    private boolean finite;
    private boolean crosses;

    /** Sides beyond which a corner lies, or the rectangle would: 0 if all is inside. */
    private int beyond;

    private boolean outsideAll;
    private boolean rowsKnown;
    private double slackW;
    private int firstRow;
    private int lastRow;

    /** First pixel column. */
    public int x0() {
        return x0;
    }

    /** First pixel row. */
    public int y0() {
        return y0;
    }

    /** Last pixel column, inclusive. */
    public int x1() {
        return x1;
    }

    /** Last pixel row, inclusive. */
    public int y1() {
        return y1;
    }

    /** Window depth that no sample is nearer than, as computed for it. */
    public float nearest() {
        return nearest;
    }

    /**
     * Whether all of the box that was placed last is inside what may be touched, no corner beyond
     * any side: so is every box in it.
     */
    public boolean isWhole() {
        return beyond == 0;
    }

    /** Sets the box that is placed next. */
    public void around(PositionBounds bounds) {
        around(bounds.minX, bounds.minY, bounds.minZ, bounds.maxX, bounds.maxY, bounds.maxZ);
    }

    /**
     * Sets the box that is placed next; bounds that are not finite say that there is none.
     *
     * @param x0 smallest x
     * @param y0 smallest y
     * @param z0 smallest z
     * @param x1 largest x
     * @param y1 largest y
     * @param z1 largest z
     */
    public void around(float x0, float y0, float z0, float x1, float y1, float z1) {
        minX = x0;
        minY = y0;
        minZ = z0;
        maxX = x1;
        maxY = y1;
        maxZ = z1;
    }

    /**
     * Finds the place of the box that was set.
     *
     * @param m clip position = m (x, y, z, 1), column-major
     * @param view viewport
     * @param clipX0 pixels that may be touched, inclusive
     * @param clipY0 likewise
     * @param clipX1 likewise
     * @param clipY1 likewise
     * @param reversed whether larger depths are nearer
     */
    public Placement place(
            float[] m,
            ViewportConstants view,
            int clipX0,
            int clipY0,
            int clipX1,
            int clipY1,
            boolean reversed) {
        placeRows(m, view, reversed);
        return placeBeside(m, view, clipX0, clipY0, clipX1, clipY1);
    }

    /**
     * Whether the box that was placed last lies above, below, in front of or behind what the view
     * sees, and with it all views beside it.
     */
    public boolean outsideAll() {
        return finite && outsideAll;
    }

    /** Whether two views of the same positions differ in columns only. */
    public static boolean beside(
            float[] m, ViewportConstants view, float[] otherM, ViewportConstants otherView) {
        for (int i = 0; i < 16; i++) {
            if ((i & 3) != 0 && m[i] != otherM[i]) {
                return false;
            }
        }
        return view.scaleY == otherView.scaleY
                && view.offsetY == otherView.offsetY
                && view.scaleZ == otherView.scaleZ
                && view.offsetZ == otherView.offsetZ
                && view.zLow == otherView.zLow
                && view.zHigh == otherView.zHigh
                && view.depthClamp == otherView.depthClamp;
    }

    /** Everything but columns. */
    private void placeRows(float[] m, ViewportConstants view, boolean reversed) {
        double ax = Math.max(Math.abs(minX), Math.abs(maxX));
        double ay = Math.max(Math.abs(minY), Math.abs(maxY));
        double az = Math.max(Math.abs(minZ), Math.abs(maxZ));
        double slackY = slack(m, 1, ax, ay, az);
        double slackZ = slack(m, 2, ax, ay, az);
        slackW = slack(m, 3, ax, ay, az);
        finite = slackY + slackZ + slackW < 1e30;
        if (!finite) {
            return;
        }
        crosses = false;
        int outside = ~0;
        double bottom = Double.POSITIVE_INFINITY;
        double top = Double.NEGATIVE_INFINITY;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int corner = 0; corner < 8; corner++) {
            double px = (corner & 1) == 0 ? minX : maxX;
            double py = (corner & 2) == 0 ? minY : maxY;
            double pz = (corner & 4) == 0 ? minZ : maxZ;
            double y = m[1] * px + m[5] * py + m[9] * pz + m[13];
            double z = m[2] * px + m[6] * py + m[10] * pz + m[14];
            double w = m[3] * px + m[7] * py + m[11] * pz + m[15];
            int code = y + slackY < -w - slackW ? WindowTransform.BOTTOM : 0;
            code |= y - slackY > w + slackW ? WindowTransform.TOP : 0;
            if (!view.depthClamp) {
                code |= z + slackZ < 0 ? WindowTransform.NEAR : 0;
                code |= z - slackZ > w + slackW ? WindowTransform.FAR : 0;
                crosses |= z - slackZ < 0;
            }
            cornerCode[corner] = code;
            outside &= code;
            cornerW[corner] = w;
            // So near the eye that margins would matter
            if (w < 64 * slackW || w < 0x1p-20) {
                crosses = true;
                continue;
            }
            double inverse = 1 / w;
            cornerInverse[corner] = inverse;
            double ndcY = y * inverse;
            double ndcZ = z * inverse;
            double marginY = (slackY + Math.abs(ndcY) * slackW) * inverse * 1.05;
            double marginZ = (slackZ + Math.abs(ndcZ) * slackW) * inverse * 1.05;
            bottom = Math.min(bottom, ndcY - marginY);
            top = Math.max(top, ndcY + marginY);
            low = Math.min(low, ndcZ - marginZ);
            high = Math.max(high, ndcZ + marginZ);
        }
        outsideAll = outside != 0;
        if (!crosses) {
            rows(bottom, top, view);
            depth(low, high, view, reversed);
        }
    }

    /**
     * Finds the place of the box that was placed last in another view, beside the first one: a view
     * with the same rows and depths, as the two eyes of a stereo pair have.
     *
     * @see #beside
     */
    public Placement placeBeside(
            float[] m, ViewportConstants view, int clipX0, int clipY0, int clipX1, int clipY1) {
        double ax = Math.max(Math.abs(minX), Math.abs(maxX));
        double ay = Math.max(Math.abs(minY), Math.abs(maxY));
        double az = Math.max(Math.abs(minZ), Math.abs(maxZ));
        double slackX = slack(m, 0, ax, ay, az);
        beyond = ~0;
        if (!finite || !(slackX < 1e30)) {
            return Placement.CROSSING;
        }
        int outside = ~0;
        int sides = 0;
        double left = Double.POSITIVE_INFINITY;
        double right = Double.NEGATIVE_INFINITY;
        for (int corner = 0; corner < 8; corner++) {
            double px = (corner & 1) == 0 ? minX : maxX;
            double py = (corner & 2) == 0 ? minY : maxY;
            double pz = (corner & 4) == 0 ? minZ : maxZ;
            double x = m[0] * px + m[4] * py + m[8] * pz + m[12];
            double w = cornerW[corner];
            int code = cornerCode[corner];
            code |= x + slackX < -w - slackW ? WindowTransform.LEFT : 0;
            code |= x - slackX > w + slackW ? WindowTransform.RIGHT : 0;
            outside &= code;
            sides |= code;
            double inverse = cornerInverse[corner];
            double ndcX = x * inverse;
            double marginX = (slackX + Math.abs(ndcX) * slackW) * inverse * 1.05;
            left = Math.min(left, ndcX - marginX);
            right = Math.max(right, ndcX + marginX);
        }
        if (outside != 0) {
            return Placement.OUTSIDE;
        }
        if (crosses || !rowsKnown) {
            return Placement.CROSSING;
        }
        double from = left * view.scaleX + view.offsetX - PIXEL_ERROR;
        double to = right * view.scaleX + view.offsetX + PIXEL_ERROR;
        // Beyond the guard band triangles are cut, and cutting rounds anew.
        if (!(left > -view.guardX && right < view.guardX)) {
            return Placement.CROSSING;
        }
        int firstColumn = (int) Math.floor(from);
        int lastColumn = (int) Math.floor(to);
        x0 = Math.max(firstColumn, clipX0);
        x1 = Math.min(lastColumn, clipX1);
        y0 = Math.max(firstRow, clipY0);
        y1 = Math.min(lastRow, clipY1);
        boolean cut = x0 != firstColumn || x1 != lastColumn || y0 != firstRow || y1 != lastRow;
        beyond = cut ? ~0 : sides;
        return x0 > x1 || y0 > y1 ? Placement.OUTSIDE : Placement.INSIDE;
    }

    private void rows(double bottom, double top, ViewportConstants view) {
        double from = top * view.scaleY + view.offsetY - PIXEL_ERROR;
        double to = bottom * view.scaleY + view.offsetY + PIXEL_ERROR;
        rowsKnown = bottom > -view.guardY && top < view.guardY;
        firstRow = (int) Math.floor(from);
        lastRow = (int) Math.floor(to);
    }

    private void depth(double low, double high, ViewportConstants view, boolean reversed) {
        double za = low * view.scaleZ + view.offsetZ;
        double zb = high * view.scaleZ + view.offsetZ;
        double near =
                reversed
                        ? Math.min(Math.max(za, zb) + DEPTH_ERROR, view.zHigh)
                        : Math.max(Math.min(za, zb) - DEPTH_ERROR, view.zLow);
        near = Math.clamp(near, view.zLow, view.zHigh);
        nearest = (float) near;
        if (reversed ? nearest < near : nearest > near) {
            nearest = reversed ? Math.nextUp(nearest) : Math.nextDown(nearest);
        }
    }

    private static double slack(float[] m, int row, double x, double y, double z) {
        return CLIP_ERROR
                * (Math.abs(m[row]) * x
                        + Math.abs(m[row + 4]) * y
                        + Math.abs(m[row + 8]) * z
                        + Math.abs(m[row + 12]));
    }
}
