package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What resources hold is changed, and which draw calls there are, and the tile is rendered again;
 * and what did not change stays, whatever the settings.
 */
class TileReuseTest {
    /** Tiles and nothing else are compared. */
    private static final Reuse TILES = Reuse.TILES.withUnchanged(false).withPartial(false);

    private static final Reuse.Blocks PARTS = Reuse.Blocks.DEFAULT;

    private static final Reuse BLOCKS = TILES.withWay(Reuse.Blocks.DEFAULT);

    private static final List<Reuse> SETTINGS =
            List.of(
                    Reuse.TILES,
                    Reuse.TILES.withPartial(false),
                    TILES,
                    TILES.withWay(Reuse.Tiles.DEFAULT.withShaderIds(true)),
                    TILES.withWay(Reuse.Tiles.DEFAULT.withDetail(Reuse.Detail.PRIMITIVE)),
                    TILES.withHash(Reuse.Hash.EXACT),
                    TILES.withHash(Reuse.Hash.CRC32C),
                    TILES.withStorage(Reuse.Storage.COPY),
                    TILES.withPartial(true),
                    TILES.withPartial(true).withHash(Reuse.Hash.EXACT),
                    TILES.withPartial(true).withStorage(Reuse.Storage.COPY),
                    BLOCKS,
                    BLOCKS.withWay(PARTS.withParts(3)),
                    BLOCKS.withWay(PARTS.withParts(4).withPartTriangles(1)),
                    BLOCKS.withWay(PARTS.withMasks(false)),
                    BLOCKS.withHash(Reuse.Hash.EXACT),
                    BLOCKS.withPartial(true).withWay(PARTS.withParts(3)),
                    BLOCKS.withPartial(true).withHash(Reuse.Hash.EXACT),
                    BLOCKS.withUnchanged(true)
                            .withStorage(Reuse.Storage.COPY)
                            .withWay(PARTS.withParts(2).withMasks(false)));

    private static final List<Counter> COUNTED_ONCE =
            List.of(
                    Counter.VERTEX_FETCHES,
                    Counter.VERTEX_POSITIONS,
                    Counter.VERTEX_VARYINGS,
                    Counter.PRIMITIVES_IN,
                    Counter.TRIANGLES_SETUP,
                    Counter.EPOCHS,
                    Counter.HIZ_WRITES,
                    Counter.TILE_ENTRIES,
                    Counter.FRAGMENTS_SHADED);

    private static DeviceOptions options(Reuse reuse) {
        // Early Z drops what is hidden, in one render and not in the next: it hides what is tested.
        return DeviceOptions.DEFAULT
                .withThreads(2)
                .withTileSize(16)
                .withEarlyZ(EarlyZ.OFF)
                .withReuse(reuse);
    }

    /**
     * Each changes what something holds, or which things there are, and a pixel with it. Settings
     * of commands are changed in {@link EveryFieldCountsTest}.
     */
    private static Map<String, Consumer<ReuseWorld>> changes() {
        Map<String, Consumer<ReuseWorld>> map = new LinkedHashMap<>();
        map.put("a position", w -> w.things.get(0).positions.write(0, new float[] {-0.8f}));
        map.put("a depth", w -> w.things.get(0).positions.write(14, new float[] {0.1f}));
        map.put("a w", w -> w.things.get(0).positions.write(3, new float[] {1.5f}));
        map.put("a varying", w -> w.things.get(0).colors.write(1, new float[] {0.9f}));
        map.put("an index", w -> w.things.get(0).indices.write(5, new int[] {8}));
        map.put("a uniform", w -> w.things.get(0).frame.write(1, new float[] {0.4f}));
        map.put("another group's uniform", w -> w.things.get(0).object.write(2, new float[] {1}));
        map.put("a texel", w -> w.things.get(0).texture.write(0, new int[64]));
        map.put("order", w -> w.things.add(w.things.removeFirst()));
        map.put("something gone", w -> w.things.removeFirst());
        map.put(
                "something new",
                w -> w.things.add(new ReuseWorld.Thing(new Random(9), -0.9f, 0.2f, 0.3f, 0.1f)));
        map.put("another vertex buffer", w -> w.things.get(0).swapPositions());
        return map;
    }

