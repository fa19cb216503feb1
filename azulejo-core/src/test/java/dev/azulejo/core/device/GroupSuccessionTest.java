package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.RegionMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;

/** Who does what a GPU did that is lost: is told statistics, pretests, executes its commands. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupSuccessionTest {
    private static GpuGroup open(Group group, String faults) {
        var gpus = new GpuGroup(GpuGroupTest.PLAIN.withGroup(group), new MailboxTransport(4));
        gpus.suffer(GroupFaults.parse(faults));
        return gpus;
    }

    /** GPU 0 is told what all did, and then GPU 1; whoever is lost has no share of pretests. */
    @ParameterizedTest
    @EnumSource(Group.Deal.class)
    void statisticsAreToldToTheNext(Group.Deal deal) {
        var target = Sheet.target();
        var four = GpuGroupTest.four(Group.Pretest.EXACT).withDeal(deal).withAhead(Group.MEASURED);
        try (var group = open(four, "dead:0@2:tile=1")) {
            for (int frame = 1; frame <= 20; frame++) {
                var report = group.submit(GpuGroupTest.objects(target));
                assertThat(target.samePixels(GpuGroupTest.expected())).isTrue();
                var gpus = group.gpus();
                assertThat(gpus)
                        .extracting(GpuReport::lostInFrame)
                        .containsExactly(frame < 2 ? 0 : 2, 0, 0, 0);
                assertThat(gpus).allMatch(gpu -> gpu.pretested() >= 0 && gpu.rendered() >= 0);
                long rendered = gpus.stream().mapToLong(GpuReport::rendered).sum();
                assertThat(rendered).isEqualTo(report.get(Counter.PIECES_RENDERED));
                assertThat(List.of(group.objects()))
                        .allMatch(row -> Arrays.stream(row).allMatch(pieces -> pieces >= 0));
                if (frame > 2) {
                    assertThat(gpus.getFirst().pretested()).isZero();
                    assertThat(report.get(Counter.PIECES_PRETESTED)).isGreaterThanOrEqualTo(4);
                }
            }
        }
    }

    /** A sheet for all, and one for each GPU that lies in regions of all. */
    private static CommandBuffer masked(RenderTarget target) {
        var commands = Sheet.clear(target);
        Sheet.of(2, 2, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        for (int gpu = 0; gpu < 4; gpu++) {
            commands.mask(1L << gpu);
            Sheet.of(1, 1, 5 * gpu, 5 * gpu, 48 + 5 * gpu, 48 + 5 * gpu, 0.3f)
                    .draw(commands, Sheet.OPAQUE);
        }
        return commands;
    }

    private static void check(RenderTarget target, RegionMap map) {
        for (int gpu = 0; gpu < 4; gpu++) {
            var own = Sheet.target();
            try (var device = new Device(DeviceOptions.REFERENCE)) {
                device.submit(Replay.filtered(masked(own).commands(), gpu));
            }
            for (int at = 0; at < 64 * 64; at++) {
                if (map.owner(at % 64, at / 64) == gpu) {
                    assertThat(target.pixels()[at])
                            .as("%d of %d", at, gpu)
                            .isEqualTo(own.pixels()[at]);
                }
            }
        }
    }

    /**
     * Tiles show what their owner's commands paint, also if an heir renders them, of one or of
     * several at once, or an heir's heir; in the next frame they are the heir's.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dead:1@2:tile=2",
                "dead:2@2:chunk=0",
                "dead:0@2:tile=0,dead:3@2:tile=1",
                // GPU 0 is lost while it renders what was GPU 1's; GPU 2 inherits all
                "dead:1@2:tile=0,dead:3@2:tile=0,dead:0@2:tile=5",
            })
    void tilesShowWhatTheirFirstOwnersCommandsPaint(String faults) {
        for (var test : List.of(Group.Pretest.OFF, Group.Pretest.EXACT)) {
            try (var group = open(GpuGroupTest.four(test), faults)) {
                group.submit(masked(Sheet.target()));
                var before = group.map().orElseThrow();
                var target = Sheet.target();
                var report = group.submit(masked(target));
                assertThat(report.get(Counter.TILES_TAKEN_OVER)).isGreaterThanOrEqualTo(4);
                check(target, before);
                var after = group.map().orElseThrow();
                assertThat(after).isNotEqualTo(before);
                target = Sheet.target();
                group.submit(masked(target));
                check(target, after);
            }
        }
    }

    /** Whoever takes no part keeps what it has, also if it is lost. */
    @Test
    void whatAPhaseWasNotForStays() {
        var target = Sheet.target();
        var commands = Sheet.clear(target);
        Sheet.of(2, 2, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        commands.mask(0b1011).beginPhase(PassDescriptor.clear(target, 1, 1, 1, 1)).mask(-1);
        for (int y = 0; y < 32; y += 4) {
            Sheet.of(1, 1, 0, y, 64, y + 4, 0.3f).draw(commands, Sheet.OPAQUE);
        }
        var expected = Sheet.target();
        try (var group = open(GpuGroupTest.four(Group.Pretest.EXACT), "slow:0x2")) {
            group.submit(commands);
            System.arraycopy(target.pixels(), 0, expected.pixels(), 0, 64 * 64);
        }
        Arrays.fill(target.pixels(), 7);
        // It renders its four tiles of the first phase, and is lost where it pretests for others
        try (var group = open(GpuGroupTest.four(Group.Pretest.EXACT), "dead:2@1:pretest=1")) {
            var report = group.submit(commands);
            assertThat(group.gpus().get(2).lostInFrame()).isOne();
            assertThat(report.get(Counter.TILES_TAKEN_OVER)).isZero();
            assertThat(target.samePixels(expected)).isTrue();
        }
    }

    /** A target of depths alone goes on where it was. */
    @Test
    void depthsAPassBeganWithAreThereAgain() {
        var expected = new RenderTarget(64, 64, TextureFormat.DEPTH32_FLOAT, 1);
        try (var device = new Device(GpuGroupTest.PLAIN)) {
            device.submit(depths(expected));
        }
        var target = new RenderTarget(64, 64, TextureFormat.DEPTH32_FLOAT, 1);
        try (var group = open(GpuGroupTest.four(Group.Pretest.OFF), "dead:1@1:tile=6")) {
            var report = group.submit(depths(target));
            assertThat(report.get(Counter.TILES_TAKEN_OVER)).isEqualTo(4);
            assertThat(target.samePixels(expected)).isTrue();
        }
    }

    private static CommandBuffer depths(RenderTarget target) {
        var commands = new CommandBuffer().beginPhase(PassDescriptor.depth(target));
        Sheet.of(8, 8, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        commands.beginPhase(PassDescriptor.load(target));
        Sheet.of(4, 4, 10, 0, 50, 64, 0.25f).draw(commands, Sheet.OPAQUE);
        return commands;
    }
}
