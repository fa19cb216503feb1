package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.BinPhaseReport;
import dev.azulejo.core.report.BinReport;
import dev.azulejo.core.timeline.FrameOrder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.imageio.ImageIO;

/** What the command line shows of chiplets that render coarse bins. */
class ChipletStudyTest {
    private static final int FRAMES = 4;
    private static final int SIDE = 128;
    private static final String CHIPLETS = "--gpus=2 --split=bins --bins=4 --assign=static";

    @TempDir Path folder;

    private JsonNode render(String name, String words) throws IOException {
        var all = new ArrayList<>(List.of("render", "demo:objects", "--size=128x128"));
        all.addAll(List.of("--frames=" + FRAMES, "--threads=2", "--kernels=scalar"));
        all.addAll(
                List.of(
                        "--shadows=off",
                        "--reuse=off",
                        "-o",
                        folder.resolve(name + ".png").toString()));
        all.addAll(List.of("--report", folder.resolve(name + ".json").toString()));
        all.addAll(List.of(words.split(" ")));
        assertThat(Main.run(all.toArray(String[]::new))).isZero();
        return new ObjectMapper().readTree(folder.resolve(name + ".json").toFile());
    }

    private static String printed(int code, String... words) {
        var text = new ByteArrayOutputStream();
        var stream = new PrintStream(text, true, StandardCharsets.UTF_8);
        var out = System.out;
        var error = System.err;
        System.setOut(stream);
        System.setErr(stream);
        try {
            assertThat(Main.run(words)).as(String.join(" ", words)).isEqualTo(code);
        } finally {
            System.setOut(out);
            System.setErr(error);
        }
        return text.toString(StandardCharsets.UTF_8).trim();
    }

    private static double sum(JsonNode report, String place) {
        double sum = 0;
        for (var frame : report.get("frames")) {
            sum += frame.at(place).asDouble();
        }
        return sum;
    }

    @Test
    void overlapOnAndOffAreTheSameFiles() throws IOException {
        var plain = render("plain", "--tile=0");
        var on = render("on", CHIPLETS);
        var off = render("off", CHIPLETS + " --overlap=off");
        assertThat(on.get("overlap").asBoolean()).isTrue();
        assertThat(off.get("overlap").asBoolean()).isFalse();
        assertThat(on.get("gpus_in_turn").asInt()).isEqualTo(1);
        assertThat(plain.has("overlap") || plain.at("/frames/0").has("chiplets")).isFalse();
        for (int frame = 0; frame < FRAMES; frame++) {
            for (var report : List.of(on, off)) {
                assertThat(report.at("/frames/%d/sha256".formatted(frame)))
                        .isEqualTo(plain.at("/frames/%d/sha256".formatted(frame)));
            }
            assertThat(folder.resolve("on%04d.png".formatted(frame)))
                    .hasSameBinaryContentAs(folder.resolve("plain%04d.png".formatted(frame)));
        }
    }

    /** Four bins in turn to two chiplets; what is said of bins is what is said of chiplets. */
    @Test
    void aReportSaysWhatChipletsAndBinsDid() throws IOException {
        for (String overlap : List.of("on", "off")) {
            var report = render("said", CHIPLETS + " --overlap=" + overlap);
            for (var frame : report.get("frames")) {
                assertThat(frame.get("chiplets")).hasSize(2);
                assertThat(frame.at("/chiplets/0/pixels").asInt()).isEqualTo(SIDE * SIDE / 2);
                assertThat(frame.at("/chiplets/1/bins").asInt()).isEqualTo(2);
                var bins = frame.at("/bins_by_phase/0/bins");
                assertThat(bins).hasSize(4);
                long positions = 0;
                long costNs = 0;
                for (var bin : bins) {
                    int chiplet = bin.get("chiplet").asInt();
                    assertThat(chiplet).isEqualTo(bin.get("bin").asInt() % 2);
                    assertThat(bin.get("stream_bytes").asInt()).isPositive();
                    positions += chiplet == 1 ? bin.get("positions").asLong() : 0;
                    costNs += chiplet == 1 ? bin.get("cost_ns").asLong() : 0;
                }
                assertThat(frame.at("/chiplets/1/positions").asLong()).isEqualTo(positions);
                assertThat(frame.at("/chiplets/1/render_ns").asLong()).isEqualTo(costNs);
            }
            scheduleIsThatOfTheFrames(report);
        }
    }

