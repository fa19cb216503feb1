package dev.azulejo.scene.render;

import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;

import java.util.BitSet;
import java.util.List;

/**
 * What a view shows of a scene, roughly: on a grid of places in the picture, where there are
 * surfaces. {@link SceneRenderer#showsEnough} says what is enough.
 *
 * <p>Triangles are tested in homogeneous coordinates, so that those that reach behind the eye need
 * no clipping (Olano and Greer, Triangle Scan Conversion using 2D Homogeneous Coordinates, 1997).
 */
final class Sight {
    /** Places in a row, and rows. */
    private static final int GRID = 32;

    /** How many places an eighth of the picture has. */
    private static final int ENOUGH_PLACES = GRID * GRID / 8;

    /** Part of the vertices that shall be in the picture. */
    private static final double ENOUGH_VERTICES = 0.1;

    /** Part of the picture that their box shall cover. */
    private static final double ENOUGH_BOX = 0.05;

    /** Part of the picture below which it is small. */
    private static final double SMALL_BOX = 1 / 7.0;

    /** Part of the vertices without which it is not cut off. */
    private static final double MOST_VERTICES = 0.9;

    private final View view;
    private final BitSet seen = new BitSet(GRID * GRID);
    private int places;

    // World to x, y, z and w, row by row.
    private final double[] clip = new double[16];

    // Of a triangle: x, y, z and w of each corner.
    private final double[] corners = new double[12];

    // Of all vertices.
    private long all;
    private long inside;
    private double minX = 1;
    private double minY = 1;
    private double maxX = -1;
    private double maxY = -1;

    Sight(View view) {
        this.view = view;
        for (int row = 0; row < 4; row++) {
            for (int column = 0; column < 4; column++) {
                double sum = 0;
                for (int k = 0; k < 4; k++) {
                    sum +=
                            (double) view.clipFromView().get(row, k)
                                    * view.viewFromWorld().get(k, column);
                }
                clip[4 * row + column] = sum;
            }
        }
    }

    /**
     * Returns whether it shows enough of some draw calls, whose bounds are given.
     *
     * @param goOn called every now and then; ends the work by an exception
     */
    boolean isEnough(List<DrawItem> items, Bounds bounds, Runnable goOn) {
        for (var item : items) {
            goOn.run();
            addSurfaces(item);
            if (places >= ENOUGH_PLACES) {
                return true;
            }
        }
        if (bounds.isEmpty() || contains(bounds, view.position())) {
            return false;
        }
        addVertices(items, goOn);
        return inside > 0 && inside >= ENOUGH_VERTICES * all && box() >= ENOUGH_BOX;
    }

    /** As {@link SceneRenderer#coverage} has it; arguments as {@link #isEnough} takes them. */
    Coverage coverage(List<DrawItem> items, Bounds bounds, Runnable goOn) {
        if (!isEnough(items, bounds, goOn)) {
            return Coverage.LITTLE;
        }
        if (bounds.isEmpty() || contains(bounds, view.position())) {
            return Coverage.WHOLE;
        }
        if (all == 0) {
            addVertices(items, goOn);
        }
        if (inside < MOST_VERTICES * all) {
            return Coverage.CUT_OFF;
        }
        return box() < SMALL_BOX ? Coverage.SMALL : Coverage.WHOLE;
    }

    private void addVertices(List<DrawItem> items, Runnable goOn) {
        for (var item : items) {
            goOn.run();
            addVertices(item);
        }
    }

    /** The part of the picture that the box around the vertices covers. */
    private double box() {
        // In clip coordinates the picture is 2 wide and 2 high
        return Math.max(0, maxX - minX) * Math.max(0, maxY - minY) / 4;
    }

    private static boolean contains(Bounds box, Vec3 point) {
        return box.min().x() <= point.x()
                && box.min().y() <= point.y()
                && box.min().z() <= point.z()
                && point.x() <= box.max().x()
                && point.y() <= box.max().y()
                && point.z() <= box.max().z();
    }

    /** Counts the vertices that are in the picture, and puts a box around them. */
    private void addVertices(DrawItem item) {
        float[] p = item.points().outline().points();
        for (int v = 0; 3 * v + 2 < p.length; v++) {
            place(item, p, v, 0);
            double w = corners[3];
            if (isInside()) {
                inside++;
                minX = Math.min(minX, corners[0] / w);
                minY = Math.min(minY, corners[1] / w);
                maxX = Math.max(maxX, corners[0] / w);
                maxY = Math.max(maxY, corners[1] / w);
            }
        }
        all += p.length / 3;
    }

    /** Finds out where an item is seen, until enough is. */
    private void addSurfaces(DrawItem item) {
        var topology = item.primitive().topology();
        if (!topology.isTriangles() && !topology.isPatches()) {
            addDots(item);
            return;
        }
        // Which side of a patch is drawn is up to its stages: both count
        boolean patches = topology.isPatches();
        boolean both = patches || item.cullMode() == CullMode.NONE;
        double front = item.frontFace() == FrontFace.COUNTER_CLOCKWISE ? 1 : -1;
        float[] p = item.points().outline().points();
        int[] indices = item.points().outlineIndices();
        for (int i = 0; i + 2 < indices.length && places < ENOUGH_PLACES; i += 3) {
            place(item, p, indices[i], 0);
            place(item, p, indices[i + 1], 4);
            place(item, p, indices[i + 2], 8);
            addTriangle(both ? 0 : front);
        }
    }

