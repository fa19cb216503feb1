package dev.azulejo.core.cancel;

/**
 * Work was ended before its end because somebody wished it: nothing of it goes on, and nothing came
 * of it. Whoever was interrupted still is.
 */
public class CancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception; the message says what was ended, and why. */
    public CancelledException(String message) {
        super(message);
    }
}
