package dev.azulejo.cluster.work;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.engine.Engine;
import dev.azulejo.cluster.engine.Outgoing;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A member as its coordinator knows it: what it takes, what it has been given, and what is on its
 * way to and from it. As long as it has not said that it takes any, it has no slots.
 *
 * <p>Threads: one at a time, who holds the lock of the coordinator.
 */
final class Worker {
    /** For how long it is not asked again, or not first. */
    static final long PAUSE_NS = 1_000_000_000;

    final Peer peer;
    final Outgoing outgoing;
    final PartialResults results = new PartialResults();

    /** Content that it has asked for and not got yet, and the number of the transfer. */
    final Map<ContentHash, Integer> wanted = new HashMap<>();

    private final long job;
    private final String release;
    private final Map<Integer, Unit> units = new LinkedHashMap<>();
    private int slots;
    private boolean seenBefore;

    /** Whether it has said that it does nothing for us. */
    private boolean refuses;

    private long asked;

    /** Until when it is given nothing, because it has said that it has no room. */
    private long fullUntil;

    private boolean isFull;

    /** Until when others are given units first, because it has given one back. */
    private long restUntil;

    private boolean rests;

    /**
     * Makes one that was told nothing.
     *
     * @param job that it is asked to work for
     * @param release of this program
     * @param broken told when something could not be sent to it, and why
     */
    Worker(
            Engine engine,
            Peer peer,
            long job,
            String release,
            BiConsumer<Worker, Throwable> broken) {
        this.peer = peer;
        outgoing = new Outgoing(engine, peer, e -> broken.accept(this, e));
        this.job = job;
        this.release = release;
    }

    void send(Message message) {
        outgoing.send(MessageCodec.encode(message));
    }

    /** Offers work, or asks whether it still knows of it. */
    void ask(long now) {
        asked = now;
        send(isReady() ? new Message.Check(job) : new Message.Offer(job, release));
    }

    /** Whether it is to be asked: it has not answered for long, or has had units for long. */
    boolean isToBeAsked(long now) {
        boolean open = !isReady() && !refuses;
        return (open || !isIdle()) && now - asked >= PAUSE_NS;
    }

    /**
     * It does units.
     *
     * @param slots how many at a time, 1 and up
     * @return whether it does so for the first time
     */
    boolean begin(int slots) {
        this.slots = slots;
        boolean isFirst = !seenBefore;
        seenBefore = true;
        return isFirst;
    }

    /** It knows of no units any more, until it begins again. */
    void stop() {
        slots = 0;
    }

    void refuse() {
        refuses = true;
    }

    boolean isReady() {
        return slots > 0;
    }

    /** Whether it has said how many units it does, or that it does none. */
    boolean hasAnswered() {
        return isReady() || refuses;
    }

    int slots() {
        return slots;
    }

    /** It has given a unit back. */
    void rest(long now) {
        rests = true;
        restUntil = now + PAUSE_NS;
    }

    /** Whether others are given units first. */
    boolean rests(long now) {
        rests &= now - restUntil < 0;
        return rests;
    }

    /** It has not taken a unit, because it has more than it is thought to have. */
    void isFull(long now) {
        isFull = true;
        fullUntil = now + PAUSE_NS;
    }

    /** Whether it takes one more unit. */
    boolean hasRoom(long now) {
        isFull &= now - fullUntil < 0;
        return !isFull && units.size() < Coordinator.WINDOW * slots;
    }

    /** It has done a unit: whatever it lacked is there. */
    void hasDone() {
        isFull = false;
        rests = false;
    }

    /** Gives it a unit. */
    void take(Unit unit) {
        units.put(unit.number, unit);
        send(unit.work());
    }

    /** Tells it that a unit it has is not wanted any more. */
    void drop(Unit unit) {
        units.remove(unit.number);
        send(new Message.Drop(job, unit.number));
    }

    /** It does not have a unit any more, and knows. */
    void remove(Unit unit) {
        units.remove(unit.number);
        results.forget(unit.number);
    }

    /** Returns the unit of a number if it has it, else null. */
    Unit unit(int number) {
        return units.get(number);
    }

    /** Returns what it has, first what it got first. */
    List<Unit> units() {
        return List.copyOf(units.values());
    }

    boolean isIdle() {
        return units.isEmpty();
    }

    /** Whether it is not at work on one unit more. */
    boolean hasFreeSlot() {
        return units.size() < slots;
    }

    /** Whether a unit waits until another one is done there. */
    boolean waits(Unit unit) {
        return new ArrayList<>(units.values()).indexOf(unit) >= slots;
    }

    /** Compares how much two have for each of their slots. */
    static int compareLoad(Worker a, Worker b) {
        return Long.compare((long) a.units.size() * b.slots, (long) b.units.size() * a.slots);
    }
}
