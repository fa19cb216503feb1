package dev.azulejo.scene.demo;

import dev.azulejo.scene.model.Image;

import java.util.Random;

/** Pictures of materials, made by code; all repeat without a seam. */
final class Patterns {
    private static final int SIDE = 256;

    private Patterns() {}

    /** The colour at a place, 0..1 from the left and from the top. */
    interface Paint {
        double[] at(double u, double v);
    }

    /** Paints a picture; colours are sRGB, 0..1. */
    static Image image(String name, int width, int height, Paint paint) {
        int[] texels = new int[width * height];
        for (int y = 0; y < height; y++) {
            Looks.look();
            for (int x = 0; x < width; x++) {
                double[] c = paint.at((x + 0.5) / width, (y + 0.5) / height);
                texels[y * width + x] =
                        byteOf(c[0]) | byteOf(c[1]) << 8 | byteOf(c[2]) << 16 | 0xff << 24;
            }
        }
        return new Image(name, width, height, texels, true);
    }

    private static int byteOf(double value) {
        return (int) (255 * Math.min(Math.max(value, 0), 1) + 0.5);
    }

    /** Smooth noise of 0..1 that repeats; cells along each side, halved in size each octave. */
    static double cloud(double u, double v, int cells, int octaves, int seed) {
        double sum = 0;
        double most = 0;
        double weight = 1;
        for (int octave = 0; octave < octaves; octave++) {
            int n = cells << octave;
            sum += weight * value(u * n, v * n, n, seed + octave);
            most += weight;
            weight *= 0.5;
        }
        return sum / most;
    }

    private static double value(double x, double y, int period, int seed) {
        int column = (int) Math.floor(x);
        int row = (int) Math.floor(y);
        double s = smooth(x - column);
        double t = smooth(y - row);
        double top = mix(hash(column, row, period, seed), hash(column + 1, row, period, seed), s);
        double low =
                mix(
                        hash(column, row + 1, period, seed),
                        hash(column + 1, row + 1, period, seed),
                        s);
        return mix(top, low, t);
    }

    /** A number of 0..1 that belongs to a cell. */
    static double hash(int column, int row, int period, int seed) {
        int h =
                Math.floorMod(column, period) * 0x27D4EB2F
                        ^ Math.floorMod(row, period) * 0x165667B1
                        ^ (seed + 7) * 0x9E3779B1;
        h = (h ^ h >>> 15) * 0x2C1B3C6D;
        h = (h ^ h >>> 12) * 0x297A2D39;
        h ^= h >>> 15;
        return (h >>> 8) / (double) (1 << 24);
    }

    private static double smooth(double t) {
        return t * t * (3 - 2 * t);
    }

    static double mix(double a, double b, double t) {
        return a + (b - a) * t;
    }

