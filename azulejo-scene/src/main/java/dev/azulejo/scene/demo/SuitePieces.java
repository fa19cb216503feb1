package dev.azulejo.scene.demo;

import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Material;

import java.util.Random;

/** Furniture and small things: each is a draw call, or a few. */
final class SuitePieces {
    private static final double[] IVORY = {0.93, 0.90, 0.82};
    private static final double[] GOLD = {0.80, 0.62, 0.28};
    private static final double[][] DYES = {
        {0.60, 0.16, 0.14},
        {0.16, 0.34, 0.42},
        {0.72, 0.52, 0.22},
        {0.24, 0.36, 0.22},
        {0.42, 0.20, 0.34},
        {0.78, 0.70, 0.58}
    };
    private static final int BOOKS = 12;

    final int parquet;
    final int white;
    final int[] papers;
    final int[] carpets = new int[3];
    final int sofa;
    final int lowTable;
    final int diningTable;
    final int chair;
    final int bed;
    final int nightTable;

    private final SceneParts parts;
    private final int oak;
    private final int brass;
    private final int silver;
    private final int china;
    private final int leaf;
    private final int pot;
    private final int glow;
    private final int armchair;
    private final int cabinet;
    private final int bookcase;
    private final int door;
    private final int doorFrame;
    private final int handle;
    private final int windowFrame;
    private final int curtain;
    private final int pane;
    private final int[] cushions = new int[6];
    private final int[] books = new int[BOOKS];
    private final double[][] bookSizes = new double[BOOKS][];
    private final int[] canvases = new int[8];
    private final int[] frames = new int[3];
    private final SuiteTable table;

    SuitePieces(SceneParts parts) {
        this.parts = parts;
        oak = wood("oak", new double[] {0.55, 0.36, 0.20}, new double[] {0.34, 0.20, 0.10}, 1);
        parquet =
                parts.material(
                        Patterns.wood(
                                "parquet",
                                new double[] {0.66, 0.46, 0.27},
                                new double[] {0.45, 0.28, 0.14},
                                8,
                                21),
                        0.3);
        white = parts.material("paint", 0.5, 0.78, 0.76, 0.70);
        brass = parts.metal("brass", 0.3, 0.80, 0.60, 0.28);
        silver = parts.metal("silver", 0.2, 0.80, 0.79, 0.77);
        china = parts.material("china", 0.15, 0.85, 0.84, 0.80);
        leaf = parts.material("leaf", 0.5, 0.06, 0.20, 0.05);
        pot = parts.material("pot", 0.6, 0.45, 0.17, 0.09);
        glow = shade();
        papers =
                new int[] {
                    paper("green paper", new double[] {0.62, 0.68, 0.58}, 1),
                    paper("blue paper", new double[] {0.60, 0.66, 0.70}, 2),
                    paper("rose paper", new double[] {0.80, 0.68, 0.60}, 3),
                    paper("yellow paper", new double[] {0.84, 0.76, 0.58}, 4)
                };
        textiles();
        sofa = sofa();
        armchair = lounge();
        lowTable = table(0.6, 0.4, 0.43, 0.05);
        diningTable = table(1.5, 0.55, 0.77, 0.08);
        nightTable = table(0.25, 0.25, 0.55, 0.05);
        chair = chair();
        bed = bed();
        cabinet = cabinet();
        bookcase = bookcase();
        door = doorLeaf();
        doorFrame = doorFrame();
        handle = handle();
        windowFrame = windowFrame();
        curtain = curtain();
        pane =
                parts.material(
                        Patterns.landscape(
                                "garden",
                                new double[] {0.6, 0.75, 0.9},
                                new double[] {0.3, 0.45, 0.25},
                                99),
                        0.2);
        books();
        paintings();
        table = new SuiteTable(parts, china, silver, brass, glow);
    }

    private int wood(String name, double[] light, double[] dark, int boards) {
        return parts.material(Patterns.wood(name, light, dark, boards, 5), 0.45);
    }

    /** Wall paper with stripes and small flowers. */
    private int paper(String name, double[] ground, int seed) {
        return parts.material(
                Patterns.image(
                        name,
                        256,
                        256,
                        (u, v) -> {
                            double x = u * 8 % 1 - 0.5;
                            double y = (v * 8 + (int) (u * 8) % 2 * 0.5) % 1 - 0.5;
                            double r = Math.sqrt(x * x + y * y);
                            double stripe = (int) (u * 8) % 2 == 0 ? 1 : 0.93;
                            if (r < 0.12) {
                                return r < 0.05 ? GOLD : Patterns.times(ground, 0.75);
                            }
                            return Patterns.times(
                                    ground,
                                    stripe * (0.97 + 0.06 * Patterns.cloud(u, v, 16, 2, seed)));
                        }),
                0.85);
    }

