package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Draw calls are letters: equal letters, equal inputs. */
class PartialRenderTest {
    private static final int TILES = 100;

    private final ProgramNumbers programs = new ProgramNumbers();
    private final Map<Character, Sheet> sheets = new HashMap<>();
    private final PartialRender partial = new PartialRender();

    private Sheet sheet(char letter) {
        // Small letters have 2 triangles, large ones 32.
        int cells = Character.isUpperCase(letter) ? 4 : 1;
        return sheets.computeIfAbsent(letter, c -> Sheet.of(cells, cells, 0, 0, 9, 9, 0.5f));
    }

    private Phase phase(String letters) {
        CommandBuffer commands = Sheet.clear(Sheet.target());
        for (char letter : letters.toCharArray()) {
            sheet(letter).draw(commands, Sheet.OPAQUE);
        }
        return Sheet.cut(commands, EarlyZ.OFF, new Counts());
    }

    private DrawRecord record(String letters) {
        var phase = phase(letters);
        var record = new DrawRecord(new InputWriter(programs));
        record.begin(phase.pass(), phase.drawCount(), 16, TILES);
        record.write(phase, phase.drawCount());
        record.clearMasks();
        return record;
    }

    /** A change of the draw calls is '!', one that moved '.', one at its place '='. */
    private String match(String now, String past) {
        partial.match(record(now), record(past));
        return matched(now.length());
    }

    private String matched(int draws) {
        var found = new StringBuilder();
        for (int d = 0; d < draws; d++) {
            found.append(partial.changed(d) ? '!' : partial.inPlace(d) ? '=' : '.');
        }
        return found.toString();
    }

    @ParameterizedTest
    @CsvSource({
        // Last render, this one, what is found
        "ABCD, ABCD, ====",
        "ABCD, ABXD, ==!=",
        "ABCD, XBCD, !===",
        "ABCD, ABCX, ===!",
        "ABCD, AXBCD, =!...",
        "ABCD, XYABCD, !!....",
        "ABCD, ABCDX, ====!",
        "ABCD, ACD, =..",
        "ABCD, CD, ..",
        "ABCD, ABC, ===",
        "ABCD, AXCYD, =!=!.",
        // What went is looked for first: B stays, A came.
        "AB, BA, .!",
        "ABCD, WXYZ, !!!!",
        "AAAA, AAA, ===",
        "AABB, ABB, =..",
        // Eight are looked at, not nine.
        "ABC, A12345678BC, =!!!!!!!!..",
        "ABC, A123456789BC, =!!!!!!!!!!!",
        "A12345678BC, ABC, =..",
        "A123456789BC, ABC, =!!"
    })
    void match(String past, String now, String expected) {
        assertThat(match(now, past)).isEqualTo(expected);
    }

    @Test
    void allAndAny() {
        match("ABC", "ABC");
        assertThat(partial.allSame()).isTrue();
        assertThat(partial.anySame()).isTrue();
        match("AB", "ABC");
        assertThat(partial.allSame()).isFalse();
        match("ABC", "AB");
        assertThat(partial.allSame()).isFalse();
        assertThat(partial.anySame()).isTrue();
        match("ABC", "XYZ");
        assertThat(partial.allSame()).isFalse();
        assertThat(partial.anySame()).isFalse();
    }

    @Test
    void aLongListIsComparedOneByOneWhenLookingAheadIsInVain() {
        var now = new StringBuilder();
        var past = new StringBuilder();
        // 64 that changed, each a look ahead in vain; then one that went is not found any more.
        for (int d = 0; d < 64; d++) {
            now.append((char) (0x1000 + d));
            past.append((char) (0x2000 + d));
        }
        assertThat(match(now + "BC", past + "ABC")).isEqualTo("!".repeat(66));
        assertThat(match(now + "ABC", past + "ABC")).isEqualTo("!".repeat(64) + "===");
        assertThat(match(now.substring(1) + "BC", past.substring(1) + "ABC"))
                .isEqualTo("!".repeat(63) + "..");
    }

