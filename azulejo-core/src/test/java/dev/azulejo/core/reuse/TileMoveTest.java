package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.reuse.RenderGate.Outcome;
import dev.azulejo.core.screen.TileSet;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Tiles that change their owners: what is known of those that stay holds, and nothing else. */
class TileMoveTest extends GateRenders {
    private final TileSet upper = TileSet.of(16, (column, row) -> row < 2);
    private final TileSet middle = TileSet.of(16, (column, row) -> row == 1 || row == 2);

    private void move(TileSet from, TileSet to) {
        gate.move(from, to);
        tiles = to;
    }

    private static List<Reuse> ways() {
        return List.of(
                COMPARED,
                COMPARED.withStorage(Reuse.Storage.COPY),
                COMPARED.withHash(Reuse.Hash.EXACT),
                Reuse.BLOCKS.withUnchanged(false).withPartial(false),
                Reuse.BLOCKS.withHash(Reuse.Hash.EXACT).withUnchanged(false).withPartial(false));
    }

    @Test
    void whatStaysIsKnownWhatComesIsNot() {
        for (var way : ways()) {
            gate = gate(way);
            tiles = upper;
            render();
            move(upper, middle);
            render();
            // The second of two rows has stayed; the third has come
            expect(Counter.TILES_REUSED, 4);
            expect(Counter.TILES_ENDED_HEADER, 4);
            for (int tile = 4; tile < 12; tile++) {
                assertThat(decisions[tile])
                        .isEqualTo(tile < 8 ? TileDecision.REUSED : TileDecision.HEADER);
            }
            render();
            expect(Counter.TILES_REUSED, 8);
        }
    }

    /** The same with columns, in the next to last of which there is something. */
    @Test
    void columnsThatStayAreKnown() {
        gate = gate(COMPARED);
        tiles = TileSet.of(16, (column, row) -> column >= 2);
        var fewer = TileSet.of(16, (column, row) -> column >= 1 && column < 3);
        render();
        move(tiles, fewer);
        render();
        for (int tile = 0; tile < TILES; tile++) {
            assertThat(decisions[tile])
                    .isEqualTo(
                            switch (tile % 4) {
                                case 1 -> TileDecision.HEADER;
                                case 2 -> TileDecision.REUSED;
                                default -> null;
                            });
        }
    }

    /** The same with columns on the left, beyond which nobody owned any. */
    @Test
    void columnsOnTheLeftThatStayAreKnown() {
        gate = gate(COMPARED);
        tiles = TileSet.of(16, (column, row) -> column < 2);
        var others = TileSet.of(16, (column, row) -> column >= 1 && column < 3);
        render();
        move(tiles, others);
        render();
        for (int tile = 0; tile < TILES; tile++) {
            assertThat(decisions[tile])
                    .isEqualTo(
                            switch (tile % 4) {
                                case 1 -> TileDecision.REUSED;
                                case 2 -> TileDecision.HEADER;
                                default -> null;
                            });
        }
    }

    /** What goes and comes back while nothing is rendered has stayed. */
    @Test
    void thereAndBackIsNoMove() {
        gate = gate(COMPARED);
        tiles = upper;
        render();
        move(upper, middle);
        move(middle, upper);
        render();
        expect(Counter.TILES_REUSED, 8);
    }

    /** What goes, while others write it, and comes back is not known. */
    @Test
    void whatComesBackIsRendered() {
        gate = gate(COMPARED);
        tiles = upper;
        render();
        move(upper, middle);
        render();
        move(middle, upper);
        render();
        expect(Counter.TILES_REUSED, 4);
        expect(Counter.TILES_ENDED_HEADER, 4);
    }

    /** What goes while nothing changes here, so that nothing is written down anew, is not known. */
    @Test
    void whatComesBackIsRenderedThoughNothingChanged() {
        gate = gate(Reuse.TILES.withPartial(false));
        tiles = upper;
        render();
        var second = TileSet.of(16, (column, row) -> row == 1);
        move(upper, second);
        assertThat(render()).isEqualTo(Outcome.UNCHANGED);
        // Others may have painted the first row with commands of their own.
        move(second, upper);
        assertThat(render()).isEqualTo(Outcome.WHOLE);
        for (int tile = 0; tile < 8; tile++) {
            assertThat(decisions[tile])
                    .isEqualTo(tile < 4 ? TileDecision.HEADER : TileDecision.REUSED);
        }
    }

    /** Draw calls are those of the last render, but what they show in tiles that came is not. */
    @Test
    void nothingIsUnchangedWhereTilesHaveCome() {
        gate = gate(Reuse.TILES.withPartial(false));
        tiles = upper;
        render();
        assertThat(render()).isEqualTo(Outcome.UNCHANGED);
        move(upper, middle);
        assertThat(render()).isEqualTo(Outcome.WHOLE);
        expect(Counter.TILES_REUSED, 4);
        assertThat(render()).isEqualTo(Outcome.UNCHANGED);
        var less = TileSet.of(16, (column, row) -> row == 2);
        move(middle, less);
        assertThat(render()).isEqualTo(Outcome.UNCHANGED);
    }

    /** Notes of what draw calls touch do not reach into tiles that came: no partial render. */
    @Test
    void nothingIsPartialWhereTilesHaveCome() {
        gate = gate(Reuse.TILES);
        tiles = upper;
        render();
        move(first, 0.5f);
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        move(upper, middle);
        move(first, 1);
        assertThat(render()).isEqualTo(Outcome.WHOLE);
        assertThat(decisions[5]).isEqualTo(TileDecision.REUSED);
        assertThat(decisions[10]).isEqualTo(TileDecision.HEADER);
        move(first, 1.5f);
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
    }

    /** Tiles that are still empty are so where they stay; those that come may hold anything. */
    @Test
    void emptyTilesThatComeAreCleared() {
        gate = gate(Reuse.AUTO.withUnchanged(false));
        tiles = upper;
        render();
        render();
        expect(Counter.TILES_STILL_EMPTY, 0);
        move(upper, middle);
        render();
        for (int tile = 8; tile < 12; tile++) {
            assertThat(decisions[tile].kept()).as("tile %d", tile).isFalse();
        }
    }

    /** Only what was that set moves: other parts of the screen have histories of their own. */
    @Test
    void otherSetsStayWhatTheyAre() {
        gate = gate(COMPARED);
        var lower = TileSet.of(16, (column, row) -> row >= 2);
        tiles = lower;
        render();
        gate.move(upper, middle);
        render();
        expect(Counter.TILES_REUSED, 8);
    }
}
