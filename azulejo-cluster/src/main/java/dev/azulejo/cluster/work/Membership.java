package dev.azulejo.cluster.work;

import dev.azulejo.cluster.engine.Peer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Who is a member, who of them is ready, and how much each has to do.
 *
 * <p>Threads: one at a time, who holds the lock of the coordinator.
 */
final class Membership {
    private final Map<Peer, Worker> workers = new LinkedHashMap<>();
    private final LongSupplier clock;
    private int seen;
    private int lost;

    /** When the last worker went, or when it began; workers there are, if {@link #hasWorker}. */
    private long alone;

    /**
     * Makes one of nobody.
     *
     * @param clock nanoseconds
     */
    Membership(LongSupplier clock) {
        this.clock = clock;
    }

    /** Time without workers begins. */
    void begin() {
        alone = clock.getAsLong();
    }

    /** Returns the worker of a member; null if it is none, or has left. */
    Worker of(Peer peer) {
        return workers.get(peer);
    }

    void add(Worker worker) {
        workers.put(worker.peer, worker);
    }

    /** Returns all members, first who was there first. */
    List<Worker> all() {
        return List.copyOf(workers.values());
    }

    /** Returns all members, of which there are none from now on. */
    List<Worker> clear() {
        var all = all();
        workers.clear();
        return all;
    }

    /**
     * A member does units.
     *
     * @param slots how many at a time, 1 and up
     */
    void begins(Worker worker, int slots) {
        seen += worker.begin(slots) ? 1 : 0;
    }

    /** A member does nothing, though it has not left, until it says that it does. */
    void stops(Worker worker) {
        worker.stop();
        if (!hasWorker()) {
            alone = clock.getAsLong();
        }
    }

    /** Takes out who has left; returns whether it was there. */
    boolean remove(Worker worker) {
        return workers.remove(worker.peer, worker);
    }

    /** Counts one that has left while it was ready. */
    void isLost() {
        lost++;
        if (!hasWorker()) {
            alone = clock.getAsLong();
        }
    }

    /** Whether a worker is ready. */
    private boolean hasWorker() {
        return workers.values().stream().anyMatch(Worker::isReady);
    }

    /** Returns for how long there has been no worker, nanoseconds; 0 if there is one. */
    long nanosWithoutWorkers() {
        return hasWorker() ? 0 : clock.getAsLong() - alone;
    }

    boolean haveAllAnswered() {
        return workers.values().stream().allMatch(Worker::hasAnswered);
    }

    /** Returns how many units would be under way if all workers had all that they take. */
    int places() {
        return workers.values().stream()
                .mapToInt(worker -> Coordinator.WINDOW * worker.slots())
                .sum();
    }

    /** Returns those that are ready, first who has least to do for each slot. */
    List<Worker> leastBusyFirst() {
        return workers.values().stream()
                .filter(Worker::isReady)
                .sorted(Worker::compareLoad)
                .toList();
    }

    /** Whether a worker is to be given one more unit. */
    boolean hasRoom(Worker worker) {
        long now = clock.getAsLong();
        boolean isLast = worker.rests(now) && isAnother(worker);
        return worker.hasRoom(now) && !isLast;
    }

    /** Whether somebody else is ready. */
    private boolean isAnother(Worker one) {
        return workers.values().stream().anyMatch(worker -> worker != one && worker.isReady());
    }

    /** Whether somebody is ready that has not lost a unit. */
    boolean isForOthers(Unit unit) {
        return workers.values().stream()
                .anyMatch(worker -> worker.isReady() && !unit.lostWith.contains(worker.peer));
    }

    /** Returns how many workers were ready, each time that one was. */
    int seen() {
        return seen;
    }

    /** Returns how many workers have left. */
    int lost() {
        return lost;
    }
}
