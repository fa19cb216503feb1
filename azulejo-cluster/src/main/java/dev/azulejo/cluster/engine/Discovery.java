package dev.azulejo.cluster.engine;

import java.net.InetSocketAddress;
import java.util.List;

/** Says where members of a cluster may be. */
public interface Discovery {
    /**
     * Returns places where somebody may listen. Asked again and again until somebody answers, and
     * from time to time later on.
     */
    List<InetSocketAddress> places();

    /** Is told where this member listens, so that others may find it. */
    default void listening(InetSocketAddress place) {}
}
