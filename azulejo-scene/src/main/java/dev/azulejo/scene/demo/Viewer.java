package dev.azulejo.scene.demo;

import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Transform;

import java.util.ArrayList;
import java.util.List;

/**
 * A viewer of models: things at rest on a table, a cursor that goes from one to the next, and a
 * frame around the one that is selected.
 */
final class Viewer {
    private static final double TILT = -21.5;
    private static final float FIELD = 0.6f;
    private static final Vec3 EYE = new Vec3(0, 3.2f, 7.5f);

    /** How far in front of the camera the cursor is. */
    private static final double CURSOR_DISTANCE = 0.4;

    /** Where things stand on the table. */
    private static final double[][] PLACES = {
        {-1.35, 0, 0.35}, {1.3, 0, -0.5}, {0.35, 0, 1.25}, {-0.15, 0, -1.35}
    };

    /** Heights at which the cursor points at them. */
    private static final double[] POINTED = {0.55, 0.8, 0.35, 0.6};

    /** The cursor rests at a thing and takes as long to the next. */
    private static final double REST = 0.8;

    private final List<Mesh> meshes = new ArrayList<>();
    private final List<Material> materials = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Motion motion = new Motion();

    private Viewer() {}

    static Scene create() {
        var viewer = new Viewer();
        viewer.table();
        viewer.things();
        viewer.selection();
        viewer.camera();
        var roots = new ArrayList<Integer>();
        for (int n = 0; n < viewer.nodes.size() - 1; n++) {
            roots.add(n);
        }
        return Scene.builder(AssetInfo.generated(DemoScenes.PREFIX + "viewer"))
                .name("viewer")
                .roots(roots)
                .nodes(viewer.nodes)
                .meshes(viewer.meshes)
                .materials(viewer.materials)
                .cameras(List.of(new Camera.Perspective("viewer", FIELD, 0, 0.05f, 40)))
                .animations(List.of(viewer.motion.build("cursor")))
                .build();
    }

    private int material(String name, double r, double g, double b, double metal, double rough) {
        var color = new Vec4((float) r, (float) g, (float) b, 1);
        materials.add(Material.metallicRoughness(name, color, (float) metal, (float) rough));
        return materials.size() - 1;
    }

    private int add(String name, MeshBuilder mesh, int material, Transform transform) {
        meshes.add(new Mesh(name, List.of(mesh.build(material))));
        nodes.add(Node.ofMesh(name, transform, meshes.size() - 1));
        return nodes.size() - 1;
    }

    private static Transform at(double[] place, double lift, double turn, double scale) {
        var where = new Vec3((float) place[0], (float) (place[1] + lift), (float) place[2]);
        float s = (float) scale;
        return new Transform.Trs(where, Motion.rotation(1, turn), new Vec3(s, s, s));
    }

    private void table() {
        var top = new MeshBuilder();
        DemoScenes.revolve(top, 96, 32, t -> radius(2.9, t), t -> 0.09 * (Math.min(1, 8 * t) - 1));
        double[] middle = {0, 0, 0};
        int wood = material("wood", 0.30, 0.17, 0.09, 0, 0.45);
        add("table", top, wood, at(middle, 0, 0, 1));
        var foot = new MeshBuilder();
        DemoScenes.revolve(
                foot, 48, 32, t -> 0.35 + 0.9 * (1 - t) * (1 - t) * (1 - t), t -> -2.4 + 2.31 * t);
        add("foot", foot, wood, at(middle, 0, 0, 1));
    }

    /** A disc: up the edge in the first eighth, then in to the middle. */
    private static double radius(double most, double t) {
        return t <= 0.125 ? most : most * (1 - t) / 0.875;
    }

    private void things() {
        var pot = new MeshBuilder();
        Teapot.addTo(pot, 20);
        int glaze = material("glaze", 0.03, 0.16, 0.40, 0, 0.14);
        add("teapot", pot, glaze, at(PLACES[0], 0, 35, 0.34));
        var sphere = new MeshBuilder();
        DimpledSphere.addTo(sphere, 224, 224);
        int clay = material("clay", 0.62, 0.25, 0.13, 0, 0.5);
        add("sphere", sphere, clay, at(PLACES[1], 0.72, 0, 0.72));
        var ring = new MeshBuilder();
        DemoScenes.shape(ring, 1);
        int gold = material("gold", 1.0, 0.72, 0.30, 1, 0.22);
        add("ring", ring, gold, at(PLACES[2], 0, 0, 1.2));
        var vase = new MeshBuilder();
        DemoScenes.shape(vase, 4);
        int jade = material("jade", 0.10, 0.40, 0.26, 0, 0.2);
        add("vase", vase, jade, at(PLACES[3], 0, 0, 1.5));
    }

