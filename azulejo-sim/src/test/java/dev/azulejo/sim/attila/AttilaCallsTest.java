package dev.azulejo.sim.attila;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.azulejo.core.shader.StageCosts;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.Simulation;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.trace.WorkTrace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

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

    /** As the tracer writes them; squares go round counter-clockwise. */
    private static final String CALLS =
            """
            GLI0.gl
            glViewport(0,0,32,32)
            glMatrixMode(GL_PROJECTION)
            glLoadIdentity()
            glBegin(GL_TRIANGLES)
            glVertex3f(-1,-1,0)
            glVertex3f(1,-1,0)
            glVertex3f(1,1,0)
            glEnd()
            wglSwapBuffers(U0x1)=1
            glMatrixMode(GL_MODELVIEW)
            glTranslatef(-0.5,-0.5,0)
            glRotatef(90,0,0,1)
            glBegin(GL_QUADS)
            glColor3f(1,0,0)
            glVertex3f(-0.5,-0.5,0)
            glVertex3f(0.5,-0.5,0)
            glVertex3f(0.5,0.5,0)
            glVertex3f(-0.5,0.5,0)
            glEnd()
            wglSwapBuffers(U0x1)=1
            """;

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
        var played =
                play(
                        Path.of(folder, name + ".txt.gz"),
                        Integer.getInteger("azulejo.attila.frame", 0),
                        (int) reference[9],
                        (int) reference[10]);
        var row = row(name, played, reference);
        System.out.println(row);
        // Nothing is lost on the way; ATTILA counts one triangle more a strip.
        long strips = played.trace().phases().getFirst().draws().count();
        assertThat(played.result().count(ModelCounter.PRIMITIVES))
                .isBetween(reference[2] - strips, reference[2]);
        assertThat(Files.readString(BENCH.resolve("README.md"))).contains(row);
    }

    /** What was recorded of a frame, and what came of it. */
    private record Played(WorkTrace trace, SimulationResult result) {}

    /**
     * Plays a frame of a file of calls.
     *
     * @param vertexInstructions on four components each
     * @param fragmentInstructions likewise
     */
    private static Played play(
            Path file, int frame, int vertexInstructions, int fragmentInstructions)
            throws IOException, MachineException {
        CallText text;
        try (var in =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(file)),
                                StandardCharsets.ISO_8859_1))) {
            text = CallText.frame(in, frame);
        }
        int vertex = COMPONENTS * vertexInstructions;
        int fragment = COMPONENTS * fragmentInstructions;
        var trace = CallScene.record(text, new StageCosts(vertex / 2, vertex, 0, fragment, 0));
        return new Played(trace, Simulation.run(trace, MachineFile.preset("attila")));
    }

    private static String row(String name, Played played, long[] reference) {
        var result = played.result();
        var primitives = played.trace().phases().getFirst().primitives();
        long covered = 0;
        for (int p = 0; p < primitives.count(); p++) {
            covered += primitives.pixels(p);
        }
        long bytes = result.count(ModelCounter.MEMORY_BYTES);
        return "| %s | %,d | %,d | %,d | %,d | %,d | %.2f | %.2f |"
                .formatted(
                        name,
                        result.count(ModelCounter.PRIMITIVES),
                        result.count(ModelCounter.SET_UP),
                        covered,
                        result.count(ModelCounter.FRAGMENTS),
                        result.cycles(),
                        (double) result.cycles() / reference[0],
                        (double) bytes / (reference[7] + reference[8]));
    }

    /**
     * A few calls of our own, in place of the traces: a frame that is passed over, then a square
     * over one tile of four, which two triangles make.
     *
     * <pre>
     * commands     256 bytes at 32, 140 on the way, 8 + 32 for a chunk and a draw call     188
     * fetch        6 indices, 2 a cycle                                                    191
     * memory       6 * 4 + 4 * 32 bytes at 64, and 37                                      231
     * vertices     4 * 40 operations, 4 lanes, and 20                                      291
     * set-up       2 triangles, 2 a cycle                                                  292
     * binner       2 entries, 4 a cycle                                                    293
     * tile         10 to begin, 1 for its list, which is on the chip, and 37               341
     * raster       256 samples, 16 a cycle                                                 357
     * fragments    256 * 8 operations in hundreds, 20, over 4 units of 4 lanes, and 20     502
     * rop          256 pixels, 16 a cycle                                                  518
     * memory       1,024 bytes at 64, and 37                                               571
     * </pre>
     */
    @Test
    void aFewCallsAreAsByHand(@TempDir Path folder) throws IOException, MachineException {
        var file = folder.resolve("square.txt.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(CALLS.getBytes(StandardCharsets.ISO_8859_1));
        }
        var reference = new long[] {1000, 0, 0, 0, 0, 0, 0, 500, 500};
        assertThat(row("square", play(file, 1, 10, 2), reference))
                .isEqualTo("| square | 2 | 2 | 256 | 256 | 571 | 0.57 | 1.18 |");
    }
}
