package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;

/** Depths, normals and numbers of what is seen, by hand. */
class SurfaceImageTest {
    private static final int SIDE = 100;

    private static final RenderSettings SETTINGS =
            RenderSettings.defaults()
                    .withSize(SIDE, SIDE)
                    .withOutput(RenderSettings.Output.SURFACE);

    /** A floor of two units, half a unit above a square in the middle; seen from above. */
    private static final View ABOVE = ShadowScenes.parallel(0, 90, 1);

    private static SurfaceImage surface(Scene scene, View view, RenderSettings settings) {
        try (var session = new Session(scene, settings, DeviceOptions.DEFAULT)) {
            session.look(view);
            session.render();
            return SurfaceImage.of(session.renderer());
        }
    }

    private static Scene floorAndSquare() {
        return new ShadowScenes(0, 45, 1)
                .slab(-1, -1, 1, 1, 0)
                .slab(-0.25, -0.25, 0.25, 0.25, 0.5)
                .scene();
    }

    private static int at(int x, int y) {
        return y * SIDE + x;
    }

    private static int first(SurfaceImage surface, int id) {
        int[] ids = surface.ids();
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] == id) {
                return i;
            }
        }
        throw new AssertionError("nothing is number " + id);
    }

    private static int[] normal(SurfaceImage surface, int pixel) {
        var normals = surface.normals();
        return new int[] {
            normals[3 * pixel] & 0xffff,
            normals[3 * pixel + 1] & 0xffff,
            normals[3 * pixel + 2] & 0xffff
        };
    }

    @Test
    void whatIsSeenFromAboveByHand() {
        var surface = surface(floorAndSquare(), ABOVE, SETTINGS);
        assertThat(surface.near()).isCloseTo(9.5f, within(1e-5f));
        assertThat(surface.far()).isCloseTo(10f, within(1e-5f));
        assertThat(surface.seen())
                .containsExactly(
                        new SurfaceImage.Seen(1, 1, 0, 0, 0, SIDE * SIDE - 625),
                        new SurfaceImage.Seen(2, 2, 1, 0, 0, 625));
        assertThat(surface.ids()[at(50, 50)]).isEqualTo(2);
        assertThat(surface.ids()[at(30, 50)]).isEqualTo(1);
        assertThat(surface.depths()[at(50, 50)]).isEqualTo(surface.near());
        assertThat(surface.depthCodes()[at(50, 50)]).isEqualTo((short) 1);
        assertThat(surface.depthCodes()[at(0, 0)]).isEqualTo((short) 65_535);
        assertThat(normal(surface, at(50, 50))).containsExactly(32768, 65535, 32768);
        int[] colors = surface.idColors();
        assertThat(colors[at(50, 50)]).isEqualTo(0xfff26e3c);
        assertThat(surface.seen().get(1).color()).isEqualTo(0x3c6ef2);
    }

    /** Who has the pixels alone is told what numbers mean, and sees the same. */
    @Test
    void valuesAreReadByWhoHasNoScene() {
        try (var session = new Session(floorAndSquare(), SETTINGS, DeviceOptions.DEFAULT)) {
            session.look(ABOVE);
            session.render();
            var renderer = session.renderer();
            float[] values = session.target().floatPixels().clone();
            var parts = List.of(SurfaceImage.part(renderer, 2), SurfaceImage.part(renderer, 1));
            assertThat(parts.getFirst()).isEqualTo(new SurfaceImage.Seen(2, 2, 1, 0, 0, 0));
            var there = SurfaceImage.of(SIDE, SIDE, values, parts);
            var here = SurfaceImage.of(renderer);
            assertThat(there.seen()).isEqualTo(here.seen());
            assertThat(there.depthCodes()).isEqualTo(here.depthCodes());
            assertThat(there.normals()).isEqualTo(here.normals());
            assertThat(there.idColors()).isEqualTo(here.idColors());
            // What nothing shows is not seen
            values[4 * at(50, 50) + 3] = 0;
            var less = SurfaceImage.of(SIDE, SIDE, values, parts);
            assertThat(less.seen().get(1).pixels()).isEqualTo(624);
            assertThat(less.depthCodes()[at(50, 50)]).isZero();
            for (float wrong : new float[] {3, -1, 1.5f, Float.NaN}) {
                values[4 * at(50, 50) + 3] = wrong;
                assertThatThrownBy(() -> SurfaceImage.of(SIDE, SIDE, values, parts))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("surface: %s is no number of a part, 0..2 expected", wrong);
            }
            assertThatThrownBy(() -> SurfaceImage.part(renderer, 3))
                    .hasMessage("surface: part 3 is not in 1..2");
            assertThatThrownBy(() -> SurfaceImage.part(renderer, 0))
                    .hasMessage("surface: part 0 is not in 1..2");
        }
        var one = new SurfaceImage.Seen(2, 0, 0, 0, -1, 0);
        assertThatThrownBy(() -> SurfaceImage.of(1, 1, new float[4], List.of(one, one)))
                .hasMessageStartingWith("surface: part 2 twice");
        assertThatThrownBy(() -> SurfaceImage.of(1, 1, new float[] {0, 0, 0, 1}, List.of(one)))
                .hasMessage("surface: no part has number 1");
        assertThatThrownBy(() -> SurfaceImage.of(1, 2, new float[4], List.of()))
                .hasMessage("surface: 4 values of 1 x 2 pixels, four a pixel expected");
    }

    @Test
    void depthsOfAPerspectiveAreAlongTheLook() {
        var scene = floorAndSquare();
        var view = View.orbit(scene.worldTransforms().bounds(scene), 25, 40, 4, 1);
        var surface = surface(scene, view, SETTINGS);
        var world = view.viewFromWorld().inverse();
        float[] depths = surface.depths();
        int[] ids = surface.ids();
        short[] codes = surface.depthCodes();
        int checked = 0;
        for (int i = 0; i < ids.length; i++) {
            double right = (2 * (i % SIDE + 0.5) / SIDE - 1) / view.clipFromView().get(0, 0);
            double up = (1 - 2 * (i / SIDE + 0.5) / SIDE) / view.clipFromView().get(1, 1);
            var along = world.transformDirection(new Vec3((float) right, (float) up, -1));
            double height = ids[i] == 2 ? 0.5 : 0;
            if (ids[i] == 0) {
                assertThat(depths[i]).isZero();
                assertThat(codes[i]).isZero();
                assertThat(normal(surface, i)).containsExactly(0, 0, 0);
                continue;
            }
            checked++;
            double depth = (height - view.position().y()) / along.y();
            assertThat((double) depths[i]).isCloseTo(depth, within(1e-4));
            double told =
                    surface.near()
                            + ((codes[i] & 0xffff) - 1)
                                    / 65534.0
                                    * ((double) surface.far() - surface.near());
            assertThat(told).isCloseTo(depths[i], within(1e-4));
        }
        assertThat(checked).isBetween(1000, SIDE * SIDE - 1000);
    }

    @Test
    void whatIsMaskedIsNotThereAndWhatIsBlendedIsLookedThrough() {
        var scene =
                new ShadowScenes(0, 45, 1)
                        .slab(-1, -1, 1, 1, 0)
                        .masked(-1, -1, 1, 1, 0.5)
                        .blended(-1, -1, 1, 1, 0.7)
                        .scene();
        var surface = surface(scene, ABOVE, SETTINGS);
        // The mask keeps the half whose alpha is above the cutoff.
        assertThat(surface.seen().stream().map(SurfaceImage.Seen::node)).containsExactly(1, 2);
        assertThat(surface.ids()[at(10, 50)]).isEqualTo(1);
        assertThat(surface.ids()[at(90, 50)]).isEqualTo(2);
        assertThat(surface.seen().get(1).pixels()).isEqualTo(SIDE * SIDE / 2);
        assertThat(surface.near()).isCloseTo(9.5f, within(1e-5f));
        // From below the same surfaces face down.
        var below = surface(scene, ShadowScenes.parallel(0, -90, 1), SETTINGS);
        assertThat(normal(below, at(50, 50))).containsExactly(32768, 0, 32768);
    }

    @Test
    void shatteredTrianglesAreWhereTheyWereMoved() {
        var scene = new ShadowScenes(0, 45, 1).slab(-1, -1, 1, 1, 0).scene();
        for (var mode : Tessellation.Mode.values()) {
            var settings = SETTINGS.withShatter(0.1f).withTessellation(new Tessellation(mode, 8));
            var surface = surface(scene, ABOVE, settings);
            // As far as a tenth of the diagonal
            float depth = (float) (10 - 0.1 * Math.sqrt(8));
            assertThat(surface.near()).as("%s", mode).isCloseTo(depth, within(1e-4f));
            assertThat(surface.far()).as("%s", mode).isCloseTo(depth, within(1e-4f));
            assertThat(normal(surface, first(surface, 1))).containsExactly(32768, 65535, 32768);
            assertThat(surface.seen()).hasSize(1);
        }
    }

    /** Moved up by a tenth of the diagonal, and seen at a slant: as far as the plane is there. */
    @Test
    void shatteredTrianglesHaveDepthsOfAPerspective() {
        var scene = new ShadowScenes(0, 45, 1).slab(-1, -1, 1, 1, 0).scene();
        var view = View.orbit(scene.worldTransforms().bounds(scene), 25, 40, 4, 1);
        var surface = surface(scene, view, SETTINGS.withShatter(0.1f));
        var world = view.viewFromWorld().inverse();
        int seen = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            if (surface.ids()[i] != 0) {
                seen++;
                double right = (2 * (i % SIDE + 0.5) / SIDE - 1) / view.clipFromView().get(0, 0);
                double up = (1 - 2 * (i / SIDE + 0.5) / SIDE) / view.clipFromView().get(1, 1);
                var along = world.transformDirection(new Vec3((float) right, (float) up, -1));
                double depth = (0.1 * Math.sqrt(8) - view.position().y()) / along.y();
                assertThat((double) surface.depths()[i]).isCloseTo(depth, within(1e-4));
            }
        }
        assertThat(seen).isGreaterThan(1000);
    }

    /** A parallel view whose near plane is 2 from the eye, and whose far plane is 22. */
    @Test
    void depthsOfAParallelViewBeginAtTheEye() {
        var clip = Mat4.ofColumns(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1f / 20, 0, 0, 0, -2f / 20, 1);
        var view = new View(ABOVE.position(), ABOVE.viewFromWorld(), clip);
        var surface = surface(floorAndSquare(), view, SETTINGS);
        assertThat(surface.near()).isCloseTo(9.5f, within(1e-5f));
        assertThat(surface.far()).isCloseTo(10f, within(1e-5f));
    }

    @Test
    void patchesHaveDepthsToo() {
        var settings =
                SETTINGS.withTessellation(new Tessellation(Tessellation.Mode.PN_TRIANGLES, 4));
        var surface = surface(floorAndSquare(), ABOVE, settings);
        assertThat(surface.near()).isCloseTo(9.5f, within(1e-5f));
        assertThat(surface.far()).isCloseTo(10f, within(1e-5f));
        assertThat(surface.seen().get(1).pixels()).isEqualTo(625);
    }

    /** A floor whose map turns every normal to the right, and a point that has none. */
    @Test
    @Tag("kernels")
    void normalsAreThoseThatAreShaded() {
        float[] p = {-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1};
        float[] n = {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0};
        float[] t = {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1};
        var quad = new VertexData(4, p, n, t, new float[8], null, null);
        var dot = new VertexData(1, new float[] {0, 0.5f, 0}, null, null, null, null, null);
        var mapped =
                Material.metallicRoughness("mapped", new Vec4(1, 1, 1, 1), 0, 1).toBuilder()
                        .normalTexture(TextureRef.of(0))
                        .build();
        var mesh =
                new Mesh(
                        "mesh",
                        List.of(
                                new Primitive(Topology.TRIANGLES, ShadowScenes.QUAD, quad, 0),
                                new Primitive(Topology.POINTS, null, dot, -1)));
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .roots(List.of(0))
                        .nodes(List.of(Node.ofMesh("node", Transform.IDENTITY, 0)))
                        .meshes(List.of(mesh))
                        .materials(List.of(mapped))
                        .images(List.of(new Image("", 1, 1, new int[] {0xff8080ff}, true)))
                        .textures(List.of(new Texture("", 0, SamplerSpec.DEFAULT)))
                        .build();
        var surface = surface(scene, ABOVE, SETTINGS);
        int[] turned = normal(surface, at(20, 20));
        assertThat(turned[0]).isGreaterThan(65_000);
        assertThat(turned[1]).isBetween(32_600, 33_200);
        var point = surface.seen().get(1);
        assertThat(point.primitive()).isEqualTo(1);
        assertThat(point.material()).isEqualTo(-1);
        int middle = first(surface, point.id());
        assertThat(surface.depths()[middle]).isCloseTo(9.5f, within(1e-5f));
        assertThat(normal(surface, middle)).containsExactly(0, 0, 0);
    }

    @Test
    void nothingIsSeenWhereNothingIs() {
        var empty = Scene.builder(AssetInfo.generated("test")).build();
        var surface = surface(empty, ABOVE, SETTINGS);
        assertThat(surface.seen()).isEmpty();
        assertThat(surface.near()).isZero();
        assertThat(surface.far()).isZero();
        assertThat(surface.ids()).containsOnly(0);
        assertThat(surface.depthCodes()).containsOnly((short) 0);
        assertThat(surface.idColors()).containsOnly(0xff000000);
    }

    @Test
    void eyesSeeTheirOwn() {
        var scene = floorAndSquare();
        var view = View.orbit(scene.worldTransforms().bounds(scene), 25, 40, 4, 1);
        try (var session = new Session(scene, SETTINGS.withViews(2), DeviceOptions.DEFAULT)) {
            session.look(view.stereo(0.2, Double.POSITIVE_INFINITY));
            session.render();
            var both = SurfaceImage.of(session.renderer());
            assertThat(both.width()).isEqualTo(2 * SIDE);
            for (int eye = 0; eye < 2; eye++) {
                var seen = view.stereo(0.2, Double.POSITIVE_INFINITY).get(eye);
                var alone = surface(scene, seen, SETTINGS);
                for (int i = 0; i < SIDE * SIDE; i++) {
                    int pixel = i / SIDE * 2 * SIDE + eye * SIDE + i % SIDE;
                    assertThat(both.ids()[pixel]).isEqualTo(alone.ids()[i]);
                    assertThat(both.depths()[pixel]).isEqualTo(alone.depths()[i]);
                }
            }
        }
    }

    @Test
    @Tag("kernels")
    void bytesAreTheSameWhateverIsSwitched() {
        var options =
                List.of(
                        DeviceOptions.DEFAULT.withKernels(Kernels.SCALAR).withThreads(1),
                        DeviceOptions.DEFAULT.withKernels(Kernels.VECTOR).withThreads(3),
                        DeviceOptions.DEFAULT.withWindow(1000).withTileSize(16),
                        DeviceOptions.DEFAULT.withGroup(Group.of(3)));
        for (var name : List.of("demo:teapot", "demo:objects", "demo:terrain")) {
            var scene = DemoScenes.create(name);
            float[] explosions =
                    name.equals("demo:terrain") ? new float[1] : new float[] {0, 0.05f};
            for (float shatter : explosions) {
                var settings = SETTINGS.withSize(96, 54).withSamples(8).withShatter(shatter);
                float[] expected = floats(scene, settings, DeviceOptions.REFERENCE);
                int seen = 0;
                for (int i = 3; i < expected.length; i += 4) {
                    seen += expected[i] > 0 ? 1 : 0;
                }
                assertThat(seen).as(name).isGreaterThan(400);
                for (var option : options) {
                    assertThat(floats(scene, settings, option))
                            .as("%s, %s", name, option)
                            .isEqualTo(expected);
                }
            }
        }
    }

    private static float[] floats(Scene scene, RenderSettings settings, DeviceOptions options) {
        try (var session = new Session(scene, settings, options)) {
            double reach = View.fit(session.bounds(), new float[0], 35, 18, 160.0 / 90);
            session.look(View.orbit(session.bounds(), 35, 18, reach, 160.0 / 90));
            session.render();
            assertThat(session.target().samples()).isEqualTo(1);
            return session.target().floatPixels().clone();
        }
    }

    @Test
    void onlySurfacesAreRead() {
        try (var session = new Session(floorAndSquare(), RenderSettings.defaults())) {
            assertThatThrownBy(() -> SurfaceImage.of(session.renderer()))
                    .hasMessageContaining("output=SURFACE expected");
        }
    }

    /** Linear colours, encoded and cut to eight bits, are the picture. */
    @Test
    void linearColoursAreThoseOfThePicture() {
        var scene = DemoScenes.create("demo:objects");
        var settings = RenderSettings.defaults().withSize(160, 90).withShadows(true);
        for (var background : List.of(RenderSettings.LIGHT_GREY, new Vec4(0, 0, 0, 0))) {
            var exact = settings.withBackground(background);
            int[] pixels;
            try (var session = new Session(scene, exact)) {
                look(session);
                pixels = session.target().pixels().clone();
            }
            var linear = exact.withOutput(RenderSettings.Output.LINEAR_COLOR);
            try (var session = new Session(scene, linear)) {
                look(session);
                float[] floats = session.target().floatPixels();
                int off = 0;
                for (int i = 0; i < floats.length; i++) {
                    double value = Math.clamp((double) floats[i], 0.0, 1.0);
                    double code =
                            255
                                    * (i % 4 == 3
                                            ? value
                                            : dev.azulejo.core.math.SrgbCurve.encode(value));
                    int stored = pixels[i / 4] >>> 8 * (i % 4) & 0xff;
                    // Samples are rounded before they are averaged, and then once more.
                    assertThat(Math.abs(code - stored)).isLessThan(1.6);
                    off += Math.abs(code - stored) > 0.6 ? 1 : 0;
                }
                assertThat(off).isLessThan(floats.length / 10);
            }
        }
    }

    private static void look(Session session) {
        double reach = View.fit(session.bounds(), new float[0], 35, 18, 160.0 / 90);
        session.look(View.orbit(session.bounds(), 35, 18, reach, 160.0 / 90));
        session.render();
    }
}