    @TestFactory
    Stream<DynamicTest> whateverChangesAPixelIsSeen() {
        return changes().entrySet().stream()
                .map(
                        change ->
                                DynamicTest.dynamicTest(
                                        change.getKey(),
                                        () -> {
                                            for (var reuse : SETTINGS) {
                                                check(reuse, change.getKey(), change.getValue());
                                            }
                                        }));
    }

    private static void check(Reuse reuse, String name, Consumer<ReuseWorld> change) {
        var world = ReuseWorld.still(new Random(4));
        var target = world.target();
        try (var device = new Device(options(reuse))) {
            device.submit(world.record(target));
            int tiles = 6 * 5;
            var second = device.submit(world.record(target));
            assertThat(kept(second)).as("%s: at rest", reuse).isEqualTo(tiles);
            assertThat(second.get(Counter.RENDERS_UNCHANGED)).isEqualTo(reuse.unchanged() ? 1 : 0);
            var before = target.pixels().clone();
            change.accept(world);
            var third = device.submit(world.record(target));
            assertThat(Arrays.equals(before, target.pixels()))
                    .as("%s changes no pixel", name)
                    .isFalse();
            assertThat(world.fresh().samePixels(target)).as("%s: %s", name, reuse).isTrue();
            assertThat(kept(third)).as("%s: what did not change", reuse).isBetween(1L, tiles - 1L);
            assertThat(third.get(Counter.RENDERS_PARTIAL)).isEqualTo(reuse.partial() ? 1 : 0);
            // And back at rest
            var fourth = device.submit(world.record(target));
            assertThat(kept(fourth)).isEqualTo(tiles);
        }
    }

    private static long kept(FrameReport report) {
        return report.get(Counter.TILES_REUSED) + report.get(Counter.TILES_UNTOUCHED);
    }

    @Test
    void pixelsThatSomebodyElsePaintedAreNotTrusted() {
        var world = ReuseWorld.still(new Random(4));
        var other = ReuseWorld.still(new Random(5));
        var target = world.target();
        try (var device = new Device(options(Reuse.TILES));
                var second = new Device(options(Reuse.OFF))) {
            device.submit(world.record(target));
            second.submit(other.record(target));
            var report = device.submit(world.record(target));
            assertThat(report.get(Counter.TILES_REUSED)).isZero();
            assertThat(world.fresh().samePixels(target)).isTrue();
        }
    }

    @Test
    void whereItCannotPayNothingIsCharacterised() {
        var world = ReuseWorld.still(new Random(4));
        var target = world.target();
        try (var device = new Device(options(Reuse.AUTO));
                var other = new Device(options(Reuse.OFF))) {
            var first = device.submit(world.record(target));
            assertThat(first.get(Counter.TILES_TESTED)).as("a one-shot").isZero();
            int tested = 0;
            for (int frame = 0; frame < 100; frame++) {
                other.submit(world.record(target));
                tested += device.submit(world.record(target)).get(Counter.TILES_TESTED) > 0 ? 1 : 0;
            }
            assertThat(tested).as("somebody else keeps writing").isBetween(1, 15);
        }
    }

    @Test
    void whatMovesAloneIsDrawnAlone() {
        var world = ReuseWorld.still(new Random(4));
        var target = world.target();
        try (var device = new Device(options(Reuse.AUTO))) {
            for (int frame = 0; frame < 10; frame++) {
                float y = -0.9f + 0.02f * frame;
                world.things.get(2).positions.write(1, new float[] {y});
                var report = device.submit(world.record(target));
                assertThat(world.fresh().samePixels(target)).as("frame %d", frame).isTrue();
                if (frame >= 2) {
                    assertThat(report.get(Counter.RENDERS_PARTIAL)).as("frame %d", frame).isOne();
                    assertThat(report.get(Counter.DRAWS_KEPT)).isEqualTo(3);
                    assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(2);
                    assertThat(report.get(Counter.TILES_UNTOUCHED)).isBetween(20L, 29L);
                }
            }
        }
    }

    /** A small thing over all the others: what it touches is drawn, whoever drew it. */
    @Test
    void whatMovesOverOthersBringsThemAlong() {
        var world = ReuseWorld.still(new Random(4));
        var target = world.target();
        try (var device = new Device(options(Reuse.AUTO).withEarlyZ(EarlyZ.ON))) {
            long kept = 0;
            for (int frame = 0; frame < 40; frame++) {
                world.things.get(2).move(-0.95f + 0.03f * frame, 0.3f - 0.02f * frame);
                var report = device.submit(world.record(target));
                assertThat(world.fresh().samePixels(target)).as("frame %d", frame).isTrue();
                kept += report.get(Counter.DRAWS_KEPT);
            }
            assertThat(kept).isBetween(30L, 110L);
        }
    }

