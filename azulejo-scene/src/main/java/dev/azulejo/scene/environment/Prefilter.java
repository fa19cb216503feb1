package dev.azulejo.scene.environment;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.scene.parallel.ParallelRows;
import dev.azulejo.scene.shading.EnvironmentAtlas;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Makes the maps of an environment: what surfaces mirror, for several roughnesses, and what matt
 * ones receive.
 *
 * <p>The picture is brought into the sharpest map, and that is averaged down to smaller ones by
 * solid angle. What a surface mirrors is summed where normal, view and ray coincide. Of smooth ones
 * it is summed over directions in which GGX's facets throw light: as many of them where many facets
 * do, each from the smaller map whose texels are as large as the share of the sphere that it stands
 * for. So a few directions see every texel, and one bright texel is a smooth spot. All texels of a
 * map take the same directions, turned. Of rough ones all texels of a smaller map are summed.
 *
 * <p>Sources: Karis, "Real Shading in Unreal Engine 4", 2013, for the sum; Křivánek and Colbert,
 * "Real-time Shading with Filtered Importance Sampling", 2008, for smaller maps; Duff et al.,
 * "Building an Orthonormal Basis, Revisited", 2017. Rows are made by several threads, each texel by
 * itself, so that it does not matter by how many.
 */
final class Prefilter {
    /** Directions that are summed, by map; the sharpest one is the picture itself. */
    private static final int[] DIRECTIONS = {1, 16, 48, 160, 768};

    /** So many levels more than a direction's share asks for: neighbours overlap. */
    private static final double OVERLAP = 0.5;

    /** From this map on all texels are summed. */
    private static final int ROUGH = DIRECTIONS.length;

    /** Turned by it, directions lie as evenly as seeds of a sunflower (Vogel, 1979). */
    private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

    /** Sides of the maps that are summed for rough maps, the first of which is a bit finer. */
    private static final int SUMMED_SIDE = 64;

    private static final int FINER_SUMMED_SIDE = 128;

    /** Most places a side that a texel of the sharpest map is averaged over. */
    private static final int MOST_PLACES = 8;

    private final float[] floats;

    private final int sharpest;

    /** The sharpest map, then each half as large as the one before. */
    private final Level[] levels;

    private final Runnable goOn;

    /**
     * A map that is averaged.
     *
     * @param floats texels, four floats each
     * @param first first texel of its border
     * @param side without the border
     */
    private record Level(float[] floats, int first, int side) {
        int at(int column, int row) {
            return 4 * (first + (row + 1) * (side + 2) + column + 1);
        }
    }

    /** A direction around the normal, which is z; what it counts; and from which level. */
    private record Sample(double x, double y, double z, double weight, int level) {}

    private Prefilter(int sharpest, float[] floats, Runnable goOn) {
        this.sharpest = sharpest;
        this.floats = floats;
        this.goOn = goOn;
        this.levels = new Level[Integer.numberOfTrailingZeros(sharpest) - 1];
    }

    /** Returns the side of the sharpest map that does justice to a picture. */
    static int sharpest(int width) {
        int side = EnvironmentAtlas.LEAST_SIDE;
        while (side < EnvironmentAtlas.MOST_SIDE && 2 * side < width) {
            side *= 2;
        }
        return side;
    }

    /** Returns how much memory making the maps takes, they included, beside the picture's. */
    static long bytes(int width) {
        int side = sharpest(width);
        long atlas = (long) EnvironmentAtlas.width(side) * EnvironmentAtlas.height(side);
        // Smaller maps are a third of the sharpest one
        return 16 * (atlas + (long) side * side / 2) + (1 << 20);
    }

    /**
     * Makes the maps.
     *
     * @param picture is only read
     * @param goOn called every row, by several threads; what it throws first ends the work, and is
     *     thrown when no thread works any more
     */
    static Texture maps(Equirectangular picture, Runnable goOn) {
        int sharpest = sharpest(picture.width());
        var texture = texture(picture.width());
        // Nobody else has seen it yet
        new Prefilter(sharpest, texture.floats(), goOn).make(picture);
        return texture;
    }

    /** Returns the empty texture of a picture's maps. */
    static Texture texture(int width) {
        int sharpest = sharpest(width);
        return new Texture(
                TextureFormat.RGBA32_FLOAT,
                EnvironmentAtlas.width(sharpest),
                EnvironmentAtlas.height(sharpest),
                false);
    }

