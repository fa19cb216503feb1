package dev.azulejo.scene.demo;

import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.HeightField;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Sky;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Mountains around a lake: 64 x 64 patches over a height map that is made when the scene is.
 *
 * <p>Source of the shape: Musgrave, "Procedural Fractal Terrains", in: Ebert et al., "Texturing and
 * Modeling" (ridged multifractal).
 */
final class Terrain {
    /** Values along each side of the map. */
    private static final int SIDE = 1025;

    /** Patches along each side. */
    private static final int PATCHES = 64;

    /** Length of a side. */
    private static final double SIZE = 20;

    private static final double SPACING = SIZE / (SIDE - 1);
    private static final double HEIGHT = 3.0;
    private static final double LAKE = 0.62;

    /** Samples along a square of water. */
    private static final int LAKE_CELL = 8;

    private static final int OCTAVES = 7;

    /** Towards the sun. */
    private static final double[] SUN = {-0.72, 0.50, 0.34};

    /** Lengths of the directions of gradients, which are on a square. */
    private static final double[] LENGTHS = new double[8];

    static {
        for (int i = 0; i < LENGTHS.length; i++) {
            LENGTHS[i] = Math.sqrt(1 + along(i) * along(i));
        }
    }

    private final float[] height = new float[SIDE * SIDE];
    private final float[] light = new float[SIDE * SIDE];

    /** No place is higher. */
    private double summit;

    private Terrain() {}

    static Scene create() {
        var terrain = new Terrain();
        forEachRow(terrain::raiseRow);
        for (float height : terrain.height) {
            terrain.summit = Math.max(terrain.summit, height);
        }
        forEachRow(terrain::lightRow);
        return terrain.scene();
    }

    /** Does something in all rows, several at a time, and looks before each whether to go on. */
    private static void forEachRow(IntConsumer work) {
        var look = Looks.current();
        IntStream.range(0, SIDE)
                .parallel()
                .forEach(
                        row -> {
                            look.run();
                            work.accept(row);
                        });
    }

    private void raiseRow(int row) {
        for (int c = 0; c < SIDE; c++) {
            double x = (double) c / (SIDE - 1);
            double z = (double) row / (SIDE - 1);
            height[row * SIDE + c] = (float) heightAt(x, z);
        }
    }

    /** Ridges that are rougher where they are higher; lower in a bowl where the lake is. */
    private static double heightAt(double x, double z) {
        double warpX = x + 0.05 * noise(5 * x, 5 * z, 11);
        double warpZ = z + 0.05 * noise(5 * x, 5 * z, 12);
        double sum = 0;
        double weight = 1;
        double amplitude = 0.5;
        double frequency = 2.7;
        for (int octave = 0; octave < OCTAVES; octave++) {
            double ridge = 1 - Math.abs(noise(warpX * frequency, warpZ * frequency, octave) * 1.35);
            double signal = Math.max(ridge, 0) * Math.max(ridge, 0) * weight;
            sum += amplitude * signal;
            weight = Math.min(Math.max(signal * 1.7, 0), 1);
            amplitude *= 0.5;
            frequency *= 2.03;
        }
        double dx = x - 0.52;
        double dz = z - 0.60;
        double bowl = smooth(0.03, 0.36, Math.sqrt(dx * dx + 0.8 * dz * dz));
        double hills = 0.5 + 0.5 * noise(4 * x, 4 * z, 20);
        // Mountains end before the land does: cut open they would show that they are hollow
        double border = Math.min(Math.min(x, 1 - x), Math.min(z, 1 - z));
        bowl *= smooth(0, 0.08, border);
        return HEIGHT
                * (0.10 + 0.08 * hills + bowl * (0.14 * hills + 0.22 * sum + 0.52 * sum * sum));
    }

    private static double smooth(double from, double to, double x) {
        double t = Math.min(Math.max((x - from) / (to - from), 0), 1);
        return t * t * (3 - 2 * t);
    }

