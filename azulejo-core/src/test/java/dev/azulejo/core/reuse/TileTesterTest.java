package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.device.TestProgram;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.TileDecision;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Stages of the comparison and what they read and write, counted by hand. */
class TileTesterTest extends TileRenders {
    // Bytes of each stage. Ten triangles, of two draw calls, on five of 16 tiles.

    @Test
    void oneHashATile() {
        make(Reuse.TILES);
        assertThat(render(Reuse.TILES, both())).containsOnly(TileDecision.HEADER);
        // A count and a hash of 128 bits each.
        expectBytes(16 * (4 + 16), 0, 0, 0, 0);
        assertThat(tester.filled()).isEqualTo(5);
        assertThat(tester.reused()).isZero();
        assertThat(render(Reuse.TILES, both())).containsOnly(TileDecision.REUSED);
        expectBytes(16 * (4 + 16), 16 * 8, 0, 0, 16 * 32);
        assertThat(tester.reused()).isEqualTo(5);
        assertThat(counts.get(Counter.TILES_TESTED)).isEqualTo(16);
        assertThat(counts.get(Counter.TILES_REUSED)).isEqualTo(16);
        // The last column's vertices: triangles 6 and 7.
        recolour(strip, 4);
        assertThat(render(Reuse.TILES, both()))
                .containsExactly(all(TileDecision.REUSED, TileDecision.DATA, 3));
        expectBytes(16 * (4 + 16), 16 * 8, 0, 0, 16 * 32);
        assertThat(counts.get(Counter.TILES_ENDED_DATA)).isOne();
        assertThat(tester.reused()).isEqualTo(4);
        // Another number of primitives: nothing more is read.
        var commands = both();
        spot.draw(commands, Sheet.OPAQUE);
        assertThat(render(Reuse.TILES, commands))
                .containsExactly(all(TileDecision.REUSED, TileDecision.DATA, 5));
        expectBytes(16 * (4 + 16), 16 * 8, 0, 0, 15 * 32);
    }

    @Test
    void programsFirst() {
        var reuse = Reuse.TILES.withWay(TILE.withShaderIds(true));
        make(reuse);
        render(reuse, both());
        expectBytes(16 * (4 + 8 + 16), 0, 0, 0, 0);
        render(reuse, both());
        expectBytes(16 * (4 + 8 + 16), 16 * 8, 16 * 16, 0, 16 * 32);
        var commands = Sheet.clear(target);
        strip.draw(commands, Sheet.OPAQUE.withProgram(new TestProgram(true, true)));
        spot.draw(commands, Sheet.OPAQUE);
        assertThat(render(reuse, commands))
                .containsExactly(all(TileDecision.REUSED, TileDecision.PROGRAMS, 0, 1, 2, 3));
        expectBytes(16 * (4 + 8 + 16), 16 * 8, 16 * 16, 0, 12 * 32);
        assertThat(counts.get(Counter.TILES_ENDED_PROGRAMS)).isEqualTo(4);
        assertThat(counts.get(Counter.REUSE_BYTES_READ_PROGRAMS)).isEqualTo(16 * 16);
    }

    /** The same programs in another order are another sequence. */
    @Test
    void programsInOrder() {
        var reuse = Reuse.TILES.withWay(TILE.withShaderIds(true));
        make(reuse);
        var other = Sheet.OPAQUE.withProgram(new TestProgram(true, true));
        var commands = Sheet.clear(target);
        spot.draw(commands, Sheet.OPAQUE);
        spot.draw(commands, other);
        render(reuse, commands);
        var turned = Sheet.clear(target);
        spot.draw(turned, other);
        spot.draw(turned, Sheet.OPAQUE);
        assertThat(render(reuse, turned))
                .containsExactly(all(TileDecision.REUSED, TileDecision.PROGRAMS, 5));
    }

    private long[] signatures() {
        return IntStream.range(0, TILES).mapToLong(tester::signature).toArray();
    }

