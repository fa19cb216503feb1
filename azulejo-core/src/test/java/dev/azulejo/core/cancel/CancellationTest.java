package dev.azulejo.core.cancel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Wishes that work end, and who hears them. */
class CancellationTest {
    private final AtomicLong now = new AtomicLong(1000);

    private Cancellation after(long nanoseconds) {
        return new Cancellation(Duration.ofNanos(nanoseconds), null, now::get);
    }

    @Test
    void isUtteredOnceAndForAll() {
        var wish = new Cancellation();
        assertThat(wish.isCancelled()).isFalse();
        assertThatCode(() -> wish.check("it")).doesNotThrowAnyException();
        wish.cancel();
        wish.cancel();
        assertThat(wish.isCancelled()).isTrue();
        assertThatThrownBy(() -> wish.check("it"))
                .isExactlyInstanceOf(CancelledException.class)
                .hasMessage("it was cancelled");
    }

    @Test
    void timeIsOverAtItsEnd() {
        var wish = after(1_500_000_000);
        now.addAndGet(1_499_999_999);
        assertThat(wish.isCancelled()).isFalse();
        now.incrementAndGet();
        assertThat(wish.isCancelled()).isTrue();
        assertThatThrownBy(() -> wish.check("it"))
                .isInstanceOf(DeadlineException.class)
                .hasMessage("it: not done within 1.5 s, its deadline");
    }

    @Test
    void theOneWithinHearsTheOneWithout() {
        var outer = after(5_000_000_000L);
        var inner = outer.within(Duration.ofSeconds(9));
        now.addAndGet(5_000_000_000L);
        assertThat(inner.isCancelled()).isTrue();
        assertThatThrownBy(() -> inner.check("it"))
                .hasMessage("it: not done within 5 s, its deadline");
        var other = new Cancellation();
        var within = other.within(Duration.ofDays(1));
        assertThat(within.isCancelled()).isFalse();
        other.cancel();
        assertThat(within.isCancelled()).isTrue();
        var shorter = new Cancellation().within(Duration.ZERO);
        assertThat(shorter.isCancelled()).isTrue();
    }

    @Test
    void aConditionUttersItOnceAndForAll() {
        var mine = new Cancellation();
        var gone = new AtomicBoolean();
        var asked = new AtomicLong();
        var joined =
                Cancellation.when(
                        () -> {
                            asked.incrementAndGet();
                            return mine.isCancelled() || gone.get();
                        });
        assertThat(joined.isCancelled()).isFalse();
        assertThatCode(() -> joined.check("it")).doesNotThrowAnyException();
        assertThat(asked).as("asked at every look").hasValue(2);
        var within = joined.within(Duration.ofDays(1));
        gone.set(true);
        assertThatThrownBy(() -> within.check("it"))
                .isExactlyInstanceOf(CancelledException.class)
                .hasMessage("it was cancelled");
        gone.set(false);
        assertThat(joined.isCancelled()).as("the wish stays").isTrue();
        assertThat(asked).as("and nobody is asked any more").hasValue(3);
        var other = Cancellation.when(mine::isCancelled);
        mine.cancel();
        assertThat(other.isCancelled()).isTrue();
        var own = Cancellation.when(() -> false);
        own.cancel();
        assertThat(own.isCancelled()).isTrue();
    }

    @Test
    void anyTimeMayBeSaid() {
        assertThat(Cancellation.after(Duration.ZERO).isCancelled()).isTrue();
        assertThat(Cancellation.after(Duration.ofSeconds(Long.MAX_VALUE)).isCancelled()).isFalse();
        assertThatThrownBy(() -> Cancellation.after(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("deadline: PT-0.000000001S, a time that is not negative expected");
    }

    @Test
    void whatIsEverybodysCannotBeUttered() {
        assertThatThrownBy(Cancellation.NEVER::cancel)
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(Cancellation.NEVER.isCancelled()).isFalse();
    }

    // The sign

    @Test
    void anInterruptionOfWhoWaitsEndsTheWorkOfAll() throws InterruptedException {
        var sign = new StopSign("it");
        sign.begin(Cancellation.NEVER);
        var other = new Thread(() -> Thread.currentThread().interrupt());
        other.start();
        other.join();
        sign.check();
        Thread.currentThread().interrupt();
        assertThatThrownBy(sign::check)
                .isExactlyInstanceOf(CancelledException.class)
                .hasMessage("it was interrupted");
        assertThat(Thread.interrupted()).as("the mark stays").isTrue();
        assertThatThrownBy(sign::check).hasMessage("it was interrupted");
        sign.begin(Cancellation.NEVER);
        sign.check();
        sign.end();
        Thread.currentThread().interrupt();
        sign.check();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void onlyAnInterruptionOfWhoWaitsCounts() throws InterruptedException {
        var sign = new StopSign("it");
        sign.begin(Cancellation.NEVER);
        var other = new Thread(sign::interrupted);
        other.start();
        other.join();
        sign.check();
        sign.interrupted();
        assertThatThrownBy(sign::check).hasMessage("it was interrupted");
    }

    @Test
    void stoppedForEverNothingBegins() {
        var sign = new StopSign("it");
        sign.begin(Cancellation.NEVER);
        sign.stopForEver("was ended");
        assertThatThrownBy(sign::check).hasMessage("it was ended");
        sign.end();
        assertThatThrownBy(() -> sign.begin(Cancellation.NEVER)).hasMessage("it was ended");
    }

    @Test
    void aWishEndsTheWorkItWasHandedIn() {
        var wish = new Cancellation();
        var sign = new StopSign("it");
        sign.begin(wish);
        sign.check();
        wish.cancel();
        assertThatThrownBy(sign::check).hasMessage("it was cancelled");
        assertThatThrownBy(() -> sign.begin(wish)).hasMessage("it was cancelled");
        sign.begin(Cancellation.NEVER);
        sign.check();
    }
}
