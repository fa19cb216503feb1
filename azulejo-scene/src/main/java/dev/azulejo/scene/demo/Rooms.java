package dev.azulejo.scene.demo;

import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Sky;
import dev.azulejo.scene.model.Transform;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An interior: 12 x 12 furnished rooms with doors between them, seen from inside one. Nearly
 * everything hides behind a wall. At night there are lamps as well, many of them lit.
 */
final class Rooms {
    private static final int SIDE = 12;
    private static final double ROOM = 3.2;
    private static final double HEIGHT = 2.5;
    private static final double WALL = 0.06;
    private static final double DOOR = 0.9;
    private static final double DOOR_HEIGHT = 2;

    /** Where lamps are. */
    private static final double HANGING = 2.05;

    private static final int PLASTER = 0;
    private static final int WOOD = 1;
    private static final int FIRST_GLAZE = 2;

    private static final float[][] GLAZES = {
        {0.04f, 0.13f, 0.42f},
        {0.62f, 0.10f, 0.07f},
        {0.86f, 0.83f, 0.76f},
        {0.10f, 0.36f, 0.22f},
        {0.80f, 0.52f, 0.10f}
    };

    /** Where the sun stands, in degrees from +z towards +x, and above the horizon. */
    private static final double SUN_AZIMUTH = 18;

    private static final double SUN_ELEVATION = 34;

    /** Most of a lamp's light stays in its room: walls cast no shadows. */
    private static final float RANGE = 3.1f;

    /** Colours of lamps, of which three in four are of the first. */
    private static final Vec3[] LAMPS = {
        new Vec3(1, 0.72f, 0.42f), new Vec3(0.42f, 0.75f, 1), new Vec3(1, 0.45f, 0.38f)
    };

    private static final Sky NIGHT =
            new Sky(
                    new Vec3(0.085f, 0.085f, 0.110f),
                    new Vec3(0.060f, 0.065f, 0.100f),
                    new Vec3(0.090f, 0.075f, 0.065f),
                    new Vec3(0, 1, 0),
                    Vec3.ZERO);

    private final Random random = new Random(1640);
    private final List<Material> materials = new ArrayList<>();
    private final List<Mesh> meshes = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Light> lights = new ArrayList<>();

    private Rooms() {}

    /** By day: the sun shines over the walls. */
    static Scene create() {
        return create("rooms", false);
    }

    /** At night: the same rooms with a lamp in each. */
    static Scene atNight() {
        return create("lamps", true);
    }

    private static Scene create(String name, boolean night) {
        var rooms = new Rooms();
        rooms.materials();
        rooms.shell(night);
        rooms.furniture();
        if (night) {
            rooms.lamps();
        } else {
            rooms.sun();
        }
        float azimuth = (float) StrictMath.toRadians(38);
        var look =
                new Quaternion(
                        0,
                        (float) StrictMath.sin(azimuth / 2),
                        0,
                        (float) StrictMath.cos(azimuth / 2));
        // In a corner of a room near the middle
        rooms.nodes.add(
                new Node(
                        "visitor",
                        new Transform.Trs(new Vec3(-0.35f, 1.6f, -0.3f), look, Vec3.ONE),
                        List.of(),
                        -1,
                        0,
                        -1));
        var roots = new ArrayList<Integer>();
        for (int n = 0; n < rooms.nodes.size(); n++) {
            roots.add(n);
        }
        return Scene.builder(AssetInfo.generated(DemoScenes.PREFIX + name))
                .name(name)
                .roots(roots)
                .nodes(rooms.nodes)
                .meshes(rooms.meshes)
                .materials(rooms.materials)
                .cameras(List.of(new Camera.Perspective("visitor", 1.05f, 0, 0.05f, 80)))
                .lights(rooms.lights)
                .sky(night ? NIGHT : null)
                .build();
    }

    private void materials() {
        materials.add(
                Material.metallicRoughness("plaster", new Vec4(0.78f, 0.74f, 0.66f, 1), 0, 0.9f));
        materials.add(
                Material.metallicRoughness("wood", new Vec4(0.36f, 0.20f, 0.10f, 1), 0, 0.55f));
        for (int g = 0; g < GLAZES.length; g++) {
            float[] c = GLAZES[g];
            materials.add(
                    Material.metallicRoughness(
                            "glaze " + g, new Vec4(c[0], c[1], c[2], 1), 0, 0.2f));
        }
    }

    private static double start() {
        return -SIDE * ROOM / 2;
    }

    private int mesh(String name, MeshBuilder mesh, int material) {
        meshes.add(new Mesh(name, List.of(mesh.build(material))));
        return meshes.size() - 1;
    }

