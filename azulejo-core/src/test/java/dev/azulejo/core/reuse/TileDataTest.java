package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.device.TestProgram;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** What is written down of primitives and their draw calls: everything, however much there is. */
class TileDataTest extends TileRenders {
    private static final Reuse.Tiles PRIMITIVE = TILE.withDetail(Reuse.Detail.PRIMITIVE);
    private static final List<Reuse.Way> WAYS = List.of(TILE, PRIMITIVE, BLOCK, BLOCK.withParts(8));

    /** The spot's draw call, between others that stay. */
    private CommandBuffer around(Consumer<CommandBuffer> draw) {
        var commands = Sheet.clear(target);
        strip.draw(commands, Sheet.OPAQUE);
        draw.accept(commands);
        return commands;
    }

    private Consumer<CommandBuffer> spot(PipelineState pipeline) {
        return commands -> spot.draw(commands, pipeline);
    }

    private Consumer<CommandBuffer> moved(float x, float y) {
        var at = new float[16];
        for (int i = 0; i < 4; i++) {
            at[5 * i] = 1;
        }
        at[12] = 2 * x / Sheet.SIDE;
        at[13] = -2 * y / Sheet.SIDE;
        var group = BindGroup.of(new UniformBuffer(at));
        return commands -> {
            spot.bind(commands, Sheet.OPAQUE);
            commands.setBindGroup(0, group).drawIndexed(0, 6, 0, 0, 1);
        };
    }

    private Consumer<CommandBuffer> within(Scissor scissor) {
        return commands -> {
            commands.setScissor(scissor);
            spot.draw(commands, Sheet.OPAQUE);
        };
    }

    private static Consumer<CommandBuffer> sheet(Sheet sheet) {
        return commands -> sheet.draw(commands, Sheet.OPAQUE);
    }

    /** A spot whose vertices have another colour, in one component. */
    private static Consumer<CommandBuffer> coloured(int component) {
        var other = Sheet.of(1, 1, 18, 18, 24, 30, 0.5f);
        other.colors().write(component, new float[] {0.77f});
        return sheet(other);
    }

    private void expectChange(
            Reuse reuse, Consumer<CommandBuffer> before, Consumer<CommandBuffer> after) {
        make(reuse);
        render(reuse, around(before));
        assertThat(render(reuse, around(before))).as("%s", reuse).containsOnly(TileDecision.REUSED);
        assertThat(render(reuse, around(after)))
                .as("%s", reuse)
                .containsExactly(all(TileDecision.REUSED, TileDecision.DATA, 5));
    }

    private static List<Reuse> exacting() {
        return WAYS.stream()
                .flatMap(
                        way ->
                                List.of(Reuse.Hash.EXACT, Reuse.Hash.UNIVERSAL, Reuse.Hash.CRC32C)
                                        .stream()
                                        .map(h -> Reuse.TILES.withWay(way).withHash(h)))
                .toList();
    }

    @Test
    void theStateOfADrawCallCounts() {
        for (var reuse : exacting()) {
            expectChange(reuse, spot(Sheet.OPAQUE), spot(Sheet.OPAQUE.withBlend(BlendState.ALPHA)));
        }
    }

    @Test
    void planesCount() {
        for (var reuse : exacting()) {
            // A quarter of a pixel: the same pixels, other edges.
            expectChange(reuse, moved(0, 0), moved(0.25f, 0));
            expectChange(reuse, moved(0, 0), moved(0, 0.25f));
            expectChange(reuse, moved(0, 0), sheet(Sheet.of(1, 1, 18, 18, 24, 30, 0.4f)));
            // The same edges, other pixels.
            expectChange(
                    reuse, within(new Scissor(0, 0, 64, 64)), within(new Scissor(0, 0, 22, 64)));
            expectChange(
                    reuse, within(new Scissor(0, 0, 64, 64)), within(new Scissor(0, 0, 64, 22)));
        }
    }

    @Test
    void everyVaryingCounts() {
        for (var reuse : exacting()) {
            for (int component = 0; component < 16; component++) {
                expectChange(reuse, spot(Sheet.OPAQUE), coloured(component));
            }
        }
    }