    private void make(Equirectangular picture) {
        levels[0] = new Level(floats, 0, sharpest);
        bring(picture);
        for (int l = 1; l < levels.length; l++) {
            int side = sharpest >> l;
            levels[l] = new Level(new float[4 * (side + 2) * (side + 2)], 0, side);
            halve(levels[l - 1], levels[l]);
        }
        for (int map = 1; map < EnvironmentAtlas.LEVELS; map++) {
            if (map < ROUGH) {
                blur(map);
            } else {
                sum(map);
            }
        }
    }

    private Level map(int map) {
        int first = EnvironmentAtlas.first(sharpest, map);
        return new Level(floats, first, EnvironmentAtlas.side(sharpest, map));
    }

    private void rows(Level map, IntConsumer maker) {
        ParallelRows.make(map.side(), maker, goOn);
        EnvironmentAtlas.close(map.floats(), map.first(), map.side());
    }

    private static void put(Level map, int column, int row, double[] color, double share) {
        int at = map.at(column, row);
        for (int c = 0; c < 3; c++) {
            map.floats()[at + c] = (float) (color[c] * share);
        }
        map.floats()[at + 3] = 1;
    }

    /** Brings the picture into the sharpest map: its texels are averages where they are larger. */
    private void bring(Equirectangular picture) {
        var map = levels[0];
        // A texel of the map is at most so much larger than its share of the sphere
        double larger = 0.96 * picture.width() / sharpest;
        int places = (int) Math.clamp(Math.ceil(larger), 1, MOST_PLACES);
        rows(
                map,
                row -> {
                    var color = new double[3];
                    var direction = new double[3];
                    for (int column = 0; column < sharpest; column++) {
                        Arrays.fill(color, 0);
                        for (int place = 0; place < places * places; place++) {
                            double u = column + (place % places + 0.5) / places;
                            double v = row + (place / places + 0.5) / places;
                            EnvironmentAtlas.direction(u / sharpest, v / sharpest, direction);
                            picture.add(direction[0], direction[1], direction[2], color);
                        }
                        put(map, column, row, color, 1.0 / (places * places));
                    }
                });
    }

    /** Returns the share of the sphere that a texel covers, but for a factor. */
    private static double solidAngle(int side, int column, int row, double[] direction) {
        EnvironmentAtlas.direction((column + 0.5) / side, (row + 0.5) / side, direction);
        double squared =
                direction[0] * direction[0]
                        + direction[1] * direction[1]
                        + direction[2] * direction[2];
        return 1 / (squared * Math.sqrt(squared));
    }

    private void halve(Level from, Level to) {
        rows(
                to,
                row -> {
                    var color = new double[3];
                    var direction = new double[3];
                    for (int column = 0; column < to.side(); column++) {
                        Arrays.fill(color, 0);
                        double all = 0;
                        for (int corner = 0; corner < 4; corner++) {
                            int x = 2 * column + (corner & 1);
                            int y = 2 * row + (corner >> 1);
                            double weight = solidAngle(from.side(), x, y, direction);
                            all += weight;
                            for (int c = 0; c < 3; c++) {
                                color[c] += from.floats()[from.at(x, y) + c] * weight;
                            }
                        }
                        put(to, column, row, color, 1 / all);
                    }
                });
    }

    private void blur(int index) {
        var map = map(index);
        var samples = samples(EnvironmentAtlas.roughness(index), DIRECTIONS[index]);
        double all = 0;
        for (var sample : samples) {
            all += sample.weight();
        }
        double share = 1 / all;
        rows(
                map,
                row -> {
                    var direction = new double[3];
                    var color = new double[3];
                    var light = new float[3][1];
                    for (int column = 0; column < map.side(); column++) {
                        solidAngle(map.side(), column, row, direction);
                        normalize(direction);
                        Arrays.fill(color, 0);
                        for (var sample : samples) {
                            light(sample, direction, light);
                            for (int c = 0; c < 3; c++) {
                                color[c] += light[c][0] * sample.weight();
                            }
                        }
                        put(map, column, row, color, share);
                    }
                });
    }

    private static void normalize(double[] v) {
        double length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        for (int k = 0; k < 3; k++) {
            v[k] /= length;
        }
    }

