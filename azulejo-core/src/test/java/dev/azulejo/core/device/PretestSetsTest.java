package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.link.HintDetail;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Pretests in sets of two, counted by hand: two GPUs with a thread each, of which GPU 0 owns the
 * left half of the screen, and eight clusters, a draw call each, of which those with even numbers
 * lie on the left. With early Z the last one comes first: it is the nearest.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PretestSetsTest {
    private static final Group PAIRS = GroupWorld.HALVES.withAhead(2);

    private static final DeviceOptions EARLY =
            GpuGroupTest.PLAIN.withThreads(2).withEarlyZ(EarlyZ.ON).withGroup(PAIRS);

    private static final List<Sheet> CLUSTERS =
            IntStream.range(0, 8).mapToObj(PretestSetsTest::cluster).toList();

    private static Sheet cluster(int i) {
        int x = i % 2 * 32;
        return Sheet.of(4, 2, x + 4, 8 * i, x + 28, 8 * i + 8, 0.9f - 0.1f * i);
    }

    private static CommandBuffer clusters(RenderTarget target) {
        var commands = Sheet.clear(target);
        CLUSTERS.forEach(sheet -> sheet.draw(commands, Sheet.OPAQUE));
        return commands;
    }

    /**
     * Delivers as many messages to a GPU as it has sent itself, and waits for them: each knows what
     * both have found out in the sets that it has been through, and no more.
     */
    private static final class InStep implements Transport {
        private final MailboxTransport carrier = new MailboxTransport(2);
        private final AtomicIntegerArray sent = new AtomicIntegerArray(2);

        /** Messages that a GPU has received; each writes its own. */
        private final int[] received = new int[2];

        @Override
        public int longest() {
            return carrier.longest();
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            carrier.send(from, to, buffer, offset, length);
            sent.incrementAndGet(from);
        }

        @Override
        public int receive(int to, byte[] buffer) {
            if (received[to] == sent.get(to)) {
                return 0;
            }
            while (sent.get(1 - to) < sent.get(to)) {
                Thread.onSpinWait();
            }
            received[to]++;
            return carrier.receive(to, buffer);
        }
    }

    private static FrameReport submit(CommandBuffer commands, Transport transport) {
        try (var group = new GpuGroup(EARLY, transport)) {
            return group.submit(commands);
        }
    }

    private static void check(RenderTarget target, CommandBuffer commands, RenderTarget expected) {
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(commands);
        }
        assertThat(target.samePixels(expected)).isTrue();
    }

    /**
     * Sets are made when the first, second, fourth and sixth cluster come, which are 7, 6, 4 and 2:
     * of 7, 6 and 5 nobody knows anything by then, of the others both do.
     */
    @Test
    void setsFollowTheChunksThatHaveBegun() {
        var target = Sheet.target();
        var report = submit(clusters(target), new InStep());
        // GPU 0 renders 7 to 4, 2 and 0, GPU 1 renders 7 to 5, 3 and 1; three for nothing
        assertThat(GpuGroupTest.pieces(report)).containsExactly(8, 6 + 5, 2 + 3, 3 + 3, 2 + 1);
        assertThat(report.get(Counter.PRETEST_SETS)).isEqualTo(4);
        // One a set and GPU
        assertThat(report.get(Counter.MESSAGES)).isEqualTo(2 * 4);
        var expected = Sheet.target();
        check(target, clusters(expected), expected);
    }

    /** The last four lie outside the view, have no turn, and are pretested all the same. */
    @Test
    void whatHasNoTurnIsPretestedAtTheEnd() {
        var target = Sheet.target();
        var report = submit(halfOutside(target), new MailboxTransport(2));
        assertThat(report.get(Counter.PIECES_PRETESTED)).isEqualTo(8);
        // Three sets as the four come, and the rest
        assertThat(report.get(Counter.MESSAGES)).isEqualTo(2 * 4);
        var expected = Sheet.target();
        check(target, halfOutside(expected), expected);
    }

    private static CommandBuffer halfOutside(RenderTarget target) {
        var commands = Sheet.clear(target);
        for (int i = 0; i < 8; i++) {
            var sheet = i < 4 ? CLUSTERS.get(i) : Sheet.of(4, 2, -200, 8, -100, 16, 0.5f);
            sheet.draw(commands, Sheet.OPAQUE);
        }
        return commands;
    }

    /** Of draw calls that have not changed nobody asks: they are pretested at the end. */
    @Test
    void whatIsNotDrawnIsPretestedAtTheEnd() {
        var target = Sheet.target();
        var options = EARLY.withReuse(Reuse.TILES);
        try (var group = new GpuGroup(options, new MailboxTransport(2))) {
            group.submit(clusters(target));
            var moved = Sheet.clear(target);
            Sheet.of(4, 2, 4, 0, 26, 8, 0.9f).draw(moved, Sheet.OPAQUE);
            CLUSTERS.subList(1, 8).forEach(sheet -> sheet.draw(moved, Sheet.OPAQUE));
            var report = group.submit(moved);
            assertThat(report.get(Counter.RENDERS_PARTIAL)).isEqualTo(2);
            assertThat(report.get(Counter.PIECES_PRETESTED)).isEqualTo(8);
        }
    }

    /** By a clock that goes on by ten whenever it is looked at: the mean of two workers. */
    @Test
    void timeOnTheWayIsThatOfAllWorkers() {
        var clock = new AtomicLong();
        try (var pool = new WorkerPool(2)) {
            var watch = new PoolWatch(0, pool);
            var table = new HintTable(2, 0, HintDetail.OWNERS);
            table.begin(1, 0, 1, 8);
            var dealer = new PretestDealer(2);
            dealer.begin(8);
            dealer.deal(0, 8);
            var counts = new Counts[] {new Counts(), new Counts()};
            var pretest =
                    new MemberPretest(
                            watch,
                            table,
                            new MailboxTransport(2),
                            dealer,
                            null,
                            HintDetail.OWNERS,
                            GroupWorld.KERNELS,
                            counts);
            var cut = GroupWorld.cut(2, GroupWorld.rectangles(Sheet.target()));
            var shared = GroupWorld.phase(PAIRS, 1, cut);
            shared.ahead = 2;
            pretest.address(shared);
            pretest.begin(shared);
            WorkerPool.Task rest = worker -> pretest.run(worker, Integer.MAX_VALUE);
            var sets = new PretestSets(pretest, pool, rest, () -> clock.getAndAdd(10));
            sets.begin(shared, false);
            assertThat(sets.tookNs()).isZero();
            sets.comesTo(0, 0);
            sets.comesTo(0, 1);
            sets.comesTo(1, 2);
            assertThat(sets.tookNs()).isEqualTo(3 * 10 / 2);
            sets.finish();
            assertThat(sets.tookNs()).isEqualTo(3 * 10 / 2 + 10);
            assertThat(counts[0].get(Counter.PIECES_PRETESTED))
                    .isEqualTo(4 - counts[1].get(Counter.PIECES_PRETESTED));
            sets.begin(shared, false);
            assertThat(sets.tookNs()).isZero();
        }
    }
}
