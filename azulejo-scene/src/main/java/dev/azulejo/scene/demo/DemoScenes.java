package dev.azulejo.scene.demo;

import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Transform;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The built-in scenes by name. */
public final class DemoScenes {
    /** What names of built-in scenes begin with. */
    public static final String PREFIX = "demo:";

    /** Names, without prefix. */
    public static final List<String> NAMES =
            List.of(
                    "teapot",
                    "city",
                    "objects",
                    "sphere",
                    "rooms",
                    "dashboard",
                    "viewer",
                    "terrain",
                    "temple",
                    "shop",
                    "suite",
                    "lamps");

    private static final int CITY_BLOCKS = 40;

    /** The one of a hundred objects that moves. */
    private static final int MOVING_OBJECT = 46;

    private DemoScenes() {}

    /**
     * Makes a built-in scene.
     *
     * @param name with or without {@link #PREFIX}
     * @throws SceneException if there is none of that name
     */
    public static Scene create(String name) {
        return create(name, () -> {});
    }

    /**
     * Makes a built-in scene, unless it is ended.
     *
     * @param name with or without {@link #PREFIX}
     * @param goOn called again and again, by any thread; what it throws ends the work, and is
     *     thrown here
     * @throws SceneException if there is none of that name
     */
    public static Scene create(String name, Runnable goOn) {
        return Looks.during(
                goOn,
                () -> {
                    Looks.look();
                    return make(name);
                });
    }

    private static Scene make(String name) {
        String plain = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        return switch (plain) {
            case "teapot" -> teapot();
            case "city" -> city();
            case "objects" -> objects();
            case "sphere" -> sphere();
            case "rooms" -> Rooms.create();
            case "dashboard" -> Dashboard.create();
            case "viewer" -> Viewer.create();
            case "terrain" -> Terrain.create();
            case "temple" -> Temple.create();
            case "shop" -> Shop.create();
            case "suite" -> Suite.create();
            case "lamps" -> Rooms.atNight();
            default ->
                    throw new SceneException(
                            "%s%s: no such built-in scene; there are %s%s"
                                    .formatted(
                                            PREFIX,
                                            plain,
                                            PREFIX,
                                            String.join(", " + PREFIX, NAMES)));
        };
    }

    private static Scene scene(
            String name,
            List<Node> nodes,
            List<Mesh> meshes,
            List<Material> materials,
            List<Texture> textures,
            List<Image> images,
            List<Animation> animations) {
        var roots = new ArrayList<Integer>();
        for (int n = 0; n < nodes.size(); n++) {
            roots.add(n);
        }
        return Scene.builder(AssetInfo.generated(PREFIX + name))
                .name(name)
                .roots(roots)
                .nodes(nodes)
                .meshes(meshes)
                .materials(materials)
                .textures(textures)
                .images(images)
                .animations(animations)
                .build();
    }

    private static Scene teapot() {
        // Between lid and rim there is a gap, through which the inside shows.
        var glaze =
                Material.metallicRoughness("glaze", new Vec4(0.04f, 0.13f, 0.42f, 1), 0, 0.16f)
                        .toBuilder()
                        .doubleSided(true)
                        .build();
        return scene(
                "teapot",
                List.of(Node.ofMesh("teapot", Transform.IDENTITY, 0)),
                List.of(new Mesh("teapot", List.of(Teapot.patches(0)))),
                List.of(glaze),
                List.of(),
                List.of(),
                List.of());
    }

    /** One dense mesh: a dimpled sphere of 1.6 million triangles. */
    private static Scene sphere() {
        int columns = 896;
        int rows = 896;
        var mesh = new MeshBuilder();
        DimpledSphere.addTo(mesh, columns, rows);
        var clay = Material.metallicRoughness("clay", new Vec4(0.62f, 0.27f, 0.16f, 1), 0, 0.45f);
        return scene(
                "sphere",
                List.of(Node.ofMesh("sphere", Transform.IDENTITY, 0)),
                List.of(new Mesh("sphere", List.of(mesh.build(0)))),
                List.of(clay),
                List.of(),
                List.of(),
                List.of());
    }

