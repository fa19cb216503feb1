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
import java.util.ArrayList;
import java.util.List;

import javax.imageio.ImageIO;

class CommandLineTest {
    @TempDir Path folder;

    /** Runs the command and returns its exit code, then what it wrote to standard error. */
    private static List<String> run(String... arguments) {
        var error = new ByteArrayOutputStream();
        var before = System.err;
        System.setErr(new PrintStream(error, true, StandardCharsets.UTF_8));
        try {
            int code = Main.run(arguments);
            var lines = new ArrayList<String>();
            lines.add(Integer.toString(code));
            lines.addAll(error.toString(StandardCharsets.UTF_8).lines().toList());
            return lines;
        } finally {
            System.setErr(before);
        }
    }

    private void refused(String expected, String... arguments) throws IOException {
        var result = run(arguments);
        assertThat(result.getFirst()).as(String.join(" ", arguments)).isEqualTo("2");
        assertThat(result).as("one line").hasSize(2);
        assertThat(result.get(1)).startsWith("azulejo: ").contains(expected);
        try (var left = Files.list(folder)) {
            assertThat(left.filter(f -> f.toString().endsWith(".png"))).isEmpty();
        }
    }

    @Test
    void wrongUseIsOneLineAndExitCodeTwo() throws IOException {
        String png = folder.resolve("a.png").toString();
        refused("WIDTHxHEIGHT", "render", "demo:teapot", "-o", png, "--size", "0x5");
        refused("WIDTHxHEIGHT", "render", "demo:teapot", "-o", png, "--size", "99999x99999");
        for (String width : new String[] {"0", "0.2", "65", "NaN"}) {
            refused("0.25..64", "render", "demo:teapot", "-o", png, "--line-width", width);
        }
        for (String size : new String[] {"0", "0.5", "1025", "NaN"}) {
            refused("1..1024", "render", "demo:teapot", "-o", png, "--point-size", size);
        }
        refused("1, 4, 8 or 16", "render", "demo:teapot", "-o", png, "--samples", "3");
        refused("1..256", "render", "demo:teapot", "-o", png, "--threads", "0");
        refused("frame", "render", "demo:teapot", "-o", png, "--window", "many");
        refused("window", "render", "demo:teapot", "-o", png, "--window", "0");
        refused("--tile=17", "render", "demo:teapot", "-o", png, "--tile", "17");
        refused("orbit:AZ,EL", "render", "demo:teapot", "-o", png, "--camera", "orbit:x");
        refused(
                "stand:X,Y,Z,AZ[,EL]",
                "render",
                "demo:teapot",
                "-o",
                png,
                "--camera",
                "stand:1,2,3");
        refused(
                "stand:X,Y,Z,AZ[,EL]",
                "render",
                "demo:teapot",
                "-o",
                png,
                "--camera",
                "stand:1,2,3,x");
        refused(
                "EL within -90..90",
                "render",
                "demo:teapot",
                "-o",
                png,
                "--camera",
                "stand:1,2,3,0,91");
        refused("finite", "render", "demo:teapot", "-o", png, "--camera", "stand:1,NaN,3,0");
        refused(
                "too far away",
                "render",
                "demo:teapot",
                "-o",
                png,
                "--camera",
                "stand:3e38,3e38,0,0");
        refused("no such camera", "render", "demo:teapot", "-o", png, "--camera", "left");
        refused("stand:X,Y,Z,AZ", "render", "demo:teapot", "-o", png, "--camera", "eye:0,1,2,0");
        refused("RRGGBB", "render", "demo:teapot", "-o", png, "--background", "blue");
        refused("--output", "render", "demo:teapot");
        refused("no such built-in scene", "render", "demo:nothing", "-o", png);
        refused("no such file", "render", folder.resolve("none.glb").toString(), "-o", png);
        refused("folder", "render", folder.toString(), "-o", png);
        refused(
                "does not exist",
                "render",
                "demo:teapot",
                "--size",
                "16x16",
                "-o",
                folder.resolve("none/a.png").toString());
        refused("Unmatched", "paint");
        refused("clusters", "render", "demo:teapot", "-o", png, "--early-z", "sometimes");
        refused("eye:X,Y,Z", "bench", "demo:teapot", "--camera", "eye:1,2");
        refused("-90..90", "bench", "demo:teapot", "--camera", "orbit:91");
        refused("alone", "render", "demo:teapot", "-o", png, "--early-z", "on,clusters");
        refused("nobody", "render", "demo:teapot", "-o", png, "--early-z", "backward");
        refused(
                "again needs after",
                "render",
                "demo:teapot",
                "-o",
                png,
                "--early-z",
                "before,again");
        refused("records", "render", "demo:teapot", "-o", png, "--early-z", "before,records=0");
        refused("--reference", "render", "demo:teapot", "-o", png, "--reference", "--early-z=on");
        for (var none : List.of("--threads=1", "--window=9", "--tile=16", "--kernels=scalar")) {
            refused("one thread", "render", "demo:teapot", "-o", png, "--reference", none);
        }
        refused(
                "whole frames",
                "render",
                "demo:teapot",
                "-o",
                png,
                "--reuse",
                "tiles",
                "--window",
                "1000");
        refused("no effect", "render", "demo:teapot", "-o", png, "--reuse", "tiles,parts=8");
        refused("no effect", "bench", "demo:teapot", "--early-z", "full,records=8");
        for (var command : List.of("render", "bench", "compare")) {
            var words = new ArrayList<>(List.of(command, "demo:teapot", "--window", "1000"));
            words.addAll(List.of("--early-z", "full"));
            if (command.equals("render")) {
                words.addAll(List.of("-o", png));
            }
            if (command.equals("compare")) {
                words.addAll(List.of("--technique", "throttle"));
            }
            refused("--window would have no effect", words.toArray(String[]::new));
        }
        refused("no effect", "bench", "demo:teapot", "--early-z", "full,after");
        refused("no effect", "bench", "demo:teapot", "--early-z", "clusters,views");
        refused("no effect", "bench", "demo:teapot", "--early-z", "tiles,backward");
        refused("no effect", "render", "demo:teapot", "-o", png, "--early-z", "views,clusters");
        refused("'some'", "render", "demo:teapot", "-o", png, "--reuse", "some");
        refused("'hash=md5'", "render", "demo:teapot", "-o", png, "--reuse", "tiles,hash=md5");
        refused(
                "--reuse: parts=0",
                "render",
                "demo:teapot",
                "-o",
                png,
                "--reuse",
                "blocks,parts=0");
        refused(
                "--reuse: parts=65",
                "render",
                "demo:teapot",
                "-o",
                png,
                "--reuse",
                "blocks,parts=65");
        refused("'copy=1'", "render", "demo:teapot", "-o", png, "--reuse", "tiles,copy=1");
        refused("'parts=x'", "render", "demo:teapot", "-o", png, "--reuse", "blocks,parts=x");
        refused("--reference", "render", "demo:teapot", "-o", png, "--reference", "--reuse=tiles");
        refused("DISTANCE", "render", "demo:teapot", "-o", png, "--stereo", "-1");
        refused("DISTANCE", "render", "demo:teapot", "-o", png, "--stereo", "1,0.5");
        refused("DISTANCE", "render", "demo:teapot", "-o", png, "--stereo", "1,2,3");
        refused("8192", "render", "demo:teapot", "-o", png, "--stereo", "1", "--size", "8000x9");
        refused("no stereo", "bench", "demo:teapot", "--export", png, "--stereo", "1");
        refused("'apart'", "compare", "demo:teapot", "--settings", "apart");
        refused("--reuse", "compare", "demo:teapot", "--reuse", "tiles");
        refused("--reuse", "compare", "demo:teapot", "--technique", "reuse", "--reuse", "off");
        refused("gpus or bins", "compare", "demo:teapot", "--technique", "all");
        refused(
                "'raster'",
                "compare",
                "demo:teapot",
                "--technique",
                "reuse",
                "--settings",
                "raster");
        refused("--page", "compare", "demo:teapot", "--page", png);
        refused("--animate", "compare", "demo:teapot", "--animate");
        refused("no animation", "render", "demo:teapot", "-o", png, "--animate");
        refused("--time", "render", "demo:teapot", "-o", png, "--time", "-1");
        refused("--fps", "render", "demo:viewer", "-o", png, "--animate", "--fps", "0");
        refused("--fps", "render", "demo:viewer", "-o", png, "--fps", "60");
        refused("--time", "compare", "demo:viewer", "--time", "1");
        refused("--window", "compare", "demo:viewer", "--technique", "reuse", "--window", "9");
        refused("folder", "compare", "demo:viewer", "--technique", "reuse", "--page", "/");
        refused("'most'", "compare", "demo:teapot", "--settings", "most");
        refused("--settings", "compare", "demo:teapot", "--early-z", "on");
        refused("no such folder", "compare", "demo:teapot", "--heatmaps", png);
        refused("--frames", "compare", "demo:teapot", "--frames", "0");
    }