    /** Programs are in it, compared beforehand or not; of what is kept otherwise there is none. */
    @Test
    void signaturesAreOfOneHashATile() {
        var other = Sheet.OPAQUE.withProgram(new TestProgram(true, true));
        for (boolean ids : new boolean[] {false, true}) {
            var reuse = Reuse.TILES.withWay(TILE.withShaderIds(ids));
            make(reuse);
            render(reuse, both());
            var first = signatures();
            assertThat(first).doesNotContain(0);
            render(reuse, both());
            assertThat(signatures()).containsExactly(first);
            var commands = Sheet.clear(target);
            strip.draw(commands, other);
            spot.draw(commands, Sheet.OPAQUE);
            render(reuse, commands);
            var now = signatures();
            for (int tile = 0; tile < TILES; tile++) {
                assertThat(now[tile] == first[tile]).isEqualTo(tile > 3);
            }
        }
        for (var reuse :
                List.of(
                        Reuse.TILES.withWay(TILE.withDetail(Reuse.Detail.PRIMITIVE)),
                        Reuse.TILES.withHash(Reuse.Hash.EXACT),
                        Reuse.BLOCKS)) {
            make(reuse);
            render(reuse, both());
            assertThat(signatures()).containsOnly(0);
        }
    }

    @Test
    void oneHashAPrimitive() {
        var reuse = Reuse.TILES.withWay(TILE.withDetail(Reuse.Detail.PRIMITIVE));
        make(reuse);
        render(reuse, both());
        // A count, a place and a length a tile; a hash a primitive.
        expectBytes(16 * (4 + 16) + 10 * 16, 0, 0, 0, 0);
        assertThat(current.pooled()).isEqualTo(20);
        render(reuse, both());
        expectBytes(16 * (4 + 16) + 10 * 16, 16 * 8, 0, 0, 16 * 32 + 10 * 32);
        // Tile 5 differs in the first word that is compared.
        recolour(spot, 1);
        render(reuse, both());
        expectBytes(16 * (4 + 16) + 10 * 16, 16 * 8, 0, 0, 16 * 32 + 8 * 32 + 16);
    }

    @Test
    void rawData() {
        for (var way : List.of(TILE, TILE.withDetail(Reuse.Detail.PRIMITIVE))) {
            var reuse = Reuse.TILES.withWay(way).withHash(Reuse.Hash.EXACT);
            make(reuse);
            render(reuse, both());
            // A triangle: lengths, plane and instance, three vertices of 1/w and four varyings.
            long triangle = 8 * (1 + 7 + 3 * 3);
            // Once a tile and draw call: program, merging; uniforms, textures and depths of three
            // groups.
            long state = 8 * (2 + 3 * 4);
            long raw = 10 * triangle + 5 * state;
            expectBytes(16 * (4 + 16) + raw, 0, 0, 0, 0);
            assertThat(render(reuse, both())).containsOnly(TileDecision.REUSED);
            expectBytes(16 * (4 + 16) + raw, 16 * 8, 0, 0, 16 * 32 + 2 * raw);
        }
    }

    @Test
    void hashesOfBlocks() {
        var reuse = Reuse.BLOCKS;
        make(reuse);
        render(reuse, both());
        // Two hashes; a count and a mask a tile.
        expectBytes(2 * 16 + 16 * (4 + 8), 0, 0, 0, 0);
        assertThat(render(reuse, both())).containsOnly(TileDecision.REUSED);
        expectBytes(2 * 16 + 16 * (4 + 8), 16 * 8, 0, 16 * 16, 5 * 32);
        recolour(strip, 4);
        assertThat(render(reuse, both()))
                .containsExactly(all(TileDecision.REUSED, TileDecision.DATA, 0, 1, 2, 3));
        expectBytes(2 * 16 + 16 * (4 + 8), 16 * 8, 0, 16 * 16, 5 * 32);
        var commands = both();
        spot.draw(commands, Sheet.OPAQUE);
        assertThat(render(reuse, commands))
                .containsExactly(all(TileDecision.REUSED, TileDecision.MASKS, 5));
        expectBytes(3 * 16 + 16 * (4 + 8), 16 * 8, 0, 16 * 16, 4 * 32);
        assertThat(counts.get(Counter.TILES_ENDED_MASKS)).isOne();
    }

    @Test
    void withoutMasksTheyAreReadWithTheData() {
        var reuse = Reuse.BLOCKS.withWay(BLOCK.withMasks(false));
        make(reuse);
        render(reuse, both());
        assertThat(render(reuse, both())).containsOnly(TileDecision.REUSED);
        expectBytes(2 * 16 + 16 * (4 + 8), 16 * 8, 0, 0, 16 * 16 + 5 * 32);
        // Numbered anew: the spot is first.
        var turned = Sheet.clear(target);
        spot.draw(turned, Sheet.OPAQUE);
        strip.draw(turned, Sheet.OPAQUE);
        assertThat(render(reuse, turned)).containsOnly(TileDecision.REUSED);
        // One block less here, and one more there.
        var gone = Sheet.clear(target);
        strip.draw(gone, Sheet.OPAQUE);
        assertThat(render(reuse, gone))
                .containsExactly(all(TileDecision.REUSED, TileDecision.DATA, 5));
        assertThat(render(reuse, turned))
                .containsExactly(all(TileDecision.REUSED, TileDecision.DATA, 5));
        // With masks, other numbers are other blocks.
        make(Reuse.BLOCKS);
        render(Reuse.BLOCKS, both());
        assertThat(render(Reuse.BLOCKS, turned))
                .containsExactly(all(TileDecision.REUSED, TileDecision.MASKS, 0, 1, 2, 3, 5));
    }

