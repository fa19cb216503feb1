package dev.azulejo.scene.gltf;

import java.util.concurrent.atomic.AtomicLong;

/** Memory that may still be taken. Asked before every allocation whose size a file decides. */
final class Budget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    Budget(long limit) {
        this.limit = limit;
    }

    /**
     * Takes a share.
     *
     * @param bytes not negative
     * @param where names what the memory is for
     * @throws dev.azulejo.scene.model.SceneException when the limit would be exceeded
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
        boolean isThere = used.addAndGet(bytes) <= limit;
        if (!isThere) {
            used.addAndGet(-bytes);
        }
        return isThere;
    }

    /** Gives a share back. */
    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }
}
