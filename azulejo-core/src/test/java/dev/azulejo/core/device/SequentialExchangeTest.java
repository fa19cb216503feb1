package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * Primitives distributed in sequence, counted by hand: twelve triangles in four draw calls, on
 * regions of 16x16 that are A-B-A-B and C-D-C-D.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SequentialExchangeTest {
    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT
                    .withThreads(4)
                    .withKernels(Kernels.SCALAR)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF);

    private static final Group FOUR =
            Group.of(4)
                    .withLayout(new RegionLayout.Interleaved(16, 16))
                    .withSplit(Group.Split.SEQUENTIAL);

    private static final List<Sheet> OBJECTS =
            List.of(
                    // Two triangles in B, two in C and D
                    Sheet.of(1, 1, 20, 4, 28, 12, 0.5f),
                    Sheet.of(1, 1, 4, 20, 28, 28, 0.4f),
                    // Two in A, two in A and B, two in B
                    Sheet.of(3, 1, 4, 4, 28, 12, 0.6f),
                    // Two in B and D
                    Sheet.of(1, 1, 20, 4, 28, 28, 0.3f));

    private static CommandBuffer objects(RenderTarget target) {
        var commands = Sheet.clear(target);
        OBJECTS.forEach(object -> object.draw(commands, Sheet.OPAQUE));
        return commands;
    }

    private static RenderTarget expected() {
        var target = Sheet.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(objects(target));
        }
        return target;
    }

    /** Notes who sends, and loses what it shall. */
    private static final class Line implements Transport {
        private final MailboxTransport carrier = new MailboxTransport(4);
        private final List<Integer> senders = Collections.synchronizedList(new ArrayList<>());
        private final boolean loses;

        Line(boolean losesAll) {
            loses = losesAll;
        }

        @Override
        public int longest() {
            return carrier.longest();
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            senders.add(from);
            if (!loses) {
                carrier.send(from, to, buffer, offset, length);
            }
        }

        @Override
        public int receive(int to, byte[] buffer) {
            return carrier.receive(to, buffer);
        }
    }

    private static long[] pieces(FrameReport report) {
        return new long[] {
            report.get(Counter.PIECES_PRETESTED),
            report.get(Counter.PIECES_RENDERED),
            report.get(Counter.PIECES_SKIPPED),
            report.get(Counter.PIECES_UNKNOWN),
            report.get(Counter.PIECES_FOR_NOTHING)
        };
    }

    /** A maps the first two objects, B the third, C nothing and D the last. */
    @Test
    void everybodySendsInTurnAndRendersItsOwn() {
        var target = Sheet.target();
        var line = new Line(false);
        try (var group = new GpuGroup(PLAIN.withGroup(FOUR), line)) {
            for (int frame = 0; frame < 20; frame++) {
                line.senders.clear();
                var report = group.submit(objects(target));
                assertThat(pieces(report)).containsExactly(4, 7, 9, 0, 0);
                assertThat(line.senders).containsExactly(0, 0, 0, 1, 1, 1, 3, 3, 3);
                // To B; to C and D each; to A; to B
                assertThat(report.get(Counter.PRIMITIVES_SENT)).isEqualTo(2 + 4 + 4 + 2);
                // B waits for A, C for A and B, D for three
                assertThat(report.get(Counter.EXCHANGE_STEPS)).isEqualTo(1 + 2 + 3);
                // A has no use for two of the third object's six triangles, nor has B
                assertThat(report.get(Counter.PRIMITIVES_SPARED)).isEqualTo(4);
                assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(2 + 4 + 8 + 4);
                // 28 header, 4 check; a piece: gap 2, mask 1, size 2, a byte each GPU
                assertThat(report.get(Counter.MESSAGE_BYTES))
                        .isEqualTo(3 * (32 + 6 + 7) + 3 * (32 + 7) + 3 * (32 + 7));
                assertThat(group.objects())
                        .isDeepEqualTo(
                                new int[][] {
                                    {0, 1, 0, 0}, {0, 0, 1, 1}, {1, 1, 0, 0}, {0, 1, 0, 1},
                                });
                assertThat(target.samePixels(expected())).isTrue();
            }
        }
    }

    /** Each phase is an exchange of its own. */
    @Test
    void everyPhaseWaitsAnew() {
        var commands = objects(Sheet.target());
        commands.beginPhase(PassDescriptor.clear(Sheet.target(), 0, 0, 0, 1));
        OBJECTS.getFirst().draw(commands, Sheet.OPAQUE);
        try (var group = new GpuGroup(PLAIN.withGroup(FOUR))) {
            var report = group.submit(commands);
            assertThat(report.get(Counter.EXCHANGE_STEPS)).isEqualTo(2 * (1 + 2 + 3));
            assertThat(report.get(Counter.PIECES_UNKNOWN)).isZero();
        }
    }

    /** What does not come is processed by everybody. */
    @Test
    void lostListsCostWorkAndNothingElse() {
        var target = Sheet.target();
        try (var group = new GpuGroup(PLAIN.withGroup(FOUR), new Line(true))) {
            var report = group.submit(objects(target));
            // Each knows what it has mapped itself: A that it needs none of two objects
            assertThat(pieces(report)).containsExactly(4, 14, 2, 12, 7);
            assertThat(target.samePixels(expected())).isTrue();
        }
    }

    /** B is lost while it maps the third object: nobody waits for it, in this frame or later. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoeverIsLostPassesItsTurn() {
        var line = new Line(false);
        try (var group = new GpuGroup(PLAIN.withGroup(FOUR), line)) {
            group.suffer(GroupFaults.parse("dead:1@2:pretest=0"));
            group.submit(objects(Sheet.target()));
            line.senders.clear();
            var target = Sheet.target();
            var report = group.submit(objects(target));
            assertThat(target.samePixels(expected())).isTrue();
            assertThat(line.senders).containsExactly(0, 0, 0, 3, 3, 3);
            assertThat(group.gpus().get(1).lostInFrame()).isEqualTo(2);
            assertThat(report.get(Counter.EXCHANGE_STEPS)).isEqualTo(2 + 3);
            // A, C and D were not told of the third
            assertThat(report.get(Counter.PIECES_UNKNOWN)).isEqualTo(3);
            line.senders.clear();
            target = Sheet.target();
            report = group.submit(objects(target));
            assertThat(target.samePixels(expected())).isTrue();
            // A maps two objects, C the third, D the last; each tells two
            assertThat(line.senders).containsExactly(0, 0, 2, 2, 3, 3);
            assertThat(report.get(Counter.EXCHANGE_STEPS)).isEqualTo(1 + 2);
            assertThat(report.get(Counter.PIECES_PRETESTED)).isEqualTo(4);
            assertThat(report.get(Counter.PIECES_UNKNOWN)).isZero();
        }
    }

    @Test
    void whatItTakesIsFixed() {
        assertThat(FOUR.pretest()).isEqualTo(Group.Pretest.PRIMITIVES);
        for (var other :
                List.<Supplier<Group>>of(
                        () -> FOUR.withPretest(Group.Pretest.EXACT),
                        () -> FOUR.withPieces(Group.Pieces.CHUNKS),
                        () -> FOUR.withAhead(3))) {
            assertThatThrownBy(other::get)
                    .hasMessage(
                            "split=sequential: pretest=primitives, pieces=primitives and all ahead"
                                    + " expected");
        }
        assertThatThrownBy(() -> new GpuGroup(PLAIN.withGroup(FOUR.withSplit(Group.Split.FRAMES))))
                .hasMessage("split=frames shares out the frames of a sequence, not a frame");
    }
}
