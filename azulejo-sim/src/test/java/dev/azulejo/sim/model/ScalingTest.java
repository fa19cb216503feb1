package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.Account;
import dev.azulejo.sim.unit.UnitState;
import dev.azulejo.sim.unit.UnitWatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * More of something never makes a machine slower by more than a hair; and where more GPUs do, what
 * they wait for has a name, and is as long as the frame has become longer.
 */
class ScalingTest {
    private static final WorkTrace SMALL = SyntheticScene.SMALL.trace(2);

    private static Machine machine(int gpus, String split) throws MachineException {
        return MachineFile.preset("desktop")
                .with("group.gpus", Integer.toString(gpus))
                .with("group.split", split)
                .with("group.layout", "interleaved:64")
                .with("window.primitives", "0");
    }

    /** Bandwidths of links, memories and the host, with each way to share a frame. */
    @ParameterizedTest
    @CsvSource({
        "link.bandwidth, hints, 0.03125",
        "link.bandwidth, sequential, 0.5",
        "link.bandwidth, draws, 0.5",
        "link.bandwidth, bins, 0.03125",
        "memory.bandwidth, duplicate, 2",
        "memory.bandwidth, hints, 2",
        "memory.bandwidth, sequential, 2",
        "memory.bandwidth, draws, 2",
        "memory.bandwidth, frames, 2",
        "memory.bandwidth, bins, 2",
        "host.bandwidth, hints, 0.03125",
        "host.bandwidth, bins, 0.03125"
    })
    void moreBandwidthIsNeverSlower(String key, String split, double least)
            throws MachineException {
        long last = Long.MAX_VALUE / 2;
        long first = 0;
        for (double bandwidth = least; bandwidth <= 1024; bandwidth *= 4) {
            var fast = machine(4, split).with(key, bandwidth + " B/cycle");
            long cycles = Simulation.run(SMALL, fast).cycles();
            assertThat(cycles).as("%s B/cycle", bandwidth).isLessThanOrEqualTo(last + last / 100);
            first = first == 0 ? cycles : first;
            last = cycles;
        }
        // It is not that it makes no difference.
        assertThat(first).isGreaterThan(last * 5 / 4);
    }

    private static long waits(SimulationResult result, int gpu, UnitState state) {
        return result.unit("Gpu[%d].Commands".formatted(gpu)).cycles(state);
    }

    /**
     * With twice as many GPUs that exchange in sequence there are twice as many turns, a latency
     * each: that, and nothing else, is what a frame may take longer.
     */
    @Test
    void theSequentialExchangeIsSlowerByItsTurnsAlone() throws MachineException {
        // Of each frame; three are under way together, as many as there are buffers.
        long batches = (64_000 + 4095) / 4096;
        long rounds = 2 * ((batches + 2) / 3);
        SimulationResult last = null;
        for (int gpus = 4; gpus <= 32; gpus *= 2) {
            var result = Simulation.run(SMALL, machine(gpus, "sequential"));
            if (last != null) {
                long longer = result.cycles() - last.cycles();
                long turns = rounds * (gpus / 2) * 200;
                assertThat(longer).as("%d GPUs", gpus).isLessThanOrEqualTo(turns + turns / 50);
                // And its name is that of what they wait for.
                long more =
                        waits(result, 0, UnitState.LINK)
                                + waits(result, 0, UnitState.DEPENDENCY)
                                - waits(last, 0, UnitState.LINK)
                                - waits(last, 0, UnitState.DEPENDENCY);
                assertThat(more).as("%d GPUs", gpus).isGreaterThanOrEqualTo(longer);
            }
            last = result;
        }
        assertThat(last.cycles())
                .isGreaterThan(Simulation.run(SMALL, machine(4, "sequential")).cycles() * 5 / 4);
    }

