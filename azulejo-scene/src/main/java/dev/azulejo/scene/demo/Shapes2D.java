package dev.azulejo.scene.demo;

import dev.azulejo.scene.model.Primitive;

import java.util.ArrayList;
import java.util.List;

/**
 * Flat shapes of one colour as triangles that face +z: rectangles, discs, lines, text.
 *
 * <p>Coordinates are those of a page: x to the right, y downwards, a unit a pixel. Vertices get -y,
 * since y points up in a scene.
 */
final class Shapes2D {
    /** Distance that a chord may have from its arc. */
    private static final double FLATNESS = 0.05;

    /** Corners that turn by less get a mitre, others are round. */
    private static final double MITRE = 0.6;

    private final MeshBuilder mesh = new MeshBuilder();
    private double z;

    /** Sets the depth of what comes next. */
    Shapes2D at(double depth) {
        z = depth;
        return this;
    }

    Primitive build(int material) {
        return mesh.build(material);
    }

    /** Returns how many steps an arc takes. */
    static int steps(double radius, double angle) {
        double chord = 2 * StrictMath.acos(Math.max(0, 1 - FLATNESS / Math.max(radius, 1e-6)));
        return Math.max(1, (int) Math.ceil(Math.abs(angle) / chord));
    }

    private int vertex(double x, double y) {
        return mesh.vertex(x, -y, z, 0, 0, 1, 0, 0);
    }

    /** A triangle, turned to the front; none where it has no area. */
    private void triangle(int a, int b, int c) {
        double area = mesh.signedAreaXy(a, b, c);
        if (area > 0) {
            mesh.triangle(a, b, c);
        } else if (area < 0) {
            mesh.triangle(a, c, b);
        }
    }

    /** A convex polygon, x and y of each corner. */
    Shapes2D polygon(double... xy) {
        int n = xy.length / 2;
        int[] corner = new int[n];
        for (int i = 0; i < n; i++) {
            corner[i] = vertex(xy[2 * i], xy[2 * i + 1]);
        }
        for (int i = 2; i < n; i++) {
            triangle(corner[0], corner[i - 1], corner[i]);
        }
        return this;
    }

    Shapes2D rect(double x, double y, double width, double height) {
        return polygon(x, y, x + width, y, x + width, y + height, x, y + height);
    }

    /** A rectangle with round corners. */
    Shapes2D roundRect(double x, double y, double width, double height, double radius) {
        int quarter = steps(radius, Math.PI / 2);
        int n = 4 * (quarter + 1);
        int middle = vertex(x + width / 2, y + height / 2);
        int first = -1;
        int last = -1;
        for (int i = 0; i < n; i++) {
            int corner = i / (quarter + 1);
            double angle = Math.PI / 2 * (corner + (double) (i % (quarter + 1)) / quarter);
            double cx = corner == 0 || corner == 3 ? x + width - radius : x + radius;
            double cy = corner < 2 ? y + height - radius : y + radius;
            int at =
                    vertex(
                            cx + radius * StrictMath.cos(angle),
                            cy + radius * StrictMath.sin(angle));
            if (last >= 0) {
                triangle(middle, last, at);
            } else {
                first = at;
            }
            last = at;
        }
        triangle(middle, last, first);
        return this;
    }

    /** What round corners leave over of a rectangle: covers the corners of what lies below. */
    Shapes2D cornersOutside(double x, double y, double width, double height, double radius) {
        int quarter = steps(radius, Math.PI / 2);
        for (int corner = 0; corner < 4; corner++) {
            boolean right = corner == 0 || corner == 3;
            boolean low = corner < 2;
            int tip = vertex(right ? x + width : x, low ? y + height : y);
            double cx = right ? x + width - radius : x + radius;
            double cy = low ? y + height - radius : y + radius;
            fan(tip, cx, cy, radius, Math.PI / 2 * corner, Math.PI / 2, quarter);
        }
        return this;
    }

    /** Triangles from a point to the chords of an arc. */
    private void fan(
            int tip, double cx, double cy, double radius, double from, double by, int steps) {
        int last = -1;
        for (int k = 0; k <= steps; k++) {
            double angle = from + by * k / steps;
            int at =
                    vertex(
                            cx + radius * StrictMath.cos(angle),
                            cy + radius * StrictMath.sin(angle));
            if (last >= 0) {
                triangle(tip, last, at);
            }
            last = at;
        }
    }

    /** A piece of a disc; angles in radians, clockwise from the right as seen on the page. */
    Shapes2D pie(double cx, double cy, double radius, double from, double to) {
        fan(vertex(cx, cy), cx, cy, radius, from, to - from, steps(radius, to - from));
        return this;
    }

    Shapes2D disc(double cx, double cy, double radius) {
        return pie(cx, cy, radius, 0, 2 * Math.PI);
    }

    /** A band along an arc with square ends; angles as for {@link #pie}. */
    Shapes2D arc(double cx, double cy, double radius, double from, double to, double width) {
        int steps = steps(radius + width / 2, to - from);
        int lastInner = -1;
        int lastOuter = -1;
        for (int k = 0; k <= steps; k++) {
            double angle = from + (to - from) * k / steps;
            double c = StrictMath.cos(angle);
            double s = StrictMath.sin(angle);
            int inner = vertex(cx + (radius - width / 2) * c, cy + (radius - width / 2) * s);
            int outer = vertex(cx + (radius + width / 2) * c, cy + (radius + width / 2) * s);
            if (k > 0) {
                triangle(lastInner, lastOuter, outer);
                triangle(lastInner, outer, inner);
            }
            lastInner = inner;
            lastOuter = outer;
        }
        return this;
    }

