package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.device.TestProgram;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.reuse.RenderGate.Outcome;
import dev.azulejo.core.reuse.RenderGate.Visits;
import dev.azulejo.core.screen.TileSet;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What becomes of tiles and renders, and why. */
class HistoryGateTest extends GateRenders {
    @Test
    void aRenderOfWhichNothingChangedIsOver() {
        assertThat(render()).isEqualTo(Outcome.WHOLE);
        expectDecisions(TileDecision.HEADER, null);
        expect(Counter.TILES_TESTED, TILES);
        expect(Counter.TILES_ENDED_HEADER, TILES);
        expect(Counter.TILES_REUSED, 0);
        for (int again = 0; again < 3; again++) {
            assertThat(render()).isEqualTo(Outcome.UNCHANGED);
            expect(Counter.RENDERS_UNCHANGED, 1);
            expect(Counter.TILES_REUSED, TILES);
            expect(Counter.TILES_TESTED, 0);
            assertThat(gate.decision(7)).isEqualTo(TileDecision.UNCHANGED);
            // Four tiles had something on them, and took 1000 ns each.
            assertThat(gate.savedNs()).isEqualTo(4000);
        }
    }

    @Test
    void onlyWhatAChangedCallTouchesIsLookedAt() {
        render();
        move(second, 1);
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        expectDecisions(TileDecision.UNTOUCHED, TileDecision.DATA, 5);
        expect(Counter.RENDERS_PARTIAL, 1);
        expect(Counter.DRAWS_KEPT, 2);
        expect(Counter.TILES_UNTOUCHED, 15);
        expect(Counter.TILES_TESTED, 1);
        expect(Counter.TILES_ENDED_DATA, 1);
        assertThat(processed).isOne();
        assertThat(gate.savedNs()).isEqualTo(3000);
        assertThat(render()).isEqualTo(Outcome.UNCHANGED);
        assertThat(gate.savedNs()).isEqualTo(4000);
        // To the next tile: both are open, and what touches neither is left out.
        move(second, 17);
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        expectDecisions(TileDecision.UNTOUCHED, TileDecision.DATA, 5, 6);
        expect(Counter.DRAWS_KEPT, 2);
        // Onto another call's tile, which must be processed too.
        var shared = Sheet.of(1, 1, 40, 36, 44, 40, 0.2f);
        var more = frame();
        shared.draw(more, Sheet.OPAQUE);
        assertThat(render(more)).isEqualTo(Outcome.PARTIAL);
        expectDecisions(TileDecision.UNTOUCHED, TileDecision.DATA, 10);
        expect(Counter.DRAWS_KEPT, 2);
        assertThat(processed).isEqualTo(2);
        // And away again.
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        expectDecisions(TileDecision.UNTOUCHED, TileDecision.DATA, 10);
        assertThat(processed).isOne();
    }

    @Test
    void tilesAreComparedWhereCallsAreNot() {
        gate = gate(COMPARED);
        render();
        assertThat(render()).isEqualTo(Outcome.WHOLE);
        expectDecisions(TileDecision.REUSED, null);
        expect(Counter.TILES_REUSED, TILES);
        assertThat(gate.pays()).isTrue();
        move(second, 1);
        render();
        expectDecisions(TileDecision.REUSED, TileDecision.DATA, 5);
        expect(Counter.TILES_REUSED, 15);
        expect(Counter.TILES_ENDED_DATA, 1);
        expect(Counter.RENDERS_PARTIAL, 0);
        // One primitive more says so before its data does.
        move(second, 17);
        render();
        expectDecisions(TileDecision.REUSED, TileDecision.DATA, 5, 6);
    }