    /** What takes one thread 30 ns takes a chiplet of half the fastest one's speed 60. */
    @Test
    void slowerChipletsTakeLonger() {
        var study = new ChipletStudy(Group.of(2).withWeights(List.of(2, 1)));
        var bins =
                List.of(
                        new BinReport(0, 0, 1, 1, 1, 1, 30, 4, 1),
                        new BinReport(1, 1, 1, 1, 1, 1, 30, 5, 2));
        study.add(List.of(new BinPhaseReport(0, 0, 10, bins)));
        assertThat(study.schedule(FrameOrder.APART).elapsedNs()).isEqualTo(10 + 60);
        assertThat(study.visibilityShare()).isEqualTo(10 / 70.0);
        assertThat(study.positions()).isEqualTo(9);
        assertThat(study.varyings()).isEqualTo(3);
    }

    private static void scheduleIsThatOfTheFrames(JsonNode report) {
        var schedule = report.get("chiplet_schedule");
        for (String mode : List.of("one_after_the_other", "overlapped")) {
            var played = schedule.get(mode);
            assertThat(played.get("frames").asInt()).isEqualTo(FRAMES);
            double lookMs = sum(report, "/chiplets/0/visibility_ns") / 1e6;
            double renderMs = sum(report, "/chiplets/1/render_ns") / 1e6;
            double elapsedMs = played.get("elapsed_ms").asDouble();
            assertThat(played.at("/chiplets/0/visibility_ms").asDouble())
                    .isCloseTo(lookMs, within(1e-5));
            assertThat(played.at("/chiplets/1/render_ms").asDouble())
                    .isCloseTo(renderMs, within(1e-5));
            assertThat(played.at("/chiplets/1/idle_ms").asDouble())
                    .isCloseTo(elapsedMs - renderMs, within(1e-5));
            assertThat(played.at("/chiplets/1/idle_share").asDouble())
                    .isCloseTo(1 - renderMs / elapsedMs, within(1e-6));
        }
        assertThat(schedule.at("/overlapped/elapsed_ms").asDouble())
                .isLessThanOrEqualTo(schedule.at("/one_after_the_other/elapsed_ms").asDouble());
        assertThat(schedule.at("/imbalance/assigned")).isEqualTo(schedule.at("/imbalance/static"));
        double positions =
                sum(report, "/chiplets/0/positions") + sum(report, "/chiplets/1/positions");
        assertThat(schedule.get("positions_per_frame").asDouble())
                .isCloseTo(positions / FRAMES, within(1e-6));
        double varyings = sum(report, "/chiplets/0/varyings") + sum(report, "/chiplets/1/varyings");
        assertThat(schedule.get("varyings_per_frame").asDouble())
                .isCloseTo(varyings / FRAMES, within(1e-6));
        double looks = sum(report, "/chiplets/0/visibility_ns");
        double renders =
                sum(report, "/chiplets/0/render_ns") + sum(report, "/chiplets/1/render_ns");
        assertThat(schedule.get("visibility_share").asDouble())
                .isCloseTo(looks / (looks + renders), within(1e-6));
        assertThat(schedule.get("visibility_bytes_per_frame").asDouble())
                .isCloseTo(streamBytes(report) / FRAMES, within(1e-6));
    }

    private static double streamBytes(JsonNode report) {
        double bytes = 0;
        for (int bin = 0; bin < 4; bin++) {
            bytes += sum(report, "/bins_by_phase/0/bins/%d/stream_bytes".formatted(bin));
        }
        return bytes;
    }

    /** Bins are squares of 64 pixels here, left for chiplet 0 and right for chiplet 1. */
    @Test
    void ownersAreWhoRenderedWhichBin() throws IOException {
        var owners = folder.resolve("owners.png");
        render("painted", CHIPLETS + " --owners=" + owners);
        var plain = ImageIO.read(folder.resolve("painted%04d.png".formatted(FRAMES - 1)).toFile());
        var picture = ImageIO.read(owners.toFile());
        for (int[] at : new int[][] {{5, 5, 96}, {70, 40, 96}, {64, 40, 200}, {20, 64, 200}}) {
            int x = at[0];
            int y = at[1];
            int abgr = Integer.reverseBytes(plain.getRGB(x, y) << 8 | 0xff);
            int mixed = OwnerPicture.mix(abgr, OwnerPicture.color(x / 64), at[2]);
            assertThat(picture.getRGB(x, y) & 0xffffff)
                    .as("%d, %d", x, y)
                    .isEqualTo(Integer.reverseBytes(mixed) >>> 8);
        }
    }

