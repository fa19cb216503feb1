package dev.azulejo.serve.session;

/** Says what time it is. */
@FunctionalInterface
public interface Clock {
    /** Returns nanoseconds since some time. */
    long nowNs();
}
