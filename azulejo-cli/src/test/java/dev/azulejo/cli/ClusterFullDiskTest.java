package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.cluster.content.ContentStore;
import dev.azulejo.cluster.engine.HostPort;
import dev.azulejo.cluster.work.WorkerNode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Disks that are full for real, of a worker that is a process of its own, and of who writes the
 * pictures: whatever is there is whole, and others go on.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClusterFullDiskTest {
    private static final List<String> PICTURES =
            List.of("--size=200x150", "--frames=4", "--kernels=scalar");

    @TempDir static Path folder;

    private static String model;
    private static TreeMap<String, byte[]> expected;

    private final int port = ClusterProcess.freePort();
    private WorkerNode good;

    ClusterFullDiskTest() throws IOException {}

    @BeforeAll
    static void pictures() throws IOException {
        model = Files.writeString(folder.resolve("panes.gltf"), FrameModels.panes()).toString();
        var output = Files.createDirectory(folder.resolve("expected"));
        assertThat(CommandRun.run(render(output))).startsWith("0\n");
        expected = files(output);
        assertThat(expected).hasSize(4);
    }

    @AfterEach
    void close() {
        if (good != null) {
            good.close();
        }
    }

    private static String[] render(Path output, String... more) {
        var arguments = new ArrayList<>(List.of("render", model, "-o", output + "/a.png"));
        arguments.addAll(PICTURES);
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private static TreeMap<String, byte[]> files(Path output) throws IOException {
        var files = new TreeMap<String, byte[]>();
        try (var all = Files.list(output)) {
            for (var file : all.toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static void assertSame(Map<String, byte[]> files, Map<String, byte[]> wanted) {
        assertThat(files.keySet()).isEqualTo(wanted.keySet());
        files.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(wanted.get(name)));
    }

    /** A worker of this process, at the port. */
    private void good() throws IOException {
        var place = HostPort.parse("127.0.0.1:" + port);
        good =
                new WorkerNode(
                        ClusterPlaces.engine(List::of, place, null),
                        Release.NAME,
                        1,
                        ContentStore.temporary(folder, "store-", 1 << 24),
                        new ClusterPainter(1),
                        line -> {});
        good.join();
    }

    @Test
    void aWorkersFullDiskIsMadeUpForByOthers() throws Exception {
        var cache = Files.createDirectory(folder.resolve("cache"));
        try (var disk = SmallDisk.mount(cache)) {
            disk.fillBut(0);
            good();
            var bad = ClusterProcess.worker(folder, "--join=127.0.0.1:" + port, "--cache=" + cache);
            try {
                bad.await("/health", "\"members\":2");
                var output = Files.createDirectory(folder.resolve("full"));
                var said = CommandRun.run(render(output, "--cluster=127.0.0.1:" + port));
                assertThat(said)
                        .startsWith("0\n")
                        .containsOnlyOnce(
                                " gave a unit back: content cannot be kept: No space left on"
                                        + " device\n")
                        .contains("azulejo: cluster: 2 workers, 0 lost; ")
                        .hasLineCount(3);
                assertSame(files(output), expected);
                assertThat(files(cache).keySet()).containsExactly("filler", "worker.lock");
                assertThat(bad.ask("/metrics"))
                        .contains("azulejo_worker_done_total 0\n")
                        .doesNotContain("azulejo_worker_gave_up_total 0\n");
                // Somebody makes room, and it works as any other
                disk.clear();
                for (int i = 0;
                        bad.ask("/metrics").contains("azulejo_worker_done_total 0\n");
                        i++) {
                    assertThat(i).as("jobs in which it did nothing").isLessThan(20);
                    var again = Files.createDirectory(folder.resolve("again" + i));
                    said = CommandRun.run(render(again, "--cluster=127.0.0.1:" + port));
                    assertThat(said).startsWith("0\n").hasLineCount(2);
                    assertSame(files(again), expected);
                }
            } finally {
                bad.close();
            }
        }
    }

    @Test
    void whereThePicturesGoThereAreWholeOnesAlone() throws Exception {
        good();
        var output = Files.createDirectory(folder.resolve("output"));
        try (var disk = SmallDisk.mount(output)) {
            var first = expected.firstEntry();
            // A page for the journal
            disk.fillBut(2 + first.getValue().length / SmallDisk.PAGE);
            var wanted = new TreeMap<>(Map.of(first.getKey(), first.getValue()));
            var there = "--cluster=127.0.0.1:" + port;
            var second = output.resolve(expected.higherKey(first.getKey()));
            assertThat(CommandRun.run(render(output, there)))
                    .isEqualTo("2\nazulejo: -o %s: cannot write: no space left\n", second);
            var journal = output.resolve("a.png.journal");
            assertThat(Files.readAllLines(journal)).hasSize(2);
            assertSame(whole(output), wanted);
            // When there is room it goes on from there
            disk.clear();
            assertThat(CommandRun.run(render(output, there, "--resume")))
                    .startsWith(
                            "0\nazulejo: note: --resume: 1 of 4 pictures are there, 3 are"
                                    + " rendered\n");
            disk.fillBut(0);
            assertSame(whole(output), expected);
            // Not even a journal fits: the picture is whole, and nothing says that it is there
            for (var picture : expected.keySet()) {
                Files.delete(output.resolve(picture));
            }
            Files.delete(journal);
            disk.clear();
            disk.fillBut(1 + first.getValue().length / SmallDisk.PAGE);
            assertThat(CommandRun.run(render(output, there)))
                    .isEqualTo("2\nazulejo: journal %s: cannot write: no space left\n", journal);
            assertThat(journal).doesNotExist();
            assertSame(whole(output), wanted);
            Files.delete(output.resolve(first.getKey()));
            // A batch notes which models failed, and goes on
            var other = Files.copy(Path.of(model), folder.resolve("other.gltf")).toString();
            var to = output.toString();
            String[] batch = {
                "render", model, other, "-o", to, "--size=100x70", "--kernels=scalar", there
            };
            disk.clear();
            disk.fillBut(0);
            assertThat(CommandRun.run(batch))
                    .startsWith("1\n")
                    .contains("panes.png: cannot write: no space left\n")
                    .contains("other.png: cannot write: no space left\n")
                    .contains("azulejo: models: 0 rendered, 0 there already, 2 failed\n");
            assertThat(whole(output)).isEmpty();
            while (good.health().jobs() > 0) {
                Thread.sleep(5);
            }
            assertThat(good.health().units()).isZero();
        }
    }

    private static Map<String, byte[]> whole(Path output) throws IOException {
        var files = files(output);
        assertThat(files.remove("filler")).isNotNull();
        files.remove("a.png.journal");
        return files;
    }
}
