package dev.azulejo.core.device;

import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.report.Activity;

import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A fixed number of threads that run one task at a time together; the caller is worker 0. Idle
 * workers spin briefly, then park. Nothing is allocated by a run.
 *
 * <p>A run ends whatever a worker throws, and no worker ends before the pool is closed.
 *
 * <p>Threads of others may take part in a run that is under way, as <em>guests</em>, with numbers
 * behind those of the workers: whatever is a worker's own is there for {@link #slots} of them. They
 * come when something is left to take, or not at all.
 *
 * <p>Threads: {@link #run} by one thread at a time, any other is refused; {@link #close} by any.
 */
final class WorkerPool implements AutoCloseable {
    /** What workers run: each calls it once, and takes its share from a common counter. */
    interface Task {
        /** Runs a worker's share. */
        void run(int worker);
    }

    /** Whether guests find the way into a run. */
    private enum Door {
        OPEN,
        SHUT
    }

    /**
     * How long who waits spins before it parks: about what parking and being woken take, so that
     * waiting never takes much more than twice as long as it must. Frames of a millisecond have
     * gaps of some ten microseconds, in which one thread plans what all do next.
     */
    private static final long SPIN_NS = 100_000;

    /** The same where threads are more than processors: somebody else's work waits meanwhile. */
    private static final long CROWDED_SPIN_NS = 10_000;

    private final Thread[] threads;
    private final long spinNs;
    private final GuestSeats seats;
    private final SoleUse use = new SoleUse("a pool runs one task at a time");

    /** Workers besides the caller that are not done with the run. */
    private final AtomicInteger running = new AtomicInteger();

    /** What was thrown first in the run. */
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** Number of the last run; written under the lock, as {@link #closed}. */
    private volatile int generation;

    private volatile boolean closed;
    private volatile Thread caller;
    private Task task;

    /** What the task is; null if nobody wants to know. */
    private Activity activity;

    /** What workers look at between two pieces of work. */
    private StopSign stop = new StopSign("a run");

    /** Stands beside the workers; null, most often, for nobody. */
    private PoolWatch watch;

    /**
     * Starts the threads.
     *
     * @param workers threads and the caller, 1 and up
     */
    WorkerPool(int workers) {
        this(workers, 0);
    }

    /**
     * Starts the threads.
     *
     * @param workers threads and the caller, 1 and up
     * @param guests most threads of others that take part in a run
     */
    WorkerPool(int workers, int guests) {
        this(workers, guests, Thread.ofPlatform().daemon().name("azulejo-worker-", 1).factory());
    }

    /** With threads of a factory. If one cannot be started, those before it are stopped. */
    WorkerPool(int workers, int guests, ThreadFactory factory) {
        seats = new GuestSeats(guests);
        threads = new Thread[workers - 1];
        boolean crowded = slots() > Runtime.getRuntime().availableProcessors();
        spinNs = crowded ? CROWDED_SPIN_NS : SPIN_NS;
        boolean started = false;
        try {
            for (int i = 0; i < threads.length; i++) {
                int worker = i + 1;
                threads[i] = factory.newThread(() -> loop(worker));
                threads[i].start();
            }
            started = true;
        } finally {
            if (!started) {
                close();
            }
        }
    }

    /** Returns how many workers there are, the caller among them. */
    int workers() {
        return threads.length + 1;
    }

    /** Returns how many workers and guests there may be. */
    int slots() {
        return workers() + seats.count();
    }

    /**
     * Runs a task on all workers and waits for them. What workers throw is thrown here when all are
     * done: the first as it is, the others suppressed by it.
     *
     * @throws UndeclaredThrowableException for a checked exception, which is its cause
     * @throws IllegalStateException if the pool is closed, or runs a task already
     */
    void run(Task work) {
        run(null, work);
    }

    /**
     * Runs a task as {@link #run(Task)} does; guests may take part in it.
     *
     * @param what it is, for who watches
     * @param work the task: whoever returns from it has found nothing left to take
     */
    void run(Activity what, Task work) {
        run(what, work, what == null ? Door.SHUT : Door.OPEN);
    }

    /** Runs a task as {@link #run(Activity, Task)} does, without guests. */
    void runAmongOwn(Activity what, Task work) {
        run(what, work, Door.SHUT);
    }

    private void run(Activity what, Task work, Door door) {
        use.enter();
        try {
            activity = what;
            begin(work);
            if (door == Door.OPEN) {
                seats.open();
            }
            try {
                work(work, 0);
            } catch (Throwable e) {
                failed(e);
            }
            seats.close();
            await();
            rethrow(failure.getAndSet(null));
        } finally {
            use.leave();
        }
    }

    /**
     * Runs a task that is not worth waking others for: all of it on the calling thread. It throws
     * as {@link #run(Task)} does.
     */
    void runAlone(Activity what, Task work) {
        use.enter();
        try {
            check();
            activity = what;
            work(work, 0);
        } catch (Throwable e) {
            rethrow(e);
        } finally {
            use.leave();
        }
    }

    /**
     * The calling thread, which is not one of the pool's, takes part in the run that is under way,
     * if there is one that is open to guests, and room. What it throws there is thrown to who runs;
     * if it is interrupted there, it still is when this returns.
     *
     * @param whose stands beside the thread
     * @param worker its number there
     * @return whether it took part
     */
    boolean join(PoolWatch whose, int worker) {
        int seat = seats.enter();
        if (seat == GuestSeats.NONE) {
            return false;
        }
        var runner = caller;
        try {
            if (watch != null) {
                watch.seat(workers() + seat, whose, worker);
            }
            work(task, workers() + seat);
        } catch (Throwable e) {
            failed(e);
        }
        // The guest's mark stays: who interrupts it means what it does at home.
        seats.close();
        if (seats.leave(seat)) {
            LockSupport.unpark(runner);
        }
        return true;
    }

    /** What workers look at from the next run on. */
    void obey(StopSign sign) {
        stop = sign;
    }

    /** What workers look at. */
    StopSign stop() {
        return stop;
    }

    /**
     * Goes on with a run, or does not: workers ask between two pieces of work.
     *
     * @throws dev.azulejo.core.cancel.CancelledException if it shall end early
     */
    void checkStop() {
        stop.check();
    }

    /** Who stands beside the workers from the next run on; null for nobody. */
    void watch(PoolWatch beside) {
        watch = beside;
    }

    private void work(Task work, int worker) {
        var beside = watch;
        if (beside == null || activity == null) {
            work.run(worker);
            return;
        }
        beside.begins(worker);
        try {
            work.run(worker);
        } finally {
            beside.ends(worker, activity);
        }
    }

    private void check() {
        // Who was interrupted during the run before gets no other; a close that ends work says so.
        stop.check();
        if (closed) {
            throw new IllegalStateException("the device is closed");
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock
    private synchronized void begin(Task work) {
        check();
        task = work;
        caller = Thread.currentThread();
        running.set(threads.length);
        generation++;
        unparkAll();
    }

    private void await() {
        boolean interrupted = false;
        long since = System.nanoTime();
        while (running.get() != 0 || !seats.empty()) {
            if (spins(since)) {
                Thread.onSpinWait();
            } else {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    // It would keep the thread from parking.
                    interrupted = true;
                    stop.interrupted();
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void failed(Throwable thrown) {
        var first = failure.compareAndExchange(null, thrown);
        if (first == null || first == thrown) {
            return;
        }
        try {
            first.addSuppressed(thrown);
        } catch (Throwable e) {
            // No memory to tell of one more: the first is enough, and the worker must go on.
            return;
        }
    }

    private static void rethrow(Throwable thrown) {
        switch (thrown) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            // Java's compiler does not let stages throw it; other languages do.
            default ->
                    throw new UndeclaredThrowableException(thrown, "thrown by a stage: " + thrown);
        }
    }

    private void loop(int worker) {
        int seen = 0;
        while (awaitRun(seen)) {
            seen++;
            try {
                work(task, worker);
            } catch (Throwable e) {
                failed(e);
            }
            // A mark that a stage has left would keep the thread from parking.
            Thread.interrupted();
            seats.close();
            if (running.decrementAndGet() == 0) {
                LockSupport.unpark(caller);
            }
        }
    }

    /** Waits for the next run; false if there will be none. */
    private boolean awaitRun(int seen) {
        long since = System.nanoTime();
        while (generation == seen && !closed) {
            if (spins(since)) {
                Thread.onSpinWait();
            } else {
                LockSupport.park(this);
            }
        }
        // A run that had begun when the pool was closed is run to its end: its caller waits.
        return generation != seen;
    }

    private boolean spins(long since) {
        return System.nanoTime() - since < spinNs;
    }

    private void unparkAll() {
        for (var thread : threads) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Lets the threads end as soon as they are done with a run that is under way; does not wait for
     * them. Again does nothing.
     */
    @Override
    public synchronized void close() {
        closed = true;
        unparkAll();
    }
}
