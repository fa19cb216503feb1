package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for what the system may never answer, such as opening a pipe that nobody reads, no longer
 * than somebody wishes. Such calls are made by a thread of its own, for nothing ends them; one that
 * is given up stays behind with that thread, which ends with the process.
 *
 * <p>Threads: the caller's, one call at a time.
 */
final class Patience implements AutoCloseable {
    /** Between looks whether to go on, milliseconds. */
    private static final long LOOK_MS = 20;

    private final String what;
    private final Cancellation wish;
    private final ExecutorService caller =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("azulejo-waits").factory());

    /** A call that may take for ever. */
    interface Call<T> {
        /** Makes it. */
        T make() throws IOException;
    }

    /**
     * Makes one.
     *
     * @param work names it in messages
     * @param cancellation ends it early
     */
    Patience(String work, Cancellation cancellation) {
        what = work;
        wish = cancellation;
    }

    /**
     * Makes one call, and waits.
     *
     * @throws CancelledException if it is given up, or this thread is interrupted, which it stays
     */
    static <T> T await(String work, Cancellation cancellation, Call<T> call) throws IOException {
        try (var patience = new Patience(work, cancellation)) {
            return patience.await(call);
        }
    }

    /**
     * Opens a stream, each of whose calls is made so.
     *
     * @throws CancelledException if it is given up, or this thread is interrupted, which it stays
     */
    static OutputStream open(String work, Cancellation cancellation, Call<OutputStream> opener)
            throws IOException {
        var patience = new Patience(work, cancellation);
        try {
            return patience.new Stream(patience.await(opener));
        } catch (IOException | RuntimeException e) {
            patience.close();
            throw e;
        }
    }

    private <T> T await(Call<T> call) throws IOException {
        wish.check(what);
        var made = caller.submit(call::make);
        while (true) {
            try {
                return made.get(LOOK_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                wish.check(what);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancelledException(what + " was interrupted");
            } catch (ExecutionException e) {
                switch (e.getCause()) {
                    case IOException failed -> throw failed;
                    case RuntimeException failed -> throw failed;
                    case Error failed -> throw failed;
                    default -> throw new IllegalStateException(e.getCause());
                }
            }
        }
    }

    /** Does not wait for a call that was given up. */
    @Override
    public void close() {
        caller.shutdown();
    }

    /** What is written by the thread that waits. */
    private final class Stream extends OutputStream {
        private final OutputStream out;

        Stream(OutputStream to) {
            out = to;
        }

        private void patiently(Work work) throws IOException {
            Patience.this.await(
                    () -> {
                        work.run();
                        return null;
                    });
        }

        @Override
        public void write(int value) throws IOException {
            patiently(() -> out.write(value));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            patiently(() -> out.write(bytes, offset, length));
        }

        @Override
        public void flush() throws IOException {
            patiently(out::flush);
        }

        @Override
        public void close() throws IOException {
            try {
                patiently(out::close);
            } catch (CancelledException e) {
                // Once the call that was given up has come to an end, if it does
                caller.execute(() -> closeQuietly(out));
                throw e;
            } finally {
                Patience.this.close();
            }
        }
    }

    private static void closeQuietly(OutputStream out) {
        try {
            out.close();
        } catch (IOException e) {
            // Nobody is left who would hear of it
        }
    }

    private interface Work {
        void run() throws IOException;
    }
}
