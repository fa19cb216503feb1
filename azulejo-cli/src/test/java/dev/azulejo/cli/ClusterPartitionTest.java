package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A network that is cut between a worker and all others in the middle of a picture, and mended as
 * soon as it is lost: with a cable that carries nothing, and nobody told. Of another network than
 * loopback, so that there is a key.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClusterPartitionTest {
    private static final List<String> PICTURES =
            List.of("--size=300x200", "--samples=16", "--frames=3", "--kernels=scalar");

    @TempDir static Path folder;

    private static String[] render(String model, Path output, String... more) {
        var arguments = new ArrayList<>(List.of("render", model, "-o", output + "/a.png"));
        arguments.addAll(PICTURES);
        arguments.addAll(List.of(more));
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

    private static String key() throws Exception {
        var key = folder.resolve("cluster.p12");
        var tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var line =
                tool
                        + " -genkeypair -alias azulejo -keyalg EC -dname CN=azulejo -validity 365"
                        + " -storetype PKCS12 -storepass azulejo -keystore "
                        + key;
        var made = new ProcessBuilder(line.split(" ")).redirectErrorStream(true).start();
        var told = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(made.waitFor()).as(told).isZero();
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        return "--cluster-key=" + key;
    }

    private static int number(String pattern, String said) {
        var found = Pattern.compile(pattern).matcher(said);
        assertThat(found.find()).as(said).isTrue();
        return Integer.parseInt(found.group(1));
    }

    @Test
    void aWorkerThatIsCutOffIsMadeUpForAndComesAgain() throws Exception {
        var processes = new ArrayList<ClusterProcess>();
        try (var network = SmallNetwork.make()) {
            var key = key();
            var place = network.near() + ":" + ClusterProcess.freePort();
            processes.add(ClusterProcess.worker(folder, "--listen=" + place, key));
            var cut =
                    ClusterProcess.workerBehind(
                            folder,
                            network.there(),
                            network.far() + ":" + ClusterProcess.freePort(),
                            "--listen=" + network.far() + ":" + ClusterProcess.freePort(),
                            "--join=" + place,
                            key);
            processes.add(cut);
            cut.await("/health", "\"members\":2");
            var model = Files.writeString(folder.resolve("a.gltf"), FrameModels.panes()).toString();
            var output = Files.createDirectory(folder.resolve("there"));
            var pictures =
                    ClusterProcess.start(folder, render(model, output, "--cluster=" + place, key));
            processes.add(pictures);
            cut.await("/health", "\"busy\":1");
            long begin = System.nanoTime();
            network.cut();
            pictures.awaitSaid(" is lost; it had ");
            long lost = System.nanoTime();
            network.mend();
            var said = pictures.end();
            long end = System.nanoTime();
            // The other worker and it: who has rendered is gone
            cut.await("/health", "\"members\":2");
            System.out.printf(
                    "cluster: cut off, lost after %.2f s; pictures complete %.2f s after the cut;"
                            + " mended, a member %.2f s later at most%n",
                    (lost - begin) / 1e9, (end - begin) / 1e9, (System.nanoTime() - lost) / 1e9);
            assertThat(said).startsWith("0\n");
            assertThat(number(" workers, ([0-9]+) lost; ", said)).isPositive();
            // What waited there may have been somebody else's before it was known to be lost
            int again = number(" times, ([0-9]+) of them again", said);
            assertThat(again + number(" again and ([0-9]+) to a second", said)).isPositive();
            // Whatever it was at when it was cut off it has dropped, and is at nothing
            cut.await("/metrics", "azulejo_worker_jobs 0\n");
            assertThat(cut.ask("/metrics")).contains("azulejo_worker_units 0\n");
            var here = Files.createDirectory(folder.resolve("here"));
            assertThat(CommandRun.run(render(model, here))).startsWith("0\n");
            var expected = files(here);
            var found = files(output);
            assertThat(found.keySet()).isEqualTo(expected.keySet()).hasSize(3);
            found.forEach(
                    (name, bytes) -> assertThat(bytes).as(name).isEqualTo(expected.get(name)));
        } finally {
            for (var process : processes) {
                process.close();
            }
        }
    }
}
