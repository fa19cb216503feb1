package dev.azulejo.scene.demo;

import dev.azulejo.scene.model.Image;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What a shop sells: a mesh an article, and another for one that stands in shadow. */
final class ShopGoods {
    /** Sorts of articles: tins, bottles, boxes, jars, books. */
    static final int KINDS = 5;

    /** The sort that books are. */
    static final int BOOKS = 4;

    /** Sorts of fruit. */
    static final int FRUITS = 6;

    private static final int VARIANTS = 10;
    private static final double[] FRUIT_SIZE = {0.082, 0.078, 0.06, 0.10, 0.065, 0.12};

    private final SceneParts parts;
    private final double[][] paints;
    private final double[] white;
    private final double[] ink;
    private final double shadow;
    private final Random random = new Random(1911);
    private final List<Integer> front = new ArrayList<>();
    private final List<Integer> back = new ArrayList<>();
    private final List<double[]> sizes = new ArrayList<>();
    private final List<Integer> fruits = new ArrayList<>();

    ShopGoods(SceneParts parts, double[][] paints, double[] white, double[] ink, double shadow) {
        this.parts = parts;
        this.paints = paints;
        this.white = white;
        this.ink = ink;
        this.shadow = shadow;
        for (int kind = 0; kind < KINDS; kind++) {
            for (int variant = 0; variant < VARIANTS; variant++) {
                article(kind, variant);
            }
        }
        for (int fruit = 0; fruit < FRUITS; fruit++) {
            fruits.add(makeFruit(fruit));
        }
    }

    /** Chooses an article of a sort. */
    int pick(int kind, Random chance) {
        return kind * VARIANTS + chance.nextInt(VARIANTS);
    }

    /** The mesh of an article that stands in front, or behind others. */
    int mesh(int article, boolean behind) {
        return (behind ? back : front).get(article);
    }

    double width(int article) {
        return sizes.get(article)[0];
    }

    double height(int article) {
        return sizes.get(article)[1];
    }

    /** How far an article is turned on its shelf: what is round any way, what is square hardly. */
    double turn(int article, Random chance) {
        int kind = article / VARIANTS;
        boolean round = kind == 0 || kind == 1 || kind == 3;
        return round ? chance.nextInt(50) - 25 : chance.nextInt(7) - 3;
    }

    int fruit(int kind) {
        return fruits.get(kind);
    }

    /** From one fruit to the next in a heap. */
    double fruitSize(int kind) {
        return FRUIT_SIZE[kind];
    }

    private double[] paint() {
        return paints[random.nextInt(paints.length)];
    }

    private void article(int kind, int variant) {
        double[] ground = variant % 3 == 0 ? white : paint();
        double[] band = variant % 3 == 0 ? paint() : white;
        int seed = 100 * kind + variant;
        double size = 0.85 + 0.3 * random.nextDouble();
        int material =
                switch (kind) {
                    case 0 -> parts.material(Patterns.label("tin", ground, band, ink, seed), 0.3);
                    case 1 -> parts.material(bottle(ground, band, seed), 0.12);
                    case 2 -> parts.material(Patterns.label("box", ground, band, ink, seed), 0.6);
                    case 3 -> parts.material(Patterns.label("jar", ground, band, ink, seed), 0.2);
                    default ->
                            parts.material(
                                    Patterns.binding(
                                            "book",
                                            Patterns.times(paint(), 0.7),
                                            new double[] {0.86, 0.70, 0.36},
                                            seed),
                                    0.7);
                };
        double[] dimensions = dimensions(kind, size);
        sizes.add(dimensions);
        for (int behind = 0; behind < 2; behind++) {
            var mesh = new MeshBuilder().shade(behind == 0 ? 1 : shadow);
            shape(mesh, kind, dimensions);
            (behind == 0 ? front : back).add(parts.mesh(NAMES[kind], mesh, material));
        }
    }

    private static final String[] NAMES = {"tin", "bottle", "box", "jar", "book"};

    /** Glass below and above a label. */
    private Image bottle(double[] ground, double[] band, int seed) {
        double[] glass = Patterns.times(paint(), 0.45);
        return Patterns.image(
                "bottle",
                128,
                128,
                (u, v) -> {
                    if (v < 0.09) {
                        return band;
                    }
                    if (v < 0.5 || v > 0.88) {
                        return glass;
                    }
                    boolean edge = v < 0.52 || v > 0.86;
                    boolean print =
                            v > 0.62
                                    && v < 0.78
                                    && Patterns.hash((int) (u * 40), (int) (v * 30), 64, seed)
                                            < 0.5;
                    return edge || print ? ink : ground;
                });
    }

    /** Width, height and depth. */
    private double[] dimensions(int kind, double size) {
        return switch (kind) {
            case 0 -> new double[] {0.085 * size, 0.12 * size, 0.085 * size};
            case 1 -> new double[] {0.08 * size, 0.29 * size, 0.08 * size};
            case 2 ->
                    new double[] {
                        0.10 + 0.1 * random.nextDouble(), 0.16 + 0.15 * random.nextDouble(), 0.08
                    };
            case 3 -> new double[] {0.095 * size, 0.14 * size, 0.095 * size};
            default ->
                    new double[] {
                        0.02 + 0.035 * random.nextDouble(), 0.2 + 0.09 * random.nextDouble(), 0.15
                    };
        };
    }