    /** Settings that mean nothing beside others, or for what is rendered. */
    @Test
    void whatWouldHaveNoEffectIsRefused() throws IOException {
        String png = folder.resolve("a.png").toString();
        String records = "--early-z=before,records=4";
        refused("records=N", "render", "demo:teapot", "-o", png, records, "--window=1000");
        refused("records=N", "render", "demo:teapot", "-o", png, records, "--fine=batches");
        refused("records=N", "bench", "demo:teapot", records, "--window=1000");
        refused(
                "records=N",
                "compare",
                "demo:teapot",
                "--technique=throttle",
                records,
                "--window=1000");
        refused("records=N", "bench", "demo:sphere", "--tessellate=pn", records, "--window=1000");
        refused("one frame", "render", "demo:sphere", "-o", png, "--reuse=tiles");
        refused("one frame", "render", "demo:sphere", "-o", png, "--reuse=auto,copy", "--frames=1");
        String thumbs = folder.resolve("thumbs").toString();
        refused("one picture", "render", "demo:sphere", "demo:city", "-o", thumbs, "--reuse=tiles");
        refused("nothing is tessellated", "bench", "demo:sphere", "--throttle=off");
        refused("nothing is tessellated", "compare", "demo:city", "--throttle=cap=3");
        refused(
                "nothing is tessellated",
                "compare",
                "demo:city",
                "--technique=reuse",
                "--throttle=cap=3");
        refused("--window=1024", "bench", "demo:sphere", "--fine=batches", "--window=1024");
        refused(
                "primitives=9",
                "render",
                "demo:sphere",
                "-o",
                png,
                "--fine=batches,primitives=9",
                "--window=8");
    }

