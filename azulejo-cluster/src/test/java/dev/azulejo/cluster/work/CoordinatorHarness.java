package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.MemoryNetwork;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A coordinator whose workers do only what a test has them say, and whose clock stands still until
 * a test sets it.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class CoordinatorHarness {
    final MemoryNetwork network = new MemoryNetwork();
    final MemoryNetwork.Member boss = network.member("coordinator");
    final AtomicLong clock = new AtomicLong();
    private final List<String> log = new ArrayList<>();
    final Coordinator coordinator = new Coordinator(boss, "1.0", 1_000, clock::get, this::note);

    synchronized void note(String line) {
        log.add(line);
    }

    synchronized List<String> log() {
        return List.copyOf(log);
    }

    /** Without the reviews that a coordinator makes by itself: a test makes them. */
    @BeforeEach
    void enter() {
        coordinator.enter();
    }

    @AfterEach
    void close() {
        coordinator.close();
    }

    /** A worker by hand. */
    final class Hand implements EngineListener {
        final MemoryNetwork.Member member;
        final LinkedBlockingQueue<Message> messages = new LinkedBlockingQueue<>();

        /** These come when time has passed, whatever a test is about. */
        final LinkedBlockingQueue<Message.Check> checks = new LinkedBlockingQueue<>();

        Peer boss;
        long job;
        int transfers;

        Hand(String name) {
            member = network.member(name);
            member.join(this);
        }

        @Override
        public void joined(List<Peer> peers) {}

        @Override
        public void left(Peer peer) {}

        @Override
        public void received(Peer from, byte[] message) {
            boss = from;
            var read = MessageCodec.decode(message);
            if (read instanceof Message.Check check) {
                checks.add(check);
            } else {
                messages.add(read);
            }
        }

        <M extends Message> M next(Class<M> kind) throws InterruptedException {
            var message = messages.poll(10, TimeUnit.SECONDS);
            assertThat(message).as("to " + member.self()).isInstanceOf(kind);
            return kind.cast(message);
        }

        void isReady(int slots) throws InterruptedException {
            job = next(Message.Offer.class).job();
            say(new Message.Ready(job, "1.0", slots));
        }

        void say(Message message) {
            member.send(boss, MessageCodec.encode(message));
        }

        /** It is given these, in this order. */
        void gets(int... units) throws InterruptedException {
            for (int unit : units) {
                assertThat(work()).as("to " + member.self()).isEqualTo(unit);
            }
        }

        int work() throws InterruptedException {
            return next(Message.Work.class).unit();
        }

        void done(int unit, String result) {
            say(new Message.Result(job, unit, 0, true, result.getBytes(UTF_8)));
        }

        /** Another one each time: what is asked for again may be answered before what is sent. */
        private ContentHash unknown() {
            return new ContentHash("%064x".formatted(transfers));
        }

        /** What it says is taken in before: the coordinator has answered what came behind it. */
        void isIdle() throws InterruptedException {
            say(new Message.Need(job, ++transfers, unknown()));
            assertThat(next(Message.Missing.class).transfer()).isEqualTo(transfers);
        }

        /** The same, with work that came meanwhile left where it is. */
        void isIdleAmidWork() throws InterruptedException {
            say(new Message.Need(job, ++transfers, unknown()));
            var work = new ArrayList<Message>();
            var message = messages.poll(10, TimeUnit.SECONDS);
            while (!(message instanceof Message.Missing)) {
                work.add(message);
                message = messages.poll(10, TimeUnit.SECONDS);
            }
            messages.addAll(work);
        }
    }

    List<Ticket> submit(int count) {
        var tickets = new ArrayList<Ticket>();
        for (int i = 0; i < count; i++) {
            tickets.add(coordinator.submit(new byte[] {(byte) i}, List.of()));
        }
        return tickets;
    }

    /** Hands in one unit for each place. */
    void submitAt(int... places) {
        var tasks = new ArrayList<byte[]>();
        for (int place : places) {
            tasks.add(new byte[] {(byte) place});
        }
        assertThat(coordinator.submitAll(tasks, List.of(), places)).hasSize(places.length);
    }

    static String result(Ticket ticket) throws InterruptedException {
        var result = ticket.await(10_000);
        return result.failure() != null ? result.failure() : new String(result.bytes(), UTF_8);
    }

    /** A worker of one slot that has said that it is ready. */
    Hand begins(String name) throws InterruptedException {
        return begins(name, 1);
    }

    Hand begins(String name, int slots) throws InterruptedException {
        var hand = new Hand(name);
        hand.isReady(slots);
        return hand;
    }

    /** The same, and the coordinator has taken that in. */
    Hand ready(String name) throws InterruptedException {
        var hand = begins(name);
        hand.isIdle();
        return hand;
    }

    /** A worker that was given unit 0 and seemed to be lost; b has it now, and this one is back. */
    Hand isThoughtLost() throws InterruptedException {
        var a = begins("a");
        a.gets(0);
        a.member.cutOff();
        begins("b").gets(0);
        a.member.letIn();
        a.isReady(1);
        return a;
    }
}
