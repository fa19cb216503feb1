package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Skin;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** A scene that lives: whatever is done to it, a picture is the one drawn from nothing. */
class SessionTest {
    private static final int GROUP = 0;
    private static final int FAR = 3;
    private static final int ELBOW = 5;
    private static final int RIBBON = 6;
    private static final int LAMP = 7;
    private static final int CELLS = 16;

    private static final View FRONT =
            View.orbit(new Bounds(new Vec3(-2, -2, -2), new Vec3(2, 2, 2)), 20, 10, 7, 96.0 / 64);

    private static Transform at(double x, double y, double z) {
        return new Transform.Trs(
                new Vec3((float) x, (float) y, (float) z), Quaternion.IDENTITY, Vec3.ONE);
    }

    /** A square in the plane z = 0, from -1 to 1, of small squares. */
    private static VertexData square() {
        int side = CELLS + 1;
        float[] p = new float[3 * side * side];
        float[] n = new float[3 * side * side];
        for (int v = 0; v < side * side; v++) {
            p[3 * v] = 2f * (v % side) / CELLS - 1;
            p[3 * v + 1] = 2f * (v / side) / CELLS - 1;
            n[3 * v + 2] = 1;
        }
        return VertexData.of(p, n);
    }

    private static int[] indices() {
        int[] indices = new int[6 * CELLS * CELLS];
        int at = 0;
        for (int y = 0; y < CELLS; y++) {
            for (int x = 0; x < CELLS; x++) {
                int v = y * (CELLS + 1) + x;
                int below = CELLS + 1;
                for (int corner : new int[] {0, 1, below, below, 1, below + 1}) {
                    indices[at++] = v + corner;
                }
            }
        }
        return indices;
    }

    private static Mesh mesh(String name, int material) {
        return new Mesh(
                name, List.of(new Primitive(Topology.TRIANGLES, indices(), square(), material)));
    }

    private static Mesh ribbon() {
        var vertices = square();
        int count = vertices.count();
        int[] joints = new int[2 * count];
        float[] weights = new float[2 * count];
        float[] wave = new float[3 * count];
        for (int v = 0; v < count; v++) {
            float up = (vertices.positions()[3 * v + 1] + 1) / 2;
            joints[2 * v + 1] = 1;
            weights[2 * v] = 1 - up;
            weights[2 * v + 1] = up;
            wave[3 * v + 2] = up * up;
        }
        return new Mesh(
                "ribbon",
                List.of(
                        new Primitive(
                                Topology.TRIANGLES,
                                indices(),
                                vertices,
                                0,
                                new JointInfluences(2, joints, weights),
                                List.of(new MorphTarget(wave, null, null)))));
    }

    private static Animation swing() {
        float half = (float) Math.sqrt(0.5);
        return new Animation(
                "swing",
                List.of(
                        new Animation.Channel(
                                ELBOW,
                                Animation.Property.ROTATION,
                                new Animation.Sampler(
                                        new float[] {0, 1, 2},
                                        new float[] {0, 0, 0, 1, half, 0, 0, half, 0, 0, 0, 1},
                                        4,
                                        Animation.Interpolation.LINEAR)),
                        new Animation.Channel(
                                RIBBON,
                                Animation.Property.WEIGHTS,
                                new Animation.Sampler(
                                        new float[] {0, 2},
                                        new float[] {0, 0, 1, 1, 0.5f, 0},
                                        1,
                                        Animation.Interpolation.CUBIC_SPLINE)),
                        new Animation.Channel(
                                1,
                                Animation.Property.TRANSLATION,
                                new Animation.Sampler(
                                        new float[] {0, 1},
                                        new float[] {-1, 0, 0, -1, 0.5f, 0},
                                        3,
                                        Animation.Interpolation.STEP))));
    }

    private static Material glass(Vec4 color) {
        var m = Material.metallicRoughness("glass", color, 0, 0.3f);
        return m.toBuilder().alphaMode(Material.AlphaMode.BLEND).doubleSided(true).build();
    }