    /** The same settings where they mean something. */
    @Test
    void whatHasAnEffectIsNotRefused() {
        String png = folder.resolve("a.png").toString();
        String[][] all = {
            {"demo:sphere", "--early-z=before,records=4", "--window=1000"},
            {"demo:objects", "--early-z=before,records=4"},
            {"demo:sphere", "--reuse=off"},
            {"demo:sphere", "--reuse=tiles", "--frames=2"},
            {"demo:sphere", "--fine=batches", "--window=1023"}
        };
        for (var one : all) {
            var words = new ArrayList<>(List.of("render", "-o", png, "--size=32x24"));
            words.addAll(List.of(one));
            var said = run(words.toArray(String[]::new));
            assertThat(said.getFirst()).as("%s", words).isEqualTo("0");
            assertThat(said.subList(1, said.size())).allMatch(l -> l.startsWith("azulejo: note:"));
        }
    }

    /** Without a report, which would say so, what made no difference is told in a note. */
    @Test
    void renderAndBatchesSayWhatHadNoEffect() throws IOException {
        String png = folder.resolve("a.png").toString();
        String note = "azulejo: note: --window: no tile was visited twice";
        assertThat(run("render", "demo:sphere", "-o", png, "--size=32x24", "--window=1000000"))
                .containsExactly("0", note);
        Path results = folder.resolve("results.jsonl");
        var several =
                run(
                        "render",
                        "demo:sphere",
                        "demo:teapot",
                        "-o",
                        folder.resolve("all").toString(),
                        "--results",
                        results.toString(),
                        "--size=32x24",
                        "--shadows=off",
                        "--throttle=cap=9");
        assertThat(several.getFirst()).isEqualTo("0");
        assertThat(Files.readString(results))
                .contains("--throttle: no frame had patches to launch")
                .contains("no frame had more than one group of patches to launch");
    }

