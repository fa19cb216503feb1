package dev.azulejo.cluster.engine;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * What is on its way to one member: a thread sends it, so that nobody else waits for who takes in
 * nothing.
 *
 * <p>Threads: any.
 */
public final class Outgoing implements AutoCloseable {
    private static final Runnable END = () -> {};

    private final Engine engine;
    private final Peer to;
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Consumer<Throwable> broken;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Begins.
     *
     * @param broken told when something could not be sent, and why: nothing more is, and whoever
     *     waits for it at the other side is to be taken for lost
     */
    public Outgoing(Engine engine, Peer to, Consumer<Throwable> broken) {
        this.engine = engine;
        this.to = to;
        this.broken = broken;
        thread = Thread.ofVirtual().name("azulejo-to-" + to.name()).start(this::run);
    }

    /** Sends a message behind all that was handed in before. */
    public void send(byte[] message) {
        later(() -> now(message));
    }

    /** Sends a message at once; for tasks of this thread, which may wait. */
    public void now(byte[] message) {
        if (!closed) {
            engine.send(to, message);
        }
    }

    /** Has something done behind all that was handed in before, such as sending what is long. */
    public void later(Runnable task) {
        if (!closed) {
            tasks.add(task);
        }
    }

    /** Whether nothing more is sent. */
    public boolean isClosed() {
        return closed;
    }

    private void run() {
        try {
            for (var task = tasks.take(); task != END; task = tasks.take()) {
                if (!closed) {
                    task.run();
                }
            }
        } catch (InterruptedException e) {
            closed = true;
        } catch (Throwable e) {
            close();
            broken.accept(e);
        }
    }

    /** Ends when what was handed in is sent; returns at once. */
    public void finish() {
        tasks.add(END);
    }

    /**
     * Waits until all that was handed in before {@link #finish} is sent, at most so long.
     *
     * @param millis how long, milliseconds
     */
    public void await(long millis) throws InterruptedException {
        thread.join(millis);
    }

    /** Ends now: what was not sent is not. */
    @Override
    public void close() {
        closed = true;
        tasks.clear();
        tasks.add(END);
    }
}
