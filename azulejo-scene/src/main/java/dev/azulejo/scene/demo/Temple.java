package dev.azulejo.scene.demo;

import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Scene;

import java.util.Random;

/**
 * A sanctuary: a temple with a cella inside two rings of fluted columns, in a yard that colonnades
 * surround, under roofs of overlapping tiles. Seen from the yard, much hides much, and what hides
 * is thin, or made of many pieces.
 */
final class Temple {
    /** Half the width and length of the floor that the columns stand on. */
    private static final double WIDE = 6.6;

    private static final double LONG = 13.2;
    private static final double FLOOR = 0.9;
    private static final double COLUMN = 5.6;

    /** Half the width and length of the yard inside the colonnades. */
    private static final double YARD_X = 19;

    private static final double YARD_Z = 27;
    private static final double STOA_COLUMN = 3.3;
    private static final double STOA_DEPTH = 4.2;

    private final Random random = new Random(432);
    private final SceneParts parts = new SceneParts();
    private final int marble;
    private final int inner;
    private final int clay;
    private final int wood;
    private final int paving;
    private final int bronze;
    private final int red;
    private final int blue;

    private Temple() {
        marble =
                parts.material(
                        Patterns.stone(
                                "marble",
                                new double[] {0.93, 0.89, 0.82},
                                new double[] {0.80, 0.74, 0.66},
                                3),
                        0.6);
        inner =
                parts.material(
                        Patterns.grain(
                                "plaster",
                                new double[] {0.86, 0.78, 0.64},
                                new double[] {0.74, 0.64, 0.50},
                                4,
                                5),
                        0.9);
        clay =
                parts.material(
                        Patterns.grain(
                                "clay",
                                new double[] {0.82, 0.46, 0.30},
                                new double[] {0.62, 0.31, 0.20},
                                6,
                                8),
                        0.85);
        wood =
                parts.material(
                        Patterns.wood(
                                "beams",
                                new double[] {0.52, 0.34, 0.20},
                                new double[] {0.33, 0.20, 0.11},
                                1,
                                4),
                        0.7);
        paving =
                parts.material(
                        Patterns.grain(
                                "paving",
                                new double[] {0.80, 0.75, 0.66},
                                new double[] {0.66, 0.60, 0.51},
                                5,
                                12),
                        0.9);
        bronze = parts.metal("bronze", 0.35, 0.72, 0.48, 0.22);
        red = parts.material("red paint", 0.7, 0.36, 0.06, 0.04);
        blue = parts.material("blue paint", 0.7, 0.05, 0.13, 0.34);
    }

    static Scene create() {
        var temple = new Temple();
        temple.parts.camera("visitor", new double[] {15.2, 1.7, 23.6}, 38, -6, 120);
        temple.parts.camera("cella", new double[] {0, 2.6, 10.6}, -6, -4, 120);
        temple.parts.camera("side", new double[] {-4.72, 2.6, 11.4}, 3, -4, 120);
        temple.parts.camera("colonnade", new double[] {-20.8, 1.75, 24.5}, -12, -2, 120);
        temple.parts.sun(52, 42, new Vec3(1, 0.93f, 0.80f), 3.1);
        temple.yard();
        temple.steps();
        temple.columns();
        temple.entablature();
        temple.ceiling();
        temple.cella();
        temple.roof();
        temple.stoas();
        temple.offerings();
        return temple.parts.build("temple");
    }

    private static double[] at(double x, double y, double z) {
        return new double[] {x, y, z};
    }

    /** Slabs, each a little lower or darker than its neighbour. */
    private void yard() {
        int rows = 20;
        double size = 2 * (YARD_Z + STOA_DEPTH) / (2 * rows);
        for (int row = -rows; row < rows; row++) {
            var mesh = new MeshBuilder();
            double reach = YARD_X + STOA_DEPTH;
            double shift = size * random.nextDouble();
            for (double x = -reach + shift; x < reach - size; x += size) {
                mesh.shade(0.72 + 0.28 * random.nextDouble());
                double top = 0.012 * random.nextDouble();
                double gap = 0.012;
                double z = row * size;
                Solids.box(mesh, x + gap, -0.2, z + gap, x + size - gap, top, z + size - gap);
            }
            parts.place(parts.mesh("paving", mesh, paving));
        }
        var earth = new MeshBuilder().shade(0.55);
        Solids.box(earth, -24, -0.4, -32, 24, -0.08, 32);
        parts.place(parts.mesh("earth", earth, paving));
    }

