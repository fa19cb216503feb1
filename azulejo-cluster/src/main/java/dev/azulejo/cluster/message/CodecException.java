package dev.azulejo.cluster.message;

/** Bytes are no message. */
public class CodecException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one. */
    public CodecException(String message) {
        super(message);
    }
}
