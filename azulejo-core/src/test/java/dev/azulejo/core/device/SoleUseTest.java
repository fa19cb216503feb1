package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** One thread at a time, and none twice. */
class SoleUseTest {
    private final AtomicInteger refused = new AtomicInteger();
    private final SoleUse use = new SoleUse("one at a time", refused::incrementAndGet);

    /** What a thread of that name is told that tries to come in. */
    private Throwable other() throws InterruptedException {
        var thrown = new AtomicReference<Throwable>();
        var thread =
                new Thread(
                        () -> {
                            try {
                                use.enter(Cancellation.NEVER);
                                use.leave();
                            } catch (Throwable e) {
                                thrown.set(e);
                            }
                        },
                        "other");
        thread.start();
        thread.join();
        return thrown.get();
    }

    @Test
    void whoComesMeanwhileIsTold() throws InterruptedException {
        use.enter();
        assertThat(other())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "one at a time: thread '"
                                + Thread.currentThread().getName()
                                + "' is at it, called by thread 'other'; ");
        assertThatThrownBy(use::enter)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("one at a time: called again before the first call");
        use.leave();
        assertThat(other()).isNull();
        use.enter();
        use.leave();
        // Who was turned away at the door was not refused work.
        assertThat(refused.get()).isZero();
    }

    @Test
    void whatShallNotBeginIsRefusedAndTheDoorStaysOpen() {
        var wish = new Cancellation();
        wish.cancel();
        for (int time = 1; time <= 2; time++) {
            assertThatThrownBy(() -> use.enter(wish)).isInstanceOf(CancelledException.class);
            assertThat(refused.get()).isEqualTo(time);
        }
        use.enter(Cancellation.NEVER);
        use.stop().check();
        use.leave();
        assertThat(refused.get()).isEqualTo(2);
    }

    /** Whoever is refused work is still in while what waits for it is ended. */
    @Test
    void nobodyElseIsInWhileWorkIsRefused() {
        var told = new AtomicReference<Throwable>();
        var uses = new SoleUse[1];
        uses[0] =
                new SoleUse(
                        "one at a time",
                        () -> {
                            try {
                                uses[0].enter();
                            } catch (IllegalStateException e) {
                                told.set(e);
                            }
                        });
        uses[0].close();
        assertThatThrownBy(() -> uses[0].enter(Cancellation.NEVER))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the device is closed");
        assertThat(told.get()).hasMessageContaining("called again");
        uses[0].enter();
        uses[0].leave();
    }

    @Test
    void closingEndsWhatIsUnderWay() {
        use.enter(Cancellation.NEVER);
        use.close();
        assertThatThrownBy(use.stop()::check)
                .isInstanceOf(CancelledException.class)
                .hasMessage("rendering was ended: the device was closed");
        use.leave();
        assertThatThrownBy(() -> use.enter(Cancellation.NEVER))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the device is closed");
        assertThat(refused.get()).isOne();
    }
}
