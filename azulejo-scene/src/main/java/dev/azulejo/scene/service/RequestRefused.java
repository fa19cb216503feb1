package dev.azulejo.scene.service;

/** A request was not even taken: too many wait already. Asking again later may help. */
public final class RequestRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception; the message says what was too much. */
    public RequestRefused(String message) {
        super(message);
    }
}
