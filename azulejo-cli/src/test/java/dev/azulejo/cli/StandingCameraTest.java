package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Somebody who stands at a place, from the command line. */
class StandingCameraTest {
    @TempDir Path folder;

    private int[] rendered(String file, String... more) throws IOException {
        Path picture = folder.resolve("p.rgba");
        var words = new String[more.length + 8];
        String[] first = {
            "render",
            "demo:objects",
            "-o",
            picture.toString(),
            "--format",
            "rgba",
            "--size",
            "96x64"
        };
        System.arraycopy(first, 0, words, 0, first.length);
        System.arraycopy(more, 0, words, first.length, more.length);
        assertThat(Main.run(words)).isZero();
        var bytes =
                ByteBuffer.wrap(Files.readAllBytes(folder.resolve(file)))
                        .order(ByteOrder.LITTLE_ENDIAN);
        int[] pixels = new int[bytes.remaining() / Integer.BYTES];
        bytes.asIntBuffer().get(pixels);
        return pixels;
    }

    private static int[] seen(double azimuth, double up) {
        var settings = RenderSettings.defaults().withSize(96, 64).withShadows(true);
        try (var session =
                new Session(DemoScenes.create("objects"), settings, DeviceOptions.DEFAULT)) {
            var place = new Vec3(0.5f, 1.5f, 6);
            session.look(View.walk(session.bounds(), place, azimuth, -up, 1.5));
            session.render();
            return session.target().pixels().clone();
        }
    }

    /**
     * Azimuth and elevation are those of the walk; the latter counts upwards, and is 0 at first.
     */
    @Test
    void standsWhereItIsTold() throws IOException {
        assertThat(rendered("p.rgba", "--camera", "stand:0.5,1.5,6,20,-10"))
                .isEqualTo(seen(20, -10));
        assertThat(rendered("p.rgba", "--camera", "stand:0.5,1.5,6,20")).isEqualTo(seen(20, 0));
        assertThat(seen(20, 0)).isNotEqualTo(seen(20, -10));
    }

    /** A turntable turns on the spot: its second frame of four looks 90 degrees further. */
    @Test
    void turnsOnTheSpot() throws IOException {
        int[] second =
                rendered("p0001.rgba", "--camera", "stand:0.5,1.5,6,20,-10", "--frames", "4");
        assertThat(second).isEqualTo(seen(110, -10));
    }

    /**
     * Writes triangles with corners at -1 and 1, of which the first goes from one place to another
     * in three seconds.
     *
     * @param scale of the first one
     * @param others how many there are beside it, at the origin
     */
    private Path moving(float scale, int others, Vec3 from, Vec3 to) throws IOException {
        float[] numbers = {-1, -1, 0, 1, -1, 0, 0, 1, 0, 0, 3};
        var bytes = ByteBuffer.allocate(68).order(ByteOrder.LITTLE_ENDIAN);
        for (float number : numbers) {
            bytes.putFloat(number);
        }
        for (var place : List.of(from, to)) {
            bytes.putFloat(place.x()).putFloat(place.y()).putFloat(place.z());
        }
        var model = folder.resolve("moving.gltf");
        return Files.writeString(
                model,
                """
                {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [%s]}],
                 "nodes": [{"mesh": 0, "scale": [%s, %2$s, %2$s]}%s],
                 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                 "buffers": [{"byteLength": 68, "uri": "data:application/octet-stream;base64,%s"}],
                 "bufferViews": [{"buffer": 0, "byteLength": 36},
                                 {"buffer": 0, "byteOffset": 36, "byteLength": 8},
                                 {"buffer": 0, "byteOffset": 44, "byteLength": 24}],
                 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                                "min": [-1, -1, 0], "max": [1, 1, 0]},
                               {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR",
                                "min": [0], "max": [3]},
                               {"bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC3"}],
                 "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
                                 "samplers": [{"input": 1, "output": 2}]}]}
                """
                        .formatted(
                                others == 0 ? "0" : "0, 1",
                                scale,
                                ", {\"mesh\": 0}".repeat(others),
                                Base64.getEncoder().encodeToString(bytes.array())));
    }

    /** Renders frames of it, seen from (0, 0, 5). */
    private static void animated(Path model, Path picture, int frames, int fps, String... more) {
        var words =
                new ArrayList<>(
                        List.of(
                                "render",
                                model.toString(),
                                "-o",
                                picture.toString(),
                                "--size=96x64",
                                "--animate",
                                "--frames=" + frames,
                                "--fps=" + fps,
                                "--camera=stand:0,0,5,0"));
        words.addAll(List.of(more));
        assertThat(Main.run(words.toArray(String[]::new))).isZero();
    }

    /**
     * Depths stay where they are though what is out of sight, behind whoever stands there, makes
     * the scene larger, and with it the map of shadows.
     */
    @Test
    void whatStandsStillIsKept() throws IOException {
        var model = moving(1, 1, new Vec3(0, 0, 50), new Vec3(0, 0, 500));
        var report = folder.resolve("r.json");
        String[] plain = {"--samples=1", "--shadows=off", "--report=" + report};
        animated(model, folder.resolve("p.png"), 4, 1, plain);
        var last = new ObjectMapper().readTree(report.toFile()).at("/frames/3/counters");
        assertThat(last.at("/tiles_rendered").asInt(-1)).isZero();
        assertThat(last.at("/tiles_untouched").asInt()).isEqualTo(2);
    }

    /**
     * What goes away ahead is there in the last of 24 frames, of which framing looks at twelve: 16
     * units wide and 484 away, three pixels in the middle, as half the view is 0.47 wide at 1.
     */
    @Test
    void whatGoesAwayIsSeenToTheLast() throws IOException {
        var model = moving(8, 0, new Vec3(0, 0, 0), new Vec3(0, 0, -500));
        animated(model, folder.resolve("g.rgba"), 24, 8, "--format=rgba");
        var pixels =
                ByteBuffer.wrap(Files.readAllBytes(folder.resolve("g0023.rgba"))).asIntBuffer();
        int empty = pixels.get(0);
        var shown = new ArrayList<Integer>();
        for (int i = 0; i < 96 * 64; i++) {
            if (pixels.get(i) != empty) {
                shown.add(i % 96);
            }
        }
        assertThat(shown).isNotEmpty().allSatisfy(x -> assertThat(x).isBetween(45, 50));
    }
}
