package dev.azulejo.core.device;

import dev.azulejo.core.options.DeviceOptions;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets workers of GPUs that are done with a phase take part in what others still have to do. What
 * they do is the other GPU's: its counters, lists and tiles; only their time is theirs. Virtual
 * GPUs can do so because their workers are threads of one process.
 *
 * <p>Who has nothing to do looks around now and then, so that nobody who works has to wake anybody.
 *
 * <p>Threads: {@link #begin} by the thread that submits, the rest by each GPU's.
 */
final class MutualHelp {
    /** A GPU with few workers may be helped by so many. */
    private static final int FEW_GUESTS = 3;

    private static final int SPINS = 200;
    private static final long LOOK_NS = 20_000;

    private final PoolWatch[] watches;
    private final WorkerPool.Task[] tasks;

    /** Of each GPU's workers, time that they helped in the frame, nanoseconds. */
    private final long[][] helpedNs;

    private final int guests;

    /** GPUs that are not done with the phase. */
    private final AtomicInteger working = new AtomicInteger();

    /**
     * Makes one.
     *
     * @param gpuWatches beside the workers of each GPU
     */
    MutualHelp(PoolWatch[] gpuWatches) {
        watches = gpuWatches;
        int gpus = watches.length;
        tasks = new WorkerPool.Task[gpus];
        helpedNs = new long[gpus][];
        int room = 0;
        for (int g = 0; g < gpus; g++) {
            int gpu = g;
            var pool = watches[gpu].pool();
            room += pool.slots() - pool.workers();
            tasks[gpu] = worker -> help(gpu, worker);
            helpedNs[gpu] = new long[pool.workers()];
        }
        guests = room;
    }

    /**
     * Returns how many guests a GPU has room for: nobody's where GPUs are more than threads, since
     * then no processor is idle when one of them is. Each takes memory as a worker does.
     *
     * @param options of the group
     * @param own threads of the GPU
     */
    static int guests(DeviceOptions options, int own) {
        var group = options.group();
        boolean idle = group.teamwork().helps() && options.threads() >= group.gpus();
        int others = idle ? options.threads() - own : 0;
        return Math.min(Math.min(others, Math.max(own, FEW_GUESTS)), GuestSeats.MOST);
    }

    /** How many guests there is room for, at all GPUs. */
    int guests() {
        return guests;
    }

    /** A frame begins. */
    void beginFrame() {
        for (long[] workers : helpedNs) {
            Arrays.fill(workers, 0);
        }
    }

    /** A phase begins: nobody is done. */
    void begin() {
        working.set(watches.length);
    }

    /** A GPU is done with its part of the phase, or lost. */
    void done() {
        working.decrementAndGet();
    }

    /** A GPU's workers help until all GPUs are done. */
    void help(int gpu) {
        if (working.get() != 0) {
            watches[gpu].pool().run(tasks[gpu]);
        }
    }

    private void help(int gpu, int worker) {
        for (int idle = 0; working.get() != 0; ) {
            idle = helpSomebody(gpu, worker) ? 0 : pause(idle, this);
        }
    }

    /**
     * Waits a little before somebody who has nothing to do looks around again: longer when it was
     * in vain many times.
     *
     * @param idle how often it was
     * @param blocker what is waited for, for tools
     * @return how often it is now
     */
    static int pause(int idle, Object blocker) {
        if (idle < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(blocker, LOOK_NS);
        }
        return idle + 1;
    }

    /** Helps the next GPU that has something to do. */
    private boolean helpSomebody(int gpu, int worker) {
        for (int step = 1; step < watches.length; step++) {
            var other = watches[(gpu + step) % watches.length];
            long start = System.nanoTime();
            if (other.pool().join(watches[gpu], worker)) {
                helpedNs[gpu][worker] += System.nanoTime() - start;
                return true;
            }
        }
        return false;
    }

    /** Returns how long a GPU's workers helped others in the frame, nanoseconds, sum of all. */
    long helpedNs(int gpu) {
        return Arrays.stream(helpedNs[gpu]).sum();
    }
}