    /** Of lines and points, takes the places where their vertices are. */
    private void addDots(DrawItem item) {
        float[] p = item.points().outline().points();
        for (int v = 0; 3 * v + 2 < p.length && places < ENOUGH_PLACES; v++) {
            place(item, p, v, 0);
            if (isInside()) {
                int column = (int) ((corners[0] / corners[3] + 1) * (0.5 * GRID));
                int row = (int) ((corners[1] / corners[3] + 1) * (0.5 * GRID));
                see(Math.min(row, GRID - 1) * GRID + Math.min(column, GRID - 1));
            }
        }
    }

    private void see(int place) {
        if (!seen.get(place)) {
            seen.set(place);
            places++;
        }
    }

    /** Whether the first corner is in the picture. */
    private boolean isInside() {
        double w = corners[3];
        return w > 0
                && Math.abs(corners[0]) <= w
                && Math.abs(corners[1]) <= w
                && corners[2] >= 0
                && corners[2] <= w;
    }

    /** Puts a vertex into clip coordinates. */
    private void place(DrawItem item, float[] p, int vertex, int to) {
        float[] m = item.worldValues();
        float px = p[3 * vertex];
        float py = p[3 * vertex + 1];
        float pz = p[3 * vertex + 2];
        float x = m[0] * px + m[4] * py + m[8] * pz + m[12];
        float y = m[1] * px + m[5] * py + m[9] * pz + m[13];
        float z = m[2] * px + m[6] * py + m[10] * pz + m[14];
        for (int row = 0; row < 4; row++) {
            corners[to + row] =
                    clip[4 * row] * x
                            + clip[4 * row + 1] * y
                            + clip[4 * row + 2] * z
                            + clip[4 * row + 3];
        }
    }

    /**
     * Takes the places that a triangle covers.
     *
     * @param front the sign of those that are seen; 0 if both are
     */
    private void addTriangle(double front) {
        double[] c = corners;
        int fromX = 0;
        int fromY = 0;
        int toX = GRID - 1;
        int toY = GRID - 1;
        if (c[3] > 0 && c[7] > 0 && c[11] > 0) {
            double ax = c[0] / c[3];
            double bx = c[4] / c[7];
            double cx = c[8] / c[11];
            double ay = c[1] / c[3];
            double by = c[5] / c[7];
            double cy = c[9] / c[11];
            fromX = first(Math.min(ax, Math.min(bx, cx)));
            fromY = first(Math.min(ay, Math.min(by, cy)));
            toX = last(Math.max(ax, Math.max(bx, cx)));
            toY = last(Math.max(ay, Math.max(by, cy)));
        } else if (!(c[3] > 0 || c[7] > 0 || c[11] > 0)) {
            return;
        }
        if (fromX > toX || fromY > toY) {
            return;
        }
        // Edges: products of each two corners' x, y and w
        double ux = c[5] * c[11] - c[7] * c[9];
        double uy = c[7] * c[8] - c[4] * c[11];
        double uw = c[4] * c[9] - c[5] * c[8];
        double vx = c[9] * c[3] - c[11] * c[1];
        double vy = c[11] * c[0] - c[8] * c[3];
        double vw = c[8] * c[1] - c[9] * c[0];
        double sx = c[1] * c[7] - c[3] * c[5];
        double sy = c[3] * c[4] - c[0] * c[7];
        double sw = c[0] * c[5] - c[1] * c[4];
        double area = c[0] * ux + c[1] * uy + c[3] * uw;
        if (!(area * front > 0 || front == 0 && area != 0)) {
            return;
        }
        for (int row = fromY; row <= toY; row++) {
            double y = center(row);
            for (int column = fromX; column <= toX; column++) {
                double x = center(column);
                double u = (x * ux + y * uy + uw) / area;
                double v = (x * vx + y * vy + vw) / area;
                double s = (x * sx + y * sy + sw) / area;
                // Of the point there with w = 1: between the near and the far plane?
                double depth = u * c[2] + v * c[6] + s * c[10];
                if (u >= 0 && v >= 0 && s >= 0 && depth >= 0 && depth <= 1) {
                    see(row * GRID + column);
                }
            }
        }
    }

    private static double center(int place) {
        return (2 * place + 1) / (double) GRID - 1;
    }

    /** The first place whose centre is not before a coordinate. */
    private static int first(double coordinate) {
        return (int) Math.max(0, Math.ceil((coordinate + 1) * (0.5 * GRID) - 0.5));
    }

    /** The last place whose centre is not behind a coordinate. */
    private static int last(double coordinate) {
        return (int) Math.min(GRID - 1, Math.floor((coordinate + 1) * (0.5 * GRID) - 0.5));
    }
}