    @Test
    void reuseThatNeverComparesIsReported() throws IOException {
        Path report = folder.resolve("r.json");
        // Each of three GPUs renders one frame; then each renders two
        for (var frames : List.of("3", "6")) {
            assertThat(
                            run(
                                    "render",
                                    "demo:teapot",
                                    "--size=32x24",
                                    "--gpus=3",
                                    "--split=frames",
                                    "--reuse=tiles,no-partial",
                                    "--frames=" + frames,
                                    "-o",
                                    folder.resolve("a.png").toString(),
                                    "--report",
                                    report.toString()))
                    .containsExactly("0");
            var json = new ObjectMapper().readTree(report.toFile());
            assertThat(json.has("reuse_without_effect")).as(frames).isEqualTo(frames.equals("3"));
        }
    }

    @Test
    void wrongThrottlesAreOneLineAndExitCodeTwo() throws IOException {
        String png = folder.resolve("a.png").toString();
        String[][] wrong = {
            {"'some'", "some"},
            {"'cap'", "cap"},
            {"'cap=many'", "cap=many"},
            {"--throttle: cap=0", "cap=0"},
            {"--throttle: engines=0", "on,engines=0"},
            {"--throttle: engines=17", "on,engines=17"},
            {"--throttle: patches=33", "off,patches=33"},
            {"'patches=x'", "off,patches=x"},
            {"'engines'", "on,engines"},
            {"'speed=1'", "on,speed=1"},
            {"'thresholds=8/4'", "on,thresholds=8/4"},
            {"thresholds 1 >= 4 >= 2", "on,thresholds=1/4/2"},
            {"limits 1 <= 9 <= 4", "on,limits=9/4/8"},
            {"--throttle: floor=-1", "on,floor=-1"},
            {"'floor=x'", "on,floor=x"},
            {"'on' only", "off,floor=1"},
            {"'engines=3' says nothing when 'off'", "off,engines=3"},
            {"'on' only", "cap=2,limits=2/4/8"}
        };
        for (var w : wrong) {
            refused(w[0], "render", "demo:teapot", "-o", png, "--throttle", w[1]);
        }
        refused("'some'", "bench", "demo:teapot", "--throttle", "some");
        refused("--reference", "render", "demo:teapot", "-o", png, "--reference", "--throttle=off");
    }

    @Test
    void sortingInBatchesIsReportedAndChangesNoByte() throws IOException {
        byte[] expected = null;
        for (var setting : List.of("lists", "batches,primitives=50,states=2")) {
            Path report = folder.resolve("r.json");
            Path png = folder.resolve("p.png");
            assertThat(
                            run(
                                    "render",
                                    "demo:teapot",
                                    "--size=80x45",
                                    "--shadows=off",
                                    "-o",
                                    png.toString(),
                                    "--report",
                                    report.toString(),
                                    "--fine",
                                    setting))
                    .containsExactly("0");
            var json = new ObjectMapper().readTree(report.toFile());
            assertThat(json.at("/settings/fine").asText()).isEqualTo(setting);
            // 920 triangles less 40 without an area and 32 that cover no sample, by 50
            assertThat(json.at("/frames/0/counters/triangles_setup").asLong()).isEqualTo(848);
            assertThat(json.at("/frames/0/counters/fine_batches").asLong())
                    .isEqualTo(expected == null ? 0 : 17);
            byte[] bytes = Files.readAllBytes(png);
            assertThat(bytes).isEqualTo(expected == null ? bytes : expected);
            expected = bytes;
        }
    }

