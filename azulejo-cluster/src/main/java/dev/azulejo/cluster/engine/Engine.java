package dev.azulejo.cluster.engine;

/**
 * Carries bytes between the members of a cluster, and knows who they are. Messages arrive whole, in
 * order and once as long as both are members; what is sent to one that is lost goes nowhere.
 *
 * <p>Threads: any.
 */
public interface Engine extends AutoCloseable {
    /** Returns the length of the longest message that is carried, bytes. */
    int longest();

    /**
     * Becomes a member. Who listens is told of all others.
     *
     * @throws EngineException if that is not possible
     */
    void join(EngineListener listener);

    /** Returns what this member is, once it has joined. */
    Peer self();

    /**
     * Sends a message. Waits while its receiver takes in nothing, until that is lost.
     *
     * @param to a member; if it is none any more nothing happens
     * @param message at most {@link #longest()} bytes, which must not change any more
     */
    void send(Peer to, byte[] message);

    /** Leaves. */
    @Override
    void close();
}