    private void steps() {
        for (int step = 0; step < 3; step++) {
            double out = 0.42 * (2 - step) + 0.35;
            var mesh = new MeshBuilder();
            double low = step * 0.3;
            for (int k = 0; k < 9; k++) {
                // Blocks, with a joint between one and the next
                double z = -LONG - out + k * 2 * (LONG + out) / 9;
                mesh.shade((step == 2 ? 0.55 : 0.85) + 0.1 * random.nextDouble());
                Solids.box(
                        mesh,
                        -WIDE - out,
                        low,
                        z + 0.004,
                        WIDE + out,
                        low + 0.3,
                        z + 2 * (LONG + out) / 9 - 0.004);
            }
            parts.place(parts.mesh("step", mesh, marble));
        }
    }

    /** A column: a fluted shaft of drums, with a necking, an echinus and an abacus. */
    private int column(double height, double foot, int flutes, double shade) {
        var mesh = new MeshBuilder().shade(shade);
        double cap = 1.05 * foot;
        Solids.shaft(mesh, new int[] {flutes, 6, 8}, foot, 0.78 * foot, height - cap);
        double low = height - cap;
        Solids.lathe(
                mesh,
                32,
                at2(0.74 * foot, low - 0.02),
                at2(0.80 * foot, low),
                at2(0.80 * foot, low + 0.03),
                at2(0.84 * foot, low + 0.04),
                at2(0.84 * foot, low + 0.07),
                at2(1.04 * foot, low + 0.30 * cap),
                at2(1.16 * foot, low + 0.50 * cap),
                at2(1.18 * foot, low + 0.60 * cap),
                at2(1.12 * foot, low + 0.64 * cap));
        double half = 1.22 * foot;
        Solids.box(mesh, -half, low + 0.62 * cap, -half, half, height, half);
        return parts.mesh("column", mesh, marble);
    }

    private static double[] at2(double radius, double height) {
        return new double[] {radius, height};
    }

    private void columns() {
        int outer = column(COLUMN, 0.5, 20, 1);
        int across = 6;
        int along = 12;
        double x = WIDE - 0.6;
        double z = LONG - 0.6;
        for (int k = 0; k < along; k++) {
            double place = -z + 2 * z * k / (along - 1);
            parts.place(outer, -x, FLOOR, place, 9 * k);
            parts.place(outer, x, FLOOR, place, 9 * k);
        }
        for (int k = 1; k < across - 1; k++) {
            double place = -x + 2 * x * k / (across - 1);
            parts.place(outer, place, FLOOR, z, 9 * k);
            parts.place(outer, place, FLOOR, -z, 9 * k);
        }
        int second = column(COLUMN, 0.44, 20, 0.8);
        for (int k = 0; k < 4; k++) {
            parts.place(second, -3.3 + 2.2 * k, FLOOR, z - 2.5, 9 * k);
            parts.place(second, -3.3 + 2.2 * k, FLOOR, -z + 2.5, 9 * k);
        }
    }

    private double above() {
        return FLOOR + COLUMN;
    }

    /** Architrave, frieze and cornice, all around. */
    private void entablature() {
        double x = WIDE - 0.6;
        double z = LONG - 0.6;
        ring("architrave", x, z, 0.42, above(), above() + 0.75);
        ring("fillet", x, z, 0.46, above() + 0.75, above() + 0.83);
        ring("frieze", x, z, 0.40, above() + 0.83, above() + 1.5);
        ring("cornice", x, z, 0.85, above() + 1.62, above() + 1.78);
        ring("gutter", x, z, 0.92, above() + 1.78, above() + 1.86);
        int triglyph = triglyph();
        int mutule = mutule();
        for (int side = 0; side < 4; side++) {
            boolean front = side % 2 == 0;
            double half = front ? x : z;
            double out = (front ? z : x) + 0.40;
            int count = front ? 11 : 23;
            for (int k = 0; k < count; k++) {
                double along = -half + 2 * half * k / (count - 1);
                double y = above() + 0.83;
                double[] place = front ? at(along, y, out) : at(out, y, -along);
                double sign = side < 2 ? 1 : -1;
                double degrees = 90 * side;
                parts.place(triglyph, sign * place[0], y, sign * place[2], degrees);
                parts.place(mutule, sign * place[0], above() + 1.5, sign * place[2], degrees);
            }
        }
    }

