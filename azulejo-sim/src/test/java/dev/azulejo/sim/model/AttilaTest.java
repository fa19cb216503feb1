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
    private static final int COLUMNS = WIDTH / 16;
    private static final int ROWS = HEIGHT / 16;
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
            int[] fragments = new int[COLUMNS * ROWS];
            for (int draw = 0; draw < draws; draw++) {
                builder.draw(cost, false, false);
                int first = share(of(2), draw, draws);
                int end = share(of(2), draw + 1, draws);
                for (int from = first; from < end; from += CHUNK) {
                    chunk(builder, fragments, from, Math.min(end, from + CHUNK));
                }
            }
            pixels(builder, fragments, fragmentCost);
            return new WorkTrace(name, "reference.csv", List.of(builder.build()));
        }

        private static int share(long all, long part, long parts) {
            return (int) (all * part / parts);
        }

        private void chunk(PhaseBuilder builder, int[] fragments, int from, int to) {
            int all = of(2);
            int area = Math.max(1, of(6) / of(4));
            int side = (int) Math.ceil(Math.sqrt(2.0 * area));
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
                spread(fragments, number, x, y, side);
            }
        }

        /** Fragments lie where triangles do. */
        private void spread(int[] fragments, int number, int x, int y, int side) {
            int right = Math.min((x + side) / 16, COLUMNS - 1);
            int bottom = Math.min((y + side) / 16, ROWS - 1);
            int squares = (right - x / 16 + 1) * (bottom - y / 16 + 1);
            int first = share(of(6), number, of(4));
            int all = share(of(6), number + 1, of(4)) - first;
            int square = 0;
            for (int row = y / 16; row <= bottom; row++) {
                for (int column = x / 16; column <= right; column++) {
                    int before = share(all, square++, squares);
                    fragments[row * COLUMNS + column] += share(all, square, squares) - before;
                }
            }
        }

        private void pixels(PhaseBuilder builder, int[] fragments, int fragmentCost) {
            long sum = 0;
            for (int square = 0; square < fragments.length; square++) {
                long cost = sum * fragmentCost / 100;
                sum += fragments[square];
                builder.pixels(
                        square % COLUMNS,
                        square / COLUMNS,
                        fragments[square],
                        (int) (sum * fragmentCost / 100 - cost),
                        fragments[square] * of(12));
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
            assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(reference.of(4));
            assertThat(result.count(ModelCounter.FRAGMENTS)).isEqualTo(reference.of(6));
            logarithms += Math.log(ratio);
            close += ratio > 1 / 3.0 && ratio < 3 ? 1 : 0;
        }
        assertThat(missing).isEmpty();
        assertThat(Math.exp(logarithms / references().size())).isBetween(0.5, 2.0);
        assertThat(close).isGreaterThanOrEqualTo(12);
    }
}