    private int shade() {
        return parts.material(
                Material.builder("lamp shade")
                        .baseColorTexture(
                                parts.texture(
                                        Patterns.cloth(
                                                "shade",
                                                new double[] {0.96, 0.86, 0.68},
                                                new double[] {0.9, 0.8, 0.6},
                                                0)))
                        .metallicFactor(0)
                        .roughnessFactor(0.8f)
                        .emissiveFactor(new Vec3(0.62f, 0.45f, 0.22f))
                        .build());
    }

    private void textiles() {
        for (int k = 0; k < carpets.length; k++) {
            var carpet = new MeshBuilder();
            double x = 1.75;
            double z = 1.35;
            carpet.flatQuad(
                    new double[] {-x, 0.012, z},
                    new double[] {2 * x, 0, 0},
                    new double[] {0, 0, -2 * z});
            int wool =
                    parts.material(
                            Patterns.carpet("carpet", DYES[k], DYES[(k + 1) % 6], DYES[5]), 0.95);
            Solids.box(carpet, -x, 0, -z, x, 0.011, z);
            carpets[k] = parts.mesh("carpet", carpet, wool);
        }
        for (int k = 0; k < cushions.length; k++) {
            var cushion = new MeshBuilder();
            Solids.pillow(cushion, 18, new double[] {0.23, 0.23, 0.09}, 0.55);
            int cloth = parts.material(Patterns.cloth("cushion", DYES[k], IVORY, k % 3 * 3), 0.9);
            cushions[k] = parts.mesh("cushion", cushion, cloth);
        }
    }

    private static void soft(MeshBuilder mesh, double[] middle, double x, double y, double z) {
        var part = new double[] {x, y, z};
        Solids.pillow(mesh, 14, part, 0.25, middle);
    }

    private int sofa() {
        var mesh = new MeshBuilder();
        soft(mesh, new double[] {0, 0.22, 0.05}, 1.1, 0.14, 0.45);
        for (int seat = -1; seat <= 1; seat++) {
            soft(mesh, new double[] {0.62 * seat, 0.40, 0.08}, 0.31, 0.10, 0.40);
            soft(mesh, new double[] {0.62 * seat, 0.68, -0.28}, 0.31, 0.24, 0.12);
        }
        soft(mesh, new double[] {0, 0.5, -0.40}, 1.1, 0.38, 0.10);
        soft(mesh, new double[] {-1.06, 0.40, 0.02}, 0.13, 0.26, 0.45);
        soft(mesh, new double[] {1.06, 0.40, 0.02}, 0.13, 0.26, 0.45);
        feet(mesh, 1.0, 0.36, 0.09);
        int cloth = parts.material(Patterns.cloth("sofa", DYES[1], IVORY, 0), 0.9);
        return parts.mesh("sofa", mesh, cloth);
    }

    private int lounge() {
        var mesh = new MeshBuilder();
        soft(mesh, new double[] {0, 0.26, 0.02}, 0.40, 0.14, 0.40);
        soft(mesh, new double[] {0, 0.42, 0.05}, 0.31, 0.09, 0.36);
        soft(mesh, new double[] {0, 0.62, -0.33}, 0.36, 0.38, 0.11);
        soft(mesh, new double[] {-0.40, 0.44, 0.0}, 0.10, 0.22, 0.38);
        soft(mesh, new double[] {0.40, 0.44, 0.0}, 0.10, 0.22, 0.38);
        feet(mesh, 0.34, 0.32, 0.14);
        int cloth = parts.material(Patterns.cloth("armchair", DYES[0], DYES[2], 6), 0.9);
        return parts.mesh("armchair", mesh, cloth);
    }

    private static void feet(MeshBuilder mesh, double x, double z, double height) {
        for (int leg = 0; leg < 4; leg++) {
            double fx = (leg & 1) == 0 ? -x : x;
            double fz = (leg & 2) == 0 ? -z : z;
            Solids.box(mesh, fx - 0.03, 0, fz - 0.03, fx + 0.03, height, fz + 0.03);
        }
    }

