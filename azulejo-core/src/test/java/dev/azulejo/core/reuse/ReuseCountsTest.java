package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.reuse.RenderGate.Outcome;
import dev.azulejo.core.reuse.RenderGate.Visits;
import dev.azulejo.core.shader.BindGroup;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Counters of renders, counted by hand; limits exactly at their bounds; parts on and off. */
class ReuseCountsTest extends GateRenders {
    /** Words of a pass: samples kept, colour twice, depth. */
    private static final int PASS_WORDS = 4;

    /**
     * Words of a draw call: program, merging and four of each group; topology, facing twice, sizes;
     * the number of attributes, seven of each; two of the index buffer; seven of the call; five of
     * the viewport, two of the scissor.
     */
    private static final int DRAW_WORDS = 2 + 3 * 4 + 4 + 1 + 2 * 7 + 2 + 7 + 5 + 2;

    private static final int WORDS = PASS_WORDS + 3 * DRAW_WORDS;

    private CommandBuffer repeated(int draws) {
        var commands = Sheet.clear(target);
        for (int d = 0; d < draws; d++) {
            first.draw(commands, Sheet.OPAQUE);
        }
        return commands;
    }

    /** Of all reasons why a render is not compared, just one, or none. */
    private void expectReason(Counter reason) {
        for (var counter : Counter.values()) {
            boolean isReason =
                    counter.name().startsWith("RENDERS_")
                            && counter != Counter.RENDERS_UNCHANGED
                            && counter != Counter.RENDERS_PARTIAL;
            if (isReason) {
                expect(counter, counter == reason ? 1 : 0);
            }
        }
        expect(Counter.TILES_TESTED, reason == null ? TILES : 0);
    }

    // What comparing draw calls takes

    @Test
    void wordsOfDrawCalls() {
        gate = gate(Reuse.TILES);
        render();
        expect(Counter.REUSE_BYTES_READ_DRAWS, 0);
        // And a count and a hash a tile.
        expect(Counter.REUSE_BYTES_WRITTEN, 8 * WORDS + TILES * 20);
        render();
        expect(Counter.REUSE_BYTES_READ_DRAWS, 2 * 8 * WORDS);
        expect(Counter.REUSE_BYTES_WRITTEN, 0);
        expect(Counter.REUSE_BYTES_READ_HEADER, 0);
        move(second, 1);
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        expect(Counter.REUSE_BYTES_READ_DRAWS, 2 * 8 * WORDS);
        // Tiles that are left alone keep what was written down of them: as much.
        expect(Counter.REUSE_BYTES_WRITTEN, 8 * WORDS + TILES * 20);
        expect(Counter.REUSE_BYTES_READ_HEADER, 8);
        expect(Counter.REUSE_BYTES_READ_DATA, 32);
    }

    @Test
    void aPartialRenderOfBlocksWritesDownAsMuch() {
        gate = gate(Reuse.BLOCKS.withUnchanged(false));
        render();
        int blocks = 3 * 16 + TILES * (4 + 8);
        expect(Counter.REUSE_BYTES_WRITTEN, 8 * WORDS + blocks);
        move(second, 1);
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        expect(Counter.REUSE_BYTES_WRITTEN, 8 * WORDS + blocks);
        expect(Counter.REUSE_BYTES_READ_MASKS, 16);
        expect(Counter.REUSE_BYTES_READ_DATA, 32);
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        expect(Counter.DRAWS_KEPT, 3);
        expect(Counter.TILES_UNTOUCHED, TILES);
        expect(Counter.REUSE_BYTES_READ_DATA, 0);
    }

    @Test
    void withoutEitherPartDrawCallsAreNotCompared() {
        gate = gate(COMPARED);
        render();
        render();
        expect(Counter.REUSE_BYTES_READ_DRAWS, 0);
        expect(Counter.RENDERS_UNCHANGED, 0);
        expect(Counter.REUSE_BYTES_WRITTEN, TILES * 20);
        expect(Counter.TILES_REUSED, TILES);
    }

    @Test
    void onePartWithoutTheOther() {
        gate = gate(Reuse.TILES.withPartial(false));
        render();
        move(second, 1);
        assertThat(render()).isEqualTo(Outcome.WHOLE);
        expect(Counter.RENDERS_PARTIAL, 0);
        expect(Counter.TILES_REUSED, TILES - 1);
        assertThat(render()).isEqualTo(Outcome.UNCHANGED);
        gate = gate(Reuse.TILES.withUnchanged(false));
        render();
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        expect(Counter.RENDERS_UNCHANGED, 0);
        expect(Counter.RENDERS_PARTIAL, 1);
        expect(Counter.DRAWS_KEPT, 3);
        expect(Counter.TILES_UNTOUCHED, TILES);
        expect(Counter.TILES_TESTED, 0);
        assertThat(processed).isZero();
    }