    /**
     * A thing that moved alone covers all of a sudden everything: it is looked at first, as before,
     * and then all is drawn as if nobody had looked, near before far, and counted once.
     */
    @Test
    void whatIsGivenUpInPartIsDrawnAsAWhole() {
        var world = ReuseWorld.still(new Random(4));
        var target = world.target();
        var options = options(Reuse.AUTO).withThreads(1).withEarlyZ(EarlyZ.ON);
        try (var device = new Device(options);
                var plain = new Device(options.withReuse(Reuse.OFF))) {
            for (int frame = 0; frame < 10; frame++) {
                world.things.get(2).move(0.5f + 0.01f * frame, -0.9f);
                var report = device.submit(world.record(target));
                assertThat(report.get(Counter.RENDERS_PARTIAL)).isEqualTo(frame < 2 ? 0 : 1);
            }
            world.things
                    .get(2)
                    .positions
                    .write(
                            0,
                            new float[] {
                                -1, -1, .3f, 1, 1, -1, .3f, 1, -1, 1, .3f, 1, 1, 1, .3f, 1
                            });
            var given = device.submit(world.record(target));
            var whole = plain.submit(world.record(world.target()));
            assertThat(world.fresh().samePixels(target)).isTrue();
            assertThat(given.get(Counter.RENDERS_PARTIAL)).isZero();
            for (var counter : COUNTED_ONCE) {
                assertThat(given.get(counter)).as("%s", counter).isEqualTo(whole.get(counter));
                assertThat(given.get(counter)).as("%s", counter).isPositive();
            }
        }
    }

    @Test
    void whereEverythingMovesNothingIsNoted() {
        var world = ReuseWorld.still(new Random(4));
        var target = world.target();
        try (var device = new Device(options(Reuse.AUTO))) {
            for (int frame = 0; frame < 20; frame++) {
                for (var thing : world.things) {
                    thing.move(-0.9f + 0.02f * frame, 0.1f);
                }
                var report = device.submit(world.record(target));
                assertThat(report.get(Counter.RENDERS_PARTIAL)).isZero();
            }
        }
    }

    /** Each image knows what it holds, two renders ago; a map rendered in between does not harm. */
    @Test
    void swapChainsAndMapsInBetween() {
        var world = ReuseWorld.still(new Random(4));
        var map = ReuseWorld.still(new Random(5));
        map.width = 40;
        var images = List.of(world.target(), world.target(), world.target());
        var mapTarget = map.target();
        var random = new Random(6);
        try (var device = new Device(options(TILES))) {
            long reused = 0;
            for (int frame = 0; frame < 20; frame++) {
                float y = random.nextFloat() - 0.5f;
                world.things.get(2).positions.write(1, new float[] {y});
                device.submit(map.record(mapTarget));
                var target = images.get(frame % 3);
                FrameReport report = device.submit(world.record(target));
                assertThat(world.fresh().samePixels(target)).as("frame %d", frame).isTrue();
                reused += frame < 3 ? 0 : report.get(Counter.TILES_REUSED);
                if (frame < 3) {
                    assertThat(report.get(Counter.TILES_REUSED)).isZero();
                }
            }
            assertThat(reused).isGreaterThan(17 * 15);
        }
    }

    /** Order does not matter to exclusive or, and matters to what is painted. */
    @Test
    void exclusiveOrDoesNotSeeThatTwoTrianglesChangedPlaces() {
        for (var hash : List.of(Reuse.Hash.XOR, Reuse.Hash.CRC32C, Reuse.Hash.UNIVERSAL)) {
            var world = ReuseWorld.still(new Random(4));
            var target = world.target();
            try (var device = new Device(options(TILES.withHash(hash)))) {
                device.submit(world.record(target));
                world.things.add(1, world.things.removeFirst());
                device.submit(world.record(target));
                assertThat(world.fresh().samePixels(target))
                        .as("%s", hash)
                        .isEqualTo(hash != Reuse.Hash.XOR);
            }
        }
    }

