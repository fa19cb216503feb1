package dev.azulejo.scene.gltf;

import dev.azulejo.core.cancel.StopSign;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory and time that may still be taken. Asked before every allocation whose size a file decides,
 * and between two steps of work whose length it decides.
 */
final class Budget {
    private final long limit;
    private final StopSign stop;
    private final AtomicLong used = new AtomicLong();

    /**
     * Makes one.
     *
     * @param limit bytes
     * @param stop says whether to go on
     */
    Budget(long limit, StopSign stop) {
        this.limit = limit;
        this.stop = stop;
    }

    /** Returns how many bytes may be taken in all. */
    long limit() {
        return limit;
    }

    /**
     * Goes on, or does not.
     *
     * @throws dev.azulejo.core.cancel.CancelledException if the load shall end
     */
    void goOn() {
        stop.check();
    }

    /**
     * Takes a share.
     *
     * @param bytes not negative
     * @param where names what the memory is for
     * @throws dev.azulejo.scene.model.SceneException when the limit would be exceeded
     * @throws dev.azulejo.core.cancel.CancelledException if the load shall end
     */
    void take(long bytes, JsonView where) {
        if (!tryTake(bytes)) {
            throw where.fail(
                    "%,d more bytes of memory are needed, and loading may take %,d in all (a larger Java heap, -Xmx, raises that)"
                            .formatted(bytes, limit));
        }
    }

    /** Takes a share if it is there, and returns whether it was. */
    boolean tryTake(long bytes) {
        goOn();
        long taken = used.get();
        // What is refused is never taken, not even for a moment: others would be refused then
        while (bytes <= limit - taken) {
            if (used.compareAndSet(taken, taken + bytes)) {
                return true;
            }
            taken = used.get();
        }
        return false;
    }

    /** For tests: returns how many bytes are taken. */
    long used() {
        return used.get();
    }

    /** Gives a share back, once: more than there is would be memory that others may not take. */
    void giveBack(long bytes) {
        if (used.addAndGet(-bytes) < 0) {
            throw new IllegalStateException("more memory is given back than was taken");
        }
    }
}