    /** Finds what comes from a direction around a normal. */
    private void light(Sample sample, double[] n, float[][] light) {
        double sign = n[2] < 0 ? -1 : 1;
        double a = -1 / (sign + n[2]);
        double b = n[0] * n[1] * a;
        double x = 1 + sign * n[0] * n[0] * a;
        double y = sign + n[1] * n[1] * a;
        double dx = sample.x() * x + sample.y() * b + sample.z() * n[0];
        double dy = sample.x() * sign * b + sample.y() * y + sample.z() * n[1];
        double dz = -sample.x() * sign * n[0] - sample.y() * n[1] + sample.z() * n[2];
        for (int c = 0; c < 3; c++) {
            light[c][0] = 0;
        }
        var from = levels[sample.level()];
        EnvironmentAtlas.add(from.floats(), from.first(), from.side(), dx, dy, dz, 1, light);
    }

    /**
     * Returns directions that facets of a rough surface throw light in.
     *
     * @param roughness perceptual
     * @param count how many facets; those that throw light below the surface are left out
     */
    private Sample[] samples(double roughness, int count) {
        double alpha = roughness * roughness;
        double a2 = alpha * alpha;
        var samples = new Sample[count];
        int used = 0;
        for (int i = 0; i < count; i++) {
            double part = (i + 0.5) / count;
            double turn = GOLDEN_ANGLE * i;
            double cosine = Math.sqrt((1 - part) / (1 + (a2 - 1) * part));
            double sine = Math.sqrt(Math.max(1 - cosine * cosine, 0));
            double z = 2 * cosine * cosine - 1;
            if (z <= 0) {
                continue;
            }
            double across = 2 * cosine * sine;
            double d = cosine * cosine * (a2 - 1) + 1;
            double density = a2 / (Math.PI * d * d) / 4;
            double share = 1 / (count * density);
            double texel = 4 * Math.PI / ((double) sharpest * sharpest);
            double level = StrictMath.log(share / texel) / (2 * StrictMath.log(2)) + OVERLAP;
            level = Math.clamp(level, 0, levels.length - 1);
            samples[used++] =
                    new Sample(
                            across * StrictMath.cos(turn),
                            across * StrictMath.sin(turn),
                            z,
                            z,
                            (int) (level + 0.5));
        }
        return Arrays.copyOf(samples, used);
    }

    /** Sums all that a rough surface mirrors. */
    private void sum(int index) {
        int side = Math.min(index == ROUGH ? FINER_SUMMED_SIDE : SUMMED_SIDE, sharpest);
        var from = levels[Integer.numberOfTrailingZeros(sharpest / side)];
        int count = side * side;
        var directions = new double[3 * count];
        var angles = new double[count];
        var direction = new double[3];
        for (int i = 0; i < count; i++) {
            angles[i] = solidAngle(side, i % side, i / side, direction);
            normalize(direction);
            System.arraycopy(direction, 0, directions, 3 * i, 3);
        }
        double alpha = EnvironmentAtlas.roughness(index) * EnvironmentAtlas.roughness(index);
        var map = map(index);
        rows(
                map,
                row -> {
                    var normal = new double[3];
                    var color = new double[3];
                    for (int column = 0; column < map.side(); column++) {
                        solidAngle(map.side(), column, row, normal);
                        normalize(normal);
                        double all = sum(from, directions, angles, normal, alpha * alpha, color);
                        put(map, column, row, color, 1 / all);
                    }
                });
    }

    /** Sums by GGX's distribution times the cosine; returns the sum of the weights. */
    private static double sum(
            Level from,
            double[] directions,
            double[] angles,
            double[] n,
            double a2,
            double[] color) {
        double red = 0;
        double green = 0;
        double blue = 0;
        double all = 0;
        int side = from.side();
        float[] floats = from.floats();
        for (int y = 0; y < side; y++) {
            int at = from.at(0, y);
            for (int i = y * side; i < (y + 1) * side; i++, at += 4) {
                double cosine =
                        directions[3 * i] * n[0]
                                + directions[3 * i + 1] * n[1]
                                + directions[3 * i + 2] * n[2];
                if (cosine > 0) {
                    double d = (1 + cosine) / 2 * (a2 - 1) + 1;
                    double weight = cosine * angles[i] / (d * d);
                    all += weight;
                    red += floats[at] * weight;
                    green += floats[at + 1] * weight;
                    blue += floats[at + 2] * weight;
                }
            }
        }
        color[0] = red;
        color[1] = green;
        color[2] = blue;
        return all;
    }
}