    static Scene scene() {
        return scene(Light.Kind.POINT);
    }

    private static Scene scene(Light.Kind lamp) {
        var nodes =
                List.of(
                        new Node("group", at(0, 0, 0), List.of(1, 2, 8), -1, -1, -1),
                        Node.ofMesh("plate", at(-1, 0, 0), 0),
                        Node.ofMesh("glass", at(-0.5, 0.5, 0.5), 1),
                        Node.ofMesh("wall", at(0.8, -0.6, -1), 2),
                        new Node("shoulder", at(1, 0, 0), List.of(ELBOW), -1, -1, -1),
                        new Node("elbow", at(0, 0, 0), List.of(), -1, -1, -1),
                        new Node("ribbon", at(9, 9, 9), List.of(), 3, -1, -1, 0, List.of()),
                        new Node("lamp", at(0, 2, 3), List.of(), -1, -1, 0),
                        Node.ofMesh("amber glass", at(-0.9, 0.2, 0.5), 4));
        return Scene.builder(AssetInfo.generated("test"))
                .name("living")
                .roots(List.of(GROUP, FAR, 4, RIBBON, LAMP))
                .nodes(nodes)
                .meshes(
                        List.of(
                                mesh("plate", 0),
                                mesh("glass", 1),
                                mesh("wall", 2),
                                ribbon(),
                                mesh("amber", 3)))
                .materials(
                        List.of(
                                Material.metallicRoughness(
                                        "red", new Vec4(0.8f, 0.1f, 0.1f, 1), 0, 0.5f),
                                glass(new Vec4(0.2f, 0.5f, 1, 0.4f)),
                                Material.metallicRoughness(
                                        "wall", new Vec4(0.3f, 0.6f, 0.3f, 1), 0, 0.9f),
                                glass(new Vec4(1, 0.6f, 0.1f, 0.5f))))
                .lights(
                        List.of(
                                new Light(
                                        "lamp", lamp, Vec3.ONE, 20, Float.POSITIVE_INFINITY, 0, 0)))
                .skins(
                        List.of(
                                new Skin(
                                        "skin",
                                        List.of(4, ELBOW),
                                        List.of(Mat4.IDENTITY, Mat4.IDENTITY))))
                .animations(List.of(swing()))
                .build();
    }

    private static RenderSettings settings(int samples) {
        return RenderSettings.defaults().withSize(96, 64).withSamples(samples);
    }

