package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexStage;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Workers of a GPU that is done work for one that is not. */
@Tag("alone")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MutualHelpTest {
    /** Two GPUs, a thread each, four tiles of 32 pixels: the left ones are GPU 0's. */
    private static final Group HALVES =
            Group.of(2)
                    .withLayout(new RegionLayout.Given(List.of(32), List.of(), List.of(0, 1)))
                    .withPretest(Group.Pretest.OFF);

    /** Paints white, but for the first time only when so many threads are at it. */
    private static final class Together implements ShaderProgram, FragmentStage {
        final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        private final TestProgram vertices = new TestProgram(false, true);
        private final CountDownLatch others;
        private final RuntimeException thrown;
        private final Thread first = Thread.currentThread();

        /** How long whoever submits takes longer than others. */
        private long pauseNs;

        Together(int atOnce, RuntimeException exception) {
            others = new CountDownLatch(atOnce);
            thrown = exception;
        }

        @Override
        public String name() {
            return "together";
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return vertices.vertexStage(kernels);
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return this;
        }

        @Override
        public int varyingCount() {
            return 4;
        }

        @Override
        public void shade(FragmentBatch batch) {
            if (threads.add(Thread.currentThread())) {
                others.countDown();
                await(others);
                if (thrown != null && Thread.currentThread() == first) {
                    throw thrown;
                }
                if (pauseNs > 0 && Thread.currentThread() == first) {
                    // A mark that somebody has left may end a pause at once.
                    long end = System.nanoTime() + pauseNs;
                    for (long left = pauseNs; left > 0; left = end - System.nanoTime()) {
                        LockSupport.parkNanos(left);
                    }
                }
            }
            paint(batch);
        }
    }

    private static void paint(FragmentBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            batch.red[i] = 1;
            batch.green[i] = 1;
            batch.blue[i] = 1;
            batch.alpha[i] = 1;
        }
    }

    /** Does something, and paints white. */
    private record Doing(Runnable something) implements ShaderProgram, FragmentStage {
        @Override
        public String name() {
            return "doing";
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return new TestProgram(false, true);
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return this;
        }

        @Override
        public int varyingCount() {
            return 4;
        }

        @Override
        public void shade(FragmentBatch batch) {
            something.run();
            paint(batch);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static GpuGroup open(Group group, int threads) {
        var options = GpuGroupTest.PLAIN.withThreads(threads).withTileSize(32).withGroup(group);
        return new GpuGroup(options, new MailboxTransport(group.gpus()));
    }

    /** A square in each tile of GPU 1. */
    private static CommandBuffer right(RenderTarget target, ShaderProgram program) {
        return squares(Sheet.clear(target), 40, program);
    }

    private static CommandBuffer squares(CommandBuffer commands, int x, ShaderProgram program) {
        var pipeline =
                PipelineState.opaque(
                        program, VertexAttribute.packed(0, 0, 3), VertexAttribute.packed(1, 1, 4));
        Sheet.of(1, 1, x, 8, x + 16, 24, 0.5f).draw(commands, pipeline);
        Sheet.of(1, 1, x, 40, x + 16, 56, 0.5f).draw(commands, pipeline);
        return commands;
    }

    private static int white(RenderTarget target) {
        int count = 0;
        for (int pixel : target.pixels()) {
            count += pixel == -1 ? 1 : 0;
        }
        return count;
    }

    private static long count(Recording recording, int gpu, Activity what) {
        return recording.rows().stream()
                .filter(row -> row.gpu() == gpu)
                .mapToLong(
                        row -> {
                            long sum = 0;
                            for (int i = 0; i < row.size(); i++) {
                                boolean counts = row.activity(i) == what;
                                sum += counts && row.value(i) == 1 - gpu ? 1 : 0;
                            }
                            return sum;
                        })
                .sum();
    }

    /** Its second tile would never come: its only thread waits in the first. */
    @Test
    void whoIsDoneTakesTilesOfTheOther() {
        var program = new Together(2, null);
        var target = Sheet.target();
        try (var group = open(HALVES, 2)) {
            var recording = group.record(1000);
            group.submit(right(target, program));
            assertThat(program.threads).hasSize(2).contains(Thread.currentThread());
            assertThat(white(target)).isEqualTo(2 * 16 * 16);
            var gpus = group.gpus();
            // The work is GPU 1's, and GPU 0 has only lent a thread
            assertThat(gpus).extracting(GpuReport::rendered).containsExactly(2L, 2L);
            assertThat(gpus).extracting(GpuReport::forNothing).containsExactly(2L, 0L);
            assertThat(gpus.get(0).helpedNs()).isBetween(1L, gpus.get(0).idleNs());
            assertThat(gpus.get(1).helpedNs()).isZero();
            assertThat(count(recording, 0, Activity.HELPING)).isPositive();
            assertThat(count(recording, 1, Activity.HELPING)).isZero();
            // The next frame begins at nothing; in this one nobody helps
            group.suffer(GroupFaults.parse("slow:0x2"));
            group.submit(Sheet.clear(target));
            assertThat(group.gpus()).extracting(GpuReport::helpedNs).containsOnly(0L);
        }
    }

    /** In both phases of a frame: what is noted of it, and a little around it. */
    @Test
    void timeOfSeveralHelpsAddsUp() {
        var target = Sheet.target();
        try (var group = open(HALVES, 2)) {
            var recording = group.record(1000);
            var slow = new Together(2, null);
            slow.pauseNs = 20_000_000;
            var commands = right(target, slow);
            commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
            group.submit(squares(commands, 40, new Together(2, null)));
            var row = recording.rows().get(1);
            assertThat(row.gpu()).isZero();
            long noted = 0;
            for (int i = 0; i < row.size(); i++) {
                boolean helps = row.activity(i) == Activity.HELPING;
                noted += helps ? row.endNs(i) - row.startNs(i) : 0;
            }
            assertThat(noted).isGreaterThan(20_000_000);
            assertThat(group.gpus().get(0).helpedNs()).isGreaterThanOrEqualTo(noted);
        }
    }

    /** GPU 1 is lost while GPU 0 is in the first of its tiles. */
    @Test
    void whoIsLostHelpsNobody() {
        var submits = Thread.currentThread();
        var others = Collections.synchronizedSet(new HashSet<Thread>());
        var came = new CountDownLatch(1);
        var lost = new CountDownLatch(1);
        var waits = new AtomicInteger();
        var left =
                new Doing(
                        () -> {
                            if (Thread.currentThread() != submits) {
                                others.add(Thread.currentThread());
                                came.countDown();
                            } else if (waits.getAndIncrement() == 0) {
                                await(lost);
                                awaitAWhile(came);
                            }
                        });
        var right =
                new Doing(
                        () -> {
                            if (Thread.currentThread() != submits) {
                                lost.countDown();
                                throw new GpuLost("in a stage");
                            }
                        });
        var target = Sheet.target();
        try (var group = open(HALVES, 2)) {
            group.submit(squares(squares(Sheet.clear(target), 8, left), 40, right));
            assertThat(others).isEmpty();
            assertThat(group.gpus()).extracting(GpuReport::alive).containsExactly(true, false);
            assertThat(white(target)).isEqualTo(4 * 16 * 16);
        }
    }

    private static void awaitAWhile(CountDownLatch latch) {
        try {
            assertThat(latch.await(300, TimeUnit.MILLISECONDS)).isFalse();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void nobodyHelpsIfThatIsSwitchedOff() {
        var program = new Together(1, null);
        var target = Sheet.target();
        try (var group = open(HALVES.withTeamwork(GpuGroupTest.ALONE), 2)) {
            group.submit(right(target, program));
            assertThat(program.threads).hasSize(1).doesNotContain(Thread.currentThread());
            assertThat(group.gpus()).extracting(GpuReport::helpedNs).containsOnly(0L);
        }
    }

    /** A GPU that is slow shall be seen to be. */
    @Test
    void nobodyHelpsWhileSomethingBefallsSomebody() {
        var program = new Together(1, null);
        try (var group = open(HALVES, 2)) {
            group.suffer(GroupFaults.parse("slow:0x2"));
            group.submit(right(Sheet.target(), program));
            assertThat(program.threads).hasSize(1);
            assertThat(group.gpus()).extracting(GpuReport::helpedNs).containsOnly(0L);
        }
    }

    /** What a helper throws comes out, and whose tile it was does not matter to who goes on. */
    @Test
    void whatAHelperThrowsComesOut() {
        var thrown = new IllegalStateException("bad stage");
        var program = new Together(2, thrown);
        try (var group = open(HALVES, 2)) {
            assertThatThrownBy(() -> group.submit(right(Sheet.target(), program))).isSameAs(thrown);
            var target = Sheet.target();
            group.submit(right(target, new Together(1, null)));
            assertThat(white(target)).isEqualTo(2 * 16 * 16);
        }
    }

    /** If what a helper throws means that a GPU is lost, then it is the one that was helped. */
    @Test
    void aHelperLosesWhomItHelps() {
        var program = new Together(2, new GpuLost("in a stage"));
        var target = Sheet.target();
        try (var group = open(HALVES, 2)) {
            group.submit(right(target, program));
            assertThat(group.gpus()).extracting(GpuReport::alive).containsExactly(true, false);
            assertThat(white(target)).isEqualTo(2 * 16 * 16);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2, 2, 1, 1",
        "4, 4, 1, 3",
        "16, 16, 1, 3",
        "16, 2, 8, 8",
        "16, 4, 4, 4",
        "12, 2, 4, 4",
        // As many as there are seats
        "200, 2, 100, 62",
        // More GPUs than threads: no processor is idle when a GPU is
        "3, 4, 1, 0",
        "1, 1, 1, 0",
    })
    void thereIsRoomForSome(int threads, int gpus, int own, int guests) {
        var options = DeviceOptions.DEFAULT.withThreads(threads).withGroup(Group.of(gpus));
        assertThat(MutualHelp.guests(options, own)).isEqualTo(guests);
        var alone = options.withGroup(Group.of(gpus).withTeamwork(GpuGroupTest.ALONE));
        assertThat(MutualHelp.guests(alone, own)).isZero();
    }

    // The pool

    @Test
    void guestsTakePartUntilNothingIsLeft() throws InterruptedException {
        try (var pool = new WorkerPool(1, 2)) {
            var owner = new PoolWatch(0, new WorkerPool(1));
            assertThat(pool.workers()).isOne();
            assertThat(pool.slots()).isEqualTo(3);
            assertThat(pool.join(owner, 0)).as("nothing is under way").isFalse();
            var came = new CountDownLatch(2);
            var left = new CountDownLatch(1);
            var numbers = Collections.synchronizedList(new ArrayList<Integer>());
            var guests = new ArrayList<Thread>();
            var joined = new AtomicInteger();
            Runnable join =
                    () -> {
                        while (!pool.join(owner, 0)) {
                            Thread.onSpinWait();
                        }
                        joined.incrementAndGet();
                    };
            var ended = new AtomicInteger();
            pool.run(
                    Activity.TILES,
                    worker -> {
                        numbers.add(worker);
                        if (worker == 0) {
                            for (int g = 0; g < 2; g++) {
                                guests.add(new Thread(join));
                                guests.get(g).start();
                            }
                            await(came);
                            assertThat(pool.join(owner, 0)).as("a third guest").isFalse();
                            left.countDown();
                            return;
                        }
                        came.countDown();
                        await(left);
                        for (int i = 0; i < 100_000; i++) {
                            Thread.onSpinWait();
                        }
                        ended.incrementAndGet();
                    });
            // Who runs waits for its guests
            assertThat(ended).hasValue(2);
            assertThat(numbers).containsExactlyInAnyOrder(0, 1, 2);
            for (var guest : guests) {
                guest.join();
            }
            assertThat(joined).hasValue(2);
            assertThat(pool.join(owner, 0)).as("it is over").isFalse();
        }
    }

    /** Whoever interrupts a guest means what it does at home. */
    @Test
    void aGuestThatIsInterruptedStillIsWhenItComesHome() throws InterruptedException {
        try (var pool = new WorkerPool(1, 1)) {
            var owner = new PoolWatch(0, new WorkerPool(1));
            var came = new CountDownLatch(1);
            var marked = new AtomicInteger(-1);
            var guest =
                    new Thread(
                            () -> {
                                while (!pool.join(owner, 0)) {
                                    Thread.onSpinWait();
                                }
                                marked.set(Thread.currentThread().isInterrupted() ? 1 : 0);
                            });
            pool.run(
                    Activity.TILES,
                    worker -> {
                        if (worker == 0) {
                            guest.start();
                            await(came);
                        } else {
                            guest.interrupt();
                            came.countDown();
                        }
                    });
            guest.join();
            assertThat(marked).hasValue(1);
        }
    }

    /** Whoever returns from a task has found nothing left: nobody else need come. */
    @Test
    void whereNothingIsLeftNobodyComes() {
        try (var pool = new WorkerPool(1, 2)) {
            var owner = new PoolWatch(0, new WorkerPool(1));
            var joined = new ArrayList<Boolean>();
            pool.run(
                    Activity.TILES,
                    worker -> {
                        if (worker == 0) {
                            joined.add(pool.join(owner, 0));
                            joined.add(pool.join(owner, 0));
                        }
                    });
            assertThat(joined).containsExactly(true, false);
            joined.clear();
            pool.runAmongOwn(Activity.GEOMETRY, worker -> joined.add(pool.join(owner, 0)));
            pool.run(worker -> joined.add(pool.join(owner, 0)));
            assertThat(joined).containsExactly(false, false);
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    /** Of two workers one has found nothing left; the other is still at its last piece. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whoeverReturnsFirstClosesTheDoor(int returns) {
        try (var pool = new WorkerPool(2, 1)) {
            var owner = new PoolWatch(0, new WorkerPool(1));
            var threads = new Thread[2];
            var ready = new CountDownLatch(2);
            var joined = new ArrayList<Boolean>();
            pool.run(
                    Activity.TILES,
                    worker -> {
                        if (worker > 1) {
                            return;
                        }
                        threads[worker] = Thread.currentThread();
                        ready.countDown();
                        // Nobody parks before he has returned.
                        while (ready.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                        if (worker != returns) {
                            awaitWaiting(threads[returns]);
                            joined.add(pool.join(owner, 0));
                        }
                    });
            assertThat(joined).containsExactly(false);
        }
    }

    @Test
    void seatsAreTakenOneByOne() {
        var seats = new GuestSeats(2);
        assertThat(seats.count()).isEqualTo(2);
        assertThat(seats.enter()).isEqualTo(GuestSeats.NONE);
        seats.open();
        assertThat(seats.enter()).isZero();
        assertThat(seats.enter()).isOne();
        assertThat(seats.enter()).isEqualTo(GuestSeats.NONE);
        assertThat(seats.leave(0)).isFalse();
        assertThat(seats.empty()).isFalse();
        assertThat(seats.enter()).isZero();
        seats.close();
        assertThat(seats.leave(1)).isFalse();
        assertThat(seats.enter()).isEqualTo(GuestSeats.NONE);
        assertThat(seats.leave(0)).isTrue();
        assertThat(seats.empty()).isTrue();
        var none = new GuestSeats(0);
        none.open();
        assertThat(none.enter()).isEqualTo(GuestSeats.NONE);
        assertThatThrownBy(() -> new GuestSeats(63))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("guests=63 is not in 0..62");
    }
}
