package dev.azulejo.scene.demo;

import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Scene;

import java.util.Random;

/**
 * A village shop: aisles of shelves, cluttered with bottles, boxes, tins, books and fruit, each a
 * draw call of its own. Shelves hide shelves, and goods hide goods behind them.
 */
final class Shop {
    /** Half the width and depth of the room. */
    private static final double WIDE = 7.2;

    private static final double DEEP = 6.4;
    private static final double HEIGHT = 3.1;

    /** Length of the shelves in the middle, and half their depth. */
    private static final double SHELF = 8;

    private static final double REACH = 0.42;
    private static final double[] LEVELS = {0.14, 0.52, 0.90, 1.28, 1.64};

    /** Of goods that stand behind others. */
    private static final double SHADOW = 0.45;

    private static final double[] WHITE = {0.95, 0.93, 0.88};
    private static final double[] INK = {0.12, 0.10, 0.12};
    private static final double[][] PAINTS = {
        {0.80, 0.16, 0.13}, {0.93, 0.62, 0.14}, {0.16, 0.46, 0.28}, {0.14, 0.28, 0.58},
        {0.52, 0.20, 0.46}, {0.20, 0.55, 0.62}, {0.90, 0.78, 0.30}, {0.45, 0.29, 0.18}
    };

    private final Random random = new Random(1862);
    private final SceneParts parts = new SceneParts();
    private final ShopGoods goods = new ShopGoods(parts, PAINTS, WHITE, INK, SHADOW);
    private final int floor;
    private final int wall;
    private final int wood;
    private final int dark;
    private final int metal;
    private final int glow;

    private Shop() {
        floor =
                parts.material(
                        Patterns.tiles(
                                "floor tiles",
                                new double[] {0.80, 0.76, 0.68},
                                new double[] {0.35, 0.42, 0.44},
                                new double[] {0.45, 0.42, 0.38},
                                4),
                        0.35);
        wall =
                parts.material(
                        Patterns.grain(
                                "plaster",
                                new double[] {0.88, 0.84, 0.74},
                                new double[] {0.80, 0.75, 0.64},
                                6,
                                2),
                        0.9);
        wood =
                parts.material(
                        Patterns.wood(
                                "shelf",
                                new double[] {0.72, 0.52, 0.32},
                                new double[] {0.50, 0.33, 0.18},
                                3,
                                7),
                        0.55);
        dark =
                parts.material(
                        Patterns.wood(
                                "counter",
                                new double[] {0.40, 0.24, 0.14},
                                new double[] {0.24, 0.13, 0.08},
                                4,
                                9),
                        0.4);
        metal = parts.metal("steel", 0.3, 0.60, 0.61, 0.62);
        glow = parts.material("lamp shade", 0.4, 0.95, 0.93, 0.86);
    }

    static Scene create() {
        var shop = new Shop();
        shop.parts.camera("customer", new double[] {0.9, 1.55, 5.6}, 12, 4, 40);
        shop.parts.camera("aisle", new double[] {0.35, 1.5, 2.9}, 9, 5, 40);
        shop.parts.camera("counter", new double[] {-5.2, 1.6, 3.6}, -62, 6, 40);
        shop.room();
        shop.aisles();
        shop.walls();
        shop.baskets();
        shop.counter();
        shop.lamps();
        return shop.parts.build("shop");
    }