    @Test
    void masksOfDifferentLengths() {
        for (boolean masks : new boolean[] {true, false}) {
            var reuse = Reuse.BLOCKS.withWay(BLOCK.withParts(40).withMasks(masks));
            make(reuse);
            var one = Sheet.clear(target);
            strip.draw(one, Sheet.OPAQUE);
            render(reuse, one);
            assertThat(current.maskWords).isOne();
            // More blocks than fit in a word of a mask, on tile 5 alone.
            assertThat(render(reuse, both()))
                    .containsExactly(
                            all(
                                    TileDecision.REUSED,
                                    masks ? TileDecision.MASKS : TileDecision.DATA,
                                    5));
            assertThat(current.maskWords).isEqualTo(2);
            assertThat(render(reuse, one))
                    .containsExactly(
                            all(
                                    TileDecision.REUSED,
                                    masks ? TileDecision.MASKS : TileDecision.DATA,
                                    5));
        }
    }

    // Parts: the strip's triangles 2t and 2t + 1 are on tile t.

    private String masksOf(Reuse.Blocks way) {
        var reuse = Reuse.BLOCKS.withWay(way);
        make(reuse);
        var commands = Sheet.clear(target);
        strip.draw(commands, Sheet.OPAQUE);
        render(reuse, commands);
        assertThat(current.parts).isEqualTo(way.parts());
        assertThat(counts.get(Counter.REUSE_BYTES_WRITTEN))
                .isEqualTo(16 * way.parts() + 16 * (4 + 8));
        var found = new StringBuilder();
        for (int tile = 0; tile < 4; tile++) {
            found.append(Long.toBinaryString(current.masks[tile])).append(' ');
        }
        return found.toString().strip();
    }

    @Test
    void partsAreEqualSharesOrOfAFixedSize() {
        assertThat(masksOf(BLOCK)).isEqualTo("1 1 1 1");
        assertThat(masksOf(BLOCK.withParts(2))).isEqualTo("1 1 10 10");
        assertThat(masksOf(BLOCK.withParts(4))).isEqualTo("1 10 100 1000");
        // 0 1 | 2 3 4 | 5 6 7
        assertThat(masksOf(BLOCK.withParts(3))).isEqualTo("1 10 110 100");
        // 0 1 2 | 3 4 5 | 6 7
        assertThat(masksOf(BLOCK.withParts(3).withPartTriangles(3))).isEqualTo("1 11 10 100");
        // 0 1 2 | 3 4 5 6 7: the last takes the rest.
        assertThat(masksOf(BLOCK.withParts(2).withPartTriangles(3))).isEqualTo("1 11 10 10");
        // 0 1 2 3 | 4 5 6 7, and two with nothing in them.
        assertThat(masksOf(BLOCK.withParts(4).withPartTriangles(4))).isEqualTo("1 1 10 10");
        assertThat(masksOf(BLOCK.withParts(64).withPartTriangles(7))).isEqualTo("1 1 1 11");
    }

    /** The data of parts is that of the triangles that masks say are in them. */
    @ParameterizedTest
    @EnumSource(names = {"EXACT", "UNIVERSAL", "CRC32C"})
    void aChangeIsThatOfItsPart(Reuse.Hash hash) {
        var ways = new ArrayList<Reuse.Blocks>();
        for (int parts : new int[] {1, 2, 3, 4, 5, 8, 9, 64}) {
            for (int size : new int[] {0, 1, 3, 7, 8}) {
                ways.add(BLOCK.withParts(parts).withPartTriangles(size));
            }
        }
        for (var way : ways) {
            var reuse = Reuse.BLOCKS.withWay(way).withHash(hash);
            make(reuse);
            render(reuse, both());
            long[] before = current.data.clone();
            long[] masks = Arrays.copyOf(current.masks, 4 * current.maskWords);
            // Vertex 4 is the last column's, of triangles 6 and 7 on tile 3.
            recolour(strip, 4);
            var decisions = render(reuse, both());
            strip.colors().write(16, new float[] {4 * 37 % 64 / 64f});
            assertThat(decisions[3]).as("%s", reuse).isEqualTo(TileDecision.DATA);
            int first = Long.numberOfTrailingZeros(masks[3 * current.maskWords]);
            boolean alone = masks[2 * current.maskWords] >>> first == 0;
            assertThat(decisions[2])
                    .as("%s", reuse)
                    .isEqualTo(alone ? TileDecision.REUSED : TileDecision.DATA);
            if (hash != Reuse.Hash.EXACT) {
                int changed = Arrays.mismatch(before, current.data) / 2;
                assertThat(changed).as("%s", reuse).isBetween(first, way.parts() - 1);
            }
        }
    }

