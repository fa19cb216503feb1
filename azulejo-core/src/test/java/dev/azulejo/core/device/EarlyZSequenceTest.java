package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.EarlyZ.Again;
import dev.azulejo.core.options.EarlyZ.Part;
import dev.azulejo.core.options.EarlyZ.Update;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What early Z knows of a triangle depends on what came before it: near before far, as far ahead as
 * records allow, epoch by epoch, from set-up or from the rasteriser. Counted by hand.
 */
class EarlyZSequenceTest {
    private static final Set<Counter> DROPPED =
            EnumSet.of(
                    Counter.CLUSTERS_HIDDEN,
                    Counter.CLUSTER_PRIMITIVES_HIDDEN,
                    Counter.TRIANGLES_HIDDEN_BEFORE,
                    Counter.TRIANGLES_HIDDEN_AFTER,
                    Counter.TRIANGLES_HIDDEN_FULL,
                    Counter.TILE_ENTRIES_HIDDEN,
                    Counter.RASTER_HIDDEN,
                    Counter.RASTER_GROUPS_HIDDEN);

    /** Before everything: 8 triangles, one cluster. */
    private static final Sheet WALL = Sheet.of(2, 2, 0, 0, 64, 64, 0.3f);

    /** Two clusters of 256 triangles. */
    private static final Sheet SHEET = Sheet.of(16, 16, 2, 2, 62, 62, 0.6f);

    private static final PipelineState EQUAL =
            Sheet.OPAQUE.withDepth(new DepthState(CompareFunction.EQUAL, true, false));

    /** Stores no depth: it enters nothing, and so cannot overwrite what another worker enters. */
    private static final PipelineState QUIET =
            Sheet.OPAQUE.withDepth(new DepthState(CompareFunction.LESS, false, false));

    private static final PipelineState FARTHER =
            Sheet.OPAQUE.withDepth(new DepthState(CompareFunction.GREATER, true, false));

    private static final PipelineState ANY =
            Sheet.OPAQUE.withDepth(new DepthState(CompareFunction.ALWAYS, true, false));

