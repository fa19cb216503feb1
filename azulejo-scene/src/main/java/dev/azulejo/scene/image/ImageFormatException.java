package dev.azulejo.scene.image;

/** The bytes are no image that can be decoded; the message says why, in one line. */
public sealed class ImageFormatException extends Exception permits ImageTooLargeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message. */
    public ImageFormatException(String message) {
        super(message);
    }

    /** Makes an exception with a message and what led to it. */
    public ImageFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
