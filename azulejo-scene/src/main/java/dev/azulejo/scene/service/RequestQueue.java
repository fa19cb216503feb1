package dev.azulejo.scene.service;

import dev.azulejo.core.cancel.CancelledException;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/**
 * Requests that wait for a thread, the oldest first, and those that threads are at.
 *
 * <p>Threads: any.
 */
final class RequestQueue {
    private final int capacity;

    /** How many threads take requests. */
    private final int takers;

    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private final Set<Request> running = new HashSet<>();
    private boolean closed;

    RequestQueue(int capacity, int takers) {
        this.capacity = capacity;
        this.takers = takers;
    }

    /**
     * Takes a request.
     *
     * @throws RequestRefused if there is no room
     * @throws IllegalStateException if it is closed
     */
    synchronized void put(Request request) {
        if (closed) {
            throw new IllegalStateException("the renderer is closed");
        }
        if (waiting.size() + running.size() >= capacity + takers) {
            throw new RequestRefused(
                    "%d requests wait already, as many as may".formatted(waiting.size()));
        }
        request.enqueued(waiting.size());
        waiting.add(request);
        notifyAll();
    }

    /** Waits for a request; null if there will be none. */
    private synchronized Request take() {
        while (waiting.isEmpty() && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                // Nobody but a stranger interrupts these threads, and close ends them.
                continue;
            }
        }
        if (closed) {
            return null;
        }
        var request = waiting.remove();
        running.add(request);
        return request;
    }

    /** Works on requests, one after the other, until there will be none. */
    void work() {
        for (var request = take(); request != null; request = take()) {
            try {
                request.run();
            } finally {
                done(request);
                // Not before: whoever gets an answer and asks again at once must find room.
                request.tell();
            }
        }
    }

    private synchronized void done(Request request) {
        running.remove(request);
    }

    /** Takes a request back, and returns whether no thread has begun with it. */
    synchronized boolean remove(Request request) {
        return waiting.remove(request);
    }

    /** Returns how many wait. */
    synchronized int length() {
        return waiting.size();
    }

    /** Ends all, and takes no more. */
    synchronized void close() {
        closed = true;
        for (var request : waiting) {
            request.drop(new CancelledException("rendering was ended: the renderer was closed"));
        }
        waiting.clear();
        running.forEach(request -> request.cancellation().cancel());
        notifyAll();
    }
}
