package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.reuse.RenderGate.Outcome;
import dev.azulejo.core.reuse.RenderGate.Visits;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** What is known of tiles and draw calls after renders that looked at a part of them only. */
class KeptTilesTest extends GateRenders {
    private static final int PASS_WORDS = 4;
    private static final int DRAW_WORDS = 2 + 3 * 4 + 4 + 1 + 2 * 7 + 2 + 7 + 5 + 2;
    private static final int WORDS = PASS_WORDS + 3 * DRAW_WORDS;

    private static final Reuse.Blocks BLOCK = Reuse.Blocks.DEFAULT;
    private static final Reuse PARTS = Reuse.BLOCKS.withUnchanged(false);
    private static final Reuse PARTIAL = Reuse.TILES.withUnchanged(false);

    private static Sheet more(int x0, int y0, int x1, int y1) {
        return Sheet.of(1, 1, x0, y0, x1, y1, 0.5f);
    }

    /** Another sheet of other buffers that looks the same. */
    private static Sheet twin(Sheet sheet) {
        return new Sheet(
                new VertexBuffer(sheet.positions().data().clone()),
                new VertexBuffer(sheet.colors().data().clone()),
                new IndexBuffer(sheet.indices().data().clone()),
                sheet.matrix());
    }

    private CommandBuffer frame(Sheet... sheets) {
        var commands = Sheet.clear(target);
        for (var sheet : sheets) {
            sheet.draw(commands, Sheet.OPAQUE);
        }
        return commands;
    }

    /**
     * What was taken over, once and again, is held against what is drawn anew: sheets of other
     * buffers, which look like those that they replace.
     */
    private void expectKept(Reuse reuse, long bytes) {
        gate = gate(reuse);
        render();
        expect(Counter.REUSE_BYTES_WRITTEN, 8 * WORDS + bytes);
        move(second, 1);
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        expectDecisions(TileDecision.UNTOUCHED, TileDecision.DATA, 5);
        // As much as if all of it had been found anew.
        expect(Counter.REUSE_BYTES_WRITTEN, 8 * WORDS + bytes);
        var thirdTwin = twin(third);
        assertThat(render(frame(first, second, thirdTwin))).isEqualTo(Outcome.PARTIAL);
        expectDecisions(TileDecision.UNTOUCHED, TileDecision.REUSED, 10, 11);
        expect(Counter.REUSE_BYTES_WRITTEN, 8 * WORDS + bytes);
        var firstTwin = twin(first);
        assertThat(render(frame(firstTwin, second, thirdTwin))).isEqualTo(Outcome.PARTIAL);
        expectDecisions(TileDecision.UNTOUCHED, TileDecision.REUSED, 0);
        // A change of what was taken over is seen.
        firstTwin.colors().write(0, new float[] {0.9f});
        assertThat(render(frame(firstTwin, second, thirdTwin))).isEqualTo(Outcome.PARTIAL);
        expectDecisions(TileDecision.UNTOUCHED, TileDecision.DATA, 0);
        move(second, 0);
    }

    @Test
    void tilesThatWereLeftAloneAreKnown() {
        expectKept(PARTIAL, TILES * 20);
        expectKept(PARTIAL.withWay(Reuse.Tiles.DEFAULT.withShaderIds(true)), TILES * (20 + 8));
        // Two hashes of 16 bytes on each of four tiles; or two triangles, raw, and their state.
        int hashes = 4 * 2 * 16;
        int raw = 4 * (2 * 17 + 14) * 8;
        var each = Reuse.Tiles.DEFAULT.withDetail(Reuse.Detail.PRIMITIVE);
        expectKept(PARTIAL.withWay(each), TILES * 20 + hashes);
        expectKept(PARTIAL.withHash(Reuse.Hash.EXACT), TILES * 20 + raw);
        expectKept(PARTIAL.withStorage(Reuse.Storage.COPY), TILES * 20);
    }

    @Test
    void blocksThatWereLeftAloneAreKnown() {
        expectKept(PARTS, 3 * 16 + TILES * (4 + 8));
        expectKept(PARTS.withWay(BLOCK.withParts(2)), 6 * 16 + TILES * (4 + 8));
        // Three words of a mask.
        expectKept(PARTS.withWay(BLOCK.withParts(64)), 192 * 16 + TILES * (4 + 24));
        // A place and a length a part, and 48 words a block; the second's state is on tile 10 too.
        expectKept(PARTS.withHash(Reuse.Hash.EXACT), 3 * (16 + 48 * 8) + TILES * (4 + 8));
    }

