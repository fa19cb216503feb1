package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** When a worker rests, by a clock that a test moves. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestTimerTest {
    /** The clock is looked at every millisecond. */
    private static final long MILLIS = 120;

    private final Object lock = new Object();
    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();
    private final Set<Thread> lookers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger rests = new AtomicInteger();
    private final RestTimer timer = new RestTimer(lock, MILLIS, this::look, rests::incrementAndGet);

    private long look() {
        looks.incrementAndGet();
        lookers.add(Thread.currentThread());
        return now.get();
    }

    private void awaitLooks(int more) throws InterruptedException {
        int end = looks.get() + more;
        while (looks.get() < end) {
            Thread.sleep(1);
        }
    }

    private void set(long millis) {
        now.set(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private void begin() {
        synchronized (lock) {
            timer.begin();
        }
    }

    private void stop() {
        synchronized (lock) {
            timer.stop();
        }
    }

    @Test
    void restsOnceWhenItsTimeHasCome() throws InterruptedException {
        begin();
        awaitLooks(5);
        set(MILLIS - 1);
        awaitLooks(5);
        assertThat(rests).hasValue(0);
        set(MILLIS);
        while (rests.get() == 0) {
            Thread.sleep(1);
        }
        int looked = looks.get();
        Thread.sleep(30);
        assertThat(rests).hasValue(1);
        assertThat(looks).as("it looks no more").hasValue(looked);
    }

    /** Nothing is left that waits. */
    @Test
    void whoIsStoppedLooksNoMore() throws InterruptedException {
        begin();
        awaitLooks(5);
        stop();
        int looked = looks.get();
        Thread.sleep(60);
        // It may have been about to
        assertThat(looks.get() - looked).isLessThanOrEqualTo(1);
        set(MILLIS);
        Thread.sleep(30);
        assertThat(rests).hasValue(0);
    }

    /** Its time has come, and before it is at its turn there is a job. */
    @Test
    void whoIsStoppedAtTheLastMomentDoesNotRest() throws InterruptedException {
        begin();
        awaitLooks(5);
        synchronized (lock) {
            set(MILLIS);
            // Two at the most see the time before
            awaitLooks(1);
            Thread.sleep(30);
            timer.stop();
        }
        Thread.sleep(30);
        assertThat(rests).hasValue(0);
    }

    /** What began before is over. */
    @Test
    void whoBeginsAnewRestsOnceAndLater() throws InterruptedException {
        begin();
        awaitLooks(5);
        set(MILLIS / 2);
        begin();
        awaitLooks(5);
        lookers.clear();
        awaitLooks(10);
        assertThat(lookers).hasSize(1);
        set(MILLIS);
        awaitLooks(5);
        assertThat(rests).as("the first one's time").hasValue(0);
        set(MILLIS + MILLIS / 2);
        while (rests.get() == 0) {
            Thread.sleep(1);
        }
        Thread.sleep(30);
        assertThat(rests).hasValue(1);
    }
}
