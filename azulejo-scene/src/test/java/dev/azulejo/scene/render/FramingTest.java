package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** From how far away all of a scene is in the picture, and no further. */
class FramingTest {
    /** How far from the middle of the picture the furthest vertex is; 1 is the edge. */
    private static final double EDGE = 1 / 1.06;

    private static final RenderSettings SMALL = RenderSettings.defaults().withSize(16, 16);

    private static Scene points(List<float[]> meshes, List<Transform> places) {
        return Scene.builder(AssetInfo.generated("points"))
                .meshes(meshes.stream().map(FramingTest::mesh).toList())
                .nodes(
                        IntStream.range(0, places.size())
                                .mapToObj(n -> Node.ofMesh("", places.get(n), n % meshes.size()))
                                .toList())
                .roots(IntStream.range(0, places.size()).boxed().toList())
                .build();
    }

    private static Mesh mesh(float[] xyz) {
        var vertices = new VertexData(xyz.length / 3, xyz, null, null, null, null, null);
        return new Mesh("", List.of(new Primitive(Topology.POINTS, null, vertices, -1)));
    }

    private static Transform.Trs at(Vec3 place, Quaternion turn, Vec3 size) {
        return new Transform.Trs(place, turn, size);
    }

    private static float[] cloud(Random random, int count, double size) {
        float[] xyz = new float[3 * count];
        for (int i = 0; i < xyz.length; i++) {
            xyz[i] = (float) (random.nextGaussian() * size);
        }
        return xyz;
    }

    /** How far from the middle of the picture the furthest of all vertices is. */
    private static double furthest(Scene scene, Pose pose, View view) {
        double furthest = 0;
        for (int n = 0; n < scene.nodes().size(); n++) {
            var toWorld = pose.worldTransforms().get(n);
            for (var primitive : scene.meshes().get(scene.nodes().get(n).mesh()).primitives()) {
                furthest =
                        Math.max(
                                furthest,
                                furthest(primitive.vertices().positions(), toWorld, view));
            }
        }
        return furthest;
    }

