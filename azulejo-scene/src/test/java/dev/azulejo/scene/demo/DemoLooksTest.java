package dev.azulejo.scene.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Scene;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.concurrent.atomic.AtomicInteger;

/** How often built-in scenes look, while they are made, whether to go on. */
class DemoLooksTest {
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void aMeshLooksEverySoManyVertices() {
        var mesh = new MeshBuilder();
        int vertices = 2 * (Looks.STEPS + 1) + 1;
        int made =
                Looks.during(
                        looks::incrementAndGet,
                        () -> {
                            int last = 0;
                            for (int v = 0; v < vertices; v++) {
                                last = mesh.vertex(v, 0, 0, 0, 0, 1, 0, 0);
                            }
                            return last;
                        });
        assertThat(made).isEqualTo(vertices - 1);
        assertThat(looks).hasValue(3);
    }

    @Test
    void aPictureLooksInEachRow() {
        Image image =
                Looks.during(
                        looks::incrementAndGet,
                        () -> Patterns.image("grey", 5, 7, (u, v) -> new double[3]));
        assertThat(image.height()).isEqualTo(7);
        assertThat(looks).hasValue(7);
        mesh();
        assertThat(looks).as("not bound any more").hasValue(7);
    }

    private static void mesh() {
        new MeshBuilder().vertex(0, 0, 0, 0, 0, 1, 0, 0);
    }

    private static int vertices(Scene scene) {
        return scene.meshes().stream()
                .flatMap(mesh -> mesh.primitives().stream())
                .mapToInt(primitive -> primitive.vertices().count())
                .sum();
    }

    /** The terrain's rows are other threads' work, which is ended as well. */
    @ParameterizedTest
    @FieldSource("dev.azulejo.scene.demo.DemoScenes#NAMES")
    void eachCanBeEndedAtEachLook(String name) {
        var scene = DemoScenes.create(name, looks::incrementAndGet);
        int all = looks.get();
        assertThat((long) all * (Looks.STEPS + 1)).isGreaterThanOrEqualTo(vertices(scene));
        if (name.equals("terrain")) {
            assertThat(all).as("three times all rows").isGreaterThanOrEqualTo(3 * 1025);
        }
        var stop = new StopSign("making it");
        stop.begin(Cancellation.when(() -> looks.getAndDecrement() <= all / 2));
        assertThatThrownBy(() -> DemoScenes.create(name, stop::check))
                .isInstanceOf(CancelledException.class)
                .hasMessage("making it was cancelled");
    }
}
