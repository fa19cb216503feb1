package dev.azulejo.scene.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

/** Scenes of many small pieces, where much hides much. */
class CrowdedScenesTest {
    private static final int WIDTH = 320;
    private static final int HEIGHT = 180;

    @ParameterizedTest
    @CsvSource({"temple, 500, 900", "shop, 5000, 12000", "suite, 1500, 2500"})
    void theyAreAsLargeAsTheySay(String name, int fewestDraws, int mostDraws) {
        var scene = DemoScenes.create(name);
        long draws = 0;
        long triangles = 0;
        for (var node : scene.nodes()) {
            if (node.mesh() >= 0) {
                for (var primitive : scene.meshes().get(node.mesh()).primitives()) {
                    draws++;
                    triangles += primitive.primitiveCount();
                }
            }
        }
        assertThat(draws).isBetween((long) fewestDraws, (long) mostDraws);
        assertThat(triangles).isBetween(200_000L, 1_200_000L);
        assertThat(scene.cameras()).hasSizeGreaterThanOrEqualTo(3);
        assertThat(scene.textures()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"temple", "shop", "suite"})
    void theyAreTheSameEachTime(String name) {
        var one = DemoScenes.create(name);
        var other = DemoScenes.create(name);
        assertThat(one.nodes()).isEqualTo(other.nodes());
        assertThat(one.meshes()).hasSameSizeAs(other.meshes());
        for (int m = 0; m < one.meshes().size(); m++) {
            var a = one.meshes().get(m).primitives().getFirst();
            var b = other.meshes().get(m).primitives().getFirst();
            var before = a.vertices();
            var after = b.vertices();
            assertThat(Arrays.equals(a.indices(), b.indices())).isTrue();
            assertThat(Arrays.equals(before.positions(), after.positions())).isTrue();
            assertThat(Arrays.equals(before.color0(), after.color0())).isTrue();
        }
        for (int i = 0; i < one.images().size(); i++) {
            int[] before = one.images().get(i).texels();
            assertThat(Arrays.equals(before, other.images().get(i).texels())).isTrue();
        }
    }

    /** A triangle that is seen from where its normals point shows its front. */
    @ParameterizedTest
    @ValueSource(strings = {"temple", "shop", "suite"})
    void normalsPointOutOfFronts(String name) {
        for (var mesh : DemoScenes.create(name).meshes()) {
            var primitive = mesh.primitives().getFirst();
            assertThat(primitive.topology()).isEqualTo(Topology.TRIANGLES);
            float[] p = primitive.vertices().positions();
            float[] n = primitive.vertices().normals();
            int[] index = primitive.indices();
            int against = 0;
            for (int i = 0; i < index.length; i += 3) {
                against += agreement(p, n, Arrays.copyOfRange(index, i, i + 3)) < -1e-9 ? 1 : 0;
            }
            assertThat(against).as(mesh.name()).isZero();
        }
    }