    private static Consumer<Session> edit(Random random) {
        double value = random.nextDouble();
        float f = (float) value;
        int node = random.nextInt(9);
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> s -> s.move(node, at(2 * value - 1, 0.3, -value));
            case 3 ->
                    s ->
                            s.move(
                                    node,
                                    new Transform.Trs(
                                            Vec3.ZERO,
                                            new Quaternion(0, f, 0, 1),
                                            new Vec3(node % 2 == 0 ? 1 : -1, 0.5f + f, 1)));
            case 4, 5, 6 -> s -> s.play(0, 2.2 * value);
            case 7 -> s -> s.show(node, false);
            case 8 -> s -> s.show(node, true);
            case 9 -> s -> s.paint(node % 3, new Vec4(f, 0.5f, 0.2f, 0.6f));
            case 10 -> s -> s.background(new Vec4(0.2f, node % 2, 0.3f, 1));
            case 11 ->
                    s ->
                            s.look(
                                    View.orbit(
                                            new Bounds(new Vec3(-2, -2, -2), new Vec3(2, 2, 2)),
                                            40 * value,
                                            10,
                                            7,
                                            96.0 / 64));
            case 12 -> Session::rest;
            // Moved to where it is: nothing changes
            default -> s -> s.move(GROUP, s.scene().nodes().get(GROUP).transform());
        };
    }

    @Test
    void everyPictureIsTheOneDrawnFromNothing() {
        long untouched = 0;
        long reused = 0;
        for (int seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            var scene = scene();
            int samples = seed % 4 == 3 ? 4 : 1;
            var log = new ArrayList<Consumer<Session>>();
            log.add(s -> s.look(FRONT));
            var options =
                    DeviceOptions.DEFAULT
                            .withThreads(1 + seed % 2)
                            .withTileSize(16)
                            .withEarlyZ(EARLY.get(seed % EARLY.size()))
                            .withReuse(REUSE.get(seed % REUSE.size()));
            try (var session = new Session(scene, settings(samples), options)) {
                log.getFirst().accept(session);
                for (int frame = 0; frame < 25; frame++) {
                    for (int e = random.nextInt(3); e > 0; e--) {
                        var edit = edit(random);
                        log.add(edit);
                        edit.accept(session);
                    }
                    var report = session.render();
                    untouched += report.get(Counter.TILES_UNTOUCHED);
                    reused += report.get(Counter.TILES_REUSED);
                    try (var fresh = new Session(scene, settings(samples), PLAIN)) {
                        log.forEach(each -> each.accept(fresh));
                        fresh.render();
                        assertThat(session.target().samePixels(fresh.target()))
                                .as("seed %d, frame %d", seed, frame)
                                .isTrue();
                    }
                }
            }
        }
        assertThat(untouched).as("tiles untouched").isGreaterThan(100);
        assertThat(reused).as("tiles reused").isGreaterThan(100);
    }

    /** The same with a lamp that casts shadows, on one GPU or several, also in windows. */
    @Test
    void everyPictureWithShadowsIsTheOneDrawnFromNothing() {
        long reused = 0;
        long maps = 0;
        for (int seed = 0; seed < 12; seed++) {
            var random = new Random(100 + seed);
            var scene = scene(Light.Kind.DIRECTIONAL);
            var settings = settings(seed % 4 == 3 ? 4 : 1).withShadows(true);
            var log = new ArrayList<Consumer<Session>>();
            log.add(s -> s.look(FRONT));
            try (var session = new Session(scene, settings, withShadows(seed))) {
                log.getFirst().accept(session);
                for (int frame = 0; frame < 10; frame++) {
                    for (int e = random.nextInt(3); e > 0; e--) {
                        var edit = edit(random);
                        log.add(edit);
                        edit.accept(session);
                    }
                    var report = session.render();
                    reused += report.get(Counter.TILES_UNTOUCHED);
                    reused += report.get(Counter.TILES_REUSED);
                    maps += report.get(Counter.RENDERS_UNCHANGED);
                    try (var fresh = new Session(scene, settings, PLAIN)) {
                        log.forEach(each -> each.accept(fresh));
                        fresh.render();
                        assertThat(session.target().samePixels(fresh.target()))
                                .as("seed %d, frame %d, %s", seed, frame, session.gpu().options())
                                .isTrue();
                    }
                }
            }
        }
        assertThat(reused).as("tiles reused").isGreaterThan(100);
        assertThat(maps).as("renders unchanged").isGreaterThan(20);
    }

    private static DeviceOptions withShadows(int seed) {
        var options =
                DeviceOptions.DEFAULT
                        .withThreads(1 + seed % 3)
                        .withKernels(seed % 2 == 0 ? Kernels.SCALAR : Kernels.VECTOR)
                        .withEarlyZ(EARLY.get(seed % EARLY.size()))
                        .withReuse(REUSE.get(seed % REUSE.size()));
        if (seed % 6 == 5) {
            options = options.withWindow(100).withReuse(Reuse.OFF);
        }
        return seed % 3 == 1 ? options.withGroup(Group.of(2 + seed % 3)) : options;
    }

    private static final List<EarlyZ> EARLY =
            List.of(EarlyZ.AUTO, EarlyZ.ON, EarlyZ.ON.with(EarlyZ.Part.FULL_DEPTH), EarlyZ.OFF);

    private static final List<Reuse> REUSE =
            List.of(
                    Reuse.AUTO,
                    Reuse.TILES,
                    Reuse.BLOCKS.withWay(Reuse.Blocks.DEFAULT.withParts(4)),
                    Reuse.BLOCKS.withHash(Reuse.Hash.EXACT),
                    Reuse.AUTO);

    private static final DeviceOptions PLAIN = DeviceOptions.REFERENCE;

    @Test
    void whatHasNotMovedIsNotDrawnAgain() {
        var options = DeviceOptions.DEFAULT.withTileSize(16);
        try (var session = new Session(scene(), settings(1), options)) {
            session.look(FRONT);
            session.render();
            session.move(FAR, at(0.8, -0.61, -1));
            session.render();
            session.move(FAR, at(0.8, -0.62, -1));
            assertThat(session.render().get(Counter.DRAWS_KEPT)).isPositive();
            session.play(0, 0);
            session.move(1, scene().nodes().get(1).transform());
            assertThat(session.render().get(Counter.RENDERS_UNCHANGED)).isOne();
        }
    }

    /** What is equally far is drawn in the scene's order, whatever order it once had. */
    @Test
    void blendedThingsHaveNoMemory() {
        var scene = scene();
        try (var session = new Session(scene, settings(1));
                var fresh = new Session(scene, settings(1))) {
            var front =
                    View.orbit(new Bounds(new Vec3(-2, -2, -2), new Vec3(2, 2, 2)), 0, 0, 7, 1.5);
            session.look(front);
            fresh.look(front);
            session.render();
            session.move(8, at(-0.9, 0.2, 0.2));
            session.render();
            session.move(8, at(-0.9, 0.2, 0.5));
            session.render();
            fresh.render();
            assertThat(session.target().samePixels(fresh.target())).isTrue();
        }
    }

    @Test
    void skinnedMeshesStandWhereTheirJointsAre() {
        try (var session = new Session(scene(), settings(1))) {
            assertThat(session.bounds().max().x()).as("not at 9").isLessThan(2.1f);
            session.move(4, at(5, 0, 0));
            assertThat(session.bounds().max().x()).isEqualTo(6);
        }
    }

    @Test
    void whatIsHiddenIsHiddenWithAllBelowIt() {
        try (var session = new Session(scene(), settings(1))) {
            session.look(FRONT);
            // Both panes of glass are drawn twice, their backs first
            assertThat(session.render().get(Counter.DRAWS)).isEqualTo(7);
            session.show(GROUP, false);
            assertThat(session.render().get(Counter.DRAWS)).isEqualTo(2);
            session.show(1, false);
            session.show(GROUP, true);
            assertThat(session.render().get(Counter.DRAWS)).isEqualTo(6);
        }
    }

    @Test
    void wrongUseIsRefused() {
        try (var session = new Session(scene(), settings(1))) {
            assertThatThrownBy(session::render).hasMessageContaining("look");
            assertThatThrownBy(() -> session.look(List.of(FRONT, FRONT)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> session.play(1, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> session.move(9, Transform.IDENTITY))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    /** Each index and each attribute of a vertex once, of what is shown. */
    @Test
    void geometryBytesAreThoseOfWhatIsShown() {
        var scene = DemoScenes.create("demo:objects");
        long expected = 0;
        for (var node : scene.nodes()) {
            if (node.mesh() >= 0) {
                for (var primitive : scene.meshes().get(node.mesh()).primitives()) {
                    expected += bytes(primitive.toIndexedList());
                }
            }
        }
        try (var session = new Session(scene, RenderSettings.defaults().withSize(16, 16))) {
            assertThat(session.renderer().geometryBytes()).isEqualTo(expected).isPositive();
            for (int node = 0; node < scene.nodes().size(); node++) {
                session.show(node, false);
            }
            assertThat(session.renderer().geometryBytes()).isZero();
        }
    }

    private static long bytes(Primitive list) {
        var v = list.vertices();
        long words = list.indices() == null ? 0 : list.indices().length;
        for (float[] values :
                new float[][] {
                    v.positions(),
                    v.normals(),
                    v.tangents(),
                    v.texCoord0(),
                    v.texCoord1(),
                    v.color0()
                }) {
            words += values == null ? 0 : values.length;
        }
        return 4 * words;
    }
}
