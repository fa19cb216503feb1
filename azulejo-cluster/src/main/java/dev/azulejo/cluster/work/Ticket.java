package dev.azulejo.cluster.work;

import dev.azulejo.cluster.engine.Peer;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A unit that was handed in.
 *
 * <p>Threads: any.
 */
public final class Ticket {
    private final Runnable back;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile UnitResult result;

    /** Who did it, and who lost it or gave it back. */
    private volatile Set<Peer> avoided = Set.of();

    Ticket(Runnable back) {
        this.back = back;
    }

    /** Takes down who is not to have it again, should what came of it be of no use. */
    void avoid(Set<Peer> peers) {
        avoided = peers;
    }

    Set<Peer> avoided() {
        return avoided;
    }

    void complete(UnitResult what) {
        result = what;
        done.countDown();
    }

    /**
     * Returns what came of it; null if nothing has.
     *
     * @param millis waits so long at most, milliseconds
     */
    public UnitResult await(long millis) throws InterruptedException {
        return done.await(millis, TimeUnit.MILLISECONDS) ? result : null;
    }

    /** Says that nobody wants it any more; nothing happens if it is done. */
    public void withdraw() {
        back.run();
    }
}