    @Test
    void mostIsCountedInPrimitives() {
        partial.match(record("Abcde"), record("Avwxy"));
        assertThat(partial.mostSame(phase("Abcde"))).isTrue();
        partial.match(record("aBcde"), record("aXcde"));
        assertThat(partial.mostSame(phase("aBcde"))).isFalse();
        partial.match(record("AB"), record("AX"));
        assertThat(partial.mostSame(phase("AB"))).isTrue();
        partial.match(record("AB"), record("XY"));
        assertThat(partial.mostSame(phase("AB"))).isFalse();
        partial.match(record("ABc"), record("AXY"));
        assertThat(partial.mostSame(phase("ABc"))).isFalse();
    }

    /** Each instance has the primitives of its draw call. */
    @Test
    void mostIsCountedInInstances() {
        var phases = new Phase[2];
        var records = new DrawRecord[2];
        for (int p = 0; p < 2; p++) {
            var commands = Sheet.clear(Sheet.target());
            // 32 triangles that change; 16 instances of two that do not.
            sheet(p == 0 ? 'A' : 'B').draw(commands, Sheet.OPAQUE);
            sheet('c').bind(commands, Sheet.OPAQUE);
            commands.drawIndexed(0, 6, 0, 0, 16);
            phases[p] = Sheet.cut(commands, EarlyZ.OFF, new Counts());
            records[p] = new DrawRecord(new InputWriter(programs));
            records[p].begin(phases[p].pass(), 2, 16, TILES);
            records[p].write(phases[p], 2);
        }
        partial.match(records[1], records[0]);
        assertThat(partial.mostSame(phases[1])).isTrue();
    }

    private static void touch(DrawRecord record, int draw, int... tiles) {
        for (int tile : tiles) {
            record.masks[draw * record.maskWords + (tile >> 6)] |= 1L << tile;
        }
    }

    private static boolean touches(DrawRecord record, int draw, int tile) {
        return (record.masks[draw * record.maskWords + (tile >> 6)] & 1L << tile) != 0;
    }

    private void expectOpen(int... tiles) {
        var open = new boolean[TILES];
        for (int tile : tiles) {
            open[tile] = true;
        }
        for (int tile = 0; tile < TILES; tile++) {
            assertThat(partial.open(tile)).as("tile %d", tile).isEqualTo(open[tile]);
        }
        assertThat(partial.opened()).isEqualTo(tiles.length);
    }

    private void expectNeeded(boolean... needed) {
        int kept = 0;
        for (int d = 0; d < needed.length; d++) {
            assertThat(partial.needed(d)).as("draw call %d", d).isEqualTo(needed[d]);
            kept += needed[d] ? 0 : 1;
        }
        assertThat(partial.kept()).isEqualTo(kept);
    }

    @Test
    void tilesOfWhatChangedAreOpenBeforeAndNow() {
        var past = record("ABC");
        var now = record("AXC");
        touch(past, 0, 0, 1);
        touch(past, 1, 2, 70);
        touch(past, 2, 1, 71);
        touch(now, 1, 3, 71);
        partial.match(now, past);
        partial.openTiles();
        expectOpen(2, 3, 70, 71);
        expectNeeded(false, true, true);
        assertThat(now.noted).isTrue();
        // What the unchanged ones touch is known without processing them.
        assertThat(touches(now, 0, 1)).isTrue();
        assertThat(touches(now, 2, 71)).isTrue();
        assertThat(touches(now, 1, 2)).isFalse();
    }

    @Test
    void tilesOfWhatIsGoneAreOpen() {
        var past = record("ABC");
        touch(past, 0, 5);
        touch(past, 1, 5, 6);
        touch(past, 2, 99);
        partial.match(record("AC"), past);
        partial.openTiles();
        expectOpen(5, 6);
        expectNeeded(true, false);
    }

    @Test
    void whatOnlyCameOpensItsTiles() {
        var past = record("AB");
        var now = record("AXB");
        touch(past, 0, 10);
        touch(past, 1, 20);
        touch(now, 1, 20);
        partial.match(now, past);
        partial.openTiles();
        expectOpen(20);
        expectNeeded(false, true, true);
        assertThat(touches(now, 2, 20)).isTrue();
    }

