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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Who gets which unit, and when again: workers here do only what a test has them say. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CoordinatorTest {
    private final MemoryNetwork network = new MemoryNetwork();
    private final MemoryNetwork.Member boss = network.member("coordinator");
    private final AtomicLong clock = new AtomicLong();
    private final List<String> log = new ArrayList<>();
    private final Coordinator coordinator =
            new Coordinator(boss, "1.0", 1_000, clock::get, this::note);

    private synchronized void note(String line) {
        log.add(line);
    }

    private synchronized List<String> log() {
        return List.copyOf(log);
    }

    @AfterEach
    void close() {
        coordinator.close();
    }

    /** A worker by hand. */
    private final class Hand implements EngineListener {
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

    private List<Ticket> submit(int count) {
        var tickets = new ArrayList<Ticket>();
        for (int i = 0; i < count; i++) {
            tickets.add(coordinator.submit(new byte[] {(byte) i}, List.of()));
        }
        return tickets;
    }

    private static String result(Ticket ticket) throws InterruptedException {
        var result = ticket.await(10_000);
        return result.failure() != null ? result.failure() : new String(result.bytes(), UTF_8);
    }

    @Test
    void aWorkerHasTwoUnitsForEachSlot() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(7);
        var hand = new Hand("a");
        hand.isReady(2);
        for (int unit = 0; unit < 4; unit++) {
            assertThat(hand.work()).isEqualTo(unit);
        }
        hand.isIdle();
        hand.done(1, "one");
        assertThat(result(tickets.get(1))).isEqualTo("one");
        assertThat(hand.work()).isEqualTo(4);
        hand.isIdle();
        assertThat(coordinator.places()).isEqualTo(4);
        // It is ready already
        hand.say(new Message.Ready(hand.job, "1.0", 9));
        hand.isIdle();
        assertThat(coordinator.places()).isEqualTo(4);
        assertThat(coordinator.counts()).isEqualTo(new ClusterCounts(1, 0, 7, 5, 0, 0, 0, 3));
    }

    /** An offer, or its answer, may go astray. */
    @Test
    void whoDoesNotAnswerIsAskedAgain() throws InterruptedException {
        coordinator.enter();
        submit(1);
        var a = new Hand("a");
        a.job = a.next(Message.Offer.class).job();
        a.isIdle();
        clock.set(999_999_999);
        coordinator.review();
        a.isIdle();
        clock.set(1_000_000_000);
        coordinator.review();
        a.isReady(1);
        assertThat(a.work()).isZero();
        clock.set(9_000_000_000L);
        coordinator.review();
        a.isIdle();
    }

    /** Of three members one works, one has another release and one has units of its own. */
    @Test
    void whoRefusesHasAnswered() throws InterruptedException {
        var a = new Hand("a");
        var b = new Hand("b");
        var other = new Coordinator(network.member("other"), "1.0", 1_000, () -> 0, line -> {});
        other.join();
        assertThat(a.next(Message.Offer.class).release()).isEqualTo("1.0");
        assertThat(b.next(Message.Offer.class).release()).isEqualTo("1.0");
        coordinator.enter();
        a.isReady(1);
        a.isIdle();
        assertThat(coordinator.haveAllAnswered()).isFalse();
        b.job = b.next(Message.Offer.class).job();
        b.say(new Message.Refusal(b.job, "1.1"));
        b.isIdle();
        while (!coordinator.haveAllAnswered()) {
            Thread.sleep(1);
        }
        assertThat(coordinator.places()).isEqualTo(2);
        clock.set(2_000_000_000L);
        coordinator.review();
        b.isIdle();
        other.close();
    }

    /** Who joins late takes what is left, in turn. */
    @Test
    void unitsGoToWhoHasFewest() throws InterruptedException {
        coordinator.enter();
        var a = new Hand("a");
        a.isReady(1);
        a.isIdle();
        var b = new Hand("b");
        b.isReady(1);
        b.isIdle();
        submit(4);
        assertThat(List.of(a.work(), b.work(), a.work(), b.work())).containsExactly(0, 1, 2, 3);
    }

    @Test
    void unitsOfALostWorkerComeFirst() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(4);
        var a = new Hand("a");
        a.isReady(1);
        assertThat(List.of(a.work(), a.work())).containsExactly(0, 1);
        a.member.cutOff();
        var b = new Hand("b");
        b.isReady(1);
        assertThat(List.of(b.work(), b.work())).containsExactly(0, 1);
        b.done(0, "zero");
        assertThat(b.work()).isEqualTo(2);
        assertThat(result(tickets.get(0))).isEqualTo("zero");
        assertThat(log()).containsExactly("worker a is lost; it had 2 units, which others get");
        var counts = coordinator.counts();
        assertThat(counts.lost()).isEqualTo(1);
        assertThat(counts.again()).isEqualTo(2);
        assertThat(counts.given()).isEqualTo(5);
    }

    /** What comes of a network that was cut for a while: the same member comes again. */
    @Test
    void aLostWorkerMayComeAgain() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(1);
        var a = new Hand("a");
        a.isReady(1);
        assertThat(a.work()).isZero();
        a.member.cutOff();
        a.member.letIn();
        a.isReady(1);
        assertThat(a.work()).isZero();
        a.done(0, "at last");
        assertThat(result(tickets.get(0))).isEqualTo("at last");
    }

    /** A long pause of a worker looks as if it were lost; what it has made all the same counts. */
    @Test
    void theResultOfAWorkerThatWasThoughtLostCounts() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(1);
        var a = new Hand("a");
        a.isReady(1);
        assertThat(a.work()).isZero();
        a.say(new Message.Result(a.job, 0, 0, false, new byte[10]));
        a.isIdle();
        a.member.cutOff();
        var b = new Hand("b");
        b.isReady(1);
        assertThat(b.work()).isZero();
        a.member.letIn();
        a.isReady(1);
        // The rest of what it had begun to send is no result
        a.say(new Message.Result(a.job, 0, 10, true, new byte[10]));
        a.isIdle();
        a.done(0, "a");
        assertThat(result(tickets.get(0))).isEqualTo("a");
        assertThat(b.next(Message.Drop.class).unit()).isZero();
        assertThat(log()).containsExactly("worker a is lost; it had 1 units, which others get");
    }

    /** Another one that is idle gets what the first has not begun, at once. */
    @Test
    void theLastUnitsAreGivenTwiceAndTheFirstResultCounts() throws InterruptedException {
        coordinator.enter();
        var a = new Hand("a");
        a.isReady(1);
        var tickets = submit(3);
        assertThat(List.of(a.work(), a.work())).containsExactly(0, 1);
        a.done(0, "a");
        assertThat(a.work()).isEqualTo(2);
        var b = new Hand("b");
        b.isReady(1);
        // a is at unit 1, and unit 2 waits there
        assertThat(b.work()).isEqualTo(2);
        b.done(2, "b");
        assertThat(a.next(Message.Drop.class).unit()).isEqualTo(2);
        assertThat(result(tickets.get(2))).isEqualTo("b");
        a.done(2, "too late");
        b.isIdle();
        assertThat(result(tickets.get(2))).isEqualTo("b");
        assertThat(coordinator.counts().twice()).isEqualTo(1);
    }

    private void submitAt(int... places) {
        var tasks = new ArrayList<byte[]>();
        for (int place : places) {
            tasks.add(new byte[] {(byte) place});
        }
        assertThat(coordinator.submitAll(tasks, List.of(), places)).hasSize(places.length);
    }

    private Hand ready(String name) throws InterruptedException {
        var hand = new Hand(name);
        hand.isReady(1);
        hand.isIdle();
        return hand;
    }

    /** Whoever has done a place knows what is there. */
    @Test
    void unitsGoToWhoDidTheLastOneAtTheirPlace() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        var b = ready("b");
        submitAt(5, 6, 7, 8);
        assertThat(List.of(a.work(), b.work(), a.work(), b.work())).containsExactly(0, 1, 2, 3);
        for (int unit = 0; unit < 4; unit++) {
            var hand = unit % 2 == 0 ? a : b;
            hand.done(unit, "done");
            hand.isIdle();
        }
        // b is asked first for the one, and a for the other, whoever has less to do
        submitAt(8, 6, 5, 7);
        assertThat(List.of(b.work(), b.work(), a.work(), a.work())).containsExactly(4, 5, 6, 7);
        // Its window is full, and it is not waited for by who has something to do as well
        submitAt(6, 8);
        a.isIdle();
        a.done(6, "done");
        a.isIdle();
        a.done(7, "done");
        assertThat(a.work()).as("a has nothing to do").isEqualTo(8);
        // From now on that place is a's
        a.done(8, "done");
        assertThat(a.work()).isEqualTo(9);
        b.done(4, "done");
        b.isIdle();
        b.done(5, "done");
        b.isIdleAmidWork();
        submitAt(6);
        assertThat(a.work()).isEqualTo(10);
        assertThat(coordinator.counts().again()).isZero();
    }

    /**
     * Who has no room has lost nothing, and is given something again after a second or a result.
     */
    @Test
    void aUnitThatThereIsNoRoomForIsNotLost() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        var tickets = submit(2);
        assertThat(List.of(a.work(), a.work())).containsExactly(0, 1);
        for (int time = 1; time <= 4; time++) {
            a.say(new Message.NoRoom(a.job, 1));
            a.isIdle();
            clock.set(time * 1_000_000_000L - 1);
            coordinator.review();
            a.isIdle();
            clock.set(time * 1_000_000_000L);
            coordinator.review();
            assertThat(a.work()).isEqualTo(1);
        }
        a.say(new Message.NoRoom(a.job, 1));
        a.isIdle();
        a.done(0, "zero");
        assertThat(a.work()).isEqualTo(1);
        a.done(1, "one");
        assertThat(result(tickets.get(1))).isEqualTo("one");
        a.isIdle();
        assertThat(log()).isEmpty();
    }

    /** What came of it was of no use: others do it, and whoever is left if there are none. */
    @Test
    void aUnitThatIsHandedInAgainAvoidsWhoDidIt() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        var first =
                coordinator.submitAll(List.of(new byte[1]), List.of(), new int[] {4}).getFirst();
        assertThat(a.work()).isZero();
        a.done(0, "bad");
        assertThat(result(first)).isEqualTo("bad");
        var b = ready("b");
        var second = coordinator.submitAgain(first, new byte[1], List.of(), 4);
        assertThat(b.work()).isEqualTo(1);
        a.isIdle();
        // Its place is b's from now on
        b.done(1, "bad too");
        assertThat(result(second)).isEqualTo("bad too");
        submitAt(4);
        assertThat(b.work()).isEqualTo(2);
        var third = coordinator.submitAgain(second, new byte[1], List.of(), 4);
        assertThat(a.work()).as("all have done it, and a has nothing to do").isEqualTo(3);
        a.done(3, "good");
        assertThat(result(third)).isEqualTo("good");
        a.isIdle();
    }

    /** Places of a worker that is lost, or gave a unit back, are anybody's. */
    @Test
    void placesOfALostWorkerAreAnybodys() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        submitAt(1, 2, 3);
        assertThat(List.of(a.work(), a.work())).containsExactly(0, 1);
        var b = new Hand("b");
        b.isReady(1);
        assertThat(b.work()).as("nobody has done it").isEqualTo(2);
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        assertThat(b.work()).isEqualTo(0);
        a.member.cutOff();
        b.done(2, "done");
        assertThat(b.work()).isEqualTo(1);
    }

    @Test
    void aWorkerCountsAsHavingNoMoreSlotsThanItsJobSays() throws InterruptedException {
        var other = network.member("other");
        try (var job = new Coordinator(other, "1.0", 1_000, 1, clock::get, this::note)) {
            job.join();
            var a = new Hand("a");
            a.isReady(4);
            for (int i = 0; i < 3; i++) {
                job.submit(new byte[1], List.of());
            }
            assertThat(List.of(a.work(), a.work())).containsExactly(0, 1);
            a.isIdle();
            assertThat(job.places()).isEqualTo(2);
        }
    }

    /** What is under way elsewhere is given to an idle worker only when it takes long. */
    @Test
    void whatTakesTwiceAsLongAsOthersIsGivenTwice() throws InterruptedException {
        coordinator.enter();
        var a = new Hand("a");
        a.isReady(1);
        var b = new Hand("b");
        b.isReady(1);
        b.isIdle();
        clock.set(500);
        submit(2);
        assertThat(a.work()).isZero();
        assertThat(b.work()).isEqualTo(1);
        clock.set(1_500);
        b.done(1, "b");
        b.isIdle();
        clock.set(2_500);
        coordinator.review();
        b.isIdle();
        clock.set(2_501);
        coordinator.review();
        assertThat(b.work()).isZero();
        coordinator.review();
        b.isIdle();
        a.isIdle();
        assertThat(coordinator.counts().twice()).isEqualTo(1);
    }

    /**
     * What comes of a pause of the coordinator: workers have dropped its job, and it has lost
     * nobody.
     */
    @Test
    void whoHasDroppedTheJobGetsAllAnewAndNothingIsLost() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(3);
        var a = new Hand("a");
        for (int round = 1; round <= 4; round++) {
            a.isReady(1);
            assertThat(List.of(a.work(), a.work())).containsExactly(0, 1);
            a.isIdle();
            clock.addAndGet(999_999_999);
            coordinator.review();
            a.isIdle();
            assertThat(a.checks).isEmpty();
            clock.addAndGet(1);
            coordinator.review();
            a.isIdle();
            assertThat(a.checks.poll()).isEqualTo(new Message.Check(a.job));
            if (round < 4) {
                a.say(new Message.Unknown(a.job));
                a.say(new Message.Unknown(a.job));
            }
        }
        a.done(0, "zero");
        assertThat(result(tickets.get(0))).isEqualTo("zero");
        assertThat(a.work()).isEqualTo(2);
        assertThat(log())
                .containsExactly(
                        "worker a had dropped the job, as if this member were lost; what it had is"
                                + " given again");
        // Units 0 and 1 four times, 2 once
        assertThat(coordinator.counts()).isEqualTo(new ClusterCounts(1, 0, 3, 9, 6, 0, 0, 4));
    }

    /** Meanwhile there is no worker, and others get what it had. */
    @Test
    void whoHasDroppedTheJobIsNoWorkerUntilItAnswers() throws InterruptedException {
        coordinator.enter();
        submit(2);
        var a = new Hand("a");
        a.isReady(1);
        assertThat(List.of(a.work(), a.work())).containsExactly(0, 1);
        clock.set(7);
        a.say(new Message.Unknown(a.job));
        a.next(Message.Offer.class);
        a.isIdle();
        clock.set(9);
        assertThat(coordinator.nanosWithoutWorkers()).isEqualTo(2);
        var b = new Hand("b");
        b.isReady(1);
        assertThat(List.of(b.work(), b.work())).containsExactly(0, 1);
        assertThat(coordinator.counts().lost()).isZero();
    }

    /** Perhaps it is what ends them. */
    @Test
    void aUnitThatThreeWorkersWereLostWithIsGivenUp() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(1);
        for (var name : List.of("a", "b", "c")) {
            var hand = new Hand(name);
            hand.isReady(1);
            assertThat(hand.work()).isZero();
            hand.member.cutOff();
        }
        assertThat(result(tickets.get(0)))
                .isEqualTo("given up after 3 tries with 3 workers, the last c: lost");
    }

    @Test
    void aUnitThatIsGivenBackGoesElsewhere() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(1);
        var a = new Hand("a");
        a.isReady(1);
        a.work();
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        assertThat(a.work()).as("there is nobody else").isZero();
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        a.work();
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        assertThat(result(tickets.get(0)))
                .isEqualTo("given up after 3 tries with 1 worker, the last a: no space left");
    }

    /** However long another one takes. */
    @Test
    void whoGaveAUnitBackDoesNotGetItAsASecondOne() throws InterruptedException {
        coordinator.enter();
        var bad = ready("bad");
        var good = ready("good");
        submit(2);
        assertThat(List.of(bad.work(), good.work())).containsExactly(0, 1);
        good.done(1, "good");
        good.isIdle();
        bad.say(new Message.GaveUp(bad.job, 0, "no space left"));
        assertThat(good.work()).isZero();
        bad.isIdle();
        // It may be asked first again, and what the other one has is late
        clock.set(2_000_000_000);
        coordinator.review();
        bad.isIdle();
        assertThat(coordinator.counts().twice()).isZero();
    }

    /** Two have it, at the most. */
    @Test
    void nothingIsGivenThreeTimes() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        submit(3);
        assertThat(List.of(a.work(), a.work())).containsExactly(0, 1);
        a.done(0, "a");
        assertThat(a.work()).isEqualTo(2);
        var b = new Hand("b");
        b.isReady(1);
        assertThat(b.work()).as("it waits").isEqualTo(2);
        clock.set(100);
        var c = new Hand("c");
        c.isReady(1);
        assertThat(c.work()).as("it takes long").isEqualTo(1);
        var d = ready("d");
        coordinator.review();
        d.isIdle();
        assertThat(coordinator.counts().twice()).isEqualTo(2);
    }

    /** Who has no room is the least busy of all, and would be first each time. */
    @Test
    void whatOneGivesBackIsDoneByAnother() throws InterruptedException {
        coordinator.enter();
        var bad = new Hand("bad");
        bad.isReady(1);
        bad.isIdle();
        var good = new Hand("good");
        good.isReady(1);
        good.isIdle();
        var tickets = submit(8);
        // Each has two; whatever the bad one gets it gives back, until it has seen what is left
        int doneBy = 0;
        while (doneBy < 8) {
            while (bad.messages.peek() instanceof Message.Work) {
                bad.say(new Message.GaveUp(bad.job, bad.work(), "no space left"));
                bad.isIdleAmidWork();
            }
            int unit = good.work();
            good.done(unit, "unit " + unit);
            doneBy++;
            good.isIdleAmidWork();
        }
        for (int i = 0; i < 8; i++) {
            assertThat(result(tickets.get(i))).isEqualTo("unit " + i);
        }
        // Of the two that it got first; no third one went there in vain
        assertThat(coordinator.counts().given()).isEqualTo(8 + 2);
        assertThat(log()).containsExactly("worker bad gave a unit back: no space left");
    }

    /** As often as once a second somebody else is not asked first; a result ends that at once. */
    @Test
    void whoGaveAUnitBackIsAskedAgainAfterASecond() throws InterruptedException {
        coordinator.enter();
        var bad = ready("bad");
        var good = ready("good");
        submit(6);
        assertThat(List.of(bad.work(), good.work(), bad.work(), good.work()))
                .containsExactly(0, 1, 2, 3);
        bad.say(new Message.GaveUp(bad.job, 0, "no space left"));
        bad.isIdle();
        bad.done(2, "done");
        assertThat(bad.work()).as("it can do something").isEqualTo(4);
        assertThat(bad.work()).isEqualTo(5);
        bad.say(new Message.GaveUp(bad.job, 4, "no space left"));
        bad.isIdle();
        submit(1);
        clock.set(999_999_999);
        coordinator.review();
        bad.isIdle();
        clock.set(1_000_000_000);
        coordinator.review();
        assertThat(bad.work()).isEqualTo(6);
    }

    /** With others busy, it waits for them rather than going to who has given it back. */
    @Test
    void whatWasGivenBackWaitsForAnother() throws InterruptedException {
        coordinator.enter();
        var good = new Hand("good");
        good.isReady(1);
        good.isIdle();
        var tickets = submit(3);
        assertThat(List.of(good.work(), good.work())).containsExactly(0, 1);
        var bad = new Hand("bad");
        bad.isReady(1);
        assertThat(bad.work()).isEqualTo(2);
        for (int time = 0; time < 2; time++) {
            bad.say(new Message.GaveUp(bad.job, 2, "no space left"));
            bad.isIdle();
        }
        good.done(0, "good");
        assertThat(good.work()).isEqualTo(2);
        good.done(2, "as well");
        assertThat(result(tickets.get(2))).isEqualTo("as well");
        // Without the good one, what it has lost goes to who has not
        good.member.cutOff();
        assertThat(bad.work()).isEqualTo(1);
    }

    @Test
    void anotherReleaseGetsNothingAndIsTold() throws InterruptedException {
        coordinator.enter();
        submit(1);
        var old = new Hand("old");
        old.job = old.next(Message.Offer.class).job();
        old.say(new Message.Ready(old.job, "0.9", 1));
        old.isIdle();
        var polite = new Hand("polite");
        polite.job = polite.next(Message.Offer.class).job();
        polite.say(new Message.Refusal(polite.job, "1.1"));
        polite.isIdle();
        var other = new Hand("other");
        other.next(Message.Offer.class);
        byte[] future = MessageCodec.encode(new Message.End(1));
        future[5] = 9;
        other.member.send(other.boss, future);
        other.member.send(other.boss, future);
        other.member.send(other.boss, new byte[] {1, 2, 3, 4, 5});
        var good = new Hand("good");
        good.isReady(1);
        assertThat(good.work()).isZero();
        assertThat(log())
                .contains(
                        "worker old is of release 0.9, this is 1.0: one release expected on all",
                        "worker polite is of release 1.1, this is 1.0: one release expected on all",
                        "other speaks version 9 of the messages, this is version 1: one release"
                                + " expected on all",
                        "other sent what is no message: not a message: AZCL expected")
                .hasSize(4);
    }

    /** Results have a largest size, and come without gaps, or the unit goes elsewhere. */
    @Test
    void resultsThatDoNotFitAreRefused() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(1);
        var a = new Hand("a");
        a.isReady(1);
        a.work();
        a.say(new Message.Result(a.job, 0, 0, false, new byte[600]));
        a.say(new Message.Result(a.job, 0, 600, true, new byte[401]));
        a.work();
        a.say(new Message.Result(a.job, 0, 5, true, new byte[1]));
        a.work();
        a.say(new Message.Result(a.job, 0, 0, false, new byte[600]));
        a.say(new Message.Result(a.job, 0, 600, true, new byte[400]));
        assertThat(tickets.get(0).await(10_000).bytes()).hasSize(1_000);
        assertThat(log()).hasSize(2).containsOnly("worker a sent a result that does not fit");
    }

    @Test
    void withoutWorkersTimeGoesOn() throws InterruptedException {
        coordinator.enter();
        clock.set(5);
        assertThat(coordinator.nanosWithoutWorkers()).isEqualTo(5);
        var a = new Hand("a");
        a.isReady(1);
        a.isIdle();
        clock.set(9);
        assertThat(coordinator.nanosWithoutWorkers()).isZero();
        a.member.cutOff();
        while (coordinator.counts().lost() == 0) {
            Thread.sleep(1);
        }
        clock.set(12);
        assertThat(coordinator.nanosWithoutWorkers()).isEqualTo(3);
    }

    /** A worker would refuse the message, and say nothing of the unit. */
    @Test
    void whatIsMoreThanAWorkerTakesFailsAtOnce() throws InterruptedException {
        coordinator.enter();
        var a = new Hand("a");
        a.isReady(1);
        a.isIdle();
        var hash = new ContentHash("0".repeat(64));
        var here = Path.of("here");
        // 1,025 bytes and 1,024, in two for each letter
        var tooLong = new WorkFile("ü".repeat(512) + "n", hash, 5, here);
        var longest = new WorkFile("ü".repeat(512), hash, 5, here);
        var tooLarge = new WorkFile("big", hash, (1L << 40) + 1, here);
        assertThat(result(coordinator.submit(new byte[1], List.of(longest, tooLong))))
                .isEqualTo(
                        "a name of 1,025 bytes is too long for a worker, 1,024 at most: "
                                + "ü".repeat(40)
                                + "...");
        assertThat(result(coordinator.submit(new byte[1], List.of(tooLarge))))
                .isEqualTo(
                        "big of 1,099,511,627,777 bytes is too large for a worker,"
                                + " 1,099,511,627,776 at most");
        assertThat(result(coordinator.submit(new byte[65_537], List.of())))
                .isEqualTo(
                        "65,537 bytes and 0 files are too many for a worker, 65,536 and 1000 at"
                                + " most");
        // 4 + 2 + 1 + 8 to begin with, 4 + 4 + 4 of the unit and its lengths, and the task
        boss.longest = 127;
        assertThat(result(coordinator.submit(new byte[101], List.of())))
                .isEqualTo("a message of 128 bytes is too long for this cluster, 127 at most");
        a.isIdle();
        coordinator.submit(new byte[100], List.of());
        assertThat(a.work()).isEqualTo(4);
        boss.longest = 1 << 30;
        coordinator.submit(new byte[1], List.of(longest));
        assertThat(a.work()).isEqualTo(5);
    }

    @Test
    void whoCannotBeSentToIsLost() throws InterruptedException {
        coordinator.enter();
        var a = new Hand("a");
        a.isReady(1);
        a.isIdle();
        boss.failsToSend.set(1);
        var tickets = submit(1);
        while (coordinator.counts().lost() == 0) {
            Thread.onSpinWait();
        }
        var b = new Hand("b");
        b.isReady(1);
        assertThat(b.work()).isZero();
        b.done(0, "b");
        assertThat(result(tickets.get(0))).isEqualTo("b");
        assertThat(log())
                .containsExactly(
                        "worker a cannot be sent to: java.lang.Error: on purpose",
                        "worker a is lost; it had 1 units, which others get");
    }

    /** Numbers of units are easy to guess. */
    @Test
    void resultsComeFromWhoWasGivenTheUnit() throws InterruptedException {
        coordinator.enter();
        var a = new Hand("a");
        a.isReady(1);
        a.isIdle();
        var tickets = submit(1);
        assertThat(a.work()).isZero();
        var other = new Hand("other");
        other.isReady(1);
        other.done(0, "made up");
        other.isIdle();
        assertThat(tickets.get(0).await(0)).isNull();
        a.done(0, "a");
        assertThat(result(tickets.get(0))).isEqualTo("a");
    }

    /** What a member makes up is told, and kept, only so often. */
    @Test
    void whatIsToldHasABound() throws InterruptedException {
        coordinator.enter();
        var a = new Hand("a");
        a.isReady(1);
        a.isIdle();
        for (int i = 0; i < Coordinator.MOST_TOLD + 100; i++) {
            a.say(new Message.Refusal(a.job, "2." + i));
        }
        a.isIdle();
        assertThat(log()).hasSize(Coordinator.MOST_TOLD);
    }

    /** Nothing is sent while the first is on its way: those behind it have a bound. */
    @Test
    void whatIsAskedForHasABound() throws InterruptedException {
        coordinator.enter();
        var a = new Hand("a");
        a.isReady(1);
        a.isIdle();
        boss.holdSending.lock();
        try {
            for (int i = 1; i <= 2_500; i++) {
                a.say(new Message.Need(a.job, i, new ContentHash("%064x".formatted(i))));
            }
            // What is asked for already may be asked for again
            a.say(new Message.Need(a.job, 2_501, new ContentHash("%064x".formatted(2))));
            // Told as soon as all before it is taken in
            a.say(new Message.Refusal(a.job, "2.0"));
            while (log().isEmpty()) {
                Thread.onSpinWait();
            }
        } finally {
            boss.holdSending.unlock();
        }
        for (int i = 1; i <= 2_000; i++) {
            assertThat(a.next(Message.Missing.class).transfer()).isEqualTo(i == 2 ? 2_501 : i);
        }
        a.transfers = 2_501;
        a.isIdle();
    }

    /** Who asks again wants nothing of what is on its way any more; one answer is at work. */
    @Test
    void contentThatIsAskedForAgainBeginsAnew(@TempDir Path folder) throws Exception {
        coordinator.enter();
        int size = 3 * MessageCodec.LONGEST_PIECE;
        var file = WorkFile.of("n", Files.write(folder.resolve("n"), new byte[size]));
        coordinator.submit(new byte[1], List.of(file));
        var a = new Hand("a");
        a.isReady(1);
        assertThat(a.work()).isZero();
        for (int transfer = 1; transfer <= 50; transfer++) {
            a.say(new Message.Need(a.job, transfer, file.hash()));
        }
        int at = 0;
        long end = 0;
        boolean isWhole = false;
        while (!isWhole) {
            var piece = a.next(Message.Piece.class);
            if (piece.transfer() != at) {
                assertThat(piece.transfer()).isGreaterThan(at);
                at = piece.transfer();
                end = 0;
            }
            assertThat(piece.offset()).isEqualTo(end);
            end += piece.bytes().length;
            isWhole = at == 50 && piece.last();
        }
        assertThat(end).isEqualTo(size);
        a.isIdle();
    }

    @Test
    void whatIsWithdrawnIsDropped() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(4);
        var a = new Hand("a");
        a.isReady(1);
        a.work();
        a.work();
        tickets.get(0).withdraw();
        assertThat(a.next(Message.Drop.class).unit()).isZero();
        assertThat(result(tickets.get(0))).isEqualTo("not wanted any more");
        assertThat(a.work()).as("there is room").isEqualTo(2);
        // Nobody has begun it
        tickets.get(3).withdraw();
        assertThat(result(tickets.get(3))).isEqualTo("not wanted any more");
        a.done(1, "one");
        a.isIdle();
        coordinator.close();
        assertThat(a.next(Message.Drop.class).unit()).isEqualTo(2);
        a.next(Message.End.class);
    }

    /** Also of who has come again after it was thought lost, and has the unit no more. */
    @Test
    void ofAResultThatIsRefusedNothingStays() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(1);
        var a = new Hand("a");
        a.isReady(1);
        assertThat(a.work()).isZero();
        a.member.cutOff();
        var b = new Hand("b");
        b.isReady(1);
        assertThat(b.work()).isZero();
        a.member.letIn();
        a.isReady(1);
        a.say(new Message.Result(a.job, 0, 0, false, new byte[600]));
        a.say(new Message.Result(a.job, 0, 5, true, new byte[1]));
        a.isIdle();
        a.done(0, "a");
        assertThat(result(tickets.get(0))).isEqualTo("a");
        assertThat(log()).containsExactly("worker a is lost; it had 1 units, which others get");
    }

    /** The same of what it had begun to send before it dropped the job. */
    @Test
    void ofAResultOfADroppedJobNothingStays() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(1);
        var a = new Hand("a");
        a.isReady(1);
        assertThat(a.work()).isZero();
        a.member.cutOff();
        var b = new Hand("b");
        b.isReady(1);
        assertThat(b.work()).isZero();
        a.member.letIn();
        a.isReady(1);
        a.say(new Message.Result(a.job, 0, 0, false, new byte[600]));
        a.say(new Message.Unknown(a.job));
        a.isReady(1);
        a.done(0, "a");
        assertThat(result(tickets.get(0))).isEqualTo("a");
    }

    /** Nor of a unit that it gives back in the middle of what it sends. */
    @Test
    void ofAResultThatIsGivenBackNothingStays() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(1);
        var a = new Hand("a");
        a.isReady(1);
        assertThat(a.work()).isZero();
        a.say(new Message.Result(a.job, 0, 0, false, new byte[600]));
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        assertThat(a.work()).isZero();
        a.done(0, "a");
        assertThat(result(tickets.get(0))).isEqualTo("a");
        assertThat(log()).containsExactly("worker a gave a unit back: no space left");
    }

    /** At once, not when somebody looks the next time. */
    @Test
    void whatThereIsNoRoomForGoesToAnother() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        var b = ready("b");
        submit(3);
        assertThat(List.of(a.work(), b.work(), a.work())).containsExactly(0, 1, 2);
        a.say(new Message.NoRoom(a.job, 2));
        assertThat(b.work()).isEqualTo(2);
        assertThat(coordinator.counts().again()).isEqualTo(1);
    }

    /** Likewise what a worker had that has dropped the job. */
    @Test
    void whatADroppedJobHadGoesToAnother() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        submit(2);
        assertThat(List.of(a.work(), a.work())).containsExactly(0, 1);
        var b = ready("b");
        a.say(new Message.Unknown(a.job));
        assertThat(List.of(b.work(), b.work())).containsExactly(0, 1);
    }

    /** A second one does not do it, the first does: nobody else is to. */
    @Test
    void whatOneOfTwoHasNoRoomForStaysWithTheOther() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        submit(3);
        assertThat(List.of(a.work(), a.work())).containsExactly(0, 1);
        a.done(0, "a");
        assertThat(a.work()).isEqualTo(2);
        var b = new Hand("b");
        b.isReady(1);
        assertThat(b.work()).as("it waits with a").isEqualTo(2);
        var c = ready("c");
        submit(1);
        assertThat(c.work()).isEqualTo(3);
        b.say(new Message.NoRoom(b.job, 2));
        b.isIdle();
        c.isIdle();
        a.isIdle();
    }

    /** A member that has not answered does nothing, so that nothing waits for it. */
    @Test
    void nothingWaitsForWhoHasNotAnswered() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        submit(1);
        assertThat(a.work()).isZero();
        new Hand("silent").next(Message.Offer.class);
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        assertThat(a.work()).isZero();
        // Nor does it change who is asked first
        var c = ready("c");
        submit(1);
        assertThat(c.work()).isEqualTo(1);
        a.isIdle();
        clock.set(1_000_000_000);
        c.done(1, "c");
        c.isIdle();
        submit(1);
        assertThat(c.work()).as("it has less to do than a").isEqualTo(2);
    }

    /** Three times were enough, but for who has joined since. */
    @Test
    void aUnitThatIsGivenBackOftenGoesToWhoHasNotSeenIt() throws InterruptedException {
        coordinator.enter();
        var tickets = submit(1);
        var a = new Hand("a");
        a.isReady(1);
        a.work();
        for (int time = 0; time < 2; time++) {
            a.say(new Message.GaveUp(a.job, 0, "no space left"));
            assertThat(a.work()).isZero();
        }
        var b = ready("b");
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        assertThat(b.work()).isZero();
        b.done(0, "b");
        assertThat(result(tickets.get(0))).isEqualTo("b");
    }

    /** The next one at a place goes to who is at the one before, though another is idle. */
    @Test
    void aPlaceIsKeptByWhoIsAtIt() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        submitAt(5);
        assertThat(a.work()).isZero();
        var b = ready("b");
        submitAt(5);
        assertThat(a.work()).isEqualTo(1);
        b.isIdle();
    }

    /** Of two who have the same unit, the first to do it. */
    @Test
    void aPlaceIsKeptByWhoWasFirst() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        submitAt(4, 5, 6);
        assertThat(List.of(a.work(), a.work())).containsExactly(0, 1);
        a.done(0, "a");
        assertThat(a.work()).isEqualTo(2);
        var b = new Hand("b");
        b.isReady(1);
        assertThat(b.work()).isEqualTo(2);
        b.done(2, "b");
        assertThat(a.next(Message.Drop.class).unit()).isEqualTo(2);
        a.done(1, "a");
        a.isIdle();
        submitAt(6);
        assertThat(b.work()).as("though a is first of two who are idle").isEqualTo(3);
    }

    /** Whoever has a place and has dropped the job is not waited for, by who has room either. */
    @Test
    void aPlaceOfADroppedJobIsAnybodys() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        submitAt(5);
        assertThat(a.work()).isZero();
        a.done(0, "a");
        a.isIdle();
        a.say(new Message.Unknown(a.job));
        a.next(Message.Offer.class);
        var b = ready("b");
        submitAt(6, 5);
        assertThat(List.of(b.work(), b.work())).containsExactly(1, 2);
    }

    /** Jobs of others have units of the same numbers. */
    @Test
    void messagesOfAnotherJobAreNotOurs() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        var tickets = submit(1);
        assertThat(a.work()).isZero();
        a.say(new Message.Result(a.job + 1, 0, 0, true, new byte[1]));
        a.say(new Message.GaveUp(a.job + 1, 0, "no space left"));
        a.isIdle();
        assertThat(tickets.get(0).await(0)).isNull();
        a.done(0, "a");
        assertThat(result(tickets.get(0))).isEqualTo("a");
    }

    /** It is told of once, and what it has stays its own. */
    @Test
    void aMemberThatIsAnnouncedAgainIsTheSame() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        submit(1);
        assertThat(a.work()).isZero();
        boss.isToldAgainOf(a.member.self());
        a.isIdle();
        assertThat(coordinator.places()).isEqualTo(2);
        a.member.cutOff();
        while (coordinator.counts().lost() == 0) {
            Thread.onSpinWait();
        }
        assertThat(log()).containsExactly("worker a is lost; it had 1 units, which others get");
    }

    /** What cannot be sent to who has left is no news. */
    @Test
    void whoHasLeftIsLostOnce() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        boss.holdSending.lock();
        try {
            submit(1);
            while (!boss.holdSending.hasQueuedThreads()) {
                Thread.onSpinWait();
            }
            submit(1);
            a.member.cutOff();
            while (coordinator.counts().lost() == 0) {
                Thread.onSpinWait();
            }
            boss.failsToSend.set(9);
        } finally {
            boss.holdSending.unlock();
        }
        // What was under way fails, and nothing more is sent
        while (boss.failsToSend.get() == 9) {
            Thread.onSpinWait();
        }
        Thread.sleep(50);
        assertThat(boss.failsToSend.get()).isEqualTo(8);
        assertThat(log()).containsExactly("worker a is lost; it had 2 units, which others get");
        assertThat(coordinator.counts().lost()).isOne();
        boss.failsToSend.set(0);
    }

    /** Of what was asked for again no more is sent than what is on its way, and all is counted. */
    @Test
    void nothingMoreIsSentOfWhatIsNotWaitedFor(@TempDir Path folder) throws Exception {
        coordinator.enter();
        int size = 3 * MessageCodec.LONGEST_PIECE;
        var file = WorkFile.of("n", Files.write(folder.resolve("n"), new byte[size]));
        coordinator.submit(new byte[1], List.of(file));
        var a = new Hand("a");
        a.isReady(1);
        assertThat(a.work()).isZero();
        boss.holdSending.lock();
        try {
            a.say(new Message.Need(a.job, 1, file.hash()));
            while (!boss.holdSending.hasQueuedThreads()) {
                Thread.onSpinWait();
            }
            a.say(new Message.Need(a.job, 2, file.hash()));
            a.say(new Message.Refusal(a.job, "2.0"));
            while (log().isEmpty()) {
                Thread.onSpinWait();
            }
        } finally {
            boss.holdSending.unlock();
        }
        var transfers = new ArrayList<Integer>();
        for (int piece = 0; piece < 4; piece++) {
            transfers.add(a.next(Message.Piece.class).transfer());
        }
        assertThat(transfers).containsExactly(1, 2, 2, 2);
        a.transfers = 2;
        a.isIdle();
        assertThat(coordinator.counts().contentBytes()).isEqualTo(size / 3 * 4);
    }

    /** A file that was cut short since its length was looked at. */
    @Test
    void contentThatIsShorterThanItWasHasAnEnd(@TempDir Path folder) throws Exception {
        coordinator.enter();
        var place = Files.write(folder.resolve("n"), new byte[5]);
        var file = new WorkFile("n", ContentHash.of(place), 10, place);
        coordinator.submit(new byte[1], List.of(file));
        var a = new Hand("a");
        a.isReady(1);
        assertThat(a.work()).isZero();
        a.say(new Message.Need(a.job, 1, file.hash()));
        var first = a.next(Message.Piece.class);
        assertThat(first.last()).isFalse();
        assertThat(first.bytes()).hasSize(5);
        var second = a.next(Message.Piece.class);
        assertThat(second.last()).isTrue();
        assertThat(second.bytes()).isEmpty();
        a.transfers = 1;
        a.isIdle();
    }

    /** Somebody else has the place: no fault of it if what was there before was of no use. */
    @Test
    void whoHasAPlaceSinceThenKeepsIt() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        var first =
                coordinator.submitAll(List.of(new byte[1]), List.of(), new int[] {4}).getFirst();
        assertThat(a.work()).isZero();
        a.done(0, "bad");
        assertThat(result(first)).isEqualTo("bad");
        submitAt(4);
        assertThat(a.work()).isEqualTo(1);
        a.member.cutOff();
        var b = new Hand("b");
        b.isReady(1);
        assertThat(b.work()).isEqualTo(1);
        var c = ready("c");
        coordinator.submitAgain(first, new byte[1], List.of(), 4);
        assertThat(b.work()).isEqualTo(2);
        assertThat(c.work()).as("b has not begun it").isEqualTo(2);
    }

    /** Whose results at a place were of no use is asked for the next one there as others are. */
    @Test
    void whoSpoiltAPlaceDoesNotKeepIt() throws InterruptedException {
        coordinator.enter();
        var a = ready("a");
        var first =
                coordinator.submitAll(List.of(new byte[1]), List.of(), new int[] {4}).getFirst();
        assertThat(a.work()).isZero();
        a.done(0, "bad");
        assertThat(result(first)).isEqualTo("bad");
        var b = ready("b");
        var second = coordinator.submitAgain(first, new byte[1], List.of(), 4);
        assertThat(b.work()).isEqualTo(1);
        b.done(1, "bad");
        assertThat(result(second)).isEqualTo("bad");
        b.isIdle();
        var c = ready("c");
        submit(6);
        assertThat(List.of(a.work(), b.work(), c.work(), a.work(), b.work(), c.work()))
                .containsExactly(2, 3, 4, 5, 6, 7);
        b.done(3, "done");
        b.done(6, "done");
        assertThat(b.work()).as("a has not begun it").isEqualTo(5);
        a.done(2, "done");
        a.done(5, "done");
        assertThat(b.next(Message.Drop.class).unit()).isEqualTo(5);
        assertThat(a.work()).as("c has not begun it").isEqualTo(7);
        submit(1);
        assertThat(b.work()).isEqualTo(8);
        // It waits for c; what comes next there goes to who is first of two with as much to do
        assertThat(coordinator.submitAgain(second, new byte[1], List.of(), 4).await(0)).isNull();
        submitAt(4);
        assertThat(a.work()).isEqualTo(10);
        b.isIdle();
    }
}
