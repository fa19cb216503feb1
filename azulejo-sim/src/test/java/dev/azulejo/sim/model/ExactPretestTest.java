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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Pretests that ask the scan converter: what they say, what they cost, and when they look. */
class ExactPretestTest {
    private static final DrawCost COST = new DrawCost(32, 12, 4, 16, 32, 24, 0, 0);

    /** The left half of 128x64 pixels is the first GPU's, the right half the second's. */
    private static Machine two(String... settings) throws MachineException {
        var all =
                new ArrayList<>(
                        List.of(
                                "group.gpus=2",
                                "group.split=hints",
                                "group.layout=interleaved:64",
                                "group.pretest=exact",
                                "geometry.scans=1 /cycle"));
        all.addAll(Arrays.asList(settings));
        return OneGpuTest.simple(all.toArray(new String[0]));
    }

    private static PhaseBuilder builder(int frame) {
        return new PhaseBuilder(frame, "main", new TracePhase.Target(128, 64, 1, 4, 8), 64);
    }

    private static WorkTrace trace(PhaseBuilder builder) {
        return new WorkTrace("by hand", "test", List.of(builder.build()));
    }

    /** Primitives whose boxes are the target, all of which cover but one square on the left. */
    private static void slivers(PhaseBuilder builder, int count) {
        builder.chunk(count, 20, 20, -1);
        for (int i = 0; i < count; i++) {
            sliver(builder, 3, 3);
        }
    }

    /** A primitive over the target that covers something in one square alone. */
    private static void sliver(PhaseBuilder builder, int column, int row) {
        builder.primitive(0, 0, 127, 63, 5, false);
        for (int square = 0; square < 32; square++) {
            if (square != row * 8 + column) {
                builder.gap(square % 8, square / 8);
            }
        }
    }

    private static WorkTrace slivers(int count) {
        var builder = builder(0);
        builder.draw(COST, false, true);
        slivers(builder, count);
        return trace(builder);
    }

    private static long busy(SimulationResult result, int gpu, String unit) {
        return result.unit("Gpu[%d].%s".formatted(gpu, unit)).cycles(UnitState.BUSY);
    }

    /**
     * Two chunks that both need, so that it is known of the next one what hints say when its turn
     * comes.
     */
    private static PhaseBuilder behindOthers() {
        var builder = builder(0);
        builder.draw(COST, false, true);
        for (int i = 0; i < 2; i++) {
            builder.chunk(1, 3, 3, -1);
            builder.primitive(0, 0, 127, 63, 4000, false);
        }
        return builder;
    }

    /** As {@link #two}, and hints are there in time. */
    private static Machine intime(String... settings) throws MachineException {
        return two(settings).with("command.chunk", "1000 cycles");
    }

