package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Shadows, from the command line. */
class ShadowOptionTest {
    /** A light at a point, and nothing else. */
    private static final String LAMP =
            """
            {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
             "extensionsUsed": ["KHR_lights_punctual"],
             "extensions": {"KHR_lights_punctual": {"lights": [{"type": "point"}]}},
             "nodes": [{"extensions": {"KHR_lights_punctual": {"light": 0}}}]}
            """;

    @TempDir Path folder;

    private JsonNode report(String... words) throws IOException {
        Path report = folder.resolve("r.json");
        var arguments = new String[words.length + 8];
        System.arraycopy(words, 0, arguments, 8, words.length);
        String[] first = {
            "render",
            "demo:objects",
            "-o",
            folder.resolve("p.png").toString(),
            "--size",
            "96x64",
            "--report",
            report.toString()
        };
        System.arraycopy(first, 0, arguments, 0, first.length);
        assertThat(Main.run(arguments)).isZero();
        return new ObjectMapper().readTree(report.toFile());
    }

    private static String pixels(JsonNode report) {
        return report.get("frames").get(0).get("sha256").asText();
    }

    /** Off unless wanted; then the picture is another one, and the report tells of it. */
    @Test
    void theReportTellsWhetherThereAreShadows() throws IOException {
        var plain = report();
        var off = report("--shadows", "off");
        var on = report("--shadows=on");
        assertThat(plain.get("settings").get("shadows").asText()).isEqualTo("off");
        assertThat(on.get("settings").get("shadows").asText()).isEqualTo("on");
        assertThat(pixels(off)).isEqualTo(pixels(plain));
        assertThat(pixels(on)).isNotEqualTo(pixels(plain));
        assertThat(pixels(report("--shadows=on", "--gpus=3"))).isEqualTo(pixels(on));
        assertThat(pixels(report("--shadows=on", "--reference"))).isEqualTo(pixels(on));
    }

    private static String errors(int status, String... arguments) {
        var bytes = new ByteArrayOutputStream();
        var old = System.err;
        try (var captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setErr(captured);
            assertThat(Main.run(arguments)).isEqualTo(status);
        } finally {
            System.setErr(old);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatHasNoEffectIsSaid() throws IOException {
        Path lamp = folder.resolve("lamp.gltf");
        Files.writeString(lamp, LAMP);
        String picture = folder.resolve("p.png").toString();
        String[] render = {"render", lamp.toString(), "-o", picture, "--size", "32x32"};
        assertThat(errors(0, render)).isEmpty();
        var wanted = Arrays.copyOf(render, render.length + 1);
        wanted[render.length] = "--shadows=on";
        assertThat(errors(0, wanted)).contains("--shadows: none of the scene's lights");
        assertThat(errors(2, "bench", "demo:objects", "--shadows=on", "--depth-only"))
                .contains("with --depth-only nothing is lit");
        assertThat(errors(2, "render", "demo:objects", "-o", picture, "--shadows=maybe"))
                .contains("'maybe' is not on or off");
    }
}
