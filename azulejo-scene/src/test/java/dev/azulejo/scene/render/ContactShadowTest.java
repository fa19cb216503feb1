package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

@Tag("alone")
class ContactShadowTest {
    /** A level square of two units a side around the origin. */
    private static Primitive square(int material, Topology topology) {
        float[] xyz = {-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1};
        return new Primitive(
                topology,
                topology == Topology.POINTS ? new int[] {0, 1, 2, 3} : new int[] {0, 1, 2, 0, 2, 3},
                VertexData.of(xyz, null),
                material);
    }

    /**
     * Upright sheets darken nothing by themselves; what lights and mirrors make is for a ground.
     */
    @Test
    void whatStandsUprightHasAGroundAsWell() {
        float[] xyz = {-1, 0, 0, 1, 0, 0, 1, 2, 0, -1, 2, 0};
        var sheet =
                new Primitive(
                        Topology.TRIANGLES,
                        new int[] {0, 1, 2, 0, 2, 3},
                        VertexData.of(xyz, null),
                        -1);
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .meshes(List.of(new Mesh("", List.of(sheet))))
                        .nodes(List.of(Node.ofMesh("", Transform.IDENTITY, 0)))
                        .roots(List.of(0))
                        .build();
        var grounded = ContactShadow.under(scene);
        assertThat(grounded.nodes().getLast().name()).isEqualTo("ground");
        for (int texel : grounded.images().getLast().texels()) {
            assertThat(texel).isZero();
        }
        // Its small rectangle makes nothing larger
        var bounds = grounded.worldBounds();
        assertThat(bounds.min().x()).isEqualTo(-1);
        assertThat(bounds.max().x()).isEqualTo(1);
        var settings = RenderSettings.defaults().withSize(96, 64).withShadows(true);
        assertThat(picture(grounded, settings)).isNotEqualTo(picture(scene, settings));
    }

    private static int[] picture(Scene scene, RenderSettings settings) {
        try (var session = new Session(scene, settings)) {
            session.look(View.orbit(session.bounds(), 35, 18, 5, 1.5));
            session.render();
            return session.target().pixels().clone();
        }
    }

    /** Far from the origin floats are coarse, and what is rounded twice does not meet itself. */
    @Test
    void farFromTheOriginItIsWhereTheModelIs() {
        var node =
                Node.ofMesh(
                        "",
                        new Transform.Trs(
                                new Vec3(5e5f, 0, 5e6f), Quaternion.IDENTITY, new Vec3(5, 5, 5)),
                        0);
        float[] xyz = {-1, 0, -1.048f, 1, 0, -1.048f, 1, 0, 0.952f, -1, 0, 0.952f};
        var floor =
                new Primitive(
                        Topology.TRIANGLES,
                        new int[] {0, 1, 2, 0, 2, 3},
                        VertexData.of(xyz, null),
                        -1);
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .meshes(List.of(new Mesh("", List.of(floor))))
                        .nodes(List.of(node))
                        .roots(List.of(0))
                        .build();
        var ground = ContactShadow.under(scene).meshes().getLast().primitives().getFirst();
        float[] at = ground.vertices().positions();
        var bounds = scene.worldBounds();
        // As far beyond the model on each side, to the float
        assertThat(bounds.min().x() - at[0]).isEqualTo(at[6] - bounds.max().x(), within(0.1f));
        assertThat(bounds.min().z() - at[2]).isEqualTo(at[8] - bounds.max().z(), within(1f));
    }

    /** Bounds are of floats, and so is what is under them: nothing of it lies beyond its texels. */
    @Test
    void farFromTheOriginItIsAsLargeAsTheBounds() {
        var far =
                new Transform.Trs(new Vec3(5e5f, 0, 5e6f), Quaternion.IDENTITY, new Vec3(5, 5, 5));
        float[] xyz = {-1, 0, -1.148f, 1, 0, -1.148f, 1, 0, 0.948f, -1, 0, 0.948f};
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .meshes(
                                List.of(
                                        new Mesh(
                                                "",
                                                List.of(
                                                        new Primitive(
                                                                Topology.TRIANGLES,
                                                                new int[] {0, 1, 2, 0, 2, 3},
                                                                VertexData.of(xyz, null),
                                                                -1)))))
                        .nodes(List.of(Node.ofMesh("", far, 0)))
                        .roots(List.of(0))
                        .build();
        // 10.48 units in truth; of floats that are half a unit apart it is a square of 10
        var bounds = scene.worldBounds();
        assertThat(bounds.max().z() - bounds.min().z()).isEqualTo(10);
        assertThat(bounds.max().x() - bounds.min().x()).isEqualTo(10);
        var image = ContactShadow.under(scene).images().getLast();
        assertThat(image.height()).isEqualTo(image.width());
    }

