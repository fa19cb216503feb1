package dev.azulejo.cluster.engine;

import java.util.List;

/**
 * Is told what happens in a cluster. Calls come from threads of the engine, which others wait for:
 * they return soon, and never wait for anything to be sent.
 */
public interface EngineListener {
    /**
     * Members are there; also told of those that were there before. Never told of oneself.
     *
     * @param peers one or more, all that the engine came to know of at once
     */
    void joined(List<Peer> peers);

    /** A member has left, was lost, or cannot be reached; it may be told to join again later. */
    void left(Peer peer);

    /**
     * A message came. Messages of one member come in the order in which it sent them, one at a
     * time.
     *
     * @param from who sent it; may be told before it is said to have joined
     * @param message its bytes, which the engine does not use any more
     */
    void received(Peer from, byte[] message);
}
