package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PortionTest;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionLayout;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Portions of the commands that are gone through twice: pretested, then rendered. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PretestPortionsTest {
    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT.withThreads(2).withEarlyZ(EarlyZ.OFF).withReuse(Reuse.OFF);

    /**
     * Two GPUs, whose regions are the left and the right half, a thread each: one that helps out
     * would send messages of its own.
     */
    private static final Group HALVES =
            Group.of(2)
                    .withTeamwork(GpuGroupTest.ALONE)
                    .withLayout(new RegionLayout.Interleaved(32, 64))
                    .withPretest(Group.Pretest.EXACT);

    private static final Sheet LEFT = Sheet.of(1, 1, 4, 4, 20, 60, 0.3f);
    private static final Sheet RIGHT = Sheet.of(1, 1, 40, 4, 60, 60, 0.3f);

    private static void four(CommandBuffer commands) {
        for (var sheet : new Sheet[] {LEFT, RIGHT, LEFT, RIGHT}) {
            sheet.draw(commands, Sheet.OPAQUE);
        }
    }

    private static FrameReport submit(CommandBuffer commands, Group group) {
        try (var many = new GpuGroup(PLAIN.withGroup(group), new MailboxTransport(2))) {
            return many.submit(commands);
        }
    }

    private static RenderTarget expected(int times) {
        var target = Sheet.target();
        var commands = Sheet.clear(target);
        for (int i = 0; i < times; i++) {
            four(commands);
        }
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(commands);
        }
        return target;
    }

    /** A message a GPU and portion: the second portion is not pretested along with the first. */
    @Test
    void portionsArePretestedOneAfterTheOther() {
        var target = Sheet.target();
        var commands = Sheet.clear(target);
        for (int i = 0; i < 3; i++) {
            commands.beginPretest(PortionTest.PRIMITIVES);
            four(commands);
            commands.endPretest();
        }
        var report = submit(commands, HALVES);
        assertThat(report.get(Counter.PIECES_PRETESTED)).isEqualTo(12);
        assertThat(report.get(Counter.MESSAGES)).isEqualTo(2 * 3);
        assertThat(report.get(Counter.PRETEST_SETS)).isEqualTo(3);
        assertThat(target.samePixels(expected(3))).isTrue();
        var whole = Sheet.clear(target);
        for (int i = 0; i < 3; i++) {
            four(whole);
        }
        var before = submit(whole, HALVES);
        assertThat(before.get(Counter.MESSAGES)).isEqualTo(2);
        assertThat(before.get(Counter.PRETEST_SETS)).isZero();
    }

    /** What is outside, or shall not be, is not pretested; tests are the portions'. */
    @Test
    void portionsSayWhatIsPretested() {
        var target = Sheet.target();
        var commands = Sheet.clear(target);
        four(commands);
        commands.beginPretest(PortionTest.NONE);
        four(commands);
        commands.endPretest().beginPretest(PortionTest.EXACT);
        four(commands);
        // Sheets this small have no bounds.
        commands.endPretest().beginPretest(PortionTest.BOUNDS);
        four(commands);
        commands.endPretest();
        for (var pretest : Group.Pretest.values()) {
            var report = submit(commands, HALVES.withPretest(pretest));
            boolean pretests = pretest != Group.Pretest.OFF;
            assertThat(report.get(Counter.PIECES_PRETESTED)).isEqualTo(pretests ? 4 : 0);
            // Of the first and the last of the three nothing can be said.
            assertThat(report.get(Counter.PRETEST_SETS)).isEqualTo(pretests ? 1 : 0);
            // Four corners each
            assertThat(report.get(Counter.PRETEST_POSITIONS)).isEqualTo(pretests ? 4 * 4 : 0);
            assertThat(target.samePixels(expected(4))).isTrue();
        }
        // Five set state and one draws, four times, in three of four portions; of those with a
        // test, two commands each are read.
        var report = submit(commands, HALVES);
        assertThat(report.get(Counter.PRETEST_COMMANDS_READ)).isEqualTo(2 * 4 * 2);
        assertThat(report.get(Counter.PRETEST_COMMANDS_SKIPPED)).isEqualTo(24 + 2 * 4 * 4);
    }
}