    @Test
    void aTimelineHasASpanForEachBin() throws IOException {
        var file = folder.resolve("trace.json");
        render("watched", CHIPLETS + " --timeline=" + file);
        Map<String, Integer> begun = new HashMap<>();
        Map<Integer, Integer> bins = new HashMap<>();
        var names = new ArrayList<String>();
        for (var event : new ObjectMapper().readTree(file.toFile()).get("traceEvents")) {
            String name = event.get("name").asText();
            if (event.get("ph").asText().equals("B")) {
                begun.merge(name, 1, Integer::sum);
                if (name.equals("bin")) {
                    bins.merge(event.at("/args/number").asInt(), 1, Integer::sum);
                }
            } else if (name.equals("process_name")) {
                names.add(event.at("/args/name").asText());
            }
        }
        assertThat(names).containsExactly("frames", "team 0", "team 1");
        assertThat(begun).containsEntry("frame", FRAMES).containsEntry("visibility", FRAMES);
        assertThat(bins).isEqualTo(Map.of(0, FRAMES, 1, FRAMES, 2, FRAMES, 3, FRAMES));
        assertThat(begun.get("tiles")).isPositive();
    }

    /** A chiplet that is lost in mid-frame: the others render its bins. */
    @Test
    void faultsChangeNoByte() throws IOException {
        render("plain", "--tile=0");
        for (String overlap : List.of("on", "off")) {
            var report = render("faulty", CHIPLETS + " --gpu-fault=dead:1@2 --overlap=" + overlap);
            for (int frame = 0; frame < FRAMES; frame++) {
                assertThat(folder.resolve("faulty%04d.png".formatted(frame)))
                        .hasSameBinaryContentAs(folder.resolve("plain%04d.png".formatted(frame)));
            }
            assertThat(report.at("/frames/3/chiplets/1/lost_in_frame").asInt()).isEqualTo(2);
            assertThat(sum(report, "/counters/bins_taken_over")).isPositive();
            assertThat(report.at("/frames/3/chiplets/1/pixels").asInt()).isZero();
            assertThat(report.at("/frames/3/chiplets/0/pixels").asInt()).isEqualTo(SIDE * SIDE);
        }
    }

    @Test
    void benchMeasuresOverlappedFrames() throws IOException {
        var words = new ArrayList<>(List.of("bench", "demo:objects", "--size=64x64", "--json"));
        words.addAll(List.of("--frames=3", "--warmup=0", "--threads=2", "--overlap=on"));
        words.addAll(List.of(CHIPLETS.split(" ")));
        var line = new ObjectMapper().readTree(printed(0, words.toArray(String[]::new)));
        assertThat(line.get("overlap").asBoolean()).isTrue();
        assertThat(line.get("mean_ms").asDouble()).isPositive();
        // From its beginning on a frame waits for the one before it.
        assertThat(line.get("latency_ms").asDouble()).isGreaterThan(0);
        assertThat(line.get("idle_share").asDouble())
                .isLessThanOrEqualTo(line.get("idle_share_apart").asDouble());
    }

    private static Map<String, List<String>> compare(String... more) {
        var words = new ArrayList<>(List.of("--size=160x96", "--warmup=0"));
        words.addAll(List.of(more));
        return rows(words);
    }

    private static Map<String, List<String>> rows(List<String> more) {
        return rows("demo:rooms", more);
    }

    private static Map<String, List<String>> rows(String scene, List<String> more) {
        var words = new ArrayList<>(List.of("compare", scene, "--technique=bins"));
        words.addAll(List.of("--frames=1", "--threads=2"));
        words.addAll(more);
        var rows = new LinkedHashMap<String, List<String>>();
        for (String line : printed(0, words.toArray(String[]::new)).split("\n")) {
            if (line.startsWith("| ")) {
                var cells = List.of(line.split(" *\\| *"));
                rows.put(cells.get(1), cells.subList(2, cells.size()));
            }
        }
        return rows;
    }

