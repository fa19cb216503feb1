package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.EarlyZ.Again;
import dev.azulejo.core.options.EarlyZ.Part;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Each part of early Z alone, and all others without it: what is counted, by hand. Bytes do not
 * show a part that has stopped working, or that works though it is switched off.
 */
class EarlyZPartsTest {
    private static final Set<Counter> COUNTED =
            EnumSet.of(
                    Counter.CHUNKS,
                    Counter.PRIMITIVES_IN,
                    Counter.TRIANGLES_SETUP,
                    Counter.VERTEX_POSITIONS,
                    Counter.VERTEX_VARYINGS,
                    Counter.CLUSTERS_TESTED,
                    Counter.CLUSTERS_PLACED_BESIDE,
                    Counter.CLUSTERS_OUTSIDE,
                    Counter.CLUSTER_PRIMITIVES_OUTSIDE,
                    Counter.CLUSTERS_HIDDEN,
                    Counter.CLUSTER_PRIMITIVES_HIDDEN,
                    Counter.TRIANGLES_HIDDEN_BEFORE,
                    Counter.TRIANGLES_HIDDEN_AFTER,
                    Counter.TRIANGLES_HIDDEN_FULL,
                    Counter.TILE_ENTRIES_HIDDEN,
                    Counter.RASTER_HIDDEN,
                    Counter.RASTER_GROUPS_HIDDEN,
                    Counter.EPOCHS,
                    Counter.DRAWS_UNTESTED,
                    Counter.EARLY_Z_ASIDE);

    /** Of these, what one of the parts has dropped. */
    private static final Set<Counter> DROPPED =
            EnumSet.of(
                    Counter.CLUSTERS_HIDDEN,
                    Counter.TRIANGLES_HIDDEN_BEFORE,
                    Counter.TRIANGLES_HIDDEN_AFTER,
                    Counter.TRIANGLES_HIDDEN_FULL,
                    Counter.TILE_ENTRIES_HIDDEN,
                    Counter.RASTER_HIDDEN,
                    Counter.RASTER_GROUPS_HIDDEN);

    /**
     * A wall of 8 triangles before the upper half, and a row more, since boxes are wider than what
     * is in them: one cluster, 9 vertices.
     */
    private static final Sheet WALL = Sheet.of(2, 2, 0, 0, 64, 33, 0.3f);

    /** Two clusters, upper and lower half, of 256 triangles and 17x9 vertices each. */
    private static final Sheet TWO = Sheet.of(16, 16, 0, 0, 64, 64, 0.6f);

    /** One cluster of 256 triangles and 17x9 vertices, of which half are in the upper half. */
    private static final Sheet ONE = Sheet.of(16, 8, 0, 0, 64, 64, 0.6f);

    private static Consumer<CommandBuffer> draw(Sheet... sheets) {
        return commands -> {
            for (var sheet : sheets) {
                sheet.draw(commands, Sheet.OPAQUE);
            }
        };
    }

    private static DeviceOptions options(EarlyZ earlyZ) {
        return Tally.PLAIN.withEarlyZ(earlyZ);
    }

    private static Map<Counter, Long> counted(EarlyZ earlyZ, Consumer<CommandBuffer> scene) {
        return Tally.among(COUNTED, Tally.count(options(earlyZ), scene));
    }

    private static Map<Counter, Long> dropped(EarlyZ earlyZ, Consumer<CommandBuffer> scene) {
        return Tally.among(DROPPED, Tally.count(options(earlyZ), scene));
    }

    // Clusters

    /** Whatever comes first: of the sheet's clusters one is behind the wall, and one is not. */
    @Test
    void clustersOn() {
        for (var early : new EarlyZ[] {EarlyZ.ON, EarlyZ.ON.only(Part.CLUSTERS)}) {
            for (var scene : new Sheet[][] {{WALL, TWO}, {TWO, WALL}}) {
                assertThat(counted(early, draw(scene)))
                        .isEqualTo(
                                Map.of(
                                        Counter.CHUNKS, 2L,
                                        Counter.PRIMITIVES_IN, 8L + 256,
                                        Counter.TRIANGLES_SETUP, 8L + 256,
                                        Counter.VERTEX_POSITIONS, 9L + 153,
                                        Counter.VERTEX_VARYINGS, 9L + 153,
                                        Counter.CLUSTERS_TESTED, 3L,
                                        Counter.CLUSTERS_HIDDEN, 1L,
                                        Counter.CLUSTER_PRIMITIVES_HIDDEN, 256L,
                                        Counter.EPOCHS, 1L));
            }
        }
    }

