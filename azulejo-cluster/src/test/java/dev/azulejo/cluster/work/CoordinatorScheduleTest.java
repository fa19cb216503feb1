package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.cluster.message.Message;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Who gets which unit, and which is given twice. */
class CoordinatorScheduleTest extends CoordinatorHarness {
    @Test
    void aWorkerHasTwoUnitsForEachSlot() throws InterruptedException {
        var tickets = submit(7);
        var hand = begins("a", 2);
        hand.gets(0, 1, 2, 3);
        hand.isIdle();
        hand.done(1, "one");
        assertThat(result(tickets.get(1))).isEqualTo("one");
        hand.gets(4);
        hand.isIdle();
        assertThat(coordinator.places()).isEqualTo(4);
        // It is ready already
        hand.say(new Message.Ready(hand.job, "1.0", 9));
        hand.isIdle();
        assertThat(coordinator.places()).isEqualTo(4);
        assertThat(coordinator.counts()).isEqualTo(new ClusterCounts(1, 0, 7, 5, 0, 0, 0, 3));
    }

    /** Who joins late takes what is left, in turn. */
    @Test
    void unitsGoToWhoHasFewest() throws InterruptedException {
        var a = ready("a");
        var b = ready("b");
        submit(4);
        assertThat(List.of(a.work(), b.work(), a.work(), b.work())).containsExactly(0, 1, 2, 3);
    }

    /** Another one that is idle gets what the first has not begun, at once. */
    @Test
    void theLastUnitsAreGivenTwiceAndTheFirstResultCounts() throws InterruptedException {
        var a = begins("a");
        var tickets = submit(3);
        a.gets(0, 1);
        a.done(0, "a");
        a.gets(2);
        var b = begins("b");
        // a is at unit 1, and unit 2 waits there
        b.gets(2);
        b.done(2, "b");
        assertThat(a.next(Message.Drop.class).unit()).isEqualTo(2);
        assertThat(result(tickets.get(2))).isEqualTo("b");
        a.done(2, "too late");
        b.isIdle();
        assertThat(result(tickets.get(2))).isEqualTo("b");
        assertThat(coordinator.counts().twice()).isEqualTo(1);
    }

    /**
     * Who has no room has lost nothing, and is given something again after a second or a result.
     */
    @Test
    void aUnitThatThereIsNoRoomForIsNotLost() throws InterruptedException {
        var a = ready("a");
        var tickets = submit(2);
        a.gets(0, 1);
        for (int time = 1; time <= 4; time++) {
            a.say(new Message.NoRoom(a.job, 1));
            a.isIdle();
            clock.set(time * 1_000_000_000L - 1);
            coordinator.review();
            a.isIdle();
            clock.set(time * 1_000_000_000L);
            coordinator.review();
            a.gets(1);
        }
        a.say(new Message.NoRoom(a.job, 1));
        a.isIdle();
        a.done(0, "zero");
        a.gets(1);
        a.done(1, "one");
        assertThat(result(tickets.get(1))).isEqualTo("one");
        a.isIdle();
        assertThat(log()).isEmpty();
    }

    /** What is under way elsewhere is given to an idle worker only when it takes long. */
    @Test
    void whatTakesTwiceAsLongAsOthersIsGivenTwice() throws InterruptedException {
        var a = begins("a");
        var b = ready("b");
        clock.set(500);
        submit(2);
        a.gets(0);
        b.gets(1);
        clock.set(1_500);
        b.done(1, "b");
        b.isIdle();
        clock.set(2_500);
        coordinator.review();
        b.isIdle();
        clock.set(2_501);
        coordinator.review();
        b.gets(0);
        coordinator.review();
        b.isIdle();
        a.isIdle();
        assertThat(coordinator.counts().twice()).isEqualTo(1);
    }

    /** Two have it, at the most. */
    @Test
    void nothingIsGivenThreeTimes() throws InterruptedException {
        var a = ready("a");
        submit(3);
        a.gets(0, 1);
        a.done(0, "a");
        a.gets(2);
        var b = begins("b");
        assertThat(b.work()).as("it waits").isEqualTo(2);
        clock.set(100);
        var c = begins("c");
        assertThat(c.work()).as("it takes long").isEqualTo(1);
        var d = ready("d");
        coordinator.review();
        d.isIdle();
        assertThat(coordinator.counts().twice()).isEqualTo(2);
    }

    @Test
    void whatIsWithdrawnIsDropped() throws InterruptedException {
        var tickets = submit(4);
        var a = begins("a");
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

    /** At once, not when somebody looks the next time. */
    @Test
    void whatThereIsNoRoomForGoesToAnother() throws InterruptedException {
        var a = ready("a");
        var b = ready("b");
        submit(3);
        assertThat(List.of(a.work(), b.work(), a.work())).containsExactly(0, 1, 2);
        a.say(new Message.NoRoom(a.job, 2));
        b.gets(2);
        assertThat(coordinator.counts().again()).isEqualTo(1);
    }

    /** A second one does not do it, the first does: nobody else is to. */
    @Test
    void whatOneOfTwoHasNoRoomForStaysWithTheOther() throws InterruptedException {
        var a = ready("a");
        submit(3);
        a.gets(0, 1);
        a.done(0, "a");
        a.gets(2);
        var b = begins("b");
        assertThat(b.work()).as("it waits with a").isEqualTo(2);
        var c = ready("c");
        submit(1);
        c.gets(3);
        b.say(new Message.NoRoom(b.job, 2));
        b.isIdle();
        c.isIdle();
        a.isIdle();
    }

    /** A member that has not answered does nothing, so that nothing waits for it. */
    @Test
    void nothingWaitsForWhoHasNotAnswered() throws InterruptedException {
        var a = ready("a");
        submit(1);
        a.gets(0);
        new Hand("silent").next(Message.Offer.class);
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        a.gets(0);
        // Nor does it change who is asked first
        var c = ready("c");
        submit(1);
        c.gets(1);
        a.isIdle();
        clock.set(1_000_000_000);
        c.done(1, "c");
        c.isIdle();
        submit(1);
        assertThat(c.work()).as("it has less to do than a").isEqualTo(2);
    }
}
