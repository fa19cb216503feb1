package dev.azulejo.core.oracle;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Triangles without clipping: a point of the window is inside where its weights, solved for in
 * homogeneous coordinates, are none below 0 and its depth is between near and far. Source: Olano
 * and Greer, "Triangle Scan Conversion using 2D Homogeneous Coordinates", 1997. The equations are
 * solved exactly. A polygon is clipped too, in double precision, but only to know how far off a
 * renderer may be.
 */
final class Triangles {
    private Triangles() {}

    /** A triangle in the window; null if nothing of it can be seen. */
    static Shape shape(WindowMap map, Vertex[] v, boolean frontIsCounterClockwise) {
        if (Vertex.beyondOneSide(v)) {
            return null;
        }
        int[] cutBy = new int[1];
        var polygon = clip(map, v, cutBy);
        if (polygon.size() < 3) {
            return null;
        }
        var x = new BigDecimal[3];
        var y = new BigDecimal[3];
        var w = new BigDecimal[3];
        for (int i = 0; i < 3; i++) {
            x[i] = new BigDecimal(v[i].x());
            y[i] = new BigDecimal(v[i].y());
            w[i] = new BigDecimal(v[i].w());
        }
        var weight = new Plane[3];
        var determinant = BigDecimal.ZERO;
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3;
            int k = (i + 2) % 3;
            var a = y[j].multiply(w[k]).subtract(y[k].multiply(w[j]));
            var b = w[j].multiply(x[k]).subtract(w[k].multiply(x[j]));
            var c = x[j].multiply(y[k]).subtract(x[k].multiply(y[j]));
            determinant = determinant.add(x[i].multiply(a));
            weight[i] = inWindow(map, a.doubleValue(), b.doubleValue(), c.doubleValue());
        }
        double inverse = 1 / determinant.doubleValue();
        boolean front = determinant.signum() > 0 == frontIsCounterClockwise;
        for (int i = 0; i < 3; i++) {
            weight[i] = weight[i].times(inverse);
        }
        return new Shape(
                form(map, v, weight, outline(map, v, polygon, weight, cutBy[0])),
                corners(map, v, polygon, cutBy[0]),
                front,
                cutBy[0]);
    }

    /** A x + B y + C of normalised coordinates, of window coordinates. */
    private static Plane inWindow(WindowMap map, double a, double b, double c) {
        double ax = a / map.scaleX();
        double by = b / map.scaleY();
        return new Plane(ax, by, c - ax * map.offsetX() - by * map.offsetY());
    }

    private static Plane sum(Plane[] weight, double... factor) {
        return weight[0]
                .times(factor[0])
                .plus(weight[1].times(factor[1]))
                .plus(weight[2].times(factor[2]));
    }

    private static Shape.Form form(WindowMap map, Vertex[] v, Plane[] weight, Outline outline) {
        var ndcZ = sum(weight, v[0].z(), v[1].z(), v[2].z());
        var inside =
                map.clamps()
                        ? weight
                        : new Plane[] {
                            weight[0], weight[1], weight[2], ndcZ, ndcZ.times(-1).plus(1)
                        };
        var weighted = new Plane[v[0].varying().length];
        for (int k = 0; k < weighted.length; k++) {
            weighted[k] = sum(weight, v[0].varying()[k], v[1].varying()[k], v[2].varying()[k]);
        }
        return new Shape.Form(
                outline,
                inside,
                ndcZ.times(map.scaleZ()).plus(map.viewport().minDepth()),
                sum(weight, 1, 1, 1),
                weighted);
    }

    private static double[] size(Vertex[] v) {
        var size = new double[4];
        for (var vertex : v) {
            for (int c = 0; c < 4; c++) {
                size[c] = Math.max(size[c], Math.abs(vertex.position()[c]));
            }
        }
        return size;
    }

    /** Corners on near or far also move as far as a rounded depth there moves the line of depth. */
    private static Outline outline(
            WindowMap map, Vertex[] v, List<Vertex> polygon, Plane[] weight, int cutBy) {
        var size = cutBy == 0 ? null : size(v);
        int n = polygon.size();
        double[] x = new double[n];
        double[] y = new double[n];
        double[] error = new double[n];
        double slope = sum(weight, v[0].z(), v[1].z(), v[2].z()).slope();
        int planes = ClipPlane.NEAR.bit() | ClipPlane.FAR.bit();
        for (int i = 0; i < n; i++) {
            var corner = polygon.get(i);
            x[i] = map.x(corner);
            y[i] = map.y(corner);
            error[i] = map.positionError(corner, size);
            if ((cutBy & planes) != 0) {
                double rounded = WindowMap.CLIP_ERROR * (size[2] + size[3]) / corner.w();
                double ndc = corner.z() / corner.w();
                boolean on = Math.abs(ndc) <= 1e-6 || Math.abs(ndc - 1) <= 1e-6;
                error[i] += on ? rounded / slope : 0;
            }
        }
        return new Outline(x, y, error, cutBy != 0);
    }

    private static Shape.Corners corners(
            WindowMap map, Vertex[] v, List<Vertex> polygon, int cutBy) {
        var size = cutBy == 0 ? null : size(v);
        int n = polygon.size();
        var corners =
                new Shape.Corners(
                        new double[n],
                        new double[n],
                        new double[n],
                        new double[n],
                        new double[v[0].varying().length][n]);
        for (int i = 0; i < n; i++) {
            var corner = polygon.get(i);
            corners.depth()[i] = map.z(corner);
            corners.depthError()[i] = map.depthError(corner, size);
            corners.inverseW()[i] = 1 / corner.w();
            corners.inverseWError()[i] = map.inverseWError(corner, size);
            for (int k = 0; k < corners.varying().length; k++) {
                corners.varying()[k][i] = corner.varying()[k];
            }
        }
        return corners;
    }

    /** The part in front of all planes, as weights of the corners and then as vertices. */
    private static List<Vertex> clip(WindowMap map, Vertex[] v, int[] cutBy) {
        List<double[]> polygon =
                List.of(new double[] {1, 0, 0}, new double[] {0, 1, 0}, new double[] {0, 0, 1});
        for (var plane : ClipPlane.values()) {
            double[] at = {
                plane.distance(map, v[0]), plane.distance(map, v[1]), plane.distance(map, v[2])
            };
            if (at[0] < 0 || at[1] < 0 || at[2] < 0) {
                int before = cutBy[0];
                var left = cut(polygon, at);
                cutBy[0] = left == null ? before : before | plane.bit();
                polygon = left == null ? polygon : left;
            }
        }
        var vertices = new ArrayList<Vertex>();
        for (var weights : polygon) {
            vertices.add(Vertex.mix(v, weights));
        }
        return vertices;
    }

    /** What is left of a polygon; null if all of it. */
    private static List<double[]> cut(List<double[]> polygon, double[] at) {
        var left = new ArrayList<double[]>();
        boolean cut = false;
        for (int i = 0; i < polygon.size(); i++) {
            var from = polygon.get(i);
            var to = polygon.get((i + 1) % polygon.size());
            double a = dot(from, at);
            double b = dot(to, at);
            cut |= a < 0;
            if (a >= 0) {
                left.add(from);
            }
            if (a < 0 != b < 0) {
                var made = new double[3];
                for (int c = 0; c < 3; c++) {
                    made[c] = (from[c] * b - to[c] * a) / (b - a);
                }
                left.add(made);
            }
        }
        return cut ? left : null;
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
}