    /** Gradient noise, about -0.7..0.7. */
    private static double noise(double x, double z, int seed) {
        int column = (int) Math.floor(x);
        int row = (int) Math.floor(z);
        double fx = x - column;
        double fz = z - row;
        double sx = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
        double sz = fz * fz * fz * (fz * (fz * 6 - 15) + 10);
        double near =
                gradient(column, row, seed, fx, fz) * (1 - sx)
                        + gradient(column + 1, row, seed, fx - 1, fz) * sx;
        double far =
                gradient(column, row + 1, seed, fx, fz - 1) * (1 - sx)
                        + gradient(column + 1, row + 1, seed, fx - 1, fz - 1) * sx;
        return near * (1 - sz) + far * sz;
    }

    private static double gradient(int column, int row, int seed, double x, double z) {
        int h = column * 0x27D4EB2F ^ row * 0x165667B1 ^ (seed + 7) * 0x9E3779B1;
        h = (h ^ h >>> 15) * 0x2C1B3C6D;
        h = (h ^ h >>> 12) * 0x297A2D39;
        h ^= h >>> 15;
        // Sixteen directions on a square, so that no sine is needed
        double t = along(h & 7);
        double s = (h & 8) == 0 ? 1 : -1;
        double length = LENGTHS[h & 7];
        return (h & 16) == 0 ? (s * x + t * z) / length : (t * x + s * z) / length;
    }

    private static double along(int direction) {
        return direction / 4.0 - 0.875;
    }

    /** How much sun reaches each place past the mountains before it, 0..1. */
    private void lightRow(int row) {
        double flat = Math.sqrt(SUN[0] * SUN[0] + SUN[2] * SUN[2]);
        double stepX = SUN[0] / flat;
        double stepZ = SUN[2] / flat;
        double rise = SUN[1] / flat * SPACING;
        for (int c = 0; c < SIDE; c++) {
            double start = Math.max(height[row * SIDE + c], LAKE);
            double clear = 1;
            for (double distance = 2; distance < 420; distance *= 1.06) {
                double x = c + stepX * distance;
                double z = row + stepZ * distance;
                if (x < 0 || z < 0 || x > SIDE - 1 || z > SIDE - 1) {
                    break;
                }
                double sight = start + rise * distance;
                clear = Math.min(clear, clear(sight - heightNear(x, z), distance));
                // Nothing is darker than dark; nor is what hides less the further away it is
                if (clear <= 0 || clear(sight - summit, distance) > clear + 1e-6) {
                    break;
                }
            }
            light[row * SIDE + c] = (float) Math.min(Math.max(clear, 0), 1);
        }
    }

    /** How much of the sun is to be seen past a place: 1 and more all of it, 0 and less nothing. */
    private static double clear(double above, double distance) {
        return 0.5 + 14 * above / (SPACING * distance);
    }

    private double heightNear(double x, double z) {
        int column = Math.min((int) x, SIDE - 2);
        int row = Math.min((int) z, SIDE - 2);
        double fx = x - column;
        double fz = z - row;
        int at = row * SIDE + column;
        double near = height[at] * (1 - fx) + height[at + 1] * fx;
        double far = height[at + SIDE] * (1 - fx) + height[at + SIDE + 1] * fx;
        return near * (1 - fz) + far * fz;
    }

    /** Grass, rock, snow and sand by height and slope, in the light that is left. */
    private Image colors() {
        int[] texels = new int[SIDE * SIDE];
        forEachRow(
                row -> {
                    for (int c = 0; c < SIDE; c++) {
                        texels[row * SIDE + c] = color(c, row);
                    }
                });
        return new Image("ground", SIDE, SIDE, texels, true);
    }

