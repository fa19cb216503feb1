package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Copies;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.PatchFixture.Program;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.Starvation;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionLayout;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** Whole frames of a few patches: every counter of patches and throttle, by hand. */
class PatchCountsTest {
    /** A patch that is seen, one that is dropped, one beside the view, and two small ones. */
    private static final Patch[] PATCHES = {
        Patch.whole(4),
        new Patch(-1, -1, 1, 1, -1, 4, 0),
        Patch.outside(2),
        Patch.whole(1),
        Patch.whole(3)
    };

    private static void expect(FrameReport report, Map<Counter, Integer> expected) {
        for (var counter :
                new Counter[] {
                    Counter.HULL_LAUNCHES,
                    Counter.LAUNCHES_BELOW_FLOOR,
                    Counter.LAUNCHES_OVER_LIMIT,
                    Counter.LAUNCHES_OVER_CEILING,
                    Counter.LAUNCHES_OVER_CHUNKS,
                    Counter.PATCHES,
                    Counter.PATCHES_DROPPED,
                    Counter.DOMAIN_POINTS,
                    Counter.DOMAIN_VARYINGS,
                    Counter.TESSELLATED_PRIMITIVES,
                    Counter.GEOMETRY_PRIMITIVES,
                    Counter.VERTEX_VARYINGS,
                    Counter.DRAINS
                }) {
            assertThat(report.get(counter))
                    .as(counter.name())
                    .isEqualTo(expected.getOrDefault(counter, 0).longValue());
        }
    }

