package dev.azulejo.sim.trace;

import java.io.IOException;

/** A work trace cannot be read. The message is one line: what is wrong, and where. */
public final class TraceException extends IOException {
    private static final long serialVersionUID = 1;

    TraceException(String message) {
        super("work trace: " + message);
    }
}
