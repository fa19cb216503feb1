package dev.azulejo.scene.demo;

import dev.azulejo.scene.model.Scene;

import java.util.Random;

/**
 * A suite of six furnished rooms with doors between them: a salon, a dining room, a library, two
 * bedrooms and a hall. Many small textured draw calls, most of them behind a wall or behind other
 * furniture.
 */
final class Suite {
    /** Length of a room's sides. */
    private static final double ROOM = 5.4;

    private static final double HEIGHT = 2.9;
    private static final double WALL = 0.09;
    private static final double DOOR = 1.0;
    private static final double DOOR_HEIGHT = 2.15;
    private static final int COLUMNS = 3;
    private static final int ROWS = 2;

    private final Random random = new Random(1928);
    private final SceneParts parts = new SceneParts();
    private final SuitePieces pieces = new SuitePieces(parts);

    private Suite() {}

    static Scene create() {
        var suite = new Suite();
        suite.parts.camera("guest", new double[] {-2.1, 1.55, 4.7}, -38, 8, 40);
        suite.parts.camera("table", new double[] {3.4, 1.5, 4.9}, -42, 14, 40);
        suite.parts.camera("library", new double[] {-3.6, 1.55, -1.6}, 62, 7, 40);
        suite.parts.camera("hall", new double[] {2.25, 1.6, -1.3}, 62, 8, 40);
        suite.shell();
        suite.salon(0, 2.7);
        suite.dining(ROOM, 2.7);
        suite.bedroom(-ROOM, 2.7);
        suite.library(-ROOM, -2.7);
        suite.hall(0, -2.7);
        suite.bedroom(ROOM, -2.7);
        return suite.parts.build("suite");
    }

    /**
     * Walls with doors between neighbours and windows to the outside; floor, ceiling, mouldings.
     */
    private void shell() {
        double wide = COLUMNS * ROOM / 2;
        double deep = ROWS * ROOM / 2;
        var floor = new MeshBuilder();
        Solids.box(floor, -wide, -0.1, -deep, wide, 0, deep);
        parts.place(parts.mesh("floor", floor, pieces.parquet));
        var ceiling = new MeshBuilder();
        Solids.box(ceiling, -wide, HEIGHT, -deep, wide, HEIGHT + 0.1, deep);
        parts.place(parts.mesh("ceiling", ceiling, pieces.white));
        for (int column = 0; column < COLUMNS; column++) {
            double x = -wide + (column + 0.5) * ROOM;
            wall(x, -deep, 0, 2);
            wall(x, 0, 0, 1);
            wall(x, deep, 0, 2);
        }
        for (int row = 0; row < ROWS; row++) {
            double z = -deep + (row + 0.5) * ROOM;
            for (int line = 0; line <= COLUMNS; line++) {
                boolean outer = line == 0 || line == COLUMNS;
                wall(-wide + line * ROOM, z, 90, outer ? 0 : 1);
            }
        }
    }