    // To the texel: 200 of them are 3.125 units, so that a texel is 1/64 unit

    /** Texels that a floor reaches into on each side of the middle, 101 in all. */
    private static final int FIRST = 50;

    private static final int LAST = 150;

    /** Its edges lie a sixteenth of a texel before and behind the centres of those. */
    private static final double EDGE = 50.4375;

    /** A floor that rises along +x, between squares too high to leave a shadow. */
    private static Scene floor(float height) {
        float low = (float) ((EDGE - 100) / 64);
        float high = 1 / 64f - low;
        float far = 3.125f / 2;
        var slope =
                new Primitive(
                        Topology.TRIANGLES,
                        new int[] {0, 1, 2, 0, 2, 3},
                        VertexData.of(
                                new float[] {
                                    low, 0, low, high, height, low, high, height, high, low, 0, high
                                },
                                null),
                        -1);
        var above =
                new Primitive(
                        Topology.TRIANGLES,
                        new int[] {0, 1, 2},
                        VertexData.of(
                                new float[] {-far, 1.25f, -far, far, 1.25f, -far, far, 1.25f, far},
                                null),
                        -1);
        return Scene.builder(AssetInfo.generated("test"))
                .meshes(List.of(new Mesh("", List.of(slope, above))))
                .nodes(List.of(Node.ofMesh("", Transform.IDENTITY, 0)))
                .roots(List.of(0))
                .build();
    }

    /** Means over 15 texels, three times. */
    private static double[] blurred(double[] line) {
        double[] from = line;
        for (int time = 0; time < 3; time++) {
            double[] to = new double[from.length];
            for (int i = 0; i < to.length; i++) {
                for (int k = Math.max(0, i - 7); k <= Math.min(to.length - 1, i + 7); k++) {
                    to[i] += from[k] / 15;
                }
            }
            from = to;
        }
        return from;
    }

    /** Row by row the middle of a shadow is what the rule says, and all around it is clear. */
    @Test
    void theShadowOfAFloorIsKnownToTheTexel() {
        // Level; and from the ground to twice the height that leaves a shadow
        for (float height : new float[] {0, 2.5f}) {
            double[] line = new double[256];
            for (int i = FIRST; i <= LAST; i++) {
                double open = 1 - Math.min(1, height / 1.25 * (i + 0.5 - EDGE) / 100.125);
                line[28 + i] = open * open;
            }
            double[] soft = blurred(line);
            Scene grounded = ContactShadow.under(floor(height));
            Image shadow = grounded.images().getLast();
            float[] corners =
                    grounded.meshes().getLast().primitives().getFirst().vertices().positions();
            int first = Math.round(corners[0] * 64) + 100;
            int middle = shadow.height() / 2 * shadow.width();
            for (int u = 0; u < shadow.width(); u++) {
                int alpha = shadow.texels()[middle + u] >>> 24;
                double exact = 255 * 0.7 * soft[28 + first + u];
                // Rounded to the nearest, a little beside the middle between two either way
                assertThat((double) alpha)
                        .as("texel %d of height %s", first + u, height)
                        .isCloseTo(exact, within(0.501));
            }
            assertThat(corners[1]).isCloseTo(-3.125f * 1e-4f, within(1e-7f));
            if (height == 0) {
                // Two texels beyond are less than half a step dark, and one clear column goes along
                assertThat(first).isEqualTo(FIRST - 20);
                assertThat(shadow.width()).isEqualTo(101 + 2 * 20);
                assertThat(shadow.height()).isEqualTo(101 + 2 * 20);
                assertThat(corners[6] * 64).isEqualTo(LAST + 1 + 20 - 100f, within(1e-3f));
                assertThat(corners[2]).isEqualTo(corners[0]);
                assertThat(corners[5]).isEqualTo(corners[6]);
            }
        }
    }

