package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.link.HintDetail;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.report.HintQuality;
import dev.azulejo.core.resource.RenderTarget;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How tight each test is, counted by hand: four GPUs, A-B in one row and C-D in the next. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HintAuditTest {
    /** From the middle of A to that of D; the triangle above its diagonal is not in D. */
    private static final Sheet CORNER = Sheet.of(1, 1, 8, 8, 24, 24, 0.5f);

    /** Eight triangles, which have bounds: four in A, four in D. */
    private static final Sheet APART =
            GpuGroupTest.rectangles(2, 2, 4, 4, 5, 2, 7, 4, 20, 20, 22, 22, 25, 20, 27, 22);

    private static CommandBuffer commands(RenderTarget target) {
        var commands = Sheet.clear(target);
        CORNER.bind(commands, Sheet.OPAQUE);
        commands.drawIndexed(0, 3, 0, 0, 1);
        APART.draw(commands, Sheet.OPAQUE);
        return commands;
    }

    private static HintQuality quality(Group group, CommandBuffer commands) {
        var options = GpuGroupTest.PLAIN.withGroup(group);
        try (var gpus = new GpuGroup(options, new MailboxTransport(4))) {
            gpus.submit(commands);
            var first = gpus.hints();
            assertThat(gpus.hints()).isEqualTo(first);
            return first;
        }
    }

    /**
     * Of the triangle alone a box would say A, B, C and D, as its rectangle does, but it has none;
     * the box around the eight says so of them.
     */
    @ParameterizedTest
    @CsvSource({
        "BOUNDS, CHUNKS, 4, 2",
        "PRIMITIVES, CHUNKS, 6, 1",
        "EXACT, CHUNKS, 5, 0",
        "BOUNDS, DRAWS, 4, 2",
        "PRIMITIVES, DRAWS, 6, 1",
        // The triangle and four GPUs; eight triangles, a GPU each
        "PRIMITIVES, PRIMITIVES, 12, 1",
        "EXACT, PRIMITIVES, 11, 0",
        "OFF, CHUNKS, 0, 0",
    })
    void needlessTouchesAreCounted(
            Group.Pretest test, Group.Pieces pieces, long touches, long needless) {
        var group = GpuGroupTest.four(test).withPieces(pieces);
        var quality = quality(group, commands(Sheet.target()));
        assertThat(quality).isEqualTo(new HintQuality(touches, needless, 0));
    }

    /** Whom a draw call is not for is not named. */
    @ParameterizedTest
    @CsvSource({"CHUNKS, 3, 1", "PRIMITIVES, 3, 1"})
    void masksCount(Group.Pieces pieces, long touches, long needless) {
        var commands = Sheet.clear(Sheet.target()).mask(0b1101);
        CORNER.bind(commands, Sheet.OPAQUE);
        commands.drawIndexed(0, 3, 0, 0, 1);
        var group = GpuGroupTest.four(Group.Pretest.PRIMITIVES).withPieces(pieces);
        assertThat(quality(group, commands)).isEqualTo(new HintQuality(touches, needless, 0));
    }

    /** What never happens would be seen: a rectangle of GPU 0 of which only GPU 1 is named. */
    @Test
    void aWrongMaskIsMissed() {
        try (var world = new GroupWorld(GroupWorld.HALVES)) {
            var shared = world.phase(1, GroupWorld.rectangles(world.target));
            var table = new HintTable(2, 0, HintDetail.OWNERS);
            table.begin(1, 0, 1, 8);
            table.put(0, 0b10);
            table.put(1, 0b10);
            var audit = new HintAudit(GroupWorld.KERNELS);
            assertThat(audit.audit(shared, shared.map, table)).isEqualTo(new HintQuality(2, 1, 1));
        }
    }

    /** Twelve triangles, six for each of two GPUs: one is left out of GPU 0's set. */
    @Test
    void aThinnedSetIsMissed() {
        try (var world = new GroupWorld(GroupWorld.HALVES)) {
            var commands = Sheet.clear(world.target);
            Sheet.of(6, 1, 2, 2, 62, 62, 0.5f).draw(commands, Sheet.OPAQUE);
            var shared = world.phase(1, commands);
            shared.plan.set(0, HintKind.EXACT_EACH);
            var audit = new HintAudit(GroupWorld.KERNELS);
            for (int frame = 1; frame <= 3; frame++) {
                var table = new HintTable(2, 0, HintDetail.SETS);
                table.begin(frame, 0, 1, 1);
                long[] sets = new long[16];
                sets[0] = frame == 1 ? 0b111111 : 0b111101;
                sets[8] = 0b111111_000000;
                table.put(0, frame == 3 ? 0b01 : 0b11, sets, 12);
                // At last GPU 1 is not named at all, with its six.
                var expected =
                        frame == 1
                                ? new HintQuality(12, 0, 0)
                                : frame == 2
                                        ? new HintQuality(11, 0, 1)
                                        : new HintQuality(5, 0, 1 + 6);
                assertThat(audit.audit(shared, shared.map, table)).isEqualTo(expected);
            }
        }
    }

    /** Hints are about the map with which the phase began, whoever has been lost in it. */
    @Test
    void lossesChangeNothing() {
        var options = GpuGroupTest.PLAIN.withGroup(GpuGroupTest.four(Group.Pretest.PRIMITIVES));
        try (var gpus = new GpuGroup(options, new MailboxTransport(4))) {
            gpus.suffer(GroupFaults.parse("dead:1@1"));
            gpus.submit(commands(Sheet.target()));
            assertThat(gpus.map().orElseThrow().pixels(1)).isZero();
            assertThat(gpus.hints()).isEqualTo(new HintQuality(6, 1, 0));
        }
    }

    @Test
    void percentOfSums() {
        var sum = new HintQuality(10, 1, 0).plus(new HintQuality(30, 4, 2));
        assertThat(sum).isEqualTo(new HintQuality(40, 5, 2));
        assertThat(sum.needlessPercent()).isEqualTo(12.5);
        assertThat(HintQuality.NOTHING.needlessPercent()).isZero();
        try (var device = new Device(GpuGroupTest.PLAIN)) {
            assertThat(device.hints()).isEqualTo(HintQuality.NOTHING);
            assertThat(device.objectsLeftOut()).isEmpty();
        }
    }
}
