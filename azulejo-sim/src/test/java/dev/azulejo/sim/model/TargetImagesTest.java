package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.TileOutcome;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Tiles are compared with what their target holds, by whoever and whenever it was rendered. */
class TargetImagesTest {
    /**
     * Two tiles a frame: the first always shows the same, the second this and that in turn. So each
     * is as it was recorded, one frame after the other: the first kept, the second changed.
     */
    private static WorkTrace inTurn(int frames) {
        var phases = new ArrayList<TracePhase>();
        for (int frame = 0; frame < frames; frame++) {
            var builder =
                    new PhaseBuilder(frame, "main", new TracePhase.Target(128, 64, 1, 4, 8), 64);
            builder.draw(new DrawCost(32, 12, 4, 16, 32, 24, 0, 0), false, true);
            builder.chunk(4, 8, 8, -1);
            for (int i = 0; i < 4; i++) {
                builder.primitive(64 * (i % 2), 0, 64 * (i % 2) + 63, 63, 500, false);
            }
            builder.tile(0, 0, frame == 0 ? TileOutcome.CHANGED : TileOutcome.REUSED, 56);
            builder.tile(1, 0, TileOutcome.CHANGED, 56);
            builder.contents(0, 0, 1);
            builder.contents(1, 0, 1 + frame % 2);
            phases.add(builder.build());
        }
        return new WorkTrace("in turn", "test", phases);
    }

    private static long reused(WorkTrace trace, String... settings) throws MachineException {
        var all = new ArrayList<>(List.of(settings));
        all.add("reuse.tiles=on");
        return Simulation.run(trace, OneGpuTest.simple(all.toArray(new String[0])))
                .count(ModelCounter.TILES_REUSED);
    }

    @Test
    void imagesHoldWhatWasRenderedIntoThem() throws MachineException {
        var trace = inTurn(8);
        // With the frame before: the first tile seven times.
        assertThat(reused(trace)).isEqualTo(7);
        // With that of two frames ago both are the same; the first two frames have nothing.
        assertThat(reused(trace, "reuse.images=2")).isEqualTo(6 * 2);
        assertThat(reused(trace, "reuse.images=3")).isEqualTo(5);
        assertThat(reused(trace, "reuse.images=9")).isZero();
    }

    /** Two GPUs take frames in turn: each compares with its own last one. */
    @Test
    void whoTakesFramesInTurnKnowsItsOwn() throws MachineException {
        var trace = inTurn(8);
        String[] frames = {"group.gpus=2", "group.split=frames"};
        assertThat(reused(trace, frames)).isEqualTo(2 * 3 * 2);
        String[] three = {"group.gpus=3", "group.split=frames"};
        // Frames 0, 3, 6 and 1, 4, 7 and 2, 5: an odd number apart.
        assertThat(reused(trace, three)).isEqualTo(2 + 2 + 1);
        String[] regions = {"group.gpus=2", "group.split=duplicate", "group.layout=interleaved:64"};
        assertThat(reused(trace, regions)).isEqualTo(7);
        String[] bins = {"group.gpus=2", "group.split=bins", "bins.count=2"};
        assertThat(reused(trace, bins)).isEqualTo(7);
    }

    /** What nobody knows is not tested, and costs no test. */
    @Test
    void withoutContentsOnlyTheFrameBeforeIsCompared() throws MachineException {
        var phases = new ArrayList<TracePhase>();
        for (int frame = 0; frame < 4; frame++) {
            var builder =
                    new PhaseBuilder(frame, "main", new TracePhase.Target(64, 64, 1, 4, 8), 64);
            builder.draw(new DrawCost(32, 12, 4, 16, 32, 24, 0, 0), false, true);
            builder.chunk(1, 3, 3, -1);
            builder.primitive(0, 0, 63, 63, 500, false);
            builder.tile(0, 0, TileOutcome.REUSED, 56);
            phases.add(builder.build());
        }
        var trace = new WorkTrace("unknown", "test", phases);
        assertThat(reused(trace)).isEqualTo(4);
        var two = OneGpuTest.simple("reuse.tiles=on", "reuse.images=2");
        var result = Simulation.run(trace, two);
        // The first is as recorded, the second is new, the others are not tested.
        assertThat(result.count(ModelCounter.TILES_REUSED)).isEqualTo(1);
        assertThat(result.unit("Gpu[0].Tiles").service()).isEqualTo(4 * 10 + 2 * 30);
    }

    /** A target that has become wider is another one: there is nothing to compare with. */
    @Test
    void otherTargetsHoldNothing() throws MachineException {
        var phases = new ArrayList<TracePhase>();
        for (int frame = 0; frame < 6; frame++) {
            var target = new TracePhase.Target(frame < 2 ? 64 : 128, 64, 1, 4, 8);
            var builder = new PhaseBuilder(frame, "main", target, 64);
            builder.draw(new DrawCost(32, 12, 4, 16, 32, 24, 0, 0), false, true);
            builder.chunk(1, 3, 3, -1);
            builder.primitive(0, 0, 63, 63, 500, false);
            builder.tile(0, 0, TileOutcome.CHANGED, 56);
            builder.contents(0, 0, 1);
            phases.add(builder.build());
        }
        var trace = new WorkTrace("wider", "test", phases);
        // The last two frames find what the two before them left.
        assertThat(reused(trace, "reuse.images=2")).isEqualTo(2);
    }

    /** What was recorded follows from what tiles are made of. */
    @Test
    void contentsSayWhatWasRecorded() {
        var trace = inTurn(4);
        for (int frame = 1; frame < 4; frame++) {
            var now = trace.phases().get(frame);
            var compared = TileOutcomes.against(now, trace.phases().get(frame - 1));
            for (int x = 0; x < 128; x += 64) {
                assertThat(compared.at(x, 0)).isEqualTo(now.tiles().outcome(x, 0));
            }
        }
    }
}
