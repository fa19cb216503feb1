package dev.azulejo.core.device;

/**
 * A GPU that hangs: its workers stop where they would take something on, one after the other, and
 * do not come back by themselves. It can be given up once all that are at work have stopped, so
 * that none of them is in the middle of writing; from then on whoever comes back finds out that
 * nobody wants it any more before it touches anything that is shared.
 *
 * <p>Thread-safe.
 */
final class HangingGpu {
    /** Workers in tasks, and those of them that have stopped. */
    private int inside;

    private int stopped;
    private long sinceNs;
    private boolean abandoned;
    private boolean released;

    /**
     * A worker begins with a task.
     *
     * @throws GpuLost if the GPU has been given up
     */
    synchronized void enter() {
        if (abandoned) {
            throw new GpuLost("given up");
        }
        inside++;
    }

    /** A worker is done with a task. */
    synchronized void leave() {
        inside--;
    }

    /** A worker stops, until it is {@linkplain #release released}. */
    synchronized void stop(long now) {
        if (stopped++ == 0) {
            sinceNs = now;
        }
        boolean interrupted = false;
        while (!released) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        stopped--;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Gives the GPU up, if it has hung for so long and none of its workers is at anything.
     *
     * @return whether it is given up
     */
    synchronized boolean abandon(long now, long patienceNs) {
        abandoned |= stopped != 0 && stopped == inside && now - sinceNs >= patienceNs;
        return abandoned;
    }

    /** Lets workers that have stopped come back, as far as they get. */
    synchronized void release() {
        released = true;
        notifyAll();
    }
}
