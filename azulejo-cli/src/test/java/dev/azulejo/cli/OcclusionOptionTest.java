package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Ambient occlusion, from the command line. */
class OcclusionOptionTest {
    @TempDir Path folder;

    private String picture(String scene, String... more) throws IOException {
        Path report = folder.resolve("r.json");
        var words = new ArrayList<>(List.of("render", scene, "--size", "96x64"));
        words.addAll(List.of("-o", folder.resolve("p.png").toString()));
        words.addAll(List.of("--report", report.toString()));
        words.addAll(List.of(more));
        assertThat(Main.run(words.toArray(String[]::new))).isZero();
        var json = new ObjectMapper().readTree(report.toFile());
        return json.get("frames").get(0).get("sha256").asText();
    }

    @Test
    void thePictureIsAnotherOneAndTheSameHoweverItIsMade() throws IOException {
        var seen = new HashSet<String>();
        assertThat(seen.add(picture("demo:objects"))).isTrue();
        String dimmed = picture("demo:objects", "--occlusion");
        assertThat(seen.add(dimmed)).isTrue();
        for (String option :
                List.of(
                        "--gpus=3",
                        "--reference",
                        "--kernels=scalar",
                        "--kernels=vector",
                        "--threads=1",
                        "--threads=3")) {
            assertThat(picture("demo:objects", "--occlusion", option)).as(option).isEqualTo(dimmed);
        }
        assertThat(seen.add(picture("demo:objects", "--occlusion", "--ground"))).isTrue();
        assertThat(seen.add(picture("demo:objects", "--occlusion", "--tessellate=pn"))).isTrue();
        assertThat(seen.add(picture("demo:objects", "--occlusion", "--explode=0.2"))).isTrue();
    }

    @Test
    void thatThereIsNoneIsTold() {
        String file = folder.resolve("p.png").toString();
        String told =
                CommandRun.run("render", "demo:teapot", "-o", file, "--size=32x32", "--occlusion");
        assertThat(told).startsWith("0").contains("--occlusion: nothing in the scene is lit");
    }

    /** Several models: each has its own. */
    @Test
    void modelsOfABatchHaveTheirs() throws IOException {
        picture("demo:objects", "--occlusion");
        byte[] single = Files.readAllBytes(folder.resolve("p.png"));
        String out = folder.resolve("out").toString();
        int code =
                Main.run(
                        "render",
                        "demo:objects",
                        "demo:teapot",
                        "-o",
                        out,
                        "--occlusion",
                        "--size=96x64");
        assertThat(code).isZero();
        try (var files = Files.list(Path.of(out))) {
            Path objects =
                    files.filter(file -> file.getFileName().toString().contains("objects"))
                            .findFirst()
                            .orElseThrow();
            assertThat(Files.readAllBytes(objects)).isEqualTo(single);
        }
    }
}
