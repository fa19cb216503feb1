package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.UnitState;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** The sequential exchange, and phases with everybody waiting between them: by hand. */
class ExchangeTest {
    private static final DrawCost COST = new DrawCost(32, 12, 4, 16, 32, 24, 0, 0);

    private static Machine two(String split) throws MachineException {
        return OneGpuTest.simple(
                "group.gpus=2",
                "group.split=" + split,
                "group.layout=interleaved:64",
                "exchange.batch=4096");
    }

    /**
     * Four chunks of 30 triangles on two tiles, each of a GPU.
     *
     * @param tiles of each chunk, 0 or 1
     */
    private static TracePhase phase(int... tiles) {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(128, 64, 1, 4, 8), 64);
        builder.draw(COST, false, true);
        for (int tile : tiles) {
            builder.chunk(30, 20, 20, -1);
            for (int i = 0; i < 30; i++) {
                builder.primitive(64 * tile + 4, 4, 64 * tile + 12, 12, 20, false);
            }
        }
        builder.pixels(0, 0, 500, 120, 0);
        builder.pixels(4, 0, 500, 120, 0);
        return builder.build();
    }

    /** A GPU sends what it has found when it has mapped all of its share, and in its turn. */
    @Test
    void whatIsFoundIsSentWhenAllOfAShareIsMapped() throws MachineException {
        var trace = new WorkTrace("by hand", "test", List.of(phase(1, 1, 0, 0)));
        var result = Simulation.run(trace, two("sequential"));
        // Two chunks of positions: 600 bytes each, 5 cycles of shading, 10 of mapping.
        long first = 15 + 30 + 10 + 100 + 5 + 10;
        long mapped = first + 30;
        // 60 triangles of 12 bytes go to the other, first from one, then back.
        long send = 12 + 200;
        long sent = mapped + 2 * send;
        for (int gpu = 0; gpu < 2; gpu++) {
            var commands = result.unit("Gpu[%d].Commands".formatted(gpu));
            assertThat(commands.cycles(UnitState.BUSY)).isEqualTo(25 + 2 * 10 + 2 * 2);
            // For what is not found, then for what is sent in turn.
            assertThat(commands.cycles(UnitState.DEPENDENCY)).isEqualTo(mapped - 25);
            assertThat(commands.cycles(UnitState.LINK)).isEqualTo(2 * send);
            assertThat(result.gpus().get(gpu).count(ModelCounter.LINK_BYTES)).isEqualTo(720);
            assertThat(result.gpus().get(gpu).count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(2);
        }
        // GPU 0 leaves out two, then renders two: the second is on lists last.
        long sorted = sent + 2 * 2 + 2 * 10 + 30 + 20 + 16 + 100 + 10 + 30 + 15;
        // Its list was written by memory behind that of the first, and is read behind both.
        long lists = sent + 2 * 2 + 10 + 30 + 16 + 100 + 10 + 30 + 15 + 62 + 62 + 124 + 100;
        assertThat(lists).isGreaterThan(sorted);
        long raster = 75; // 1,200 samples, 16 a cycle
        assertThat(result.cycles()).isEqualTo(lists + raster + 48 + 128 + 256 + 100);
    }

    /**
     * A target with a tile for each GPU, and batches of a chunk of three triangles for each of
     * them.
     *
     * @param owners of each triangle, the first and the last one, by chunk of a batch
     */
    private static WorkTrace batches(int count, int[][]... owners) {
        int gpus = owners.length;
        var target = new TracePhase.Target(64 * gpus, 64, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(COST, false, true);
        for (int batch = 0; batch < count; batch++) {
            for (var chunk : owners) {
                builder.chunk(chunk.length, 3, 3, -1);
                for (var triangle : chunk) {
                    builder.primitive(
                            64 * triangle[0] + 4, 4, 64 * triangle[1] + 12, 12, 20, false);
                }
            }
        }
        builder.pixels(0, 0, 100, 24, 0);
        return new WorkTrace("batches", "test", List.of(builder.build()));
    }

    /** Returns from when to when the link of each GPU was busy. */
    private static String sends(WorkTrace trace, int gpus, String... settings)
            throws MachineException {
        var machine =
                OneGpuTest.simple(
                        "group.gpus=" + gpus,
                        "group.split=sequential",
                        "group.layout=interleaved:64",
                        "link.latency=50 cycles",
                        // Three triangles for each GPU
                        "exchange.batch=" + 3 * gpus);
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            machine = machine.with(setting.substring(0, equals), setting.substring(equals + 1));
        }
        var links = new ArrayList<StringJoiner>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            links.add(new StringJoiner(" "));
        }
        Simulation.run(
                trace,
                machine,
                (account, state, from, to) -> {
                    for (int gpu = 0; gpu < gpus; gpu++) {
                        if (account.name().equals("Gpu[%d].Link".formatted(gpu))
                                && state == UnitState.BUSY) {
                            links.get(gpu).add(from + "-" + to);
                        }
                    }
                });
        return String.join(" | ", links.stream().map(StringJoiner::toString).toList());
    }

    /**
     * Four batches on two GPUs, a chunk of three triangles for each in a batch; two of three are
     * the other's as well: 24 bytes, 6 cycles of a link of 4 bytes a cycle, and 50 of latency.
     *
     * <pre>
     * a chunk is mapped         107 after its command: 3 fetch, 2 + 100 memory, 1 shading, 1 mapping
     * commands                  10 each, the first 15: batches 0, 1, 2 mapped at 122, 132, 142
     * a batch is rendered       2 commands, when both parts have arrived
     * the next may be mapped    a command after that: 20 + 10 + 107 = 137 after the arrival
     *
     * one ahead   GPU 0 sends    arrives   GPU 1 sends    arrives
     *   batch 0   122-128        178       178-184        234
     *         1   132-138        188       188-194        244
     *         2   234 + 137 = 371-377    427       427-433        483
     *         3   2 commands for batch 1 and one more later: 401-407, 457, 457-463, 513
     * </pre>
     *
     * <p>With none ahead batch 1 is at 371 where batch 0 was at 122, and so on, 249 later each;
     * with two, batch 2 goes with the first, and 3 at 371. At a byte a cycle 24 cycles each: what
     * is sent behind something else waits for the link (146 and 220), so that both are one span.
     */
    @ParameterizedTest
    @CsvSource({
        "0, 4, 122-128 371-377 620-626 869-875 | 178-184 427-433 676-682 925-931",
        "1, 4, 122-128 132-138 371-377 401-407 | 178-184 188-194 427-433 457-463",
        "2, 4, 122-128 132-138 142-148 371-377 | 178-184 188-194 198-204 427-433",
        "3, 4, 122-128 132-138 142-148 152-158 | 178-184 188-194 198-204 208-214",
        "1, 1, 122-170 407-431 437-461 | 196-244 481-505 511-535"
    })
    void severalBatchesAreUnderWayBetweenTwo(int ahead, int bytesPerCycle, String expected)
            throws MachineException {
        int[][] first = {{0, 1}, {0, 1}, {0, 0}};
        int[][] second = {{0, 1}, {1, 1}, {0, 1}};
        assertThat(
                        sends(
                                batches(4, first, second),
                                2,
                                "exchange.ahead=" + ahead,
                                "link.bandwidth=%d B/cycle".formatted(bytesPerCycle)))
                .isEqualTo(expected);
    }

    /**
     * Three batches on three GPUs, mapped as above. GPU 0 has a triangle for another and one for
     * two others: 36 bytes, 9 cycles; GPU 1 two for another: 6; GPU 2 one: 3.
     *
     * <pre>
     * one ahead   GPU 0 sends, arrives   GPU 1 sends, arrives   GPU 2 sends, arrives
     *   batch 0   122-131      181       181-187      237       237-240      290
     *         1   132-141      191       191-197      247       247-250      300
     *         2   421-430      480       480-486      536       536-539      589
     * </pre>
     *
     * <p>Batch 2 is mapped when batch 0 is rendered: GPU 0 needs the first chunk of three and
     * leaves out two, 10 + 2 + 2, and maps until 290 + 14 + 117 = 421. The others need all three,
     * and have mapped at 290 + 30 + 117 = 437: before their turn. None ahead: batch 1 is as batch 2
     * here, and the next again 299 later.
     */
    @ParameterizedTest
    @CsvSource({
        "0, 122-131 421-430 720-729 | 181-187 480-486 779-785 | 237-240 536-539 835-838",
        "1, 122-131 132-141 421-430 | 181-187 191-197 480-486 | 237-240 247-250 536-539",
        "2, 122-131 132-141 142-151 | 181-187 191-197 201-207 | 237-240 247-250 257-260"
    })
    void severalBatchesAreUnderWayBetweenThree(int ahead, String expected) throws MachineException {
        int[][] first = {{0, 1}, {0, 0}, {0, 2}};
        int[][] second = {{1, 2}, {1, 1}, {1, 2}};
        int[][] third = {{1, 2}, {2, 2}, {2, 2}};
        assertThat(
                        sends(
                                batches(3, first, second, third),
                                3,
                                "exchange.ahead=" + ahead,
                                "link.bandwidth=4 B/cycle"))
                .isEqualTo(expected);
    }

    /**
     * Two phases, first with all work on one GPU, then on the other: between them both wait for
     * what is on its way, so that the whole is as long as twice one of them.
     */
    @Test
    void phasesFollowEachOtherWhenAllAreThrough() throws MachineException {
        var left = phase(0, 0, 0, 0);
        var right = phase(1, 1, 1, 1);
        var one = Simulation.run(new WorkTrace("one", "test", List.of(left)), two("duplicate"));
        var both =
                Simulation.run(
                        new WorkTrace("both", "test", List.of(left, right)), two("duplicate"));
        assertThat(both.cycles()).isEqualTo(2 * one.cycles());
        assertThat(both.frames()).containsExactly(2 * one.cycles());
        for (int gpu = 0; gpu < 2; gpu++) {
            // Whoever has no tile is through with lists; then it waits for the other.
            var tiles = both.unit("Gpu[%d].Tiles".formatted(gpu));
            assertThat(tiles.cycles(UnitState.BUSY)).isEqualTo(10);
            assertThat(tiles.cycles(UnitState.SYNCHRONISATION)).isGreaterThan(one.cycles() / 2);
        }
    }
}
