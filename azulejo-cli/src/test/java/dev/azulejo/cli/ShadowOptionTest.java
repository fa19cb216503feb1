package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

    /** On unless not wanted; then the picture is another one, and the report tells of it. */
    @Test
    void theReportTellsWhetherThereAreShadows() throws IOException {
        var plain = report();
        var off = report("--shadows", "off");
        var on = report("--shadows=on");
        assertThat(plain.get("settings").get("shadows").asText()).isEqualTo("on");
        assertThat(off.get("settings").get("shadows").asText()).isEqualTo("off");
        assertThat(on.get("settings").get("shadows").asText()).isEqualTo("on");
        assertThat(pixels(on)).isEqualTo(pixels(plain));
        assertThat(pixels(on)).isNotEqualTo(pixels(off));
        assertThat(pixels(report("--shadows=on", "--gpus=3"))).isEqualTo(pixels(on));
        assertThat(pixels(report("--shadows=on", "--reference"))).isEqualTo(pixels(on));
    }

    /** By themselves pictures of a batch have shadows as single ones do. */
    @Test
    void picturesOfABatchHaveThemToo() throws IOException {
        Path single = folder.resolve("p.png");
        for (String mode : List.of("", "--shadows=on", "--shadows=off")) {
            var words = new ArrayList<>(List.of("render", "demo:objects", "--size=96x64"));
            if (!mode.isEmpty()) {
                words.add(mode);
            }
            words.add("-o");
            words.add(single.toString());
            assertThat(Main.run(words.toArray(String[]::new))).isZero();
            Path all = Files.createDirectories(folder.resolve("all" + mode));
            words.set(words.size() - 1, all.toString());
            assertThat(Main.run(words.toArray(String[]::new))).isZero();
            assertThat(all.resolve("demo-objects.png")).hasSameBinaryContentAs(single);
        }
    }

    /** The rows of a comparison of a small picture: headings and cells, a list each. */
    private static List<List<String>> compare(String scene, String technique, String... more) {
        var words = new ArrayList<>(List.of("compare", scene, "--technique=" + technique));
        words.addAll(List.of("--size=96x64", "--frames=2", "--warmup=0", "--threads=2"));
        words.addAll(List.of(more));
        return CommandRun.run(words.toArray(String[]::new))
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
                .map(line -> List.of(line.substring(2).split(" +\\| *")))
                .toList();
    }

    /** Whatever is compared, with shadows there are as many columns, and all bytes are the same. */
    @ParameterizedTest
    @CsvSource({
        "demo:objects, early-z, 'all,tiles'",
        "demo:objects, reuse, 'tiles,partial'",
        "demo:objects, windows, '1000,whole-early-z'",
        "demo:objects, gpus, 'duplicate,primitives'",
        "demo:objects, bins, 'bins-4-positions,bins-4-full'",
        "demo:teapot, throttle, 'cap,throttle'"
    })
    void comparisonsHaveShadowsToo(String scene, String technique, String settings) {
        var chosen = "--settings=" + settings;
        var off = compare(scene, technique, chosen);
        var on = compare(scene, technique, chosen, "--shadows=on");
        assertThat(on.getFirst()).isEqualTo(off.getFirst());
        assertThat(on).hasSize(4);
        assertThat(on.subList(1, 4))
                .allSatisfy(row -> assertThat(row).hasSameSizeAs(on.getFirst()))
                .allSatisfy(row -> assertThat(row).endsWith("yes"));
    }

    /** Everything in the scene casts: it goes in once more, and is shaded once. */
    @Test
    void aComparisonCountsWhatTheLightSees() {
        var off = compare("demo:objects", "early-z", "--settings=off");
        var on = compare("demo:objects", "early-z", "--settings=off", "--shadows=on");
        int in = off.getFirst().indexOf("triangles in");
        int shaded = off.getFirst().indexOf("fragments shaded");
        assertThat(Integer.parseInt(on.get(1).get(in)))
                .isEqualTo(2 * Integer.parseInt(off.get(1).get(in)));
        assertThat(on.get(1).get(shaded)).isEqualTo(off.get(1).get(shaded));
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
        // A lamp alone shows nothing, which is all that there is to say
        assertThat(errors(0, render)).doesNotContain("--shadows");
        var wanted = Arrays.copyOf(render, render.length + 1);
        wanted[render.length] = "--shadows=on";
        assertThat(errors(0, wanted)).contains("--shadows: none of the scene's lights");
        String small = "--size=32x32";
        String[] comparison = {
            "compare", lamp.toString(), small, "--frames=1", "--warmup=0", "--settings=all"
        };
        for (String technique : List.of("early-z", "reuse")) {
            comparison[5] = "--settings=" + (technique.equals("reuse") ? "tiles" : "all");
            var asked = Arrays.copyOf(comparison, comparison.length + 2);
            asked[comparison.length] = "--technique=" + technique;
            asked[comparison.length + 1] = "--shadows=on";
            assertThat(errors(0, asked)).containsOnlyOnce("--shadows: none of the scene's lights");
        }
        assertThat(errors(2, "bench", "demo:objects", "--shadows=on", "--depth-only"))
                .contains("with --depth-only nothing is lit");
        assertThat(errors(2, "render", "demo:objects", "-o", picture, "--shadows=maybe"))
                .contains("'maybe' is not on or off");
    }
}
