package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** A ground, from the command line. */
class GroundOptionTest {
    private static final String POINT =
            """
            {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{}]}
            """;

    @TempDir Path folder;

    private String picture(String... more) throws IOException {
        Path report = folder.resolve("r.json");
        var words =
                new ArrayList<>(
                        List.of(
                                "render",
                                "demo:teapot",
                                "-o",
                                folder.resolve("p.png").toString(),
                                "--size",
                                "96x64",
                                "--report",
                                report.toString()));
        words.addAll(List.of(more));
        assertThat(Main.run(words.toArray(String[]::new))).isZero();
        var json = new ObjectMapper().readTree(report.toFile());
        return json.get("frames").get(0).get("sha256").asText();
    }

    @Test
    void thePictureIsAnotherOneAndTheSameHoweverItIsMade() throws IOException {
        String plain = picture();
        String grounded = picture("--ground");
        assertThat(grounded).isNotEqualTo(plain);
        assertThat(picture("--ground", "--gpus=3")).isEqualTo(grounded);
        assertThat(picture("--ground", "--reference")).isEqualTo(grounded);
    }

    /** A mirror image and the key light's shadow, each of which may be left out. */
    @Test
    void whatIsSeenOnItIsChosen() throws IOException {
        var seen = new HashSet<String>();
        for (String mirror : List.of("0", "0.06", "0.5", "1")) {
            for (String shadows : List.of("on", "off")) {
                assertThat(
                                seen.add(
                                        picture(
                                                "--ground",
                                                "--ground-mirror=" + mirror,
                                                "--shadows=" + shadows)))
                        .isTrue();
            }
        }
        assertThat(seen).contains(picture("--ground"));
    }

    @Test
    void whatItCannotMirrorIsRefused() {
        String file = folder.resolve("p.png").toString();
        for (String wrong : List.of("-0.1", "1.5", "NaN")) {
            assertThat(
                            told(
                                    2,
                                    "render",
                                    "demo:teapot",
                                    "-o",
                                    file,
                                    "--ground",
                                    "--ground-mirror=" + wrong))
                    .isEqualTo("azulejo: --ground-mirror=%s is not in 0..1%n".formatted(wrong));
        }
        assertThat(told(2, "render", "demo:teapot", "-o", file, "--ground-mirror=0.2"))
                .isEqualTo("azulejo: --ground-mirror: only with --ground%n".formatted());
    }

    private static String told(int end, String... words) {
        var told = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.run(words)).isEqualTo(end);
        } finally {
            System.setErr(before);
        }
        return told.toString(StandardCharsets.UTF_8);
    }

    /**
     * A mirror image of 8192x8192 pixels of four floats takes a gigabyte, and its texture and the
     * room to make that nearly two: tests have a heap of two. Nothing is allocated first.
     */
    @Test
    void aGroundThatDoesNotFitIsRefusedBeforehand() {
        long all = Runtime.getRuntime().maxMemory();
        assumeThat(all / 4 * 3).isLessThan(2_908_050_768L);
        String said =
                CommandRun.run(
                        "render",
                        "demo:teapot",
                        "-o" + folder.resolve("p.png"),
                        "--ground",
                        "--shadows=off",
                        "--bits=16",
                        "--size=8192x8192");
        assertThat(said)
                .startsWith("2\nazulejo: ")
                .contains(
                        "2,908,050,768 of them for the shadow and the mirror image on its ground,"
                                + " and drawing may take %,d (".formatted(all / 4 * 3));
        assertThat(said.lines()).hasSize(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatMovesHasNone() {
        String file = folder.resolve("p.png").toString();
        for (String option : List.of("--time=1", "--animation=0", "--animate")) {
            assertThat(told(2, "render", "demo:viewer", "-o", file, "--ground", option))
                    .contains("--ground: its shadow is of the model at rest");
        }
    }

    /** An empty picture is what such a file asks for, and still says so: alone and in a batch. */
    @Test
    void thatNothingIsSeenIsTold() throws IOException {
        Path scene =
                Files.writeString(
                        folder.resolve("empty.gltf"),
                        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}],\"scenes\":[{\"nodes\":[0]}]}");
        String file = folder.resolve("p.png").toString();
        assertThat(told(0, "render", scene.toString(), "-o", file, "--size=32x32"))
                .contains("note: the scene shows nothing: no node has a mesh");
        String more = Files.copy(scene, folder.resolve("empty2.gltf")).toString();
        String to = Files.createDirectory(folder.resolve("out")).toString();
        Path results = folder.resolve("r.jsonl");
        String list = "--results=" + results;
        told(0, "render", scene.toString(), more, "-o", to, "--size=32x32", list);
        assertThat(Files.readAllLines(results))
                .hasSize(2)
                .allMatch(line -> line.contains("the scene shows nothing"));
        assertThat(told(0, "render", "demo:teapot", "-o", file, "--size=32x32"))
                .doesNotContain("shows nothing");
    }

    @Test
    void thatThereIsNoneIsTold() throws IOException {
        Path scene = Files.writeString(folder.resolve("point.gltf"), POINT);
        String file = folder.resolve("p.png").toString();
        assertThat(told(0, "render", scene.toString(), "-o", file, "--ground", "--size=32x32"))
                .contains("--ground: nothing in the scene leaves a shadow");
    }

    /** Several models: each has its own. */
    @Test
    void modelsOfABatchHaveTheirs() throws IOException {
        String single = folder.resolve("single.png").toString();
        told(0, "render", "demo:teapot", "-o", single, "--ground", "--size=64x64");
        Path out = Files.createDirectory(folder.resolve("out"));
        told(
                0,
                "render",
                "demo:teapot",
                "demo:objects",
                "-o",
                out.toString(),
                "--ground",
                "--size=64x64");
        try (var files = Files.list(out)) {
            Path teapot =
                    files.filter(file -> file.getFileName().toString().contains("teapot"))
                            .findFirst()
                            .orElseThrow();
            assertThat(Files.readAllBytes(teapot)).isEqualTo(Files.readAllBytes(Path.of(single)));
        }
    }
}
