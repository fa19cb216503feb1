package dev.azulejo.scene.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.scene.animation.Animator;
import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Built-in scenes that move: they loop, begin at rest, and most of them stays as it is. */
class MovingScenesTest {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 540;

    @ParameterizedTest
    @ValueSource(strings = {"dashboard", "viewer", "objects"})
    void itBeginsAtRestAndEndsAsItBegan(String name) {
        var scene = DemoScenes.create(name);
        assertThat(scene.animations()).hasSize(1);
        var animator = Animator.of(scene, 0);
        var pose = new Pose(scene);
        animator.apply(0, pose);
        isAtRest(scene, pose);
        animator.apply(0.37 * animator.duration(), pose);
        assertThat(pose.hasChanged()).isTrue();
        animator.apply(animator.duration(), pose);
        isAtRest(scene, pose);
    }

    private static void isAtRest(Scene scene, Pose pose) {
        for (int n = 0; n < scene.nodes().size(); n++) {
            float[] rest = scene.nodes().get(n).transform().toMatrix().toArray();
            float[] now = pose.local(n).toArray();
            for (int i = 0; i < 16; i++) {
                assertThat(now[i])
                        .as("%s", scene.nodes().get(n).name())
                        .isCloseTo(rest[i], within(1e-5f));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dashboard", "viewer", "objects"})
    void mostTilesStay(String name) {
        var scene = DemoScenes.create(name);
        var settings = RenderSettings.defaults().withSize(WIDTH, HEIGHT).withSamples(1);
        double aspect = (double) WIDTH / HEIGHT;
        var options = DeviceOptions.DEFAULT.withThreads(2).withTileSize(32);
        try (var session = new Session(scene, settings, options);
                var plain = new Session(scene, settings, options.withReuse(Reuse.OFF))) {
            var camera = View.findCamera(scene, "0");
            long kept = 0;
            int frames = 12;
            for (int frame = 0; frame < frames; frame++) {
                for (var each : new Session[] {session, plain}) {
                    each.play(0, 0.11 * frame);
                    each.update();
                    var transforms = each.renderer().transforms();
                    each.look(
                            camera.isPresent()
                                    ? View.ofNode(scene, transforms, camera.getAsInt(), aspect)
                                    : View.orbit(scene.worldBounds(), 30, 20, 14, aspect));
                }
                var report = session.render();
                plain.render();
                assertThat(session.target().samePixels(plain.target()))
                        .as("frame %d", frame)
                        .isTrue();
                for (var counter :
                        new Counter[] {
                            Counter.TILES_REUSED, Counter.TILES_UNTOUCHED, Counter.TILES_STILL_EMPTY
                        }) {
                    kept += frame < 2 ? 0 : report.get(counter);
                }
            }
            int tiles = (WIDTH / 32) * (HEIGHT / 32 + 1);
            assertThat(kept).isGreaterThan(7L * tiles * (frames - 2) / 10);
        }
    }
}
