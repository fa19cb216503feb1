package dev.azulejo.cluster.work;

import dev.azulejo.cluster.engine.Peer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Which units are open, which of them wait, and who gets which. The least busy worker gets the
 * first that waits, unless its place is another one's who has room for it; who would be idle gets
 * that as well, or what another has not begun, or has had for longer than units take.
 *
 * <p>Threads: one at a time, who holds the lock of the coordinator.
 */
final class Schedule {
    /**
     * A unit that was lost with so many workers is not given again: it may be what ends them. Nor
     * is one that was lost so often, if nobody is left that it was not lost with.
     */
    static final int MOST_LOSSES = 3;

    /**
     * So often it is forgiven a unit that who was lost with it comes again: the unit may be what
     * keeps a worker from answering, each time.
     */
    static final int MOST_RETURNS = 8;

    private final Membership members;
    private final LongSupplier clock;
    private final Affinity affinity;
    private final Map<Integer, Unit> units = new LinkedHashMap<>();
    private final Deque<Unit> queue = new ArrayDeque<>();
    private long doneNanos;
    private int done;
    private int given;
    private int again;
    private int twice;

    /**
     * Makes an empty one.
     *
     * @param clock nanoseconds
     */
    Schedule(Membership members, LongSupplier clock) {
        this.members = members;
        this.clock = clock;
        affinity = new Affinity(members);
    }

    /** Takes in a unit, behind all that wait. */
    void add(Unit unit) {
        units.put(unit.number, unit);
        queue.add(unit);
    }

    /** Returns the unit of a number if it is open, else null. */
    Unit unit(int number) {
        return units.get(number);
    }

    /** Returns what is not done. */
    List<Unit> open() {
        return List.copyOf(units.values());
    }

    /** Whoever of some is at home at the place of a unit is not any more. */
    void avoid(Unit unit, Set<Peer> peers) {
        affinity.forget(unit.place, peers);
        unit.lostWith.addAll(peers);
    }

    /** Gives units as long as there is a worker with room for one. */
    void give() {
        boolean more = true;
        while (more) {
            more = false;
            // In turn, so that all have one before somebody has two
            for (var worker : members.leastBusyFirst()) {
                var unit = members.hasRoom(worker) ? next(worker) : null;
                if (unit != null) {
                    give(unit, worker);
                    more = true;
                    break;
                }
            }
        }
    }

    private Unit next(Worker worker) {
        var waiting = queue.iterator();
        while (waiting.hasNext()) {
            var unit = waiting.next();
            var keeper = affinity.keeper(unit);
            if (mayHave(worker, unit) && (keeper == null || keeper == worker)) {
                waiting.remove();
                return unit;
            }
        }
        if (worker.isIdle()) {
            for (var unit : queue) {
                // Somebody else would do it sooner, and is not going to begin soon
                if (mayHave(worker, unit) && !members.hasRoom(affinity.keeper(unit))) {
                    queue.remove(unit);
                    return unit;
                }
            }
        }
        return worker.hasFreeSlot() && done > 0 ? second(worker) : null;
    }

    /** Returns what another one has, and is not going to have done soon; null if there is none. */
    private Unit second(Worker worker) {
        long late = clock.getAsLong() - 2 * doneNanos / done;
        for (var unit : units.values()) {
            if (unit.holders.size() == 1 && !unit.holders.contains(worker)) {
                var holder = unit.holders.iterator().next();
                boolean isLong = holder.waits(unit) || unit.given < late;
                if (isLong && !unit.lostWith.contains(worker.peer)) {
                    return unit;
                }
            }
        }
        return null;
    }

    private boolean mayHave(Worker worker, Unit unit) {
        return !unit.lostWith.contains(worker.peer) || !members.isForOthers(unit);
    }

    private void give(Unit unit, Worker worker) {
        if (unit.holders.isEmpty()) {
            unit.given = clock.getAsLong();
            again += unit.times++ > 0 ? 1 : 0;
            affinity.keep(unit, worker);
        } else {
            twice++;
        }
        given++;
        unit.holders.add(worker);
        unit.givenTo.add(worker.peer);
        worker.take(unit);
    }

    /** A worker has done a unit, which it may have been thought to have lost. */
    void isDone(Unit unit, Worker worker, byte[] result) {
        affinity.keep(unit, worker);
        done++;
        doneNanos += clock.getAsLong() - unit.given;
        unit.holders.remove(worker);
        worker.remove(unit);
        unit.lostWith.add(worker.peer);
        unit.ticket.avoid(Set.copyOf(unit.lostWith));
        end(unit, new UnitResult(result, null));
    }

    /** Takes a unit from everybody who has it, and says what came of it. */
    void end(Unit unit, UnitResult result) {
        units.remove(unit.number);
        queue.remove(unit);
        for (var worker : members.all()) {
            worker.results.forget(unit.number);
        }
        for (var holder : unit.holders) {
            holder.drop(unit);
        }
        unit.ticket.complete(result);
    }

    /** A worker does not have a unit any more, for no fault of either: somebody gets it first. */
    void putBack(Unit unit, Worker worker) {
        takeFrom(worker, unit);
        if (unit.holders.isEmpty()) {
            queue.addFirst(unit);
        }
    }

    /** A worker that is lost does not do a unit any more. */
    void loseWith(Worker worker, Unit unit) {
        unit.goneWith.add(worker.peer);
        lose(unit, worker, "lost");
    }

    /**
     * A worker is there that may have been lost before: then no unit has ended it. On a busy
     * machine, or behind a cut line, nothing was heard of it for a while.
     */
    void isBack(Peer peer) {
        for (var unit : units.values()) {
            if (unit.returns < MOST_RETURNS && unit.goneWith.remove(peer)) {
                unit.returns++;
                unit.losses--;
                unit.lostWith.remove(peer);
            }
        }
    }

    /** A worker does not do a unit any more. */
    void lose(Unit unit, Worker worker, String why) {
        takeFrom(worker, unit);
        unit.losses++;
        unit.lostWith.add(worker.peer);
        if (!unit.holders.isEmpty()) {
            return;
        }
        int with = unit.lostWith.size();
        boolean isOften = unit.losses >= MOST_LOSSES && !members.isForOthers(unit);
        if (with < MOST_LOSSES && !isOften) {
            queue.addFirst(unit);
            return;
        }
        var failure =
                "given up after %d tries with %d %s, the last %s: %s"
                        .formatted(
                                unit.losses,
                                with,
                                with == 1 ? "worker" : "workers",
                                worker.peer,
                                why);
        end(unit, new UnitResult(null, failure));
    }

    private static void takeFrom(Worker worker, Unit unit) {
        unit.holders.remove(worker);
        worker.remove(unit);
    }

    /** Returns how many units were given to a worker, each time. */
    int given() {
        return given;
    }

    /** Returns how many were given because a worker was lost or gave up. */
    int again() {
        return again;
    }

    /** Returns how many were given while another worker had them. */
    int twice() {
        return twice;
    }
}
