package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;

/** Animations, and what becomes of tiles in them, from the command line. */
class MovingScenesTest {
    @TempDir Path folder;

    /** Runs a command that must succeed and returns what it printed. */
    private static String run(String... arguments) {
        var out = new ByteArrayOutputStream();
        var before = System.out;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.run(arguments)).as(String.join(" ", arguments)).isZero();
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private byte[] frame(String name) throws IOException {
        return Files.readAllBytes(file(name));
    }

    @Test
    void anAnimationIsPlayedOnceAndTimesArePicked() throws IOException {
        run(
                "render",
                "demo:dashboard",
                "--size",
                "160x90",
                "--animate",
                "--fps",
                "2",
                "-o",
                file("a.png").toString());
        // 4 seconds, 2 frames each
        assertThat(file("a0007.png")).exists();
        assertThat(file("a0008.png")).doesNotExist();
        assertThat(frame("a0000.png")).isNotEqualTo(frame("a0003.png"));
        run(
                "render",
                "demo:dashboard",
                "--size",
                "160x90",
                "--time",
                "1.5",
                "-o",
                file("t.png").toString());
        assertThat(frame("t.png")).as("the fourth frame").isEqualTo(frame("a0003.png"));
        run(
                "render",
                "demo:dashboard",
                "--size",
                "160x90",
                "--animation",
                "live",
                "--reuse",
                "off",
                "--time",
                "4",
                "-o",
                file("end.png").toString());
        assertThat(frame("end.png")).as("it repeats").isEqualTo(frame("a0000.png"));
    }

    @Test
    void aTurntableTurnsWhileTheAnimationPlays() throws IOException {
        run(
                "render",
                "demo:objects",
                "--size",
                "64x36",
                "--animate",
                "--turntable",
                "--frames",
                "4",
                "-o",
                file("b.png").toString());
        assertThat(file("b0003.png")).exists();
        assertThat(frame("b0001.png")).isNotEqualTo(frame("b0000.png"));
    }

    @Test
    void reportsTellWhatReuseDid() throws IOException {
        var report = file("r.json");
        run(
                "render",
                "demo:viewer",
                "--size",
                "320x180",
                "--animate",
                "--frames",
                "6",
                "-o",
                file("v.png").toString(),
                "--report",
                report.toString());
        var frames = new ObjectMapper().readTree(report.toFile()).get("frames");
        assertThat(frames).hasSize(6);
        long kept = 0;
        for (var frame : frames) {
            kept += frame.get("counters").get("tiles_untouched").asLong();
            assertThat(frame.get("reuse_saved_ms").asDouble()).isNotNegative();
        }
        assertThat(kept).isPositive();
    }

    @Test
    void compareTellsWhatReuseSaves() throws IOException {
        var page = file("page.html");
        String text =
                run(
                        "compare",
                        "demo:dashboard",
                        "--technique",
                        "reuse",
                        "--animate",
                        "--camera",
                        "scene",
                        "--size",
                        "320x180",
                        "--tile",
                        "16",
                        "--frames",
                        "3",
                        "--warmup",
                        "2",
                        "--page",
                        page.toString(),
                        "--heatmaps",
                        folder.toString());
        var rows = text.lines().filter(line -> line.startsWith("| ")).toList();
        assertThat(rows).hasSize(2 + 7);
        assertThat(rows.stream().map(row -> row.chars().filter(c -> c == '|').count()).distinct())
                .as("cells under their headings")
                .hasSize(1);
        assertThat(rows.subList(2, 9)).allMatch(row -> row.endsWith("| yes |"));
        for (String setting : List.of("off", "tiles", "blocks", "parts", "exact", "auto")) {
            assertThat(file("decided-" + setting + ".png")).exists();
        }
        String html = Files.readString(page);
        int from = html.indexOf("const data = ") + "const data = ".length();
        var data = new ObjectMapper().readTree(html.substring(from, html.indexOf(";\n", from)));
        assertThat(data.get("settings")).hasSize(7);
        String tiles = data.get("settings").get(1).get("tiles").get(2).asText();
        assertThat(tiles).hasSize(20 * 12).contains("x").contains("d");
        double unchanged = data.get("unchanged").get(2).asDouble();
        double keeps =
                Arrays.stream(tiles.split("")).filter(letter -> letter.equals("x")).count()
                        / (double) tiles.length();
        assertThat(keeps).as("no more than truly unchanged").isBetween(0.7, unchanged);
    }

    @Test
    void infoListsAnimations() {
        assertThat(run("info", "demo:viewer")).contains("\"cursor\"").contains("channels");
    }
}
