package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.TraceWriter;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Sweeps use the processors there are, and say how far they are. */
class SweepRunTest {
    private static final Path TERMINAL = Path.of("/usr/bin/script");

    @TempDir Path folder;

    @BeforeEach
    void writeTrace() throws Exception {
        try (var out = Files.newOutputStream(folder.resolve("a.work"))) {
            TraceWriter.write(out, SyntheticScene.SMALL.trace(2));
        }
    }

    /** Processor time of the threads that sweep now, nanoseconds, by name. */
    private static Map<String, Long> sweeping() {
        var threads = ManagementFactory.getThreadMXBean();
        var times = new HashMap<String, Long>();
        for (long id : threads.getAllThreadIds()) {
            var info = threads.getThreadInfo(id);
            if (info != null && info.getThreadName().startsWith("azulejo-sweep-")) {
                times.put(info.getThreadName(), threads.getThreadCpuTime(id));
            }
        }
        return times;
    }

    /** Sweeps that long on machines enough; returns the processor time of each thread. */
    private Map<String, Long> times(String... threads) throws InterruptedException {
        var latencies = new StringBuilder("link.latency=0 ns");
        for (int i = 1; i < 60; i++) {
            latencies.append(',').append(i).append(" ns");
        }
        var command =
                new String[] {
                    "sweep",
                    folder.resolve("a.work").toString(),
                    "-m",
                    "group-8",
                    "--vary",
                    latencies.toString(),
                    "-o",
                    folder.resolve("s.csv").toString()
                };
        var all = new ArrayList<>(List.of(command));
        all.addAll(List.of(threads));
        var said = new StringBuffer();
        var sweep =
                Thread.ofPlatform()
                        .start(() -> said.append(CommandRun.run(all.toArray(String[]::new))));
        var times = new HashMap<String, Long>();
        while (sweep.isAlive()) {
            sweeping().forEach((name, time) -> times.merge(name, time, Math::max));
            Thread.sleep(1);
        }
        assertThat(said.toString()).startsWith("0\nFastest is ");
        return times;
    }

    /** A thread a processor where nothing is said, and each works; else as many as are said. */
    @Test
    void allProcessorsWork() throws InterruptedException {
        var times = times();
        assertThat(times).hasSize(Math.min(60, Runtime.getRuntime().availableProcessors()));
        long sum = times.values().stream().mapToLong(Long::longValue).sum();
        // None does less than a tenth of its share, however busy the machine is.
        assertThat(times.values()).allMatch(time -> time * times.size() * 10 > sum);
        assertThat(times("--threads", "1")).hasSize(1);
        assertThat(times("--threads", "3")).hasSize(3);
    }

    /** Who sits at a terminal sees how many machines are done; who does not sees nothing of it. */
    @Test
    void aTerminalIsToldHowFarItIs() throws Exception {
        assumeThat(TERMINAL).as("a program that is a terminal to others").isExecutable();
        var command =
                azulejo(
                        "sweep '%s' -m group-2 --vary gpus=1,2,4,3 -o '%s'"
                                .formatted(folder.resolve("a.work"), folder.resolve("s.csv")));
        assertThat(said(TERMINAL.toString(), "-qec", command, "/dev/null"))
                .contains("sweep")
                .contains("100%")
                .contains("4/4")
                .contains("Fastest is gpus=")
                .doesNotContain("WARNING");
        assertThat(said("sh", "-c", command)).startsWith("Fastest is gpus=").doesNotContain("4/4");
        assertThat(Files.readAllLines(folder.resolve("s.csv"))).hasSize(5);
    }

    /** A simulation plays its machine, and the machine without each of its techniques. */
    @Test
    void aTerminalIsToldHowFarASimulationIs() throws Exception {
        assumeThat(TERMINAL).as("a program that is a terminal to others").isExecutable();
        var report = folder.resolve("report.html");
        for (boolean alone : new boolean[] {true, false}) {
            var command =
                    azulejo(
                            "simulate '%s' -m group-2 -o '%s'%s"
                                    .formatted(
                                            folder.resolve("a.work"),
                                            report,
                                            alone ? " --no-compare" : ""));
            var terminal = said(TERMINAL.toString(), "-qec", command, "/dev/null");
            assertThat(terminal).contains("simulate").contains("100%").contains("What limits it");
            assertThat(terminal).doesNotContain("WARNING");
            boolean one = Pattern.compile("(?<!\\d)1/1(?!\\d)").matcher(terminal).find();
            assertThat(one).isEqualTo(alone);
            assertThat(said("sh", "-c", command)).doesNotContain("simulate");
            assertThat(report).isNotEmptyFile();
        }
    }

    /** A command line for a shell. */
    private String azulejo(String command) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var options = folder.resolve("options");
        Files.writeString(
                options,
                """
                -cp "%s"
                %s
                """
                        .formatted(
                                System.getProperty("java.class.path").replace("\\", "\\\\"),
                                Main.class.getName()));
        return "'%s' '@%s' %s".formatted(java, options, command);
    }

    private String said(String... command) throws Exception {
        var written = folder.resolve("said.txt");
        var process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                        .redirectOutput(written.toFile())
                        .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(written, StandardCharsets.UTF_8);
    }
}
