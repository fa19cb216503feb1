package dev.azulejo.scene.render;

import java.lang.reflect.UndeclaredThrowableException;
import java.util.Arrays;

/**
 * How far a sequence of frames is, and whether anybody has failed: what its threads wait for. Who
 * fails wakes all others, and no wait goes on.
 */
final class FrameProgress {
    /** What is done with a frame, one after the other. */
    enum Step {
        /** The scene is where it is in the frame. */
        PREPARED,
        /** Its last pixel is there. */
        RENDERED,
        /** Its picture was taken. */
        DELIVERED
    }

    // Guarded by this.
    private final int[] done = new int[Step.values().length];
    private Throwable failure;

    /** Begins with frame 0. */
    synchronized void begin() {
        Arrays.fill(done, 0);
        failure = null;
    }

    /** A step of a frame is done, and of all frames before. */
    synchronized void done(Step step, int frame) {
        done[step.ordinal()] = frame + 1;
        notifyAll();
    }

    /** Somebody has failed; the first counts. */
    synchronized void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        notifyAll();
    }

    /** Waits until a step of so many frames is done; returns whether nobody has failed. */
    synchronized boolean await(Step step, int frames) {
        boolean interrupted = false;
        while (failure == null && done[step.ordinal()] < frames) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return failure == null;
    }

    /** Throws what somebody has failed with. */
    synchronized void rethrow() {
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure != null) {
            // Java's compiler does not let work throw it; other languages do.
            throw new UndeclaredThrowableException(failure, "thrown by a frame: " + failure);
        }
    }

    /** Waits until a thread has ended. */
    static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