    // Two sets

    @Test
    void twoSetsTakeTurnsOrOneIsCopied() {
        // A count, a number of programs and a hash a tile, whether they are used or not.
        int set = TILES * (4 + 8 + 16);
        gate = gate(COMPARED);
        render();
        expect(Counter.REUSE_BYTES_COPIED, 0);
        expect(Counter.REUSE_MEMORY, set);
        render();
        expect(Counter.REUSE_MEMORY, 2 * set);
        expect(Counter.TILES_REUSED, TILES);
        gate = gate(COMPARED.withStorage(Reuse.Storage.COPY));
        for (int again = 0; again < 2; again++) {
            render();
            expect(Counter.REUSE_BYTES_COPIED, set);
            expect(Counter.REUSE_MEMORY, 2 * set);
        }
        expect(Counter.TILES_REUSED, TILES);
        gate = gate(COMPARED.withWay(Reuse.Blocks.DEFAULT).withStorage(Reuse.Storage.COPY));
        render();
        // Besides: a mask a tile; a hash and a place in the layout a block, but no hash a tile.
        expect(Counter.REUSE_BYTES_COPIED, TILES * (4 + 8 + 8) + 3 * (16 + 4));
    }

    @Test
    void rawDataIsCopiedToo() {
        gate = gate(COMPARED.withHash(Reuse.Hash.EXACT).withStorage(Reuse.Storage.COPY));
        render();
        // 48 words on each of four tiles: two triangles and the state of their draw call.
        expect(Counter.REUSE_BYTES_COPIED, TILES * (4 + 8 + 16) + 4 * 48 * 8);
        render();
        expect(Counter.TILES_REUSED, TILES);
        expect(Counter.REUSE_BYTES_READ_DATA, TILES * 32 + 2 * 4 * 48 * 8);
    }

    @Test
    void memoryOfDrawCallsCounts() {
        gate = gate(Reuse.TILES.withPartial(false));
        render();
        // Of this render and a spare: room for 1024 words and the places of 64 draw calls.
        expect(Counter.REUSE_MEMORY, 2 * (8 * 1024 + 4 * 65) + TILES * (4 + 8 + 16));
    }

    // Limits, at their bounds, and reasons

    @Test
    void drawCallsUpToTheirLimit() {
        gate = gate(COMPARED.withDraws(3));
        render();
        expectReason(null);
        gate = gate(COMPARED.withDraws(2));
        render();
        expectReason(Counter.RENDERS_OVER_DRAWS);
        expectDecisions(TileDecision.RENDERED, null);
        // They are not noted either.
        gate = gate(Reuse.TILES.withDraws(3));
        render();
        move(second, 1);
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        gate = gate(Reuse.TILES.withDraws(2));
        render();
        move(second, 2);
        assertThat(render()).isEqualTo(Outcome.WHOLE);
    }

    @Test
    void blocksUpToTheirLimit() {
        gate = gate(COMPARED.withWay(Reuse.Blocks.DEFAULT.withBlocks(3)));
        render();
        expectReason(null);
        render();
        expect(Counter.TILES_REUSED, TILES);
        gate = gate(COMPARED.withWay(Reuse.Blocks.DEFAULT.withBlocks(2)));
        render();
        expectReason(Counter.RENDERS_OVER_BLOCKS);
        // What follows one that was not written down has nothing to be held against.
        gate = gate(COMPARED.withWay(Reuse.Blocks.DEFAULT.withBlocks(3)));
        render(repeated(3));
        render(repeated(4));
        expectReason(Counter.RENDERS_OVER_BLOCKS);
        render(repeated(3));
        expect(Counter.TILES_ENDED_HEADER, TILES);
        render(repeated(3));
        expect(Counter.TILES_REUSED, TILES);
    }

    @Test
    void stateUpToWhatIsHashed() {
        // Two words and four a group; three a texture: 512 with 166 of them.
        for (int textures = 166; textures <= 167; textures++) {
            var texture = new Texture(TextureFormat.RGBA8_UNORM, 1, 1, false);
            var group =
                    new BindGroup(
                            new UniformBuffer(1),
                            Collections.nCopies(textures, texture),
                            Collections.nCopies(textures, Sampler.TRILINEAR_REPEAT));
            gate = gate(COMPARED);
            var commands = Sheet.clear(target).setBindGroup(1, group);
            first.draw(commands, Sheet.OPAQUE);
            render(commands);
            expectReason(textures == 166 ? null : Counter.RENDERS_OVER_STATE);
        }
    }

