package dev.azulejo.scene.parallel;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Rows of something large, each made by itself, so that it does not matter which thread makes it.
 */
public final class ParallelRows {
    private ParallelRows() {}

    /**
     * Makes rows, by the calling thread and those of its pool.
     *
     * @param count how many
     * @param maker makes one, 0..count-1; called by several threads
     * @param goOn called before each row, by several threads; what it or the maker throws first
     *     ends the work: rows that have not begun are left out, and it is thrown when no thread
     *     works any more
     */
    public static void make(int count, IntConsumer maker, Runnable goOn) {
        var failure = new AtomicReference<Throwable>();
        IntStream.range(0, count).parallel().forEach(row -> make(row, maker, goOn, failure));
        // A forEach that throws by itself does not wait for the other threads' rows
        switch (failure.get()) {
            case null -> {}
            case Error e -> throw e;
            case RuntimeException e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    /** Makes a row, unless one has failed; the first failure is kept. */
    private static void make(
            int row, IntConsumer maker, Runnable goOn, AtomicReference<Throwable> failure) {
        if (failure.get() != null) {
            return;
        }
        try {
            goOn.run();
            maker.accept(row);
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }
}