    /** By boxes both are touched; by what is covered the second is not, and leaves it out. */
    @Test
    void whatCoversNothingOfAGpuIsNotItsBusiness() throws MachineException {
        var builder = behindOthers();
        slivers(builder, 10);
        var trace = trace(builder);
        var primitives = Simulation.run(trace, intime("group.pretest=primitives"));
        assertThat(primitives.count(ModelCounter.CHUNKS_HINTED)).isZero();
        assertThat(primitives.count(ModelCounter.SET_UP)).isEqualTo(4 + 20);
        for (var pieces : List.of("chunks", "draws")) {
            var exact = Simulation.run(trace, intime("group.pieces=" + pieces));
            assertThat(exact.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(3);
            // One draw call is all of it, and both need a part.
            boolean chunks = pieces.equals("chunks");
            assertThat(exact.gpus().get(0).count(ModelCounter.CHUNKS_HINTED)).isZero();
            assertThat(exact.gpus().get(1).count(ModelCounter.CHUNKS_HINTED))
                    .isEqualTo(chunks ? 1 : 0);
            assertThat(exact.count(ModelCounter.SET_UP)).isEqualTo(4 + (chunks ? 10 : 20));
        }
    }

    /**
     * A chunk of ten, all in the first GPU's half. Of the first primitive both halves are asked
     * about, 16 squares each; then the left owner is known, and of nine only the right half is.
     * With a set of primitives each is asked about both.
     */
    @Test
    void whatIsAskedIsWhatTheScanConverterIsAsked() throws MachineException {
        var trace = slivers(10);
        long assembly = 10;
        var chunk = Simulation.run(trace, two());
        assertThat(busy(chunk, 0, "Setup")).isEqualTo(16 + 10 * 16 + assembly);
        var each = Simulation.run(trace, two("group.pieces=primitives"));
        assertThat(busy(each, 0, "Setup")).isEqualTo(10 * 32 + assembly);
        // The map of primitives and the scan converter work side by side: whoever is slower counts.
        var fast = Simulation.run(trace, two("geometry.scans=1000 /cycle"));
        assertThat(busy(fast, 0, "Setup")).isEqualTo(10 / 3 + 1 + assembly);
        var primitives = Simulation.run(trace, two("group.pretest=primitives"));
        assertThat(busy(primitives, 0, "Setup")).isEqualTo(10 / 3 + 1 + assembly);
    }

    /** Of ten primitives three cover something on the right, one of them on both sides. */
    @Test
    void setsSayWhoNeedsWhichPrimitive() throws MachineException {
        var builder = behindOthers();
        builder.chunk(10, 20, 20, -1);
        for (int i = 0; i < 7; i++) {
            sliver(builder, i % 4, i % 3);
        }
        sliver(builder, 4, 0);
        sliver(builder, 7, 3);
        builder.primitive(0, 0, 127, 63, 4000, false);
        var trace = trace(builder);
        var result = Simulation.run(trace, intime("group.pieces=primitives"));
        assertThat(result.gpus().get(0).count(ModelCounter.SET_UP)).isEqualTo(2 + 8);
        assertThat(result.gpus().get(1).count(ModelCounter.SET_UP)).isEqualTo(2 + 3);
        // A mask, how many primitives, and a set for either: of a byte, and of two.
        assertThat(result.count(ModelCounter.LINK_BYTES)).isEqualTo(2 * (16 + 2 + 2) + 16 + 2 + 4);
        var chunks = Simulation.run(trace, intime());
        assertThat(chunks.gpus().get(1).count(ModelCounter.PRIMITIVES)).isEqualTo(1 + 2 + 10);
    }

    /** Early Z leaves out what is hidden: of what is needed, not of what boxes touch. */
    @Test
    void whatIsHiddenIsLeftOutOfSetsAsWell() throws MachineException {
        var builder = behindOthers();
        builder.chunk(4, 8, 8, -1);
        sliver(builder, 5, 1);
        sliver(builder, 6, 1);
        builder.primitive(0, 0, 127, 63, 500, true);
        sliver(builder, 0, 0);
        var trace = trace(builder);
        for (var early : List.of("off", "on", "setup")) {
            var machine = intime("group.pieces=primitives", "early-z.cull=" + early);
            long all = early.equals("on") ? 1 + 2 : 2 + 3;
            assertThat(Simulation.run(trace, machine).count(ModelCounter.SET_UP))
                    .as(early)
                    .isEqualTo(4 + all);
        }
    }

    /**
     * As in the renderer: bounds first, and what touches one GPU by them, or none, is left at that,
     * whatever it covers; positions are looked at of the others alone.
     */
    @Test
    void whatTouchesOneGpuByItsBoundsIsTakenAtItsWord() throws MachineException {
        var builder = behindOthers();
        // In the first GPU's half, and covers nothing at all.
        builder.chunk(12, 20, 20, -1);
        for (int i = 0; i < 12; i++) {
            builder.primitive(0, 0, 15, 15, 0, false);
            builder.gap(0, 0);
        }
        var trace = trace(builder);
        // Vertices of the others: each tested once and rendered twice.
        long others = 2 * 3 + 4 * 3;
        var all = Simulation.run(trace, intime());
        assertThat(all.count(ModelCounter.CHUNKS_HINTED)).isEqualTo(2);
        assertThat(all.count(ModelCounter.VERTICES)).isEqualTo(others + 20);
        assertThat(busy(all, 0, "Setup")).isEqualTo(32 + 12 + 2);
        var several = Simulation.run(trace, intime("group.look=several"));
        assertThat(several.count(ModelCounter.CHUNKS_HINTED)).isEqualTo(1);
        assertThat(several.gpus().get(0).count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(3);
        assertThat(several.count(ModelCounter.VERTICES)).isEqualTo(others + 20);
        assertThat(busy(several, 0, "Setup")).isEqualTo(7 + 32 + 7 + 2 + 12);
        // Sets there are none of it: it is processed as a whole.
        var each = Simulation.run(trace, intime("group.look=several", "group.pieces=primitives"));
        assertThat(each.gpus().get(0).count(ModelCounter.SET_UP)).isEqualTo(2 + 12);
        assertThat(each.count(ModelCounter.LINK_BYTES)).isEqualTo(2 * (16 + 2 + 2) + 16);
    }

    /** Of what touches both, bounds and then everything. */
    @Test
    void whatTouchesSeveralIsLookedAtTwice() throws MachineException {
        var trace = slivers(10);
        var both = Simulation.run(trace, two("group.look=several"));
        assertThat(busy(both, 0, "Setup")).isEqualTo(7 + 16 + 10 * 16 + 10);
        long positions = Simulation.run(trace, two()).count(ModelCounter.MEMORY_BYTES);
        assertThat(both.count(ModelCounter.MEMORY_BYTES)).isEqualTo(positions + 24);
    }

    /**
     * Boxes that touch everybody, and cover something of one or of nobody: that is found out in the
     * first frame, and speaks for the scan converter in those that follow. It is too dear for a
     * guess.
     */
    @Test
    void whatHintsSaidForNothingSpeaksForTheScanConverter() throws MachineException {
        var phases = new ArrayList<TracePhase>();
        for (int frame = 0; frame < 4; frame++) {
            var builder = builder(frame);
            builder.draw(new DrawCost(32, 12, 4, 16, 1000, 24, 0, 0), false, true);
            for (int chunk = 0; chunk < 64; chunk++) {
                if (chunk / 2 % 2 == 0) {
                    slivers(builder, 64);
                    continue;
                }
                builder.chunk(64, 20, 20, -1);
                for (int i = 0; i < 64; i++) {
                    // In a square that is not there.
                    sliver(builder, 0, 8);
                }
            }
            phases.add(builder.build());
        }
        var machine =
                two(
                        "group.pretest=auto",
                        "geometry.bounds=100000 cycles",
                        "geometry.scans=0.5 /cycle",
                        "shader.lanes=1",
                        "command.chunk=5000 cycles");
        var trace = new WorkTrace("slivers", "test", phases);
        var result = Simulation.run(trace, machine);
        // Of each further frame, but for the first few chunks, whose hints come too late.
        assertThat(result.gpus().get(1).count(ModelCounter.CHUNKS_HINTED))
                .isBetween(3L * 60, 3L * 64);
        assertThat(result.gpus().get(0).count(ModelCounter.CHUNKS_HINTED))
                .isBetween(3L * 28, 3L * 32);
        // Where asking takes longer than rendering it is not asked.
        var slow = machine.with("geometry.scans", "0.01 /cycle");
        assertThat(Simulation.run(trace, slow).count(ModelCounter.CHUNKS_HINTED)).isZero();
    }
}