    @Test
    void whatTouchesNothingIsProcessedAllTheSame() {
        var past = record("AB");
        touch(past, 0, 1);
        partial.match(record("AX"), past);
        partial.openTiles();
        expectOpen();
        expectNeeded(false, true);
    }

    @Test
    void trianglesAreNotedWithTheTilesAroundThem() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 15, 17, 17, 31, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(2, 2, 48, 0, 64, 16, 0.5f).draw(commands, Sheet.OPAQUE);
        var drawn = Drawn.all(commands);
        var record = new DrawRecord(new InputWriter(programs));
        record.begin(drawn.phase.pass(), 2, 16, drawn.grid.count());
        record.clearMasks();
        for (var chunk : drawn.chunks) {
            partial.note(record, drawn.grid, chunk);
        }
        assertThat(record.masks[0]).isEqualTo(1L << 4 | 1L << 5);
        assertThat(record.masks[1]).isEqualTo(1L << 3);
        // Twice is once.
        partial.note(record, drawn.grid, drawn.chunks[1]);
        assertThat(record.masks[1]).isEqualTo(1L << 3);
    }

    /** What early Z drops is noted with the tiles around it: it may show another time. */
    @Test
    void whatIsHiddenIsNoted() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 15, 17, 17, 31, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(2, 2, 48, 0, 64, 16, 0.1f).draw(commands, Sheet.OPAQUE);
        var phase = Sheet.cut(commands, EarlyZ.ON, new Counts());
        var grid = new TileGrid();
        grid.set(Sheet.SIDE, Sheet.SIDE, 16, TileSet.ALL);
        // Everything from 0.25 on is hidden.
        var structure = new HierarchicalZ();
        structure.reset(Sheet.SIDE, Sheet.SIDE, false, 0.25f, FinestLevel.LAYERS);
        var worker = new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
        worker.begin(EarlyZ.ON.only(EarlyZ.Part.BEFORE), structure, 1);
        var record = new DrawRecord(new InputWriter(programs));
        record.begin(phase.pass(), 2, 16, grid.count());
        record.clearMasks();
        for (int c = 0; c < 2; c++) {
            var chunk = new ChunkOutput();
            chunk.begin(phase.chunk(c));
            worker.cull(chunk);
            assertThat(chunk.hides()).isEqualTo(c == 0);
            assertThat(chunk.triangles()).isEqualTo(8 * c);
            partial.note(record, grid, chunk);
        }
        assertThat(record.masks[0]).isEqualTo(1L << 4 | 1L << 5);
        assertThat(record.masks[1]).isEqualTo(1L << 3);
    }

    /** What earlier and longer renders left in arrays says nothing. */
    @Test
    void onlyDrawCallsOfTheRenderOpenTiles() {
        partial.match(record("XYZ"), record("ABC"));
        partial.openTiles();
        var past = record("AB");
        var now = record("AX");
        touch(past, 1, 8);
        touch(past, 2, 3);
        touch(now, 1, 9);
        touch(now, 2, 4);
        partial.match(now, past);
        partial.openTiles();
        expectOpen(8, 9);
    }

    /** Masks of several words: 16x16 tiles of 16 pixels, each draw call with bits of its own. */
    @Test
    void drawCallsAreNotedApart() {
        var target = new RenderTarget(256, 256, TextureFormat.RGBA8_UNORM, 1);
        var commands = Sheet.clear(target);
        // A sheet is four times as large here.
        Sheet.of(1, 1, 1, 1, 3, 3, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 4, 17, 12, 19, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 61, 61, 63, 63, 0.5f).draw(commands, Sheet.OPAQUE);
        var drawn = Drawn.all(commands);
        var record = new DrawRecord(new InputWriter(programs));
        record.begin(drawn.phase.pass(), 3, 16, drawn.grid.count());
        record.clearMasks();
        for (var chunk : drawn.chunks) {
            partial.note(record, drawn.grid, chunk);
        }
        assertThat(Arrays.copyOf(record.masks, 12))
                .containsExactly(1, 0, 0, 0, 0, 0b110, 0, 0, 0, 0, 0, 1L << 63);
    }
}