    @Test
    void timesOfTestingAndTimesSavedAreTold() {
        var report = last(ReuseWorld.still(new Random(4)), TILES);
        assertThat(report.reuseNs()).isPositive();
        assertThat(report.reuseSavedNs()).isPositive();
        var off = last(ReuseWorld.still(new Random(4)), Reuse.OFF);
        assertThat(off.reuseNs() + off.reuseSavedNs()).isZero();
    }

    @Test
    void onlyTilesOfTheRegionAreTested() {
        var world = ReuseWorld.still(new Random(4));
        var report = last(world, TILES.withRegion(new Scissor(20, 0, 20, 17)));
        assertThat(report.get(Counter.TILES_TESTED)).isEqualTo(2 * 2);
        assertThat(report.get(Counter.TILES_REUSED)).isEqualTo(2 * 2);
    }

    @Test
    void limitsLeaveTilesAndRendersUntested() {
        var world = ReuseWorld.still(new Random(4));
        world.things.get(0).count = 12;
        assertThat(last(world, TILES.withTilePrimitives(1)))
                .satisfies(r -> assertThat(r.get(Counter.TILES_OVER_PRIMITIVES)).isPositive())
                .satisfies(r -> assertThat(r.get(Counter.TILES_REUSED)).isPositive());
        assertThat(last(world, TILES.withDraws(2)))
                .satisfies(r -> assertThat(r.get(Counter.RENDERS_OVER_DRAWS)).isOne())
                .satisfies(r -> assertThat(r.get(Counter.TILES_TESTED)).isZero());
        assertThat(last(world, BLOCKS.withWay(PARTS.withBlocks(2))))
                .satisfies(r -> assertThat(r.get(Counter.RENDERS_OVER_BLOCKS)).isOne())
                .satisfies(r -> assertThat(r.get(Counter.TILES_TESTED)).isZero());
    }

    /** Renders three times, the last after a change, and returns the last report. */
    private static FrameReport last(ReuseWorld world, Reuse reuse) {
        var target = world.target();
        try (var device = new Device(options(reuse))) {
            device.submit(world.record(target));
            device.submit(world.record(target));
            world.things.get(2).colors.write(0, new float[] {0.77f});
            var report = device.submit(world.record(target));
            assertThat(world.fresh().samePixels(target)).isTrue();
            return report;
        }
    }

    @Test
    void withoutMasksBlocksMayBeNumberedAnew() {
        for (boolean masks : new boolean[] {true, false}) {
            var world = ReuseWorld.still(new Random(4));
            var target = world.target();
            try (var device = new Device(options(BLOCKS.withWay(PARTS.withMasks(masks))))) {
                device.submit(world.record(target));
                // A new first block in a corner of its own
                world.things.addFirst(
                        new ReuseWorld.Thing(new Random(3), 0.85f, 0.85f, 0.1f, 0.3f));
                var report = device.submit(world.record(target));
                assertThat(world.fresh().samePixels(target)).isTrue();
                long ended =
                        report.get(Counter.TILES_ENDED_MASKS)
                                + report.get(Counter.TILES_ENDED_DATA);
                if (masks) {
                    assertThat(ended).as("all that show something").isGreaterThan(5);
                } else {
                    assertThat(ended).as("the corner").isBetween(1L, 2L);
                }
            }
        }
    }

    @Test
    void finerPartsDirtyFewerTiles() {
        long[] reused = new long[2];
        for (int i = 0; i < 2; i++) {
            var world = ReuseWorld.still(new Random(4));
            var thing = world.things.get(0);
            // Two quads far apart in one block; one changes.
            thing.positions.write(16, new float[] {0, 0.8f, 0.5f, 1, 0.1f, 0.8f, 0.5f, 1});
            thing.positions.write(24, new float[] {0, 0.9f, 0.5f, 1, 0.1f, 0.9f, 0.5f, 1});
            thing.count = 12;
            var target = world.target();
            var reuse = BLOCKS.withWay(PARTS.withParts(i == 0 ? 1 : 2));
            try (var device = new Device(options(reuse))) {
                device.submit(world.record(target));
                thing.colors.write(16, new float[] {0.9f, 0.1f});
                reused[i] = device.submit(world.record(target)).get(Counter.TILES_REUSED);
                assertThat(world.fresh().samePixels(target)).isTrue();
            }
        }
        assertThat(reused[1]).isGreaterThan(reused[0]);
    }
}
