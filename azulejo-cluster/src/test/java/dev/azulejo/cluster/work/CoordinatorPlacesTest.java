package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.cluster.message.Message;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Units with places: who has done one is given the next one there. */
class CoordinatorPlacesTest extends CoordinatorHarness {
    /** Whoever has done a place knows what is there. */
    @Test
    void unitsGoToWhoDidTheLastOneAtTheirPlace() throws InterruptedException {
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
        a.gets(9);
        b.done(4, "done");
        b.isIdle();
        b.done(5, "done");
        b.isIdleAmidWork();
        submitAt(6);
        a.gets(10);
        assertThat(coordinator.counts().again()).isZero();
    }

    /** What came of it was of no use: others do it, and whoever is left if there are none. */
    @Test
    void aUnitThatIsHandedInAgainAvoidsWhoDidIt() throws InterruptedException {
        var a = ready("a");
        var first =
                coordinator.submitAll(List.of(new byte[1]), List.of(), new int[] {4}).getFirst();
        a.gets(0);
        a.done(0, "bad");
        assertThat(result(first)).isEqualTo("bad");
        var b = ready("b");
        var second = coordinator.submitAgain(first, new byte[1], List.of(), 4);
        b.gets(1);
        a.isIdle();
        // Its place is b's from now on
        b.done(1, "bad too");
        assertThat(result(second)).isEqualTo("bad too");
        submitAt(4);
        b.gets(2);
        var third = coordinator.submitAgain(second, new byte[1], List.of(), 4);
        assertThat(a.work()).as("all have done it, and a has nothing to do").isEqualTo(3);
        a.done(3, "good");
        assertThat(result(third)).isEqualTo("good");
        a.isIdle();
    }

    /** Places of a worker that is lost, or gave a unit back, are anybody's. */
    @Test
    void placesOfALostWorkerAreAnybodys() throws InterruptedException {
        var a = ready("a");
        submitAt(1, 2, 3);
        a.gets(0, 1);
        var b = begins("b");
        assertThat(b.work()).as("nobody has done it").isEqualTo(2);
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        b.gets(0);
        a.member.cutOff();
        b.done(2, "done");
        b.gets(1);
    }

    /** The next one at a place goes to who is at the one before, though another is idle. */
    @Test
    void aPlaceIsKeptByWhoIsAtIt() throws InterruptedException {
        var a = ready("a");
        submitAt(5);
        a.gets(0);
        var b = ready("b");
        submitAt(5);
        a.gets(1);
        b.isIdle();
    }

    /** Of two who have the same unit, the first to do it. */
    @Test
    void aPlaceIsKeptByWhoWasFirst() throws InterruptedException {
        var a = ready("a");
        submitAt(4, 5, 6);
        a.gets(0, 1);
        a.done(0, "a");
        a.gets(2);
        var b = begins("b");
        b.gets(2);
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
        var a = ready("a");
        submitAt(5);
        a.gets(0);
        a.done(0, "a");
        a.isIdle();
        a.say(new Message.Unknown(a.job));
        a.next(Message.Offer.class);
        var b = ready("b");
        submitAt(6, 5);
        b.gets(1, 2);
    }

    /** Somebody else has the place: no fault of it if what was there before was of no use. */
    @Test
    void whoHasAPlaceSinceThenKeepsIt() throws InterruptedException {
        var a = ready("a");
        var first =
                coordinator.submitAll(List.of(new byte[1]), List.of(), new int[] {4}).getFirst();
        a.gets(0);
        a.done(0, "bad");
        assertThat(result(first)).isEqualTo("bad");
        submitAt(4);
        a.gets(1);
        a.member.cutOff();
        var b = begins("b");
        b.gets(1);
        var c = ready("c");
        coordinator.submitAgain(first, new byte[1], List.of(), 4);
        b.gets(2);
        assertThat(c.work()).as("b has not begun it").isEqualTo(2);
    }

    /** Whose results at a place were of no use is asked for the next one there as others are. */
    @Test
    void whoSpoiltAPlaceDoesNotKeepIt() throws InterruptedException {
        var a = ready("a");
        var first =
                coordinator.submitAll(List.of(new byte[1]), List.of(), new int[] {4}).getFirst();
        a.gets(0);
        a.done(0, "bad");
        assertThat(result(first)).isEqualTo("bad");
        var b = ready("b");
        var second = coordinator.submitAgain(first, new byte[1], List.of(), 4);
        b.gets(1);
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
        b.gets(8);
        // It waits for c; what comes next there goes to who is first of two with as much to do
        assertThat(coordinator.submitAgain(second, new byte[1], List.of(), 4).await(0)).isNull();
        submitAt(4);
        a.gets(10);
        b.isIdle();
    }
}
