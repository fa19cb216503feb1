package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.azulejo.core.report.FrameRecorder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class WindowTechniqueTest {
    /** Samples of all tiles of 200x120 pixels: 4x2 of 64x64, a colour and a depth each. */
    private static final double PARKED = 8 * 64 * 64 * 8 / 1e6;

    @TempDir Path folder;

    /** Runs a comparison; returns what it printed, or the error behind exit code 2. */
    private static String compare(int code, String... more) {
        var arguments =
                new ArrayList<>(List.of("compare", "demo:objects", "--technique", "windows"));
        arguments.addAll(List.of("--size", "200x120", "--frames", "1", "--warmup", "0"));
        arguments.addAll(List.of(more));
        var text = new ByteArrayOutputStream();
        var stream = new PrintStream(text, true, StandardCharsets.UTF_8);
        var out = System.out;
        var error = System.err;
        System.setOut(stream);
        System.setErr(stream);
        try {
            assertThat(Main.run(arguments.toArray(String[]::new)))
                    .as(String.join(" ", arguments))
                    .isEqualTo(code);
        } finally {
            System.setOut(out);
            System.setErr(error);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    /** Returns the cells of each setting by their headings. */
    private static Map<String, Map<String, String>> rows(String printed) {
        var lines = printed.lines().filter(line -> line.startsWith("|")).toList();
        var headings = lines.getFirst().split(" *\\| *");
        var rows = new LinkedHashMap<String, Map<String, String>>();
        for (String line : lines.subList(2, lines.size())) {
            var cells = line.split(" *\\| *");
            assertThat(cells).hasSameSizeAs(headings);
            var row = new LinkedHashMap<String, String>();
            for (int c = 1; c < cells.length; c++) {
                row.put(headings[c], cells[c]);
            }
            rows.put(row.get("window"), row);
        }
        return rows;
    }

    private static double number(Map<String, String> row, String heading) {
        return Double.parseDouble(row.get(heading));
    }

    @Test
    void aRowForEachWindowWithoutAndWithEarlyZ() throws IOException {
        Path page = folder.resolve("page.html");
        var rows = rows(compare(0, "--page", page.toString()));
        assertThat(rows.keySet())
                .containsExactly(
                        "whole",
                        "1000",
                        "4000",
                        "16000",
                        "64000",
                        "256000",
                        "batches-1000",
                        "batches-16000",
                        "whole-early-z",
                        "1000-early-z",
                        "4000-early-z",
                        "16000-early-z",
                        "64000-early-z",
                        "256000-early-z",
                        "batches-1000-early-z",
                        "batches-16000-early-z");
        assertThat(rows.values()).allMatch(row -> row.get("same").equals("yes"));
        var whole = rows.get("whole");
        var small = rows.get("1000");
        double triangles = number(whole, "triangles set up");
        assertThat(number(whole, "windows")).isEqualTo(1);
        assertThat(number(small, "windows")).isEqualTo(Math.ceil(triangles / 1000));
        assertThat(number(small, "windows")).isGreaterThan(1);
        assertThat(number(whole, "tile revisits")).isZero();
        assertThat(number(small, "tile revisits"))
                .isPositive()
                .isEqualTo(number(small, "tile visits") - number(whole, "tile visits"));
        assertThat(number(whole, "of that parked MB")).isZero();
        assertThat(number(small, "of that parked MB"))
                .isEqualTo(Math.round(100 * PARKED) / 100.0)
                .isLessThanOrEqualTo(number(small, "peak geometry MB"));
        assertThat(number(small, "set up once more")).isZero();
        assertThat(number(rows.get("whole-early-z"), "set up once more")).isZero();
        assertThat(number(rows.get("1000-early-z"), "set up once more")).isPositive();
        String html = Files.readString(page);
        assertThat(html)
                .contains("demo:objects, 200x120", ">256000</text>", ">whole</text>")
                .doesNotContain("<!--", "NaN", "Infinity");
        assertThat(html.split("<svg", -1)).as("plots").hasSize(1 + 3);
        // Memory of both and what is parked of it; time and revisits of both
        assertThat(html.split("<circle", -1)).as("points").hasSize(1 + 18 + 12 + 12);
        assertThat(html.split("<tr>", -1)).as("rows and their headings").hasSize(1 + 17);
    }

    @Test
    void aPageShowsWhatWasAskedFor() throws IOException {
        Path page = folder.resolve("page.html");
        var rows = rows(compare(0, "--page", page.toString(), "--settings", "4000,1000-early-z"));
        assertThat(rows.keySet()).containsExactly("whole", "4000", "1000-early-z");
        String html = Files.readString(page);
        assertThat(html.split("<circle", -1)).as("points").hasSize(1 + 5 + 3 + 3);
        assertThat(html).contains("windows of 4000").doesNotContain("NaN");
        rows(compare(0, "--page", page.toString(), "--settings", "whole"));
        assertThat(Files.readString(page)).doesNotContain("speed, windows", "with early Z<");
    }

    @Test
    void wrongUseIsRefused() {
        String[][] wrong = {
            {"--early-z", "--early-z", "on"},
            {"--reuse", "--reuse", "off"},
            {"--window itself", "--window", "100"},
            {"--animate", "--animate"},
            {"--heatmaps", "--heatmaps", folder.toString()},
            {"--plot", "--plot", folder.resolve("p.svg").toString()},
            {"folder", "--page", "/"},
            {"'off' is not one of whole, 1000, 4000", "--settings", "off"}
        };
        for (var w : wrong) {
            var arguments = List.of(w).subList(1, w.length).toArray(String[]::new);
            assertThat(compare(2, arguments)).startsWith("azulejo: ").contains(w[0]);
        }
    }

    @Test
    void aReportTellsTheWindowAndItsMemory() throws IOException {
        var whole = report("frame");
        var small = report("100");
        assertThat(whole.at("/settings/window").asText()).isEqualTo("frame");
        assertThat(small.at("/settings/window").asText()).isEqualTo("100");
        assertThat(whole.at("/frames/0/parked_bytes").asLong(-1)).isZero();
        assertThat(small.at("/frames/0/parked_bytes").asLong() / 1e6).isEqualTo(PARKED);
        assertThat(small.at("/frames/0/peak_geometry_bytes").asLong() / 1e6).isGreaterThan(PARKED);
        assertThat(whole.at("/frames/0/counters/tiles_revisited").asLong(-1)).isZero();
        assertThat(small.at("/frames/0/counters/tiles_revisited").asLong()).isPositive();
    }

    private JsonNode report(String window) throws IOException {
        Path report = folder.resolve("r.json");
        String[] arguments = {
            "render",
            "demo:teapot",
            "--size",
            "200x120",
            "--samples",
            "1",
            "--shadows=off",
            "--window",
            window,
            "-o",
            folder.resolve("p.png").toString(),
            "--report",
            report.toString()
        };
        assertThat(Main.run(arguments)).isZero();
        return new ObjectMapper().readTree(report.toFile());
    }

    /** Memory of two windows, and none of the third. */
    @Test
    void pointsStandWhereTheirValuesAre() {
        var rows = new Measurement[] {measured("a", 3_000_000), null, measured("c", 6_000_000)};
        var series = new WindowPlot.Series("plain", "line", rows);
        assertThat(series.most(Measurement::peakMegabytes)).isEqualTo(6);
        // 214 units across from 92 on, 106 up from 160 on for 6.36 MB
        String svg =
                new WindowPlot(360, 200, "Memory", List.of("a", "b", "c"), 6)
                        .line(series, Measurement::peakMegabytes)
                        .picture();
        assertThat(svg)
                .contains(
                        "d=\"M92.0 100.6L306.0 41.1\"",
                        "<title>a: 3.00</title>",
                        "<title>c: 6.00</title>",
                        ">Memory</text>");
        assertThat(svg.split("<circle", -1)).hasSize(1 + 2);
    }

    private static Measurement measured(String name, long bytes) {
        var recorder = new FrameRecorder();
        recorder.begin();
        recorder.addGeometry(bytes / 2, bytes / 2);
        recorder.addGeometry(bytes, bytes / 4);
        recorder.addGeometry(bytes - 1, bytes - 1);
        var row = new Measurement(name, 1, null);
        row.add(0, 1_000_000, 0, recorder.report());
        assertThat(row.parkedMegabytes()).isEqualTo(bytes / 4e6);
        return row;
    }
}