    private void room() {
        var ground = new MeshBuilder();
        Solids.box(ground, -WIDE, -0.1, -DEEP, WIDE, 0, DEEP);
        parts.place(parts.mesh("floor", ground, floor));
        var shell = new MeshBuilder();
        Solids.box(shell, -WIDE - 0.2, 0, -DEEP - 0.2, WIDE + 0.2, HEIGHT, -DEEP);
        Solids.box(shell, -WIDE - 0.2, 0, -DEEP, -WIDE, HEIGHT, DEEP);
        Solids.box(shell, WIDE, 0, -DEEP, WIDE + 0.2, HEIGHT, DEEP);
        Solids.box(shell, -WIDE - 0.2, 0, DEEP, WIDE + 0.2, HEIGHT, DEEP + 0.2);
        Solids.box(shell, -WIDE - 0.2, HEIGHT, -DEEP - 0.2, WIDE + 0.2, HEIGHT + 0.1, DEEP + 0.2);
        parts.place(parts.mesh("walls", shell, wall));
        var beams = new MeshBuilder();
        for (int k = 0; k < 9; k++) {
            double z = -DEEP + 0.7 + k * (2 * DEEP - 1.4) / 8;
            Solids.box(beams, -WIDE, HEIGHT - 0.2, z - 0.08, WIDE, HEIGHT, z + 0.08);
        }
        parts.place(parts.mesh("beams", beams, dark));
    }

    /** Four shelves in the middle, goods on both sides of each. */
    private void aisles() {
        int section = shelf(1.0, true);
        for (int aisle = 0; aisle < 4; aisle++) {
            double x = -3.75 + 2.5 * aisle;
            for (int k = 0; k < (int) SHELF; k++) {
                parts.place(section, x, 0, -SHELF / 2 - 1 + k + 0.5, 0);
            }
            for (int side = -1; side <= 1; side += 2) {
                double degrees = side > 0 ? 90 : -90;
                for (int level = 0; level < LEVELS.length; level++) {
                    int kind = random.nextInt(ShopGoods.KINDS);
                    double room = level + 1 < LEVELS.length ? 0.34 : 0.42;
                    for (int k = 0; k < (int) SHELF; k++) {
                        kind = random.nextInt(3) == 0 ? random.nextInt(ShopGoods.KINDS) : kind;
                        double[] start = {x, LEVELS[level], -SHELF / 2 - 1 + k + 0.5};
                        fill(start, degrees, new double[] {0.96, room, REACH - 0.04}, kind);
                    }
                }
            }
        }
    }

    /**
     * Fills a piece of a shelf: two rows of goods, the one behind in shadow.
     *
     * @param place the middle of the back of the board
     * @param degrees where it faces; 0 is +z
     * @param size width, height and depth of what fits
     */
    private void fill(double[] place, double degrees, double[] size, int kind) {
        double angle = StrictMath.toRadians(degrees);
        double c = StrictMath.cos(angle);
        double s = StrictMath.sin(angle);
        for (int row = 0; row < 2; row++) {
            boolean behind = row == 0;
            double along = -size[0] / 2;
            int run = 0;
            int item = 0;
            while (true) {
                if (run-- == 0) {
                    item = goods.pick(kind, random);
                    run = 1 + random.nextInt(4);
                }
                double width = goods.width(item) + 0.006 + 0.012 * random.nextDouble();
                if (along + width > size[0] / 2) {
                    break;
                }
                boolean gap = random.nextInt(behind ? 5 : 9) == 0;
                if (!gap && goods.height(item) < size[1]) {
                    double out = size[2] * (behind ? 0.28 : 0.74) + 0.02 * random.nextDouble();
                    double x = along + width / 2;
                    parts.place(
                            goods.mesh(item, behind),
                            place[0] + c * x + s * out,
                            place[1],
                            place[2] - s * x + c * out,
                            degrees + goods.turn(item, random));
                }
                along += width;
            }
        }
    }

