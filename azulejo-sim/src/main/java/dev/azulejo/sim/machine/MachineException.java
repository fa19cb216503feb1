package dev.azulejo.sim.machine;

import java.util.List;

/** A machine cannot be understood. The message is one line: where, which key, what was expected. */
public final class MachineException extends Exception {
    private static final long serialVersionUID = 1;

    /** Keys that do not go together, or the one that is wrong; none if no line is wanted. */
    private final transient List<MachineKey> keys;

    /** Says it. */
    public MachineException(String message) {
        this(message, List.of());
    }

    /** Says it of some keys, what is wrong first. */
    MachineException(String message, List<MachineKey> keys) {
        super(message);
        this.keys = keys;
    }

    /** Returns the keys that it is about, so that a file can say on which line they are. */
    List<MachineKey> keys() {
        return keys;
    }
}
