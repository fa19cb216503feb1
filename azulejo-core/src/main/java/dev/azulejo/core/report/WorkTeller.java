package dev.azulejo.core.report;

/**
 * Tells what work there was in a phase that has ended, when it likes whoever received it: until the
 * {@link WorkReceiver} has returned from the next phase of the same device. What is told does not
 * depend on when. A receiver that throws keeps nothing.
 *
 * <p>Threads: one, once; it may be another than the device's.
 */
public interface WorkTeller {
    /** Returns which phase it is. */
    WorkPhase phase();

    /**
     * Tells all of it.
     *
     * @throws IllegalStateException the second time
     */
    void tell(WorkListener listener);
}