    private static void shape(MeshBuilder mesh, int kind, double[] size) {
        double r = size[0] / 2;
        double h = size[1];
        switch (kind) {
            case 0 -> tin(mesh, r, h);
            case 1 ->
                    Solids.lathe(
                            mesh,
                            12,
                            new double[] {0, 0},
                            new double[] {0.94 * r, 0},
                            new double[] {r, 0.02 * h},
                            new double[] {r, 0.58 * h},
                            new double[] {0.9 * r, 0.66 * h},
                            new double[] {0.42 * r, 0.76 * h},
                            new double[] {0.36 * r, 0.90 * h},
                            new double[] {0.44 * r, 0.905 * h},
                            new double[] {0.44 * r, h},
                            new double[] {0, h});
            case 2 -> Solids.carton(mesh, size[0], h, size[2]);
            case 3 ->
                    Solids.lathe(
                            mesh,
                            12,
                            new double[] {0, 0},
                            new double[] {0.85 * r, 0},
                            new double[] {r, 0.06 * h},
                            new double[] {r, 0.68 * h},
                            new double[] {0.78 * r, 0.8 * h},
                            new double[] {0.86 * r, 0.81 * h},
                            new double[] {0.86 * r, 0.98 * h},
                            new double[] {0, h});
            default -> book(mesh, size);
        }
    }

    private static void tin(MeshBuilder mesh, double r, double h) {
        Solids.lathe(
                mesh,
                12,
                new double[] {0, 0},
                new double[] {0.96 * r, 0},
                new double[] {r, 0.015 * h},
                new double[] {r, 0.04 * h},
                new double[] {0.96 * r, 0.05 * h},
                new double[] {0.96 * r, 0.95 * h},
                new double[] {r, 0.96 * h},
                new double[] {r, h},
                new double[] {0.93 * r, h},
                new double[] {0.93 * r, 0.97 * h},
                new double[] {0, 0.97 * h});
    }

    /** A book upright, its back to +z: two boards, the back, and leaves that stand in between. */
    static void book(MeshBuilder mesh, double[] size) {
        double x = size[0] / 2;
        double h = size[1];
        double z = size[2] / 2;
        double board = 0.003;
        double[] up = {0, h, 0};
        double[] whole = {0, 1, 1, 0};
        mesh.flatQuad(new double[] {-x, 0, z}, new double[] {2 * x, 0, 0}, up, whole);
        double[] cloth = {0.02, 0.6, 0.98, 0.8};
        mesh.flatQuad(new double[] {x, 0, z}, new double[] {0, 0, -2 * z}, up, cloth);
        mesh.flatQuad(new double[] {-x, 0, -z}, new double[] {0, 0, 2 * z}, up, cloth);
        for (double side = -1; side <= 1; side += 2) {
            double from = side > 0 ? x - board : -x;
            mesh.flatQuad(
                    new double[] {from, h, z},
                    new double[] {board, 0, 0},
                    new double[] {0, 0, -2 * z},
                    cloth);
            mesh.flatQuad(
                    new double[] {from + board, 0, -z}, new double[] {-board, 0, 0}, up, cloth);
            double[] inside = {side > 0 ? from : from + board, 0, side > 0 ? -z : z};
            mesh.flatQuad(inside, new double[] {0, 0, side * 2 * z}, up, cloth);
        }
        double[] gold = {0.4, 0.09, 0.5, 0.1};
        Solids.leaves(mesh, new double[] {x - board, 0.97 * h, 0.94 * z}, gold);
    }

    private int makeFruit(int kind) {
        double[][] colors = {
            {0.60, 0.05, 0.03}, {0.85, 0.32, 0.02}, {0.62, 0.50, 0.03},
            {0.22, 0.42, 0.05}, {0.25, 0.03, 0.12}, {0.80, 0.62, 0.10}
        };
        double[] c = colors[kind];
        double[] soft = {Math.sqrt(c[0]), Math.sqrt(c[1]), Math.sqrt(c[2])};
        int skin =
                parts.material(
                        Patterns.grain(
                                "skin",
                                soft,
                                Patterns.mix(soft, new double[] {0.8, 0.65, 0.2}, 0.35),
                                3,
                                40 + kind),
                        0.35);
        var mesh = new MeshBuilder();
        double r = FRUIT_SIZE[kind] / 2;
        double tall = kind == 2 ? 1.35 : kind == 3 ? 0.92 : 1;
        int n = 8;
        double[][] profile = new double[n + 1][];
        for (int k = 0; k <= n; k++) {
            double a = Math.PI * k / n;
            double dent = k == 0 || k == n ? 0.82 : 1;
            profile[k] =
                    new double[] {
                        k == 0 || k == n ? 0 : r * StrictMath.sin(a),
                        -r * tall * dent * StrictMath.cos(a)
                    };
        }
        Solids.lathe(mesh, 11, profile);
        return parts.mesh("fruit", mesh, skin);
    }
}
