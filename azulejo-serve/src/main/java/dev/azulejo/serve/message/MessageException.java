package dev.azulejo.serve.message;

/** Bytes that are no message; the text says why. */
public final class MessageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MessageException(String message) {
        super(message);
    }
}
