package dev.azulejo.cluster.engine;

/** A cluster cannot be joined; the message is one line for the user. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one. */
    public EngineException(String message) {
        super(message);
    }

    /** Makes one with what it comes of. */
    public EngineException(String message, Throwable cause) {
        super(message, cause);
    }
}