    private int table(double x, double z, double height, double leg) {
        var mesh = new MeshBuilder();
        double h = leg / 2;
        Solids.box(mesh, -x, height - 0.04, -z, x, height, z);
        Solids.box(mesh, -x + 0.05, height - 0.12, -z + 0.05, x - 0.05, height - 0.04, -z + 0.08);
        Solids.box(mesh, -x + 0.05, height - 0.12, z - 0.08, x - 0.05, height - 0.04, z - 0.05);
        Solids.box(mesh, -x + 0.05, height - 0.12, -z + 0.08, -x + 0.08, height - 0.04, z - 0.08);
        Solids.box(mesh, x - 0.08, height - 0.12, -z + 0.08, x - 0.05, height - 0.04, z - 0.08);
        for (int k = 0; k < 4; k++) {
            double fx = ((k & 1) == 0 ? -1 : 1) * (x - 0.06 - h);
            double fz = ((k & 2) == 0 ? -1 : 1) * (z - 0.06 - h);
            Solids.box(mesh, fx - h, 0, fz - h, fx + h, height - 0.04, fz + h);
        }
        return parts.mesh("table", mesh, oak);
    }

    /** A chair that faces +z. */
    private int chair() {
        var mesh = new MeshBuilder();
        Solids.box(mesh, -0.22, 0.44, -0.2, 0.22, 0.47, 0.22);
        for (double x = -0.21; x < 0.2; x += 0.385) {
            Solids.box(mesh, x, 0, 0.175, x + 0.035, 0.44, 0.21);
            Solids.box(mesh, x, 0, -0.215, x + 0.035, 0.98, -0.18);
            Solids.box(mesh, x + 0.008, 0.18, -0.18, x + 0.027, 0.2, 0.175);
        }
        for (int slat = 0; slat < 4; slat++) {
            double y = 0.58 + 0.11 * slat;
            Solids.box(mesh, -0.175, y, -0.207, 0.175, y + 0.045, -0.19);
        }
        int frame = parts.mesh("chair", mesh, oak);
        return frame;
    }

    private int bed() {
        var mesh = new MeshBuilder();
        soft(mesh, new double[] {0, 0.38, 0}, 0.92, 0.2, 1.05);
        soft(mesh, new double[] {0, 0.50, 0.25}, 0.97, 0.12, 0.82);
        Solids.box(mesh, -0.98, 0.1, -1.1, 0.98, 0.28, 1.08);
        Solids.box(mesh, -1.0, 0, -1.17, 1.0, 1.1, -1.1);
        int cloth = parts.material(Patterns.cloth("bedspread", DYES[3], IVORY, 8), 0.9);
        return parts.mesh("bed", mesh, cloth);
    }

    private int cabinet() {
        var mesh = new MeshBuilder();
        Solids.box(mesh, -0.6, 0.1, -0.22, 0.6, 0.84, 0.2);
        Solids.box(mesh, -0.63, 0.84, -0.23, 0.63, 0.88, 0.24);
        for (int k = 0; k < 6; k++) {
            double x = -0.57 + 0.385 * (k % 3);
            double y = 0.14 + 0.35 * (k / 3);
            Solids.box(mesh, x, y, 0.2, x + 0.365, y + 0.32, 0.215);
            Solids.box(mesh, x + 0.04, y + 0.04, 0.215, x + 0.325, y + 0.28, 0.222);
        }
        feet(mesh, 0.55, 0.16, 0.1);
        return parts.mesh("cabinet", mesh, oak);
    }

    private int bookcase() {
        var mesh = new MeshBuilder();
        Solids.box(mesh, -0.57, 0, -0.16, -0.54, 2.1, 0.16);
        Solids.box(mesh, 0.54, 0, -0.16, 0.57, 2.1, 0.16);
        Solids.box(mesh, -0.6, 2.1, -0.17, 0.6, 2.15, 0.18);
        mesh.shade(0.5);
        Solids.box(mesh, -0.54, 0, -0.16, 0.54, 2.1, -0.15);
        mesh.shade(0.8);
        for (int board = 0; board < 6; board++) {
            double y = 0.06 + 0.34 * board;
            Solids.box(mesh, -0.54, y, -0.15, 0.54, y + 0.025, 0.15);
        }
        return parts.mesh("bookcase", mesh, oak);
    }

    private int doorLeaf() {
        var mesh = new MeshBuilder();
        Solids.box(mesh, 0, 0.01, -0.02, 0.92, 2.08, 0.02);
        for (int panel = 0; panel < 6; panel++) {
            double x = 0.1 + 0.4 * (panel % 2);
            double y = 0.15 + 0.64 * (panel / 2);
            Solids.box(mesh, x, y, -0.03, x + 0.32, y + 0.52, 0.03);
        }
        return parts.mesh("door", mesh, white);
    }