    private static double furthest(float[] p, Mat4 toWorld, View view) {
        double furthest = 0;
        for (int v = 0; v < p.length; v += 3) {
            var point =
                    view.viewFromWorld()
                            .transformPoint(
                                    toWorld.transformPoint(new Vec3(p[v], p[v + 1], p[v + 2])));
            double x = view.clipFromView().get(0, 0) * point.x() / -point.z();
            double y = view.clipFromView().get(1, 1) * point.y() / -point.z();
            assertThat(point.z()).isNegative();
            furthest = Math.max(furthest, Math.max(Math.abs(x), Math.abs(y)));
        }
        return furthest;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 33_333, 77_777, 99_998, 99_999})
    void oneSpikeAmongHundredThousandVerticesIsInThePicture(int spike) {
        var random = new Random(spike);
        float[] xyz = cloud(random, 100_000, 0.01);
        xyz[3 * spike] = 3;
        xyz[3 * spike + 1] = -2;
        xyz[3 * spike + 2] = 1;
        var scene = points(List.of(xyz), List.of(Transform.IDENTITY));
        var renderer = new SceneRenderer(scene, SMALL);
        for (double azimuth : new double[] {0, 35, 110, 200, 305}) {
            double reach = renderer.fit(azimuth, 18, 1.5);
            var view = View.orbit(renderer.bounds(), azimuth, 18, reach, 1.5);
            assertThat(furthest(scene, new Pose(scene), view)).isCloseTo(EDGE, within(1e-4));
        }
    }

    @Test
    void cloudsFillThePictureButForTheMarginFromAnySide() {
        for (int seed = 0; seed < 60; seed++) {
            var random = new Random(seed);
            var meshes = new ArrayList<float[]>();
            var places = new ArrayList<Transform>();
            for (int m = 0; m <= random.nextInt(3); m++) {
                meshes.add(cloud(random, 1 + random.nextInt(3000), 1 + random.nextInt(3)));
            }
            for (int n = 0; n <= random.nextInt(4) + meshes.size(); n++) {
                float[] r = cloud(random, 3, 2);
                var turn = new Quaternion(r[0], r[1], r[2], r[3]);
                places.add(at(new Vec3(r[4], r[5], r[6]), turn, new Vec3(r[7], r[8], 0.7f)));
            }
            var scene = points(meshes, places);
            var renderer = new SceneRenderer(scene, SMALL);
            for (int side = 0; side < 8; side++) {
                double azimuth = 360 * random.nextDouble();
                double elevation = 180 * random.nextDouble() - 90;
                double aspect = 0.3 + 3 * random.nextDouble();
                double reach = renderer.fit(azimuth, elevation, aspect);
                var view = View.orbit(renderer.bounds(), azimuth, elevation, reach, aspect);
                assertThat(furthest(scene, new Pose(scene), view))
                        .as("seed %d, side %d", seed, side)
                        .isCloseTo(EDGE, within(1e-4));
            }
        }
    }

    /**
     * What a view of it shows: the leftmost, rightmost, lowest and highest place of a vertex, and
     * how far away the nearest is.
     */
    private static double[] extent(Scene scene, Pose pose, View view) {
        double[] extent = {9, -9, 9, -9, Double.MAX_VALUE};
        for (int n = 0; n < scene.nodes().size(); n++) {
            var toWorld = pose.worldTransforms().get(n);
            for (var primitive : scene.meshes().get(scene.nodes().get(n).mesh()).primitives()) {
                float[] p = primitive.vertices().positions();
                for (int v = 0; v < p.length; v += 3) {
                    var place = toWorld.transformPoint(new Vec3(p[v], p[v + 1], p[v + 2]));
                    var point = view.viewFromWorld().transformPoint(place);
                    double x = view.clipFromView().get(0, 0) * point.x() / -point.z();
                    double y = view.clipFromView().get(1, 1) * point.y() / -point.z();
                    extent[0] = Math.min(extent[0], x);
                    extent[1] = Math.max(extent[1], x);
                    extent[2] = Math.min(extent[2], y);
                    extent[3] = Math.max(extent[3], y);
                    extent[4] = Math.min(extent[4], -point.z());
                }
            }
        }
        return extent;
    }

    /**
     * Of two opposite edges of the picture both are touched, but for the margin, and of the others
     * neither; no nearer place shows all, since such a pair would have to be farther apart. But the
     * eye is a quarter of the radius away from what is nearest, at least.
     */
    @Test
    void cloudsAreInTheMiddleOfThePicture() {
        int across = 0;
        int near = 0;
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var scene =
                    points(
                            List.of(cloud(random, 50 + random.nextInt(300), 1)),
                            List.of(
                                    at(
                                            new Vec3(7, -3, 2),
                                            Quaternion.IDENTITY,
                                            new Vec3(1, 2, 3))));
            double azimuth = 360 * random.nextDouble();
            double elevation = 180 * random.nextDouble() - 90;
            double aspect = 0.3 + 3 * random.nextDouble();
            try (var session = new Session(scene, SMALL)) {
                var view = session.frame(azimuth, elevation, aspect);
                double[] e = extent(scene, new Pose(scene), view);
                double least = session.bounds().radius() / 4;
                assertThat(e[4]).isGreaterThan(least * (1 - 1e-5));
                boolean wide = e[1] > EDGE - 1e-4;
                across += wide ? 1 : 0;
                int i = wide ? 0 : 2;
                if (e[4] < least * (1 + 1e-5)) {
                    near++;
                    assertThat(Math.max(-e[i], e[i + 1])).isLessThan(EDGE + 1e-4);
                    continue;
                }
                assertThat(-e[i]).as("seed %d", seed).isCloseTo(EDGE, within(1e-4));
                assertThat(e[i + 1]).as("seed %d", seed).isCloseTo(EDGE, within(1e-4));
                assertThat(-e[2 - i]).as("seed %d", seed).isLessThan(EDGE + 1e-4);
                assertThat(e[3 - i]).as("seed %d", seed).isLessThan(EDGE + 1e-4);
            }
        }
        assertThat(across).isBetween(40, 160);
        assertThat(near).isBetween(1, 20);
    }

    /**
     * A square of side 2 that faces the eye, and a point 1 in front of it, 3 below the middle: the
     * place is reckoned by hand. Looked at from z, up to y, with t = tan 17.5 degrees / 1.06: the
     * square's top is in sight if 1 - y <= t z, the point if y + 3 <= t (z - 1); both touch where 4
     * = t (2 z - 1), and y = 1 - t z, to which the middle of the bounds, (0, -1, 0.5), is added.
     */
    @Test
    void whereTheMiddleIsByHand() {
        float[] xyz = {-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0, 0, -3, 1};
        var scene = points(List.of(xyz), List.of(Transform.IDENTITY));
        double t = Math.tan(Math.toRadians(17.5)) / 1.06;
        double z = (4 / t + 1) / 2;
        try (var session = new Session(scene, SMALL)) {
            var eye = session.frame(0, 0, 1).position();
            assertThat(eye.x()).isZero();
            assertThat(eye.y()).isCloseTo((float) (1 - t * z), within(1e-5f));
            assertThat(eye.z()).isCloseTo((float) z, within(1e-5f));
            // Twice as far from the middle of the bounds
            var framing = new Framing(0, 0, 1, 1);
            framing.add(session.renderer());
            var far = framing.view(0, 2).position();
            assertThat(far.y()).isEqualTo(eye.y());
            assertThat(far.z()).isCloseTo((float) (2 * z - 0.5), within(1e-5f));
            var near = framing.view(0, 0.5).position();
            assertThat(near.y()).isCloseTo((float) ((1 - t * z - 1) / 2), within(1e-5f));
            assertThat(near.z()).isCloseTo((float) ((z + 0.5) / 2), within(1e-5f));
        }
    }

    /**
     * All of it would be in sight from its tip: a quarter of the radius, 5, is left before that.
     */
    @Test
    void needlesAreNotLookedAtFromTheirTips() {
        float[] xyz = {0, 3, -4, 0, 3, 6, 0, 3, 1};
        var scene = points(List.of(xyz), List.of(Transform.IDENTITY));
        try (var session = new Session(scene, SMALL)) {
            assertThat(session.frame(0, 0, 1).position()).isEqualTo(new Vec3(0, 3, 7.25f));
            assertThat(session.frame(180, 0, 1).position().z()).isCloseTo(-5.25f, within(1e-5f));
            var one = points(List.of(new float[] {3, 4, 5}), List.of(Transform.IDENTITY));
            try (var point = new Session(one, SMALL)) {
                var view = point.frame(0, 0, 1);
                assertThat(view.position().z()).isGreaterThan(5);
                var seen = view.viewFromWorld().transformPoint(new Vec3(3, 4, 5));
                var clip = view.clipFromView();
                double depth = (clip.get(2, 2) * seen.z() + clip.get(2, 3)) / -seen.z();
                assertThat(depth).isBetween(0.001, 0.999);
                point.look(point.frame(35, 18, 1));
                point.render();
                long colors = Arrays.stream(point.target().pixels()).distinct().count();
                assertThat(colors).as("it is seen").isGreaterThan(1);
            }
        }
    }

    /** A turntable keeps above the middle of the bounds, and at one height. */
    @Test
    void turntablesTurnAboutTheMiddle() {
        for (int seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            var scene = points(List.of(cloud(random, 300, 1)), List.of(Transform.IDENTITY));
            var renderer = new SceneRenderer(scene, SMALL);
            // Narrow ones are as wide as what turns, others as high
            boolean narrow = seed % 2 == 0;
            var framing = new Framing(20, 10, narrow ? 0.5 : 1.5, 3);
            framing.add(renderer);
            double least = 9;
            double most = -9;
            double furthest = 0;
            for (int side = 0; side < 3; side++) {
                var view = framing.view(120 * side, 1);
                var middle = view.viewFromWorld().transformPoint(renderer.bounds().center());
                assertThat(middle.x()).isCloseTo(0, within(1e-5f));
                double[] e = extent(scene, new Pose(scene), view);
                least = Math.min(least, e[2]);
                most = Math.max(most, e[3]);
                furthest = Math.max(furthest, Math.max(-e[0], e[1]));
            }
            assertThat(narrow ? furthest : most).isCloseTo(EDGE, within(1e-4));
            assertThat(narrow ? furthest : -least).isCloseTo(EDGE, within(1e-4));
            assertThat(Math.max(furthest, Math.max(most, -least))).isLessThan(EDGE + 1e-4);
        }
    }

    @Test
    void severalPosesAndSidesHaveOneDistance() {
        var random = new Random(5);
        var scene =
                points(
                        List.of(cloud(random, 500, 1), cloud(random, 700, 2)),
                        List.of(Transform.IDENTITY, Transform.IDENTITY));
        var renderer = new SceneRenderer(scene, SMALL);
        var poses = new ArrayList<Pose>();
        var framing = new Framing(20, 10, 1.2, 7);
        for (int i = 0; i < 4; i++) {
            // The first one is the furthest away
            float far = 12 - 3 * i;
            var pose = new Pose(scene);
            pose.setTransform(1, at(new Vec3(far, -far, far), Quaternion.IDENTITY, Vec3.ONE));
            poses.add(pose);
            renderer.pose(pose);
            framing.add(renderer);
        }
        double furthest = 0;
        double nearer = 0;
        for (int side = 0; side < 7; side++) {
            double azimuth = 20 + 360.0 * side / 7;
            var view = View.orbit(framing.bounds(), azimuth, 10, framing.reach(), 1.2);
            var middle = framing.view(360.0 * side / 7, 1);
            for (var pose : poses) {
                furthest = Math.max(furthest, furthest(scene, pose, view));
                nearer = Math.max(nearer, furthest(scene, pose, middle));
            }
        }
        assertThat(furthest).isCloseTo(EDGE, within(1e-4));
        assertThat(nearer).isCloseTo(EDGE, within(1e-4));
    }

    @Test
    void framesWhatJointsAndMorphTargetsHaveMoved() {
        // Its points come from the buffers that a deformation has written
        var scene = SessionTest.scene();
        try (var session =
                new Session(
                        scene,
                        RenderSettings.defaults()
                                .withSize(96, 96)
                                .withOutput(RenderSettings.Output.SURFACE))) {
            for (int a = 0; a < scene.animations().size(); a++) {
                session.play(a, 0.8);
            }
            double reach = session.fit(35, 18, 1);
            session.look(View.orbit(session.bounds(), 35, 18, reach, 1));
            session.render();
            assertThat(margin(SurfaceImage.of(session.renderer()), 96)).isBetween(1, 4);
        }
    }

    @Test
    void whatIsTakenApartStaysInThePicture() {
        var settings =
                RenderSettings.defaults()
                        .withSize(96, 96)
                        .withShatter(0.2f)
                        .withOutput(RenderSettings.Output.SURFACE);
        var renderer = new SceneRenderer(DemoScenes.create("teapot"), settings);
        double reach = renderer.fit(35, 18, 1);
        try (var device = new Device(DeviceOptions.DEFAULT)) {
            renderer.render(device, View.orbit(renderer.bounds(), 35, 18, reach, 1));
        }
        assertThat(margin(SurfaceImage.of(renderer), 96)).isBetween(1, 12);
    }

    /** Least distance of anything that is seen from the edge of a square picture, in pixels. */
    private static int margin(SurfaceImage image, int size) {
        int least = size;
        for (int i = 0; i < size * size; i++) {
            if (image.ids()[i] != 0) {
                int x = Math.min(i % size, size - 1 - i % size);
                int y = Math.min(i / size, size - 1 - i / size);
                least = Math.min(least, Math.min(x, y));
            }
        }
        return least;
    }

    @Test
    void verticesThatAreNowhereDoNotCount() {
        float[] some = {1, 0, 0, 0, 2, 0, 0, 0, 3};
        float[] more = {1, 0, 0, 0, 2, 0, 1e30f, 0, 0, 0, 0, 3};
        var large = at(Vec3.ZERO, Quaternion.IDENTITY, new Vec3(1e10f, 1e10f, 1e10f));
        var renderer = new SceneRenderer(points(List.of(some), List.of(large)), SMALL);
        var other = new SceneRenderer(points(List.of(more), List.of(large)), SMALL);
        assertThat(other.fit(35, 18, 1)).isFinite().isEqualTo(renderer.fit(35, 18, 1));
    }

    /**
     * What a ground adds to a sphere that lies on it is a shadow not as wide as it, and not a
     * rectangle around all that blurs reach, of which the corners are clear.
     */
    @Test
    void aGroundIsFramedForWhatIsSeenOfIt() {
        Scene sphere = DemoScenes.create("demo:sphere");
        double[] most = {1.3, 1.15, 1.001};
        for (int i = 0; i < 3; i++) {
            double elevation = new double[] {18, 60, 90}[i];
            double alone = reach(sphere, elevation);
            double grounded = reach(ContactShadow.under(sphere), elevation);
            assertThat(grounded / alone).as("%s", elevation).isBetween(0.999, most[i]);
        }
        // As flat as it is, it is the shadow around it that reaches farthest
        var corners = VertexData.of(new float[] {-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1}, null);
        var flat = new Primitive(Topology.TRIANGLES, new int[] {0, 1, 2, 0, 2, 3}, corners, -1);
        Scene sheet =
                Scene.builder(AssetInfo.generated("sheet"))
                        .meshes(List.of(new Mesh("", List.of(flat))))
                        .nodes(List.of(Node.ofMesh("", Transform.IDENTITY, 0)))
                        .roots(List.of(0))
                        .build();
        double ratio = reach(ContactShadow.under(sheet), 90) / reach(sheet, 90);
        assertThat(ratio).isBetween(1.03, 1.12);
    }

    private static double reach(Scene scene, double elevation) {
        var settings = RenderSettings.defaults().withSize(16, 16);
        return new SceneRenderer(scene, settings).fit(0, elevation, 1);
    }
}
