package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.Looks;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A device that paints parts of a target: each has the bytes that it has in the whole. */
@Tag("alone")
class OwnPartTest {
    private static final int ENOUGH = 24;

    private final Map<Counter, Long> counted = new EnumMap<>(Counter.class);

    /** How often nothing had changed in the last submit. */
    private long unchanged;

    private static RegionLayout layout(Random random) {
        int width = 16 << random.nextInt(3);
        int height = 16 << random.nextInt(3);
        return switch (random.nextInt(5)) {
            case 0 -> new RegionLayout.Strips();
            case 1 -> new RegionLayout.Interleaved(width, height);
            case 2 -> new RegionLayout.Random(width, height, random.nextLong());
            case 3 -> new RegionLayout.Uneven(random.nextInt(3));
            default -> new RegionLayout.Quadrants();
        };
    }

    private static RegionMap map(RenderTarget target, Random random) {
        return layout(random).map(target.width(), target.height(), 1 + random.nextInt(6));
    }

    /** Parts in any order, on one device or on several, frame after frame. */
    @Test
    void everyPartHasTheReferenceBytes() {
        long first = Long.getLong("azulejo.seed", 1);
        int scenes = Math.min(ENOUGH, Integer.getInteger("azulejo.scenes", ENOUGH));
        for (long seed = first; seed < first + scenes; seed++) {
            check(seed);
        }
        if (scenes >= ENOUGH) {
            for (var counter :
                    List.of(
                            Counter.CLUSTERS_ELSEWHERE,
                            Counter.PATCHES_ELSEWHERE,
                            Counter.CLUSTERS_HIDDEN,
                            Counter.TRIANGLES_HIDDEN_BEFORE,
                            Counter.TILES_REUSED,
                            Counter.RENDERS_PARTIAL,
                            Counter.DRAINS)) {
                assertThat(counted.getOrDefault(counter, 0L)).as(counter.text()).isPositive();
            }
        }
    }