    /** Four beams on the axes of the columns, as far to each side. */
    private void ring(String name, double x, double z, double out, double low, double high) {
        var mesh = new MeshBuilder();
        Solids.box(mesh, -x - out, low, z - 0.42, x + out, high, z + out);
        Solids.box(mesh, -x - out, low, -z - out, x + out, high, -z + 0.42);
        Solids.box(mesh, x - 0.42, low, -z + 0.42, x + out, high, z - 0.42);
        Solids.box(mesh, -x - out, low, -z + 0.42, -x + 0.42, high, z - 0.42);
        parts.place(parts.mesh(name, mesh, marble));
    }

    /** Three upright bars, with drops below; stands on y = 0 and reaches out to +z. */
    private int triglyph() {
        var mesh = new MeshBuilder();
        for (int bar = -1; bar <= 1; bar++) {
            double x = bar * 0.19;
            double[] up = {0, 0.58, 0};
            mesh.flatQuad(at(x - 0.085, 0, 0), at(0.04, 0, 0.06), up);
            mesh.flatQuad(at(x - 0.045, 0, 0.06), at(0.09, 0, 0), up);
            mesh.flatQuad(at(x + 0.045, 0, 0.06), at(0.04, 0, -0.06), up);
        }
        Solids.box(mesh, -0.29, 0.58, -0.02, 0.29, 0.67, 0.07);
        Solids.box(mesh, -0.29, -0.15, 0.03, 0.29, -0.08, 0.10);
        int bars = parts.mesh("triglyph", mesh, blue);
        var drops = new MeshBuilder();
        for (int k = 0; k < 6; k++) {
            drop(drops, -0.24 + 0.096 * k, -0.20, 0.065);
        }
        int guttae = parts.mesh("drops", drops, marble);
        drops(guttae);
        return bars;
    }

    private void drops(int mesh) {
        double x = WIDE - 0.2;
        double z = LONG - 0.2;
        for (int k = 0; k < 11; k++) {
            double along = (WIDE - 0.6) * (-1 + 2 * k / 10.0);
            parts.place(mesh, along, above() + 0.83, z, 0);
            parts.place(mesh, along, above() + 0.83, -z, 180);
        }
        for (int k = 0; k < 23; k++) {
            double along = (LONG - 0.6) * (-1 + 2 * k / 22.0);
            parts.place(mesh, x, above() + 0.83, along, 90);
            parts.place(mesh, -x, above() + 0.83, along, -90);
        }
    }

    private static void drop(MeshBuilder mesh, double x, double y, double z) {
        int n = 8;
        for (int k = 0; k < n; k++) {
            double a = 2 * Math.PI * k / n;
            double b = 2 * Math.PI * (k + 1) / n;
            double[] from = at(x + 0.03 * StrictMath.cos(a), y, z - 0.03 * StrictMath.sin(a));
            double[] to = at(x + 0.03 * StrictMath.cos(b), y, z - 0.03 * StrictMath.sin(b));
            mesh.flatQuad(from, at(to[0] - from[0], 0, to[2] - from[2]), at(0, 0.06, 0));
        }
    }

    /** A slab under the cornice with three rows of pegs. */
    private int mutule() {
        var mesh = new MeshBuilder();
        Solids.box(mesh, -0.29, 0.03, 0, 0.29, 0.12, 0.42);
        for (int peg = 0; peg < 18; peg++) {
            drop(mesh, -0.24 + 0.096 * (peg % 6), 0, 0.08 + 0.13 * (peg / 6));
        }
        return parts.mesh("mutule", mesh, marble);
    }