    /**
     * The sheet is one chunk without a place: it is culled when it comes. Nothing is hidden by then
     * but all is tested again.
     */
    @Test
    void clustersOff() {
        assertThat(counted(EarlyZ.ON.without(Part.CLUSTERS), draw(TWO, WALL)))
                .isEqualTo(
                        Map.of(
                                Counter.CHUNKS, 2L,
                                Counter.PRIMITIVES_IN, 8L + 512,
                                Counter.TRIANGLES_SETUP, 8L + 512,
                                Counter.VERTEX_POSITIONS, 9L + 289,
                                Counter.VERTEX_VARYINGS, 9L + 153,
                                Counter.TRIANGLES_HIDDEN_AFTER, 256L,
                                Counter.EPOCHS, 1L));
    }

    /**
     * Sixteen triangles, half a row, are asked about at once, and each only where these are not
     * hidden: eight of sixteen runs are.
     */
    @Test
    void runsOfTriangles() {
        var before = EarlyZ.ON.only(Part.BEFORE);
        long wall = Tally.count(options(before), draw(WALL)).get(Counter.HIZ_READS);
        var both = Tally.count(options(before), draw(WALL, ONE));
        assertThat(both).containsEntry(Counter.TRIANGLES_HIDDEN_BEFORE, 128L);
        assertThat(both.get(Counter.HIZ_READS) - wall).isEqualTo(8 + 8 * (1 + 16));
    }

    /** Rows of 8 pixels from 80 pixels above the target on: the first cluster ends 16 above. */
    @Test
    void clustersOutsideTheView() {
        var high = Sheet.of(16, 16, 0, -80, 64, 48, 0.6f);
        assertThat(counted(EarlyZ.ON, draw(high)))
                .isEqualTo(
                        Map.of(
                                Counter.CHUNKS, 1L,
                                Counter.PRIMITIVES_IN, 256L,
                                // Two rows more are outside
                                Counter.TRIANGLES_SETUP, 192L,
                                Counter.VERTEX_POSITIONS, 153L,
                                Counter.VERTEX_VARYINGS, 119L,
                                Counter.CLUSTERS_TESTED, 2L,
                                Counter.CLUSTERS_OUTSIDE, 1L,
                                Counter.CLUSTER_PRIMITIVES_OUTSIDE, 256L,
                                Counter.EPOCHS, 1L));
        // All of it: left out before anything is placed
        assertThat(counted(EarlyZ.ON, draw(Sheet.of(16, 16, 0, -80, 64, -16, 0.6f))))
                .isEqualTo(
                        Map.of(
                                Counter.CLUSTERS_OUTSIDE, 2L,
                                Counter.CLUSTER_PRIMITIVES_OUTSIDE, 512L,
                                Counter.EPOCHS, 1L));
        assertThat(counted(EarlyZ.ON.without(Part.CLUSTERS), draw(high)))
                .containsEntry(Counter.PRIMITIVES_IN, 512L)
                .doesNotContainKeys(Counter.CLUSTERS_TESTED, Counter.CLUSTERS_OUTSIDE);
    }

    // Before and after