    private int doorFrame() {
        var mesh = new MeshBuilder();
        Solids.box(mesh, -0.59, 0, -0.13, -0.5, 2.15, 0.13);
        Solids.box(mesh, 0.5, 0, -0.13, 0.59, 2.15, 0.13);
        Solids.box(mesh, -0.62, 2.15, -0.13, 0.62, 2.26, 0.13);
        Solids.box(mesh, -0.66, 2.26, -0.15, 0.66, 2.29, 0.15);
        Solids.box(mesh, -0.5, 2.1, -0.09, 0.5, 2.15, 0.09);
        return parts.mesh("door frame", mesh, white);
    }

    private int handle() {
        var mesh = new MeshBuilder();
        for (double side = -1; side <= 1; side += 2) {
            double z = side * 0.05;
            Solids.box(mesh, 0.83, 1.03, z - 0.02, 0.85, 1.05, z + 0.02);
            Solids.box(
                    mesh, 0.73, 1.03, z + side * 0.02 - 0.008, 0.85, 1.05, z + side * 0.02 + 0.008);
        }
        return parts.mesh("door handle", mesh, brass);
    }

    /** A frame with six panes around x, from the sill to the lintel as 0..1.3 above it. */
    private int windowFrame() {
        var mesh = new MeshBuilder();
        Solids.box(mesh, -0.8, 0, -0.05, 0.8, 0.05, 0.05);
        Solids.box(mesh, -0.8, 1.25, -0.05, 0.8, 1.3, 0.05);
        for (double x = -0.8; x < 0.8; x += 0.5125) {
            Solids.box(mesh, x, 0.05, -0.05, x + 0.0625, 1.25, 0.05);
        }
        Solids.box(mesh, -0.74, 0.62, -0.02, 0.74, 0.66, 0.02);
        Solids.box(mesh, -0.95, -0.04, -0.2, 0.95, 0, 0.2);
        return parts.mesh("window frame", mesh, white);
    }

    /** Cloth in folds, hanging from y = 0. */
    private int curtain() {
        var mesh = new MeshBuilder();
        int n = 48;
        int first = -1;
        for (int j = 0; j <= 6; j++) {
            for (int i = 0; i <= n; i++) {
                double s = (double) i / n;
                double phase = 2 * Math.PI * 6 * s;
                double depth = 0.035 + 0.015 * j / 6;
                double slope = depth * 12 * Math.PI / 0.5 * StrictMath.cos(phase);
                double length = Math.sqrt(1 + slope * slope);
                int made =
                        mesh.vertex(
                                0.5 * s,
                                -2.3 + 2.3 * j / 6,
                                depth * StrictMath.sin(phase),
                                -slope / length,
                                0,
                                1 / length,
                                s,
                                j / 6.0);
                first = first < 0 ? made : first;
            }
        }
        mesh.grid(first, n + 1, 7);
        var cloth = Patterns.cloth("curtain", DYES[2], DYES[0], 4);
        return parts.mesh(
                "curtain",
                mesh,
                parts.material(
                        Material.builder("curtain")
                                .baseColorTexture(parts.texture(cloth))
                                .metallicFactor(0)
                                .roughnessFactor(0.9f)
                                .doubleSided(true)
                                .build()));
    }

    private void books() {
        var random = new Random(3);
        for (int k = 0; k < BOOKS; k++) {
            double[] size = {
                0.022 + 0.03 * random.nextDouble(), 0.19 + 0.1 * random.nextDouble(), 0.17
            };
            var mesh = new MeshBuilder();
            ShopGoods.book(mesh, size);
            int binding =
                    parts.material(
                            Patterns.binding("book", Patterns.times(DYES[k % 6], 0.8), GOLD, k),
                            0.6);
            books[k] = parts.mesh("book", mesh, binding);
            bookSizes[k] = size;
        }
    }

