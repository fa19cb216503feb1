package dev.azulejo.sim.engine;

/** What happens when an event is due. */
@FunctionalInterface
public interface EventHandler {
    /**
     * Handles an event.
     *
     * @param argument what it was scheduled with
     */
    void handle(int argument);
}