    /** Half of a cluster is hidden: 4 of 8 rows, and 17x5 vertices are left. */
    @Test
    void beforeOn() {
        for (var scene : new Sheet[][] {{WALL, ONE}, {ONE, WALL}}) {
            assertThat(counted(EarlyZ.ON, draw(scene)))
                    .isEqualTo(
                            Map.of(
                                    Counter.CHUNKS,
                                    2L,
                                    Counter.PRIMITIVES_IN,
                                    8L + 256,
                                    Counter.TRIANGLES_SETUP,
                                    8L + 256,
                                    Counter.VERTEX_POSITIONS,
                                    9L + 153,
                                    Counter.VERTEX_VARYINGS,
                                    9L + 85,
                                    Counter.CLUSTERS_TESTED,
                                    2L,
                                    Counter.TRIANGLES_HIDDEN_BEFORE,
                                    128L,
                                    Counter.EPOCHS,
                                    1L));
        }
        // Alone it has no boxes to sort by, and sees what was submitted before.
        var alone = EarlyZ.ON.only(Part.BEFORE);
        assertThat(counted(alone, draw(WALL, ONE)))
                .isEqualTo(
                        Map.of(
                                Counter.CHUNKS, 2L,
                                Counter.PRIMITIVES_IN, 8L + 256,
                                Counter.TRIANGLES_SETUP, 8L + 256,
                                Counter.VERTEX_POSITIONS, 9L + 153,
                                Counter.VERTEX_VARYINGS, 9L + 85,
                                Counter.TRIANGLES_HIDDEN_BEFORE, 128L,
                                Counter.EPOCHS, 1L));
        assertThat(dropped(alone, draw(ONE, WALL))).isEmpty();
    }

    /** What was not tested before is tested after; unless that is off as well. */
    @Test
    void beforeOff() {
        var off = EarlyZ.ON.without(Part.BEFORE);
        assertThat(counted(off, draw(WALL, ONE)))
                .containsEntry(Counter.TRIANGLES_HIDDEN_AFTER, 128L)
                .containsEntry(Counter.VERTEX_VARYINGS, 9L + 85)
                .doesNotContainKey(Counter.TRIANGLES_HIDDEN_BEFORE);
        var both = counted(off.without(Part.AFTER), draw(WALL, ONE));
        assertThat(both).containsEntry(Counter.VERTEX_VARYINGS, 9L + 153);
        assertThat(
                        Tally.among(
                                DROPPED,
                                Tally.count(options(off.without(Part.AFTER)), draw(WALL, ONE))))
                .isEmpty();
    }

    /** Two triangles have no place, and so are culled before the wall that hides them. */
    @Test
    void afterOnAndOff() {
        var scene = draw(Sheet.of(1, 1, 8, 8, 24, 24, 0.6f), WALL);
        assertThat(counted(EarlyZ.ON, scene))
                .isEqualTo(
                        Map.of(
                                Counter.CHUNKS, 2L,
                                Counter.PRIMITIVES_IN, 10L,
                                Counter.TRIANGLES_SETUP, 10L,
                                Counter.VERTEX_POSITIONS, 13L,
                                Counter.VERTEX_VARYINGS, 9L,
                                Counter.CLUSTERS_TESTED, 1L,
                                Counter.TRIANGLES_HIDDEN_AFTER, 2L,
                                Counter.EPOCHS, 1L));
        assertThat(counted(EarlyZ.ON.only(Part.AFTER), scene))
                .containsEntry(Counter.TRIANGLES_HIDDEN_AFTER, 2L)
                .containsEntry(Counter.VERTEX_VARYINGS, 9L)
                .doesNotContainKey(Counter.CLUSTERS_TESTED);
        // Then the rasteriser finds out: each triangle touches 2x2 groups of 16x16 pixels.
        var off = EarlyZ.ON.without(Part.AFTER);
        assertThat(dropped(off, scene))
                .isEqualTo(Map.of(Counter.RASTER_HIDDEN, 2L, Counter.RASTER_GROUPS_HIDDEN, 8L));
        assertThat(Tally.count(options(off), scene)).containsEntry(Counter.VERTEX_VARYINGS, 13L);
        assertThat(dropped(off.without(Part.RASTER), scene)).isEmpty();
    }

