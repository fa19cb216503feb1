package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Transform;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** More lights than lie in the uniforms of every frame: the picture is that of all of them. */
class ManyLightsTest {
    private static final RenderSettings SETTINGS =
            RenderSettings.defaults().withSize(96, 64).withSamples(1);

    /** A floor and things on it, under so many lamps and spots, and a sun somewhere among them. */
    private static Scene scene(Random random, int lamps, boolean endless) {
        var things = new ShadowScenes(40, 50, 0.5f).slab(-1, -1, 1, 1, 0);
        for (int thing = 0; thing < 5; thing++) {
            double x = random.nextDouble() * 1.4 - 0.8;
            double z = random.nextDouble() * 1.4 - 0.8;
            double y = 0.1 + 0.5 * random.nextDouble();
            switch (thing) {
                case 0 -> things.masked(x, z, x + 0.3, z + 0.3, y);
                case 1 -> things.blended(x, z, x + 0.3, z + 0.3, y);
                case 2 -> things.slab(x, z, x + 0.3, z + 0.3, y);
                default -> things.sphere(0.2, new Vec3((float) x, (float) y, (float) z), 12);
            }
        }
        return withLamps(things.scene(), random, lamps, endless);
    }

    private static Scene withLamps(Scene scene, Random random, int lamps, boolean endless) {
        var nodes = new ArrayList<>(scene.nodes());
        var roots = new ArrayList<Integer>();
        var lights = new ArrayList<>(scene.lights());
        for (int lamp = 0; lamp < lamps; lamp++) {
            boolean spot = random.nextInt(3) == 0;
            float range = 0.1f + 0.5f * random.nextFloat();
            boolean ends = !endless || random.nextInt(20) != 0;
            var color = new Vec3(random.nextFloat(), random.nextFloat(), random.nextFloat());
            var node = ShadowScenes.turned(random.nextInt(360), 90 - random.nextInt(60));
            var place =
                    new Vec3(
                            2 * random.nextFloat() - 1,
                            0.02f + 0.6f * random.nextFloat(),
                            2 * random.nextFloat() - 1);
            var turn = ((Transform.Trs) node).rotation();
            roots.add(nodes.size());
            nodes.add(
                    new Node(
                            "lamp",
                            new Transform.Trs(place, turn, Vec3.ONE),
                            List.of(),
                            -1,
                            -1,
                            lights.size()));
            lights.add(
                    new Light(
                            "lamp",
                            spot ? Light.Kind.SPOT : Light.Kind.POINT,
                            color,
                            ends ? 0.05f : 0.002f,
                            ends ? range : Float.POSITIVE_INFINITY,
                            0.2f,
                            0.9f));
        }
        // The sun comes in the middle
        roots.addAll(roots.size() / 2, scene.roots());
        return Scene.builder(scene.asset())
                .roots(roots)
                .nodes(nodes)
                .meshes(scene.meshes())
                .materials(scene.materials())
                .lights(lights)
                .build();
    }

    private static View view(Random random) {
        return ShadowScenes.parallel(random.nextInt(360), 20 + random.nextInt(60), 1.2);
    }

    /** All lights for all fragments, on one thread, one kernel, nothing kept. */
    private static int[] all(Scene scene, RenderSettings settings, List<View> views) {
        var options =
                DeviceOptions.DEFAULT
                        .withKernels(Kernels.SCALAR)
                        .withThreads(1)
                        .withReuse(Reuse.OFF);
        try (var session = new Session(scene, settings, options)) {
            session.renderer().lights.sliced = false;
            session.renderer().pose(new Pose(scene));
            session.look(views);
            session.render();
            return session.target().pixels();
        }
    }