    private void place(String name, int mesh, double x, double y, double z, double scale) {
        nodes.add(
                Node.ofMesh(
                        name,
                        new Transform.Trs(
                                new Vec3((float) x, (float) y, (float) z),
                                Quaternion.IDENTITY,
                                new Vec3((float) scale, (float) scale, (float) scale)),
                        mesh));
    }

    /** Walls, floors and ceilings: a draw call a room and kind. */
    private void shell(boolean night) {
        int floor = floor(night);
        int[] walls = new int[6];
        for (int kind = 0; kind < 6; kind++) {
            walls[kind] = wall(kind >= 3, kind % 3);
        }
        for (int row = 0; row <= SIDE; row++) {
            for (int column = 0; column <= SIDE; column++) {
                double x = start() + column * ROOM;
                double z = start() + row * ROOM;
                boolean inside = row < SIDE && column < SIDE;
                if (inside) {
                    place("floor", floor, x, 0, z, 1);
                }
                // Outer walls have no door; the others have it left or right
                if (column < SIDE) {
                    boolean outer = row == 0 || row == SIDE;
                    place("wall", walls[outer ? 0 : 1 + random.nextInt(2)], x, 0, z, 1);
                }
                if (row < SIDE) {
                    boolean outer = column == 0 || column == SIDE;
                    place("wall", walls[outer ? 3 : 4 + random.nextInt(2)], x, 0, z, 1);
                }
            }
        }
    }

    private int floor(boolean night) {
        var mesh = new MeshBuilder();
        int material = WOOD;
        if (!night) {
            material = materials.size();
            materials.add(Material.metallicRoughness("floor and ceiling", Vec4.ONE, 0, 0.5f));
            mesh.tint(0.36, 0.19, 0.09);
        }
        mesh.flatQuad(
                new double[] {0, 0, ROOM}, new double[] {ROOM, 0, 0}, new double[] {0, 0, -ROOM});
        if (!night) {
            // More than white: what the floor throws back from the sun arrives up there
            mesh.tint(2.1, 1.95, 1.75);
        }
        mesh.flatQuad(
                new double[] {0, HEIGHT, 0}, new double[] {ROOM, 0, 0}, new double[] {0, 0, ROOM});
        return mesh("floor and ceiling", mesh, material);
    }

    /** A wall along x, or along z; with no door, one on the left, or one on the right. */
    private int wall(boolean alongZ, int door) {
        var mesh = new MeshBuilder();
        if (door == 0) {
            slab(mesh, alongZ, 0, ROOM, 0, HEIGHT);
        } else {
            double from = door == 1 ? 0.5 : ROOM - 0.5 - DOOR;
            slab(mesh, alongZ, 0, from, 0, HEIGHT);
            slab(mesh, alongZ, from + DOOR, ROOM, 0, HEIGHT);
            slab(mesh, alongZ, from, from + DOOR, DOOR_HEIGHT, HEIGHT);
        }
        return mesh("wall", mesh, PLASTER);
    }

    private static void slab(
            MeshBuilder mesh, boolean alongZ, double from, double to, double low, double high) {
        if (alongZ) {
            box(mesh, -WALL, low, from, WALL, high, to);
        } else {
            box(mesh, from, low, -WALL, to, high, WALL);
        }
    }

    private static void box(
            MeshBuilder mesh, double x0, double y0, double z0, double x1, double y1, double z1) {
        double[] right = {x1 - x0, 0, 0};
        double[] left = {x0 - x1, 0, 0};
        double[] up = {0, y1 - y0, 0};
        double[] front = {0, 0, z1 - z0};
        double[] back = {0, 0, z0 - z1};
        mesh.flatQuad(new double[] {x0, y0, z1}, right, up);
        mesh.flatQuad(new double[] {x1, y0, z0}, left, up);
        mesh.flatQuad(new double[] {x1, y0, z1}, back, up);
        mesh.flatQuad(new double[] {x0, y0, z0}, front, up);
        mesh.flatQuad(new double[] {x0, y1, z1}, right, back);
        mesh.flatQuad(new double[] {x0, y0, z0}, right, front);
    }

