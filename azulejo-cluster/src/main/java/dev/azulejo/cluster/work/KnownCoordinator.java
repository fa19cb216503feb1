package dev.azulejo.cluster.work;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.engine.Engine;
import dev.azulejo.cluster.engine.Outgoing;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A coordinator as its worker knows it: its jobs, the units that it has given, and the content that
 * it was asked for.
 *
 * <p>Threads: one at a time, who holds the lock of the worker.
 */
final class KnownCoordinator {
    /** Which job it is, among those of all coordinators. */
    private record JobKey(Peer peer, long job) {}

    final Peer peer;
    final Outgoing outgoing;

    /** Content on its way here. */
    final Map<ContentHash, ContentReceiver.Transfer> incoming = new HashMap<>();

    private final Map<Long, Map<Integer, AssignedUnit>> jobs = new HashMap<>();

    /**
     * Makes one without a job.
     *
     * @param broken told when something could not be sent to it, and why
     */
    KnownCoordinator(Engine engine, Peer peer, BiConsumer<KnownCoordinator, Throwable> broken) {
        this.peer = peer;
        outgoing = new Outgoing(engine, peer, e -> broken.accept(this, e));
    }

    void send(Message message) {
        outgoing.send(MessageCodec.encode(message));
    }

    /** Sends what came of a unit, in pieces. */
    void sendResult(AssignedUnit unit, byte[] result) {
        outgoing.later(
                () -> {
                    int offset = 0;
                    boolean last = false;
                    while (!last) {
                        int end = Math.min(result.length, offset + MessageCodec.LONGEST_PIECE);
                        last = end == result.length;
                        outgoing.now(
                                MessageCodec.encode(
                                        new Message.Result(
                                                unit.job,
                                                unit.number,
                                                offset,
                                                last,
                                                Arrays.copyOfRange(result, offset, end))));
                        offset = end;
                    }
                });
    }

    /** It offers a job, which it may have offered before. */
    void begin(long job) {
        jobs.computeIfAbsent(job, first -> new LinkedHashMap<>());
    }

    /** A job is over; returns whether there was one. */
    boolean end(long job) {
        return jobs.remove(job) != null;
    }

    boolean has(long job) {
        return jobs.containsKey(job);
    }

    /** Returns its jobs, as they are now. */
    List<Long> jobs() {
        return List.copyOf(jobs.keySet());
    }

    /** Returns what work is told whose job it is. */
    Object key(long job) {
        return new JobKey(peer, job);
    }

    /** Takes in a unit of a job that there is. */
    void add(AssignedUnit unit) {
        jobs.get(unit.job).put(unit.number, unit);
    }

    /** Takes out a unit; returns whether it was there. */
    boolean remove(AssignedUnit unit) {
        var units = jobs.get(unit.job);
        return units != null && units.remove(unit.number, unit);
    }

    /** Returns a unit of a job; null if there is none. */
    AssignedUnit unit(long job, int number) {
        var units = jobs.get(job);
        return units == null ? null : units.get(number);
    }

    /** Returns the units of a job, first what was given first; none if there is no such job. */
    List<AssignedUnit> units(long job) {
        var units = jobs.get(job);
        return units == null ? List.of() : List.copyOf(units.values());
    }

    /** Returns the units of all jobs. */
    List<AssignedUnit> units() {
        var all = new ArrayList<AssignedUnit>();
        jobs.values().forEach(units -> all.addAll(units.values()));
        return all;
    }

    /** Returns how many units it has given, of all jobs. */
    int unitCount() {
        return jobs.values().stream().mapToInt(Map::size).sum();
    }
}