    private int color(int column, int row) {
        int at = row * SIDE + column;
        double y = height[at];
        int west = row * SIDE + Math.max(column - 1, 0);
        int east = row * SIDE + Math.min(column + 1, SIDE - 1);
        int north = Math.max(row - 1, 0) * SIDE + column;
        int south = Math.min(row + 1, SIDE - 1) * SIDE + column;
        double dx = (height[east] - height[west]) / (2 * SPACING);
        double dz = (height[south] - height[north]) / (2 * SPACING);
        double up = 1 / Math.sqrt(1 + dx * dx + dz * dz);
        double x = (double) column / (SIDE - 1);
        double z = (double) row / (SIDE - 1);
        double patches = noise(60 * x, 60 * z, 30) + 0.5 * noise(140 * x, 140 * z, 31);
        double[] color = {0.110, 0.140, 0.042};
        mix(color, 0.045, 0.090, 0.028, smooth(-0.1, 0.35, patches));
        mix(color, 0.26, 0.22, 0.10, smooth(1.0, 1.5, y + 0.3 * patches));
        double steep = smooth(0.86, 0.70, up + 0.05 * patches);
        double grain = 0.85 + 0.3 * patches;
        mix(color, 0.20 * grain, 0.175 * grain, 0.155 * grain, steep);
        mix(color, 0.46, 0.39, 0.25, smooth(LAKE + 0.045, LAKE + 0.015, y + 0.02 * patches));
        double snow = smooth(1.55, 1.95, y + 0.25 * patches) * smooth(0.55, 0.75, up);
        mix(color, 0.84, 0.87, 0.92, snow);
        double shade = 0.34 + 0.66 * light[at];
        return encode(color[0] * shade)
                | encode(color[1] * shade) << 8
                | encode(color[2] * (0.08 + 0.92 * shade)) << 16
                | 0xff000000;
    }

    private static void mix(double[] color, double r, double g, double b, double share) {
        color[0] += (r - color[0]) * share;
        color[1] += (g - color[1]) * share;
        color[2] += (b - color[2]) * share;
    }

    private static int encode(double linear) {
        double c = Math.min(Math.max(linear, 0), 1);
        return (int) (SrgbCurve.encode(c) * 255 + 0.5);
    }

    private Primitive ground() {
        int side = PATCHES + 1;
        float[] positions = new float[3 * side * side];
        float[] texCoords = new float[2 * side * side];
        for (int v = 0; v < side * side; v++) {
            double x = (double) (v % side) / PATCHES;
            double z = (double) (v / side) / PATCHES;
            positions[3 * v] = (float) ((x - 0.5) * SIZE);
            positions[3 * v + 2] = (float) ((z - 0.5) * SIZE);
            texCoords[2 * v] = (float) x;
            texCoords[2 * v + 1] = (float) z;
        }
        int[] corners = new int[4 * PATCHES * PATCHES];
        for (int p = 0; p < PATCHES * PATCHES; p++) {
            int at = p / PATCHES * side + p % PATCHES;
            corners[4 * p] = at + side;
            corners[4 * p + 1] = at + side + 1;
            corners[4 * p + 2] = at + 1;
            corners[4 * p + 3] = at;
        }
        return new Primitive(
                Topology.HEIGHT_FIELD_PATCHES,
                corners,
                new VertexData(side * side, positions, null, null, texCoords, null, null),
                0,
                (JointInfluences) null,
                List.of(),
                HeightField.of(SIDE, SIDE, height, (float) SPACING, (float) SPACING));
    }

    /** Water wherever the ground of the bowl is lower, and only there: what it hides costs time. */
    private MeshBuilder lake() {
        var lake = new MeshBuilder();
        double side = LAKE_CELL * SPACING;
        for (int row = 352; row < 872; row += LAKE_CELL) {
            for (int column = 256; column < 824; column += LAKE_CELL) {
                if (isWet(column, row)) {
                    lake.flatQuad(
                            new double[] {
                                column * SPACING - SIZE / 2,
                                LAKE,
                                (row + LAKE_CELL) * SPACING - SIZE / 2
                            },
                            new double[] {side, 0, 0},
                            new double[] {0, 0, -side});
                }
            }
        }
        return lake;
    }