    private static FrameReport draw(Device device, Program program) {
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(Fixture.target(64, 64, 1), 0, 0, 0, 1));
        PatchFixture.draw(commands, program, PATCHES);
        return device.submit(commands);
    }

    private static DeviceOptions options(Throttle throttle) {
        return DeviceOptions.DEFAULT
                .withThreads(1)
                .withEarlyZ(EarlyZ.OFF)
                .withReuse(Reuse.OFF)
                .withThrottle(throttle);
    }

    /**
     * Points are 25, none, 9, 4 and 16; triangles 32, none, 8, 2 and 18. Groups of two patches are
     * three; with one in flight each but the last ends in a drain.
     */
    @Test
    void countersAreExact() {
        var cap = Throttle.cap(1).withEngines(1).withPatches(2);
        try (var device = new Device(options(cap))) {
            var report = draw(device, Program.PLAIN);
            expect(
                    report,
                    Map.ofEntries(
                            Map.entry(Counter.HULL_LAUNCHES, 3),
                            Map.entry(Counter.LAUNCHES_OVER_LIMIT, 2),
                            Map.entry(Counter.PATCHES, 5),
                            Map.entry(Counter.PATCHES_DROPPED, 1),
                            Map.entry(Counter.DOMAIN_POINTS, 25 + 9 + 4 + 16),
                            Map.entry(Counter.DOMAIN_VARYINGS, 25 + 4 + 16),
                            Map.entry(Counter.TESSELLATED_PRIMITIVES, 32 + 8 + 2 + 18),
                            Map.entry(Counter.VERTEX_VARYINGS, 2 * 5),
                            Map.entry(Counter.DRAINS, 2)));
            assertThat(report.mostGroupsInFlight()).isOne();
            assertThat(report.starvedNs()).as("nobody to wait for").isZero();
        }
        for (var throttle : new Throttle[] {Throttle.OFF, Throttle.ON}) {
            try (var device = new Device(options(throttle.withPatches(1)))) {
                var report = draw(device, Program.PLAIN);
                assertThat(report.get(Counter.HULL_LAUNCHES)).isEqualTo(5);
                assertThat(report.get(Counter.DRAINS)).isZero();
                assertThat(report.get(Counter.LAUNCHES_OVER_LIMIT)).isZero();
                assertThat(report.mostGroupsInFlight()).isEqualTo(5);
            }
        }
    }

    /**
     * A patch's number plus one copies of each triangle, up to four: 32 + 3 * 8 + 4 * 2 + 4 * 18.
     * The stage makes up to four, so that a group has one patch.
     */
    @Test
    void geometryStagesAreCounted() {
        try (var device = new Device(options(Throttle.OFF.withPatches(4)))) {
            var program = new Program(new Copies(4), patch -> {}, points -> {});
            expect(
                    draw(device, program),
                    Map.of(
                            Counter.HULL_LAUNCHES,
                            5,
                            Counter.PATCHES,
                            5,
                            Counter.PATCHES_DROPPED,
                            1,
                            Counter.DOMAIN_POINTS,
                            54,
                            Counter.DOMAIN_VARYINGS,
                            54,
                            Counter.TESSELLATED_PRIMITIVES,
                            60,
                            Counter.GEOMETRY_PRIMITIVES,
                            32 + 3 * 8 + 4 * 2 + 4 * 18,
                            Counter.VERTEX_VARYINGS,
                            10));
        }
    }

    /** A phase without patches says nothing of those of the frame before. */
    @Test
    void aFrameWithoutPatchesHasNone() {
        try (var device = new Device(options(Throttle.ON))) {
            draw(device, Program.PLAIN);
            var commands = new CommandBuffer();
            commands.beginPhase(PassDescriptor.clear(Fixture.target(64, 64, 1), 0, 0, 0, 1));
            Fixture.drawIndexed(
                    commands, Fixture.pipeline().build(), new float[12], new float[12], 0, 1, 2);
            var report = device.submit(commands);
            expect(report, Map.of(Counter.VERTEX_VARYINGS, 0));
            assertThat(report.mostGroupsInFlight()).isZero();
            for (var what : Starvation.values()) {
                assertThat(report.starvedNs(what)).isZero();
            }
        }
    }

    /**
     * Four GPUs own a quarter of the picture each. Of five patches one lies inside each quarter and
     * one covers all, so that each GPU runs all hull stages, and tessellates two patches: that of
     * its quarter, of (f + 1)² points, and the whole of four.
     */
    @Test
    void gpusTessellateWhatTouchesTheirRegions() {
        try (var gpus = Gpu.open(quadrants())) {
            var report = gpus.submit(quartersAndWhole(Fixture.target(64, 64, 1)));
            expect(
                    report,
                    Map.of(
                            Counter.HULL_LAUNCHES,
                            4,
                            Counter.PATCHES,
                            4 * 5,
                            Counter.DOMAIN_POINTS,
                            4 + 9 + 16 + 25 + 4 * 4,
                            Counter.DOMAIN_VARYINGS,
                            4 + 9 + 16 + 25 + 4 * 4,
                            Counter.TESSELLATED_PRIMITIVES,
                            2 + 8 + 18 + 32 + 4 * 2,
                            Counter.VERTEX_VARYINGS,
                            4 * 10));
            assertThat(report.get(Counter.PATCHES_ELSEWHERE)).isEqualTo(4 * 3);
        }
    }

    /** Four GPUs that own a quarter of the picture each. */
    private static DeviceOptions quadrants() {
        return options(Throttle.ON)
                .withThreads(4)
                .withGroup(Group.of(4).withLayout(new RegionLayout.Quadrants()));
    }

    private static CommandBuffer quartersAndWhole(RenderTarget target) {
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
        PatchFixture.draw(
                commands,
                Program.PLAIN,
                new Patch(-0.9f, 0.1f, -0.1f, 0.9f, 1, 1, 0),
                new Patch(0.1f, 0.1f, 0.9f, 0.9f, 2, 2, 0),
                new Patch(-0.9f, -0.9f, -0.1f, -0.1f, 3, 3, 0),
                new Patch(0.1f, -0.9f, 0.9f, -0.1f, 4, 4, 0),
                Patch.whole(1));
        return commands;
    }

    /** The last quarter is lost before it is painted: its heir tessellates two patches more. */
    @Test
    void whoTakesOverTessellatesWhatTouchesTheTilesOfTheLost() {
        var target = Fixture.target(64, 64, 1);
        var alone = Fixture.target(64, 64, 1);
        try (var gpus = new GpuGroup(quadrants());
                var one = new Device(options(Throttle.ON))) {
            gpus.suffer(GroupFaults.parse("dead:3@1"));
            var report = gpus.submit(quartersAndWhole(target));
            one.submit(quartersAndWhole(alone));
            assertThat(target.pixels()).isEqualTo(alone.pixels());
            assertThat(report.get(Counter.TILES_TAKEN_OVER)).isOne();
            assertThat(report.get(Counter.PATCHES)).isEqualTo(5 * 5);
            assertThat(report.get(Counter.PATCHES_ELSEWHERE)).isEqualTo(5 * 3);
            assertThat(report.get(Counter.DOMAIN_POINTS))
                    .isEqualTo(4 + 9 + 16 + 25 + 4 * 4 + (25 + 4));
        }
    }

    /**
     * Targets of two sizes have maps of their own: what lies where no region of the other is shows.
     */
    @Test
    void regionsAreThoseOfThePhase() {
        var options =
                options(Throttle.ON)
                        .withThreads(2)
                        .withGroup(Group.of(2).withLayout(new RegionLayout.Interleaved(32, 32)));
        try (var gpus = Gpu.open(options);
                var one = new Device(options(Throttle.ON))) {
            for (int side : new int[] {32, 128, 64}) {
                var together = Fixture.target(side, side, 1);
                var alone = Fixture.target(side, side, 1);
                gpus.submit(patches(together));
                one.submit(patches(alone));
                assertThat(together.pixels()).as("%d pixels", side).isEqualTo(alone.pixels());
                assertThat(alone.pixels()[side * side - side / 8]).isNotZero();
            }
        }
    }

    /** One in each quarter. */
    private static CommandBuffer patches(RenderTarget target) {
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0));
        PatchFixture.draw(
                commands,
                Program.PLAIN,
                new Patch(-1, 0, 0, 1, 1, 1, 0.2f),
                new Patch(0, 0, 1, 1, 2, 2, 0.4f),
                new Patch(-1, -1, 0, 0, 3, 3, 0.6f),
                new Patch(0, -1, 1, 0, 4, 4, 0.8f));
        return commands;
    }
}