    private void check(long seed) {
        var random = new Random(seed);
        var scene = new RandomScene(seed);
        var expected = scene.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(scene.record(expected));
        }
        var options = scene.options();
        var target = scene.target();
        var map = map(target, random);
        try (var one = new Device(options);
                var other = new Device(options)) {
            var commands = scene.record(target);
            for (int frame = 0; frame < 3; frame++) {
                // Drawn anew, and then once more as it is
                commands = frame == 1 ? scene.record(target) : commands;
                int start = random.nextInt(map.gpus());
                for (int i = 0; i < map.gpus(); i++) {
                    int part = (start + i) % map.gpus();
                    // Of some scenes each part is painted by one of two, now this and now that
                    var device = seed % 4 != 0 || random.nextBoolean() ? one : other;
                    device.paintOnly(target, map, part);
                    count(device.submit(commands));
                }
                assertThat(expected.samePixels(target))
                        .as("seed %d, frame %d, %s, %s", seed, frame, map, options)
                        .isTrue();
            }
        }
    }

    private void count(FrameReport report) {
        report.counters().forEach((counter, value) -> counted.merge(counter, value, Long::sum));
    }

    private static DeviceOptions options(Reuse reuse) {
        return DeviceOptions.DEFAULT
                .withThreads(2)
                .withTileSize(16)
                .withEarlyZ(EarlyZ.OFF)
                .withReuse(reuse);
    }

    /** 96x80 pixels, six by five tiles: three columns for each of two owners. */
    private static RegionMap halves() {
        return RegionMap.of(96, 80, 2, new int[] {48}, new int[0], new int[] {0, 1});
    }

    @Test
    void otherPartsKeepWhatTheyHave() {
        var world = ReuseWorld.still(new Random(4));
        var whole = world.fresh();
        var target = world.target();
        try (var device = new Device(options(Reuse.OFF))) {
            device.paintOnly(target, halves(), 1);
            var report = device.submit(world.record(target));
            for (int i = 0; i < 96 * 80; i++) {
                int wanted = i % 96 < 48 ? 0 : whole.pixels()[i];
                assertThat(target.pixels()[i]).as("pixel %d", i).isEqualTo(wanted);
            }
            // Three of the four things lie in the other half: two triangles each
            assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(2);
            assertThat(Arrays.stream(device.inspect().tiles()).filter(d -> d != null).count())
                    .isEqualTo(15);
            // Another target is not cut
            var other = world.target();
            device.submit(world.record(other));
            assertThat(other.samePixels(whole)).isTrue();
        }
    }

    /**
     * Four clusters of 17x9 vertices one below the other, rows 4 to 17, 30, 43 and 56: three lie in
     * the upper half and two in the lower one, whether early Z works or stands aside.
     */
    @Test
    void whatLiesInOtherPartsIsNotProcessed() {
        var sheet = Sheet.of(16, 32, 2, 4, 62, 56, 0.5f);
        var map = RegionMap.of(64, 64, 2, new int[0], new int[] {32}, new int[] {0, 1});
        for (var earlyZ : List.of(EarlyZ.OFF, EarlyZ.ON)) {
            var whole = Sheet.target();
            var target = Sheet.target();
            var options = DeviceOptions.DEFAULT.withEarlyZ(earlyZ).withReuse(Reuse.OFF);
            try (var device = new Device(options)) {
                var all = Sheet.clear(whole);
                sheet.draw(all, Sheet.OPAQUE);
                device.submit(all);
                int[] clusters = {3, 2};
                for (int part = 0; part < 2; part++) {
                    var commands = Sheet.clear(target);
                    sheet.draw(commands, Sheet.OPAQUE);
                    device.paintOnly(target, map, part);
                    var report = device.submit(commands);
                    assertThat(report.get(Counter.CLUSTERS_TESTED)).isEqualTo(4);
                    assertThat(report.get(Counter.CLUSTERS_OUTSIDE)).isEqualTo(4 - clusters[part]);
                    assertThat(report.get(Counter.VERTEX_POSITIONS))
                            .as("%s, part %d", earlyZ, part)
                            .isEqualTo(clusters[part] * 17 * 9);
                    assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(clusters[part] * 256);
                }
                assertThat(target.samePixels(whole)).isTrue();
            }
        }
    }

    /** The thing at the lower right, on two tiles, changes: all others stay, whoever painted. */
    @Test
    void tilesOfAPartStayWhileOthersArePainted() {
        var tiles = Reuse.TILES.withUnchanged(false).withPartial(false);
        for (var reuse : List.of(tiles, tiles.withPartial(true), Reuse.TILES)) {
            var world = ReuseWorld.still(new Random(4));
            var target = world.target();
            var map = halves();
            try (var device = new Device(options(reuse))) {
                for (int part = 0; part < 2; part++) {
                    device.paintOnly(target, map, part);
                    assertThat(kept(device, world, target)).isZero();
                }
                for (int part = 0; part < 2; part++) {
                    device.paintOnly(target, map, part);
                    assertThat(kept(device, world, target)).as("at rest").isEqualTo(15);
                    assertThat(unchanged).as("%s", reuse).isEqualTo(reuse.unchanged() ? 1 : 0);
                }
                world.things.get(2).colors.write(1, new float[] {0.9f});
                device.paintOnly(target, map, 1);
                assertThat(kept(device, world, target)).as("the right half").isEqualTo(13);
                device.paintOnly(target, map, 0);
                assertThat(kept(device, world, target)).as("the left half").isEqualTo(15);
                assertThat(world.fresh().samePixels(target)).isTrue();
                // Somebody else has painted there: nothing is known
                try (var other = new Device(options(reuse))) {
                    other.submit(world.record(target));
                }
                device.paintOnly(target, map, 0);
                assertThat(kept(device, world, target)).isZero();
            }
        }
    }

    /**
     * A map is painted between parts, one of which had nothing to do: nobody takes it for another.
     */
    @Test
    void anotherTargetBetweenPartsTellsNothingOfThem() {
        var world = ReuseWorld.still(new Random(4));
        var target = world.target();
        var map = halves();
        try (var device = new Device(options(Reuse.TILES));
                var other = new Device(options(Reuse.TILES))) {
            for (int round = 0; round < 2; round++) {
                for (int part = 0; part < 2; part++) {
                    device.paintOnly(target, map, part);
                    kept(device, world, target);
                }
            }
            assertThat(unchanged).isOne();
            var shadows = world.target();
            for (int frame = 0; frame < 4; frame++) {
                device.submit(world.record(shadows));
            }
            device.paintOnly(target, map, 0);
            assertThat(kept(device, world, target)).as("nothing has come between").isEqualTo(15);
            other.submit(world.record(target));
            var more = world.target();
            while (more.version() < target.version()) {
                device.submit(world.record(more));
                world.things.get(2).colors.write(1, new float[] {0.1f * more.version()});
            }
            device.paintOnly(target, map, 1);
            kept(device, world, target);
            device.paintOnly(target, map, 0);
            kept(device, world, target);
            assertThat(world.fresh().samePixels(target)).isTrue();
        }
    }

    /** Wherever it was ended: its own tiles are unknown, and those beside it what they were. */
    @Test
    void aPartThatIsCancelledTellsNothingOfOthers() {
        int written = 0;
        for (var reuse : List.of(Reuse.TILES, Reuse.TILES.withUnchanged(false))) {
            boolean ended = true;
            for (int at = 1; ended; at++) {
                var world = ReuseWorld.still(new Random(4));
                var target = world.target();
                var map = halves();
                try (var device = new Device(options(reuse))) {
                    for (int part = 0; part < 2; part++) {
                        device.paintOnly(target, map, part);
                        kept(device, world, target);
                    }
                    world.things.get(2).colors.write(1, new float[] {0.9f});
                    long version = target.version();
                    ended = isEnded(device, world, target, new Looks(at).cancellation());
                    boolean unknown = ended && target.version() != version;
                    written += unknown ? 1 : 0;
                    device.paintOnly(target, map, 0);
                    assertThat(kept(device, world, target))
                            .as("%s, look %d", reuse, at)
                            .isEqualTo(15);
                    device.paintOnly(target, map, 1);
                    if (unknown) {
                        assertThat(kept(device, world, target)).isZero();
                    } else {
                        device.submit(world.record(target));
                    }
                    assertThat(world.fresh().samePixels(target)).isTrue();
                }
            }
        }
        assertThat(written).as("renders that were ended in their middle").isPositive();
    }

    private static boolean isEnded(
            Device device, ReuseWorld world, RenderTarget target, Cancellation wish) {
        try {
            device.submit(world.record(target), wish);
            return false;
        } catch (CancelledException e) {
            return true;
        }
    }

    /** The device does not keep it, once it paints another one. */
    @Test
    void aTargetThatNobodyUsesIsCollected() throws InterruptedException {
        var world = ReuseWorld.still(new Random(4));
        try (var device = new Device(options(Reuse.TILES))) {
            var painted = paintOnce(device, world);
            device.submit(world.record(world.target()));
            for (int i = 0; i < 100 && painted.get() != null; i++) {
                System.gc();
                Thread.sleep(10);
            }
            assertThat(painted.get()).isNull();
        }
    }

    /** Paints a part of a target that nobody has afterwards. */
    private static WeakReference<RenderTarget> paintOnce(Device device, ReuseWorld world) {
        var target = world.target();
        device.paintOnly(target, halves(), 1);
        device.submit(world.record(target));
        return new WeakReference<>(target);
    }

    /** A part that had nothing to do counts its own tiles alone. */
    @Test
    void tilesOfAnUnchangedPartAreItsOwn() {
        var world = ReuseWorld.still(new Random(4));
        var target = world.target();
        try (var device = new Device(options(Reuse.TILES))) {
            device.paintOnly(target, halves(), 1);
            kept(device, world, target);
            var report = device.submit(world.record(target));
            assertThat(report.get(Counter.RENDERS_UNCHANGED)).isOne();
            assertThat(report.get(Counter.TILES_REUSED)).isEqualTo(15);
        }
    }

    private long kept(Device device, ReuseWorld world, RenderTarget target) {
        unchanged = device.submit(world.record(target)).get(Counter.RENDERS_UNCHANGED);
        return Arrays.stream(device.inspect().tiles()).filter(d -> d != null && d.kept()).count();
    }

    @Test
    void whatCannotBePaintedIsRefused() {
        var target = new RenderTarget(96, 80, TextureFormat.RGBA8_UNORM, 1);
        var small = new RenderTarget(96, 64, TextureFormat.RGBA8_UNORM, 1);
        try (var device = new Device(options(Reuse.OFF))) {
            assertThatThrownBy(() -> device.paintOnly(small, halves(), 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("paintOnly: a map of 96x80 pixels for a target of 96x64");
            assertThatThrownBy(() -> device.paintOnly(target, halves(), 2))
                    .hasMessage("paintOnly: owner 2 is not in 0..1");
        }
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            assertThatThrownBy(() -> device.paintOnly(target, halves(), 0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("paint whole targets");
        }
    }
}
