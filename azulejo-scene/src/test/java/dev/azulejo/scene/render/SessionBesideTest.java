package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.scene.demo.DemoScenes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

/** A session beside another one shares what is uploaded, and nothing that happens. */
class SessionBesideTest {
    private static final RenderSettings SMALL = RenderSettings.defaults().withSize(64, 48);

    private static int[] picture(Session session) {
        double aspect = (double) session.target().width() / session.target().height();
        session.look(View.orbit(session.bounds(), 35, 18, session.fit(35, 18, aspect), aspect));
        session.render();
        return session.target().pixels().clone();
    }

    /** How many phases of a picture found everything as they had left it. */
    private static long unchanged(Session session) {
        double aspect = (double) session.target().width() / session.target().height();
        session.look(View.orbit(session.bounds(), 35, 18, session.fit(35, 18, aspect), aspect));
        return session.render().get(Counter.RENDERS_UNCHANGED);
    }

    @Test
    void itDrawsWhatANewOneDraws() {
        var scene = DemoScenes.create("demo:objects");
        var other = SMALL.withSize(80, 40).withSamples(1).withShadows(true);
        var options = DeviceOptions.DEFAULT.withGroup(Group.of(2));
        int[] first;
        int[] second;
        try (var session = new Session(scene, other)) {
            second = picture(session);
        }
        try (var session = new Session(scene, SMALL);
                var beside = session.beside(other, options)) {
            first = picture(session);
            assertThat(picture(beside)).isEqualTo(second);
            // What plays in one stands still in the other
            session.play(0, 1);
            assertThat(picture(session)).isNotEqualTo(first);
            assertThat(picture(beside)).isEqualTo(second);
            assertThat(beside.renderer().meshes().getFirst())
                    .isSameAs(session.renderer().meshes().getFirst());
            assertThat(beside.renderer().textures()).isEqualTo(session.renderer().textures());
        }
    }

    @Test
    void eitherMayBeClosedFirst() {
        var scene = DemoScenes.create("demo:teapot");
        var session = new Session(scene, SMALL);
        int[] before = picture(session);
        try (var beside = session.beside(SMALL, DeviceOptions.DEFAULT)) {
            session.close();
            assertThat(picture(beside)).isEqualTo(before);
        }
    }

    /**
     * Sizes that take turns: one GPU, one map of what the light sees, and the bytes of each alone.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void oneGpuDrawsSeveralSizes(int gpus) {
        var scene = DemoScenes.create("demo:objects");
        var group = gpus == 1 ? Group.ONE : Group.of(gpus);
        var options = DeviceOptions.DEFAULT.withThreads(1).withGroup(group).withReuse(Reuse.TILES);
        var shadows = SMALL.withShadows(true);
        // Maps of 512, 512 and 1024 texels a side
        var sizes =
                List.of(
                        shadows,
                        shadows.withSize(80, 40).withSamples(1),
                        shadows.withSize(300, 20).withSamples(1));
        var alone = new ArrayList<int[]>();
        for (var size : sizes) {
            try (var session = new Session(scene, size, options)) {
                alone.add(picture(session));
            }
        }
        try (var session = new Session(scene, shadows, options);
                var small = session.beside(sizes.get(1));
                var wide = small.beside(sizes.get(2))) {
            assertThat(List.of(small.gpu(), wide.gpu())).containsOnly(session.gpu());
            var all = List.of(session, small, wide);
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < 3; i++) {
                    assertThat(picture(all.get(i))).isEqualTo(alone.get(i));
                }
            }
            // The map is as it was, the picture too; of a part of the threads' GPUs alike
            assertThat(unchanged(small)).isEqualTo(2 * gpus);
            session.play(0, 1);
            assertThat(picture(session)).isNotEqualTo(alone.getFirst());
            // The light has seen something else in the same map since
            assertThat(picture(small)).isEqualTo(alone.get(1));
            assertThat(unchanged(small)).isEqualTo(2 * gpus);
            assertThat(unchanged(wide)).as("a map of its own").isEqualTo(2 * gpus);
        }
    }

    /** Of what another size has had drawn, the map alone is there already. */
    @Test
    void whatTheLightSeesIsNotDrawnAnewForAnotherSize() {
        var scene = DemoScenes.create("demo:objects");
        var options = DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.TILES);
        var shadows = SMALL.withShadows(true);
        try (var session = new Session(scene, shadows, options)) {
            assertThat(unchanged(session)).isZero();
            try (var small = session.beside(shadows.withSize(80, 40))) {
                assertThat(unchanged(small)).isOne();
            }
            try (var wide = session.beside(shadows.withSize(300, 20))) {
                assertThat(unchanged(wide)).as("a larger map").isZero();
            }
            try (var other = session.beside(shadows.withSize(80, 40), options)) {
                assertThat(unchanged(other)).as("another GPU").isZero();
            }
        }
    }

    @Test
    void theLastOneClosesTheGpu() {
        var scene = DemoScenes.create("demo:teapot");
        var session = new Session(scene, SMALL);
        int[] before = picture(session);
        var beside = session.beside(SMALL);
        session.close();
        session.close();
        assertThat(picture(beside)).isEqualTo(before);
        assertThatThrownBy(() -> session.beside(SMALL))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("beside: the session is closed");
        var gpu = beside.gpu();
        assertThat(SMALL.shadowTexels()).isZero();
        assertThat(SMALL.withShadows(true).shadowTexels()).isEqualTo(512);
        beside.close();
        var nothing = new CommandBuffer();
        assertThatThrownBy(() -> gpu.submit(nothing)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void patchesTakeOtherBuffers() {
        var scene = DemoScenes.create("demo:objects");
        try (var session = new Session(scene, SMALL)) {
            var curved =
                    SMALL.withTessellation(new Tessellation(Tessellation.Mode.PN_TRIANGLES, 8));
            assertThatThrownBy(() -> session.beside(curved, DeviceOptions.DEFAULT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("beside: tessellation=");
            assertThatThrownBy(() -> session.beside(curved))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("beside: tessellation=");
        }
    }
}