    /** Beams and coffers between the outer columns and the cella. */
    private void ceiling() {
        double x = WIDE - 1.02;
        double z = LONG - 1.02;
        double low = above() + 0.6;
        var beam = new MeshBuilder().shade(0.6);
        Solids.box(beam, -x, 0, -0.13, x, 0.34, 0.13);
        int mesh = parts.mesh("beam", beam, wood);
        for (int k = 0; k < 25; k++) {
            parts.place(mesh, 0, low, -z + 0.3 + (2 * z - 0.6) * k / 24, 0);
        }
        var purlin = new MeshBuilder().shade(0.5);
        for (int k = 0; k < 15; k++) {
            double at = -x + 0.2 + (2 * x - 0.4) * k / 14;
            Solids.box(purlin, at - 0.09, low + 0.28, -z, at + 0.09, low + 0.5, z);
        }
        parts.place(parts.mesh("coffers", purlin, wood));
        var boards = new MeshBuilder().shade(0.4);
        Solids.box(boards, -x, low + 0.46, -z, x, low + 0.52, z);
        parts.place(parts.mesh("boards", boards, red));
    }

    /** Walls with a door on both ends, two rows of columns inside, and a statue. */
    private void cella() {
        double x = 3.9;
        double z = 9.2;
        double top = above() + 0.6;
        var mesh = new MeshBuilder().shade(0.8);
        for (double side = -x; side <= x; side += 2 * x) {
            // Courses of blocks with open joints
            for (int course = 0; course < 10; course++) {
                double low = FLOOR + course * (top - FLOOR) / 10;
                double high = low + (top - FLOOR) / 10;
                for (int k = 0; k < 9; k++) {
                    double shift = (course % 2) * 1.0;
                    double from = Math.max(-z, -z - 2 + shift + k * 2.3);
                    double to = Math.min(z, -z - 2 + shift + (k + 1) * 2.3);
                    mesh.shade(0.7 + 0.15 * random.nextDouble());
                    Solids.box(mesh, side - 0.25, low, from, side + 0.25, high - 0.006, to - 0.006);
                }
            }
        }
        parts.place(parts.mesh("wall", mesh, marble));
        for (double end = -z; end <= z; end += 2 * z) {
            var wall = new MeshBuilder().shade(0.75);
            Solids.box(wall, -x + 0.25, FLOOR, end - 0.25, -1.3, top, end + 0.25);
            Solids.box(wall, 1.3, FLOOR, end - 0.25, x - 0.25, top, end + 0.25);
            Solids.box(wall, -1.3, FLOOR + 4.2, end - 0.25, 1.3, top, end + 0.25);
            parts.place(parts.mesh("end wall", wall, inner));
            var frame = new MeshBuilder();
            Solids.box(frame, -1.5, FLOOR, end - 0.32, -1.28, FLOOR + 4.2, end + 0.32);
            Solids.box(frame, 1.28, FLOOR, end - 0.32, 1.5, FLOOR + 4.2, end + 0.32);
            Solids.box(frame, -1.6, FLOOR + 4.2, end - 0.36, 1.6, FLOOR + 4.5, end + 0.36);
            parts.place(parts.mesh("door frame", frame, red));
        }
        innerColumns(x - 1.2, z);
        statue();
    }

    private void innerColumns(double x, double z) {
        int low = column(3.1, 0.26, 16, 0.7);
        int high = column(2.4, 0.2, 16, 0.65);
        for (int k = 0; k < 7; k++) {
            double place = -z + 1.5 + k * (2 * z - 3) / 6;
            for (double side = -x; side <= x; side += 2 * x) {
                parts.place(low, side, FLOOR, place, 0);
                parts.place(high, side, FLOOR + 3.4, place, 0);
            }
        }
        var beam = new MeshBuilder().shade(0.7);
        Solids.box(beam, -x - 0.3, FLOOR + 3.1, -z + 0.25, -x + 0.3, FLOOR + 3.4, z - 0.25);
        Solids.box(beam, x - 0.3, FLOOR + 3.1, -z + 0.25, x + 0.3, FLOOR + 3.4, z - 0.25);
        parts.place(parts.mesh("gallery", beam, marble));
    }