    @Test
    void programsAndMasksTellFirst() {
        gate = gate(COMPARED.withWay(Reuse.Tiles.DEFAULT.withShaderIds(true)));
        render();
        var commands = Sheet.clear(target);
        first.draw(commands, Sheet.OPAQUE.withProgram(new TestProgram(true, true)));
        second.draw(commands, Sheet.OPAQUE);
        third.draw(commands, Sheet.OPAQUE);
        render(commands);
        expectDecisions(TileDecision.REUSED, TileDecision.PROGRAMS, 0);
        gate = gate(COMPARED.withWay(Reuse.Blocks.DEFAULT));
        render();
        move(second, 2);
        render();
        expectDecisions(TileDecision.REUSED, TileDecision.DATA, 5);
        move(second, 17);
        render();
        expectDecisions(TileDecision.REUSED, TileDecision.MASKS, 5, 6);
        expect(Counter.TILES_ENDED_MASKS, 2);
    }

    @Test
    void whatSomebodyElseWroteIsNotKept() {
        gate = gate(COMPARED);
        render();
        DeviceAccess.written(target);
        render();
        expectDecisions(TileDecision.HEADER, null);
        render();
        expectDecisions(TileDecision.REUSED, null);
        gate = gate(Reuse.TILES);
        render();
        DeviceAccess.written(target);
        assertThat(render()).isEqualTo(Outcome.WHOLE);
        expectDecisions(TileDecision.HEADER, null);
    }