    /**
     * A sheet that leans from depth 0.2 on the left to 0.8 on the right is nearer than a plane at
     * 0.49 and culled before it; then the plane hides its right half, 8 of 16 columns. It had its
     * turn, so that it is only looked at again if all are.
     */
    @Test
    void againWhereItPaysOrAlways() {
        var upright = Sheet.of(16, 16, 0, 0, 64, 64, 0.5f);
        var lean =
                BindGroup.of(new UniformBuffer(1, 0, 0.3f, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1));
        var leaning = new Sheet(upright.positions(), upright.colors(), upright.indices(), lean);
        var scene = draw(leaning, Sheet.of(2, 2, 0, 0, 64, 64, 0.49f));
        // The rasteriser would skip parts of the plane.
        var on = EarlyZ.ON.without(Part.RASTER);
        assertThat(dropped(on, scene)).isEmpty();
        assertThat(counted(on, scene)).containsEntry(Counter.VERTEX_VARYINGS, 9L + 306);
        var always = on.withAgain(Again.ALWAYS);
        // Two triangles of the plane, left of the diagonals of its left cells, end at pixel 30,
        // where the sheet is still nearer: at the last column's samples, not at its right edge.
        assertThat(dropped(always, scene))
                .isEqualTo(Map.of(Counter.TRIANGLES_HIDDEN_AFTER, 256L + 2));
        // Of 17 columns of vertices 9 are left, in two clusters of 9 rows, and one of the plane's
        // is nobody's.
        assertThat(counted(always, scene)).containsEntry(Counter.VERTEX_VARYINGS, 8L + 162);
        assertThat(dropped(always.without(Part.AFTER), scene)).isEmpty();
        assertThat(dropped(on.with(Part.FULL_DEPTH), scene))
                .isEqualTo(Map.of(Counter.TRIANGLES_HIDDEN_FULL, 256L + 2));
    }

    // Tiles and pixels

    /** Two triangles of 64x16 pixels, and something before the left half of them. */
    private static final Consumer<CommandBuffer> HALF =
            draw(Sheet.of(1, 1, 0, 0, 64, 16, 0.6f), Sheet.of(1, 1, 0, 0, 32, 16, 0.3f));

    /** In rows of four tiles they are hidden in two each. Of each entry the structure is asked. */
    @Test
    void tilesOnAndOff() {
        var asking = Tally.count(options(EarlyZ.ON.only(Part.TILES)).withTileSize(16), HALF);
        var silent = Tally.count(options(EarlyZ.ON.only()).withTileSize(16), HALF);
        assertThat(asking.get(Counter.HIZ_READS) - silent.get(Counter.HIZ_READS)).isEqualTo(8 + 4);
        for (var early : new EarlyZ[] {EarlyZ.ON, EarlyZ.ON.only(Part.TILES)}) {
            var counts = Tally.count(options(early).withTileSize(16), HALF);
            assertThat(Tally.among(DROPPED, counts))
                    .isEqualTo(Map.of(Counter.TILE_ENTRIES_HIDDEN, 4L));
            assertThat(counts)
                    .containsEntry(Counter.TILE_ENTRIES, 4L + 4)
                    .containsEntry(Counter.SAMPLES_TESTED, 512L + 512);
        }
        // A window of one triangle fills when all is known of what hides it.
        var windows = options(EarlyZ.ON).withTileSize(16).withWindow(1);
        assertThat(Tally.count(windows, HALF))
                .containsEntry(Counter.WINDOWS, 4L)
                .containsEntry(Counter.TILE_ENTRIES_HIDDEN, 4L)
                .containsEntry(Counter.TILE_ENTRIES, 4L + 4);
        var off = options(EarlyZ.ON.without(Part.TILES)).withTileSize(16);
        var counts = Tally.count(off, HALF);
        assertThat(Tally.among(DROPPED, counts)).isEmpty();
        assertThat(counts)
                .containsEntry(Counter.TILE_ENTRIES, 8L + 4)
                .containsEntry(Counter.SAMPLES_TESTED, 1024L + 512);
    }