    private static DeviceOptions options(Random random) {
        var options =
                DeviceOptions.DEFAULT
                        .withKernels(random.nextBoolean() ? Kernels.SCALAR : Kernels.VECTOR)
                        .withThreads(1 + random.nextInt(4));
        options = random.nextBoolean() ? options : options.withReuse(Reuse.OFF);
        return random.nextInt(3) != 0
                ? options
                : options.withGroup(Group.of(2 + random.nextInt(3)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
    void twoHundredLightsAsIfAllWereAdded(int seed) {
        var random = new Random(seed);
        int lamps = seed == 0 ? 16 : seed == 1 ? 17 : 200 + random.nextInt(100);
        var scene = scene(random, lamps, seed % 3 == 0);
        int count = 1 + random.nextInt(2);
        var settings =
                SETTINGS.withViews(count)
                        .withShadows(random.nextBoolean())
                        .withSamples(random.nextBoolean() ? 1 : 4);
        if (random.nextInt(3) == 0) {
            settings = settings.withShatter(0.05f);
        }
        var options = options(random);
        var where = "seed %d, %s, %s".formatted(seed, settings, options);
        try (var session = new Session(scene, settings, options)) {
            for (int frame = 0; frame < 2; frame++) {
                var views = new ArrayList<View>();
                for (int v = 0; v < count; v++) {
                    views.add(view(random));
                }
                session.look(views);
                session.render();
                assertThat(session.target().pixels())
                        .as(where)
                        .isEqualTo(all(scene, settings, views));
            }
        }
    }

    /** Lamps that reach nothing change nothing, wherever the sun stands among them. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5, 20})
    void theSunCastsItsShadowAmongManyLights(int before) {
        var few = new ShadowScenes(40, 50, 0.5f).slab(-1, -1, 1, 1, 0).slab(0, 0, 0.4, 0.4, 0.5);
        var sunny = few.scene();
        var nodes = new ArrayList<>(sunny.nodes());
        var lights = new ArrayList<>(sunny.lights());
        lights.add(new Light("far away", Light.Kind.POINT, new Vec3(1, 1, 1), 9, 0.1f, 0.2f, 0.9f));
        var roots = new ArrayList<Integer>();
        for (int lamp = 0; lamp < 20; lamp++) {
            roots.add(nodes.size());
            var place =
                    new Transform.Trs(new Vec3(100 + lamp, 7, -50), Quaternion.IDENTITY, Vec3.ONE);
            nodes.add(new Node("lamp", place, List.of(), -1, -1, lights.size() - 1));
        }
        roots.addAll(before, sunny.roots());
        var many =
                Scene.builder(sunny.asset())
                        .roots(roots)
                        .nodes(nodes)
                        .meshes(sunny.meshes())
                        .materials(sunny.materials())
                        .lights(lights)
                        .build();
        var view = ShadowScenes.parallel(20, 40, 1.2);
        int[] expected = pixels(sunny, SETTINGS.withShadows(true), view);
        assertThat(expected).isNotEqualTo(pixels(sunny, SETTINGS, view));
        assertThat(pixels(many, SETTINGS.withShadows(true), view)).isEqualTo(expected);
    }

    private static int[] pixels(Scene scene, RenderSettings settings, View view) {
        try (var session = new Session(scene, settings, DeviceOptions.DEFAULT)) {
            session.look(view);
            session.render();
            return session.target().pixels().clone();
        }
    }

    /** Lights that move are seen where they are now, whatever tiles were kept. */
    @Test
    void whatMovesIsSeen() {
        var random = new Random(5);
        var scene = scene(random, 60, false);
        var view = view(random);
        var settings = SETTINGS.withShadows(true);
        var places = new ArrayList<Transform>();
        scene.nodes().forEach(node -> places.add(node.transform()));
        long rendered = 0;
        int changed = 0;
        try (var session = new Session(scene, settings, DeviceOptions.DEFAULT)) {
            session.look(view);
            session.render();
            for (int frame = 0; frame < 8; frame++) {
                int[] before = session.target().pixels().clone();
                int lamp = scene.nodes().size() - 1 - random.nextInt(60);
                boolean moves = frame % 2 == 0;
                if (moves) {
                    var place =
                            new Vec3(random.nextFloat() - 0.5f, 0.2f, random.nextFloat() - 0.5f);
                    var old = (Transform.Trs) places.get(lamp);
                    places.set(lamp, new Transform.Trs(place, old.rotation(), Vec3.ONE));
                    session.move(lamp, places.get(lamp));
                }
                var report = session.render();
                rendered += moves ? 0 : report.get(Counter.TILES_RENDERED);
                int[] now = session.target().pixels();
                changed += Arrays.equals(before, now) ? 0 : 1;
                var moved = new ArrayList<Node>();
                for (int n = 0; n < places.size(); n++) {
                    var node = scene.nodes().get(n);
                    moved.add(
                            new Node(
                                    node.name(),
                                    places.get(n),
                                    node.children(),
                                    node.mesh(),
                                    node.camera(),
                                    node.light()));
                }
                var same =
                        Scene.builder(scene.asset())
                                .roots(scene.roots())
                                .nodes(moved)
                                .meshes(scene.meshes())
                                .materials(scene.materials())
                                .lights(scene.lights())
                                .build();
                assertThat(now).isEqualTo(all(same, settings, List.of(view)));
            }
        }
        assertThat(changed).isEqualTo(4);
        assertThat(rendered).as("tiles rendered while nothing moved").isZero();
    }

    /** Of more lights than shine, the first ones in the file's order do. */
    @Test
    void theFirstOnesShine() {
        var random = new Random(1);
        var things = new ShadowScenes(40, 50, 0.5f).slab(-1, -1, 1, 1, 0).scene();
        var many = withLamps(things, random, Light.MOST + 100, false);
        var roots = new ArrayList<Integer>();
        int lights = 0;
        for (int root : many.roots()) {
            boolean light = many.nodes().get(root).light() >= 0;
            lights += light ? 1 : 0;
            if (!light || lights <= Light.MOST) {
                roots.add(root);
            }
        }
        assertThat(lights).isEqualTo(Light.MOST + 101);
        assertThat(roots).hasSize(many.roots().size() - 101);
        var fewer =
                Scene.builder(many.asset())
                        .roots(roots)
                        .nodes(many.nodes())
                        .meshes(many.meshes())
                        .materials(many.materials())
                        .lights(many.lights())
                        .build();
        var view = ShadowScenes.parallel(20, 60, 1.2);
        var small = SETTINGS.withSize(32, 24);
        try (var device = new Device(DeviceOptions.DEFAULT)) {
            var a = new SceneRenderer(many, small);
            var b = new SceneRenderer(fewer, small);
            a.render(device, view);
            b.render(device, view);
            assertThat(a.target().pixels()).isEqualTo(b.target().pixels());
        }
    }
}
