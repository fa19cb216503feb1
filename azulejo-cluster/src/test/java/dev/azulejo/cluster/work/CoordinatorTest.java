package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;

/** Who takes part, what they are asked, and what they say that is told. */
class CoordinatorTest extends CoordinatorHarness {
    /** An offer, or its answer, may go astray. */
    @Test
    void whoDoesNotAnswerIsAskedAgain() throws InterruptedException {
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
        a.gets(0);
        clock.set(9_000_000_000L);
        coordinator.review();
        a.isIdle();
    }

    /** Of three members one works, one has another release and one has units of its own. */
    @Test
    void whoRefusesHasAnswered() throws InterruptedException {
        var a = new Hand("a");
        var b = new Hand("b");
        // What the other one offers comes first
        assertThat(a.next(Message.Offer.class).release()).isEqualTo("1.0");
        assertThat(b.next(Message.Offer.class).release()).isEqualTo("1.0");
        var late = network.member("late");
        try (var job = new Coordinator(late, "1.0", 1_000, clock::get, this::note)) {
            job.enter();
            a.isReady(1);
            a.isIdle();
            assertThat(job.haveAllAnswered()).isFalse();
            b.job = b.next(Message.Offer.class).job();
            b.say(new Message.Refusal(b.job, "1.1"));
            b.isIdle();
            while (!job.haveAllAnswered()) {
                Thread.sleep(1);
            }
            assertThat(job.places()).isEqualTo(2);
            clock.set(2_000_000_000L);
            job.review();
            b.isIdle();
        }
    }

    @Test
    void aWorkerCountsAsHavingNoMoreSlotsThanItsJobSays() throws InterruptedException {
        coordinator.close();
        var other = network.member("other");
        try (var job = new Coordinator(other, "1.0", 1_000, 1, clock::get, this::note)) {
            job.join();
            var a = begins("a", 4);
            for (int i = 0; i < 3; i++) {
                job.submit(new byte[1], List.of());
            }
            a.gets(0, 1);
            a.isIdle();
            assertThat(job.places()).isEqualTo(2);
        }
    }

    @Test
    void anotherReleaseGetsNothingAndIsTold() throws InterruptedException {
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
        var good = begins("good");
        good.gets(0);
        assertThat(log())
                .contains(
                        "worker old is of release 0.9, this is 1.0: one release expected on all",
                        "worker polite is of release 1.1, this is 1.0: one release expected on all",
                        "other speaks version 9 of the messages, this is version 1: one release"
                                + " expected on all",
                        "other sent what is no message: not a message: AZCL expected")
                .hasSize(4);
    }

    @Test
    void withoutWorkersTimeGoesOn() throws InterruptedException {
        clock.set(5);
        assertThat(coordinator.nanosWithoutWorkers()).isEqualTo(5);
        var a = ready("a");
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
        var a = ready("a");
        var hash = new ContentHash("0".repeat(64));
        var here = Path.of("here");
        var time = FileTime.fromMillis(0);
        // 1,025 bytes and 1,024, in two for each letter
        var tooLong = new WorkFile("ü".repeat(512) + "n", hash, 5, here, time);
        var longest = new WorkFile("ü".repeat(512), hash, 5, here, time);
        var tooLarge = new WorkFile("big", hash, (1L << 40) + 1, here, time);
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
        a.gets(4);
        boss.longest = 1 << 30;
        coordinator.submit(new byte[1], List.of(longest));
        a.gets(5);
    }

    @Test
    void whoCannotBeSentToIsLost() throws InterruptedException {
        ready("a");
        boss.failsToSend.set(1);
        var tickets = submit(1);
        while (coordinator.counts().lost() == 0) {
            Thread.onSpinWait();
        }
        var b = begins("b");
        b.gets(0);
        b.done(0, "b");
        assertThat(result(tickets.get(0))).isEqualTo("b");
        assertThat(log())
                .containsExactly(
                        "worker a cannot be sent to: java.lang.Error: on purpose",
                        "worker a is lost; it had 1 units, which others get");
    }

    /** What a member makes up is told, and kept, only so often. */
    @Test
    void whatIsToldHasABound() throws InterruptedException {
        var a = ready("a");
        for (int i = 0; i < Coordinator.MOST_TOLD + 100; i++) {
            a.say(new Message.Refusal(a.job, "2." + i));
        }
        a.isIdle();
        assertThat(log()).hasSize(Coordinator.MOST_TOLD);
    }

    /** Jobs of others have units of the same numbers. */
    @Test
    void messagesOfAnotherJobAreNotOurs() throws InterruptedException {
        var a = ready("a");
        var tickets = submit(1);
        a.gets(0);
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
        var a = ready("a");
        submit(1);
        a.gets(0);
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

    /** While the last messages are sent: nobody would take back what is offered then. */
    @Test
    void whoJoinsWhileItClosesIsOfferedNothing() throws InterruptedException {
        ready("a");
        ready("b");
        boss.holdSending.lock();
        try {
            var ticket = submit(1).getFirst();
            var closing = Thread.ofVirtual().start(coordinator::close);
            assertThat(result(ticket)).isEqualTo("not wanted any more");
            new Hand("late");
            closing.join();
        } finally {
            boss.holdSending.unlock();
        }
        assertThat(coordinator.haveAllAnswered()).as("nobody was asked").isTrue();
    }
}