    private void paintings() {
        for (int k = 0; k < canvases.length; k++) {
            var mesh = new MeshBuilder();
            mesh.flatQuad(
                    new double[] {-0.5, -0.375, 0},
                    new double[] {1, 0, 0},
                    new double[] {0, 0.75, 0},
                    new double[] {0, 1, 1, 0});
            double[] land = DYES[(k + 3) % 6];
            double[] sky = {0.45 + 0.05 * k, 0.62, 0.80 - 0.04 * k};
            canvases[k] =
                    parts.mesh(
                            "painting",
                            mesh,
                            parts.material(Patterns.landscape("painting", sky, land, 60 + k), 0.4));
        }
        for (int k = 0; k < frames.length; k++) {
            var mesh = new MeshBuilder();
            double w = 0.05 + 0.02 * k;
            Solids.box(mesh, -0.5 - w, -0.375 - w, -0.02, 0.5 + w, -0.375, 0.03);
            Solids.box(mesh, -0.5 - w, 0.375, -0.02, 0.5 + w, 0.375 + w, 0.03);
            Solids.box(mesh, -0.5 - w, -0.375, -0.02, -0.5, 0.375, 0.03);
            Solids.box(mesh, 0.5, -0.375, -0.02, 0.5 + w, 0.375, 0.03);
            int[] stuff = {brass, oak, white};
            frames[k] = parts.mesh("picture frame", mesh, stuff[k]);
        }
    }

    void place(int mesh, double x, double y, double z, double degrees) {
        parts.place(mesh, x, y, z, degrees);
    }

    void armchair(double x, double z, double degrees) {
        place(armchair, x, 0, z, degrees);
    }

    void cushion(double x, double y, double z, double degrees, Random random) {
        double[] at = {x, y + 0.08, z};
        var rotation = SceneParts.turned(degrees, -24);
        parts.place(cushions[random.nextInt(cushions.length)], at, rotation, 0.9);
    }

    /** A door ajar in a wall; shift is where its middle lies along the wall. */
    void door(double x, double z, double degrees, double shift, double height) {
        double angle = StrictMath.toRadians(degrees);
        double c = StrictMath.cos(angle);
        double s = StrictMath.sin(angle);
        place(doorFrame, x + c * shift, 0, z - s * shift, degrees);
        double hinge = shift - 0.48;
        double hx = x + c * hinge;
        double hz = z - s * hinge;
        place(door, hx, 0, hz, degrees + 100);
        place(handle, hx, 0, hz, degrees + 100);
    }

    /** A window with a garden behind it and curtains on both sides. */
    void window(double x, double z, double degrees, double[] place) {
        double y = place[1];
        place(windowFrame, x, y, z, degrees);
        var view = new MeshBuilder();
        double[] up = {0, 1.3, 0};
        double[] whole = {0, 1, 1, 0};
        view.flatQuad(new double[] {-0.8, y, -0.005}, new double[] {1.6, 0, 0}, up, whole);
        view.flatQuad(new double[] {0.8, y, -0.01}, new double[] {-1.6, 0, 0}, up, whole);
        place(parts.mesh("garden", view, pane), x, 0, z, degrees);
        double inside = z > 0 ? -0.24 : 0.24;
        place(curtain, x - 1.25, y + 1.55, z + inside, degrees);
        place(curtain, x + 0.75, y + 1.55, z + inside, degrees);
        var rod = new MeshBuilder();
        Solids.box(rod, -1.35, y + 1.55, -0.012, 1.35, y + 1.575, 0.012);
        place(parts.mesh("rod", rod, brass), x, 0, z + inside, degrees);
    }

    void floorLamp(double x, double z) {
        table.floorLamp(x, z);
    }

    void tableLamp(double x, double y, double z) {
        table.tableLamp(x, y, z);
    }

    void chandelier(double x, double ceiling, double z) {
        table.chandelier(x, ceiling, z);
    }

    void candle(double x, double y, double z) {
        table.candle(x, y, z);
    }

    void setting(double x, double y, double z, double degrees, Random random) {
        table.setting(x, y, z, degrees, random);
    }

    void teaSet(double x, double y, double z, Random random) {
        table.teaSet(x, y, z, random);
    }

    void fruitBowl(double x, double y, double z, Random random) {
        table.fruitBowl(x, y, z, random);
    }

    void cabinet(double x, double z, double degrees, Random random) {
        place(cabinet, x, 0, z, degrees);
        double angle = StrictMath.toRadians(degrees);
        for (int k = 0; k < 3; k++) {
            double along = -0.4 + 0.4 * k;
            double px = x + StrictMath.cos(angle) * along;
            double pz = z - StrictMath.sin(angle) * along;
            switch (random.nextInt(3)) {
                case 0 -> table.vase(px, 0.88, pz, random);
                case 1 -> bookPile(px, 0.88, pz, 2 + random.nextInt(3), random);
                default -> table.tableLamp(px, 0.88, pz);
            }
        }
    }