    /** Shares of what early Z left are others than shares of what is drawn in part. */
    @Test
    void masksOfSharesOfWhatWasLeftAreNotTakenOver() {
        for (boolean culled : new boolean[] {false, true}) {
            for (int parts = 1; parts <= 2; parts++) {
                culls = culled;
                gate = gate(PARTS.withWay(BLOCK.withParts(parts)));
                render();
                move(second, 1);
                assertThat(render()).isEqualTo(Outcome.PARTIAL);
                boolean known = !culled || parts == 1;
                assertThat(render(frame(first, second, twin(third)))).isEqualTo(Outcome.PARTIAL);
                expectDecisions(
                        TileDecision.UNTOUCHED,
                        known ? TileDecision.REUSED : TileDecision.HEADER,
                        10,
                        11);
                move(second, 0);
            }
        }
    }

    /** Blocks of draw calls that changed places have other numbers, though there are as many. */
    @Test
    void blocksThatMovedAreNotTakenOver() {
        gate = gate(Reuse.BLOCKS);
        render();
        assertThat(render(frame(second, third, more(40, 1, 47, 9)))).isEqualTo(Outcome.PARTIAL);
        expect(Counter.RENDERS_REBLOCKED, 1);
        assertThat(render(frame(second, third, more(40, 1, 47, 9)))).isEqualTo(Outcome.PARTIAL);
        expect(Counter.RENDERS_REBLOCKED, 1);
    }

    // What is given up

    /** Of a render that was begun and not ended nothing is held against the next one. */
    @Test
    void aRenderThatWasNotEndedIsForgotten() {
        gate = gate(COMPARED);
        render();
        var drawn = Drawn.all(frame());
        assertThat(gate.begin(drawn.phase, drawn.grid, Visits.ONCE)).isEqualTo(Outcome.WHOLE);
        render();
        expectDecisions(TileDecision.HEADER, null);
        render();
        expectDecisions(TileDecision.REUSED, null);
        // Nor of one that cannot be compared.
        var loading = new CommandBuffer().beginPhase(PassDescriptor.load(target));
        first.draw(loading, Sheet.OPAQUE);
        var loaded = Drawn.all(loading);
        assertThat(gate.begin(loaded.phase, loaded.grid, Visits.ONCE)).isEqualTo(Outcome.WHOLE);
        render();
        expectDecisions(TileDecision.HEADER, null);
    }

    /** Into tiles that were empty something may have been drawn in windows. */
    @Test
    void afterWindowsNoTileIsStillEmpty() {
        gate = gate(Reuse.TILES.withDraws(2));
        render();
        render(frame(first, second, third));
        expect(Counter.TILES_STILL_EMPTY, 0);
        move(second, 1);
        render();
        expect(Counter.TILES_STILL_EMPTY, 12);
        drains = true;
        render(frame(first, second, third, more(20, 1, 30, 9)));
        drains = false;
        render();
        expect(Counter.TILES_STILL_EMPTY, 0);
        expectDecisions(TileDecision.RENDERED, null);
    }

    /** Twelve of sixteen tiles show nothing, which is known whatever else is compared. */
    @Test
    void whatIsStillEmptyIsKnownInAnyCase() {
        for (boolean unchanged : new boolean[] {false, true}) {
            for (boolean partial : new boolean[] {false, true}) {
                // With more draw calls than that tiles are not compared.
                var reuse = Reuse.TILES.withDraws(2);
                gate = gate(reuse.withUnchanged(unchanged).withPartial(partial));
                render();
                expect(Counter.TILES_STILL_EMPTY, 0);
                move(second, 1);
                render();
                expect(Counter.TILES_STILL_EMPTY, 12);
                move(second, 0);
            }
        }
    }

