package dev.azulejo.scene.demo;

import java.util.Random;

/** A colonnade along one side of a yard: columns, beams, rafters, a back wall, a tiled roof. */
final class Stoa {
    private static final double TILT = 17;
    private static final double BEAM = 0.42;

    private final SceneParts parts;
    private final int column;
    private final int marble;
    private final int plaster;
    private final int wood;
    private final int clay;

    /** Takes the mesh of a column, and materials: marble, plaster, wood, clay. */
    Stoa(SceneParts parts, int[] made) {
        this.parts = parts;
        column = made[0];
        marble = made[1];
        plaster = made[2];
        wood = made[3];
        clay = made[4];
    }

    /**
     * Builds it.
     *
     * @param degrees which side of the yard: 0 is at -z
     * @param half half its length along the yard
     * @param out distance from the middle of the yard
     * @param height of the columns
     * @param depth to the back wall
     */
    void build(double degrees, double half, double out, double height, double depth) {
        double full = half + depth;
        var step = new MeshBuilder().shade(0.55);
        Solids.box(step, -full, 0, -out - depth, full, 0.18, -out + 0.35);
        Solids.box(step, -full, 0.18, -out - depth, full, 0.34, -out + 0.1);
        placed("step", step, marble, degrees);
        double floor = 0.34;
        int count = (int) Math.round(2 * half / 2.35);
        for (int k = 0; k <= count; k++) {
            double[] p = turned(-half + 2 * half * k / count, -out - 0.3, degrees);
            parts.place(column, p[0], floor, p[1], degrees + 7 * k);
        }
        double top = floor + height;
        var beam = new MeshBuilder();
        Solids.box(beam, -half - 0.3, top, -out - 0.55, half + 0.3, top + BEAM, -out - 0.05);
        Solids.box(beam, -half - 0.3, top + BEAM, -out - 0.6, half + 0.3, top + BEAM + 0.1, -out);
        placed("beam", beam, marble, degrees);
        wall(degrees, full, out + depth, floor, top);
        rafters(degrees, new double[] {full, out, depth}, top + BEAM + 0.1);
        // In corners two roofs meet: the higher of them shows, and water runs off between them
        double[] eave = turned(0, -out + 0.45, degrees);
        double slope = StrictMath.tan(StrictMath.toRadians(TILT));
        double low = top + BEAM + 0.24 - 0.45 * slope;
        new RoofTiles(parts, clay)
                .slope(
                        new double[] {eave[0], low, eave[1]},
                        degrees,
                        TILT,
                        2 * full + 0.2,
                        depth + 0.8);
    }

    private void placed(String name, MeshBuilder mesh, int material, double degrees) {
        parts.place(parts.mesh(name, mesh, material), 0, 0, 0, degrees);
    }

    private static double[] turned(double x, double z, double degrees) {
        double angle = StrictMath.toRadians(degrees);
        double c = StrictMath.cos(angle);
        double s = StrictMath.sin(angle);
        return new double[] {c * x + s * z, -s * x + c * z};
    }

    /** The back wall with a painted foot, pilasters, and benches before it. */
    private void wall(double degrees, double full, double back, double floor, double top) {
        var mesh = new MeshBuilder().shade(0.7);
        Solids.box(mesh, -full, floor, -back - 0.3, full, top + 2.0, -back);
        placed("back wall", mesh, plaster, degrees);
        var pilasters = new MeshBuilder().shade(0.75);
        int count = (int) (full / 1.6);
        for (int k = 0; k <= count; k++) {
            double x = -full + 2 * full * k / count;
            Solids.box(pilasters, x - 0.2, floor, -back, x + 0.2, top + 1.0, -back + 0.12);
        }
        placed("pilasters", pilasters, marble, degrees);
        var bench = new MeshBuilder().shade(0.8);
        var random = new Random(17);
        for (int k = 0; k < count; k++) {
            double x = -full + 2 * full * (k + 0.5) / count;
            double wide = 0.7 + 0.4 * random.nextDouble();
            Solids.box(
                    bench,
                    x - wide,
                    floor + 0.38,
                    -back + 0.14,
                    x + wide,
                    floor + 0.46,
                    -back + 0.6);
            Solids.box(
                    bench,
                    x - wide + 0.1,
                    floor,
                    -back + 0.2,
                    x - wide + 0.25,
                    floor + 0.38,
                    -back + 0.55);
            Solids.box(
                    bench,
                    x + wide - 0.25,
                    floor,
                    -back + 0.2,
                    x + wide - 0.1,
                    floor + 0.38,
                    -back + 0.55);
        }
        placed("benches", bench, marble, degrees);
    }

    /** Rafters under the tiles, and battens across them. */
    private void rafters(double degrees, double[] size, double low) {
        double half = size[0];
        double out = size[1];
        double run = size[2] + 0.6;
        double slope = StrictMath.tan(StrictMath.toRadians(TILT));
        double[] up = {0, 0.12, 0};
        double[] back = {0, run * slope, -run};
        double[] front = {0, -run * slope, run};
        double[] right = {0.12, 0, 0};
        var mesh = new MeshBuilder().shade(0.55);
        int count = (int) (2 * half / 0.6);
        double y = low - 0.3 * slope;
        double z = -out + 0.3;
        for (int k = 0; k <= count; k++) {
            double x = -half + 2 * half * k / count - 0.06;
            mesh.flatQuad(new double[] {x, y, z}, right, up);
            mesh.flatQuad(new double[] {x + 0.12, y, z}, back, up);
            mesh.flatQuad(new double[] {x, y + back[1], z + back[2]}, front, up);
            mesh.flatQuad(new double[] {x, y + back[1], z + back[2]}, right, front);
        }
        placed("rafters", mesh, wood, degrees);
        var boards = new MeshBuilder().shade(0.4);
        double[] whole = {2 * half, 0, 0};
        boards.flatQuad(
                new double[] {-half, y + 0.1 + back[1], z + back[2]},
                whole,
                front,
                new double[] {0, 0, 2 * half, run});
        placed("boards", boards, wood, degrees);
    }
}
