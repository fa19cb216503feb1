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

import java.util.List;

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
