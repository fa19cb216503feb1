package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.machine.MachineText;
import dev.azulejo.sim.model.Simulation;
import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.TraceWriter;
import dev.azulejo.sim.trace.WorkTrace;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import javax.imageio.ImageIO;

/** {@code azulejo machines}, {@code simulate} and {@code sweep}, as they are typed. */
class SimulationCommandsTest {
    private static final WorkTrace TRACE =
            new SyntheticScene(320, 180, 6, 300, 90, 20, 0, 1).trace(2);

    @TempDir Path folder;

    private String trace;

    @BeforeEach
    void writeTrace() throws IOException {
        var file = folder.resolve("a.work");
        try (var out = Files.newOutputStream(file)) {
            TraceWriter.write(out, TRACE);
        }
        trace = file.toString();
    }

    private String in(String name) {
        return folder.resolve(name).toString();
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private void refused(String message, String... arguments) throws IOException {
        var before = files();
        assertThat(CommandRun.run(arguments))
                .as(String.join(" ", arguments))
                .startsWith("2\nazulejo: ")
                .contains(message)
                .satisfies(text -> assertThat(text.lines()).hasSize(2));
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void machinesAreListedAndPrintedAsFilesThatCanBeUsed() throws Exception {
        var list = CommandRun.run("machines");
        assertThat(list).startsWith("0\n");
        assertThat(list.lines()).hasSize(1 + MachineFile.PRESETS.size());
        for (var preset : MachineFile.PRESETS) {
            assertThat(list).contains("\n" + preset + " ");
        }
        var text = CommandRun.run("machines", "attila").substring(2);
        assertThat(text).isEqualTo(MachineText.explained(MachineFile.preset("attila")));
        assertThat(text).contains("bandwidth: {is: \"64 B/cycle\", source: \"bGPU.ini [MEMORY");
        var file = Files.writeString(folder.resolve("my.yaml"), text).toString();
        assertThat(CommandRun.run("simulate", trace, "-m", file))
                .isEqualTo(CommandRun.run("simulate", trace, "-m", "attila"));
        refused("expected a file, or one of mobile", "machines", "abacus");
    }

    @Test
    void keysAreExplained() throws Exception {
        var said = CommandRun.run("machines", "--keys");
        assertThat(said.lines().skip(1)).containsExactlyElementsOf(MachineText.keys());
        assertThat(said)
                .startsWith(
                        "0\n"
                            + "gpu.clock: Clock of a GPU, all units. From 1 to 10000 MHz; also in"
                            + " GHz.")
                .contains("\nmemory.latency: What the memory of a GPU takes to answer. ");
        assertThat(CommandRun.run("machines", "desktop"))
                .contains(
                        "\n"
                            + "gpu:\n"
                            + "  # Clock of a GPU, all units. From 1 to 10000 MHz; also in GHz.\n"
                            + "  clock: {is: \"1365 MHz\", source: \"RTX 2060 of ");
        refused("--keys: it takes no machine", "machines", "--keys", "desktop");
    }

    @Test
    void simulateSaysWhatTheModelSays() throws Exception {
        var expected = Simulation.run(TRACE, MachineFile.preset("group-2").with("group.gpus", "4"));
        var said =
                CommandRun.run(
                        "simulate", trace, "-m", "group-2", "--set", "gpus=4", "-o", in("a.json"));
        assertThat(said)
                .startsWith("0\n2 frames take %,d cycles, ".formatted(expected.cycles()))
                .contains("\nWhat limits it is ")
                .contains(" hints were sent; ");
        var json = new ObjectMapper().readTree(folder.resolve("a.json").toFile());
        assertThat(json.get("cycles").asLong()).isEqualTo(expected.cycles());
        assertThat(json.get("command").asText())
                .isEqualTo(
                        "azulejo simulate " + trace + " --machine group-2 --set gpus=4 -o a.json");
        assertThat(json.get("machine").get("group.gpus").get("is").asText()).isEqualTo("4");
        assertThat(json.get("without").get(0).get("setting").asText())
                .isEqualTo("group.split=duplicate");
        // No line of a report without what made it
        assertThat(json.get("trace_sha256").asText()).hasSize(64);
        CommandRun.run("simulate", trace, "-m", "group-2", "--set", "gpus=4", "-o", in("a.csv"));
        assertThat(Files.readString(folder.resolve("a.csv")))
                .contains("\nrun,makespan,%d,cycles\n".formatted(expected.cycles()));
        var alone =
                CommandRun.run(
                        "simulate", trace, "-m", "group-2", "--no-compare", "-o", in("b.json"));
        assertThat(alone).startsWith("0\n");
        assertThat(new ObjectMapper().readTree(folder.resolve("b.json").toFile()).get("without"))
                .isEmpty();
    }

    @Test
    void eventsAreWrittenBesideAnyReport() throws IOException {
        CommandRun.run("simulate", trace, "-m", "mobile", "--trace-events", in("e.json"));
        var events = new ObjectMapper().readTree(folder.resolve("e.json").toFile());
        assertThat(events.get("traceEvents").size()).isGreaterThan(100);
        assertThat(files()).containsExactly("a.work", "e.json");
    }

    @Test
    void eventsAreBounded() throws IOException {
        var said =
                CommandRun.run(
                        "simulate",
                        trace,
                        "-m",
                        "mobile",
                        "--trace-events",
                        in("e.json"),
                        "--most-events",
                        "20");
        assertThat(said)
                .contains("e.json: complete to cycle ")
                .contains("more spans were left out");
        var text = Files.readString(folder.resolve("e.json"));
        assertThat(text.split("\"ph\":\"X\"", -1)).hasSize(21);
        refused(
                "it takes --trace-events",
                "simulate",
                trace,
                "-m",
                "mobile",
                "--most-events",
                "20");
        refused(
                "--most-events: 0: expected 1 to 100000000",
                "simulate",
                trace,
                "-m",
                "mobile",
                "--trace-events",
                in("f.json"),
                "--most-events",
                "0");
    }

    /** The rows and all their bytes are the same, however many are simulated at a time. */
    @Test
    void threadsMakeNoDifference() throws IOException {
        for (var kind : List.of("csv", "json", "html")) {
            var reports = new ArrayList<byte[]>();
            for (var threads : List.of("1", "3")) {
                var file = Files.createDirectories(folder.resolve(threads)).resolve("s." + kind);
                var said =
                        CommandRun.run(
                                "sweep",
                                trace,
                                "-m",
                                "group-2",
                                "--vary",
                                "gpus=1,2,4,3",
                                "--vary",
                                "pretest=off,on",
                                "--threads",
                                threads,
                                "-o",
                                file.toString());
                assertThat(said).startsWith("0\nFastest is gpus=");
                reports.add(Files.readAllBytes(file));
            }
            assertThat(reports.getLast()).as(kind).isEqualTo(reports.getFirst());
        }
    }

    @Test
    void sweepRowsAreSimulations() throws Exception {
        CommandRun.run(
                "sweep",
                trace,
                "-m",
                "desktop",
                "--set",
                "window=frame",
                "--vary",
                "memory.bandwidth=8 B/cycle,64 B/cycle",
                "-o",
                in("s.csv"));
        var lines = Files.readAllLines(folder.resolve("s.csv"));
        assertThat(lines).hasSize(3);
        for (int i = 0; i < 2; i++) {
            var machine =
                    MachineFile.preset("desktop")
                            .with("window.primitives", "0")
                            .with("memory.bandwidth", i == 0 ? "8 B/cycle" : "64 B/cycle");
            assertThat(lines.get(i + 1))
                    .startsWith(
                            "%d B/cycle,2,%d,"
                                    .formatted(
                                            i == 0 ? 8 : 64,
                                            Simulation.run(TRACE, machine).cycles()));
        }
    }

    @Test
    void whatIsWrongIsOneLine() throws IOException, MachineException {
        byte[] whole = Files.readAllBytes(folder.resolve("a.work"));
        var cut = Files.write(folder.resolve("cut.work"), Arrays.copyOf(whole, 200)).toString();
        whole[300] ^= 1;
        var damaged = Files.write(folder.resolve("bad.work"), whole).toString();
        var none = Files.writeString(folder.resolve("none.work"), "no trace").toString();
        var machine =
                Files.writeString(
                        folder.resolve("m.yaml"), "extends: mobile\ngpu:\n  clok: 1 GHz\n");
        refused(
                "cut.work: work trace: ends after 200 bytes",
                "simulate",
                cut,
                "-m",
                "mobile",
                "-o",
                in("r.html"));
        refused("damaged", "simulate", damaged, "-m", "mobile");
        refused(
                "does not begin with AZWT",
                "sweep",
                none,
                "-m",
                "mobile",
                "--vary",
                "tile=16,32",
                "-o",
                in("r.csv"));
        refused("no such file", "simulate", in("x.work"), "-m", "mobile");
        refused("is a folder", "simulate", folder.toString(), "-m", "mobile");
        refused(
                "m.yaml:3: gpu.clok: unknown: expected one of gpu.clock",
                "simulate",
                trace,
                "-m",
                machine.toString());
        refused("expected a file, or one of mobile", "simulate", trace, "-m", "abacus");
        refused("--machine", "simulate", trace);
        refused(
                "--set memory.latency: \"5\": expected a number and a unit",
                "simulate",
                trace,
                "-m",
                "mobile",
                "--set",
                "memory.latency=5");
        refused(
                "--set \"gpus\": expected NAME=VALUE",
                "simulate",
                trace,
                "-m",
                "mobile",
                "--set",
                "gpus");
        refused(
                "--set pretest=on: has no effect: one GPU",
                "simulate",
                trace,
                "-m",
                "mobile",
                "--set",
                "pretest=on");
        refused(
                "ends with .html, .json or .csv",
                "simulate",
                trace,
                "-m",
                "mobile",
                "-o",
                in("r.pdf"));
        refused("does not exist", "simulate", trace, "-m", "mobile", "-o", in("none/r.html"));
        refused(
                "does not exist",
                "simulate",
                trace,
                "-m",
                "mobile",
                "--trace-events",
                in("none/e.json"));
        refused(
                "--set group.layout: \"given:160:96:0/1/2/3\" on 320x180: ",
                "simulate",
                trace,
                "-m",
                "group-2",
                "--set",
                "map=given:160:96:0/1/2/3");
        refused(
                "--vary group.layout: \"given:160:96:0/1/2/3\" on 320x180: ",
                "sweep",
                trace,
                "-m",
                "group-2",
                "--vary",
                "map=interleaved:64,given:160:96:0/1/2/3",
                "-o",
                in("r.csv"));
        refused(
                "--set group.layout: \"given:160:96:0/1/2/3\" on 320x180: ",
                "sweep",
                trace,
                "-m",
                "group-2",
                "--set",
                "map=given:160:96:0/1/2/3",
                "--vary",
                "tile=16,32",
                "-o",
                in("r.csv"));
        var map =
                Files.writeString(
                        folder.resolve("map.yaml"),
                        "extends: group-2\ngroup:\n  layout: given:160:96:0/1/2/3\n");
        refused(
                "map.yaml:3: group.layout: \"given:160:96:0/1/2/3\" on 320x180: ",
                "sweep",
                trace,
                "-m",
                map.toString(),
                "--vary",
                "tile=16,32",
                "-o",
                in("r.csv"));
        refused(
                "--vary group.gpus: \"0\": expected 1 to 64",
                "sweep",
                trace,
                "-m",
                "mobile",
                "--vary",
                "gpus=0,1",
                "-o",
                in("r.csv"));
        refused(
                "--vary hint-loss: has no effect",
                "sweep",
                trace,
                "-m",
                "mobile",
                "--vary",
                "hint-loss=0,1",
                "-o",
                in("r.csv"));
        refused(
                "--threads=0 is not in 1..256",
                "sweep",
                trace,
                "-m",
                "mobile",
                "--vary",
                "tile=16,32",
                "--threads",
                "0",
                "-o",
                in("r.csv"));
        refused("--output", "sweep", trace, "-m", "mobile", "--vary", "tile=16,32");
    }

    /** Ended in the middle, a sweep says so and leaves nothing behind. */
    @Test
    void nothingIsLeftOfACancelledSweep() throws Exception {
        var large = folder.resolve("large.work");
        try (var out = Files.newOutputStream(large)) {
            TraceWriter.write(out, SyntheticScene.SMALL.trace(4));
        }
        var latencies = new StringBuilder("link.latency=0 ns");
        for (int i = 1; i < 3000; i++) {
            latencies.append(',').append(i).append(" ns");
        }
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "sweep",
                                large.toString(),
                                "-m",
                                "group-16",
                                "--threads=1",
                                "--vary",
                                latencies.toString(),
                                "-o",
                                in("s.html"))
                        .redirectErrorStream(true)
                        .start();
        try {
            assertThat(process.waitFor(3, TimeUnit.SECONDS)).as("it takes minutes").isFalse();
            // Its own destroy() would close what it says.
            process.toHandle().destroy();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isEqualTo(143);
            // Unless it was ended before it began
            if (!said.isBlank()) {
                var told =
                        Pattern.compile(
                                        "azulejo: cancelled after (\\d+) of 3000 machines;"
                                                + " \\S*s.html was not written")
                                .matcher(said);
                assertThat(told.find()).as(said).isTrue();
                assertThat(Integer.parseInt(told.group(1))).isLessThan(3000);
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(files()).containsExactly("a.work", "large.work");
    }

    /** In a browser: pages have what they are to have, and the script has drawn something. */
    @Test
    void pagesAreDrawnByABrowser() throws Exception {
        CommandRun.run("simulate", trace, "-m", "group-4", "-o", in("p.html"));
        var picture = folder.resolve("p.png");
        Browser.open(folder, folder.resolve("p.html"), "--screenshot=" + picture);
        var shown = ImageIO.read(picture.toFile());
        // Colours of Fetch in what limits when, and of busy and dependency in the timeline
        assertThat(count(shown, 0xaa1100)).as("bars and timeline").isGreaterThan(3000);
        assertThat(count(shown, 0xa08400)).as("dependency").isGreaterThan(3000);
        assertThat(count(shown, 0x1d4f91)).as("busy").isGreaterThan(1000);
    }

    private static int count(BufferedImage image, int colour) {
        int count = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                count += (image.getRGB(x, y) & 0xffffff) == colour ? 1 : 0;
            }
        }
        return count;
    }
}