    @Test
    void anotherClearColourIsAnotherPicture() {
        render();
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 1, 0, 0, 1));
        first.draw(commands, Sheet.OPAQUE);
        second.draw(commands, Sheet.OPAQUE);
        third.draw(commands, Sheet.OPAQUE);
        assertThat(render(commands)).isEqualTo(Outcome.WHOLE);
        expectDecisions(TileDecision.HEADER, null);
    }

    @Test
    void rendersThatCannotBeCompared() {
        render();
        var commands = new CommandBuffer().beginPhase(PassDescriptor.load(target));
        first.draw(commands, Sheet.OPAQUE);
        assertThat(render(commands)).isEqualTo(Outcome.WHOLE);
        assertThat(begun).isEqualTo(Outcome.WHOLE);
        expect(Counter.RENDERS_NOT_CLEARED, 1);
        expect(Counter.TILES_TESTED, 0);
        expectDecisions(TileDecision.RENDERED, null);
        render();
        expectDecisions(TileDecision.HEADER, null);
        assertThat(render()).isEqualTo(Outcome.UNCHANGED);
        visits = Visits.SEVERAL;
        render();
        expect(Counter.RENDERS_WINDOWED, 1);
        expectDecisions(TileDecision.RENDERED, null);
    }

    /** Who records what tests took asks for bytes, and for what tiles were. */
    @Test
    void bytesAndSignaturesAreThoseOfTheTests() {
        gate = gate(COMPARED.withWay(Reuse.Tiles.DEFAULT.withShaderIds(true)));
        render();
        long before = gate.signature(0, 5);
        assertThat(before).isNotZero();
        render();
        expectDecisions(TileDecision.REUSED, null);
        assertThat(gate.signature(0, 5)).isEqualTo(before);
        expectBytes(Counter.REUSE_BYTES_READ_PROGRAMS);
        move(second, 2);
        render();
        assertThat(gate.signature(0, 5)).isNotEqualTo(before);
        // Without a clear there is no test, and nothing to sign
        var commands = new CommandBuffer().beginPhase(PassDescriptor.load(target));
        second.draw(commands, Sheet.OPAQUE);
        render(commands);
        assertThat(gate.signature(0, 5)).isZero();
        gate = gate(COMPARED.withWay(Reuse.Blocks.DEFAULT));
        render();
        render();
        expectBytes(Counter.REUSE_BYTES_READ_MASKS);
    }

    /** What is told is what is counted, which is something each. */
    private void expectBytes(Counter between) {
        long sum = 0;
        for (var counter :
                List.of(
                        Counter.REUSE_BYTES_WRITTEN,
                        Counter.REUSE_BYTES_READ_HEADER,
                        between,
                        Counter.REUSE_BYTES_READ_DATA)) {
            assertThat(counts.get(counter)).as("%s", counter).isPositive();
            sum += counts.get(counter);
        }
        assertThat(gate.testBytes(0)).isEqualTo(sum);
    }

    @Test
    void overLimits() {
        gate = gate(COMPARED.withTilePrimitives(1));
        render();
        // Each of the four tiles holds two triangles.
        expect(Counter.TILES_OVER_PRIMITIVES, 4);
        expect(Counter.TILES_ENDED_HEADER, 12);
        gate = gate(Reuse.TILES.withDraws(2));
        render();
        expect(Counter.RENDERS_OVER_DRAWS, 1);
        move(second, 1);
        assertThat(render()).isEqualTo(Outcome.WHOLE);
        // Without comparing, what is still empty is known.
        expect(Counter.TILES_TESTED, 0);
        expect(Counter.TILES_STILL_EMPTY, 12);
        expectDecisions(TileDecision.EMPTY, TileDecision.RENDERED, 0, 5, 10, 11);
        DeviceAccess.written(target);
        render();
        expect(Counter.TILES_STILL_EMPTY, 0);
        expectDecisions(TileDecision.RENDERED, null);
    }

    @Test
    void onlyTilesOfTheRegionAreCompared() {
        gate = gate(COMPARED.withRegion(new Scissor(15, 16, 2, 16)));
        render();
        render();
        expectDecisions(TileDecision.RENDERED, TileDecision.REUSED, 4, 5);
        expect(Counter.TILES_TESTED, 2);
    }

    @Test
    void autoLetsAFirstRenderPass() {
        gate = gate(Reuse.AUTO);
        render();
        expect(Counter.REUSE_ASIDE, 1);
        expect(Counter.TILES_TESTED, 0);
        assertThat(render()).isEqualTo(Outcome.UNCHANGED);
        move(second, 1);
        assertThat(render()).isEqualTo(Outcome.WHOLE);
        expect(Counter.REUSE_ASIDE, 0);
        expectDecisions(TileDecision.HEADER, null);
        move(second, 2);
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        expectDecisions(TileDecision.UNTOUCHED, TileDecision.DATA, 5);
    }

    @Test
    void partsOfAScreenHaveHistoriesOfTheirOwn() {
        gate = gate(COMPARED);
        tiles = TileSet.of(16, (column, row) -> row < 2);
        render();
        expect(Counter.TILES_TESTED, 8);
        render();
        expect(Counter.TILES_REUSED, 8);
        assertThat(decisions[8]).isNull();
        tiles = TileSet.of(16, (column, row) -> row >= 2);
        render();
        expect(Counter.TILES_ENDED_HEADER, 8);
        render();
        expect(Counter.TILES_REUSED, 8);
    }

    @Test
    void anOpenGateRemembersNothing() {
        var open = new OpenGate();
        var drawn = Drawn.all(frame());
        for (int again = 0; again < 2; again++) {
            assertThat(open.begin(drawn.phase, drawn.grid, Visits.ONCE)).isEqualTo(Outcome.WHOLE);
            assertThat(open.changed(0)).isTrue();
            assertThat(open.needed(0)).isTrue();
            assertThat(open.openTiles()).isFalse();
            open.expect(drawn.chunks, 3, false);
            assertThat(open.hashes()).isFalse();
            for (int tile = 0; tile < TILES; tile++) {
                var list = drawn.list(tile);
                assertThat(open.closed(tile)).isFalse();
                assertThat(open.decide(0, tile, list, drawn.chunks))
                        .isEqualTo(TileDecision.RENDERED);
                // Merged: whoever renders it reads it next.
                assertThat(list.count() > 0).isEqualTo(tile % 5 == 0 && tile < 15 || tile == 11);
                assertThat(open.decision(tile)).isEqualTo(TileDecision.RENDERED);
            }
            open.rendered(0, 1000);
            open.end(target);
            assertThat(open.pays()).isFalse();
            assertThat(open.savedNs()).isZero();
            assertThat(open.testingNs()).isZero();
        }
    }
}