    /** A group tells that a target is as it was, though it was written meanwhile. */
    @Test
    void whatStaysIsKnown() {
        render();
        assertThat(render()).isEqualTo(Outcome.UNCHANGED);
        DeviceAccess.written(target);
        gate.stay(target);
        assertThat(render()).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void hashesAreWantedWhereTilesAreTested() {
        gate = gate(COMPARED);
        render();
        assertThat(gate.hashes()).isTrue();
        drains = true;
        render();
        assertThat(gate.hashes()).isFalse();
        drains = false;
        gate = gate(Reuse.AUTO);
        render();
        assertThat(gate.hashes()).isFalse();
    }

    // What it took, and what for

    @Test
    void whatTilesOnceTookIsRemembered() {
        gate = gate(COMPARED);
        render();
        assertThat(gate.savedNs()).isZero();
        assertThat(gate.pays()).isFalse();
        for (int again = 0; again < 2; again++) {
            render();
            // Nothing was rendered: four tiles with something on them, of 1000 ns each.
            assertThat(gate.savedNs()).isEqualTo(4000);
            assertThat(gate.pays()).isTrue();
        }
    }

    /** Two of 14 tiles with something on them are less than a fifth. */
    @Test
    void aFewTilesDoNotPay() {
        gate = gate(COMPARED);
        var wide = Sheet.of(1, 1, 0, 0, 64, 48, 0.4f);
        var small = more(1, 50, 30, 60);
        render(frame(wide, small));
        move(wide, 0.25f);
        render(frame(wide, small));
        expectDecisions(TileDecision.DATA, TileDecision.REUSED, 12, 13, 14, 15);
        assertThat(gate.pays()).isFalse();
    }

    /** What is timed: draw calls once, each chunk, each tile that is tested, and which are open. */
    @Test
    void timeOfTests() {
        expectTested(COMPARED, 1 + 3 + TILES);
        expectTested(COMPARED.withRegion(new Scissor(0, 0, 0, 0)), 1 + 3);
        // One tile is open.
        expectTested(PARTIAL, 1 + 1 + 3 + 1);
        expectTested(Reuse.TILES, 1 + 1 + 3 + 1);
        render();
        assertThat(begun).isEqualTo(Outcome.UNCHANGED);
        assertThat(gate.testingNs()).isEqualTo(TICK);
    }

    private void expectTested(Reuse reuse, int times) {
        gate = gate(reuse);
        move(second, 0);
        render();
        move(second, 1);
        render();
        assertThat(gate.testingNs()).isEqualTo(times * TICK);
    }

    // When it works

    /** Renders that stand aside, in order: 1 for each that does. */
    private String aside(int renders, boolean written, boolean moving) {
        var found = new StringBuilder();
        for (int r = 0; r < renders; r++) {
            if (moving) {
                for (var sheet : List.of(first, second, third)) {
                    move(sheet, (r & 1) / 4f);
                }
            }
            if (written) {
                DeviceAccess.written(target);
            }
            render();
            found.append(counts.get(Counter.REUSE_ASIDE));
        }
        return found.toString();
    }

    @Test
    void autoStandsAsideWhereComparingDoesNotPay() {
        var auto = Reuse.AUTO.withUnchanged(false).withPartial(false);
        gate = gate(auto);
        // A first render; one to write down, two misses; eight aside, one to write down and one to
        // compare, then twice as many.
        var asides = "1" + "000" + "1".repeat(8) + "00" + "1".repeat(16) + "00";
        assertThat(aside(asides.length(), false, true)).isEqualTo(asides);
        gate = gate(auto);
        assertThat(aside(asides.length(), true, false)).isEqualTo(asides);
        gate = gate(auto);
        assertThat(aside(20, false, false)).isEqualTo("1" + "0".repeat(19));
    }

    /** Where nothing stays, 16 draw calls of 20 are looked at, until one of them is at rest. */
    @Test
    void autoLooksAtAFewDrawCallsWhereAllChange() {
        gate = gate(Reuse.AUTO);
        var sheets = new Sheet[20];
        Arrays.fill(sheets, first);
        int all = PASS_WORDS + 20 * DRAW_WORDS;
        int few = PASS_WORDS + 16 * DRAW_WORDS;
        int[] read = {0, all, few, few, few};
        for (int r = 0; r < read.length; r++) {
            move(first, r / 4f);
            render(frame(sheets));
            expect(Counter.REUSE_BYTES_READ_DRAWS, 16L * read[r]);
        }
        // At rest: the others are written down for the next render, which is then unchanged.
        assertThat(render(frame(sheets))).isEqualTo(Outcome.WHOLE);
        expect(Counter.REUSE_BYTES_READ_DRAWS, 16L * few);
        assertThat(render(frame(sheets))).isEqualTo(Outcome.UNCHANGED);
        expect(Counter.REUSE_BYTES_READ_DRAWS, 16L * all);
    }

    // Memory

    @Test
    void memoryOfEverything() {
        int draws = 2 * (8 * 1024 + 4 * 65);
        int set = TILES * (4 + 8 + 16);
        gate = gate(Reuse.TILES);
        render();
        // A word of a mask for each of three draw calls, and room for half as many more.
        expect(Counter.REUSE_MEMORY, draws + 8 * 4 + set);
        gate = gate(COMPARED.withHash(Reuse.Hash.EXACT));
        render();
        // Raw data in a pool of 1024 words at first.
        expect(Counter.REUSE_MEMORY, set + 8 * 1024);
    }

    /** Room in pools does not count against the memory twice. */
    @Test
    void poolsHaveTheirHalvesOfTheMemory() {
        var each = Reuse.Tiles.DEFAULT.withDetail(Reuse.Detail.PRIMITIVE);
        gate = gate(COMPARED.withWay(each).withMegabytes(1));
        var layer = Sheet.of(32, 32, 0, 0, 64, 64, 0.5f);
        var layers = new Sheet[14];
        Arrays.fill(layers, layer);
        for (int again = 0; again < 4; again++) {
            render(frame(layers));
            // 57344 words of 65536.
            expect(Counter.TILES_OVER_MEMORY, 0);
            expect(Counter.RENDERS_OVER_MEMORY, 0);
            expect(Counter.TILES_REUSED, again == 0 ? 0 : TILES);
        }
    }
}
