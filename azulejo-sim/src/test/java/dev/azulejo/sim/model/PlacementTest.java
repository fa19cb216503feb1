package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.engine.TieOrder;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.UnitState;
import dev.azulejo.sim.unit.UnitWatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

/** Vertices and textures that lie in the memories of several GPUs: what crosses links for it. */
class PlacementTest {
    private static final int GPUS = 4;
    private static final WorkTrace SMALL = SyntheticScene.SMALL.trace(1);

    private static Machine machine(String split, String placement, String... settings)
            throws MachineException {
        var machine =
                MachineFile.preset("desktop")
                        .with("group.gpus", Integer.toString(GPUS))
                        .with("group.split", split)
                        .with("group.layout", "interleaved:64")
                        .with("memory.placement", placement);
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            machine = machine.with(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return machine;
    }

    private static long of(SimulationResult result, int gpu, ModelCounter counter) {
        return result.gpus().get(gpu).count(counter);
    }

    /**
     * All lies with the first GPU: what its memory reads more is what the others' read less, and
     * crosses its link; nothing else crosses any.
     */
    @ParameterizedTest
    @ValueSource(strings = {"duplicate", "draws", "sequential", "frames"})
    void whatLiesWithTheFirstCrossesItsLink(String split) throws MachineException {
        var copies = Simulation.run(SMALL, machine(split, "copies"));
        var first = Simulation.run(SMALL, machine(split, "first"));
        long others = 0;
        for (int gpu = 1; gpu < GPUS; gpu++) {
            others +=
                    of(copies, gpu, ModelCounter.MEMORY_BYTES)
                            - of(first, gpu, ModelCounter.MEMORY_BYTES);
            assertThat(of(first, gpu, ModelCounter.LINK_BYTES))
                    .isEqualTo(of(copies, gpu, ModelCounter.LINK_BYTES));
        }
        long link = of(first, 0, ModelCounter.LINK_BYTES) - of(copies, 0, ModelCounter.LINK_BYTES);
        assertThat(link).isEqualTo(others);
        assertThat(
                        of(first, 0, ModelCounter.MEMORY_BYTES)
                                - of(copies, 0, ModelCounter.MEMORY_BYTES))
                .isEqualTo(others);
        // One frame in turn is the first GPU's, which has all at hand.
        assertThat(others == 0).isEqualTo(split.equals("frames"));
        for (var counter : ModelCounter.values()) {
            if (counter != ModelCounter.LINK_BYTES) {
                assertThat(first.count(counter))
                        .as(counter.words())
                        .isEqualTo(copies.count(counter));
            }
        }
    }

    /** A quarter of everything is at hand, three quarters cross links, evenly from all. */
    @Test
    void whatIsInterleavedComesFromAll() throws MachineException {
        var result = Simulation.run(SMALL, machine("duplicate", "interleaved"));
        var copies = Simulation.run(SMALL, machine("duplicate", "copies"));
        assertThat(result.count(ModelCounter.MEMORY_BYTES))
                .isEqualTo(copies.count(ModelCounter.MEMORY_BYTES));
        long sent = result.count(ModelCounter.LINK_BYTES);
        long first =
                Simulation.run(SMALL, machine("duplicate", "first")).count(ModelCounter.LINK_BYTES);
        // Of what all four read, the first one's quarter needs no link, or a quarter of each.
        assertThat((double) sent / first).isCloseTo(1, within(0.05));
        for (int gpu = 0; gpu < GPUS; gpu++) {
            assertThat((double) of(result, gpu, ModelCounter.LINK_BYTES) / sent)
                    .isCloseTo(0.25, within(0.01));
        }
    }

    /** Nothing but textures: 64 KiB for each 16x16 pixels, and no cache. */
    private static WorkTrace textures() {
        var target = new TracePhase.Target(1024, 1024, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(new DrawCost(32, 12, 4, 16, 32, 1, 64, 0), false, false);
        builder.chunk(1, 3, 3, -1);
        builder.primitive(0, 0, 1023, 1023, 1024 * 1024, false);
        for (int square = 0; square < 64 * 64; square++) {
            builder.pixels(square % 64, square / 64, 256, 3, 64 * 1024);
        }
        return new WorkTrace("textures", "test", List.of(builder.build()));
    }

    private static long cycles(String placement, double link) throws MachineException {
        var machine =
                machine(
                        "duplicate",
                        placement,
                        "memory.bandwidth=64 B/cycle",
                        "cache.texture-hits=0",
                        "link.bandwidth=" + link + " B/cycle");
        return Simulation.run(textures(), machine).cycles();
    }

    /**
     * The published link rule, for links that each GPU has to all others: of what a memory gives,
     * three quarters cross. Links as fast as three quarters of memory cost nothing, and slower ones
     * in proportion.
     */
    @ParameterizedTest
    @CsvSource({"1000, 1", "48, 1", "24, 2", "12, 4"})
    void linksOfThreeQuartersOfMemoryAreEnough(double link, double slower) throws MachineException {
        long all = 64L * 64 * 64 * 1024;
        assertThat((double) cycles("copies", 1) / (all / 64 / GPUS)).isCloseTo(1, within(0.03));
        double ratio = (double) cycles("interleaved", link) / cycles("copies", link);
        assertThat(ratio).isCloseTo(slower, within(0.04 * slower));
    }

    /** With all in one memory the others make nothing faster: it gives all, one after the other. */
    @Test
    void oneMemoryIsWhatAllWaitFor() throws MachineException {
        double ratio = (double) cycles("first", 1000) / cycles("copies", 1000);
        assertThat(ratio).isCloseTo(GPUS, within(0.1));
    }

    /** A read takes a link's latency there, and one back, before the first vertex is placed. */
    @Test
    void aReadTakesTheLinkTwice() throws MachineException {
        var target = new TracePhase.Target(64, 64, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(new DrawCost(32, 12, 4, 16, 32, 1, 0, 0), false, false);
        builder.chunk(1, 3, 3, -1);
        builder.dropped(1, 0, 0);
        var trace = new WorkTrace("one", "test", List.of(builder.build()));
        long near = waits(Simulation.run(trace, machine("duplicate", "copies")));
        var far =
                machine(
                        "duplicate",
                        "first",
                        "link.latency=500 cycles",
                        "link.bandwidth=1 B/cycle");
        // Three indices and three vertices: 108 bytes, which three others read one after the other.
        assertThat(waits(Simulation.run(trace, far)) - near)
                .isBetween(1000L + 3 * 108, 1004L + 3 * 108);
    }

    /** How long the last GPU waited for what it had asked for: its memory, or a link. */
    private static long waits(SimulationResult result) {
        var fetch = result.unit("Gpu[3].Fetch");
        return fetch.cycles(UnitState.DATA) + fetch.cycles(UnitState.LINK);
    }

    /** Whoever reads from far waits for links, and nobody else does. */
    @Test
    void whoReadsFromFarWaitsForLinks() throws MachineException {
        var trace = SyntheticScene.SMALL.trace(1);
        var copies = Simulation.run(trace, machine("duplicate", "copies"));
        var first = Simulation.run(trace, machine("duplicate", "first"));
        for (int gpu = 0; gpu < GPUS; gpu++) {
            for (var unit : List.of("Fetch", "Shade")) {
                var name = "Gpu[%d].%s".formatted(gpu, unit);
                assertThat(copies.unit(name).cycles(UnitState.LINK)).as(name).isZero();
                boolean far = gpu > 0;
                var waits = first.unit(name);
                assertThat(waits.cycles(UnitState.LINK) > 0).as(name).isEqualTo(far);
                if (far) {
                    assertThat(waits.cycles(UnitState.DATA)).as(name).isZero();
                }
            }
        }
    }

    /**
     * Small reads go to one memory, 128 bytes to each in turn, and not all GPUs begin with the same
     * one. What comes from far is not overtaken by what needs nothing.
     */
    @Test
    void smallReadsGoFromMemoryToMemory() throws MachineException {
        var parts = new Parts(new EventQueue(TieOrder.SCHEDULED), UnitWatch.NONE);
        var machine = machine("duplicate", "interleaved", "group.gpus=2");
        var gpus = List.of(new GpuModel(parts, machine, 0), new GpuModel(parts, machine, 1));
        var came = new ArrayList<Integer>();
        int handler = parts.clock().register(came::add);
        for (int reader = 0; reader < 2; reader++) {
            var memory = new SceneMemory(parts.clock(), machine, reader, gpus.get(reader).memory());
            memory.spread(gpus);
            long[] before = {gpus.get(0).memory().bytes(), gpus.get(1).memory().bytes()};
            for (int read = 0; read < 3; read++) {
                memory.read(64, handler, 10 * reader + read);
            }
            memory.read(0, handler, 10 * reader + 3);
            parts.clock().run();
            assertThat(gpus.get(reader).memory().bytes() - before[reader]).isEqualTo(2 * 64);
            assertThat(gpus.get(1 - reader).memory().bytes() - before[1 - reader]).isEqualTo(64);
            assertThat(gpus.get(1 - reader).link().bytes()).isEqualTo(64);
        }
        assertThat(came).containsExactly(0, 1, 2, 3, 10, 11, 12, 13);
    }

    /**
     * 128 control points of 48 bytes are read where they lie; what is made of them is read nowhere.
     */
    @Test
    void controlPointsLieWithTheScene() throws MachineException {
        var target = new TracePhase.Target(64, 64, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(new DrawCost(48, 48, 0, 20, 40, 50, 0, 400), false, false);
        int group = builder.patches(32, 128, 10, 10);
        builder.chunk(10, 10, 10, group);
        builder.dropped(10, 0, 0);
        var trace = new WorkTrace("one group", "test", List.of(builder.build()));
        var copies = Simulation.run(trace, machine("duplicate", "copies"));
        var first = Simulation.run(trace, machine("duplicate", "first"));
        for (int gpu = 1; gpu < GPUS; gpu++) {
            assertThat(of(copies, gpu, ModelCounter.MEMORY_BYTES)).isEqualTo(128 * 48);
            assertThat(of(first, gpu, ModelCounter.MEMORY_BYTES)).isZero();
        }
        assertThat(of(first, 0, ModelCounter.LINK_BYTES)).isEqualTo((GPUS - 1) * 128 * 48);
    }

    /** Chiplets whose scene is interleaved: links that hardly mattered do. */
    @Test
    void aPackageWaitsForItsLinks() throws MachineException {
        var package4 = MachineFile.preset("chiplets-3").with("group.gpus", "4");
        var spread = package4.with("memory.placement", "interleaved");
        var wide = Simulation.run(SMALL, spread);
        var narrow = Simulation.run(SMALL, spread.with("link.bandwidth", "1 B/cycle"));
        assertThat(wide.count(ModelCounter.FRAGMENTS)).isEqualTo(OneGpuTest.shaded(SMALL));
        assertThat(narrow.cycles()).isGreaterThan(2 * wide.cycles());
        var copies = Simulation.run(SMALL, package4.with("link.bandwidth", "1 B/cycle"));
        assertThat((double) narrow.cycles() / copies.cycles()).isGreaterThan(2);
    }
}