    /** A metre of shelves, one side or both: boards, price rails, uprights, a back. */
    private int shelf(double length, boolean both) {
        var mesh = new MeshBuilder();
        double back = both ? -REACH : 0;
        double z = length / 2;
        double x0 = both ? -REACH : -0.03;
        for (double level : LEVELS) {
            mesh.shade(0.62);
            Solids.box(mesh, x0, level - 0.025, -z + 0.015, REACH, level, z - 0.015);
            mesh.shade(1.15);
            Solids.box(
                    mesh, REACH, level - 0.04, -z + 0.015, REACH + 0.012, level + 0.012, z - 0.015);
            if (both) {
                Solids.box(
                        mesh,
                        back - 0.012,
                        level - 0.04,
                        -z + 0.015,
                        back,
                        level + 0.012,
                        z - 0.015);
            }
        }
        mesh.shade(0.45);
        Solids.box(mesh, -0.015, 0.1, -z + 0.03, 0.015, 2.04, z - 0.03);
        mesh.shade(0.8);
        for (double end = -z; end <= z; end += length - 0.03) {
            Solids.box(mesh, x0, 0, end, REACH - 0.02, 2.05, end + 0.03);
        }
        Solids.box(mesh, x0, 0, -z + 0.03, REACH - 0.06, 0.09, z - 0.03);
        return parts.mesh("shelf", mesh, wood);
    }

    /** Shelves along the back and both sides: books at the back, jars and boxes beside. */
    private void walls() {
        int section = shelf(1.0, false);
        for (int k = 0; k < 12; k++) {
            double x = -6 + k + 0.5;
            parts.place(section, x, 0, -DEEP + 0.03, -90);
            stock(new double[] {x, 0, -DEEP + 0.05}, 0, ShopGoods.BOOKS);
        }
        for (int side = -1; side <= 1; side += 2) {
            double x = side * (WIDE - 0.03);
            for (int k = 0; k < 8; k++) {
                double z = -DEEP + 1 + k + 0.5;
                parts.place(section, x, 0, z, side > 0 ? 180 : 0);
                stock(new double[] {x, 0, z}, -90 * side, side > 0 ? 0 : 1);
            }
        }
    }

    private void stock(double[] foot, double degrees, int kind) {
        for (int level = 0; level < LEVELS.length; level++) {
            double[] place = {foot[0], LEVELS[level], foot[2]};
            boolean other = random.nextInt(4) == 0;
            int stocked = other ? random.nextInt(ShopGoods.KINDS) : kind;
            fill(place, degrees, new double[] {0.94, 0.34, REACH - 0.06}, stocked);
        }
    }

    /** Crates of fruit before the shelves, heaped. */
    private void baskets() {
        var crate = new MeshBuilder();
        for (int k = 0; k < 3; k++) {
            double y = 0.03 + 0.075 * k;
            mesh4(crate, y);
        }
        Solids.box(crate, -0.3, 0, -0.2, 0.3, 0.02, 0.2);
        int box = parts.mesh("crate", crate, wood);
        var table = new MeshBuilder();
        Solids.box(table, -1.3, 0.58, -0.5, 1.3, 0.62, 0.5);
        for (int leg = 0; leg < 4; leg++) {
            double x = (leg & 1) == 0 ? -1.25 : 1.18;
            double z = (leg & 2) == 0 ? -0.45 : 0.38;
            Solids.box(table, x, 0, z, x + 0.07, 0.58, z + 0.07);
        }
        int stand = parts.mesh("stand", table, dark);
        for (int t = 0; t < 3; t++) {
            double x = -4.2 + 2.9 * t;
            parts.place(stand, x, 0, 4.1, 0);
            for (int k = 0; k < 8; k++) {
                double cx = x - 0.93 + 0.62 * (k % 4);
                double cz = 4.1 + (k < 4 ? -0.23 : 0.23);
                parts.place(box, cx, 0.62, cz, 0);
                heap(cx, 0.645, cz, random.nextInt(ShopGoods.FRUITS));
            }
        }
    }

    private static void mesh4(MeshBuilder mesh, double y) {
        Solids.box(mesh, -0.3, y, 0.185, 0.3, y + 0.05, 0.2);
        Solids.box(mesh, -0.3, y, -0.2, 0.3, y + 0.05, -0.185);
        Solids.box(mesh, -0.3, y, -0.185, -0.285, y + 0.05, 0.185);
        Solids.box(mesh, 0.285, y, -0.185, 0.3, y + 0.05, 0.185);
    }

