package dev.azulejo.servers.common;

/** A library that speaks WebSocket. */
public interface Library {
    /**
     * Bytes that the system shall keep for a client that is slow, as {@code SceneServer} has it.
     */
    int SEND_BUFFER_BYTES = 1 << 18;

    /** Longest frame: longer messages go out in several, where a library can do that. */
    int LARGEST_FRAME = 1 << 16;

    /**
     * Begins to serve streams at this machine's {@code /stream}.
     *
     * @param painter whom to tell of connections and their inputs
     * @return the port, which is any that is free
     * @throws Exception if it cannot
     */
    int start(Painter painter) throws Exception;
}