    @Test
    void memoryUpToItsLimit() {
        // In 64 parts, a block has 1024 bytes of hashes, eight of masks a tile and a place in the
        // layout, which has room for half as many again; besides, two sets of counts and programs.
        int most = ((1 << 20) - 2 * TILES * (4 + 8)) / (1024 + TILES * 8 + 6);
        for (int draws = most; draws <= most + 1; draws++) {
            gate = gate(COMPARED.withWay(Reuse.Blocks.DEFAULT.withParts(64)).withMegabytes(1));
            render(repeated(draws));
            expectReason(null);
            render(repeated(draws));
            expectReason(draws == most ? null : Counter.RENDERS_OVER_MEMORY);
        }
    }

    /**
     * To the byte: 453 blocks of 64 parts in either set, each with 1024 bytes of hashes and eight
     * of masks a tile; counts and programs of tiles; and places in layouts that have half as many
     * again as when they were made, 559 for 373 blocks and 561 for 374. That is 2^20; one place
     * more is too much.
     */
    @Test
    void memoryAtExactlyItsLimit() {
        assertThat(2 * (TILES * (4 + 8) + 453 * (1024 + TILES * 8)) + 4 * (559 + 561))
                .isEqualTo(1 << 20);
        for (int more = 0; more <= 1; more++) {
            gate = gate(COMPARED.withWay(Reuse.Blocks.DEFAULT.withParts(64)).withMegabytes(1));
            for (int draws : new int[] {373, 374 + more, 453, 453}) {
                render(repeated(draws));
                expectReason(null);
            }
            render(repeated(453));
            expectReason(more == 0 ? null : Counter.RENDERS_OVER_MEMORY);
        }
    }

    @Test
    void notesUpToTheMemory() {
        // 4096 tiles: 512 bytes a draw call, now and before.
        target = new RenderTarget(1024, 1024, TextureFormat.RGBA8_UNORM, 1);
        for (int draws = 1024; draws <= 1025; draws++) {
            gate = gate(Reuse.TILES.withMegabytes(1));
            render(repeated(draws));
            var more = repeated(draws - 1);
            second.draw(more, Sheet.OPAQUE);
            render(more);
            var same = repeated(draws - 1);
            third.draw(same, Sheet.OPAQUE);
            assertThat(render(same)).isEqualTo(draws == 1024 ? Outcome.PARTIAL : Outcome.WHOLE);
        }
    }

    @Test
    void whatDoesNotClearAndWhatComesInWindows() {
        gate = gate(COMPARED);
        var loading = new CommandBuffer().beginPhase(PassDescriptor.load(target));
        first.draw(loading, Sheet.OPAQUE);
        render(loading);
        expectReason(Counter.RENDERS_NOT_CLEARED);
        visits = Visits.SEVERAL;
        render(loading);
        expectReason(Counter.RENDERS_NOT_CLEARED);
        render();
        expectReason(Counter.RENDERS_WINDOWED);
        visits = Visits.ONCE;
        render();
        expectReason(null);
        drains = true;
        render();
        expectReason(Counter.RENDERS_WINDOWED);
        expectDecisions(TileDecision.RENDERED, null);
        drains = false;
        render();
        expectReason(null);
        expect(Counter.TILES_ENDED_HEADER, TILES);
    }

    @Test
    void targetsUpToWhatIsRemembered() {
        gate = gate(COMPARED);
        var targets = Stream.generate(Sheet::target).limit(TargetHistories.MOST + 1).toList();
        for (int frame = 0; frame < 3; frame++) {
            for (int t = 0; t < targets.size(); t++) {
                target = targets.get(t);
                render();
                boolean over = t == TargetHistories.MOST;
                assertThat(begun).isEqualTo(Outcome.WHOLE);
                expectReason(over ? Counter.RENDERS_OVER_TARGETS : null);
                expect(Counter.TILES_REUSED, over || frame == 0 ? 0 : TILES);
            }
        }
    }

    /** A draw call is gone: the blocks of those that are left alone have other numbers. */
    @Test
    void otherBlocksOfAPartialRender() {
        gate = gate(Reuse.BLOCKS);
        render();
        var fewer = Sheet.clear(target);
        second.draw(fewer, Sheet.OPAQUE);
        third.draw(fewer, Sheet.OPAQUE);
        assertThat(render(fewer)).isEqualTo(Outcome.PARTIAL);
        expectReason(Counter.RENDERS_REBLOCKED);
        expect(Counter.TILES_UNTOUCHED, TILES - 1);
        // Still unknown is what was left alone.
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        expectReason(Counter.RENDERS_REBLOCKED);
    }