    private boolean isWet(int column, int row) {
        boolean wet = false;
        for (int r = row; r <= row + LAKE_CELL; r++) {
            for (int c = column; c <= column + LAKE_CELL; c++) {
                // With a margin: between samples the ground may lie lower still.
                wet |= height[r * SIDE + c] < LAKE + 0.02;
            }
        }
        return wet;
    }

    private Scene scene() {
        var materials =
                List.of(
                        textured("ground", 0.93f),
                        Material.metallicRoughness(
                                "water", new Vec4(0.020f, 0.055f, 0.075f, 1), 0, 0.08f));
        var sunlight =
                new Light(
                        "sun",
                        Light.Kind.DIRECTIONAL,
                        new Vec3(1, 0.90f, 0.74f),
                        3.6f,
                        Float.POSITIVE_INFINITY,
                        0,
                        0);
        var nodes =
                List.of(
                        Node.ofMesh("ground", Transform.IDENTITY, 0),
                        Node.ofMesh("lake", Transform.IDENTITY, 1),
                        new Node("sun", towards(SUN, Vec3.ZERO), List.of(), -1, -1, 0),
                        new Node(
                                "lookout",
                                towards(new double[] {0.42, 0.27, 1}, new Vec3(3.6f, 3.3f, 10.4f)),
                                List.of(),
                                -1,
                                0,
                                -1));
        return Scene.builder(AssetInfo.generated(DemoScenes.PREFIX + "terrain"))
                .name("terrain")
                // The lake first: it hides the ground below.
                .roots(List.of(1, 0, 2, 3))
                .nodes(nodes)
                .meshes(
                        List.of(
                                new Mesh("ground", List.of(ground())),
                                new Mesh("lake", List.of(lake().build(1)))))
                .materials(materials)
                .textures(
                        List.of(
                                new Texture(
                                        "ground",
                                        0,
                                        new SamplerSpec(
                                                SamplerSpec.Filter.LINEAR,
                                                SamplerSpec.Filter.LINEAR,
                                                SamplerSpec.MipFilter.LINEAR,
                                                SamplerSpec.Wrap.CLAMP_TO_EDGE,
                                                SamplerSpec.Wrap.CLAMP_TO_EDGE))))
                .images(List.of(colors()))
                .cameras(List.of(new Camera.Perspective("lookout", 0.75f, 0, 0.05f, 60)))
                .lights(List.of(sunlight))
                .sky(sky())
                .build();
    }

    private static Sky sky() {
        var sun = new Vec3((float) SUN[0], (float) SUN[1], (float) SUN[2]);
        return new Sky(
                new Vec3(0.74f, 0.80f, 0.84f),
                new Vec3(0.16f, 0.33f, 0.62f),
                new Vec3(0.36f, 0.44f, 0.50f),
                sun.normalizedOr(Vec3.ZERO),
                new Vec3(1, 0.86f, 0.62f));
    }

    private static Material textured(String name, float roughness) {
        return Material.builder(name)
                .baseColorTexture(TextureRef.of(0))
                .metallicFactor(0)
                .roughnessFactor(roughness)
                .build();
    }

    /** Turns +z, which is behind cameras and lights, to a direction without tilting. */
    private static Transform towards(double[] back, Vec3 place) {
        double flat = Math.sqrt(back[0] * back[0] + back[2] * back[2]);
        double azimuth = StrictMath.atan2(back[0], back[2]) / 2;
        double elevation = -StrictMath.atan2(back[1], flat) / 2;
        double sa = StrictMath.sin(azimuth);
        double ca = StrictMath.cos(azimuth);
        double se = StrictMath.sin(elevation);
        double ce = StrictMath.cos(elevation);
        // About y after about x
        var turn =
                new Quaternion(
                        (float) (ca * se),
                        (float) (sa * ce),
                        (float) (-sa * se),
                        (float) (ca * ce));
        return new Transform.Trs(place, turn, Vec3.ONE);
    }
}
