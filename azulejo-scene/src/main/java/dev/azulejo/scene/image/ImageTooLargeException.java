package dev.azulejo.scene.image;

/** An image that may be sound, but is larger than what is decoded. */
public final class ImageTooLargeException extends ImageFormatException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message. */
    public ImageTooLargeException(String message) {
        super(message);
    }
}