    /** A wall of a room's length, around a middle: plain, with a door, or with a window. */
    private void wall(double x, double z, double degrees, int opening) {
        double half = ROOM / 2 - WALL;
        double shift = opening == 1 ? 0.9 : 0;
        double from = shift - (opening == 1 ? DOOR / 2 : 0.8);
        double to = shift + (opening == 1 ? DOOR / 2 : 0.8);
        double sill = opening == 1 ? 0 : 0.85;
        var mesh = new MeshBuilder();
        var moulding = new MeshBuilder();
        if (opening == 0) {
            Solids.box(mesh, -half, 0, -WALL, half, HEIGHT, WALL);
            skirting(moulding, -half, half);
        } else {
            Solids.box(mesh, -half, 0, -WALL, from, HEIGHT, WALL);
            Solids.box(mesh, to, 0, -WALL, half, HEIGHT, WALL);
            Solids.box(mesh, from, DOOR_HEIGHT, -WALL, to, HEIGHT, WALL);
            skirting(moulding, -half, opening == 1 ? from - 0.09 : half);
            if (opening == 1) {
                skirting(moulding, to + 0.09, half);
                pieces.door(x, z, degrees, shift, DOOR_HEIGHT);
            } else {
                Solids.box(mesh, from, 0, -WALL, to, sill, WALL);
                pieces.window(x, z, degrees, new double[] {0, sill, DOOR_HEIGHT});
            }
        }
        Solids.box(moulding, -half, HEIGHT - 0.10, -WALL - 0.06, half, HEIGHT - 0.02, WALL + 0.06);
        Solids.box(moulding, -half, HEIGHT - 0.16, -WALL - 0.03, half, HEIGHT - 0.1, WALL + 0.03);
        int paper = pieces.papers[Math.floorMod((int) (7 * x + 3 * z), pieces.papers.length)];
        parts.place(parts.mesh("wall", mesh, paper), x, 0, z, degrees);
        parts.place(parts.mesh("mouldings", moulding, pieces.white), x, 0, z, degrees);
        var post = new MeshBuilder();
        Solids.box(post, -WALL, 0, -WALL, WALL, HEIGHT, WALL);
        double angle = StrictMath.toRadians(degrees);
        double dx = ROOM / 2 * StrictMath.cos(angle);
        double dz = -ROOM / 2 * StrictMath.sin(angle);
        parts.place(parts.mesh("post", post, pieces.white), x + dx, 0, z + dz, degrees);
        parts.place(parts.mesh("post", post, pieces.white), x - dx, 0, z - dz, degrees);
    }

    private static void skirting(MeshBuilder mesh, double from, double to) {
        Solids.box(mesh, from, 0, -WALL - 0.02, to, 0.13, WALL + 0.02);
        Solids.box(mesh, from, 0.13, -WALL - 0.01, to, 0.15, WALL + 0.01);
    }

    private void salon(double x, double z) {
        pieces.place(pieces.carpets[0], x, 0, z, 0);
        pieces.place(pieces.sofa, x, 0, z - 1.35, 0);
        pieces.place(pieces.sofa, x - 0.2, 0, z + 1.75, 180);
        pieces.armchair(x + 1.75, z + 0.3, -70);
        pieces.armchair(x - 1.75, z + 0.1, 75);
        for (int k = 0; k < 4; k++) {
            double cx = x - 0.75 + 0.5 * k;
            pieces.cushion(cx, 0.58, z - 1.42, 12 * k - 20, random);
            pieces.cushion(cx - 0.2, 0.58, z + 1.82, 170 + 9 * k, random);
        }
        pieces.place(pieces.lowTable, x, 0, z + 0.1, 0);
        pieces.teaSet(x, 0.43, z + 0.1, random);
        pieces.bookPile(x - 0.42, 0.43, z + 0.22, 4, random);
        pieces.floorLamp(x - 2.2, z - 2.2);
        pieces.floorLamp(x + 2.2, z + 2.2);
        pieces.cabinet(x + 2.25, z - 1.3, -90, random);
        pieces.pictures(x, z, ROOM / 2 - WALL, random);
        pieces.plant(x + 2.15, z - 2.2, random);
        pieces.plant(x - 2.2, z + 2.2, random);
        pieces.chandelier(x, HEIGHT, z);
    }

    private void dining(double x, double z) {
        pieces.place(pieces.carpets[1], x, 0, z, 90);
        pieces.place(pieces.diningTable, x, 0, z, 0);
        for (int k = 0; k < 4; k++) {
            double along = x - 0.98 + 0.65 * k;
            for (int side = -1; side <= 1; side += 2) {
                double turn = side > 0 ? 180 : 0;
                pieces.place(pieces.chair, along, 0, z + side * 0.82, turn + random.nextInt(9) - 4);
                pieces.setting(along, 0.77, z + side * 0.36, turn + 180, random);
            }
        }
        pieces.place(pieces.chair, x - 1.72, 0, z, 90);
        pieces.place(pieces.chair, x + 1.72, 0, z, -90);
        pieces.setting(x - 1.16, 0.77, z, 270, random);
        pieces.setting(x + 1.16, 0.77, z, 90, random);
        for (int k = -1; k <= 1; k++) {
            pieces.candle(x + 0.55 * k, 0.77, z);
        }
        pieces.fruitBowl(x + 0.28, 0.77, z, random);
        pieces.fruitBowl(x - 0.28, 0.77, z, random);
        pieces.cabinet(x + 2.35, z + 0.2, -90, random);
        pieces.cabinet(x - 1.5, z - 2.35, 0, random);
        pieces.pictures(x, z, ROOM / 2 - WALL, random);
        pieces.plant(x + 2.15, z + 2.15, random);
        pieces.chandelier(x, HEIGHT, z);
    }