    private void statue() {
        var base = new MeshBuilder().shade(0.8);
        Solids.box(base, -1.1, FLOOR, -6.4, 1.1, FLOOR + 1.0, -4.4);
        Solids.box(base, -1.25, FLOOR + 1.0, -6.55, 1.25, FLOOR + 1.15, -4.25);
        parts.place(parts.mesh("pedestal", base, marble));
        var body = new MeshBuilder();
        Solids.lathe(
                body,
                40,
                at2(0.62, 0),
                at2(0.55, 0.4),
                at2(0.42, 1.1),
                at2(0.36, 1.5),
                at2(0.46, 1.9),
                at2(0.48, 2.1),
                at2(0.34, 2.3),
                at2(0.13, 2.38),
                at2(0.12, 2.5),
                at2(0.2, 2.62),
                at2(0.22, 2.78),
                at2(0.16, 2.95),
                at2(0.03, 3.02));
        parts.place(parts.mesh("statue", body, bronze), 0, FLOOR + 1.15, -5.4, 0);
        var shield = new MeshBuilder();
        Solids.lathe(
                shield,
                40,
                at2(0.7, 0),
                at2(0.68, 0.04),
                at2(0.56, 0.05),
                at2(0.4, 0.12),
                at2(0, 0.17));
        parts.place(
                parts.mesh("shield", shield, bronze),
                at(0.75, FLOOR + 1.9, -4.9),
                SceneParts.turned(0, 80),
                1);
    }

    /** Two slopes between two gables. */
    private void roof() {
        double degrees = 15;
        double eave = WIDE + 0.55;
        double low = above() + 1.86;
        double rise = eave * StrictMath.tan(StrictMath.toRadians(degrees));
        var tiles = new RoofTiles(parts, clay);
        tiles.slope(at(eave, low, 0), 90, degrees, 2 * LONG + 1.0, eave);
        tiles.slope(at(-eave, low, 0), -90, degrees, 2 * LONG + 1.0, eave);
        double z = LONG + 0.1;
        for (double end = -1; end <= 1; end += 2) {
            gable(end * (z - 0.3), eave - 0.35, low, rise - 0.1, end);
        }
        var ridge = new MeshBuilder();
        for (int k = 0; k < 40; k++) {
            double from = -LONG - 0.5 + k * (2 * LONG + 1) / 40;
            ridgeTile(ridge, low + rise, from, from + (2 * LONG + 1) / 40 + 0.05);
        }
        parts.place(parts.mesh("ridge", ridge, clay));
    }

    private static void ridgeTile(MeshBuilder mesh, double y, double from, double to) {
        int n = 8;
        for (int k = 0; k < n; k++) {
            double a = Math.PI * k / n;
            double b = Math.PI * (k + 1) / n;
            double[] p = at(0.2 * StrictMath.cos(a), y - 0.05 + 0.16 * StrictMath.sin(a), to);
            double[] q = at(0.2 * StrictMath.cos(b), y - 0.05 + 0.16 * StrictMath.sin(b), to);
            double[] up = at(q[0] - p[0], q[1] - p[1], 0);
            mesh.flatQuad(p, at(0.02, 0, from - to), up);
        }
    }

    /** The triangle over an end, and the mouldings along its edges. */
    private void gable(double z, double half, double low, double rise, double end) {
        var mesh = new MeshBuilder().shade(0.9);
        double back = z - end * 0.5;
        int a = mesh.vertex(-half, low, z, 0, 0, end, -half, 0);
        int b = mesh.vertex(half, low, z, 0, 0, end, half, 0);
        int c = mesh.vertex(0, low + rise, z, 0, 0, end, 0, -rise);
        if (end > 0) {
            mesh.triangle(a, b, c);
        } else {
            mesh.triangle(b, a, c);
        }
        for (double side = -1; side <= 1; side += 2) {
            double[] foot = at(side * (half + 0.25), low, z + end * 0.35);
            double[] slope = at(-side * (half + 0.25), rise + 0.1, 0);
            double[] depth = at(0, 0, -end * 0.9);
            double[] up = at(0, 0.22, 0);
            boolean turned = side * end > 0;
            mesh.flatQuad(
                    turned ? foot : at(0, low + rise + 0.1, foot[2]),
                    turned ? slope : at(-slope[0], -slope[1], 0),
                    up);
            mesh.flatQuad(foot, turned ? depth : slope, turned ? slope : depth);
        }
        parts.place(parts.mesh("gable", mesh, marble));
        var figures = new MeshBuilder();
        for (int k = -4; k <= 4; k++) {
            double room = rise * (1 - Math.abs(k) * 1.3 / half) - 0.15;
            double size = Math.max(room, 0.2);
            figure(figures, k * 1.3, low, back + end * 0.62, size);
        }
        parts.place(parts.mesh("figures", figures, inner));
    }

