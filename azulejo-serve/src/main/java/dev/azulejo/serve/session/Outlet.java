package dev.azulejo.serve.session;

/** Where what a viewer is told goes: a connection. Threads: any; nothing here waits. */
public interface Outlet {
    /** Sends a picture. */
    void frame(byte[] bytes);

    /** Whether a picture that was sent before has not gone out yet: more would be late. */
    boolean isBusy();

    /** Sends a text: a JSON object. */
    void text(String json);

    /**
     * Ends the connection.
     *
     * @param reason for people, one line
     */
    void end(String reason);
}
