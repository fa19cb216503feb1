package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A sequence whose process is killed in the middle and started again with {@code --resume}: alone,
 * and where the workers of a cluster render it.
 */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ResumedSequenceTest {
    private static final int PICTURES = 24;

    /** Pictures that take some tenths of a second each, so that a kill comes in the middle. */
    private static final List<String> SLOW =
            List.of(
                    "--size=400x300",
                    "--samples=16",
                    "--frames=" + PICTURES,
                    "--kernels=scalar",
                    "--reuse=off");

    @TempDir static Path folder;

    private static String model;
    private static Map<String, byte[]> expected;

    private final List<ClusterProcess> processes = new ArrayList<>();

    @BeforeAll
    static void pictures() throws IOException {
        model = Files.writeString(folder.resolve("panes.gltf"), FrameModels.panes()).toString();
        var output = Files.createDirectory(folder.resolve("expected"));
        assertThat(CommandRun.run(render(output, List.of()))).startsWith("0\n");
        expected = files(output);
        assertThat(expected).hasSize(PICTURES);
    }

    @AfterEach
    void close() throws InterruptedException {
        for (var process : processes) {
            process.close();
        }
    }

    private static String[] render(Path output, List<String> more) {
        var arguments = new ArrayList<>(List.of("render", model, "-o", output + "/a.png"));
        arguments.addAll(SLOW);
        arguments.addAll(more);
        return arguments.toArray(String[]::new);
    }

    private ClusterProcess keep(ClusterProcess process) {
        processes.add(process);
        return process;
    }

    private static Map<String, byte[]> files(Path output) throws IOException {
        var files = new TreeMap<String, byte[]>();
        // Not what a killed process has begun to write
        try (var all = Files.newDirectoryStream(output, "*.png")) {
            for (var file : all) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static List<String> journal(Path output) throws IOException {
        var file = output.resolve("a.png.journal");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** Begins a sequence, and kills it when some pictures are complete; returns which these are. */
    private TreeSet<Integer> kill(Path output, List<String> more) throws Exception {
        Files.createDirectory(output);
        var process = keep(ClusterProcess.start(folder, render(output, more)));
        while (journal(output).size() < 4) {
            assertThat(process.isAlive()).as(process.said()).isTrue();
            Thread.sleep(2);
        }
        process.signal("KILL");
        assertThat(process.end()).startsWith("137\n");
        var complete = new TreeSet<Integer>();
        for (var line : journal(output).subList(1, journal(output).size())) {
            complete.add(Integer.parseInt(line.substring(0, line.indexOf(' '))));
        }
        assertThat(complete).hasSizeBetween(3, PICTURES - 1);
        // Those that have their names are whole, also the one that is not written down yet
        var there = files(output);
        assertThat(there).hasSizeBetween(complete.size(), complete.size() + 1);
        there.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(expected.get(name)));
        return complete;
    }

    /** Goes on: renders the others, once each, and nothing else. */
    private void resume(Path output, TreeSet<Integer> complete, List<String> more)
            throws Exception {
        var before = new TreeMap<Integer, Object>();
        for (int frame : complete) {
            before.put(frame, key(output, frame));
        }
        var report = Files.createTempFile(folder, "report", ".json");
        var options = new ArrayList<>(List.of("--resume", "--report=" + report));
        options.addAll(more);
        var said = keep(ClusterProcess.start(folder, render(output, options))).end();
        int left = PICTURES - complete.size();
        assertThat(said)
                .startsWith("0\n")
                .contains(
                        "azulejo: note: --resume: %d of %d pictures are there, %d are rendered\n"
                                .formatted(complete.size(), PICTURES, left));
        var rendered = new ArrayList<Integer>();
        for (var frame : new ObjectMapper().readTree(report.toFile()).get("frames")) {
            rendered.add(frame.get("frame").asInt());
        }
        assertThat(rendered)
                .isEqualTo(
                        IntStream.range(0, PICTURES)
                                .filter(frame -> !complete.contains(frame))
                                .boxed()
                                .toList());
        for (int frame : complete) {
            assertThat(key(output, frame)).as("untouched").isEqualTo(before.get(frame));
        }
        var files = files(output);
        assertThat(files.keySet()).isEqualTo(expected.keySet());
        files.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(expected.get(name)));
    }

    /** What is another one if the file was written anew. */
    private static Object key(Path output, int frame) throws IOException {
        var file = output.resolve("a%04d.png".formatted(frame));
        return Files.readAttributes(file, "fileKey").get("fileKey");
    }

    @Test
    void aProcessThatIsKilledIsGoneOnWith() throws Exception {
        var output = folder.resolve("alone");
        resume(output, kill(output, List.of()), List.of());
    }

    /** Workers keep what they have rendered for the one that was killed; they send all of it. */
    @Test
    void whoHasWorkIsKilledAndGoesOn() throws Exception {
        int port = ClusterProcess.freePort();
        var first = keep(ClusterProcess.worker(folder, "--listen=127.0.0.1:" + port));
        keep(ClusterProcess.worker(folder, "--join=127.0.0.1:" + port));
        var cluster = "--cluster=127.0.0.1:" + port;
        for (var split : List.of("--split=bins", "--split=frames")) {
            var output = folder.resolve(split.substring(8));
            var complete = kill(output, List.of(cluster, split));
            // Nobody works for one that is not there
            first.await("/metrics", "azulejo_worker_jobs 0\n");
            resume(output, complete, List.of(cluster, split));
        }
    }

    /** Who renders pictures does not matter to them, so that another may go on. */
    @Test
    void anotherWayGoesOnWithIt() throws Exception {
        var output = folder.resolve("other");
        var complete = kill(output, List.of());
        int port = ClusterProcess.freePort();
        keep(ClusterProcess.worker(folder, "--listen=127.0.0.1:" + port));
        resume(output, complete, List.of("--cluster=127.0.0.1:" + port));
    }
}
