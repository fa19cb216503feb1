package dev.azulejo.core.report;

/** What workers waited for that found no work while patches were taken in. */
public enum Starvation {
    /** A group's hull stage: nothing can be handed on before it is complete. */
    ARBITER,
    /** Memory: all that is in flight is at work, and no more may be launched. */
    REFUSED,
    /** Other workers: nothing is left to launch. */
    END
}