    /** Smaller or larger than floats can measure, there is no ground. */
    @Test
    void sizesThatCannotBeMeasuredGetNoGround() {
        float[] sizes = {Float.MIN_NORMAL * 900, Float.MIN_NORMAL * 1100, 8e37f, 9e37f};
        for (int i = 0; i < sizes.length; i++) {
            float half = sizes[i] / 2;
            var floor =
                    new Primitive(
                            Topology.TRIANGLES,
                            new int[] {0, 1, 2},
                            VertexData.of(
                                    new float[] {-half, 0, -half, half, 0, -half, half, 0, half},
                                    null),
                            -1);
            var scene =
                    Scene.builder(AssetInfo.generated("test"))
                            .meshes(List.of(new Mesh("", List.of(floor))))
                            .nodes(List.of(Node.ofMesh("", Transform.IDENTITY, 0)))
                            .roots(List.of(0))
                            .build();
            boolean measured = i == 1 || i == 2;
            assertThat(ContactShadow.under(scene) != scene).as("%s", sizes[i]).isEqualTo(measured);
        }
    }

    private static Scene squares(Material.AlphaMode mode, Topology topology, float... heights) {
        var nodes =
                IntStream.range(0, heights.length)
                        .mapToObj(
                                i ->
                                        Node.ofMesh(
                                                "",
                                                new Transform.Trs(
                                                        new Vec3(3 * i, heights[i], 0),
                                                        Quaternion.IDENTITY,
                                                        Vec3.ONE),
                                                0))
                        .toList();
        return Scene.builder(AssetInfo.generated("test"))
                .meshes(List.of(new Mesh("", List.of(square(0, topology)))))
                .materials(
                        List.of(
                                Material.builder("m")
                                        .baseColorFactor(Vec4.ONE)
                                        .alphaMode(mode)
                                        .unlit(true)
                                        .build()))
                .nodes(nodes)
                .roots(IntStream.range(0, heights.length).boxed().toList())
                .build();
    }

    private static int alpha(Image image, double x, double z, Scene scene) {
        float[] corners = scene.meshes().getLast().primitives().getFirst().vertices().positions();
        int u = (int) ((x - corners[0]) / (corners[6] - corners[0]) * image.width());
        int v = (int) ((z - corners[2]) / (corners[5] - corners[2]) * image.height());
        return image.texels()[v * image.width() + u] >>> 24;
    }

    /** One lies on the ground, one hangs at a fifth of the longer side, one higher than two. */
    @Test
    void whatIsNearerIsDarker() {
        Scene scene = squares(Material.AlphaMode.OPAQUE, Topology.TRIANGLES, 0, 1.6f, 3.3f);
        Scene grounded = ContactShadow.under(scene);
        Image shadow = grounded.images().getLast();
        // Eight units are 200 texels: a blur reaches less than a unit, and inside is what was there
        assertThat(alpha(shadow, 0, 0, grounded)).isBetween(178, 179);
        assertThat(alpha(shadow, 3, 0, grounded)).isBetween(44, 45);
        // Nothing is left of the third but that it is above clear ground, which is cut away
        assertThat(grounded.worldBounds().max().x()).isEqualTo(7);
        float[] corners =
                grounded.meshes().getLast().primitives().getFirst().vertices().positions();
        assertThat(corners[6]).isBetween(4.5f, 4.95f);
        assertThat(alpha(shadow, -1, 0, grounded)).isBetween(75, 105);
        assertThat(alpha(shadow, 0, 1, grounded)).isBetween(75, 105);
        for (int u = 0; u < shadow.width(); u++) {
            assertThat(shadow.texels()[u]).isZero();
            assertThat(shadow.texels()[shadow.texels().length - 1 - u]).isZero();
        }
    }

    @Test
    void theSceneIsAllThatItWasAndAGround() {
        Scene scene = squares(Material.AlphaMode.MASK, Topology.TRIANGLES, 2, 3);
        Scene grounded = ContactShadow.under(scene);
        assertThat(grounded.nodes()).hasSize(3).startsWith(scene.nodes().get(0));
        assertThat(grounded.roots()).containsExactly(0, 1, 2);
        assertThat(grounded.meshes().getFirst()).isSameAs(scene.meshes().getFirst());
        var bounds = grounded.worldBounds();
        assertThat(bounds.min().y()).isBetween(1.99f, 1.9999f);
        assertThat(bounds.max().y()).isEqualTo(3);
        assertThat(bounds.min().x()).isBetween(-1.8f, -1.1f);
        assertThat(bounds.max().x()).isBetween(4.1f, 4.8f);
        assertThat(grounded.materials().getLast().unlit()).isTrue();
    }

