package dev.azulejo.core.cancel;

/** Work was ended because its time was over. */
public final class DeadlineException extends CancelledException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception; the message says what was ended, and after how long. */
    public DeadlineException(String message) {
        super(message);
    }
}
