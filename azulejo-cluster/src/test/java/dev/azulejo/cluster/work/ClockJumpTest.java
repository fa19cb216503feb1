package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.content.ContentStore;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.MemoryNetwork;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;
import dev.azulejo.core.cancel.Cancellation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock that leaps by an hour, forwards or back: nothing is lost, late or given for that. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClockJumpTest {
    private static final long SECOND = 1_000_000_000;

    private static final long HOUR = 3600 * SECOND;

    @TempDir Path folder;

    private final MemoryNetwork network = new MemoryNetwork();
    private final AtomicLong clock = new AtomicLong(2 * HOUR);
    private final List<String> log = new ArrayList<>();
    private final Coordinator coordinator =
            new Coordinator(network.member("boss"), "1.0", 1_000, clock::get, this::note);

    private synchronized void note(String line) {
        log.add(line);
    }

    @AfterEach
    void close() {
        coordinator.close();
    }

    /** A worker that does what a test has it do. */
    private final class Hand implements EngineListener {
        final MemoryNetwork.Member member;
        final LinkedBlockingQueue<Message> messages = new LinkedBlockingQueue<>();
        Peer boss;
        long job;

        Hand(String name) throws InterruptedException {
            member = network.member(name);
            member.join(this);
            job = next(Message.Offer.class).job();
            say(new Message.Ready(job, "1.0", 1));
        }

        @Override
        public void joined(List<Peer> peers) {}

        @Override
        public void left(Peer peer) {}

        @Override
        public void received(Peer from, byte[] message) {
            boss = from;
            messages.add(MessageCodec.decode(message));
        }

        <M extends Message> M next(Class<M> kind) throws InterruptedException {
            var message = messages.poll(10, TimeUnit.SECONDS);
            assertThat(message).isInstanceOf(kind);
            return kind.cast(message);
        }

        void say(Message message) {
            member.send(boss, MessageCodec.encode(message));
        }

        void done(int unit) {
            say(new Message.Result(job, unit, 0, true, new byte[] {(byte) unit}));
        }
    }

    private void pass(long nanos) {
        clock.addAndGet(nanos);
        coordinator.review();
    }

    /** Workers of which one is at a unit that is not late: the other does not get it for a leap. */
    @ParameterizedTest
    @ValueSource(longs = {HOUR, -HOUR})
    void unitsUnderWayAreNotLate(long leap) throws InterruptedException {
        coordinator.join();
        var a = new Hand("a");
        var first = coordinator.submit(new byte[1], List.of());
        assertThat(a.next(Message.Work.class).unit()).isZero();
        // Units take two seconds
        pass(SECOND);
        pass(SECOND);
        a.next(Message.Check.class);
        a.next(Message.Check.class);
        a.done(0);
        assertThat(first.await(10_000).bytes()).containsExactly(0);
        var second = coordinator.submit(new byte[1], List.of());
        assertThat(a.next(Message.Work.class).unit()).isEqualTo(1);
        var b = new Hand("b");
        while (coordinator.places() < 4) {
            Thread.sleep(1);
        }
        // And to and fro, as a clock that somebody has set twice: a second for each leap forwards,
        // where four would be twice as long as others took
        for (long each : new long[] {leap, -leap, leap, -leap}) {
            pass(each);
            assertThat(coordinator.counts().twice()).isZero();
        }
        assertThat(b.messages).isEmpty();
        assertThat(coordinator.counts().given()).isEqualTo(2);
        // What is late in time that passes is given to the other, after a leap back as well
        for (int i = 0; i < 5; i++) {
            pass(SECOND);
        }
        assertThat(b.next(Message.Work.class).unit()).isEqualTo(1);
        b.done(1);
        assertThat(second.await(10_000).bytes()).containsExactly(1);
        var counts = coordinator.counts();
        assertThat(List.of(counts.units(), counts.given(), counts.again(), counts.twice()))
                .containsExactly(2, 3, 0, 1);
        assertThat(counts.lost()).isZero();
        assertThat(log).isEmpty();
    }

    /** A worker is asked within a second, and one that had no room gets its unit, as without. */
    @ParameterizedTest
    @ValueSource(longs = {HOUR, -HOUR})
    void retriesAreNotPutOff(long leap) throws InterruptedException {
        coordinator.join();
        var a = new Hand("a");
        var ticket = coordinator.submit(new byte[1], List.of());
        assertThat(a.next(Message.Work.class).unit()).isZero();
        a.say(new Message.NoRoom(a.job, 0));
        a.say(new Message.Need(a.job, 1, new ContentHash("0".repeat(64))));
        // That is taken in by now
        a.next(Message.Missing.class);
        pass(leap);
        pass(SECOND);
        var next = a.messages.poll(10, TimeUnit.SECONDS);
        while (next instanceof Message.Check) {
            next = a.messages.poll(10, TimeUnit.SECONDS);
        }
        assertThat(next).isInstanceOf(Message.Work.class);
        a.done(0);
        assertThat(ticket.await(10_000).bytes()).containsExactly(0);
        assertThat(coordinator.counts().lost()).isZero();
    }

    /** For half a minute a job waits for workers, of time that passes. */
    @ParameterizedTest
    @ValueSource(longs = {HOUR, -HOUR})
    void nobodyHasBeenThereForAnHour(long leap) {
        coordinator.join();
        clock.addAndGet(leap);
        assertThat(coordinator.nanosWithoutWorkers()).isBetween(0L, SECOND);
        long before = coordinator.nanosWithoutWorkers();
        for (int second = 1; second <= 31; second++) {
            clock.addAndGet(SECOND);
            assertThat(coordinator.nanosWithoutWorkers()).isEqualTo(before + second * SECOND);
        }
    }

    /** Scenes are kept for so many looks at a clock that goes on by a tenth of a second each. */
    @ParameterizedTest
    @ValueSource(longs = {SECOND / 10, HOUR, -HOUR})
    void scenesAreKeptAllTheSame(long leap) throws Exception {
        var looks = new AtomicInteger();
        var over = new CountDownLatch(1);
        var rested = new CountDownLatch(1);
        var work =
                new UnitWork() {
                    @Override
                    public byte[] run(byte[] task, List<WorkFile> files, Cancellation wish) {
                        return task;
                    }

                    @Override
                    public void over(Object job) {
                        over.countDown();
                    }

                    @Override
                    public void rest() {
                        rested.countDown();
                    }
                };
        LongSupplier time =
                () -> clock.addAndGet(looks.incrementAndGet() == 6 ? leap : SECOND / 10);
        var node = node(work, time);
        try {
            coordinator.join();
            var ticket = coordinator.submit("task".getBytes(UTF_8), List.of());
            assertThat(ticket.await(10_000).bytes()).isEqualTo("task".getBytes(UTF_8));
            coordinator.close();
            assertThat(over.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(rested.await(10, TimeUnit.SECONDS)).isTrue();
            // One when the worker was made, one when it began to wait, and three seconds, of which
            // a leap forwards is one, and one back is nothing
            int waited = leap == SECOND / 10 ? 30 : leap > 0 ? 30 - 9 : 30 + 1;
            assertThat(looks.get()).isEqualTo(2 + waited);
        } finally {
            node.close();
        }
    }

    private WorkerNode node(UnitWork work, LongSupplier time) throws IOException {
        var node =
                new WorkerNode(
                        network.member("node"),
                        "1.0",
                        1,
                        new ContentStore(folder.resolve("node"), 1 << 20, true),
                        work,
                        this::note,
                        3_000,
                        time);
        node.join();
        return node;
    }
}