    /** In one tile of 4x4 groups each is hidden in two groups of 4x4 blocks. */
    @Test
    void rasterOnAndOff() {
        for (var early : new EarlyZ[] {EarlyZ.ON, EarlyZ.ON.only(Part.RASTER)}) {
            var counts = Tally.count(options(early), HALF);
            assertThat(Tally.among(DROPPED, counts))
                    .isEqualTo(Map.of(Counter.RASTER_GROUPS_HIDDEN, 4L));
            assertThat(counts)
                    .containsEntry(Counter.BLOCKS_RASTERIZED, 64L + 64)
                    .containsEntry(Counter.SAMPLES_TESTED, 512L + 512);
        }
        var counts = Tally.count(options(EarlyZ.ON.without(Part.RASTER)), HALF);
        assertThat(Tally.among(DROPPED, counts)).isEmpty();
        assertThat(counts)
                .containsEntry(Counter.BLOCKS_RASTERIZED, 128L + 64)
                .containsEntry(Counter.SAMPLES_TESTED, 1024L + 512);
    }

    /** Hidden in each of its four groups, a triangle is not drawn at all. */
    @Test
    void theRasteriserSkipsWhatIsHiddenEverywhere() {
        var scene = draw(Sheet.of(1, 1, 0, 0, 64, 16, 0.6f), Sheet.of(1, 1, 0, 0, 64, 16, 0.3f));
        assertThat(dropped(EarlyZ.ON.only(Part.RASTER), scene))
                .isEqualTo(Map.of(Counter.RASTER_HIDDEN, 2L, Counter.RASTER_GROUPS_HIDDEN, 8L));
    }

    // Full depth

    /** It finds all that is hidden, whatever was submitted first and however long the lead. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, EarlyZ.UNBOUNDED})
    void fullDepthOnAndOff(int records) {
        var alone = EarlyZ.ON.only(Part.FULL_DEPTH).withRecords(records);
        for (var scene : new Sheet[][] {{WALL, TWO}, {TWO, WALL}}) {
            assertThat(counted(alone, draw(scene)))
                    .isEqualTo(
                            Map.of(
                                    Counter.CHUNKS, 2L,
                                    Counter.PRIMITIVES_IN, 8L + 512,
                                    Counter.TRIANGLES_SETUP, 8L + 512,
                                    Counter.VERTEX_POSITIONS, 9L + 289,
                                    Counter.VERTEX_VARYINGS, 9L + 153,
                                    Counter.TRIANGLES_HIDDEN_FULL, 256L,
                                    Counter.EPOCHS, 1L));
        }
        var nothing = EarlyZ.ON.only();
        assertThat(dropped(nothing, draw(WALL, TWO))).isEmpty();
        assertThat(dropped(nothing, HALF)).isEmpty();
    }

    /** A pass that clears to something nearer than all that is drawn shows nothing of it. */
    @Test
    void theClearDepthIsKnown() {
        for (var early :
                new EarlyZ[] {EarlyZ.ON.only(Part.FULL_DEPTH), EarlyZ.ON.only(Part.BEFORE)}) {
            var pass = PassDescriptor.clear(Tally.target(1), 0, 0, 0, 1);
            var near = Tally.count(options(early), pass.withClearDepth(0.5f), draw(TWO));
            var far = Tally.count(options(early), pass, draw(TWO));
            var part =
                    early.fullDepth()
                            ? Counter.TRIANGLES_HIDDEN_FULL
                            : Counter.TRIANGLES_HIDDEN_BEFORE;
            assertThat(Tally.among(DROPPED, near)).isEqualTo(Map.of(part, 512L));
            assertThat(Tally.among(DROPPED, far)).isEmpty();
        }
    }

