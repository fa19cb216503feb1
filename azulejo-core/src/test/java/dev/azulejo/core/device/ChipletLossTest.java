package dev.azulejo.core.device;

import static dev.azulejo.core.device.FourBins.COVER;
import static dev.azulejo.core.device.FourBins.OBJECTS;
import static dev.azulejo.core.device.FourBins.chiplets;
import static dev.azulejo.core.device.FourBins.objects;
import static dev.azulejo.core.device.FourBins.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.ChipletReport;
import dev.azulejo.core.report.Counter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.List;

/**
 * Streams that are lost, late or of another frame, and chiplets that die: same bytes, and counted
 * by hand in {@link FourBins}.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChipletLossTest {
    /** Carries what is for one chiplet to the other. */
    private record Crossed(MailboxTransport carrier) implements Transport {
        @Override
        public int longest() {
            return carrier.longest();
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            carrier.send(from, 1 - to, buffer, offset, length);
        }

        @Override
        public int receive(int to, byte[] buffer) {
            return carrier.receive(to, buffer);
        }
    }

    @Test
    void whatIsForOthersIsNotTaken() {
        var crossed = new Crossed(new MailboxTransport(2));
        try (var chiplets = new ChipletPackage(chiplets(2), crossed, ChunkWork.LIMIT)) {
            var report = submit(chiplets, Sheet.target());
            assertThat(report.get(Counter.BINS_WITHOUT_STREAM)).isEqualTo(4);
        }
    }

    /** A mailbox with room for one of its chiplet's streams suffices. */
    @Test
    void streamsDoNotWaitForEachOther() {
        var small = new MailboxTransport(1, 64);
        try (var chiplets = new ChipletPackage(chiplets(1), small, ChunkWork.LIMIT)) {
            var report = submit(chiplets, Sheet.target());
            assertThat(report.get(Counter.BINS_RENDERED)).isEqualTo(4);
            assertThat(small.dropped(0)).isZero();
        }
    }

    /** Carries nothing at all. */
    private static final class Silence implements Transport {
        @Override
        public int longest() {
            return 1 << 16;
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {}

        @Override
        public int receive(int to, byte[] buffer) {
            return 0;
        }
    }

    @Test
    void lostStreamsCostWorkAndNothingElse() {
        try (var chiplets = new ChipletPackage(chiplets(2), new Silence(), ChunkWork.LIMIT)) {
            var report = submit(chiplets, Sheet.target());
            assertThat(report.get(Counter.BINS_WITHOUT_STREAM)).isEqualTo(4);
            assertThat(report.get(Counter.BINS_RENDERED)).isZero();
            assertThat(report.get(Counter.VERTEX_POSITIONS)).isEqualTo(4 * 4 + 4 * 4 * 4);
        }
    }

    /** Carries streams one submit late. */
    private static final class Late implements Transport {
        private final MailboxTransport carrier = new MailboxTransport(2);
        private final byte[][] kept = new byte[64][];
        private final int[] to = new int[64];
        private int count;

        @Override
        public int longest() {
            return carrier.longest();
        }

        @Override
        public void send(int from, int receiver, byte[] buffer, int offset, int length) {
            kept[count] = Arrays.copyOfRange(buffer, offset, offset + length);
            to[count++] = receiver;
        }

        @Override
        public int receive(int receiver, byte[] buffer) {
            return carrier.receive(receiver, buffer);
        }

        void deliver() {
            for (int m = 0; m < count; m++) {
                carrier.send(0, to[m], kept[m], 0, kept[m].length);
            }
            count = 0;
        }
    }

    @Test
    void streamsOfAnotherFrameAreNotTaken() {
        var late = new Late();
        var target = Sheet.target();
        try (var chiplets = new ChipletPackage(chiplets(2), late, ChunkWork.LIMIT)) {
            submit(chiplets, target);
            late.deliver();
            // Another frame, in which there is less to see: its bins must not take the old streams.
            var commands = Sheet.clear(target);
            COVER.draw(commands, Sheet.OPAQUE);
            OBJECTS.get(0).draw(commands, Sheet.OPAQUE);
            var report = chiplets.submit(commands);
            assertThat(report.get(Counter.BINS_WITHOUT_STREAM)).isEqualTo(4);
            var expected = Sheet.target();
            var again = Sheet.clear(expected);
            COVER.draw(again, Sheet.OPAQUE);
            OBJECTS.get(0).draw(again, Sheet.OPAQUE);
            try (var device = new Device(DeviceOptions.REFERENCE)) {
                device.submit(again);
            }
            assertThat(expected.samePixels(target)).isTrue();
        }
    }

    /** Lets nothing through until the first bin is about to be rendered, without its stream. */
    private static final class Belated implements Transport {
        /** Asked once for each chiplet before streams are sent, and once more for that bin. */
        private static final int SILENT = 2 + 1;

        private final MailboxTransport carrier = new MailboxTransport(2);
        private int asked;

        @Override
        public int longest() {
            return carrier.longest();
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            carrier.send(from, to, buffer, offset, length);
        }

        @Override
        public int receive(int to, byte[] buffer) {
            return asked++ < SILENT ? 0 : carrier.receive(to, buffer);
        }
    }

    @Test
    void whatComesWhenABinIsRenderedIsTooLate() {
        var options = chiplets(2).withThreads(1);
        try (var chiplets = new ChipletPackage(options, new Belated(), ChunkWork.LIMIT)) {
            var report = submit(chiplets, Sheet.target());
            assertThat(report.get(Counter.BINS_WITHOUT_STREAM)).isEqualTo(1);
            var late = chiplets.bins().getFirst().bins().stream().filter(b -> b.streamBytes() == 0);
            assertThat(late).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(GroupFaults.Work.class)
    void binsOfALostChipletAreTakenOver(GroupFaults.Work work) {
        // One thread a chiplet and bin: with a fixed rule chiplet b renders bin b.
        try (var chiplets = new ChipletPackage(chiplets(4))) {
            int who = work == GroupFaults.Work.PRETEST ? 0 : 1;
            chiplets.suffer(
                    new GroupFaults(List.of(), List.of(new GroupFaults.Death(who, 2, work, 0))));
            var target = Sheet.target();
            assertThat(submit(chiplets, target).get(Counter.BINS_TAKEN_OVER)).isZero();
            var report = submit(chiplets, target);
            // Who is lost while it looks has not begun with any bin.
            int taken = work == GroupFaults.Work.PRETEST ? 0 : 1;
            assertThat(report.get(Counter.BINS_TAKEN_OVER)).isEqualTo(taken);
            assertThat(report.get(Counter.BINS_WITHOUT_STREAM)).isZero();
            assertThat(chiplets.chiplets().get(who).lostInFrame()).isEqualTo(2);
            assertThat(chiplets.chiplets().get(who).bins()).isZero();
            assertThat(chiplets.chiplets().stream().mapToInt(ChipletReport::bins).sum())
                    .isEqualTo(4);
            // Next time it has no bins that could be taken over.
            assertThat(submit(chiplets, target).get(Counter.BINS_TAKEN_OVER)).isZero();
        }
    }

    @Test
    void whenAllAreLostItIsSaid() {
        try (var chiplets = new ChipletPackage(chiplets(2))) {
            var tile = GroupFaults.Work.TILE;
            chiplets.suffer(
                    new GroupFaults(
                            List.of(),
                            List.of(
                                    new GroupFaults.Death(0, 1, tile, 0),
                                    new GroupFaults.Death(1, 1, tile, 0))));
            assertThatThrownBy(() -> chiplets.submit(objects(Sheet.target())))
                    .isInstanceOf(GpuLost.class)
                    .hasMessageStartingWith("all 2 chiplet(s) are lost");
            // And again.
            assertThatThrownBy(() -> chiplets.submit(objects(Sheet.target())))
                    .isInstanceOf(GpuLost.class)
                    .hasMessage("all 2 chiplet(s) are lost");
        }
    }
}
