package dev.azulejo.core.device;

/** Whose turn it is to send: one GPU after the other. Shared by all GPUs of a group. */
final class ExchangeTurn {
    private int sent;

    /** A phase begins: nobody has sent. */
    synchronized void begin() {
        sent = 0;
    }

    /** Waits until so many GPUs have sent. */
    synchronized void await(int count) {
        boolean interrupted = false;
        while (sent < count) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next GPU may send. */
    synchronized void pass() {
        sent++;
        notifyAll();
    }
}