    @Test
    void wrongWaysOfSortingAreOneLineAndExitCodeTwo() throws IOException {
        String png = folder.resolve("a.png").toString();
        String[][] wrong = {
            {"--fine=some", "some"},
            {"--fine: primitives=0", "batches,primitives=0"},
            {"--fine: states=257", "batches,states=257"},
            {"--fine=states=x", "batches,states=x"},
            {"primitives=N or states=N", "batches,speed=1"},
            {"nothing after 'lists'", "lists,states=1"}
        };
        for (var w : wrong) {
            refused(w[0], "render", "demo:teapot", "-o", png, "--fine", w[1]);
        }
        refused("--reference", "render", "demo:teapot", "-o", png, "--reference", "--fine=batches");
        refused("--reuse", "bench", "demo:teapot", "--reuse=tiles", "--fine=batches");
        refused("--fine", "compare", "demo:teapot", "--technique=windows", "--fine=batches");
        refused("--fine", "compare", "demo:teapot", "--technique=reuse", "--fine=batches");
    }

    @Test
    void throttlesAreReportedAndChangeNoByte() throws IOException {
        String expected = null;
        for (var setting :
                List.of(
                        "off",
                        "cap=1,patches=4",
                        "on,engines=3,thresholds=1/1/0,limits=1/2/3,floor=0")) {
            Path report = folder.resolve("r.json");
            assertThat(
                            run(
                                    "render",
                                    "demo:teapot",
                                    "--size",
                                    "160x90",
                                    "-o",
                                    folder.resolve("p.png").toString(),
                                    "--report",
                                    report.toString(),
                                    "--throttle",
                                    setting))
                    .containsExactly("0");
            var json = new ObjectMapper().readTree(report.toFile());
            assertThat(json.at("/settings/throttle").asText()).isEqualTo(setting);
            assertThat(json.at("/frames/0/peak_geometry_bytes").asLong()).isPositive();
            assertThat(json.at("/frames/0/starved_ms").isNumber()).isTrue();
            String hash = json.at("/frames/0/sha256").asText();
            expected = expected == null ? hash : expected;
            assertThat(hash).as(setting).isEqualTo(expected);
        }
    }

    /** One group after the other by a cap: what is counted in the report is counted by hand. */
    @Test
    void theReportTellsWhatTheThrottleDid() throws IOException {
        Path report = folder.resolve("r.json");
        String[] arguments = {
            "render",
            "demo:teapot",
            "--size",
            "64x48",
            "-o",
            folder.resolve("a.png").toString(),
            "--shadows=off",
            "--threads",
            "1",
            "--report",
            report.toString(),
            "--throttle",
            "cap=2,patches=8"
        };
        assertThat(run(arguments)).containsExactly("0");
        var json = new ObjectMapper().readTree(report.toFile());
        // 32 patches
        var counters = json.at("/frames/0/counters");
        assertThat(counters.at("/hull_launches").asInt()).isEqualTo(4);
        assertThat(counters.at("/patches").asInt()).isEqualTo(32);
        assertThat(counters.at("/patches_dropped").isNumber()).isTrue();
        assertThat(counters.at("/tessellated_primitives").asInt()).isPositive();
        assertThat(counters.at("/launches_over_limit").asInt()).isOne();
        assertThat(counters.at("/drains").asInt()).isOne();
        var throttle = json.at("/frames/0/throttle");
        assertThat(throttle.at("/most_in_flight").asInt()).isEqualTo(2);
        for (var what : List.of("arbiter", "refused", "end")) {
            assertThat(throttle.at("/starved_ms/" + what).asDouble(-1)).as(what).isZero();
        }
        var series = throttle.at("/series");
        int samples = series.at("/in_flight").size();
        assertThat(samples).isGreaterThan(4 * 4);
        for (var name : List.of("ms", "limit_per_engine", "total", "error", "latency")) {
            assertThat(series.at("/" + name)).as(name).hasSize(samples);
        }
        int most = 0;
        for (int s = 0; s < samples; s++) {
            most = Math.max(most, series.at("/in_flight").get(s).asInt());
            assertThat(series.at("/limit_per_engine").get(s).asInt()).isEqualTo(2);
        }
        assertThat(most).isEqualTo(2);
        assertThat(json.has("throttle_without_effect")).isFalse();
    }

