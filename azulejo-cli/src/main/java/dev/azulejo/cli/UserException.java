package dev.azulejo.cli;

/** Something the user can mend; the message is one line that says what, where and what to do. */
final class UserException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UserException(String message) {
        super(message);
    }
}
