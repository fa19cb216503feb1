package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.GpuReport;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** GPUs that hang in mid-frame: four of them, tiles of 16 pixels, four tiles each. */
@Tag("alone")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupHangTest {
    private static final int PATIENCE_MS = 40;

    private static GpuGroup open(Group group, int threads, String faults) {
        var patient = group.withTeamwork(Group.Teamwork.DEFAULT.withPatienceMs(PATIENCE_MS));
        var options = GpuGroupTest.PLAIN.withThreads(threads).withGroup(patient);
        var opened = new GpuGroup(options, new MailboxTransport(4));
        opened.suffer(GroupFaults.parse(faults));
        return opened;
    }

    private static List<Thread> threadsOfGpu(int gpu) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("azulejo-gpu-" + gpu))
                .toList();
    }

    /** Whatever it was about to do; GPU 0 too, though its thread is the submitting one's. */
    @ParameterizedTest
    @CsvSource({
        "0, hang:0@2:tile=1, 4",
        "0, hang:0@2:tile=1, 8",
        "2, hang:2@2, 4",
        "2, hang:2@2:chunk=1, 4",
        "2, hang:2@2:chunk=1, 8",
        "1, hang:1@2:pretest=0, 4",
        "3, hang:3@2:tile=3, 12",
    })
    void theOthersFinishTheFrameAndGoOn(int gpu, String faults, int threads)
            throws InterruptedException {
        var expected = GpuGroupTest.expected();
        var target = Sheet.target();
        List<Thread> stuck;
        try (var group = open(GpuGroupTest.four(Group.Pretest.EXACT), threads, faults)) {
            var recording = group.record(1000);
            group.submit(GpuGroupTest.objects(target));
            assertThat(group.gpus()).allMatch(GpuReport::alive);
            target = Sheet.target();
            var report = group.submit(GpuGroupTest.objects(target));
            assertThat(target.samePixels(expected)).isTrue();
            assertThat(report.get(Counter.TILES_TAKEN_OVER)).isEqualTo(4);
            assertThat(report.totalNs()).isGreaterThanOrEqualTo(1_000_000L * PATIENCE_MS);
            assertThat(group.gpus().get(gpu).lostInFrame()).isEqualTo(2);
            assertThat(group.gpus()).filteredOn(GpuReport::alive).hasSize(3);
            var row = recording.rows().get(1 + gpu * (threads / 4));
            assertThat(row.gpu()).isEqualTo(gpu);
            assertThat(row.activity(row.size() - 1)).isEqualTo(Activity.LOST);
            int noted = row.size();
            stuck = threadsOfGpu(gpu);
            assertThat(stuck).hasSize(1);
            // It comes back, and nobody wants it
            group.suffer(GroupFaults.NONE);
            for (int frame = 3; frame < 6; frame++) {
                target = Sheet.target();
                report = group.submit(GpuGroupTest.objects(target));
                assertThat(target.samePixels(expected)).isTrue();
                assertThat(report.get(Counter.TILES_TAKEN_OVER)).isZero();
                assertThat(group.gpus().get(gpu).lostInFrame()).isEqualTo(2);
            }
            assertThat(row.size()).isEqualTo(noted);
        }
        stuck.getFirst().join();
        assertThat(target.samePixels(expected)).isTrue();
    }

    /** What comes back after the last frame writes nothing. */
    @ParameterizedTest
    @CsvSource({"4, tile=0", "8, tile=1", "4, chunk=2"})
    void whoComesBackWritesNothing(int threads, String when) throws InterruptedException {
        var target = Sheet.target();
        List<Thread> stuck;
        try (var group = open(GpuGroupTest.four(Group.Pretest.OFF), threads, "hang:2@1:" + when)) {
            group.submit(GpuGroupTest.objects(target));
            assertThat(target.samePixels(GpuGroupTest.expected())).isTrue();
            Arrays.fill(target.pixels(), 77);
            stuck = threadsOfGpu(2);
            assertThat(stuck).hasSize(1);
            assertThat(stuck.getFirst().isAlive()).isTrue();
        }
        stuck.getFirst().join();
        assertThat(target.pixels()).containsOnly(77);
    }

    /** Those behind it in the exchange do not wait for its turn. */
    @ParameterizedTest
    @CsvSource({"0", "1", "2"})
    void itsTurnIsPassed(int gpu) {
        var sequential = GpuGroupTest.four(Group.Pretest.EXACT).withSplit(Group.Split.SEQUENTIAL);
        var target = Sheet.target();
        try (var group = open(sequential, 4, "hang:%d@1:pretest=0".formatted(gpu))) {
            for (int frame = 1; frame < 4; frame++) {
                group.submit(GpuGroupTest.objects(target));
                assertThat(target.samePixels(GpuGroupTest.expected())).isTrue();
                assertThat(group.gpus().get(gpu).lostInFrame()).isOne();
                group.suffer(GroupFaults.NONE);
            }
        }
    }

    @Test
    void severalHangAndOneDies() {
        var target = Sheet.target();
        var faults = "hang:0@1,hang:2@1:chunk=1,dead:1@2,slow:3x2";
        try (var group = open(GpuGroupTest.four(Group.Pretest.EXACT), 4, faults)) {
            for (int frame = 1; frame < 4; frame++) {
                group.submit(GpuGroupTest.objects(target));
                assertThat(target.samePixels(GpuGroupTest.expected())).isTrue();
            }
            assertThat(group.gpus()).extracting(GpuReport::lostInFrame).containsExactly(1, 2, 1, 0);
        }
    }

    @Test
    void ifAllHangThatIsAnError() {
        var target = Sheet.target();
        var faults = "hang:0@1,hang:1@1,hang:2@1,hang:3@1";
        try (var group = open(GpuGroupTest.four(Group.Pretest.EXACT), 4, faults)) {
            assertThatThrownBy(() -> group.submit(GpuGroupTest.objects(target)))
                    .isInstanceOf(GpuLost.class)
                    .hasMessage("all 4 GPU(s) are lost, the last in frame 1");
        }
    }

    /** Whoever is interrupted gets no frame, and the mark stays; the next frame is whole. */
    @Test
    void anInterruptionIsKept() {
        var target = Sheet.target();
        try (var group = open(GpuGroupTest.four(Group.Pretest.OFF), 4, "hang:2@1:tile=1")) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> group.submit(GpuGroupTest.objects(target)))
                    .isInstanceOf(CancelledException.class)
                    .hasMessage("rendering was interrupted");
            assertThat(Thread.interrupted()).isTrue();
            group.submit(GpuGroupTest.objects(target));
            assertThat(target.samePixels(GpuGroupTest.expected())).isTrue();
            assertThat(group.gpus().get(2).lostInFrame()).isOne();
            group.submit(GpuGroupTest.objects(target));
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    // The crew

    private static PoolWatch[] watches() {
        return new PoolWatch[] {
            new PoolWatch(0, new WorkerPool(1)),
            new PoolWatch(1, new WorkerPool(1)),
            new PoolWatch(2, new WorkerPool(1))
        };
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    /** One that stopped an hour ago, no more. */
    @Test
    void patienceIsInMilliseconds() {
        var watches = watches();
        watches[1].suffer(GroupFaults.parse("hang:1@1"));
        var hanging = watches[1].hanging();
        var given = new ArrayList<Integer>();
        try (var crew = new GroupCrew(watches, Group.Teamwork.MOST_PATIENCE_MS)) {
            crew.watch();
            crew.run(
                    gpu -> {
                        if (gpu == 1) {
                            hanging.enter();
                            hanging.stop(System.nanoTime() - TimeUnit.HOURS.toNanos(1));
                        }
                    },
                    given::add);
            assertThat(given).containsExactly(1);
            // Its thread is not to be had: whoever submits does what is left to do for it.
            var ran = new Thread[3];
            crew.run(gpu -> ran[gpu] = Thread.currentThread(), given::add);
            assertThat(ran[1]).isSameAs(Thread.currentThread());
            assertThat(ran[0].getName()).isEqualTo("azulejo-gpu-0");
            assertThat(given).hasSize(1);
            hanging.release();
        }
    }

    @Test
    void threadsStayTheSame() {
        try (var crew = new GroupCrew(watches(), PATIENCE_MS)) {
            var first = new Thread[3];
            var then = new Thread[3];
            crew.watch();
            crew.run(gpu -> first[gpu] = Thread.currentThread(), gpu -> {});
            crew.watch();
            crew.run(gpu -> then[gpu] = Thread.currentThread(), gpu -> {});
            assertThat(then).isEqualTo(first).doesNotContainNull();
        }
    }

    /** GPU 2 ends when GPU 1 has, whose failure is known by then. */
    @Test
    void theFirstFailureComesOut() {
        var first = new IllegalStateException("first");
        var begun = new CountDownLatch(1);
        var thread = new AtomicReference<Thread>();
        try (var crew = new GroupCrew(watches(), PATIENCE_MS)) {
            crew.watch();
            WorkerPool.Task fails =
                    gpu -> {
                        if (gpu == 1) {
                            thread.set(Thread.currentThread());
                            begun.countDown();
                            throw first;
                        }
                        if (gpu == 2) {
                            while (begun.getCount() > 0) {
                                Thread.onSpinWait();
                            }
                            awaitWaiting(thread.get());
                            throw new IllegalStateException("second");
                        }
                    };
            assertThatThrownBy(() -> crew.run(fails, gpu -> {})).isSameAs(first);
        }
    }

    /**
     * GPU 1 has been given up, so that who submits works for it, and fails. GPU 0 has begun by
     * then, and is at work until it sees that it is waited for.
     */
    @Test
    void whoHasBegunIsWaitedForIfWhoSubmitsFails() {
        var watches = watches();
        watches[1].suffer(GroupFaults.parse("hang:1@1"));
        var hanging = watches[1].hanging();
        var begun = new CountDownLatch(1);
        var failed = new CountDownLatch(1);
        var left = new AtomicBoolean();
        var ended = new AtomicBoolean();
        var caller = Thread.currentThread();
        WorkerPool.Task works =
                gpu -> {
                    if (gpu == 0) {
                        begun.countDown();
                        DeviceUseTest.await(failed);
                        while (caller.getState() != Thread.State.TIMED_WAITING && !left.get()) {
                            Thread.onSpinWait();
                        }
                        ended.set(!left.get());
                    } else if (gpu == 1) {
                        DeviceUseTest.await(begun);
                        failed.countDown();
                        throw new IllegalStateException("failed");
                    }
                };
        try (var crew = new GroupCrew(watches, PATIENCE_MS)) {
            crew.watch();
            crew.run(
                    gpu -> {
                        if (gpu == 1) {
                            hanging.enter();
                            hanging.stop(System.nanoTime() - TimeUnit.HOURS.toNanos(1));
                        }
                    },
                    gpu -> {});
            assertThat(watches[1].abandoned()).isTrue();
            var thrown = catchThrowable(() -> crew.run(works, gpu -> {}));
            left.set(true);
            assertThat(thrown).hasMessage("failed");
            assertThat(ended).as("GPU 0 was done").isTrue();
        } finally {
            hanging.release();
        }
    }

    /** Whoever is told who is given up may fail, too. */
    @Test
    void whoIsLeftIsWaitedForIfGivingUpFails() {
        var watches = watches();
        watches[1].suffer(GroupFaults.parse("hang:1@1"));
        var hanging = watches[1].hanging();
        var failed = new CountDownLatch(1);
        var ended = new AtomicBoolean();
        WorkerPool.Task works =
                gpu -> {
                    if (gpu == 0) {
                        DeviceUseTest.await(failed);
                        ended.set(true);
                    } else if (gpu == 1) {
                        hanging.enter();
                        hanging.stop(System.nanoTime() - TimeUnit.HOURS.toNanos(1));
                    }
                };
        try (var crew = new GroupCrew(watches, PATIENCE_MS)) {
            crew.watch();
            assertThatThrownBy(
                            () ->
                                    crew.run(
                                            works,
                                            gpu -> {
                                                failed.countDown();
                                                throw new IllegalStateException("GPU " + gpu);
                                            }))
                    .hasMessage("GPU 1");
            assertThat(ended).as("GPU 0 was done").isTrue();
        } finally {
            hanging.release();
        }
    }

    // How it hangs

    private static Thread stopped(HangingGpu gpu, long now, Runnable then) {
        var thread =
                new Thread(
                        () -> {
                            gpu.enter();
                            gpu.stop(now);
                            gpu.leave();
                            then.run();
                        });
        thread.start();
        awaitWaiting(thread);
        return thread;
    }

    /** It hangs since the first worker stopped. */
    @Test
    void patienceBeginsWithTheFirstThatStops() throws InterruptedException {
        var gpu = new HangingGpu();
        gpu.enter();
        var first = stopped(gpu, 500, () -> {});
        var second = stopped(gpu, 700, () -> {});
        assertThat(gpu.abandon(700, 100)).as("one is at work").isFalse();
        gpu.leave();
        assertThat(gpu.abandon(599, 100)).isFalse();
        assertThat(gpu.abandon(600, 100)).isTrue();
        gpu.release();
        first.join();
        second.join();
    }

    /** It was let go before anybody gave it up: it works again. */
    @Test
    void whoComesBackInTimeHasNotStopped() throws InterruptedException {
        var gpu = new HangingGpu();
        var marked = new boolean[1];
        var thread = stopped(gpu, 500, () -> marked[0] = Thread.currentThread().isInterrupted());
        thread.interrupt();
        gpu.release();
        thread.join();
        assertThat(marked[0]).as("its interruption is kept").isTrue();
        gpu.enter();
        assertThat(gpu.abandon(1000, 100)).isFalse();
        gpu.leave();
        assertThat(gpu.abandon(1000, 100)).as("nobody is at work").isFalse();
    }

    /** When something else shall befall the GPUs, one that was given up comes back, and no more. */
    @Test
    void whoWasGivenUpIsLetGo() throws InterruptedException {
        var watch = new PoolWatch(1, new WorkerPool(1));
        watch.suffer(GroupFaults.parse("hang:1@1"));
        var hanging = watch.hanging();
        var thread = stopped(hanging, 500, () -> {});
        assertThat(watch.abandon(600, 100)).isTrue();
        watch.suffer(GroupFaults.NONE);
        assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
        assertThat(watch.hanging()).isSameAs(hanging);
        assertThat(watch.abandoned()).isTrue();
    }

    /** As long as a worker is at something it may write, and the GPU is waited for. */
    @Test
    void onlyWhoHasStoppedIsGivenUp() throws InterruptedException {
        var gpu = new HangingGpu();
        assertThat(gpu.abandon(1000, 1)).as("nobody hangs").isFalse();
        gpu.enter();
        assertThat(gpu.abandon(1000, 1)).as("at work").isFalse();
        var stopping = new CountDownLatch(1);
        var thread =
                new Thread(
                        () -> {
                            gpu.enter();
                            stopping.countDown();
                            gpu.stop(500);
                            gpu.leave();
                        });
        thread.start();
        stopping.await();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(gpu.abandon(2000, 100)).as("another is at work").isFalse();
        gpu.leave();
        assertThat(gpu.abandon(599, 100)).as("too soon").isFalse();
        assertThat(gpu.abandon(600, 100)).isTrue();
        assertThatThrownBy(gpu::enter).isInstanceOf(GpuLost.class);
        gpu.release();
        thread.join();
        assertThat(gpu.abandon(0, 100)).as("for good").isTrue();
    }
}