    private void furniture() {
        int table = table();
        int[] pots = new int[GLAZES.length];
        int[][] pieces = new int[pots.length][5];
        for (int g = 0; g < pots.length; g++) {
            var pot = new MeshBuilder();
            Teapot.addTo(pot, 12);
            pots[g] = mesh("teapot", pot, FIRST_GLAZE + g);
            for (int shape = 0; shape < 5; shape++) {
                var piece = new MeshBuilder();
                DemoScenes.shape(piece, shape);
                pieces[g][shape] = mesh("piece " + shape, piece, FIRST_GLAZE + g);
            }
        }
        for (int row = 0; row < SIDE; row++) {
            for (int column = 0; column < SIDE; column++) {
                double x = start() + (column + 0.5) * ROOM;
                double z = start() + (row + 0.5) * ROOM;
                place("table", table, x, 0, z, 1);
                for (int pot = -1; pot <= 1; pot++) {
                    int glaze = random.nextInt(pots.length);
                    double dz = 0.2 * random.nextDouble() - 0.1;
                    place("teapot", pots[glaze], x + 0.38 * pot, 0.76, z + dz, 0.09);
                }
                for (int corner = 0; corner < 4; corner++) {
                    double dx = (corner & 1) == 0 ? -1.15 : 1.15;
                    double dz = (corner & 2) == 0 ? -1.15 : 1.15;
                    int glaze = random.nextInt(pots.length);
                    place(
                            "piece",
                            pieces[glaze][random.nextInt(5)],
                            x + dx,
                            0,
                            z + dz,
                            0.4 + 0.4 * random.nextDouble());
                }
            }
        }
    }

    /** Low and warm. Ceilings, which have no upper side, do not stop it, but walls do. */
    private void sun() {
        lights.add(
                new Light(
                        "sun",
                        Light.Kind.DIRECTIONAL,
                        new Vec3(1, 0.86f, 0.64f),
                        4.6f,
                        Float.POSITIVE_INFINITY,
                        0,
                        0));
        nodes.add(
                new Node(
                        "sun",
                        new Transform.Trs(
                                Vec3.ZERO,
                                SceneParts.turned(SUN_AZIMUTH, -SUN_ELEVATION),
                                Vec3.ONE),
                        List.of(),
                        -1,
                        -1,
                        0));
    }

    /** A glass ball below each ceiling; one in four is dark. */
    private void lamps() {
        int[] shining = new int[LAMPS.length];
        for (int kind = 0; kind < LAMPS.length; kind++) {
            shining[kind] = ball("lamp", LAMPS[kind]);
            lights.add(new Light("lamp " + kind, Light.Kind.POINT, LAMPS[kind], 9, RANGE, 0, 0));
        }
        int dark = ball("dark lamp", Vec3.ZERO);
        for (int row = 0; row < SIDE; row++) {
            for (int column = 0; column < SIDE; column++) {
                double x = start() + (column + 0.5) * ROOM;
                double z = start() + (row + 0.5) * ROOM;
                boolean visited = row == SIDE / 2 - 1 && column == SIDE / 2 - 1;
                boolean lit = random.nextInt(4) != 0 || visited;
                int other = random.nextInt(8);
                int kind = visited || other > 1 ? 0 : 1 + other;
                place("lamp", lit ? shining[kind] : dark, x, HANGING, z, 1);
                if (lit) {
                    nodes.add(
                            new Node(
                                    "light",
                                    new Transform.Trs(
                                            new Vec3((float) x, (float) HANGING, (float) z),
                                            Quaternion.IDENTITY,
                                            Vec3.ONE),
                                    List.of(),
                                    -1,
                                    -1,
                                    kind));
                }
            }
        }
    }

    /** A ball that glows, on a thin pole from the ceiling. */
    private int ball(String name, Vec3 glow) {
        int material = materials.size();
        materials.add(
                Material.metallicRoughness(name, new Vec4(0.8f, 0.8f, 0.8f, 1), 0, 0.3f).toBuilder()
                        .emissiveFactor(glow)
                        .emissiveStrength(1.5f)
                        .build());
        var mesh = new MeshBuilder();
        DemoScenes.revolve(
                mesh,
                32,
                16,
                t -> 0.11 * StrictMath.sin(Math.PI * t),
                t -> -0.11 * StrictMath.cos(Math.PI * t));
        box(mesh, -0.008, 0.1, -0.008, 0.008, HEIGHT - HANGING, 0.008);
        return mesh(name, mesh, material);
    }

    private int table() {
        var mesh = new MeshBuilder();
        box(mesh, -0.6, 0.7, -0.4, 0.6, 0.76, 0.4);
        for (int leg = 0; leg < 4; leg++) {
            double x = (leg & 1) == 0 ? -0.55 : 0.49;
            double z = (leg & 2) == 0 ? -0.35 : 0.29;
            box(mesh, x, 0, z, x + 0.06, 0.7, z + 0.06);
        }
        return mesh("table", mesh, WOOD);
    }
}
