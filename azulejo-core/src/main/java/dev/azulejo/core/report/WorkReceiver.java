package dev.azulejo.core.report;

/**
 * Gets the phases of a device that records work, each when it has ended.
 *
 * <p>Threads: called by the submitting one.
 */
@FunctionalInterface
public interface WorkReceiver {
    /**
     * A phase has ended. What this throws reaches whoever has submitted the frame.
     *
     * @param phase tells it, now or later
     */
    void receive(WorkTeller phase);
}