    Shapes2D ring(double cx, double cy, double radius, double width) {
        return arc(cx, cy, radius, 0, 2 * Math.PI, width);
    }

    /** What lies between a line, points from the left to the right, and a horizontal. */
    Shapes2D area(List<double[]> line, double base) {
        for (int i = 1; i < line.size(); i++) {
            double[] a = line.get(i - 1);
            double[] b = line.get(i);
            polygon(a[0], a[1], b[0], b[1], b[0], base, a[0], base);
        }
        return this;
    }

    /** A straight line with square ends. */
    Shapes2D line(double x0, double y0, double x1, double y1, double width) {
        double dx = x1 - x0;
        double dy = y1 - y0;
        double k = width / 2 / Math.sqrt(dx * dx + dy * dy);
        return polygon(
                x0 - dy * k,
                y0 + dx * k,
                x0 + dy * k,
                y0 - dx * k,
                x1 + dy * k,
                y1 - dx * k,
                x1 - dy * k,
                y1 + dx * k);
    }

    /** A line through points with round ends and corners. */
    Shapes2D stroke(List<double[]> points, boolean closed, double width) {
        double half = width / 2;
        int n = points.size();
        if (n == 1) {
            return disc(points.getFirst()[0], points.getFirst()[1], half);
        }
        int segments = closed ? n : n - 1;
        double[][] normal = new double[segments][];
        for (int i = 0; i < segments; i++) {
            double[] a = points.get(i);
            double[] b = points.get((i + 1) % n);
            double length = StrictMath.hypot(b[0] - a[0], b[1] - a[1]);
            normal[i] = new double[] {(a[1] - b[1]) / length, (b[0] - a[0]) / length};
        }
        int[][] starts = new int[segments][];
        int[][] ends = new int[segments][];
        for (int i = 0; i < n; i++) {
            int before = i > 0 ? i - 1 : closed ? segments - 1 : -1;
            int after = i < segments ? i : -1;
            double[] p = points.get(i);
            if (before < 0) {
                starts[after] = across(p, normal[after], half);
                cap(p, normal[after], half, Math.PI);
            } else if (after < 0) {
                ends[before] = across(p, normal[before], half);
                cap(p, normal[before], half, -Math.PI);
            } else {
                joint(p, normal, before, after, half, starts, ends);
            }
        }
        for (int i = 0; i < segments; i++) {
            triangle(starts[i][0], starts[i][1], ends[i][1]);
            triangle(starts[i][0], ends[i][1], ends[i][0]);
        }
        return this;
    }

    private void joint(
            double[] p,
            double[][] normal,
            int before,
            int after,
            double half,
            int[][] starts,
            int[][] ends) {
        double[] a = normal[before];
        double[] b = normal[after];
        double cos = a[0] * b[0] + a[1] * b[1];
        double turn = StrictMath.atan2(a[0] * b[1] - a[1] * b[0], cos);
        if (Math.abs(turn) < MITRE) {
            double[] mitre = {(a[0] + b[0]) / (1 + cos), (a[1] + b[1]) / (1 + cos)};
            ends[before] = across(p, mitre, half);
            starts[after] = ends[before];
            return;
        }
        ends[before] = across(p, a, half);
        starts[after] = across(p, b, half);
        double[] outer = turn > 0 ? new double[] {-a[0], -a[1]} : a;
        cap(p, outer, half, turn);
    }

    private int[] across(double[] p, double[] normal, double half) {
        return new int[] {
            vertex(p[0] + half * normal[0], p[1] + half * normal[1]),
            vertex(p[0] - half * normal[0], p[1] - half * normal[1])
        };
    }

    private void cap(double[] p, double[] normal, double half, double by) {
        double from = StrictMath.atan2(normal[1], normal[0]);
        fan(vertex(p[0], p[1]), p[0], p[1], half, from, by, steps(half, by));
    }

    /** Dashes along a line through points. */
    Shapes2D dashes(List<double[]> points, double width, double dash, double gap) {
        var piece = new ArrayList<double[]>();
        double left = dash;
        boolean on = true;
        piece.add(points.getFirst());
        for (int i = 1; i < points.size(); i++) {
            double[] a = points.get(i - 1);
            double[] b = points.get(i);
            double length = StrictMath.hypot(b[0] - a[0], b[1] - a[1]);
            double done = 0;
            while (length - done > left) {
                done += left;
                double t = done / length;
                double[] cut = {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])};
                if (on) {
                    piece.add(cut);
                    stroke(piece, false, width);
                }
                piece.clear();
                on = !on;
                left = on ? dash : gap;
                piece.add(cut);
            }
            left -= length - done;
            if (length > done) {
                piece.add(b);
            }
        }
        if (on && piece.size() > 1) {
            stroke(piece, false, width);
        }
        return this;
    }

    /**
     * A text.
     *
     * @param style how it is set
     * @param text characters of {@link StrokeFont}
     * @param x where it is anchored
     * @param baseline y of the baseline
     * @param anchor what part of the width lies to the left of x: 0, 0.5 or 1
     */
    Shapes2D text(TextStyle style, String text, double x, double baseline, double anchor) {
        double scale = style.scale();
        // As many steps as its largest corners need
        int detail = steps(4 * scale, Math.PI / 2);
        double left = x - anchor * style.width(text);
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            for (var line : StrokeFont.lines(character, detail)) {
                var placed = new ArrayList<double[]>();
                for (double[] p : line.points()) {
                    placed.add(new double[] {left + scale * p[0], baseline - scale * p[1]});
                }
                stroke(placed, line.closed(), style.stroke());
            }
            left += style.advance(String.valueOf(character));
        }
        return this;
    }
}