    // Hashes

    @ParameterizedTest
    @EnumSource(Reuse.Hash.class)
    void everyHashSeesAChange(Reuse.Hash hash) {
        for (var way : List.of(TILE, TILE.withDetail(Reuse.Detail.PRIMITIVE), BLOCK)) {
            var reuse = Reuse.TILES.withWay(way).withHash(hash);
            make(reuse);
            render(reuse, both());
            assertThat(render(reuse, both())).containsOnly(TileDecision.REUSED);
            recolour(spot, 3);
            assertThat(render(reuse, both()))
                    .containsExactly(all(TileDecision.REUSED, TileDecision.DATA, 5));
            spot.colors().write(12, new float[] {0.5f});
        }
    }

    @Test
    void hashesAreWhatTheyAreCalled() {
        for (var hash : Reuse.Hash.values()) {
            var reuse = Reuse.TILES.withHash(hash);
            make(reuse);
            render(reuse, both());
            long high = current.data[11];
            if (hash == Reuse.Hash.UNIVERSAL) {
                assertThat(high).isNotZero();
            } else if (hash == Reuse.Hash.EXACT) {
                // A length in place of a hash.
                assertThat(high).isEqualTo(2 * 17 + 14);
            } else {
                assertThat(high).isZero();
            }
        }
    }

    // Limits

    @Test
    void primitivesOfATileUpToTheirLimit() {
        for (var way : List.of(TILE, BLOCK)) {
            for (int limit = 1; limit <= 3; limit++) {
                var reuse = Reuse.TILES.withWay(way).withTilePrimitives(limit);
                make(reuse);
                var decisions = render(reuse, both());
                boolean over = limit < 2;
                assertThat(decisions[5])
                        .isEqualTo(over ? TileDecision.OVER_PRIMITIVES : TileDecision.HEADER);
                assertThat(decisions[4]).isEqualTo(TileDecision.HEADER);
                assertThat(counts.get(Counter.TILES_OVER_PRIMITIVES)).isEqualTo(over ? 5 : 0);
                assertThat(counts.get(Counter.TILES_ENDED_HEADER)).isEqualTo(over ? 11 : 16);
                // What is not valid now cannot be compared next time.
                decisions = render(reuse, both());
                assertThat(decisions[5])
                        .isEqualTo(over ? TileDecision.OVER_PRIMITIVES : TileDecision.REUSED);
                assertThat(counts.get(Counter.REUSE_BYTES_READ_HEADER))
                        .isEqualTo(over ? 11 * 8 : 16 * 8);
            }
        }
    }

    @Test
    void dataOfATileUpToTheMemory() {
        var reuse = Reuse.TILES.withHash(Reuse.Hash.EXACT).withMegabytes(1);
        // Half of a megabyte for each of two renders; 48 words a draw call of two triangles.
        int most = (1 << 16) / 48;
        for (int draws = most; draws <= most + 1; draws++) {
            make(reuse);
            boolean over = draws > most;
            for (int again = 0; again < 2; again++) {
                var commands = Sheet.clear(target);
                for (int d = 0; d < draws; d++) {
                    spot.draw(commands, Sheet.OPAQUE);
                }
                var fits = again == 0 ? TileDecision.HEADER : TileDecision.REUSED;
                assertThat(render(reuse, commands)[5])
                        .isEqualTo(over ? TileDecision.OVER_MEMORY : fits);
                assertThat(counts.get(Counter.TILES_OVER_MEMORY)).isEqualTo(over ? 1 : 0);
            }
        }
    }

    @Test
    void withoutAPastNothingIsRead() {
        make(Reuse.TILES);
        render(Reuse.TILES, both());
        comparable = false;
        assertThat(render(Reuse.TILES, both())).containsOnly(TileDecision.HEADER);
        expectBytes(16 * (4 + 16), 0, 0, 0, 0);
    }
}