    /** A case with rows of books, some leaning, with gaps. */
    void bookcase(double x, double z, double degrees, Random random) {
        place(bookcase, x, 0, z, degrees);
        double angle = StrictMath.toRadians(degrees);
        double c = StrictMath.cos(angle);
        double s = StrictMath.sin(angle);
        for (int board = 0; board < 6; board++) {
            double y = 0.085 + 0.34 * board;
            double along = -0.53;
            while (along < 0.46) {
                int book = random.nextInt(BOOKS);
                double width = bookSizes[book][0] + 0.002;
                if (random.nextInt(14) == 0) {
                    along += 0.04 + 0.08 * random.nextDouble();
                }
                double middle = along + width / 2;
                double out = 0.01 + 0.02 * random.nextDouble();
                if (middle + width / 2 < 0.53) {
                    place(
                            books[book],
                            x + c * middle + s * out,
                            y,
                            z - s * middle + c * out,
                            degrees);
                }
                along += width;
            }
        }
    }

    void bookPile(double x, double y, double z, int count, Random random) {
        double top = y;
        for (int k = 0; k < count; k++) {
            int book = random.nextInt(BOOKS);
            double thick = bookSizes[book][0];
            // Lying on its side: first about z, then about y
            var flat = Motion.rotation(2, 90);
            int degrees = random.nextInt(40) - 20;
            var turn = Motion.rotation(1, degrees);
            var both =
                    new Quaternion(
                            turn.y() * flat.z(),
                            turn.y() * flat.w(),
                            turn.w() * flat.z(),
                            turn.w() * flat.w());
            double angle = StrictMath.toRadians(degrees);
            double reach = bookSizes[book][1] / 2;
            double[] at = {
                x + reach * StrictMath.cos(angle),
                top + thick / 2,
                z - reach * StrictMath.sin(angle)
            };
            parts.place(books[book], at, both, 1);
            top += thick;
        }
    }

    /** Paintings in frames on the four walls of a room. */
    void pictures(double x, double z, double half, Random random) {
        for (int side = 0; side < 4; side++) {
            double degrees = 90 * side;
            double angle = StrictMath.toRadians(degrees);
            double c = StrictMath.cos(angle);
            double s = StrictMath.sin(angle);
            for (int k = 0; k < 4; k++) {
                // Beside doors, windows and curtains, two above each other
                double along = (k & 1) == 0 ? -2.05 : 2.05;
                double out = -half + 0.03;
                double[] at = {
                    x + c * along + s * out,
                    ((k & 2) == 0 ? 1.42 : 2.02) + 0.06 * random.nextDouble(),
                    z - s * along + c * out
                };
                double scale = 0.46 + 0.14 * random.nextDouble();
                var rotation = Motion.rotation(1, degrees);
                parts.place(canvases[random.nextInt(canvases.length)], at, rotation, scale);
                parts.place(frames[random.nextInt(frames.length)], at, rotation, scale);
            }
        }
    }

    void plant(double x, double z, Random random) {
        var mesh = new MeshBuilder();
        Solids.lathe(
                mesh,
                20,
                new double[] {0.12, 0},
                new double[] {0.17, 0.28},
                new double[] {0.19, 0.28},
                new double[] {0.19, 0.33},
                new double[] {0.16, 0.33},
                new double[] {0.15, 0.27},
                new double[] {0, 0.27});
        place(parts.mesh("flower pot", mesh, pot), x, 0, z, 0);
        var leaves = new MeshBuilder();
        for (int k = 0; k < 60; k++) {
            double angle = 2.4 * k;
            double reach = 0.14 + 0.2 * random.nextDouble();
            double y = 0.35 + 0.75 * random.nextDouble();
            double c = StrictMath.cos(angle);
            double s = StrictMath.sin(angle);
            leaves.shade(0.6 + 0.6 * random.nextDouble());
            double[] at = {x + reach * c, y, z + reach * s};
            Solids.pillow(
                    leaves,
                    6,
                    new double[] {
                        0.06 + 0.04 * Math.abs(c),
                        0.012 + 0.04 * random.nextDouble(),
                        0.06 + 0.04 * Math.abs(s)
                    },
                    1,
                    at);
        }
        Solids.box(leaves, x - 0.015, 0.27, z - 0.015, x + 0.015, 0.95, z + 0.015);
        parts.place(parts.mesh("leaves", leaves, leaf));
    }
}
