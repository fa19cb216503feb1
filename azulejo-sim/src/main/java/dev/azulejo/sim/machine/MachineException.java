package dev.azulejo.sim.machine;

/** A machine cannot be understood. The message is one line: where, which key, what was expected. */
public final class MachineException extends Exception {
    private static final long serialVersionUID = 1;

    /** Says it. */
    public MachineException(String message) {
        super(message);
    }
}