    @Test
    void aComparisonHasPackagesAndGpusOfTheSameNumber() {
        var rows = compare("--gpus=3", "--bins=6");
        assertThat(rows.keySet())
                .containsExactly(
                        "chiplets",
                        "---",
                        "one-early-z",
                        "one",
                        "bins-3-positions",
                        "bins-3-full",
                        "bins-3-auto",
                        "bins-3-static",
                        "bins-3-no-early-z",
                        "regions-3");
        var headings = rows.get("chiplets");
        int told = headings.indexOf("bytes told");
        int rendered = headings.indexOf("positions x one");
        int ahead = headings.indexOf("positions ahead x one");
        assertThat(rows.get("one-early-z").get(told)).isEqualTo("0");
        assertThat(rows.get("one-early-z").get(rendered)).isEqualTo("1.000");
        assertThat(rows.get("one-early-z").get(ahead)).isEqualTo("0.000");
        assertThat(rows.get("one-early-z")).endsWith("-", "-", "-", "-", "-", "-", "yes");
        var row = rows.get("bins-3-positions");
        assertThat(Integer.parseInt(row.get(told))).isPositive();
        assertThat(Double.parseDouble(row.get(ahead))).isPositive();
        int imbalance = headings.indexOf("imbalance");
        var fixed = rows.get("bins-3-static");
        assertThat(fixed.get(imbalance)).isEqualTo(fixed.get(imbalance + 1));
        assertThat(Double.parseDouble(fixed.get(imbalance + 2))).isGreaterThanOrEqualTo(1);
    }

    @Test
    void aComparisonMayChoose() {
        assertThat(compare("--settings=bins-4-auto").keySet())
                .containsExactly("chiplets", "---", "one-early-z", "bins-4-auto");
    }

    /** In 32 bins, as large as bins of usual pictures: bounds that nothing may grow above. */
    @ParameterizedTest
    @ValueSource(strings = {"demo:city", "demo:rooms"})
    void littleIsDoneTwiceAndLittleIsTold(String scene) {
        var settings = "--settings=bins-4-auto,bins-16-auto";
        var rows = rows(scene, List.of("--size=960x540", "--warmup=1", settings));
        var headings = rows.get("chiplets");
        for (String chiplets : List.of("bins-4-auto", "bins-16-auto")) {
            var row = rows.get(chiplets);
            for (String vertices : List.of("positions x one", "varyings x one")) {
                assertThat(Double.parseDouble(row.get(headings.indexOf(vertices))))
                        .isBetween(0.01, 1.25);
            }
            assertThat(Double.parseDouble(row.get(headings.indexOf("% of geometry"))))
                    .isBetween(0.001, 5.0);
            // By what bins did cost, not by what they were expected to.
            assertThat(Double.parseDouble(row.get(headings.indexOf("by measured"))))
                    .isBetween(0.999, 1.1);
            assertThat(row).endsWith("yes");
        }
    }

    @Test
    void tilesOfBinsAreCompared() {
        String page =
                printed(
                        0,
                        "compare",
                        "demo:teapot",
                        "--technique=reuse",
                        "--gpus=2",
                        "--split=bins",
                        "--size=96x64",
                        "--frames=2",
                        "--warmup=0");
        assertThat(page).contains("| tiles |").contains("yes").doesNotContain("| no |");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    render --overlap=on | --overlap: frames of chiplets overlap: --gpus=N
                    render --gpus=2 --overlap=off | --split=bins expected
                    render --gpus=2 --split=bins --overlap=maybe | --overlap=maybe: expected on or
                    render --gpus=2 --split=bins --waste=w.png | --waste: chiplets are told what is
                    bench --gpus=2 --split=bins --overlap=on --counters | --overlap measures sequ
                    render --gpus=2 --split=bins --early-z=full | leave early Z's full and backward out
                    render --gpus=2 --split=bins --visibility=full --early-z=before,raster | raster would have no effect with --visibility=full
                    render --gpus=2 --split=bins --visibility=positions --early-z=before,records=9 | records=9 would have no
                    render --gpus=2 --split=bins --window=99 --early-z=before,raster | raster would have no effect with --window=99
                    render --gpus=2 --split=bins --fine=batches --early-z=before,tiles | tiles would have no effect with --fine=batches
                    compare --technique=early-z --gpus=2 --split=bins | leave --split=bins out
                    compare --technique=bins --split=bins | compare sets --split, --visibility,
                    compare --technique=bins --assign=static | compare sets --split, --visibility,
                    compare --technique=bins --early-z=off | compare sets --early-z itself
                    compare --technique=bins --gpus=1 | --technique=bins: --gpus=2 or more expected
                    compare --technique=bins --page=p.html | --heatmaps and --page: not for
                    compare --technique=bins --animate | for --technique=reuse only
                    """)
    void whatCannotBeIsOneLine(String words, String expected) {
        var all = new ArrayList<>(List.of(words.split(" ")));
        all.add(1, "demo:teapot");
        if (all.getFirst().equals("render")) {
            all.addAll(List.of("--size=32x32", "-o", folder.resolve("none.png").toString()));
        }
        assertThat(printed(2, all.toArray(String[]::new))).contains(expected).hasLineCount(1);
        assertThat(Files.exists(folder.resolve("none.png"))).isFalse();
    }
}