    /** A box of edges that are drawn at its corners only, around whatever is selected. */
    private void selection() {
        materials.add(Ink.unlit("selection", 0xffc53d));
        var frame = new MeshBuilder();
        double half = 0.78;
        double height = 1.5;
        double length = 0.28;
        double thick = 0.022;
        for (int corner = 0; corner < 8; corner++) {
            double[] sign = {
                (corner & 1) == 0 ? -1 : 1, (corner & 2) == 0 ? -1 : 1, (corner & 4) == 0 ? -1 : 1
            };
            for (int axis = 0; axis < 3; axis++) {
                double[] low = new double[3];
                double[] high = new double[3];
                for (int k = 0; k < 3; k++) {
                    double reach = k == 1 ? height / 2 : half;
                    double outer = sign[k] * reach;
                    double inner = outer - sign[k] * (k == axis ? length : thick);
                    double lift = k == 1 ? height / 2 + 0.01 : 0;
                    low[k] = Math.min(outer, inner) + lift;
                    high[k] = Math.max(outer, inner) + lift;
                }
                box(frame, low, high);
            }
        }
        int node = add("selection", frame, materials.size() - 1, at(PLACES[0], 0, 0, 1));
        int n = PLACES.length;
        double[] times = new double[n + 2];
        double[][] places = new double[n + 2][];
        for (int k = 0; k <= n; k++) {
            // Selected as the cursor arrives
            times[k] = k == 0 ? 0 : REST * (2 * k - 1);
            places[k] = PLACES[k % n];
        }
        times[n + 1] = 2 * REST * n;
        places[n + 1] = PLACES[0];
        motion.move(node, Animation.Interpolation.STEP, times, places);
    }

    private static void box(MeshBuilder mesh, double[] low, double[] high) {
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3;
            int v = (axis + 2) % 3;
            for (int side = 0; side < 2; side++) {
                double[] corner = low.clone();
                corner[axis] = side == 0 ? low[axis] : high[axis];
                double[] edgeU = new double[3];
                double[] edgeV = new double[3];
                edgeU[u] = high[u] - low[u];
                edgeV[v] = high[v] - low[v];
                if (side == 0) {
                    mesh.flatQuad(corner, edgeV, edgeU);
                } else {
                    mesh.flatQuad(corner, edgeU, edgeV);
                }
            }
        }
    }

    private void camera() {
        var tilt = Motion.rotation(0, TILT);
        var place = new Transform.Trs(EYE, tilt, Vec3.ONE);
        var arrow = new MeshBuilder();
        double size = 0.045 * CURSOR_DISTANCE;
        double[][] outline = {
            {0, 0},
            {0, -1},
            {0.23, -0.79},
            {0.38, -1.13},
            {0.53, -1.06},
            {0.38, -0.73},
            {0.7, -0.71}
        };
        // Convex pieces of the outline
        int[][] pieces = {{0, 1, 2}, {0, 2, 5}, {0, 5, 6}, {2, 3, 4}, {2, 4, 5}};
        int white = materials.size();
        materials.add(Ink.unlit("cursor", 0xffffff));
        materials.add(Ink.unlit("cursor edge", 0x10151c));
        var edge = new MeshBuilder();
        pieces(arrow, outline, pieces, size, 0, 0, 0);
        for (int k = 0; k < 8; k++) {
            double angle = Math.PI / 4 * k;
            double x = 0.075 * size * StrictMath.cos(angle);
            double y = 0.075 * size * StrictMath.sin(angle);
            pieces(edge, outline, pieces, size, x, y, -1e-4);
        }
        meshes.add(new Mesh("cursor", List.of(arrow.build(white), edge.build(white + 1))));
        int n = PLACES.length;
        double[] times = new double[2 * n + 1];
        double[][] places = new double[2 * n + 1][];
        for (int k = 0; k < 2 * n + 1; k++) {
            times[k] = REST * k;
            places[k] = onScreen((k + 1) / 2 % n, place);
        }
        var first = places[0];
        var start = new Vec3((float) first[0], (float) first[1], (float) first[2]);
        nodes.add(new Node("camera", place, List.of(nodes.size() + 1), -1, 0, -1));
        nodes.add(
                Node.ofMesh(
                        "cursor",
                        new Transform.Trs(start, Quaternion.IDENTITY, Vec3.ONE),
                        meshes.size() - 1));
        motion.glide(nodes.size() - 1, times, places);
    }

    private static void pieces(
            MeshBuilder mesh,
            double[][] outline,
            int[][] pieces,
            double scale,
            double x,
            double y,
            double z) {
        for (int[] piece : pieces) {
            int[] made = new int[3];
            for (int k = 0; k < 3; k++) {
                double[] p = outline[piece[k]];
                made[k] = mesh.vertex(x + scale * p[0], y + scale * p[1], z, 0, 0, 1, 0, 0);
            }
            if (mesh.signedAreaXy(made[0], made[1], made[2]) > 0) {
                mesh.triangle(made[0], made[1], made[2]);
            } else {
                mesh.triangle(made[0], made[2], made[1]);
            }
        }
    }

    /** Where the cursor is, in the camera's space, when it points at a thing. */
    private static double[] onScreen(int thing, Transform.Trs camera) {
        Mat4 world = camera.toMatrix();
        double[] p = PLACES[thing];
        double[] away = {p[0] - EYE.x(), p[1] + POINTED[thing] - EYE.y(), p[2] - EYE.z()};
        double[] seen = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            for (int k = 0; k < 3; k++) {
                // A camera's axes are perpendicular: its inverse is its transpose.
                seen[axis] += world.get(k, axis) * away[k];
            }
        }
        double scale = CURSOR_DISTANCE / -seen[2];
        return new double[] {scale * seen[0], scale * seen[1], -CURSOR_DISTANCE};
    }
}