    /** Stores depth alone. */
    private static final PipelineState DEPTH_ONLY =
            Sheet.OPAQUE.withBlend(
                    new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0));

    private static Consumer<CommandBuffer> draw(Sheet... sheets) {
        return commands -> {
            for (var sheet : sheets) {
                sheet.draw(commands, Sheet.OPAQUE);
            }
        };
    }

    private static Map<Counter, Long> count(EarlyZ earlyZ, Consumer<CommandBuffer> scene) {
        return Tally.count(Tally.PLAIN.withEarlyZ(earlyZ), scene);
    }

    private static Map<Counter, Long> dropped(EarlyZ earlyZ, Consumer<CommandBuffer> scene) {
        return Tally.among(DROPPED, count(earlyZ, scene));
    }

    private static Map<Counter, Long> clusters(long hidden) {
        return hidden == 0
                ? Map.of()
                : Map.of(
                        Counter.CLUSTERS_HIDDEN,
                        hidden,
                        Counter.CLUSTER_PRIMITIVES_HIDDEN,
                        256 * hidden);
    }

    // Near before far

    /** Sheets one behind the other, submitted from far to near: all but the nearest are hidden. */
    @Test
    void whatIsSubmittedFarFirstIsCulledNearFirst() {
        var sheets = new Sheet[20];
        for (int i = 0; i < sheets.length; i++) {
            // Wider the nearer, since boxes are wider than what is in them
            sheets[i] = Sheet.of(16, 8, 22 - i, 22 - i, 42 + i, 42 + i, 0.9f - 0.02f * i);
        }
        var counts = count(EarlyZ.ON, draw(sheets));
        assertThat(Tally.among(DROPPED, counts)).isEqualTo(clusters(19));
        assertThat(counts)
                .containsEntry(Counter.CHUNKS, 1L)
                .containsEntry(Counter.VERTEX_POSITIONS, 153L)
                .containsEntry(Counter.VERTEX_VARYINGS, 153L)
                .containsEntry(Counter.TILE_ENTRIES, 256L);
        // Without boxes there is nothing to sort by.
        var alone = EarlyZ.ON.only(Part.BEFORE, Part.TILES);
        assertThat(dropped(alone, draw(sheets))).isEmpty();
    }

    /** Where larger depths are nearer the order is the opposite one. */
    @Test
    void nearBeforeFarWithReversedDepth() {
        Consumer<CommandBuffer> scene =
                commands -> {
                    WALL.draw(commands, FARTHER);
                    SHEET.draw(commands, FARTHER);
                    Sheet.of(2, 2, 0, 0, 64, 64, 0.8f).draw(commands, FARTHER);
                };
        var pass = PassDescriptor.clear(Tally.target(1), 0, 0, 0, 1).withClearDepth(0);
        var counts = Tally.count(Tally.PLAIN.withEarlyZ(EarlyZ.ON), pass, scene);
        assertThat(counts)
                .containsEntry(Counter.CLUSTERS_HIDDEN, 3L)
                .containsEntry(Counter.CLUSTER_PRIMITIVES_HIDDEN, 8L + 512)
                .containsEntry(Counter.TRIANGLES_SETUP, 8L);
    }

    // Records

    /**
     * Four chunks and the wall behind them in order. Culling takes so many chunks at a time, near
     * before far, and replay follows one such step behind: what it tests again knows the wall only
     * if the wall was culled in the same step or in the next.
     */
    @ParameterizedTest
    @CsvSource({
        // Of the chunks the last is replayed when the wall has been culled
        "1, 0, 256",
        // The last two
        "2, 0, 512",
        // The last is sorted behind the wall, the others are replayed then
        "3, 1, 768",
        "4, 0, 1024",
        "5, 4, 0",
        "1048576, 4, 0"
    })
    void recordsBoundHowFarCullingIsAhead(int records, long hidden, long after) {
        var scene = draw(SHEET, SHEET, WALL);
        var early = EarlyZ.ON.withAgain(Again.ALWAYS).withRecords(records);
        var counts = count(early, scene);
        assertThat(counts)
                .containsEntry(Counter.CLUSTERS_HIDDEN, hidden)
                .containsEntry(Counter.TRIANGLES_HIDDEN_AFTER, after)
                .containsEntry(Counter.TRIANGLES_HIDDEN_BEFORE, 0L)
                .containsEntry(Counter.PRIMITIVES_IN, 8 + 1024 - 256 * hidden);
    }

    // Epochs

    /** Inside an epoch order does not matter; a later epoch hides nothing of an earlier one. */
    @Test
    void laterEpochsHideNothing() {
        Consumer<CommandBuffer> scene =
                commands -> {
                    SHEET.draw(commands, Sheet.OPAQUE);
                    Sheet.of(2, 2, 0, 0, 8, 8, 0.1f).draw(commands, DEPTH_ONLY);
                    WALL.draw(commands, Sheet.OPAQUE);
                };
        var counts = count(EarlyZ.ON, scene);
        assertThat(counts).containsEntry(Counter.EPOCHS, 3L);
        assertThat(Tally.among(DROPPED, counts)).isEmpty();
        assertThat(dropped(EarlyZ.ON.withAgain(Again.ALWAYS), scene)).isEmpty();
        assertThat(dropped(EarlyZ.ON.with(Part.FULL_DEPTH), scene)).isEmpty();
    }

    /** What an epoch has shown is known in the next ones. */
    @Test
    void earlierEpochsHide() {
        Consumer<CommandBuffer> scene =
                commands -> {
                    WALL.draw(commands, Sheet.OPAQUE);
                    Sheet.of(2, 2, 0, 0, 8, 8, 0.1f).draw(commands, DEPTH_ONLY);
                    SHEET.draw(commands, Sheet.OPAQUE);
                };
        var counts = count(EarlyZ.ON, scene);
        assertThat(counts).containsEntry(Counter.EPOCHS, 3L);
        assertThat(Tally.among(DROPPED, counts)).isEqualTo(clusters(2));
    }

    /** What lets farther depths in ends all knowledge; before it and after it things are hidden. */
    @Test
    void knowledgeEndsWhereFartherDepthsMayCome() {
        Consumer<CommandBuffer> scene =
                commands -> {
                    WALL.draw(commands, Sheet.OPAQUE);
                    SHEET.draw(commands, Sheet.OPAQUE);
                    Sheet.of(2, 2, 0, 0, 64, 64, 0.9f).draw(commands, ANY);
                    SHEET.draw(commands, Sheet.OPAQUE);
                    Sheet.of(2, 2, 0, 0, 64, 64, 0.4f).draw(commands, Sheet.OPAQUE);
                    SHEET.draw(commands, Sheet.OPAQUE);
                };
        var pass = PassDescriptor.clear(Tally.target(1), 0, 0, 0, 1);
        var counts = Tally.count(Tally.PLAIN.withEarlyZ(EarlyZ.ON), pass, scene);
        assertThat(counts).containsEntry(Counter.EPOCHS, 3L);
        // Two before it; after it, in one epoch, four.
        assertThat(Tally.among(DROPPED, counts)).isEqualTo(clusters(6));
        assertThat(dropped(EarlyZ.ON, wallAnySheet())).isEmpty();
        // Nor does the clear depth hide any more.
        counts =
                Tally.count(
                        Tally.PLAIN.withEarlyZ(EarlyZ.ON),
                        pass.withClearDepth(0.5f),
                        commands -> {
                            SHEET.draw(commands, Sheet.OPAQUE);
                            Sheet.of(2, 2, 0, 0, 64, 64, 0.9f).draw(commands, ANY);
                            SHEET.draw(commands, Sheet.OPAQUE);
                        });
        assertThat(Tally.among(DROPPED, counts)).isEqualTo(clusters(2));
    }

    private static Consumer<CommandBuffer> wallAnySheet() {
        return commands -> {
            WALL.draw(commands, Sheet.OPAQUE);
            Sheet.of(2, 2, 0, 0, 64, 64, 0.9f).draw(commands, ANY);
            SHEET.draw(commands, Sheet.OPAQUE);
        };
    }

    /**
     * Two triangles of a row of four tiles, and something before the left half of them: lists are
     * asked in the epoch in which they are filled, the rasteriser only if there is one epoch.
     */
    @Test
    void tilesAndPixelsOfSeveralEpochs() {
        var far = Sheet.of(1, 1, 0, 0, 64, 16, 0.6f);
        var near = Sheet.of(1, 1, 0, 0, 32, 16, 0.3f);
        for (boolean nearFirst : new boolean[] {true, false}) {
            Consumer<CommandBuffer> scene =
                    commands -> {
                        (nearFirst ? near : far).draw(commands, Sheet.OPAQUE);
                        Sheet.of(1, 1, 32, 32, 36, 36, 0.1f).draw(commands, DEPTH_ONLY);
                        (nearFirst ? far : near).draw(commands, Sheet.OPAQUE);
                    };
            var tiles = Tally.PLAIN.withTileSize(16).withEarlyZ(EarlyZ.ON);
            assertThat(Tally.among(DROPPED, Tally.count(tiles, scene)))
                    .isEqualTo(nearFirst ? Map.of(Counter.TILE_ENTRIES_HIDDEN, 4L) : Map.of());
            assertThat(dropped(EarlyZ.ON, scene)).isEmpty();
            // A window that is not all of the frame is listed when all epochs have been entered.
            assertThat(Tally.among(DROPPED, Tally.count(tiles.withWindow(3), scene))).isEmpty();
        }
    }

    /** Backward in a single window, set-up and lists have nobody to ask. */
    @Test
    void backwardListsOfAWholeFrameDoNotAsk() {
        var early = EarlyZ.ON.only(Part.TILES).withUpdate(Update.BACKWARD);
        var options = Tally.PLAIN.withTileSize(16).withEarlyZ(early);
        var pass = PassDescriptor.clear(Tally.target(1), 0, 0, 0, 1).withClearDepth(0.5f);
        var counts = Tally.count(options, pass, draw(Sheet.of(1, 1, 0, 0, 64, 16, 0.6f)));
        assertThat(counts)
                .containsEntry(Counter.TILE_ENTRIES, 8L)
                .containsEntry(Counter.TILE_ENTRIES_HIDDEN, 0L)
                .containsEntry(Counter.HIZ_READS, 0L)
                .containsEntry(Counter.SAMPLES_PASSED, 0L);
    }

    /** A phase knows nothing of the one before it, even in the same target. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPassThatDoesNotClearBeginsWithoutKnowledge(boolean forward) {
        // The rasteriser may know: the depths that a tile begins with are its own.
        var works = EarlyZ.ON.without(Part.RASTER);
        var early = forward ? works : works.withUpdate(Update.BACKWARD);
        var target = Tally.target(1);
        var keep = PassDescriptor.clear(target, 0, 0, 0, 1).withKeepSamples(true);
        var load = new PassDescriptor("again", target, false, 0, 0, 0, 0, 0.5f, false);
        var commands = new CommandBuffer().beginPhase(keep);
        WALL.draw(commands, Sheet.OPAQUE);
        commands.beginPhase(load);
        SHEET.draw(commands, Sheet.OPAQUE);
        try (var device = new Device(Tally.PLAIN.withEarlyZ(early))) {
            var report = device.submit(commands);
            assertThat(Tally.among(DROPPED, report)).isEmpty();
            assertThat(report.get(Counter.SAMPLES_TESTED)).isEqualTo(64 * 64 + 60 * 60);
            assertThat(report.get(Counter.SAMPLES_PASSED)).isEqualTo(64 * 64);
        }
        var clears = PassDescriptor.clear(target, 0, 0, 0, 1).withClearDepth(0.5f);
        var counts = Tally.count(Tally.PLAIN.withEarlyZ(early), clears, draw(SHEET));
        assertThat(Tally.among(DROPPED, counts)).isEqualTo(clusters(2));
    }

    // Who feeds the structure

    /**
     * Backward, set-up enters nothing; a tile finds out from its own depths, in the order of
     * submission, once 16 triangles have written to a group: as many as each of the row's four
     * groups of 2x4 cells has. What is behind is two triangles of four groups.
     */
    @Test
    void backwardATileKnowsWhatItHasDrawn() {
        var early = EarlyZ.ON.withUpdate(Update.BACKWARD);
        var far = Sheet.of(1, 1, 0, 0, 64, 16, 0.6f);
        var near = Sheet.of(8, 4, 0, 0, 64, 16, 0.3f);
        var behind = count(early, draw(near, far));
        assertThat(Tally.among(DROPPED, behind))
                .isEqualTo(Map.of(Counter.RASTER_HIDDEN, 2L, Counter.RASTER_GROUPS_HIDDEN, 8L));
        assertThat(behind)
                .containsEntry(Counter.SAMPLES_TESTED, 1024L)
                .containsEntry(Counter.HIZ_WRITES, 0L);
        assertThat(dropped(early, draw(far, near))).isEmpty();
        // Several epochs make no difference to what a tile has drawn.
        var epochs =
                count(
                        early,
                        commands -> {
                            near.draw(commands, Sheet.OPAQUE);
                            Sheet.of(1, 1, 32, 32, 36, 36, 0.1f).draw(commands, DEPTH_ONLY);
                            far.draw(commands, Sheet.OPAQUE);
                        });
        assertThat(epochs)
                .containsEntry(Counter.EPOCHS, 3L)
                .containsEntry(Counter.RASTER_GROUPS_HIDDEN, 8L);
        assertThat(dropped(early.without(Part.RASTER), draw(near, far))).isEmpty();
        // Forward, set-up knows it all.
        assertThat(dropped(EarlyZ.ON, draw(near, far)))
                .isEqualTo(Map.of(Counter.TRIANGLES_HIDDEN_AFTER, 2L));
        assertThat(dropped(EarlyZ.ON, draw(far, near)))
                .isEqualTo(Map.of(Counter.TRIANGLES_HIDDEN_AFTER, 2L));
        // A row less, 12 triangles a group, and the tile does not look again.
        var fewer = Sheet.of(8, 3, 0, 0, 64, 16, 0.3f);
        assertThat(dropped(early, draw(fewer, far))).isEmpty();
    }

    /**
     * Backward, the first window of 100 takes the wall and 92 triangles of the sheet. Then the
     * tile's 256 blocks are told, and the other 420 triangles are kept out of its list.
     */
    @Test
    void backwardLaterWindowsKnowWhatEarlierOnesHaveDrawn() {
        var early = EarlyZ.ON.withUpdate(Update.BACKWARD);
        var options = Tally.PLAIN.withWindow(100);
        var scene = draw(WALL, SHEET);
        var tiles = early.only(Part.TILES);
        var counts = Tally.count(options.withEarlyZ(tiles), scene);
        assertThat(Tally.among(DROPPED, counts))
                .isEqualTo(Map.of(Counter.TILE_ENTRIES_HIDDEN, 420L));
        assertThat(counts)
                .containsEntry(Counter.TILE_ENTRIES, 100L)
                .containsEntry(Counter.TRIANGLES_SETUP, 520L)
                .containsEntry(Counter.SAMPLES_PASSED, 64L * 64);
        assertThat(counts.get(Counter.HIZ_WRITES)).isPositive();
        assertThat(counts.get(Counter.HIZ_WRITES) % 256).isZero();
        var off = Tally.count(options.withEarlyZ(early.only(Part.RASTER)), scene);
        assertThat(off)
                .containsEntry(Counter.TILE_ENTRIES_HIDDEN, 0L)
                .containsEntry(Counter.TILE_ENTRIES, 520L);
        // Nobody asks: nobody is told.
        var neither = early.without(Part.TILES, Part.RASTER);
        assertThat(Tally.count(options.withEarlyZ(neither), scene))
                .containsEntry(Counter.HIZ_WRITES, 0L);
        // In a later epoch what a window knows may be wrong: nothing is told or asked.
        var epochs =
                Tally.count(
                        options.withEarlyZ(tiles),
                        commands -> {
                            WALL.draw(commands, Sheet.OPAQUE);
                            Sheet.of(1, 1, 32, 32, 36, 36, 0.1f).draw(commands, DEPTH_ONLY);
                            SHEET.draw(commands, Sheet.OPAQUE);
                        });
        assertThat(Tally.among(DROPPED, epochs)).isEmpty();
        assertThat(epochs).containsEntry(Counter.HIZ_WRITES, 0L);
    }

    /** Forward, a window's size makes no difference to what set-up and lists know. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100, DeviceOptions.WHOLE_FRAME})
    void forwardWindowsKnowAll(int window) {
        var options = Tally.PLAIN.withEarlyZ(EarlyZ.ON).withWindow(window);
        assertThat(Tally.among(DROPPED, Tally.count(options, draw(SHEET, WALL))))
                .isEqualTo(clusters(2));
        var half = draw(Sheet.of(1, 1, 0, 0, 64, 16, 0.6f), Sheet.of(1, 1, 0, 0, 32, 16, 0.3f));
        assertThat(Tally.among(DROPPED, Tally.count(options.withTileSize(16), half)))
                .isEqualTo(Map.of(Counter.TILE_ENTRIES_HIDDEN, 4L));
        assertThat(Tally.among(DROPPED, Tally.count(options, half)))
                .isEqualTo(Map.of(Counter.RASTER_GROUPS_HIDDEN, 4L));
    }

    // Everything else

    /** EQUAL is tested as well: what lies behind cannot be equal. */
    @Test
    void whatMustBeEqualIsHiddenToo() {
        assertThat(
                        dropped(
                                EarlyZ.ON,
                                commands -> {
                                    WALL.draw(commands, Sheet.OPAQUE);
                                    SHEET.draw(commands, EQUAL);
                                }))
                .isEqualTo(clusters(2));
    }

    /**
     * A hundred chunks one behind the other by three workers: what is dropped is not drawn. They
     * leave depth as it is: where two workers write the structure at once, one bound may be lost.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void countsOfSeveralWorkersAddUp(int threads) {
        Consumer<CommandBuffer> scene =
                commands -> {
                    for (int i = 0; i < 50; i++) {
                        SHEET.draw(commands, QUIET);
                    }
                    WALL.draw(commands, Sheet.OPAQUE);
                };
        var options = Tally.PLAIN.withThreads(threads);
        var on = Tally.count(options.withEarlyZ(EarlyZ.ON.withAgain(Again.ALWAYS)), scene);
        // Who comes before the wall is entered is tested again when it has been.
        assertThat(
                        on.get(Counter.CLUSTER_PRIMITIVES_HIDDEN)
                                + on.get(Counter.TRIANGLES_HIDDEN_BEFORE)
                                + on.get(Counter.TRIANGLES_HIDDEN_AFTER))
                .isEqualTo(50 * 512L);
        assertThat(on.get(Counter.CLUSTER_PRIMITIVES_HIDDEN))
                .isEqualTo(256 * on.get(Counter.CLUSTERS_HIDDEN));
        assertThat(on)
                .containsEntry(Counter.CLUSTERS_TESTED, 101L)
                .containsEntry(Counter.CHUNKS, 101 - on.get(Counter.CLUSTERS_HIDDEN))
                .containsEntry(
                        Counter.TRIANGLES_SETUP,
                        50 * 512 + 8 - 256 * on.get(Counter.CLUSTERS_HIDDEN))
                .containsEntry(Counter.VERTEX_VARYINGS, 9L)
                .containsEntry(Counter.TILE_ENTRIES, 8L)
                .containsEntry(Counter.SAMPLES_PASSED, 64L * 64);
    }

    /**
     * Moves a vertex in the middle of 16x8 cells: not all triangles around it lie between pixels.
     */
    private static void move(Sheet sheet, int frame) {
        int vertex = 4 * 17 + 8;
        sheet.positions().write(3 * vertex + 2, new float[] {0.6f + 0.001f * frame});
    }

    /**
     * Something moves behind a wall in the left top, and something stays in the right bottom: what
     * is drawn again then is the wall and what moves, neither tested nor culled.
     */
    @Test
    void partialRendersDoWithoutEarlyZ() {
        var moves = Sheet.of(16, 8, 2, 2, 14, 14, 0.6f);
        var scene =
                draw(
                        moves,
                        Sheet.of(2, 2, 0, 0, 16, 16, 0.3f),
                        Sheet.of(16, 16, 32, 32, 64, 64, 0.6f));
        var commands = Sheet.clear(Tally.target(1));
        scene.accept(commands);
        var options = Tally.PLAIN.withTileSize(16).withReuse(Reuse.TILES);
        try (var device = new Device(options.withEarlyZ(EarlyZ.ON))) {
            var whole = device.submit(commands);
            assertThat(Tally.among(DROPPED, whole)).isEqualTo(clusters(1));
            assertThat(whole.get(Counter.PRIMITIVES_IN)).isEqualTo(8 + 512);
            for (int frame = 1; frame < 6; frame++) {
                move(moves, frame);
                var report = device.submit(commands);
                if (frame >= 2) {
                    assertThat(report.get(Counter.RENDERS_PARTIAL)).isOne();
                    assertThat(report.get(Counter.DRAWS_KEPT)).isOne();
                    assertThat(Tally.among(DROPPED, report)).isEmpty();
                    assertThat(report.get(Counter.EPOCHS)).isZero();
                    assertThat(report.get(Counter.CLUSTERS_TESTED)).isZero();
                    assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(256 + 8);
                    assertThat(report.get(Counter.SAMPLES_PASSED)).isEqualTo(12 * 12 + 256);
                }
            }
        }
    }

    /** What moves touches all tiles: it was looked at in vain, and all is done and counted anew. */
    @Test
    void whatWasLookedAtInVainIsForgotten() {
        var moves = Sheet.of(16, 8, 2, 2, 62, 62, 0.6f);
        var commands = Sheet.clear(Tally.target(1));
        draw(moves, WALL, SHEET).accept(commands);
        var options = Tally.PLAIN.withTileSize(16).withReuse(Reuse.AUTO);
        try (var device = new Device(options.withEarlyZ(EarlyZ.ON))) {
            var counted = EnumSet.copyOf(DROPPED);
            counted.addAll(
                    Set.of(
                            Counter.CHUNKS,
                            Counter.EPOCHS,
                            Counter.PRIMITIVES_IN,
                            Counter.TILE_ENTRIES));
            var first = Tally.among(counted, device.submit(commands));
            assertThat(first).containsAllEntriesOf(clusters(3));
            for (int frame = 1; frame < 6; frame++) {
                move(moves, frame);
                var report = device.submit(commands);
                assertThat(report.get(Counter.RENDERS_PARTIAL)).isZero();
                assertThat(Tally.among(counted, report)).isEqualTo(first);
            }
        }
    }

    /** What is known ends with the frame, and counts do: the tenth frame is as the first. */
    @Test
    void framesAreAlike() {
        var commands = Sheet.clear(Tally.target(1));
        draw(SHEET, WALL).accept(commands);
        try (var device = new Device(Tally.PLAIN.withEarlyZ(EarlyZ.ON))) {
            var first = device.submit(commands).counters();
            for (int frame = 0; frame < 9; frame++) {
                assertThat(device.submit(commands).counters()).isEqualTo(first);
            }
            // Without the wall everything shows again.
            var next = Sheet.clear(Tally.target(1));
            draw(SHEET).accept(next);
            assertThat(Tally.among(DROPPED, device.submit(next))).isEmpty();
        }
    }
}
