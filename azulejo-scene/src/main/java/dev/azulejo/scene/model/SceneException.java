package dev.azulejo.scene.model;

/**
 * The scene that was handed in cannot be used. The message is one line, "FILE: where: what is
 * wrong, what was expected", and is meant for the user as it stands.
 */
public final class SceneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message for the user; control characters become spaces. */
    public SceneException(String message) {
        this(message, null);
    }

    /** Makes an exception with a message for the user and the cause for a developer. */
    public SceneException(String message, Throwable cause) {
        super(oneLine(message), cause);
    }

    private static String oneLine(String message) {
        StringBuilder line = new StringBuilder(message.length());
        for (int i = 0; i < message.length(); i++) {
            char c = message.charAt(i);
            line.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
        }
        return line.toString();
    }
}
