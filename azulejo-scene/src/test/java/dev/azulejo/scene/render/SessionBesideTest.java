package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.scene.demo.DemoScenes;

import org.junit.jupiter.api.Test;

/** A session beside another one shares what is uploaded, and nothing that happens. */
class SessionBesideTest {
    private static final RenderSettings SMALL = RenderSettings.defaults().withSize(64, 48);

    private static int[] picture(Session session) {
        double aspect = (double) session.target().width() / session.target().height();
        session.look(View.orbit(session.bounds(), 35, 18, session.fit(35, 18, aspect), aspect));
        session.render();
        return session.target().pixels().clone();
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

    @Test
    void patchesTakeOtherBuffers() {
        var scene = DemoScenes.create("demo:objects");
        try (var session = new Session(scene, SMALL)) {
            var curved =
                    SMALL.withTessellation(new Tessellation(Tessellation.Mode.PN_TRIANGLES, 8));
            assertThatThrownBy(() -> session.beside(curved, DeviceOptions.DEFAULT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("beside: tessellation=");
        }
    }
}