    @Test
    void whatIsNotSelectedIsCounted() {
        gate = gate(COMPARED.withRegion(new Scissor(15, 16, 2, 16)));
        render();
        expect(Counter.TILES_TESTED, 2);
        expect(Counter.TILES_NOT_SELECTED, TILES - 2);
        // Just the pixel of one tile's corner; and none at all.
        gate = gate(COMPARED.withRegion(new Scissor(31, 31, 1, 1)));
        render();
        expect(Counter.TILES_TESTED, 1);
        gate = gate(COMPARED.withRegion(new Scissor(16, 16, 0, 9)));
        render();
        expect(Counter.TILES_TESTED, 0);
        expect(Counter.TILES_NOT_SELECTED, TILES);
        // A partial render asks only open tiles.
        gate = gate(Reuse.TILES.withRegion(new Scissor(0, 0, 16, 16)));
        render();
        move(second, 1);
        render();
        expect(Counter.TILES_NOT_SELECTED, 1);
        expect(Counter.TILES_UNTOUCHED, TILES - 1);
    }

    // What is given up

    /** Two draw calls come that touch 13 tiles: that leaves too few to be worth it. */
    private CommandBuffer crowded() {
        var commands = frame();
        Sheet.of(1, 1, 0, 0, 64, 48, 0.4f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 1, 50, 9, 60, 0.4f).draw(commands, Sheet.OPAQUE);
        return commands;
    }

    private void noted() {
        gate = gate(Reuse.AUTO);
        render();
        move(second, 1);
        render();
        move(second, 2);
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
    }

    @Test
    void aPartialRenderThatIsGivenUpIsAWholeOne() {
        noted();
        var crowded = crowded();
        assertThat(render(crowded)).isEqualTo(Outcome.WHOLE);
        assertThat(begun).isEqualTo(Outcome.PARTIAL);
        expect(Counter.RENDERS_PARTIAL, 0);
        expect(Counter.DRAWS_KEPT, 0);
        expect(Counter.TILES_UNTOUCHED, 0);
        expect(Counter.TILES_TESTED, TILES);
        expect(Counter.TILES_REUSED, 3);
        expect(Counter.TILES_ENDED_DATA, 13);
        assertThat(decisions).doesNotContain(TileDecision.UNTOUCHED);
        // Everything is hashed, and can be compared next time.
        assertThat(render(crowded)).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void whatWasNotedAheadIsForgottenThen() {
        noted();
        notesAgain = false;
        assertThat(render(crowded())).isEqualTo(Outcome.WHOLE);
        notesAgain = true;
        // Nothing was noted: as if those that are gone had touched nothing.
        assertThat(render()).isEqualTo(Outcome.PARTIAL);
        expect(Counter.TILES_UNTOUCHED, TILES);
    }

    // All of them

    /** A new counter of reuse is expected, exactly, here or in the tests of a stage. */
    @Test
    void everyCounterOfReuseIsKnown() {
        var known =
                List.of(
                        "RENDERS_UNCHANGED",
                        "RENDERS_PARTIAL",
                        "DRAWS_KEPT",
                        "RENDERS_NOT_CLEARED",
                        "RENDERS_WINDOWED",
                        "RENDERS_OVER_DRAWS",
                        "RENDERS_OVER_STATE",
                        "RENDERS_OVER_BLOCKS",
                        "RENDERS_OVER_MEMORY",
                        "RENDERS_OVER_TARGETS",
                        "RENDERS_REBLOCKED",
                        "REUSE_ASIDE",
                        "TILES_UNTOUCHED",
                        "TILES_STILL_EMPTY",
                        "TILES_TESTED",
                        "TILES_NOT_SELECTED",
                        "TILES_OVER_PRIMITIVES",
                        "TILES_OVER_MEMORY",
                        "TILES_ENDED_HEADER",
                        "TILES_ENDED_PROGRAMS",
                        "TILES_ENDED_MASKS",
                        "TILES_ENDED_DATA",
                        "TILES_REUSED",
                        "REUSE_BYTES_WRITTEN",
                        "REUSE_BYTES_READ_DRAWS",
                        "REUSE_BYTES_READ_HEADER",
                        "REUSE_BYTES_READ_PROGRAMS",
                        "REUSE_BYTES_READ_MASKS",
                        "REUSE_BYTES_READ_DATA",
                        "REUSE_BYTES_COPIED",
                        "REUSE_MEMORY");
        int from = Counter.RENDERS_UNCHANGED.ordinal();
        int to = Counter.REUSE_MEMORY.ordinal();
        assertThat(
                        Arrays.stream(Counter.values())
                                .filter(c -> c.ordinal() >= from && c.ordinal() <= to))
                .map(Counter::name)
                .containsExactlyInAnyOrderElementsOf(known);
    }
}
