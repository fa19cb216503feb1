package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.cluster.message.Message;

import org.junit.jupiter.api.Test;

/** Which results count, and what stays of those that do not. */
class CoordinatorResultsTest extends CoordinatorHarness {
    /** A long pause of a worker looks as if it were lost; what it has made all the same counts. */
    @Test
    void theResultOfAWorkerThatWasThoughtLostCounts() throws InterruptedException {
        var tickets = submit(1);
        var a = begins("a");
        a.gets(0);
        a.say(new Message.Result(a.job, 0, 0, false, new byte[10]));
        a.isIdle();
        a.member.cutOff();
        var b = begins("b");
        b.gets(0);
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

    /** Results have a largest size, and come without gaps, or the unit goes elsewhere. */
    @Test
    void resultsThatDoNotFitAreRefused() throws InterruptedException {
        var tickets = submit(1);
        var a = begins("a");
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

    /** Numbers of units are easy to guess. */
    @Test
    void resultsComeFromWhoWasGivenTheUnit() throws InterruptedException {
        var a = ready("a");
        var tickets = submit(1);
        a.gets(0);
        var other = begins("other");
        other.done(0, "made up");
        other.isIdle();
        assertThat(tickets.get(0).await(0)).isNull();
        a.done(0, "a");
        assertThat(result(tickets.get(0))).isEqualTo("a");
    }

    /** Also of who has come again after it was thought lost, and has the unit no more. */
    @Test
    void ofAResultThatIsRefusedNothingStays() throws InterruptedException {
        var tickets = submit(1);
        var a = isThoughtLost();
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
        var tickets = submit(1);
        var a = isThoughtLost();
        a.say(new Message.Result(a.job, 0, 0, false, new byte[600]));
        a.say(new Message.Unknown(a.job));
        a.isReady(1);
        a.done(0, "a");
        assertThat(result(tickets.get(0))).isEqualTo("a");
    }

    /** Nor of a unit that it gives back in the middle of what it sends. */
    @Test
    void ofAResultThatIsGivenBackNothingStays() throws InterruptedException {
        var tickets = submit(1);
        var a = begins("a");
        a.gets(0);
        a.say(new Message.Result(a.job, 0, 0, false, new byte[600]));
        a.say(new Message.GaveUp(a.job, 0, "no space left"));
        a.gets(0);
        a.done(0, "a");
        assertThat(result(tickets.get(0))).isEqualTo("a");
        assertThat(log()).containsExactly("worker a gave a unit back: no space left");
    }
}
