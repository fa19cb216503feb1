package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.cluster.message.Message;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What is given again: of workers that are lost, give units back, or have dropped the job. */
class CoordinatorLossTest extends CoordinatorHarness {
    @Test
    void unitsOfALostWorkerComeFirst() throws InterruptedException {
        var tickets = submit(4);
        var a = begins("a");
        a.gets(0, 1);
        a.member.cutOff();
        var b = begins("b");
        b.gets(0, 1);
        b.done(0, "zero");
        b.gets(2);
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
        var tickets = submit(1);
        var a = begins("a");
        a.gets(0);
        a.member.cutOff();
        a.member.letIn();
        a.isReady(1);
        a.gets(0);
        a.done(0, "at last");
        assertThat(result(tickets.get(0))).isEqualTo("at last");
    }

    /**
     * What comes of a pause of the coordinator: workers have dropped its job, and it has lost
     * nobody.
     */
    @Test
    void whoHasDroppedTheJobGetsAllAnewAndNothingIsLost() throws InterruptedException {
        var tickets = submit(3);
        var a = new Hand("a");
        for (int round = 1; round <= 4; round++) {
            a.isReady(1);
            a.gets(0, 1);
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
        a.gets(2);
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
        submit(2);
        var a = begins("a");
        a.gets(0, 1);
        clock.set(7);
        a.say(new Message.Unknown(a.job));
        a.next(Message.Offer.class);
        a.isIdle();
        clock.set(9);
        assertThat(coordinator.nanosWithoutWorkers()).isEqualTo(2);
        var b = begins("b");
        b.gets(0, 1);
        assertThat(coordinator.counts().lost()).isZero();
    }

    /** Perhaps it is what ends them. */
    @Test
    void aUnitThatThreeWorkersWereLostWithIsGivenUp() throws InterruptedException {
        var tickets = submit(1);
        for (var name : List.of("a", "b", "c")) {
            var hand = begins(name);
            hand.gets(0);
            hand.member.cutOff();
        }
        assertThat(result(tickets.get(0)))
                .isEqualTo("given up after 3 tries with 3 workers, the last c: lost");
    }

    /** It has not ended those that are there again. */
    @Test
    void aUnitWhoseWorkersComeAgainIsNotGivenUp() throws InterruptedException {
        var tickets = submit(1);
        var a = begins("a");
        a.gets(0);
        a.member.cutOff();
        var b = begins("b");
        b.gets(0);
        b.member.cutOff();
        a.member.letIn();
        a.next(Message.Offer.class);
        var c = begins("c");
        c.gets(0);
        c.member.cutOff();
        var d = begins("d");
        d.gets(0);
        d.done(0, "at last");
        assertThat(result(tickets.get(0))).isEqualTo("at last");
        assertThat(coordinator.counts().lost()).isEqualTo(3);
    }

    /** Perhaps it is what keeps it from answering. */
    @Test
    void aUnitWhoseWorkerComesAgainTooOftenIsGivenUp() throws InterruptedException {
        var tickets = submit(1);
        var a = begins("a");
        // Eight times it is forgiven; the third time after that is the last
        for (int time = 1; time <= 8 + 3; time++) {
            a.gets(0);
            a.member.cutOff();
            if (time < 8 + 3) {
                assertThat(tickets.get(0).await(0)).isNull();
                a.member.letIn();
                a.isReady(1);
            }
        }
        assertThat(result(tickets.get(0)))
                .isEqualTo("given up after 3 tries with 1 worker, the last a: lost");
        assertThat(coordinator.counts().given()).isEqualTo(8 + 3);
    }

    /** That somebody comes again says nothing of what it gave back. */
    @Test
    void whatWasGivenBackIsNotForgiven() throws InterruptedException {
        var tickets = submit(1);
        var a = begins("a");
        a.work();
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        a.work();
        a.member.cutOff();
        a.member.letIn();
        a.isReady(1);
        a.work();
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        a.work();
        assertThat(tickets.get(0).await(0)).isNull();
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        assertThat(result(tickets.get(0)))
                .isEqualTo("given up after 3 tries with 1 worker, the last a: no space left");
    }

    /** Whoever gave it back, and was lost later, is not one that it was lost with. */
    @Test
    void whoGaveAUnitBackAndComesAgainIsNotForgiven() throws InterruptedException {
        var tickets = submit(1);
        var a = begins("a");
        a.gets(0);
        var b = ready("b");
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        b.gets(0);
        a.member.cutOff();
        a.member.letIn();
        a.isReady(1);
        b.say(new Message.GaveUp(b.job, 0, "no space left"));
        a.gets(0);
        assertThat(tickets.get(0).await(0)).isNull();
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        assertThat(result(tickets.get(0)))
                .isEqualTo("given up after 3 tries with 2 workers, the last a: no space left");
    }

    @Test
    void aUnitThatIsGivenBackGoesElsewhere() throws InterruptedException {
        var tickets = submit(1);
        var a = begins("a");
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
        var bad = ready("bad");
        var good = ready("good");
        submit(2);
        assertThat(List.of(bad.work(), good.work())).containsExactly(0, 1);
        good.done(1, "good");
        good.isIdle();
        bad.say(new Message.GaveUp(bad.job, 0, "no space left"));
        good.gets(0);
        bad.isIdle();
        // It may be asked first again, and what the other one has is late
        clock.set(2_000_000_000);
        coordinator.review();
        bad.isIdle();
        assertThat(coordinator.counts().twice()).isZero();
    }

    /** Who has no room is the least busy of all, and would be first each time. */
    @Test
    void whatOneGivesBackIsDoneByAnother() throws InterruptedException {
        var bad = ready("bad");
        var good = ready("good");
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
        var bad = ready("bad");
        var good = ready("good");
        submit(6);
        assertThat(List.of(bad.work(), good.work(), bad.work(), good.work()))
                .containsExactly(0, 1, 2, 3);
        bad.say(new Message.GaveUp(bad.job, 0, "no space left"));
        bad.isIdle();
        bad.done(2, "done");
        assertThat(bad.work()).as("it can do something").isEqualTo(4);
        bad.gets(5);
        bad.say(new Message.GaveUp(bad.job, 4, "no space left"));
        bad.isIdle();
        submit(1);
        clock.set(999_999_999);
        coordinator.review();
        bad.isIdle();
        clock.set(1_000_000_000);
        coordinator.review();
        bad.gets(6);
    }

    /** With others busy, it waits for them rather than going to who has given it back. */
    @Test
    void whatWasGivenBackWaitsForAnother() throws InterruptedException {
        var good = ready("good");
        var tickets = submit(3);
        good.gets(0, 1);
        var bad = begins("bad");
        bad.gets(2);
        for (int time = 0; time < 2; time++) {
            bad.say(new Message.GaveUp(bad.job, 2, "no space left"));
            bad.isIdle();
        }
        good.done(0, "good");
        good.gets(2);
        good.done(2, "as well");
        assertThat(result(tickets.get(2))).isEqualTo("as well");
        // Without the good one, what it has lost goes to who has not
        good.member.cutOff();
        bad.gets(1);
    }

    /** Likewise what a worker had that has dropped the job. */
    @Test
    void whatADroppedJobHadGoesToAnother() throws InterruptedException {
        var a = ready("a");
        submit(2);
        a.gets(0, 1);
        var b = ready("b");
        a.say(new Message.Unknown(a.job));
        b.gets(0, 1);
    }

    /** Three times were enough, but for who has joined since. */
    @Test
    void aUnitThatIsGivenBackOftenGoesToWhoHasNotSeenIt() throws InterruptedException {
        var tickets = submit(1);
        var a = begins("a");
        a.work();
        for (int time = 0; time < 2; time++) {
            a.say(new Message.GaveUp(a.job, 0, "no space left"));
            a.gets(0);
        }
        var b = ready("b");
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        b.gets(0);
        b.done(0, "b");
        assertThat(result(tickets.get(0))).isEqualTo("b");
    }
}
