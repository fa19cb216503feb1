package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Whatever workers throw and whoever calls: nobody waits for ever. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WorkerPoolTest {
    /** As a language does that knows no checked exceptions. */
    @SuppressWarnings("unchecked")
    static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    /** Threads that can be watched. */
    private static final class Watched implements ThreadFactory {
        final List<Thread> threads = new ArrayList<>();
        private final int failing;

        /** Fails to make a thread, counted from 0. */
        Watched(int number) {
            failing = number;
        }

        @Override
        public Thread newThread(Runnable work) {
            if (threads.size() == failing) {
                throw new OutOfMemoryError("no thread " + failing);
            }
            var thread = new Thread(work, "watched-" + threads.size());
            thread.setDaemon(true);
            threads.add(thread);
            return thread;
        }

        void assertAllEnd() throws InterruptedException {
            for (var thread : threads) {
                thread.join(30_000);
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    private static void assertWorks(WorkerPool pool) {
        var sum = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            pool.run(worker -> sum.addAndGet(1 << 8 * worker));
        }
        int expected = 0;
        for (int w = 0; w < pool.workers(); w++) {
            expected += 100 << 8 * w;
        }
        assertThat(sum).hasValue(expected);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everyWorkerRunsOnce() {
        for (int workers = 1; workers <= 3; workers++) {
            try (var pool = new WorkerPool(workers)) {
                assertThat(pool.workers()).isEqualTo(workers);
                assertWorks(pool);
            }
        }
    }

    @Test
    void whatIsUncheckedIsThrownAsItIs() {
        for (var thrown : List.of(new IllegalArgumentException("bad"), new StackOverflowError())) {
            for (int thrower = 0; thrower < 3; thrower++) {
                int who = thrower;
                try (var pool = new WorkerPool(3)) {
                    var caught =
                            catchThrowable(
                                    () ->
                                            pool.run(
                                                    worker -> {
                                                        if (worker == who) {
                                                            WorkerPoolTest.<RuntimeException>sneak(
                                                                    thrown);
                                                        }
                                                    }));
                    assertThat(caught).isSameAs(thrown);
                    assertWorks(pool);
                }
            }
        }
    }

    /** What is not worth waking others for keeps the promises of a run. */
    @Test
    void whoRunsAloneIsToldTheSame() {
        var checked = new IOException("no file");
        try (var pool = new WorkerPool(3)) {
            int[] workers = new int[3];
            pool.runAlone(null, worker -> workers[worker]++);
            assertThat(workers).containsExactly(1, 0, 0);
            assertThatThrownBy(
                            () ->
                                    pool.runAlone(
                                            null,
                                            w -> WorkerPoolTest.<RuntimeException>sneak(checked)))
                    .isInstanceOf(UndeclaredThrowableException.class)
                    .hasCause(checked);
            var unchecked = new IllegalArgumentException("bad");
            assertThatThrownBy(
                            () ->
                                    pool.runAlone(
                                            null,
                                            w -> WorkerPoolTest.<RuntimeException>sneak(unchecked)))
                    .isSameAs(unchecked);
            assertThatThrownBy(() -> pool.runAlone(null, w -> pool.runAlone(null, v -> {})))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a pool runs one task at a time");
            assertWorks(pool);
        }
        var closed = new WorkerPool(1);
        closed.close();
        assertThatThrownBy(() -> closed.runAlone(null, w -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the device is closed");
    }

    @Test
    void checkedExceptionsAreCauses() {
        var thrown = new IOException("no file");
        for (int thrower = 0; thrower < 3; thrower++) {
            int who = thrower;
            try (var pool = new WorkerPool(3)) {
                assertThatThrownBy(
                                () ->
                                        pool.run(
                                                worker -> {
                                                    if (worker == who) {
                                                        WorkerPoolTest.<RuntimeException>sneak(
                                                                thrown);
                                                    }
                                                }))
                        .isInstanceOf(UndeclaredThrowableException.class)
                        .hasMessage("thrown by a stage: java.io.IOException: no file")
                        .hasCause(thrown);
                assertWorks(pool);
            }
        }
    }

    @Test
    void theFirstSuppressesTheOthers() {
        var barrier = new CyclicBarrier(3);
        try (var pool = new WorkerPool(3)) {
            var caught =
                    catchThrowable(
                            () ->
                                    pool.run(
                                            worker -> {
                                                await(barrier);
                                                throw new IllegalStateException("" + worker);
                                            }));
            var messages = new ArrayList<String>();
            messages.add(caught.getMessage());
            for (var other : caught.getSuppressed()) {
                messages.add(other.getMessage());
            }
            assertThat(messages).containsExactlyInAnyOrder("0", "1", "2");
            // The same one by all: nothing suppresses itself.
            var same = new IllegalStateException("same");
            assertThatThrownBy(
                            () ->
                                    pool.run(
                                            worker -> {
                                                await(barrier);
                                                throw same;
                                            }))
                    .isSameAs(same)
                    .hasNoSuppressedExceptions();
            assertWorks(pool);
        }
    }

    @Test
    void aSecondCallerIsRefused() {
        var busy = new CountDownLatch(1);
        var refused = new CountDownLatch(1);
        var finished = new AtomicInteger();
        try (var pool = new WorkerPool(2)) {
            var first = new AtomicReference<Throwable>();
            var thread =
                    new Thread(
                            () ->
                                    first.set(
                                            catchThrowable(
                                                    () ->
                                                            pool.run(
                                                                    worker -> {
                                                                        busy.countDown();
                                                                        await(refused);
                                                                        finished.incrementAndGet();
                                                                    }))),
                            "first");
            thread.start();
            await(busy);
            Thread.currentThread().setName("second");
            assertThatThrownBy(() -> pool.run(worker -> finished.addAndGet(100)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "a pool runs one task at a time: thread 'first' is at it, called by"
                                    + " thread 'second'; let them take turns, or give each a device"
                                    + " of its own");
            refused.countDown();
            join(thread);
            assertThat(first).hasNullValue();
            assertThat(finished).hasValue(2);
            assertWorks(pool);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(30_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void aTaskCannotRunATask() {
        try (var pool = new WorkerPool(2)) {
            for (int who = 0; who < 2; who++) {
                int inner = who;
                assertThatThrownBy(
                                () ->
                                        pool.run(
                                                worker -> {
                                                    if (worker == inner) {
                                                        pool.run(w -> {});
                                                    }
                                                }))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageStartingWith("a pool runs one task at a time: ");
                assertWorks(pool);
            }
        }
    }

    @Test
    void closingEndsTheThreadsOnce() throws InterruptedException {
        var threads = new Watched(-1);
        var pool = new WorkerPool(4, 0, threads);
        assertThat(threads.threads).hasSize(3);
        assertWorks(pool);
        pool.close();
        pool.close();
        threads.assertAllEnd();
        assertThatThrownBy(() -> pool.run(worker -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the device is closed");
    }

    /** Closed by another thread or by a task, a run still comes to its end on all workers. */
    @Test
    void closingDuringARunLetsItFinish() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            var threads = new Watched(-1);
            var pool = new WorkerPool(3, 0, threads);
            var count = new AtomicInteger();
            pool.run(
                    worker -> {
                        if (worker == 0) {
                            pool.close();
                        }
                        count.incrementAndGet();
                    });
            assertThat(count).hasValue(3);
            threads.assertAllEnd();
        }
    }

    @Test
    void aThreadThatCannotBeStartedStopsThoseBefore() throws InterruptedException {
        for (int failing = 0; failing < 3; failing++) {
            var threads = new Watched(failing);
            assertThatThrownBy(() -> new WorkerPool(4, 0, threads))
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessage("no thread " + failing);
            assertThat(threads.threads).hasSize(failing);
            threads.assertAllEnd();
        }
    }

    /** A task may leave any mark on its thread: it is still there for the next one. */
    @Test
    void interruptedWorkersGoOn() {
        try (var pool = new WorkerPool(3)) {
            var marked = new AtomicInteger();
            pool.run(
                    worker -> {
                        if (worker != 0) {
                            Thread.currentThread().interrupt();
                        }
                    });
            pool.run(worker -> marked.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0));
            assertThat(marked).hasValue(0);
            assertWorks(pool);
        }
    }
}
