package dev.azulejo.scene.service;

import dev.azulejo.core.cancel.Cancellation;

import java.util.concurrent.CountDownLatch;

/** A request that has been taken, and what comes of it. */
final class Request {
    /** Does the work of a request. */
    interface Work {
        Picture run(Cancellation cancellation);
    }

    private final Work work;
    private final Cancellation cancellation;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Events.Queue waiting = new Events.Queue();
    private Picture picture;
    private Throwable failure;

    Request(Work work, Cancellation cancellation) {
        this.work = work;
        this.cancellation = cancellation;
    }

    /** Ends it, from any thread. */
    Cancellation cancellation() {
        return cancellation;
    }

    /** Zero when it has come to its end. */
    CountDownLatch ended() {
        return ended;
    }

    /** It begins to wait behind others. */
    void enqueued(int length) {
        waiting.length = length;
        waiting.begin();
    }

    /** Does the work, on the calling thread; nobody knows of it before {@link #tell}. */
    void run() {
        waiting.commit();
        try {
            cancellation.check("rendering");
            picture = work.run(cancellation);
        } catch (Throwable e) {
            // Whatever it is, it is told to who asked, and the thread goes on with the next one.
            failure = e;
        }
    }

    /** Tells who asked what came of it. */
    void tell() {
        ended.countDown();
    }

    /** It will not be worked on. */
    void drop(RuntimeException why) {
        failure = why;
        ended.countDown();
    }

    /** Returns what came of it, once it has ended. */
    Picture result() {
        switch (failure) {
            case null -> {
                return picture;
            }
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(failure);
        }
    }
}