    /**
     * Cells of four pixels by one, beside the pixels: of their triangles the first ends before the
     * middle of one, though its bounds hold four, and the second covers four.
     */
    @Test
    void whatCoversNoSampleIsNotHidden() {
        var cells = draw(Sheet.of(8, 32, 0.6f, 0.6f, 32.6f, 32.6f, 0.5f));
        var dropping = EnumSet.copyOf(DROPPED);
        dropping.add(Counter.TRIANGLES_NO_SAMPLE);
        for (var early :
                new EarlyZ[] {
                    EarlyZ.ON.only(Part.FULL_DEPTH),
                    EarlyZ.ON.only(Part.AFTER),
                    EarlyZ.ON.withAgain(Again.ALWAYS)
                }) {
            assertThat(Tally.among(dropping, Tally.count(options(early), cells)))
                    .as("%s", early)
                    .isEqualTo(Map.of(Counter.TRIANGLES_NO_SAMPLE, 256L));
        }
        // Behind a wall, those that cover something are hidden; the others are still what they are.
        var behind = draw(Sheet.of(8, 32, 0.6f, 0.6f, 32.6f, 32.6f, 0.5f), WALL);
        assertThat(
                        Tally.among(
                                dropping,
                                Tally.count(options(EarlyZ.ON.only(Part.FULL_DEPTH)), behind)))
                .isEqualTo(
                        Map.of(
                                Counter.TRIANGLES_NO_SAMPLE, 256L,
                                Counter.TRIANGLES_HIDDEN_FULL, 256L));
        assertThat(Tally.count(options(EarlyZ.ON), cells))
                .as("not tested again")
                .containsEntry(Counter.TRIANGLES_NO_SAMPLE, 0L);
    }

    /**
     * With four samples: between those of two pixels. Edge by edge some sample is inside, and all
     * three edges say that none is; who keeps depths of samples looks at each.
     */
    @Test
    void whatLiesBetweenSamplesIsFoundSampleBySample() {
        var between =
                draw(
                        Sheet.of(1, 1, 5.7f, 5.4f, 6.2f, 5.6f, 0.5f),
                        Sheet.of(1, 1, 41.7f, 5.4f, 42.2f, 5.6f, 0.5f));
        var again = EarlyZ.ON.only(Part.AFTER).withAgain(Again.ALWAYS);
        for (var early : new EarlyZ[] {EarlyZ.ON.only(Part.FULL_DEPTH), again.with(Part.PIXELS)}) {
            assertThat(Tally.count(options(early), 4, between))
                    .as("%s", early)
                    .containsEntry(Counter.TRIANGLES_SETUP, 4L)
                    .containsEntry(Counter.TRIANGLES_NO_SAMPLE, 4L)
                    .containsEntry(Counter.TRIANGLES_HIDDEN_AFTER, 0L)
                    .containsEntry(Counter.TRIANGLES_HIDDEN_FULL, 0L)
                    .containsEntry(Counter.VERTEX_VARYINGS, 0L);
        }
        assertThat(Tally.count(options(again), 4, between))
                .containsEntry(Counter.TRIANGLES_NO_SAMPLE, 0L)
                .containsEntry(Counter.VERTEX_VARYINGS, 8L);
    }

    // Views