    /** 1,600 buildings, a draw call each, with recessed windows: 1.2 million triangles. */
    private static Scene city() {
        var random = new Random(1755);
        var materials = new ArrayList<Material>();
        float[][] colors = {
            {0.55f, 0.50f, 0.44f}, {0.42f, 0.25f, 0.19f}, {0.60f, 0.58f, 0.55f},
            {0.30f, 0.33f, 0.37f}, {0.66f, 0.55f, 0.35f}, {0.36f, 0.42f, 0.40f}
        };
        for (int m = 0; m < colors.length; m++) {
            var color = new Vec4(colors[m][0], colors[m][1], colors[m][2], 1);
            materials.add(Material.metallicRoughness("facade " + m, color, 0, 0.75f));
        }
        materials.add(
                Material.metallicRoughness("street", new Vec4(0.10f, 0.10f, 0.11f, 1), 0, 0.9f));
        var meshes = new ArrayList<Mesh>();
        int leastFloors = 3;
        int mostFloors = 8;
        for (int floors = leastFloors; floors <= mostFloors; floors++) {
            for (int m = 0; m < colors.length; m++) {
                var mesh = new MeshBuilder();
                building(mesh, floors, 2);
                meshes.add(new Mesh("building " + floors, List.of(mesh.build(m))));
            }
        }
        var street = new MeshBuilder();
        double reach = CITY_BLOCKS * 0.75 + 2;
        street.flatQuad(
                new double[] {-reach, 0, reach},
                new double[] {2 * reach, 0, 0},
                new double[] {0, 0, -2 * reach});
        meshes.add(new Mesh("street", List.of(street.build(colors.length))));
        var nodes = new ArrayList<Node>();
        for (int row = 0; row < CITY_BLOCKS; row++) {
            for (int column = 0; column < CITY_BLOCKS; column++) {
                int floors = random.nextInt(mostFloors - leastFloors + 1);
                int mesh = floors * colors.length + random.nextInt(colors.length);
                double x = (column - (CITY_BLOCKS - 1) / 2.0) * 1.5;
                double z = (row - (CITY_BLOCKS - 1) / 2.0) * 1.5;
                float stretch = 0.6f + random.nextFloat() * random.nextFloat() * 1.9f;
                nodes.add(
                        Node.ofMesh(
                                "building %d,%d".formatted(column, row),
                                new Transform.Trs(
                                        new Vec3((float) x, 0, (float) z),
                                        Quaternion.IDENTITY,
                                        new Vec3(1, stretch, 1)),
                                mesh));
            }
        }
        nodes.add(Node.ofMesh("street", Transform.IDENTITY, meshes.size() - 1));
        return scene("city", nodes, meshes, materials, List.of(), List.of(), List.of());
    }

    private static void building(MeshBuilder mesh, int floors, int columns) {
        double half = 0.5;
        double height = floors * 0.42;
        double[][] corner = {
            {-half, 0, half}, {half, 0, half}, {half, 0, -half}, {-half, 0, -half}
        };
        for (int side = 0; side < 4; side++) {
            double[] a = corner[side];
            double[] b = corner[(side + 1) % 4];
            double[] along = {b[0] - a[0], 0, b[2] - a[2]};
            double[] inward = {-along[2] * -1, 0, along[0] * -1};
            for (int floor = 0; floor < floors; floor++) {
                for (int c = 0; c < columns; c++) {
                    facade(mesh, a, along, inward, c, columns, floor, height / floors);
                }
            }
        }
        mesh.flatQuad(
                new double[] {-half, height, half},
                new double[] {1, 0, 0},
                new double[] {0, 0, -1});
        // Parapet and a block on the roof
        double[][] roof = {{-0.2, 0.2}, {0.2, 0.2}, {0.2, -0.2}, {-0.2, -0.2}};
        for (int side = 0; side < 4; side++) {
            double[] a = roof[side];
            double[] b = roof[(side + 1) % 4];
            mesh.flatQuad(
                    new double[] {a[0], height, a[1]},
                    new double[] {b[0] - a[0], 0, b[1] - a[1]},
                    new double[] {0, 0.15, 0});
        }
        mesh.flatQuad(
                new double[] {-0.2, height + 0.15, 0.2},
                new double[] {0.4, 0, 0},
                new double[] {0, 0, -0.4});
    }