    /** What bench measures, too: records that are more than there are chunks bound nothing. */
    @Test
    void benchSaysWhatHadNoEffect() {
        String[] command = {
            "bench",
            "demo:objects",
            "--size",
            "64x48",
            "--frames",
            "1",
            "--warmup",
            "0",
            "--early-z",
            ""
        };
        command[command.length - 1] = "clusters,before,after,tiles,records=100000";
        var said = run(command);
        assertThat(said.getFirst()).isEqualTo("0");
        assertThat(said).anyMatch(line -> line.startsWith("azulejo: note: --early-z: records: cu"));
        command[command.length - 1] = "clusters,before,after,tiles";
        assertThat(run(command))
                .containsExactly(
                        "0",
                        "azulejo: note: --early-z: tiles: no triangle was hidden in any",
                        "azulejo: note: --early-z: after: no triangle was hidden that was tested"
                                + " again");
        // Patches alone
        command[1] = "demo:teapot";
        assertThat(run(command))
                .containsExactly(
                        "0",
                        "azulejo: note: --early-z: no draw call could be tested: patches, reshaped"
                                + " or excluded ones pass");
    }

    /** Who reads a line of JSON gets one, and nothing before it. */
    @Test
    void benchPutsCountersIntoItsLine() throws IOException {
        var words = new ArrayList<>(List.of("bench", "demo:teapot", "--size=64x48", "--json"));
        words.addAll(List.of("--frames=2", "--warmup=0", "--counters"));
        var printed = CommandRun.run(words.toArray(String[]::new));
        assertThat(printed).startsWith("0\n{").hasLineCount(2);
        var json = new ObjectMapper().readTree(printed.substring(2));
        assertThat(json.at("/counters/draws").asLong()).isPositive();
        assertThat(json.at("/frames").asInt()).isEqualTo(2);
        words.removeLast();
        var without = CommandRun.run(words.toArray(String[]::new));
        assertThat(new ObjectMapper().readTree(without.substring(2)).has("counters")).isFalse();
    }

    @Test
    void settingsWithoutEffectAreReported() throws IOException {
        Path report = folder.resolve("r.json");
        String[][] all = {
            {"cap=5,engines=1", "demo:teapot", "no frame had more than one"},
            {"on,thresholds=9/5/3", "demo:teapot", "no frame had more than one"},
            {"on,floor=0,ceiling=500", "demo:teapot", "no frame had more than one"},
            {"cap=100000,patches=2", "demo:teapot", "cap:"},
            {"on,thresholds=3/3/1,patches=2", "demo:teapot", "thresholds and", "limits: of equal"},
            {"on,floor=0,ceiling=500,patches=2", "demo:teapot", "floor:"},
            {"off", "demo:sphere", "no frame"},
            {"off", "demo:teapot"},
            {"on", "demo:teapot"},
            {"on,engines=16,patches=5", "demo:teapot"}
        };
        for (var one : all) {
            assertThat(
                            run(
                                    "render",
                                    one[1],
                                    "--shadows=off",
                                    "--size",
                                    "64x48",
                                    "-o",
                                    folder.resolve("a.png").toString(),
                                    "--report",
                                    report.toString(),
                                    "--throttle",
                                    one[0]))
                    .containsExactly("0");
            var json = new ObjectMapper().readTree(report.toFile());
            List<String> texts = new ArrayList<>();
            json.at("/throttle_without_effect").forEach(text -> texts.add(text.asText()));
            assertThat(texts).as(one[0]).hasSize(one.length - 2);
            for (int i = 2; i < one.length; i++) {
                assertThat(texts.get(i - 2)).startsWith(one[i]);
            }
        }
    }

