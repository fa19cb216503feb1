package dev.azulejo.core.device;

import dev.azulejo.core.device.GroupFaults.Death;
import dev.azulejo.core.device.GroupFaults.Work;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * What befalls one GPU: asked before each thing that its workers take on. A slow GPU's workers owe
 * time for what they did, and wait for it now and then; those of one that hangs stay there.
 *
 * <p>Threads: workers, each with its own number; {@link #beginFrame} while nobody works.
 */
final class GpuHazard {
    /** Waiting for less takes longer than that. */
    private static final long LEAST_WAIT_NS = 200_000;

    private final int gpu;
    private final int factor;
    private final Death death;

    /** Null unless it hangs when it dies. */
    private final HangingGpu hanging;

    private final LongSupplier clock;
    private final LongConsumer wait;
    private final long[] since;
    private final long[] owed;
    private final AtomicIntegerArray taken = new AtomicIntegerArray(Work.values().length);

    /** The frame of what is taken on, of each kind: one may be looked at while one is rendered. */
    private final int[] frames = new int[Work.values().length];

    private volatile boolean lost;

    GpuHazard(
            int number, int workers, int slower, Death dies, LongSupplier time, LongConsumer park) {
        gpu = number;
        factor = slower;
        death = dies;
        hanging =
                dies != null && dies.end() == GroupFaults.Death.End.HANGS ? new HangingGpu() : null;
        clock = time;
        wait = park;
        since = new long[workers];
        owed = new long[workers];
    }

    /** What befalls a GPU; null if nothing does. */
    static GpuHazard of(GroupFaults faults, int gpu, int workers) {
        int factor = 1;
        for (var slow : faults.slow()) {
            factor = slow.gpu() == gpu ? slow.factor() : factor;
        }
        Death death = null;
        for (var each : faults.deaths()) {
            death = each.gpu() == gpu ? each : death;
        }
        return factor == 1 && death == null
                ? null
                : new GpuHazard(
                        gpu, workers, factor, death, System::nanoTime, LockSupport::parkNanos);
    }

    /** Whether it may be lost yet. */
    boolean mayBeLost() {
        return death != null && !lost;
    }

    /** How it hangs; null if it does not. */
    HangingGpu hanging() {
        return hanging;
    }

    /** A frame begins. */
    void beginFrame(int number) {
        for (var work : Work.values()) {
            beginFrame(work, number);
        }
    }

    /** Work of a kind begins with a frame. */
    void beginFrame(Work work, int number) {
        frames[work.ordinal()] = number;
        taken.set(work.ordinal(), 0);
    }

    /** A worker begins with a task. */
    void begins(int worker) {
        if (hanging != null) {
            hanging.enter();
        }
        since[worker] = clock.getAsLong();
    }

    /** A worker is done with a task. */
    void ends(int worker) {
        if (hanging != null) {
            hanging.leave();
        }
        owe(worker);
        pay(worker, 1);
    }

    /**
     * A worker is about to take something on. If the GPU hangs, it does not return before somebody
     * lets it.
     *
     * @throws GpuLost if the GPU is lost by now
     */
    void step(int worker, Work work) {
        int before = taken.getAndIncrement(work.ordinal());
        int frame = frames[work.ordinal()];
        if (death != null && (lost || dies(work, frame, before))) {
            lost = true;
            if (hanging != null) {
                hanging.stop(clock.getAsLong());
            }
            throw new GpuLost("GPU %d was lost in frame %d".formatted(gpu, frame));
        }
        owe(worker);
        pay(worker, LEAST_WAIT_NS);
    }

    private boolean dies(Work work, int frame, int before) {
        return frame > death.frame()
                || frame == death.frame() && work == death.work() && before >= death.done();
    }

    private void owe(int worker) {
        if (factor > 1) {
            long now = clock.getAsLong();
            owed[worker] += (factor - 1) * (now - since[worker]);
            since[worker] = now;
        }
    }

    private void pay(int worker, long least) {
        while (owed[worker] >= least) {
            wait.accept(owed[worker]);
            long now = clock.getAsLong();
            owed[worker] -= now - since[worker];
            since[worker] = now;
        }
    }
}
