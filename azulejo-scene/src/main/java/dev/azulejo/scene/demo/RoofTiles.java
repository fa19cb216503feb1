package dev.azulejo.scene.demo;

/**
 * Roofs of overlapping tiles: flat pans side by side, each row over the one below, and covers over
 * the joints. Every tile is a thin shell with an edge.
 */
final class RoofTiles {
    private static final double WIDTH = 0.5;
    private static final double LENGTH = 0.68;
    private static final double OVERLAP = 0.1;
    private static final double THICKNESS = 0.035;
    private static final double COVER = 0.105;
    private static final int ARC = 6;

    private final SceneParts parts;
    private final int clay;

    RoofTiles(SceneParts parts, int clay) {
        this.parts = parts;
        this.clay = clay;
    }

    /**
     * Covers a slope.
     *
     * @param eave the middle of its lower edge
     * @param facing degrees about y: 0 falls towards +z
     * @param degrees how steep
     * @param width along the eave
     * @param reach how far it goes back, level
     */
    void slope(double[] eave, double facing, double degrees, double width, double reach) {
        int columns = (int) Math.round(width / WIDTH);
        double along = width / columns;
        int[] rows = {row(columns, along, 1), row(columns, along, 2), row(columns, along, 3)};
        double tilt = StrictMath.toRadians(degrees);
        double turn = StrictMath.toRadians(facing);
        double step = LENGTH - OVERLAP;
        int count = (int) Math.ceil(reach / StrictMath.cos(tilt) / step);
        for (int row = 0; row < count; row++) {
            double back = row * step * StrictMath.cos(tilt);
            double[] place = {
                eave[0] - back * StrictMath.sin(turn),
                eave[1] + row * step * StrictMath.sin(tilt),
                eave[2] - back * StrictMath.cos(turn)
            };
            parts.place(rows[row % 3], place, SceneParts.turned(facing, degrees), 1);
        }
    }

    /** A row of tiles: x along the eave, -z up the slope, y out of the roof. */
    private int row(int columns, double width, int seed) {
        var mesh = new MeshBuilder();
        double left = -columns * width / 2;
        for (int k = 0; k < columns; k++) {
            mesh.shade(0.72 + 0.28 * Patterns.hash(k, seed, 1 << 20, 77));
            pan(mesh, left + k * width, width);
        }
        for (int k = 0; k <= columns; k++) {
            mesh.shade(0.7 + 0.3 * Patterns.hash(k, seed, 1 << 20, 78));
            cover(mesh, left + k * width);
        }
        return parts.mesh("tiles", mesh, clay);
    }

    /** A pan lies on the one below at its lower end, and under the one above at its upper end. */
    private static void pan(MeshBuilder mesh, double x, double width) {
        double low = THICKNESS * 1.2;
        double[] back = {0, -low, -LENGTH};
        double[] front = {0, low, LENGTH};
        int pieces = 4;
        for (int k = 0; k < pieces; k++) {
            double a = x + width * k / pieces;
            double[] along = {width / pieces, sag(k + 1, pieces) - sag(k, pieces), 0};
            double top = low + THICKNESS + sag(k, pieces);
            double bottom = low + sag(k, pieces);
            mesh.flatQuad(new double[] {a, top, 0}, along, back);
            mesh.flatQuad(new double[] {a, bottom - low, -LENGTH}, along, front);
            mesh.flatQuad(new double[] {a, bottom, 0}, along, new double[] {0, THICKNESS, 0});
        }
    }

    private static double sag(int k, int pieces) {
        double s = 2.0 * k / pieces - 1;
        return 0.03 * s * s;
    }

    private static void cover(MeshBuilder mesh, double x) {
        double foot = 1.2 * THICKNESS + 0.02;
        for (int k = 0; k < ARC; k++) {
            double a = Math.PI * k / ARC;
            double b = Math.PI * (k + 1) / ARC;
            quad(mesh, x, foot, new double[] {a, b}, COVER, true);
            quad(mesh, x, foot, new double[] {a, b}, COVER - 0.02, false);
            int[] ends = new int[4];
            double[] angles = {a, b, b, a};
            for (int e = 0; e < 4; e++) {
                double r = e < 2 ? COVER : COVER - 0.02;
                ends[e] = vertex(mesh, new double[] {x, foot, 0}, r, angles[e], 0);
            }
            mesh.quad(ends[0], ends[1], ends[2], ends[3]);
        }
    }

    /** A piece of a half pipe that narrows up the slope, from outside or from inside. */
    private static void quad(
            MeshBuilder mesh, double x, double foot, double[] arc, double radius, boolean outside) {
        double sign = outside ? 1 : -1;
        double[] low = {x, foot, 0};
        double[] high = {x, foot - 1.2 * THICKNESS, -LENGTH};
        int a = vertex(mesh, low, radius, arc[0], sign);
        int b = vertex(mesh, low, radius, arc[1], sign);
        int c = vertex(mesh, high, radius * 0.82, arc[1], sign);
        int d = vertex(mesh, high, radius * 0.82, arc[0], sign);
        if (outside) {
            mesh.quad(a, d, c, b);
        } else {
            mesh.quad(a, b, c, d);
        }
    }

    private static int vertex(
            MeshBuilder mesh, double[] middle, double radius, double angle, double sign) {
        double c = StrictMath.cos(angle);
        double s = StrictMath.sin(angle);
        boolean end = sign == 0;
        return mesh.vertex(
                middle[0] + radius * c,
                middle[1] + radius * s,
                middle[2],
                end ? 0 : sign * c,
                end ? 0 : sign * s,
                end ? 1 : 0,
                middle[0] + angle / 4,
                middle[2]);
    }
}