    /** The normal of a triangle times the sum of its vertices'. */
    private static double agreement(float[] p, float[] n, int[] corners) {
        int a = 3 * corners[0];
        int b = 3 * corners[1];
        int c = 3 * corners[2];
        double[] u = {p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]};
        double[] v = {p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]};
        double[] face = {
            u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
        };
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            sum += face[k] * ((double) n[a + k] + n[b + k] + n[c + k]);
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {"temple", "shop", "suite"})
    void everyCameraStandsInsideAndMuchIsHidden(String name) {
        var scene = DemoScenes.create(name);
        var settings = RenderSettings.defaults().withSize(WIDTH, HEIGHT).withSamples(1);
        var options = DeviceOptions.DEFAULT.withThreads(2);
        try (var session = new Session(scene, settings, options.withEarlyZ(EarlyZ.ON));
                var plain = new Session(scene, settings, options.withEarlyZ(EarlyZ.OFF))) {
            long hidden = 0;
            long shown = 0;
            for (int camera = 0; camera < scene.cameras().size(); camera++) {
                var view = look(scene, session, camera);
                look(scene, plain, camera);
                assertThat(isInside(scene.worldBounds(), view)).as("camera %d", camera).isTrue();
                var report = session.render();
                plain.render();
                assertThat(session.target().samePixels(plain.target())).isTrue();
                hidden += report.get(Counter.CLUSTERS_HIDDEN);
                hidden += report.get(Counter.TRIANGLES_HIDDEN_BEFORE);
                shown += report.get(Counter.TRIANGLES_SETUP);
            }
            assertThat(shown).isPositive();
            assertThat(hidden).isGreaterThan(2000);
        }
    }

    /**
     * Of what full-resolution depth shows to be hidden, at least 95 in 100 are dropped before they
     * are tiled, from all cameras together, where each pixel has a depth and all is tested again.
     * Triangles that cover no sample are not among them, whoever drops them.
     */
    @ParameterizedTest
    @CsvSource({
        "temple, 1",
        "shop, 1",
        "suite, 1",
        "temple, 4",
        "shop, 4",
        "suite, 4",
    })
    void nearlyAllThatIsHiddenIsDropped(String name, int samples) {
        var scene = DemoScenes.create(name);
        var settings = RenderSettings.defaults().withSize(WIDTH, HEIGHT).withSamples(samples);
        var best = EarlyZ.ON.with(EarlyZ.Part.PIXELS).withAgain(EarlyZ.Again.ALWAYS);
        long all = count(scene, settings, EarlyZ.OFF).left;
        var full = count(scene, settings, EarlyZ.ON.only(EarlyZ.Part.FULL_DEPTH));
        long hidden = all - full.left - full.empty;
        long dropped = all - count(scene, settings, best).left;
        assertThat(hidden).isGreaterThan(20_000);
        assertThat(dropped).isLessThanOrEqualTo(hidden + full.empty);
        // As if all that cover nothing were among the dropped: fewer hidden ones there cannot be.
        assertThat((double) (dropped - full.empty) / hidden).isGreaterThan(0.95);
    }

    /**
     * What is found without depths of pixels, each triangle asked about once more at the end: a
     * share of those that are hidden or cover no sample, from all cameras together. It was 97, 98
     * and 93 % with one sample a pixel, and 56, 84 and 65 % with four, where layers do not know
     * pixels that edges split; the rest is what the layers of a block cannot know. Of the suite it
     * is 88 and 62 % since small triangles that cover no sample are dropped before they are set up,
     * and no longer among those that are found.
     */
    @ParameterizedTest
    @CsvSource({
        "temple, 1, 0.95",
        "shop, 1, 0.96",
        "suite, 1, 0.87",
        "temple, 4, 0.53",
        "shop, 4, 0.82",
        "suite, 4, 0.6"
    })
    void layersFindMostOfWhatIsHidden(String name, int samples, double least) {
        var scene = DemoScenes.create(name);
        var settings = RenderSettings.defaults().withSize(WIDTH, HEIGHT).withSamples(samples);
        var layers = EarlyZ.ON.withAgain(EarlyZ.Again.ALWAYS);
        long all = count(scene, settings, EarlyZ.OFF).left;
        var full = count(scene, settings, EarlyZ.ON.only(EarlyZ.Part.FULL_DEPTH));
        long left = count(scene, settings, layers).left;
        long hiddenOrEmpty = all - full.left;
        assertThat((double) (all - left) / hiddenOrEmpty).isBetween(least, 1.0);
    }

    /**
     * Triangles from all cameras together.
     *
     * @param left those that are tiled
     * @param empty those that were dropped since they cover no sample
     */
    private record Triangles(long left, long empty) {}

    private static Triangles count(Scene scene, RenderSettings settings, EarlyZ early) {
        var options = DeviceOptions.DEFAULT.withThreads(1).withEarlyZ(early);
        long left = 0;
        long empty = 0;
        try (var session = new Session(scene, settings, options)) {
            for (int camera = 0; camera < scene.cameras().size(); camera++) {
                look(scene, session, camera);
                var report = session.render();
                left +=
                        report.get(Counter.TRIANGLES_SETUP)
                                - report.get(Counter.TRIANGLES_HIDDEN_BEFORE)
                                - report.get(Counter.TRIANGLES_HIDDEN_AFTER)
                                - report.get(Counter.TRIANGLES_HIDDEN_FULL)
                                - report.get(Counter.TRIANGLES_NO_SAMPLE);
                empty += report.get(Counter.TRIANGLES_NO_SAMPLE);
            }
        }
        return new Triangles(left, empty);
    }

    private static View look(Scene scene, Session session, int camera) {
        session.update();
        int node = View.findCamera(scene, Integer.toString(camera)).orElseThrow();
        var transforms = session.renderer().transforms();
        var view = View.ofNode(scene, transforms, node, (double) WIDTH / HEIGHT);
        session.look(view);
        return view;
    }

    private static boolean isInside(Bounds bounds, View view) {
        var eye = view.position();
        return eye.x() > bounds.min().x()
                && eye.x() < bounds.max().x()
                && eye.y() > bounds.min().y()
                && eye.y() < bounds.max().y()
                && eye.z() > bounds.min().z()
                && eye.z() < bounds.max().z();
    }
}