    /** One cell of a facade: four strips of wall, four reveals and the pane: 18 triangles. */
    private static void facade(
            MeshBuilder mesh,
            double[] origin,
            double[] along,
            double[] inward,
            int column,
            int columns,
            int floor,
            double storey) {
        double[] s = {
            (double) column / columns,
            (column + 0.22) / columns,
            (column + 0.78) / columns,
            (column + 1.0) / columns
        };
        double[] t = {
            floor * storey, (floor + 0.25) * storey, (floor + 0.8) * storey, (floor + 1) * storey
        };
        double depth = 0.05;
        wall(mesh, origin, along, s[0], s[3], t[0], t[1]);
        wall(mesh, origin, along, s[0], s[3], t[2], t[3]);
        wall(mesh, origin, along, s[0], s[1], t[1], t[2]);
        wall(mesh, origin, along, s[2], s[3], t[1], t[2]);
        double[] in = {inward[0] * depth, 0, inward[2] * depth};
        double[] width = {along[0] * (s[2] - s[1]), 0, along[2] * (s[2] - s[1])};
        double[] up = {0, t[2] - t[1], 0};
        double[] low = at(origin, along, s[1], t[1]);
        double[] right = at(origin, along, s[2], t[1]);
        double[] top = at(origin, along, s[1], t[2]);
        mesh.flatQuad(new double[] {low[0] + in[0], low[1], low[2] + in[2]}, width, up);
        mesh.flatQuad(low, width, in);
        mesh.flatQuad(low, in, up);
        mesh.flatQuad(right, up, in);
        mesh.flatQuad(top, in, width);
    }

    private static double[] at(double[] origin, double[] along, double s, double t) {
        return new double[] {origin[0] + s * along[0], origin[1] + t, origin[2] + s * along[2]};
    }

    private static void wall(
            MeshBuilder mesh,
            double[] origin,
            double[] along,
            double s0,
            double s1,
            double t0,
            double t1) {
        mesh.flatQuad(
                at(origin, along, s0, t0),
                new double[] {along[0] * (s1 - s0), 0, along[2] * (s1 - s0)},
                new double[] {0, t1 - t0, 0});
    }

