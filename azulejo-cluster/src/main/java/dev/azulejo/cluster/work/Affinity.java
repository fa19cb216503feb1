package dev.azulejo.cluster.work;

import dev.azulejo.cluster.engine.Peer;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Of each place who was given its last unit, or was the first to do it: who knows what is there is
 * to do the next one.
 *
 * <p>Threads: one at a time, who holds the lock of the coordinator.
 */
final class Affinity {
    /** Who has done a unit, or is going to. */
    private record Keeper(Peer peer, int unit) {}

    private final Map<Integer, Keeper> keepers = new HashMap<>();
    private final Membership members;

    Affinity(Membership members) {
        this.members = members;
    }

    /** Returns the worker that has done what came before a unit; null if there is none. */
    Worker keeper(Unit unit) {
        var last = keepers.get(unit.place);
        boolean none = last == null || unit.lostWith.contains(last.peer);
        var worker = none ? null : members.of(last.peer);
        return worker == null || !worker.isReady() ? null : worker;
    }

    /** Takes down who has what comes next at a place. */
    void keep(Unit unit, Worker worker) {
        var last = keepers.get(unit.place);
        // What is done now may be older than what somebody else has been given
        if (unit.place != Unit.ANYWHERE && (last == null || last.unit <= unit.number)) {
            keepers.put(unit.place, new Keeper(worker.peer, unit.number));
        }
    }

    /** Forgets who keeps a place if it is one of some. */
    void forget(int place, Set<Peer> peers) {
        var last = keepers.get(place);
        if (last != null && peers.contains(last.peer)) {
            keepers.remove(place);
        }
    }
}
