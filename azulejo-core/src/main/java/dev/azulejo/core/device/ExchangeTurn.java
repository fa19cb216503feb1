package dev.azulejo.core.device;

/** Whose turn it is to send: one GPU after the other. Shared by all GPUs of a group. */
final class ExchangeTurn {
    private int sent;

    /** Those who will not send, a bit each. */
    private long gone;

    /** A phase begins: nobody has sent. */
    synchronized void begin() {
        sent = 0;
        gone = 0;
    }

    /** Waits until more than so many GPUs have sent; returns how many. */
    synchronized int awaitMore(int than) {
        boolean interrupted = false;
        while (sent <= than) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return sent;
    }

    /** The next GPU may send. */
    synchronized void pass() {
        sent++;
        skip();
    }

    /** Somebody is not going to send: nobody waits for it. */
    synchronized void leave(int place) {
        gone |= 1L << place;
        skip();
    }

    private void skip() {
        while (sent < Long.SIZE && (gone >>> sent & 1) != 0) {
            sent++;
        }
        notifyAll();
    }
}
