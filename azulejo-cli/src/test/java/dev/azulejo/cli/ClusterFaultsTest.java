package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.regex.Pattern;

/**
 * A sequence that is shared out among processes, of which one is killed, stopped or slow in the
 * middle of a picture: on loopback, and with the files of one process.
 */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClusterFaultsTest {
    private static final List<String> PICTURES =
            List.of("--size=300x200", "--samples=16", "--frames=4", "--kernels=scalar");

    private static final String COMPLETE = "azulejo: cluster: ([2-9]|[1-9][0-9]+) workers, ";

    @TempDir static Path folder;

    private static String model;
    private static Map<String, byte[]> expected;

    private final List<ClusterProcess> processes = new ArrayList<>();
    private int port;

    @BeforeAll
    static void pictures() throws IOException {
        model = Files.writeString(folder.resolve("panes.gltf"), FrameModels.panes()).toString();
        var output = Files.createDirectory(folder.resolve("expected"));
        assertThat(CommandRun.run(render(output, List.of()))).startsWith("0\n");
        expected = files(output);
        assertThat(expected).hasSize(4);
    }

    @AfterEach
    void close() throws InterruptedException {
        for (var process : processes) {
            process.close();
        }
    }

    private static String[] render(Path output, List<String> more) {
        var arguments = new ArrayList<>(List.of("render", model, "-o", output + "/a.png"));
        arguments.addAll(PICTURES);
        arguments.addAll(more);
        return arguments.toArray(String[]::new);
    }

    private static Map<String, byte[]> files(Path output) throws IOException {
        var files = new TreeMap<String, byte[]>();
        try (var all = Files.list(output)) {
            for (var file : all.toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static void assertSame(Path output) throws IOException {
        var files = files(output);
        assertThat(files.keySet()).isEqualTo(expected.keySet());
        files.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(expected.get(name)));
    }

    private ClusterProcess keep(ClusterProcess process) {
        processes.add(process);
        return process;
    }

    private ClusterProcess worker() throws IOException, InterruptedException {
        boolean first = port == 0;
        port = first ? ClusterProcess.freePort() : port;
        return keep(
                ClusterProcess.worker(
                        folder, (first ? "--listen=127.0.0.1:" : "--join=127.0.0.1:") + port));
    }

    private ClusterProcess begin(Path output, String split) throws IOException {
        Files.createDirectory(output);
        var more = List.of("--cluster=127.0.0.1:" + port, split);
        return keep(ClusterProcess.start(folder, render(output, more)));
    }

    private static void print(String what, long since) {
        System.out.printf(
                "cluster: pictures complete %.2f s after %s%n",
                (System.nanoTime() - since) / 1e9, what);
    }

    /** One is killed, and one joins late and takes parts that are left. */
    @Test
    void aWorkerThatIsKilledInMidPictureIsMadeUpFor() throws Exception {
        worker();
        var second = worker();
        var output = folder.resolve("killed");
        var pictures = begin(output, "--split=bins");
        second.await("/health", "\"busy\":1");
        long begin = System.nanoTime();
        second.signal("KILL");
        var late = worker();
        var said = pictures.end();
        print("a worker was killed", begin);
        assertThat(said)
                .startsWith("0\n")
                .contains(" is lost; it had ")
                .containsPattern(COMPLETE + "[1-9][0-9]* lost; [0-9]+ parts of pictures given ");
        assertSame(output);
        assertThat(late.ask("/metrics")).contains("azulejo_worker_jobs 0\n");
    }

    /** Stopped, it is lost; when it goes on, what it sends is as good as any, or too late. */
    @Test
    void aWorkerThatIsStoppedInMidPictureIsMadeUpFor() throws Exception {
        worker();
        var second = worker();
        var output = folder.resolve("stopped");
        var pictures = begin(output, "--split=regions");
        second.await("/health", "\"busy\":1");
        long begin = System.nanoTime();
        second.signal("STOP");
        var said = pictures.end();
        print("a worker was stopped", begin);
        assertThat(said).startsWith("0\n").containsPattern(COMPLETE + "[1-9][0-9]* lost; ");
        assertSame(output);
        second.signal("CONT");
        second.await("/health", "\"members\":2");
    }

    /** It stands still for most of the time, and never so long that it is taken for lost. */
    @Test
    void aSlowWorkerIsNotWaitedFor() throws Exception {
        var first = worker();
        var second = worker();
        var output = folder.resolve("slow");
        var pictures = begin(output, "--split=bins");
        second.await("/health", "\"busy\":1");
        long begin = System.nanoTime();
        while (pictures.isAlive()) {
            second.signal("STOP");
            Thread.sleep(200);
            second.signal("CONT");
            Thread.sleep(20);
        }
        var said = pictures.end();
        print("a worker became slow", begin);
        assertThat(said).startsWith("0\n").containsPattern(COMPLETE);
        assertSame(output);
        assertThat(first.ask("/metrics")).contains("azulejo_worker_jobs 0\n");
        // It has a tenth of the time of the other one: half of the parts would be waited for
        assertThat(done(first)).isGreaterThan(2 * done(second));
    }

    private static int done(ClusterProcess worker) throws IOException, InterruptedException {
        var total = Pattern.compile("azulejo_worker_done_total ([0-9]+)\n");
        var found = total.matcher(worker.ask("/metrics"));
        assertThat(found.find()).isTrue();
        return Integer.parseInt(found.group(1));
    }
}