    /**
     * Two views of three clusters, half as wide: placed at once or one by one, and hidden alike.
     */
    @Test
    void viewsOnAndOff() {
        Consumer<CommandBuffer> scene =
                commands -> {
                    commands.setViews(2)
                            .setViewport(0, new Viewport(0, 0, 32, 64, 0, 1))
                            .setViewport(1, new Viewport(32, 0, 32, 64, 0, 1));
                    draw(TWO, WALL).accept(commands);
                };
        var on = counted(EarlyZ.ON, scene);
        assertThat(on)
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry(Counter.CHUNKS, 4L),
                                Map.entry(Counter.PRIMITIVES_IN, 2 * (8L + 256)),
                                Map.entry(Counter.TRIANGLES_SETUP, 2 * (8L + 256)),
                                Map.entry(Counter.VERTEX_POSITIONS, 2 * (9L + 153)),
                                Map.entry(Counter.VERTEX_VARYINGS, 2 * (9L + 153)),
                                Map.entry(Counter.CLUSTERS_TESTED, 6L),
                                Map.entry(Counter.CLUSTERS_PLACED_BESIDE, 3L),
                                Map.entry(Counter.CLUSTERS_HIDDEN, 2L),
                                Map.entry(Counter.CLUSTER_PRIMITIVES_HIDDEN, 512L),
                                Map.entry(Counter.EPOCHS, 1L)));
        var off = counted(EarlyZ.ON.without(Part.VIEWS), scene);
        assertThat(off).doesNotContainKey(Counter.CLUSTERS_PLACED_BESIDE);
        off.put(Counter.CLUSTERS_PLACED_BESIDE, 3L);
        assertThat(off).isEqualTo(on);
    }

    // The structure

    /**
     * Two triangles in one block of 4x4 pixels: each asks once and writes once, and their chunk was
     * no cluster to ask about.
     */
    @Test
    void whatIsReadAndWrittenOfTheStructure() {
        var scene = draw(Sheet.of(1, 1, 0, 0, 4, 4, 0.5f));
        var counts = Tally.count(options(EarlyZ.ON.only(Part.CLUSTERS, Part.BEFORE)), scene);
        assertThat(counts)
                .containsEntry(Counter.HIZ_READS, 2L)
                .containsEntry(Counter.HIZ_WRITES, 2L);
        var writes = Tally.count(options(EarlyZ.ON.only()), scene);
        assertThat(writes)
                .containsEntry(Counter.HIZ_READS, 0L)
                .containsEntry(Counter.HIZ_WRITES, 2L);
        // Entering reads the block, then it, its group and a layer; both words are written. The
        // triangle that fills the block has the blocks of its group looked at.
        long read = 2 * (8 + 8 + 4 + 8) + 16 * 8;
        assertThat(writes)
                .containsEntry(Counter.HIZ_NODES, 2L * 3)
                .containsEntry(Counter.HIZ_BYTES_READ, read)
                .containsEntry(Counter.HIZ_BYTES_WRITTEN, 2L * (8 + 8));
        // A question reads the block, its group and a layer.
        assertThat(counts)
                .containsEntry(Counter.HIZ_NODES, 2L * 3 + 2 * 2)
                .containsEntry(Counter.HIZ_BYTES_READ, read + 2 * (8 + 4 + 8))
                .containsEntry(Counter.HIZ_BYTES_WRITTEN, 2L * (8 + 8));
        var off = Tally.count(options(EarlyZ.OFF), scene);
        assertThat(off).containsEntry(Counter.HIZ_READS, 0L).containsEntry(Counter.HIZ_WRITES, 0L);
        // A cluster is a question of its own.
        var wall = Tally.count(options(EarlyZ.ON.only(Part.CLUSTERS)), draw(TWO));
        assertThat(wall).containsEntry(Counter.HIZ_READS, 2L);
    }

    // Draw calls

    @Test
    void drawCallsThatPassUntested() {
        var any = Sheet.OPAQUE.withDepth(new DepthState(CompareFunction.ALWAYS, false, false));
        assertThat(
                        counted(
                                EarlyZ.ON,
                                commands -> {
                                    WALL.draw(commands, Sheet.OPAQUE);
                                    TWO.draw(commands, any);
                                    commands.setEarlyZ(false);
                                    ONE.draw(commands, Sheet.OPAQUE);
                                }))
                .containsEntry(Counter.DRAWS_UNTESTED, 2L)
                .containsEntry(Counter.PRIMITIVES_IN, 8L + 512 + 256)
                .doesNotContainKeys(Counter.CLUSTERS_HIDDEN, Counter.TRIANGLES_HIDDEN_BEFORE);
    }

    /** Off is not aside; a phase that is too small for an automatic early Z is. */
    @Test
    void earlyZStandsAsideOrIsOff() {
        var work = Map.of(Counter.CHUNKS, 2L, Counter.PRIMITIVES_IN, 8L + 512);
        var aside = counted(EarlyZ.AUTO, draw(WALL, TWO));
        assertThat(aside).containsEntry(Counter.EARLY_Z_ASIDE, 1L).containsAllEntriesOf(work);
        assertThat(aside).doesNotContainKey(Counter.EPOCHS);
        var off = counted(EarlyZ.OFF, draw(WALL, TWO));
        assertThat(off).doesNotContainKey(Counter.EARLY_Z_ASIDE).containsAllEntriesOf(work);
        aside.remove(Counter.EARLY_Z_ASIDE);
        assertThat(off).isEqualTo(aside);
    }
}
