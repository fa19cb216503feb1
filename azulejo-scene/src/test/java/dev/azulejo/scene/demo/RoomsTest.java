package dev.azulejo.scene.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import org.junit.jupiter.api.Test;

/** Light in the rooms. */
class RoomsTest {
    private static final int WIDTH = 96;
    private static final int HEIGHT = 54;

    private static float[] fromInside(Scene scene, boolean shadows) {
        var settings =
                RenderSettings.defaults()
                        .withSize(WIDTH, HEIGHT)
                        .withSamples(1)
                        .withShadows(shadows)
                        .withOutput(RenderSettings.Output.LINEAR_COLOR);
        int visitor = View.findCamera(scene, "visitor").getAsInt();
        try (var session = new Session(scene, settings)) {
            session.look(View.ofNode(scene, visitor, (double) WIDTH / HEIGHT));
            session.render();
            return session.target().floatPixels().clone();
        }
    }

    /** What the sun does not reach gets less than half of what it would, in much of a room. */
    @Test
    void theSunShinesInByDay() {
        Scene scene = DemoScenes.create("rooms");
        assertThat(scene.lights()).extracting(Light::kind).containsExactly(Light.Kind.DIRECTIONAL);
        float[] lit = fromInside(scene, true);
        float[] all = fromInside(scene, false);
        int sunny = 0;
        int shady = 0;
        for (int at = 0; at < 4 * WIDTH * HEIGHT; at += 4) {
            sunny += lit[at] > 0.6f ? 1 : 0;
            shady += lit[at] < 0.5f * all[at] ? 1 : 0;
        }
        assertThat(sunny).isGreaterThan(WIDTH * HEIGHT / 8);
        assertThat(shady).isGreaterThan(WIDTH * HEIGHT / 16);
    }

    /** What the floor throws back arrives at the ceiling. */
    @Test
    void ceilingsAreLightByDay() {
        float[] day = fromInside(DemoScenes.create("rooms"), true);
        assertThat(day[4 * (2 * WIDTH + WIDTH / 8)]).isBetween(0.25f, 0.5f);
    }

    /** Figures that were measured in the rooms hold as long as they are of so many triangles. */
    @Test
    void thereAreAsManyTrianglesAsEver() {
        Scene day = DemoScenes.create("rooms");
        assertThat(triangles(day)).isEqualTo(4_536_256);
        assertThat(day.nodes()).filteredOn(node -> node.mesh() >= 0).hasSize(1608);
    }

    private static long triangles(Scene scene) {
        return scene.nodes().stream()
                .filter(node -> node.mesh() >= 0)
                .flatMap(node -> scene.meshes().get(node.mesh()).primitives().stream())
                .mapToLong(primitive -> primitive.elementCount() / 3)
                .sum();
    }
}