    @Test
    void whatLeavesNoShadowGetsNoGround() {
        for (var topology : List.of(Topology.POINTS, Topology.TRIANGLES)) {
            var mode =
                    topology == Topology.POINTS
                            ? Material.AlphaMode.OPAQUE
                            : Material.AlphaMode.BLEND;
            Scene scene = squares(mode, topology, 0, 1);
            assertThat(ContactShadow.under(scene)).isSameAs(scene);
        }
        Scene empty = squares(Material.AlphaMode.OPAQUE, Topology.TRIANGLES);
        assertThat(ContactShadow.under(empty)).isSameAs(empty);
    }

    /** Its 32 patches stand on the ground: there is a ring of shadow. */
    @Test
    void patchesLeaveShadows() {
        Scene grounded = ContactShadow.under(DemoScenes.create("demo:teapot"));
        assertThat(grounded.nodes().getLast().name()).isEqualTo("ground");
        int darkest = 0;
        for (int texel : grounded.images().getLast().texels()) {
            assertThat(texel & 0xFFFFFF).isZero();
            darkest = Math.max(darkest, texel >>> 24);
        }
        assertThat(darkest).isGreaterThan(150);
    }

    /** 65,537 patches would be 8,388,736 triangles: they are not made to be counted. */
    @Test
    void patchesAreCountedBeforeTheyAreThere() {
        var patches = AmbientOcclusionTest.patches(65_537);
        var scene = AmbientOcclusionTest.scene(patches);
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> ContactShadow.under(scene))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        "ground: 65,537 patches would be 8,388,736 triangles, at most 8,388,608"
                                + " expected");
        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(4L << 20);
    }

    /** Behind the model the background is darker with a ground, from above and not from below. */
    @Test
    void theGroundIsSeenFromAbove() {
        Scene scene = squares(Material.AlphaMode.OPAQUE, Topology.TRIANGLES, 0, 0);
        Scene grounded = ContactShadow.under(scene);
        for (double elevation : new double[] {60, -60}) {
            int dark = 0;
            var settings = RenderSettings.defaults().withSize(96, 96).withSamples(1);
            try (var session = new Session(grounded, settings)) {
                session.look(View.orbit(session.bounds(), 0, elevation, 4, 1));
                session.render();
                for (int rgba : session.target().pixels()) {
                    int red = rgba & 255;
                    dark += red < 215 ? 1 : 0;
                }
            }
            if (elevation > 0) {
                assertThat(dark).isPositive();
            } else {
                assertThat(dark).isZero();
            }
        }
    }

    @Test
    void itEndsWhenItShall() {
        var wish = new Cancellation();
        wish.cancel();
        Scene scene = squares(Material.AlphaMode.OPAQUE, Topology.TRIANGLES, 0);
        assertThatThrownBy(() -> ContactShadow.under(scene, wish))
                .isInstanceOf(CancelledException.class);
    }

    /** In the middle of triangles, too: of 200,000 that are dots, each 65,536 a look. */
    @Test
    void itEndsAmongTriangles() {
        assertThat(looks(200_000) - looks(1)).isEqualTo(3);
        var left = new AtomicLong(3);
        var wish = Cancellation.when(() -> left.getAndDecrement() <= 0);
        assertThatThrownBy(() -> ContactShadow.under(dots(200_000), wish))
                .isInstanceOf(CancelledException.class)
                .hasMessage("a ground was cancelled");
    }

    private static long looks(int triangles) {
        var looks = new AtomicLong();
        ContactShadow.under(dots(triangles), Cancellation.when(() -> looks.incrementAndGet() < 0));
        return looks.get();
    }

    /** Triangles without an area, a unit apart at the ends. */
    private static Scene dots(int triangles) {
        float[] positions = new float[9 * triangles];
        for (int k = 0; k < 9; k += 3) {
            positions[k] = k < 3 ? 0 : 1;
            positions[k + 2] = k < 3 ? 0 : 1;
        }
        var primitive = new Primitive(Topology.TRIANGLES, null, VertexData.of(positions, null), -1);
        var node = new Node("", Transform.IDENTITY, List.of(), 0, -1, -1, -1, List.of());
        return Scene.builder(AssetInfo.generated("dots"))
                .meshes(List.of(new Mesh("", List.of(primitive), List.of())))
                .nodes(List.of(node))
                .roots(List.of(0))
                .build();
    }
}