    private void bedroom(double x, double z) {
        pieces.place(pieces.carpets[2], x, 0, z, 0);
        pieces.place(pieces.bed, x - 0.6, 0, z - 1.0, 0);
        for (int k = 0; k < 6; k++) {
            double cx = x - 1.1 + 0.5 * (k % 3);
            pieces.cushion(cx, 0.72 + 0.02 * (k / 3), z - 1.7 + 0.32 * (k / 3), 5 * k, random);
        }
        for (int side = -1; side <= 1; side += 2) {
            double nx = x - 0.6 + side * 1.25;
            pieces.place(pieces.nightTable, nx, 0, z - 1.85, 0);
            pieces.tableLamp(nx, 0.55, z - 1.9);
            pieces.bookPile(nx, 0.55, z - 1.65, 3, random);
        }
        pieces.armchair(x + 1.6, z + 1.5, -135);
        pieces.cushion(x + 1.6, 0.6, z + 1.5, 45, random);
        pieces.bookcase(x - 2.42, z + 0.9, 90, random);
        pieces.cabinet(x + 2.35, z - 0.9, -90, random);
        pieces.pictures(x, z, ROOM / 2 - WALL, random);
        pieces.plant(x - 2.1, z + 2.2, random);
        pieces.floorLamp(x + 2.2, z + 2.2);
        pieces.chandelier(x, HEIGHT, z);
    }

    private void library(double x, double z) {
        pieces.place(pieces.carpets[1], x, 0, z, 0);
        for (int k = 0; k < 4; k++) {
            pieces.bookcase(x - 2.42, z - 1.8 + 1.2 * k, 90, random);
        }
        pieces.bookcase(x - 1.55, z - 2.42, 0, random);
        pieces.bookcase(x + 1.75, z - 2.42, 0, random);
        pieces.bookcase(x - 1.2, z + 2.42, 180, random);
        pieces.place(pieces.diningTable, x + 0.2, 0, z, 90);
        for (int k = 0; k < 6; k++) {
            double pz = z - 0.9 + 0.36 * k;
            pieces.bookPile(x + 0.05 + 0.3 * (k % 2), 0.77, pz, 2 + random.nextInt(5), random);
        }
        pieces.tableLamp(x + 0.2, 0.77, z + 1.15);
        pieces.place(pieces.chair, x + 1.0, 0, z + 0.2, -95);
        pieces.place(pieces.chair, x - 0.6, 0, z - 0.4, 86);
        pieces.place(pieces.chair, x + 1.0, 0, z - 0.7, -88);
        pieces.armchair(x + 1.7, z - 1.5, -40);
        pieces.floorLamp(x + 2.2, z - 2.2);
        pieces.chandelier(x, HEIGHT, z);
    }

    private void hall(double x, double z) {
        pieces.place(pieces.carpets[2], x, 0, z, 90);
        pieces.cabinet(x - 1.6, z - 2.38, 0, random);
        pieces.cabinet(x + 1.6, z - 2.38, 0, random);
        for (int k = 0; k < 4; k++) {
            pieces.place(pieces.chair, x - 2.2, 0, z - 1.5 + 0.62 * k, 90);
        }
        pieces.place(pieces.lowTable, x + 1.9, 0, z - 0.6, 90);
        pieces.bookPile(x + 1.9, 0.43, z - 0.5, 5, random);
        pieces.tableLamp(x + 1.9, 0.43, z - 0.9);
        pieces.pictures(x, z, ROOM / 2 - WALL, random);
        pieces.plant(x - 2.1, z + 2.1, random);
        pieces.plant(x + 2.1, z + 2.1, random);
        pieces.plant(x + 2.1, z - 2.1, random);
        pieces.chandelier(x, HEIGHT, z);
    }
}
