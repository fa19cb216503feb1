package dev.azulejo.core.oracle;

/**
 * Points and lines, which face front and are never culled by facing.
 *
 * <p>Vulkan 1.3, "Basic Point Rasterization": a square of the point's size with the point in its
 * middle, drawn where the point is inside the view volume. "Line Segment Rasterization", strict
 * lines: the rectangle that the segment sweeps when it is moved along its normal by half the width
 * both ways, ended square; what belongs to an end holds all across. Near and far cut the segment.
 * The sides of the view volume do not, but a line wholly beyond one of them is not drawn.
 */
final class Strokes {
    private static final double[] NO_CUT = null;

    private Strokes() {}

    /** A point in the window; null if it is outside the view volume. */
    static Shape point(WindowMap map, Vertex v, double size) {
        boolean inside = v.w() >= 0x1p-30 && Math.abs(v.x()) <= v.w() && Math.abs(v.y()) <= v.w();
        inside &= map.clamps() || v.z() >= 0 && v.z() <= v.w();
        if (!inside) {
            return null;
        }
        double x = map.x(v);
        double y = map.y(v);
        double half = size / 2;
        // The side is rounded to whole sub-pixels, and so is its half.
        double error = map.positionError(v, NO_CUT) + 1.5 / 256;
        var outline =
                new Outline(
                        new double[] {x - half, x + half, x + half, x - half},
                        new double[] {y - half, y - half, y + half, y + half},
                        new double[] {error, error, error, error},
                        false);
        Plane[] sides = {
            new Plane(1, 0, half - x),
            new Plane(-1, 0, half + x),
            new Plane(0, 1, half - y),
            new Plane(0, -1, half + y)
        };
        return stroke(map, outline, sides, new Vertex[] {v, v}, new Plane(0, 0, 0), NO_CUT, 0);
    }

    /** A line in the window; null if nothing of it is drawn. */
    static Shape line(WindowMap map, Vertex[] v, double width) {
        if (Vertex.beyondOneSide(v)) {
            return null;
        }
        double[] t = {0, 1};
        int cutBy = 0;
        for (var plane : ClipPlane.values()) {
            double a = plane.distance(map, v[0]);
            double b = plane.distance(map, v[1]);
            cutBy |= a < 0 || b < 0 ? plane.bit() : 0;
            if (a < 0 && b < 0) {
                return null;
            } else if (a < 0) {
                t[0] = Math.max(t[0], a / (a - b));
            } else if (b < 0) {
                t[1] = Math.min(t[1], a / (a - b));
            }
        }
        if (t[0] > t[1]) {
            return null;
        }
        Vertex[] ends = {
            Vertex.mix(v, new double[] {1 - t[0], t[0]}),
            Vertex.mix(v, new double[] {1 - t[1], t[1]})
        };
        return line(map, ends, width, cutBy == 0 ? NO_CUT : size(v), cutBy);
    }

    private static double[] size(Vertex[] v) {
        var size = new double[4];
        for (int c = 0; c < 4; c++) {
            size[c] = Math.max(Math.abs(v[0].position()[c]), Math.abs(v[1].position()[c]));
        }
        return size;
    }

    private static Shape line(
            WindowMap map, Vertex[] ends, double width, double[] size, int cutBy) {
        double x0 = map.x(ends[0]);
        double y0 = map.y(ends[0]);
        double x1 = map.x(ends[1]);
        double y1 = map.y(ends[1]);
        double length = Math.hypot(x1 - x0, y1 - y0);
        double ux = length == 0 ? 1 : (x1 - x0) / length;
        double uy = length == 0 ? 0 : (y1 - y0) / length;
        double nx = -uy * width / 2;
        double ny = ux * width / 2;
        double e0 = endError(map, ends, 0, size, cutBy);
        double e1 = endError(map, ends, 1, size, cutBy);
        // Moved ends turn the line; the normal is rounded to whole sub-pixels.
        double turn = width / 2 * Math.min(2, length == 0 ? 2 : (e0 + e1) / length);
        turn += Math.sqrt(0.5) / 256;
        var outline =
                new Outline(
                        new double[] {x0 - nx, x1 - nx, x1 + nx, x0 + nx},
                        new double[] {y0 - ny, y1 - ny, y1 + ny, y0 + ny},
                        new double[] {e0 + turn, e1 + turn, e1 + turn, e0 + turn},
                        false);
        double along0 = ux * x0 + uy * y0;
        double across = -uy * x0 + ux * y0;
        Plane[] sides = {
            new Plane(ux, uy, -along0),
            new Plane(-ux, -uy, along0 + length),
            new Plane(-uy, ux, width / 2 - across),
            new Plane(uy, -ux, width / 2 + across)
        };
        double inverse = length == 0 ? 0 : 1 / length;
        return stroke(map, outline, sides, ends, sides[0].times(inverse), size, cutBy);
    }

    /** An end on near or far also moves as a rounded depth there moves it along the line. */
    private static double endError(
            WindowMap map, Vertex[] ends, int end, double[] size, int cutBy) {
        double error = map.positionError(ends[end], size);
        if ((cutBy & (ClipPlane.NEAR.bit() | ClipPlane.FAR.bit())) != 0) {
            double rounded = WindowMap.CLIP_ERROR * (size[2] + size[3]) / ends[end].w();
            double rise = ends[1].z() / ends[1].w() - ends[0].z() / ends[0].w();
            double length =
                    Math.hypot(map.x(ends[1]) - map.x(ends[0]), map.y(ends[1]) - map.y(ends[0]));
            error += rise == 0 ? 0 : rounded * length / Math.abs(rise);
        }
        return error;
    }

    /**
     * A shape whose values run from one end to the other.
     *
     * @param share 0 at the first end, 1 at the other
     */
    private static Shape stroke(
            WindowMap map,
            Outline outline,
            Plane[] sides,
            Vertex[] ends,
            Plane share,
            double[] size,
            int cutBy) {
        int varyings = ends[0].varying().length;
        var corners =
                new Shape.Corners(
                        new double[4],
                        new double[4],
                        new double[4],
                        new double[4],
                        new double[varyings][4]);
        for (int i = 0; i < 4; i++) {
            var end = ends[i == 1 || i == 2 ? 1 : 0];
            corners.depth()[i] = map.z(end);
            corners.depthError()[i] = map.depthError(end, size);
            corners.inverseW()[i] = 1 / end.w();
            corners.inverseWError()[i] = map.inverseWError(end, size);
            for (int k = 0; k < varyings; k++) {
                corners.varying()[k][i] = end.varying()[k];
            }
        }
        var weighted = new Plane[varyings];
        for (int k = 0; k < varyings; k++) {
            weighted[k] =
                    run(
                            share,
                            ends[0].varying()[k] / ends[0].w(),
                            ends[1].varying()[k] / ends[1].w());
        }
        var form =
                new Shape.Form(
                        outline,
                        sides,
                        run(share, map.z(ends[0]), map.z(ends[1])),
                        run(share, 1 / ends[0].w(), 1 / ends[1].w()),
                        weighted);
        return new Shape(form, corners, true, cutBy);
    }

    private static Plane run(Plane share, double from, double to) {
        return share.times(to - from).plus(from);
    }
}
