package dev.azulejo.cluster.engine;

import java.util.Objects;

/**
 * A member of a cluster.
 *
 * @param id tells it from all others, also from one that was started anew at the same place
 * @param name what it is called in messages to people, such as its host and port
 */
public record Peer(String id, String name) {
    /** Makes one. */
    public Peer {
        Objects.requireNonNull(id);
        Objects.requireNonNull(name);
    }

    @Override
    public String toString() {
        return name;
    }
}