    @Test
    void wrongTessellationIsOneLineAndExitCodeTwo() throws IOException {
        String png = folder.resolve("a.png").toString();
        refused("pn or off", "render", "demo:teapot", "-o", png, "--tessellate", "phong");
        refused("0.25..1024", "render", "demo:teapot", "-o", png, "--edge-pixels", "0.2");
        refused("0.25..1024", "bench", "demo:teapot", "--edge-pixels", "1025");
        refused("0.25..1024", "compare", "demo:teapot", "--edge-pixels", "NaN");
        refused("--edge-pixels", "render", "demo:teapot", "-o", png, "--edge-pixels", "few");
        refused("nothing is tessellated", "render", "demo:city", "-o", png, "--edge-pixels", "4");
        refused("0..10", "render", "demo:teapot", "-o", png, "--explode", "-1");
        refused("0..10", "bench", "demo:teapot", "--explode", "11");
        refused("--shatter=-1.0", "render", "demo:teapot", "-o", png, "--shatter", "-1");
        refused("plain triangles", "bench", "demo:teapot", "--export", png, "--tessellate", "pn");
        refused("plain triangles", "bench", "demo:teapot", "--export", png, "--explode", "0.1");
    }

    @Test
    void aBrokenFileIsOneLineThatNamesIt() throws IOException {
        Path broken = folder.resolve("broken.glb");
        Files.write(broken, new byte[] {'g', 'l', 'T', 'F', 2, 0, 0, 0, 99});
        refused(
                "broken.glb",
                "render",
                broken.toString(),
                "-o",
                folder.resolve("b.png").toString());
    }

    @Test
    void everySettingWritesTheSameBytes() throws IOException {
        String[][] settings = {
            {"--reference"},
            {"--kernels", "scalar", "--threads", "1"},
            {"--kernels", "vector", "--threads", "3", "--tile", "16"},
            {"--kernels", "vector", "--window", "1000", "--tile", "64"}
        };
        String expected = null;
        for (var setting : settings) {
            Path report = folder.resolve("r.json");
            var arguments = new ArrayList<String>();
            arguments.addAll(List.of("render", "demo:objects", "--size", "160x90"));
            arguments.addAll(List.of("-o", folder.resolve("p.png").toString()));
            arguments.addAll(List.of("--report", report.toString()));
            arguments.addAll(List.of(setting));
            assertThat(run(arguments.toArray(String[]::new))).containsExactly("0");
            var json = new ObjectMapper().readTree(report.toFile());
            String hash = json.at("/frames/0/sha256").asText();
            assertThat(hash).hasSize(64);
            assertThat(json.at("/frames/0/counters/triangles_setup").asLong()).isPositive();
            expected = expected == null ? hash : expected;
            assertThat(hash).as(String.join(" ", setting)).isEqualTo(expected);
        }
        var picture = ImageIO.read(folder.resolve("p.png").toFile());
        assertThat(picture.getWidth()).isEqualTo(160);
        assertThat(picture.getHeight()).isEqualTo(90);
    }