    private static void figure(MeshBuilder mesh, double x, double y, double z, double size) {
        double[][] profile = {
            {0.20, 0}, {0.17, 0.45}, {0.20, 0.68}, {0.06, 0.76}, {0.10, 0.86}, {0.0, 1.0}
        };
        int n = 12;
        for (int k = 0; k + 1 < profile.length; k++) {
            for (int i = 0; i < n; i++) {
                double a = 2 * Math.PI * i / n;
                double b = 2 * Math.PI * (i + 1) / n;
                double[] p = profile[k];
                double[] q = profile[k + 1];
                int v0 = figureVertex(mesh, new double[] {x, y, z, size}, p, a);
                int v1 = figureVertex(mesh, new double[] {x, y, z, size}, p, b);
                int v2 = figureVertex(mesh, new double[] {x, y, z, size}, q, b);
                int v3 = figureVertex(mesh, new double[] {x, y, z, size}, q, a);
                mesh.quad(v0, v1, v2, v3);
            }
        }
    }

    private static int figureVertex(MeshBuilder mesh, double[] place, double[] point, double a) {
        double c = StrictMath.cos(a);
        double s = StrictMath.sin(a);
        double size = place[3];
        return mesh.vertex(
                place[0] + point[0] * c * size,
                place[1] + point[1] * size,
                place[2] - point[0] * s * size * 0.6,
                c,
                0,
                -s,
                a / 6,
                point[1]);
    }

    /** Colonnades on all sides of the yard, their roofs falling towards it. */
    private void stoas() {
        int slender = column(STOA_COLUMN, 0.27, 16, 0.95);
        for (int side = 0; side < 4; side++) {
            boolean end = side % 2 == 0;
            double half = end ? YARD_X : YARD_Z;
            double out = end ? YARD_Z : YARD_X;
            new Stoa(parts, new int[] {slender, marble, inner, wood, clay})
                    .build(90 * side, half, out, STOA_COLUMN, STOA_DEPTH);
        }
    }

    /** Jars and bowls, an altar and tripods in the yard. */
    private void offerings() {
        var altar = new MeshBuilder();
        Solids.box(altar, -1.6, 0, 18.2, 1.6, 0.25, 20.2);
        Solids.box(altar, -1.3, 0.25, 18.5, 1.3, 1.1, 19.9);
        Solids.box(altar, -1.45, 1.1, 18.35, 1.45, 1.3, 20.05);
        parts.place(parts.mesh("altar", altar, marble));
        var jar = new MeshBuilder();
        Solids.lathe(
                jar,
                24,
                at2(0.06, 0),
                at2(0.10, 0.02),
                at2(0.2, 0.25),
                at2(0.24, 0.45),
                at2(0.18, 0.62),
                at2(0.09, 0.70),
                at2(0.08, 0.84),
                at2(0.13, 0.88),
                at2(0.11, 0.87),
                at2(0.06, 0.8));
        int[] jars = {
            parts.mesh("jar", jar, clay),
            parts.mesh("jar", jar, red),
            parts.mesh("jar", jar, bronze)
        };
        for (int k = 0; k < 160; k++) {
            boolean left = random.nextBoolean();
            double x = (left ? -1 : 1) * (WIDE + 1.9 + 1.6 * random.nextDouble());
            double z = LONG * (2 * random.nextDouble() - 1);
            double scale = 0.7 + 0.7 * random.nextDouble();
            parts.place(jars[random.nextInt(3)], at(x, 0, z), Motion.rotation(1, 31 * k), scale);
        }
    }
}
