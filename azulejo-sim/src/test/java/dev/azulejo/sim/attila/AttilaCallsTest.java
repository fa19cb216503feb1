package dev.azulejo.sim.attila;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.azulejo.core.shader.StageCosts;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.Simulation;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * The very triangles of ATTILA's traces, drawn by azulejo's renderer, their work played on the
 * preset that is as its reference runs were. The traces are not part of the project: {@code
 * -Dazulejo.attila=FOLDER} says where they lie, and {@code bench/attila/README.md} what comes of
 * it.
 */
class AttilaCallsTest {
    private static final Path BENCH = Path.of("../bench/attila");

    /** Operations of a lane in an instruction on four components. */
    private static final int COMPONENTS = 4;

    private static long[] reference(String name) throws IOException {
        for (var line : Files.readAllLines(BENCH.resolve("reference.csv"))) {
            var words = line.split(",");
            if (words[0].equals(name)) {
                var counts = new long[words.length - 1];
                for (int i = 0; i < counts.length; i++) {
                    counts[i] = Long.parseLong(words[i + 1]);
                }
                return counts;
            }
        }
        throw new IOException(name + " is not in reference.csv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus", "spaceship"})
    void trianglesAreTheirs(String name) throws IOException, MachineException {
        var folder = System.getProperty("azulejo.attila", "");
        assumeThat(folder).as("-Dazulejo.attila=FOLDER").isNotEmpty();
        var reference = reference(name);
        CallText text;
        try (var in =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(
                                        Files.newInputStream(Path.of(folder, name + ".txt.gz"))),
                                StandardCharsets.ISO_8859_1))) {
            text = CallText.frame(in, Integer.getInteger("azulejo.attila.frame", 0));
        }
        int vertex = (int) (COMPONENTS * reference[9]);
        int fragment = (int) (COMPONENTS * reference[10]);
        var trace = CallScene.record(text, new StageCosts(vertex / 2, vertex, 0, fragment, 0));
        var result = Simulation.run(trace, MachineFile.preset("attila"));
        var primitives = trace.phases().getFirst().primitives();
        long covered = 0;
        for (int p = 0; p < primitives.count(); p++) {
            covered += primitives.pixels(p);
        }
        long bytes = result.count(ModelCounter.MEMORY_BYTES);
        var row =
                "| %s | %,d | %,d | %,d | %,d | %,d | %.2f | %.2f |"
                        .formatted(
                                name,
                                result.count(ModelCounter.PRIMITIVES),
                                result.count(ModelCounter.SET_UP),
                                covered,
                                result.count(ModelCounter.FRAGMENTS),
                                result.cycles(),
                                (double) result.cycles() / reference[0],
                                (double) bytes / (reference[7] + reference[8]));
        System.out.println(row);
        // Nothing is lost on the way; ATTILA counts one triangle more a strip.
        long strips = trace.phases().getFirst().draws().count();
        assertThat(result.count(ModelCounter.PRIMITIVES))
                .isBetween(reference[2] - strips, reference[2]);
        assertThat(Files.readString(BENCH.resolve("README.md"))).contains(row);
    }
}