    /** One draw call over the whole screen cannot be divided by draw calls: it is only composed. */
    @Test
    void oneDrawCallIsSlowerByItsCompositionAlone() throws MachineException {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(640, 640, 1, 4, 8), 64);
        builder.draw(new DrawCost(32, 12, 4, 16, 60, 80, 8, 0), false, true);
        for (int chunk = 0; chunk < 100; chunk++) {
            builder.chunk(100, 60, 60, -1);
            for (int i = 0; i < 100; i++) {
                int x = (chunk * 17 + i * 7) % 620;
                int y = (chunk * 29 + i * 13) % 620;
                builder.primitive(x, y, x + 15, y + 15, 120, false);
                builder.pixels(x / 16, y / 16, 120, 96, 960);
            }
        }
        var trace = new WorkTrace("one draw call", "test", List.of(builder.build()));
        var one = Simulation.run(trace, machine(1, "duplicate"));
        for (int gpus = 2; gpus <= 8; gpus *= 2) {
            var result = Simulation.run(trace, machine(gpus, "draws"));
            long longer = result.cycles() - one.cycles();
            assertThat(longer).as("%d GPUs", gpus).isPositive();
            assertThat(waits(result, 0, UnitState.LINK))
                    .as("%d GPUs", gpus)
                    .isGreaterThanOrEqualTo(longer);
        }
    }

    /**
     * Where each chunk lies in regions of both GPUs nobody is spared anything by hints, and what
     * pretests take comes on top: that, and nothing else.
     */
    @Test
    void twoGpusAreSlowerThanOneByTheirPretestsAlone() throws MachineException {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(128, 64, 1, 4, 8), 64);
        builder.draw(new DrawCost(32, 12, 4, 16, 60, 80, 8, 0), false, true);
        for (int chunk = 0; chunk < 200; chunk++) {
            builder.chunk(100, 60, 60, -1);
            builder.dropped(0, 98, 0);
            for (int half = 0; half < 2; half++) {
                int x = half * 64 + chunk * 17 % 60;
                builder.primitive(x, chunk % 60, x + 1, chunk % 60 + 1, 1, false);
            }
        }
        builder.pixels(0, 0, 200, 160, 1600);
        var trace = new WorkTrace("both touch all", "test", List.of(builder.build()));
        var one = Simulation.run(trace, machine(1, "duplicate"));
        var two = Simulation.run(trace, machine(2, "hints"));
        assertThat(two.count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(2 * 200);
        assertThat(two.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(200);
        long longer = two.cycles() - one.cycles();
        assertThat(longer).isPositive();
        // Whoever fetches has most to do: 300 indices of a chunk, 8 a cycle, and half of all again
        long pretests = two.unit("Gpu[0].Fetch").service() - one.unit("Gpu[0].Fetch").service();
        assertThat(pretests).isEqualTo(100 * 38);
        assertThat(longer).isLessThanOrEqualTo(pretests);
    }

    // A scene that is spread over memories: what one GPU asks its own for stands before others'
    // reads

    /** Small triangles, a part of them on the left half of the screen, the others on the right. */
    private static WorkTrace halves(int leftPercent) {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(256, 128, 1, 4, 8), 64);
        builder.draw(new DrawCost(32, 12, 4, 16, 60, 80, 8, 0), false, true);
        for (int chunk = 0; chunk < 400; chunk++) {
            builder.chunk(100, 60, 60, -1);
            for (int i = 0; i < 100; i++) {
                int x = (chunk * 17 + i * 7) % 112 + (i < leftPercent ? 0 : 128);
                int y = (chunk * 29 + i * 13) % 112;
                builder.primitive(x, y, x + 3, y + 3, 8, false);
                builder.pixels(x / 16, y / 16, 8, 8, 8);
            }
        }
        return new WorkTrace("halves", "test", List.of(builder.build()));
    }

    private static SimulationResult spread(WorkTrace trace, double link) throws MachineException {
        return spread(trace, link, UnitWatch.NONE);
    }

    private static SimulationResult spread(WorkTrace trace, double link, UnitWatch watch)
            throws MachineException {
        var machine =
                MachineFile.preset("chiplets-3")
                        .with("group.gpus", "2")
                        .with("group.split", "duplicate")
                        .with("group.layout", "interleaved:128")
                        .with("memory.placement", "interleaved")
                        .with("memory.bandwidth", "16 B/cycle")
                        .with("link.bandwidth", link + " B/cycle");
        return Simulation.run(trace, machine, watch);
    }

    /** Cycles in which some units were each in a state. */
    private static final class Together implements UnitWatch {
        private final Map<String, UnitState> wanted;
        private final Map<String, BitSet> spans = new HashMap<>();

        Together(Map<String, UnitState> states) {
            wanted = states;
        }

        @Override
        public void span(Account unit, UnitState state, long from, long to) {
            if (wanted.get(unit.name()) == state) {
                spans.computeIfAbsent(unit.name(), name -> new BitSet())
                        .set(Math.toIntExact(from), Math.toIntExact(to));
            }
        }

        long cycles() {
            assertThat(spans).hasSameSizeAs(wanted);
            return spans.values().stream()
                    .reduce(
                            (one, other) -> {
                                one.and(other);
                                return one;
                            })
                    .orElseThrow()
                    .cardinality();
        }
    }

    /** What the right GPU waits for of the left one's memory, while that reads its lists. */
    private static Together behindLists() {
        return new Together(
                Map.of(
                        "Gpu[1].Fetch", UnitState.LINK,
                        "Gpu[0].Memory", UnitState.BUSY,
                        "Gpu[0].Lists", UnitState.DATA));
    }

    /**
     * The GPU with less to do is through with its geometry first, and its lists then stand in its
     * memory before what the other still reads there; whose own memory has nothing to do meanwhile.
     * Narrow links keep them in step. That is as much as the frame is longer by, or more.
     */
    @Test
    void widerLinksMayMakeUnequalGpusSlowerByWhatStandsBeforeTheirReads() throws MachineException {
        var trace = halves(40);
        var inStep = behindLists();
        var narrow = spread(trace, 2, inStep);
        for (double link : new double[] {4, 8, 16, 64}) {
            var behind = behindLists();
            var wide = spread(trace, link, behind);
            long longer = wide.cycles() - narrow.cycles();
            assertThat(longer).as("%s B/cycle", link).isGreaterThan(narrow.cycles() / 10);
            assertThat(behind.cycles() - inStep.cycles()).isGreaterThanOrEqualTo(longer);
            // As much is read and written: the memory that has most to do waits.
            assertThat(wide.unit("Gpu[1].Memory").cycles(UnitState.BUSY))
                    .isCloseTo(
                            narrow.unit("Gpu[1].Memory").cycles(UnitState.BUSY),
                            withinPercentage(0.1));
        }
        // Links that are narrower still are what all wait for.
        assertThat(spread(trace, 1).cycles()).isGreaterThan(spread(trace, 64).cycles());
    }

    /** The same with equal shares: nobody is ahead of the other. */
    @Test
    void widerLinksAreNeverSlowerForEqualGpus() throws MachineException {
        var trace = halves(50);
        long last = Long.MAX_VALUE / 2;
        for (double link = 1; link <= 64; link *= 2) {
            long cycles = spread(trace, link).cycles();
            assertThat(cycles).as("%s B/cycle", link).isLessThanOrEqualTo(last + last / 100);
            last = cycles;
        }
    }
}