    /** A hundred objects of five shapes on a checkered floor, from matt to polished to metal. */
    private static Scene objects() {
        var meshes = new ArrayList<Mesh>();
        var materials = new ArrayList<Material>();
        var nodes = new ArrayList<Node>();
        int side = 10;
        float[][] colors = {
            {0.80f, 0.11f, 0.09f}, {0.90f, 0.55f, 0.08f}, {0.12f, 0.45f, 0.20f},
            {0.06f, 0.24f, 0.62f}, {0.92f, 0.88f, 0.80f}, {0.95f, 0.78f, 0.36f},
            {0.95f, 0.64f, 0.54f}, {0.75f, 0.77f, 0.80f}, {0.30f, 0.10f, 0.36f},
            {0.05f, 0.42f, 0.45f}
        };
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                var c = colors[row];
                float roughness = 0.05f + 0.9f * column / (side - 1);
                float metallic = row >= 5 && row <= 7 ? 1 : 0;
                materials.add(
                        Material.metallicRoughness(
                                "material %d,%d".formatted(row, column),
                                new Vec4(c[0], c[1], c[2], 1),
                                metallic,
                                roughness));
                var mesh = new MeshBuilder();
                int shape = (row + column) % 5;
                shape(mesh, shape);
                meshes.add(new Mesh("shape " + shape, List.of(mesh.build(materials.size() - 1))));
                nodes.add(
                        Node.ofMesh(
                                "object %d,%d".formatted(row, column),
                                new Transform.Trs(
                                        new Vec3((column - 4.5f) * 1.3f, 0, (row - 4.5f) * 1.3f),
                                        Quaternion.IDENTITY,
                                        Vec3.ONE),
                                meshes.size() - 1));
            }
        }
        materials.add(
                Material.builder("floor")
                        .baseColorTexture(TextureRef.of(0))
                        .metallicFactor(0)
                        .roughnessFactor(0.55f)
                        .build());
        var floor = new MeshBuilder();
        floor.flatQuad(
                new double[] {-7.5, 0, 7.5}, new double[] {15, 0, 0}, new double[] {0, 0, -15});
        meshes.add(new Mesh("floor", List.of(floor.build(materials.size() - 1))));
        nodes.add(Node.ofMesh("floor", Transform.IDENTITY, meshes.size() - 1));
        var motion = new Motion();
        var place = ((Transform.Trs) nodes.get(MOVING_OBJECT).transform()).translation();
        double[] down = {place.x(), 0, place.z()};
        double[] up = {place.x(), 0.9, place.z()};
        motion.glide(MOVING_OBJECT, new double[] {0, 1, 2}, down, up, down);
        return scene(
                "objects",
                nodes,
                meshes,
                materials,
                List.of(new Texture("checker", 0, SamplerSpec.DEFAULT)),
                List.of(checker()),
                List.of(motion.build("one")));
    }

    private static Image checker() {
        int size = 512;
        int[] texels = new int[size * size];
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                boolean dark = ((x * 20 / size) + (y * 20 / size)) % 2 == 0;
                texels[y * size + x] = dark ? 0xff8a8580 : 0xffc9c6c2;
            }
        }
        return new Image("checker", size, size, texels, true);
    }

    /** One of five small pieces, about a unit large, standing on the ground. */
    static void shape(MeshBuilder mesh, int shape) {
        int n = 24;
        switch (shape) {
            case 0 ->
                    revolve(
                            mesh,
                            n,
                            n,
                            t -> 0.5 * StrictMath.sin(t * Math.PI),
                            t -> 0.5 - 0.5 * StrictMath.cos(t * Math.PI));
            case 1 ->
                    revolve(
                            mesh,
                            n,
                            n,
                            t -> 0.33 + 0.16 * StrictMath.cos(2 * Math.PI * t + Math.PI),
                            t -> 0.16 + 0.16 * StrictMath.sin(2 * Math.PI * t + Math.PI));
            case 2 -> box(mesh, 0.36, 0.72);
            case 3 -> revolve(mesh, n, n, t -> 0.45 * (1 - t), t -> 0.95 * t);
            default ->
                    revolve(
                            mesh,
                            n,
                            n,
                            t ->
                                    (0.22 + 0.16 * StrictMath.sin(t * 2.6 * Math.PI))
                                            * Math.sqrt(1 - t * t * t * t * t * t),
                            t -> 0.9 * t);
        }
    }

    /** A length that changes from the bottom, 0, to the top, 1. */
    interface Profile {
        double at(double t);
    }

    /** A surface of revolution around y; t runs from 0 at the bottom to 1. */
    static void revolve(MeshBuilder mesh, int around, int along, Profile radius, Profile height) {
        int first = -1;
        double step = 1e-4;
        for (int j = 0; j <= along; j++) {
            double t = (double) j / along;
            double t0 = Math.max(t - step, 0);
            double t1 = Math.min(t + step, 1);
            double dr = radius.at(t1) - radius.at(t0);
            double dh = height.at(t1) - height.at(t0);
            double length = Math.sqrt(dr * dr + dh * dh);
            for (int i = 0; i <= around; i++) {
                double angle = 2 * Math.PI * i / around;
                double c = StrictMath.cos(angle);
                double s = StrictMath.sin(angle);
                double r = Math.max(radius.at(t), 0);
                int made =
                        mesh.vertex(
                                r * c,
                                height.at(t),
                                -r * s,
                                dh / length * c,
                                -dr / length,
                                -dh / length * s,
                                (double) i / around,
                                t);
                first = first < 0 ? made : first;
            }
        }
        mesh.grid(first, around + 1, along + 1);
    }

    private static void box(MeshBuilder mesh, double half, double height) {
        double[][] corner = {
            {-half, 0, half}, {half, 0, half}, {half, 0, -half}, {-half, 0, -half}
        };
        for (int side = 0; side < 4; side++) {
            double[] a = corner[side];
            double[] b = corner[(side + 1) % 4];
            mesh.flatQuad(
                    a, new double[] {b[0] - a[0], 0, b[2] - a[2]}, new double[] {0, height, 0});
        }
        mesh.flatQuad(
                new double[] {-half, height, half},
                new double[] {2 * half, 0, 0},
                new double[] {0, 0, -2 * half});
    }
}
