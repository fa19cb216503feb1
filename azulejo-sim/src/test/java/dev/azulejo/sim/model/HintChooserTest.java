package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Which draw calls hints are made of: as the renderer's policy says. */
class HintChooserTest {
    private static final DrawCost COST = new DrawCost(32, 12, 4, 16, 60, 80, 8, 0);

    private static Machine four(String pretest) throws MachineException {
        return MachineFile.preset("desktop")
                .with("group.gpus", "4")
                .with("group.split", "hints")
                .with("group.layout", "interleaved:64")
                // Hints are there in time.
                .with("command.chunk", "1000 cycles")
                .with("group.pretest", pretest);
    }

    /** A terrain in large triangles that touches everybody, and twenty objects of a region each. */
    private static WorkTrace frames(int count) {
        var phases = new ArrayList<TracePhase>();
        for (int frame = 0; frame < count; frame++) {
            var builder =
                    new PhaseBuilder(frame, "main", new TracePhase.Target(1280, 704, 1, 4, 8), 64);
            builder.draw(COST, false, true);
            for (int chunk = 0; chunk < 8; chunk++) {
                builder.chunk(200, 150, 150, -1);
                for (int i = 0; i < 200; i++) {
                    builder.primitive(i, i, i + 600, i + 300, 20_000, false);
                }
            }
            for (int object = 0; object < 20; object++) {
                builder.draw(COST, false, true);
                for (int chunk = 0; chunk < 2; chunk++) {
                    builder.chunk(256, 160, 160, -1);
                    for (int i = 0; i < 256; i++) {
                        int x = object * 64 + 8 + i % 16 * 2;
                        builder.primitive(x, 400, x + 4, 404, 8, false);
                    }
                }
            }
            phases.add(builder.build());
        }
        return new WorkTrace("terrain", "test", List.copyOf(phases));
    }

    @Test
    void whatTouchesEverybodyIsNotTested() throws MachineException {
        var all = Simulation.run(frames(1), four("primitives"));
        assertThat(all.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(8 + 40);
        var chosen = Simulation.run(frames(1), four("auto"));
        assertThat(chosen.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(40);
        assertThat(chosen.count(ModelCounter.CHUNKS_HINTED))
                .isEqualTo(all.count(ModelCounter.CHUNKS_HINTED))
                .isEqualTo(40 * 3);
        // Bounds are as tight here, and nobody places a vertex for them.
        assertThat(chosen.count(ModelCounter.VERTICES)).isEqualTo(4 * 8 * 150 + 40 * 160);
        assertThat(chosen.count(ModelCounter.SET_UP)).isEqualTo(all.count(ModelCounter.SET_UP));
        assertThat(chosen.cycles()).isLessThan(all.cycles());
    }

    /** Where a test by bounds costs more than rendering, primitives are tested, or nothing is. */
    @Test
    void itGoesByWhatThingsCostOnTheMachine() throws MachineException {
        var slow = four("auto").with("geometry.bounds", "100000 cycles");
        var primitives = Simulation.run(frames(1), slow);
        assertThat(primitives.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(40);
        assertThat(primitives.count(ModelCounter.VERTICES)).isEqualTo(4 * 8 * 150 + 2 * 40 * 160);
        var slower = slow.with("geometry.pretests", "0.01 /cycle");
        var none = Simulation.run(frames(1), slower);
        assertThat(none.count(ModelCounter.CHUNKS_PRETESTED)).isZero();
        assertThat(none.count(ModelCounter.LINK_BYTES)).isZero();
    }

    /** An object of two chunks in one region is told of once, by its bounds. */
    @Test
    void whatIsSmallIsTestedAsAWhole() throws MachineException {
        var chunks = Simulation.run(frames(1), four("bounds"));
        assertThat(chunks.count(ModelCounter.LINK_BYTES)).isEqualTo((8 + 40) * 3 * 16);
        var pieces = four("bounds").with("group.pieces", "auto");
        var chosen = Simulation.run(frames(1), pieces);
        assertThat(chosen.count(ModelCounter.LINK_BYTES)).isEqualTo((1 + 20) * 3 * 16);
        assertThat(chosen.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(8 + 40);
    }

    /** By their number triangles of a terrain should be small: that is tried three times. */
    @Test
    void itLearnsThatSetsSayNothing() throws MachineException {
        var chosen = Simulation.run(frames(6), four("auto").with("group.pieces", "auto"));
        assertThat(chosen.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(3 * 8 + 6 * 40);
        assertThat(chosen.count(ModelCounter.CHUNKS_HINTED)).isEqualTo(6 * 40 * 3);
    }

    /** Bounds of a chunk that lies in two corners touch everybody, and do so again and again. */
    @Test
    void itLearnsThatHintsSayNothing() throws MachineException {
        var phases = new ArrayList<TracePhase>();
        for (int frame = 0; frame < 6; frame++) {
            var builder =
                    new PhaseBuilder(frame, "main", new TracePhase.Target(1280, 704, 1, 4, 8), 64);
            builder.draw(COST, false, true);
            for (int chunk = 0; chunk < 40; chunk++) {
                builder.chunk(100, 80, 80, -1);
                for (int i = 0; i < 100; i++) {
                    builder.primitive(
                            i % 20 * 64, i % 11 * 64, i % 20 * 64 + 4, i % 11 * 64 + 4, 8, false);
                }
            }
            phases.add(builder.build());
        }
        var trace = new WorkTrace("scattered", "test", phases);
        var result = Simulation.run(trace, four("auto").with("group.layout", "interleaved:256"));
        // By their number chunks should be small: that is tried, and not for long.
        long tested = result.count(ModelCounter.CHUNKS_PRETESTED);
        assertThat(tested).isPositive().isLessThanOrEqualTo(3 * 40);
        assertThat(result.count(ModelCounter.CHUNKS_HINTED)).isZero();
    }
}
