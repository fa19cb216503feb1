package dev.azulejo.sim.machine;

/** A machine cannot be understood. The message is one line: where, which key, what was expected. */
public final class MachineException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean placed;

    /** Says it, without a place. */
    public MachineException(String message) {
        this(message, "");
    }

    /**
     * Says it.
     *
     * @param message which key, what was expected
     * @param place file and line; empty if that is not known
     */
    MachineException(String message, String place) {
        super(place.isEmpty() ? message : place + ": " + message);
        placed = !place.isEmpty();
    }

    /** Returns the same said of a place, if it does not name one. */
    MachineException at(String place) {
        return placed ? this : new MachineException(getMessage(), place);
    }
}