    @Test
    void compareSaysThatTheBytesAreTheSame() {
        var out = new ByteArrayOutputStream();
        var before = System.out;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            String[] arguments = {
                "compare",
                "demo:objects",
                "--size",
                "200x120",
                "--frames",
                "2",
                "--warmup",
                "1",
                "--heatmaps",
                folder.toString()
            };
            assertThat(Main.run(arguments)).isZero();
        } finally {
            System.setOut(before);
        }
        assertThat(
                        out.toString(StandardCharsets.UTF_8)
                                .lines()
                                .filter(line -> line.startsWith("|"))
                                .map(line -> line.chars().filter(c -> c == '|').count())
                                .distinct())
                .as("cells under their headings")
                .hasSize(1);
        var rows =
                out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith("| ") && !line.matches("\\| (early|---).*"))
                        .toList();
        assertThat(rows).hasSize(12).allMatch(row -> row.endsWith("| yes |"));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("full-resolution depth shows");
        assertThat(List.of("overdraw-off", "overdraw-all", "dropped", "hiz-64", "hiz-16", "hiz-4"))
                .allMatch(picture -> Files.exists(folder.resolve(picture + ".png")));
    }

    @Test
    void compareThrottlesOnAPage() throws IOException {
        Path page = folder.resolve("page.html");
        Path plot = folder.resolve("plot.svg");
        var out = new ByteArrayOutputStream();
        var before = System.out;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            String[] arguments = {
                "compare",
                "demo:teapot",
                "--technique",
                "throttle",
                "--throttle",
                "on,patches=1,thresholds=0/0/0,limits=1/1/1,floor=0",
                "--size",
                "200x120",
                "--edge-pixels",
                "2",
                "--frames",
                "2",
                "--warmup",
                "1",
                "--page",
                page.toString(),
                "--plot",
                plot.toString()
            };
            assertThat(Main.run(arguments)).isZero();
        } finally {
            System.setOut(before);
        }
        var rows =
                out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith("| "))
                        .map(line -> line.split("\\|", -1))
                        .toList();
        assertThat(rows.stream().map(cells -> cells.length).distinct()).hasSize(1);
        assertThat(rows.stream().map(cells -> cells[1].strip()))
                .containsExactly("throttle", "---", "off", "cap", "throttle");
        assertThat(rows.subList(2, 5)).allMatch(cells -> cells[cells.length - 2].equals(" yes "));
        String html = Files.readString(page);
        assertThat(html).contains("demo:teapot", "<svg").doesNotContain("<!--");
        assertThat(html.split("<svg", -1)).as("plots").hasSize(1 + 2 + 3);
        // Each pale band has an edge that is told from the paper
        int bands = html.split("<rect class=\"band band-", -1).length;
        assertThat(bands).isGreaterThan(1);
        assertThat(html.split("<rect class=\"edge-", -1)).hasSize(bands);
        assertThat(Files.readString(plot)).startsWith("<svg").doesNotContain("NaN");
    }

    @Test
    void wrongThrottleComparisonsAreRefused() throws IOException {
        String png = folder.resolve("a.png").toString();
        String[][] wrong = {
            {"mode itself", "--throttle", "off"},
            {"--reuse", "--reuse", "off"},
            {"--animate", "--animate"},
            {"--heatmaps", "--heatmaps", folder.toString()},
            {"'auto'", "--settings", "auto"},
            {"folder", "--plot", "/"}
        };
        for (var w : wrong) {
            var arguments =
                    new ArrayList<>(List.of("compare", "demo:teapot", "--technique", "throttle"));
            arguments.addAll(List.of(w).subList(1, w.length));
            refused(w[0], arguments.toArray(String[]::new));
        }
        refused("--plot", "compare", "demo:teapot", "--plot", png);
    }

    @Test
    void turntableFramesAreNumbered() throws IOException {
        var code =
                run(
                        "render",
                        "demo:teapot",
                        "--size",
                        "32x18",
                        "--frames",
                        "3",
                        "--background",
                        "transparent",
                        "-o",
                        folder.resolve("t.png").toString());
        assertThat(code).containsExactly("0");
        assertThat(folder.resolve("t0000.png")).exists();
        assertThat(folder.resolve("t0002.png")).exists();
        var corner = ImageIO.read(folder.resolve("t0000.png").toFile()).getRGB(0, 0);
        assertThat(corner >>> 24).as("transparent background").isZero();
    }
}
