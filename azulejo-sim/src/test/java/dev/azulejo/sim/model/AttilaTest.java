package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A foreign simulator's answers: scenes with the totals of ATTILA's open traces, on the preset that
 * is as its reference runs were. What they are off by is told in {@code bench/attila/README.md},
 * and this test keeps it true; it promises no cycles.
 */
class AttilaTest {
    private static final Path BENCH = Path.of("../bench/attila");
    private static final int WIDTH = 640;
    private static final int HEIGHT = 480;
    private static final int CHUNK = 256;

    /** Operations of a lane in an instruction on four components. */
    private static final int COMPONENTS = 4;

    /** Totals of a trace, as its reference run counted them. */
    private record Reference(String name, long[] counts) {
        long cycles() {
            return counts[0];
        }

        int of(int column) {
            return (int) counts[column];
        }

        long bytes() {
            return counts[7] + counts[8];
        }

        /** Draw calls alike, triangles of one size row by row over the screen. */
        WorkTrace scene() {
            var target = new TracePhase.Target(WIDTH, HEIGHT, 1, 4, 8);
            var builder = new PhaseBuilder(0, "main", target, 16);
            int fragmentCost = COMPONENTS * of(10);
            int vertexCost = COMPONENTS * of(9);
            var cost = new DrawCost(of(11), 12, 0, vertexCost / 2, vertexCost, fragmentCost, 0, 0);
            int draws = of(1);
            int facing = of(4);
            int area = Math.max(1, of(6) / facing);
            int side = (int) Math.ceil(Math.sqrt(2.0 * area));
            for (int draw = 0; draw < draws; draw++) {
                builder.draw(cost, false, false);
                int first = share(of(2), draw, draws);
                int end = share(of(2), draw + 1, draws);
                for (int from = first; from < end; from += CHUNK) {
                    chunk(builder, from, Math.min(end, from + CHUNK), area, side);
                }
            }
            pixels(builder, fragmentCost);
            return new WorkTrace(name, "reference.csv", List.of(builder.build()));
        }

        private static int share(long all, long part, long parts) {
            return (int) (all * part / parts);
        }

        private void chunk(PhaseBuilder builder, int from, int to, int area, int side) {
            int all = of(2);
            int vertices = share(of(5), to, all) - share(of(5), from, all);
            builder.chunk(to - from, vertices, vertices, -1);
            int kept = share(of(4), to, all) - share(of(4), from, all);
            builder.dropped(0, to - from - kept, 0);
            int number = share(of(4), from, all);
            for (int i = 0; i < kept; i++, number++) {
                // Neighbours follow each other, as in a mesh.
                int columns = Math.max(1, WIDTH / side);
                int x = number % columns * side;
                int y = number / columns * side % Math.max(1, HEIGHT - side);
                builder.primitive(x, y, x + side, y + side, area, false);
            }
        }

        private void pixels(PhaseBuilder builder, int fragmentCost) {
            int columns = WIDTH / 16;
            int squares = columns * HEIGHT / 16;
            long cost = (long) of(6) * fragmentCost / 100;
            for (int square = 0; square < squares; square++) {
                builder.pixels(
                        square % columns,
                        square / columns,
                        share(of(6), square + 1, squares) - share(of(6), square, squares),
                        share(cost, square + 1, squares) - share(cost, square, squares),
                        0);
            }
        }
    }

    private static List<Reference> references() throws IOException {
        var references = new ArrayList<Reference>();
        var lines = Files.readAllLines(BENCH.resolve("reference.csv"));
        for (var line : lines.subList(1, lines.size())) {
            var words = line.split(",");
            var counts = new long[words.length - 1];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = Long.parseLong(words[i + 1]);
            }
            references.add(new Reference(words[0], counts));
        }
        return references;
    }

    /** Each ratio is as the table says, and most are of the right order of magnitude. */
    @Test
    void ratiosAreAsWrittenDown() throws IOException, MachineException {
        var machine = MachineFile.preset("attila");
        var readme = Files.readString(BENCH.resolve("README.md"));
        var missing = new ArrayList<String>();
        double logarithms = 0;
        int close = 0;
        for (var reference : references()) {
            var result = Simulation.run(reference.scene(), machine);
            double ratio = (double) result.cycles() / reference.cycles();
            double bytes = (double) result.count(ModelCounter.MEMORY_BYTES) / reference.bytes();
            var row =
                    "| %s | %d | %d | %.2f | %.2f |"
                            .formatted(
                                    reference.name,
                                    reference.cycles(),
                                    result.cycles(),
                                    ratio,
                                    bytes);
            if (!readme.contains(row)) {
                missing.add(row);
            }
            assertThat(result.count(ModelCounter.VERTICES)).isEqualTo(reference.of(5));
            assertThat(result.count(ModelCounter.PRIMITIVES)).isEqualTo(reference.of(2));
            logarithms += Math.log(ratio);
            close += ratio > 1 / 3.0 && ratio < 3 ? 1 : 0;
        }
        assertThat(missing).isEmpty();
        assertThat(Math.exp(logarithms / references().size())).isBetween(0.5, 2.0);
        assertThat(close).isGreaterThanOrEqualTo(8);
    }
}
