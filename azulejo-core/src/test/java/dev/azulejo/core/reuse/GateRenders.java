package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.reuse.RenderGate.Outcome;
import dev.azulejo.core.reuse.RenderGate.Visits;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;

import java.util.Arrays;

/**
 * Renders of three sheets into 4x4 tiles of 16 pixels, step by step as {@link RenderGate} says: one
 * on tile 0, one on tile 5, one on tiles 10 and 11; two triangles on each of the four.
 */
abstract class GateRenders {
    static final int TILES = 16;
    static final Reuse COMPARED = Reuse.TILES.withUnchanged(false).withPartial(false);

    /** What goes by from one look at the clock to the next, nanoseconds. */
    static final long TICK = 10;

    RenderTarget target = Sheet.target();
    final Sheet first = Sheet.of(1, 1, 1, 1, 15, 15, 0.5f);
    final Sheet second = Sheet.of(1, 1, 18, 18, 24, 30, 0.5f);
    final Sheet third = Sheet.of(1, 1, 33, 33, 63, 47, 0.5f);
    final Counts counts = new Counts();

    HistoryGate gate = gate(Reuse.TILES);
    TileSet tiles = TileSet.ALL;
    Visits visits = Visits.ONCE;
    Outcome begun;
    TileDecision[] decisions;
    int processed;
    private long time;

    /** Whether what is drawn is noted, besides what is looked at ahead. */
    boolean notesAgain = true;

    /** Whether early Z drops triangles. */
    boolean culls;

    /** Whether geometry turns out not to fit in one window. */
    boolean drains;

    HistoryGate gate(Reuse reuse) {
        var kernels = KernelSet.of(Kernels.SCALAR).hash();
        return new HistoryGate(reuse, kernels, new Counts[] {counts}, () -> time += TICK);
    }

    CommandBuffer frame() {
        var commands = Sheet.clear(target);
        first.draw(commands, Sheet.OPAQUE);
        second.draw(commands, Sheet.OPAQUE);
        third.draw(commands, Sheet.OPAQUE);
        return commands;
    }

    void move(Sheet sheet, float pixels) {
        sheet.matrix().uniforms().write(12, new float[] {2 * pixels / Sheet.SIDE});
    }

    Outcome render() {
        return render(frame());
    }

    /** Renders as {@code PhaseRun} does. */
    Outcome render(CommandBuffer commands) {
        counts.clear();
        processed = 0;
        decisions = new TileDecision[TILES];
        var drawn = new Drawn(commands, tiles);
        begun = gate.begin(drawn.phase, drawn.grid, visits);
        if (begun == Outcome.UNCHANGED) {
            return begun;
        }
        var painted = drawn.phase.pass().target();
        DeviceAccess.written(painted);
        boolean partial = begun == Outcome.PARTIAL;
        for (int c = 0; partial && c < drawn.chunks.length; c++) {
            process(drawn, c, gate.changed(drawn.chunks[c].draw().number()));
            gate.note(drawn.chunks[c]);
        }
        partial = partial && gate.openTiles();
        gate.expect(drawn.chunks, drawn.chunks.length, culls);
        for (int c = 0; c < drawn.chunks.length; c++) {
            int draw = drawn.chunks[c].draw().number();
            process(drawn, c, !partial || gate.needed(draw) && !gate.changed(draw));
            drawn.bin(c);
            if (notesAgain) {
                gate.note(drawn.chunks[c]);
            }
            gate.hash(0, drawn.chunks[c], c);
        }
        if (drains) {
            gate.windowed();
        }
        for (int tile = 0; tile < TILES; tile++) {
            if (!drawn.grid.owns(tile)) {
                continue;
            }
            var list = drawn.list(tile);
            decisions[tile] = gate.decide(0, tile, list, drawn.chunks);
            assertThat(gate.decision(tile)).isEqualTo(decisions[tile]);
            if (!decisions[tile].kept() && list.count() > 0) {
                gate.rendered(0, 1000);
            }
        }
        gate.end(painted);
        return partial ? Outcome.PARTIAL : Outcome.WHOLE;
    }

    void process(Drawn drawn, int chunk, boolean wanted) {
        if (wanted) {
            drawn.chunks[chunk].restart();
            drawn.process(chunk);
            processed++;
        }
    }

    void expect(Counter counter, long value) {
        assertThat(counts.get(counter)).as("%s", counter).isEqualTo(value);
    }

    /** All tiles are decided so but some. */
    void expectDecisions(TileDecision most, TileDecision other, int... others) {
        var expected = new TileDecision[TILES];
        Arrays.fill(expected, most);
        for (int tile : others) {
            expected[tile] = other;
        }
        assertThat(decisions).containsExactly(expected);
    }
}