    /** Lists of one length, of other things: one more texture, which is more words. */
    @Test
    void moreStateIsAnother() {
        var group =
                new BindGroup(
                        new UniformBuffer(),
                        List.of(new Texture(TextureFormat.RGBA8_UNORM, 1, 1, false)),
                        List.of(Sampler.TRILINEAR_REPEAT));
        for (var reuse : exacting()) {
            expectChange(
                    reuse,
                    spot(Sheet.OPAQUE),
                    commands -> spot.draw(commands.setBindGroup(1, group), Sheet.OPAQUE));
        }
    }

    /** A draw call without colour has no varyings: those of other draw calls are not its own. */
    @ParameterizedTest
    @EnumSource(
            value = Reuse.Hash.class,
            names = {"EXACT", "UNIVERSAL", "CRC32C"})
    void withoutColourVaryingsDoNotCount(Reuse.Hash hash) {
        var depthOnly =
                Sheet.OPAQUE.withBlend(
                        new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0));
        for (var way : WAYS) {
            var reuse = Reuse.TILES.withWay(way).withHash(hash);
            make(reuse);
            render(reuse, around(spot(depthOnly)));
            recolour(strip, 0);
            recolour(spot, 0);
            var decisions = render(reuse, around(spot(depthOnly)));
            assertThat(decisions[0]).isEqualTo(TileDecision.DATA);
            assertThat(decisions[5]).as("%s", reuse).isEqualTo(TileDecision.REUSED);
            strip.colors().write(0, new float[] {0.5f});
        }
    }

    @Test
    void rawWordsBeginWithTheirLengths() {
        for (var way : List.of(TILE, BLOCK)) {
            var reuse = Reuse.TILES.withWay(way).withHash(Reuse.Hash.EXACT);
            make(reuse);
            render(reuse, both());
            int entry = way == TILE ? 5 : 1;
            int at = (int) current.data[2 * entry];
            // 14 words of state, once; three a vertex. Seven for planes and instance.
            assertThat(current.pool[0][at]).isEqualTo(14L << 32 | 3);
            assertThat(current.pool[0][at + 1 + 14 + 7 + 9]).isEqualTo(3);
            assertThat(current.data[2 * entry + 1]).isEqualTo(14 + 2 * 17);
        }
    }

    @Test
    void hashesOfPrimitivesAreWhatTheyAreCalled() {
        for (var hash : Reuse.Hash.values()) {
            var reuse = Reuse.TILES.withWay(PRIMITIVE).withHash(hash);
            make(reuse);
            render(reuse, both());
            long high = current.pool[0][(int) current.data[10] + 1];
            if (hash == Reuse.Hash.UNIVERSAL) {
                assertThat(high).isNotZero();
            } else if (hash != Reuse.Hash.EXACT) {
                assertThat(high).isZero();
            }
        }
    }

    /**
     * A hash of a draw call's words, all of them, in two halves; they begin anew with each phase.
     */
    @Test
    void statesAreHashedAsAWhole() {
        make(Reuse.TILES);
        var hasher = hasher(Reuse.TILES);
        for (int again = 0; again < 2; again++) {
            render(Reuse.TILES, both());
            assertThat(inputs.first(0)).isZero();
            for (int draw = 0; draw < 2; draw++) {
                int from = inputs.first(draw);
                assertThat(inputs.first(draw + 1) - from).isEqualTo(14);
                hasher.hashState(inputs.words(), from, 14);
                assertThat(inputs.hashLow(draw)).isEqualTo(hasher.low);
                assertThat(inputs.hashHigh(draw)).isEqualTo(hasher.high);
            }
        }
    }

    /** Of two programs in a row both count. */
    @Test
    void thePastOfProgramsCounts() {
        var reuse = Reuse.TILES.withWay(TILE.withShaderIds(true));
        make(reuse);
        var other = Sheet.OPAQUE.withProgram(new TestProgram(true, true));
        render(reuse, around(spot(Sheet.OPAQUE).andThen(spot(other))));
        assertThat(render(reuse, around(spot(other).andThen(spot(other)))))
                .containsExactly(all(TileDecision.REUSED, TileDecision.PROGRAMS, 5));
    }

    // Much of it

    private CommandBuffer crowd(int draws, Sheet last) {
        var commands = Sheet.clear(target);
        for (int d = 1; d < draws; d++) {
            spot.draw(commands, Sheet.OPAQUE);
        }
        last.draw(commands, Sheet.OPAQUE);
        return commands;
    }

    @Test
    void manyPrimitivesOnATile() {
        var nearer = Sheet.of(1, 1, 18, 18, 24, 30, 0.4f);
        for (int draws : new int[] {64, 65, 1500}) {
            for (var way : List.of(TILE, PRIMITIVE, BLOCK)) {
                for (var hash :
                        List.of(Reuse.Hash.EXACT, Reuse.Hash.UNIVERSAL, Reuse.Hash.CRC32C)) {
                    var reuse = Reuse.TILES.withWay(way).withHash(hash);
                    make(reuse);
                    render(reuse, crowd(draws, spot));
                    assertThat(render(reuse, crowd(draws, spot)))
                            .as("%s", reuse)
                            .containsOnly(TileDecision.REUSED);
                    assertThat(render(reuse, crowd(draws, nearer)))
                            .as("%s", reuse)
                            .containsExactly(all(TileDecision.REUSED, TileDecision.DATA, 5));
                }
            }
        }
    }

    /** More hashes than fit in a worker's first array: those of earlier chunks stay. */
    @Test
    void manyChunks() {
        var sheets =
                List.of(
                        Sheet.of(32, 32, 0, 0, 64, 64, 0.6f),
                        Sheet.of(32, 32, 0, 0, 64, 64, 0.5f),
                        Sheet.of(32, 32, 0, 0, 64, 64, 0.4f));
        for (var way : List.of(TILE, PRIMITIVE, BLOCK)) {
            var reuse = Reuse.TILES.withWay(way);
            make(reuse);
            render(reuse, layers(sheets));
            assertThat(render(reuse, layers(sheets))).containsOnly(TileDecision.REUSED);
            for (var sheet : sheets) {
                // The first vertex is the first triangle's alone, on tile 0.
                recolour(sheet, 0);
                var decisions = render(reuse, layers(sheets));
                assertThat(decisions[0]).isEqualTo(TileDecision.DATA);
                assertThat(decisions[15]).isEqualTo(TileDecision.REUSED);
                sheet.colors().write(0, new float[] {0});
                render(reuse, layers(sheets));
            }
        }
    }

    /** 18432 triangles, 1152 on each tile. */
    private CommandBuffer layers(List<Sheet> sheets) {
        var commands = Sheet.clear(target);
        for (int layer = 0; layer < 9; layer++) {
            sheets.get(layer / 3).draw(commands, Sheet.OPAQUE);
        }
        return commands;
    }

    /** Vertices that no two triangles share: three times as many as triangles. */
    private static Sheet unshared(Sheet sheet) {
        int count = sheet.indices().length();
        var positions = new float[3 * count];
        var colors = new float[4 * count];
        var indices = new int[count];
        for (int i = 0; i < count; i++) {
            int from = sheet.indices().data()[i];
            System.arraycopy(sheet.positions().data(), 3 * from, positions, 3 * i, 3);
            System.arraycopy(sheet.colors().data(), 4 * from, colors, 4 * i, 4);
            indices[i] = i;
        }
        return new Sheet(
                new VertexBuffer(positions),
                new VertexBuffer(colors),
                new IndexBuffer(indices),
                sheet.matrix());
    }

    @Test
    void manyVerticesOfAChunk() {
        var sheet = unshared(Sheet.of(16, 16, 0, 0, 64, 64, 0.5f));
        for (var hash : List.of(Reuse.Hash.UNIVERSAL, Reuse.Hash.CRC32C)) {
            var reuse = Reuse.TILES.withHash(hash);
            make(reuse);
            var commands = Sheet.clear(target);
            sheet.draw(commands, Sheet.OPAQUE);
            render(reuse, commands);
            assertThat(render(reuse, commands)).containsOnly(TileDecision.REUSED);
            recolour(sheet, 3 * 512 - 1);
            assertThat(render(reuse, commands))
                    .containsExactly(all(TileDecision.REUSED, TileDecision.DATA, 15));
            sheet.colors().write(4 * (3 * 512 - 1), new float[] {0});
        }
    }

    // Limits

    /** Hashes of primitives that do not fit: half of a megabyte is 65536 words, for 12.8 tiles. */
    @Test
    void hashesOfPrimitivesUpToTheMemory() {
        var reuse = Reuse.TILES.withWay(PRIMITIVE).withMegabytes(1);
        make(reuse);
        var sheet = Sheet.of(32, 32, 0, 0, 64, 64, 0.5f);
        var commands = Sheet.clear(target);
        for (int d = 0; d < 20; d++) {
            sheet.draw(commands, Sheet.OPAQUE);
        }
        for (int again = 0; again < 2; again++) {
            var decisions = render(reuse, commands);
            assertThat(current.primitives[0]).isEqualTo(20 * 128);
            assertThat(counts.get(Counter.TILES_OVER_MEMORY)).isEqualTo(4);
            assertThat(decisions)
                    .endsWith(
                            TileDecision.OVER_MEMORY,
                            TileDecision.OVER_MEMORY,
                            TileDecision.OVER_MEMORY,
                            TileDecision.OVER_MEMORY);
        }
        assertThat(counts.get(Counter.TILES_REUSED)).isEqualTo(12);
    }

    /** A block that does not fit is like no other, not even itself. */
    @Test
    void dataOfBlocksUpToTheMemory() {
        var reuse = Reuse.TILES.withWay(BLOCK).withHash(Reuse.Hash.EXACT).withMegabytes(1);
        int most = (1 << 16) / 48;
        for (int draws = most; draws <= most + 1; draws++) {
            make(reuse);
            render(reuse, crowd(draws, spot));
            assertThat(render(reuse, crowd(draws, spot)))
                    .containsExactly(
                            all(
                                    TileDecision.REUSED,
                                    draws == most ? TileDecision.REUSED : TileDecision.DATA,
                                    5));
        }
    }

    /** Workers have pools of their own, and equal shares of the memory. */
    @Test
    void theSecondOfTwoWorkers() {
        for (var way : List.of(TILE, BLOCK)) {
            var reuse = Reuse.TILES.withWay(way).withHash(Reuse.Hash.EXACT);
            make(reuse, 1, 2);
            render(reuse, both());
            assertThat(current.pool[0]).isEmpty();
            assertThat(current.pool[1]).isNotEmpty();
            assertThat(render(reuse, both())).containsOnly(TileDecision.REUSED);
            recolour(spot, 1);
            assertThat(render(reuse, both()))
                    .containsExactly(all(TileDecision.REUSED, TileDecision.DATA, 5));
            spot.colors().write(4, new float[] {0.5f});
        }
        var reuse = Reuse.TILES.withHash(Reuse.Hash.EXACT).withMegabytes(1);
        int most = (1 << 15) / 48;
        for (int draws = most; draws <= most + 1; draws++) {
            make(reuse, 1, 2);
            assertThat(render(reuse, crowd(draws, spot))[5])
                    .isEqualTo(draws == most ? TileDecision.HEADER : TileDecision.OVER_MEMORY);
        }
    }

    /** A render of which one worker takes over what two have written down. */
    private Characterisation keep(Reuse reuse, int... tiles) {
        var kept = new Characterisation(2);
        var drawn = Drawn.all(both());
        kept.begin(drawn.phase.pass(), drawn.grid);
        kept.requireData(TILES);
        var all = new Counts[] {new Counts(), counts};
        var first = new TileTester(reuse, 0, hasher(reuse), hashes, all);
        first.begin(current, kept, true, inputs);
        for (int tile : tiles) {
            first.keep(tile);
        }
        kept.valid = true;
        return kept;
    }

    /** From the second worker's pool into the first one's. */
    @Test
    void whatAnotherWorkerWroteIsTakenOver() {
        for (var reuse :
                List.of(Reuse.TILES.withWay(PRIMITIVE), Reuse.TILES.withHash(Reuse.Hash.EXACT))) {
            make(reuse, 1, 2);
            render(reuse, both());
            int length = (int) current.data[2 * 5 + 1];
            long[] written =
                    Arrays.copyOfRange(
                            current.pool[1],
                            (int) current.data[2 * 5],
                            (int) current.data[2 * 5] + length);
            assertThat(current.data[2 * 5] >> 32).isOne();
            current = keep(reuse, 0, 5);
            int at = (int) current.data[2 * 5];
            assertThat(current.data[2 * 5] >> 32).isZero();
            assertThat(current.data[2 * 5 + 1]).isEqualTo(length);
            assertThat(Arrays.copyOfRange(current.pool[0], at, at + length)).isEqualTo(written);
            assertThat(render(reuse, both()))
                    .containsExactly(all(TileDecision.HEADER, TileDecision.REUSED, 0, 5));
        }
    }

    /** Each of two tiles takes more than half of a worker's share: the second is not known. */
    @Test
    void whatIsTakenOverUpToTheMemory() {
        var reuse = Reuse.TILES.withHash(Reuse.Hash.EXACT).withMegabytes(1);
        int draws = (1 << 14) / 48 + 1;
        make(reuse, 1, 2);
        render(reuse, crowd(draws, spot));
        var other = Sheet.of(1, 1, 50, 50, 60, 60, 0.5f);
        var elsewhere = Sheet.clear(target);
        for (int d = 0; d < draws; d++) {
            other.draw(elsewhere, Sheet.OPAQUE);
        }
        // What the first worker would have written of tile 15, in its own pool
        var first = current;
        make(reuse, 0, 2);
        render(reuse, elsewhere);
        first.pool[0] = current.pool[0];
        first.data[2 * 15] = current.data[2 * 15];
        first.data[2 * 15 + 1] = current.data[2 * 15 + 1];
        first.primitives[15] = current.primitives[15];
        assertThat(first.data[2 * 15] >> 32).isZero();
        assertThat(first.data[2 * 5] >> 32).isOne();
        current = first;
        var kept = keep(reuse, 5, 15);
        assertThat(kept.primitives[5]).isEqualTo(2 * draws);
        assertThat(kept.primitives[15]).isEqualTo(Characterisation.NOWHERE);
        assertThat(kept.data[2 * 15]).isEqualTo(Characterisation.NOWHERE);
        current = first;
        kept = keep(reuse, 15, 5);
        assertThat(kept.primitives[15]).isEqualTo(2 * draws);
        assertThat(kept.primitives[5]).isEqualTo(Characterisation.NOWHERE);
        // Nor is what was not known before.
        current = kept;
        assertThat(keep(reuse, 5).primitives[5]).isEqualTo(Characterisation.NOWHERE);
    }

    // Parts

    /** In equal shares the first triangles are the first part's data. */
    @Test
    void theFirstPartHoldsTheFirstTriangles() {
        for (var hash : List.of(Reuse.Hash.EXACT, Reuse.Hash.UNIVERSAL)) {
            for (int parts : new int[] {2, 4, 8, 64}) {
                var reuse = Reuse.TILES.withWay(BLOCK.withParts(parts)).withHash(hash);
                make(reuse);
                render(reuse, both());
                recolour(strip, 0);
                var decisions = render(reuse, both());
                assertThat(decisions[0]).as("%s", reuse).isEqualTo(TileDecision.DATA);
                assertThat(decisions[3]).as("%s", reuse).isEqualTo(TileDecision.REUSED);
                strip.colors().write(0, new float[] {0});
            }
        }
    }

    /** Blocks that come or go where a word of the masks begins: nothing else tells them apart. */
    @Test
    void masksThatDifferInALaterWord() {
        for (boolean masks : new boolean[] {true, false}) {
            var reuse = Reuse.BLOCKS.withWay(BLOCK.withParts(64).withMasks(masks));
            make(reuse);
            var one = Sheet.clear(target);
            strip.draw(one, Sheet.OPAQUE);
            var different = masks ? TileDecision.MASKS : TileDecision.DATA;
            render(reuse, one);
            assertThat(render(reuse, both()))
                    .containsExactly(all(TileDecision.REUSED, different, 5));
            assertThat(current.maskWords).isEqualTo(2);
            // Two hashes of 64 parts each; a count and two words of a mask a tile.
            assertThat(counts.get(Counter.REUSE_BYTES_WRITTEN))
                    .isEqualTo(128 * 16 + 16 * (4 + 2 * 8));
            assertThat(render(reuse, one)).containsExactly(all(TileDecision.REUSED, different, 5));
        }
    }
}