    private void heap(double x, double y, double z, int fruit) {
        double size = goods.fruitSize(fruit);
        int layers = size > 0.09 ? 2 : 3;
        for (int layer = 0; layer < layers; layer++) {
            double inset = layer * size * 0.5;
            int columns = (int) ((0.56 - 2 * inset) / size);
            int rows = (int) ((0.36 - 2 * inset) / size);
            for (int k = 0; k < columns * rows; k++) {
                double px = x + (k % columns - (columns - 1) / 2.0) * size;
                double pz = z + (k / columns - (rows - 1) / 2.0) * size;
                double py = y + 0.06 + layer * size * 0.72 + 0.01 * random.nextDouble();
                double[] place = {px, py, pz};
                var turn = SceneParts.turned(random.nextInt(360), random.nextInt(50));
                parts.place(goods.fruit(fruit), place, turn, 0.92 + 0.14 * random.nextDouble());
            }
        }
    }

    /** The counter near the door, with a till, scales, jars, and a pile of books. */
    private void counter() {
        var mesh = new MeshBuilder();
        Solids.box(mesh, 4.1, 0, 3.3, 6.6, 0.92, 4.1);
        Solids.box(mesh, 4.0, 0.92, 3.2, 6.7, 0.97, 4.2);
        for (int k = 0; k < 5; k++) {
            double x = 4.15 + 0.49 * k;
            Solids.box(mesh, x, 0.12, 4.1, x + 0.42, 0.82, 4.12);
        }
        parts.place(parts.mesh("counter", mesh, dark));
        var till = new MeshBuilder();
        Solids.box(till, -0.22, 0, -0.2, 0.22, 0.16, 0.2);
        Solids.box(till, -0.18, 0.16, -0.2, 0.18, 0.34, -0.02);
        for (int key = 0; key < 20; key++) {
            double x = -0.15 + 0.07 * (key % 5);
            double z = 0.02 + 0.042 * (key / 5);
            Solids.box(till, x, 0.16, z, x + 0.05, 0.175, z + 0.03);
        }
        parts.place(parts.mesh("till", till, metal), 5.9, 0.97, 3.7, 8);
        for (int k = 0; k < 9; k++) {
            parts.place(goods.mesh(goods.pick(1, random), false), 4.25 + 0.13 * k, 0.97, 3.95, 0);
        }
        double top = 0.97;
        for (int k = 0; k < 7; k++) {
            int book = goods.pick(ShopGoods.BOOKS, random);
            double thick = goods.width(book);
            double[] place = {4.6 + 0.02 * random.nextDouble(), top + thick / 2, 3.5};
            var flat = Motion.rotation(2, 90);
            parts.place(goods.mesh(book, false), place, flat, 1);
            top += thick;
        }
    }

    private void lamps() {
        var shade = new MeshBuilder();
        Solids.lathe(
                shade,
                24,
                new double[] {0.20, 0},
                new double[] {0.16, 0.08},
                new double[] {0.05, 0.16},
                new double[] {0.008, 0.18},
                new double[] {0.008, 0.6});
        Solids.lathe(
                shade,
                24,
                new double[] {0.04, 0.15},
                new double[] {0.15, 0.07},
                new double[] {0.19, 0});
        Solids.lathe(
                shade,
                12,
                new double[] {0, -0.01},
                new double[] {0.04, 0.02},
                new double[] {0.05, 0.07},
                new double[] {0, 0.12});
        int lamp = parts.mesh("lamp", shade, glow);
        for (int k = 0; k < 15; k++) {
            double x = -5 + 2.5 * (k % 5);
            double z = -4.2 + 4.1 * (k / 5);
            parts.place(lamp, x, HEIGHT - 0.6, z, 0);
            parts.lamp(new double[] {x, HEIGHT - 0.68, z}, new Vec3(1, 0.88f, 0.70f), 1.6, 7);
        }
    }
}
