package dev.azulejo.core.device;

import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Recorder;
import dev.azulejo.core.report.RecordingRow;

/**
 * Stands beside the workers of a GPU: notes what they do, if that is wanted, and lets befall them
 * what shall befall them. In an ordinary frame it does neither, and the pool does not know of it.
 * What a guest does is noted on the row of whose thread it is.
 *
 * <p>Threads: {@link #begins}, {@link #ends}, {@link #step} and {@link #instant} by workers, each
 * with its own number; the rest by the thread that is worker 0, or while nobody works.
 */
final class PoolWatch {
    private final int gpu;
    private final WorkerPool pool;
    private final long[] startNs;
    private final long[] idleSinceNs;

    /** Of each worker; null if nothing is noted. */
    private RecordingRow[] rows;

    /** Of each guest, where what it does is noted. */
    private final RecordingRow[] guests;

    /** Null if nothing befalls them. */
    private GpuHazard hazard;

    /** Whether it hung, and nobody waits for it any more; what its workers do is not noted. */
    private volatile boolean abandoned;

    PoolWatch(int number, WorkerPool workers) {
        gpu = number;
        pool = workers;
        startNs = new long[workers.slots()];
        guests = new RecordingRow[workers.slots() - workers.workers()];
        idleSinceNs = new long[workers.workers()];
    }

    /** Whose workers they are. */
    int gpu() {
        return gpu;
    }

    /** The workers. */
    WorkerPool pool() {
        return pool;
    }

    /** A worker of another GPU takes part in a run. */
    void seat(int guest, PoolWatch whose, int worker) {
        guests[guest - pool.workers()] = whose.rows == null ? null : whose.rows[worker];
    }

    private RecordingRow row(int worker) {
        return worker < rows.length ? rows[worker] : guests[worker - rows.length];
    }

    /** Notes from now on what the workers do; returns the first one's row. */
    RecordingRow record(Recorder recorder) {
        rows = recorder.add(gpu, pool.workers());
        pool.watch(this);
        return rows[0];
    }

    /**
     * Lets something befall the workers from now on. If they hang, and have been given up, they
     * come back, and nothing more befalls them.
     */
    void suffer(GroupFaults faults) {
        if (abandoned) {
            release();
            return;
        }
        hazard = GpuHazard.of(faults, gpu, pool.workers());
        pool.watch(rows == null && hazard == null ? null : this);
    }

    /** Whether anything befalls the workers. */
    boolean suffers() {
        return hazard != null;
    }

    /** Whether the GPU may be lost yet. */
    boolean mayBeLost() {
        return hazard != null && hazard.mayBeLost();
    }

    /** Gives the GPU up if it has hung for so long; returns whether it has been given up. */
    boolean abandon(long now, long patienceNs) {
        var hanging = hanging();
        if (hanging != null && hanging.abandon(now, patienceNs)) {
            abandoned = true;
        }
        return abandoned;
    }

    /** Whether it has been given up. */
    boolean abandoned() {
        return abandoned;
    }

    /** Lets workers that hang come back, to end. */
    void release() {
        if (hanging() != null) {
            hanging().release();
        }
    }

    /** If it hangs, how; else null. */
    HangingGpu hanging() {
        return hazard == null ? null : hazard.hanging();
    }

    /** A frame begins. */
    void beginFrame(int frame) {
        if (hazard != null) {
            hazard.beginFrame(frame);
        }
    }

    /**
     * A worker is about to take something on.
     *
     * @throws GpuLost if the GPU is lost
     * @throws dev.azulejo.core.cancel.CancelledException if the frame shall end early
     */
    void step(int worker, GroupFaults.Work work) {
        pool.checkStop();
        if (hazard != null) {
            hazard.step(worker, work);
        }
    }

    /** A phase begins. */
    void beginPhase() {
        if (rows == null) {
            return;
        }
        long now = System.nanoTime();
        for (int worker = 0; worker < idleSinceNs.length; worker++) {
            idleSinceNs[worker] = now;
        }
    }

    /** A worker begins with something. */
    void begins(int worker) {
        if (hazard != null) {
            hazard.begins(worker);
        }
        startNs[worker] = System.nanoTime();
        if (worker < pool.workers()) {
            waited(worker, startNs[worker]);
        }
    }

    /** A worker is done with something. */
    void ends(int worker, Activity what) {
        if (hazard != null) {
            hazard.ends(worker);
        }
        long now = System.nanoTime();
        if (abandoned) {
            return;
        }
        if (worker >= pool.workers()) {
            if (rows != null) {
                Recorder.help(row(worker), startNs[worker], now, gpu);
            }
            return;
        }
        if (rows != null) {
            Recorder.span(rows[worker], what, startNs[worker], now);
        }
        idleSinceNs[worker] = now;
    }

    /** A phase has ended, for all GPUs. */
    void endPhase(long now) {
        for (int worker = 0; worker < idleSinceNs.length; worker++) {
            waited(worker, now);
        }
    }

    /** What worker 0 does between tasks is no waiting: it prepares the next. */
    private void waited(int worker, long now) {
        if (rows != null && worker != 0) {
            Recorder.span(rows[worker], Activity.WAITING, idleSinceNs[worker], now);
        }
    }

    /** Worker 0 has been through something that is made of tasks. */
    void section(Activity what, long from, long to) {
        if (rows != null && !abandoned) {
            Recorder.span(rows[0], what, from, to);
        }
    }

    /** Something has happened at once, so many times. */
    void instant(int worker, Activity what, long value) {
        if (rows != null && value != 0) {
            Recorder.instant(row(worker), what, System.nanoTime(), value);
        }
    }
}
