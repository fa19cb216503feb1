package dev.azulejo.core.device;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A fixed number of threads that run one task at a time together; the caller is worker 0. Idle
 * workers spin briefly, then park. Nothing is allocated by a run.
 */
final class WorkerPool implements AutoCloseable {
    /** What workers run: each calls it once, and takes its share from a common counter. */
    interface Task {
        /** Runs a worker's share. */
        void run(int worker);
    }

    private static final int SPINS = 200;

    private final Thread[] threads;
    private final AtomicInteger running = new AtomicInteger();
    private volatile int generation;
    private volatile boolean closed;
    private volatile Throwable failure;
    private volatile Thread caller;
    private Task task;

    WorkerPool(int workers) {
        threads = new Thread[workers - 1];
        for (int i = 0; i < threads.length; i++) {
            int worker = i + 1;
            threads[i] = new Thread(() -> loop(worker), "azulejo-worker-" + worker);
            threads[i].setDaemon(true);
            threads[i].start();
        }
    }

    int workers() {
        return threads.length + 1;
    }

    /** Runs a task on all workers and waits for them. A worker's exception is thrown here. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the caller's thread writes generation
    void run(Task work) {
        if (closed) {
            throw new IllegalStateException("the device is closed");
        }
        if (threads.length != 0) {
            task = work;
            caller = Thread.currentThread();
            running.set(threads.length);
            generation++;
            for (var thread : threads) {
                LockSupport.unpark(thread);
            }
        }
        Throwable own = null;
        try {
            work.run(0);
        } catch (RuntimeException | Error e) {
            own = e;
        }
        int spins = 0;
        while (threads.length != 0 && running.get() != 0) {
            if (spins++ < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.park(this);
            }
        }
        var thrown = own != null ? own : failure;
        failure = null;
        if (thrown instanceof RuntimeException e) {
            throw e;
        } else if (thrown instanceof Error e) {
            throw e;
        }
    }

    private void loop(int worker) {
        int seen = 0;
        while (true) {
            int spins = 0;
            while (generation == seen && !closed) {
                if (spins++ < SPINS) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.park(this);
                }
            }
            if (closed) {
                return;
            }
            seen = generation;
            try {
                task.run(worker);
            } catch (RuntimeException | Error e) {
                failure = e;
            }
            if (running.decrementAndGet() == 0) {
                LockSupport.unpark(caller);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        for (var thread : threads) {
            LockSupport.unpark(thread);
        }
    }
}