    static double[] mix(double[] a, double[] b, double t) {
        return new double[] {mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)};
    }

    static double[] times(double[] color, double factor) {
        return new double[] {color[0] * factor, color[1] * factor, color[2] * factor};
    }

    /** Stone with cloudy spots and veins. */
    static Image stone(String name, double[] light, double[] dark, int seed) {
        return image(
                name,
                SIDE,
                SIDE,
                (u, v) -> {
                    double spot = cloud(u, v, 4, 5, seed);
                    double vein = Math.abs(cloud(u, v, 3, 4, seed + 50) - 0.5) * 14;
                    double[] base = mix(light, dark, spot * 0.7);
                    return mix(mix(light, dark, 1), base, Math.min(0.55 + 0.45 * vein, 1));
                });
    }

    /** Something rough: plaster, gravel, clay. */
    static Image grain(String name, double[] light, double[] dark, int cells, int seed) {
        return image(name, SIDE, SIDE, (u, v) -> mix(dark, light, cloud(u, v, cells, 5, seed)));
    }

    /** Boards along u, each with its own grain. */
    static Image wood(String name, double[] light, double[] dark, int boards, int seed) {
        return image(
                name,
                SIDE,
                SIDE,
                (u, v) -> {
                    int board = (int) (v * boards);
                    double within = v * boards - board;
                    double shift = hash(board, 3, boards, seed);
                    double grain = cloud(u + shift, v, 2, 2, seed);
                    double rings = 2 * Math.PI * (1.6 * grain + 14 * v);
                    double lines = 0.5 + 0.5 * StrictMath.sin(rings);
                    double fine = cloud(4 * u, v, 64, 2, seed + 9);
                    double tone = 0.25 * lines + 0.45 * fine + 0.3 * hash(board, 1, boards, seed);
                    double[] c = mix(light, dark, tone);
                    boolean gap = boards > 1 && (within < 0.02 || within > 0.98);
                    return gap ? times(dark, 0.4) : c;
                });
    }

    /** Square tiles with joints between them. */
    static Image tiles(String name, double[] a, double[] b, double[] joint, int count) {
        return image(
                name,
                SIDE,
                SIDE,
                (u, v) -> {
                    double x = u * count % 1;
                    double y = v * count % 1;
                    double edge = Math.min(Math.min(x, 1 - x), Math.min(y, 1 - y));
                    int column = (int) (u * count);
                    int row = (int) (v * count);
                    double[] c = (column + row) % 2 == 0 ? a : b;
                    double tone = 0.9 + 0.2 * cloud(u, v, 8, 4, column * 31 + row);
                    return edge < 0.02 ? joint : times(c, tone);
                });
    }

    /** A woven cloth with stripes of two colours; warp and weft show from near. */
    static Image cloth(String name, double[] a, double[] b, int stripes) {
        return image(
                name,
                SIDE,
                SIDE,
                (u, v) -> {
                    double stripe = StrictMath.sin(2 * Math.PI * stripes * u);
                    double weave =
                            0.88
                                    + 0.06 * StrictMath.sin(2 * Math.PI * 64 * u)
                                    + 0.06 * StrictMath.sin(2 * Math.PI * 64 * v);
                    return times(stripes > 0 && stripe > 0.2 ? b : a, weave);
                });
    }

    /** A carpet with borders and a field of diamonds; once on the whole of it. */
    static Image carpet(String name, double[] field, double[] border, double[] accent) {
        return image(
                name,
                SIDE,
                SIDE,
                (u, v) -> {
                    double edge = Math.min(Math.min(u, 1 - u), Math.min(v, 1 - v));
                    double wool = 0.85 + 0.3 * cloud(u, v, 64, 2, 5);
                    double diamond = Math.abs(u * 8 % 1 - 0.5) + Math.abs(v * 8 % 1 - 0.5);
                    double[] c = field;
                    if (edge < 0.02 || edge > 0.09 && edge < 0.11) {
                        c = accent;
                    } else if (edge < 0.11) {
                        c = (int) (40 * u) % 2 == (int) (40 * v) % 2 ? border : times(border, 0.7);
                    } else if (diamond < 0.18 || diamond > 0.42 && diamond < 0.5) {
                        c = diamond < 0.18 ? accent : border;
                    }
                    return times(c, wool);
                });
    }

    /** A label for goods: a ground, a band, a disc, and lines like print. */
    static Image label(String name, double[] ground, double[] band, double[] ink, int seed) {
        var random = new Random(seed);
        double low = 0.25 + 0.3 * random.nextDouble();
        double high = low + 0.15 + 0.2 * random.nextDouble();
        double radius = 0.10 + 0.12 * random.nextDouble();
        int repeats = 1 + random.nextInt(2);
        return image(
                name,
                128,
                128,
                (u, v) -> {
                    double x = u * repeats % 1 - 0.5;
                    double y = v - (low + high) / 2;
                    double disc = Math.sqrt(x * x / repeats / repeats + y * y);
                    if (disc < radius) {
                        return disc > 0.8 * radius ? ink : mix(ground, band, 0.15 + 2 * disc);
                    }
                    if (v > low && v < high) {
                        return v < low + 0.02 || v > high - 0.02 ? ink : band;
                    }
                    boolean line = v > 0.8 && v < 0.95 && (int) (v * 40) % 2 == 0;
                    boolean letter = hash((int) (u * 42), (int) (v * 40), 64, seed) < 0.7;
                    return line && letter && Math.abs(x) < 0.35 ? ink : ground;
                });
    }

    /** The back of a book: bands and a title; the rest is cloth. */
    static Image binding(String name, double[] cloth, double[] gold, int seed) {
        return image(
                name,
                64,
                128,
                (u, v) -> {
                    double weave = 0.85 + 0.3 * cloud(u, v, 32, 2, seed);
                    boolean band =
                            v > 0.08 && v < 0.11 || v > 0.88 && v < 0.91 || v > 0.3 && v < 0.32;
                    boolean title =
                            v > 0.16
                                    && v < 0.26
                                    && u > 0.2
                                    && u < 0.8
                                    && hash((int) (u * 24), (int) (v * 60), 64, seed) < 0.55;
                    return band || title ? gold : times(cloth, weave);
                });
    }

    /** A painting: hills under a sky, with a sun. */
    static Image landscape(String name, double[] sky, double[] land, int seed) {
        return image(
                name,
                128,
                96,
                (u, v) -> {
                    double sunX = u - 0.25 - 0.5 * hash(1, 2, 64, seed);
                    double sunY = v - 0.28;
                    if (sunX * sunX + sunY * sunY * 0.6 < 0.008) {
                        return new double[] {0.98, 0.86, 0.55};
                    }
                    double[] c = mix(sky, new double[] {0.96, 0.88, 0.76}, v);
                    for (int ridge = 0; ridge < 4; ridge++) {
                        double height =
                                0.42
                                        + 0.14 * ridge
                                        + 0.22
                                                * (cloud(u, 0.1 * ridge, 3 + ridge, 4, seed + ridge)
                                                        - 0.5);
                        if (v > height) {
                            c = mix(times(land, 1.5 - 0.3 * ridge), sky, 0.5 - 0.16 * ridge);
                        }
                    }
                    return times(c, 0.92 + 0.16 * cloud(u, v, 32, 2, seed));
                });
    }
}
