package dev.azulejo.cluster.work;

import dev.azulejo.cluster.content.ContentStore;
import dev.azulejo.cluster.engine.Engine;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.Outgoing;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;
import dev.azulejo.cluster.message.OtherVersionException;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A worker: says to each coordinator that it is there, does the units that it is given, and asks
 * for the content that they need and that is not here. It opens nothing but what lies in its store.
 *
 * <p>Takes in what members say, under one lock: {@link KnownCoordinator} knows what each has given,
 * {@link ContentReceiver} gathers what units are done with, and {@link UnitRunner} does them.
 *
 * <p>Threads: any.
 */
public final class WorkerNode implements AutoCloseable {
    /** Units of a coordinator for each slot; one that gives more is told that there is no room. */
    private static final int MOST_UNITS = 4;

    /** Jobs of a coordinator at a time; it has one, and those beyond are not answered. */
    private static final int MOST_JOBS = 16;

    /** How long after the last job what was kept for it goes: its coordinator may have paused. */
    private static final long REST_MILLIS = 30_000;

    /** Lines that are told once each; after that no more of these. */
    private static final int MOST_TOLD = 1_000;

    private final Engine engine;
    private final String release;
    private final int slots;
    private final ContentStore store;
    private final UnitWork work;
    private final Consumer<String> log;
    private final Map<Peer, KnownCoordinator> coordinators = new HashMap<>();
    private final Set<String> told = new HashSet<>();
    private final ContentReceiver contents;
    private final UnitRunner runner;
    private final RestTimer resting;
    private boolean closed;
    private long done;
    private long gaveUp;
    private int members;

    /**
     * Makes one; {@link #join} begins.
     *
     * @param engine not joined yet
     * @param release of this program; coordinators of another one are refused
     * @param slots units at a time, 1 and up
     * @param store where content is kept
     * @param work does the units
     * @param log told what happens, in lines
     */
    public WorkerNode(
            Engine engine,
            String release,
            int slots,
            ContentStore store,
            UnitWork work,
            Consumer<String> log) {
        this(engine, release, slots, store, work, log, REST_MILLIS, System::nanoTime);
    }

    /** Makes one that rests so long after the last job, milliseconds, by a clock of nanoseconds. */
    WorkerNode(
            Engine engine,
            String release,
            int slots,
            ContentStore store,
            UnitWork work,
            Consumer<String> log,
            long restMillis,
            LongSupplier nanoTime) {
        this.engine = engine;
        this.release = release;
        this.slots = slots;
        this.store = store;
        this.work = work;
        this.log = log;
        runner = new UnitRunner(this, slots, work, this::isOver);
        contents = new ContentReceiver(store, coordinators.values(), runner::begin, this::giveUp);
        resting = new RestTimer(this, restMillis, new SteadyClock(nanoTime), work::rest);
    }

    /** Returns what this member is, once it has joined. */
    public Peer self() {
        return engine.self();
    }

    /** Joins the cluster. */
    public void join() {
        engine.join(new Listener());
    }

    /**
     * What it is about at the moment.
     *
     * @param members of the cluster, this one included
     * @param jobs that work is offered for
     * @param units it has, begun or not
     * @param busy units under way
     * @param done units since the start
     * @param gaveUp units that went back since the start
     * @param stored content that is kept, bytes
     */
    public record Health(
            int members, int jobs, int units, int busy, long done, long gaveUp, long stored) {}

    /** Returns what it is about. */
    public synchronized Health health() {
        int units = coordinators.values().stream().mapToInt(KnownCoordinator::unitCount).sum();
        int jobs = coordinators.values().stream().mapToInt(one -> one.jobs().size()).sum();
        return new Health(members + 1, jobs, units, runner.busy(), done, gaveUp, store.total());
    }

    private final class Listener implements EngineListener {
        @Override
        public void joined(List<Peer> peers) {
            // Who has work will say so
            synchronized (WorkerNode.this) {
                members += peers.size();
            }
        }

        @Override
        public void left(Peer peer) {
            synchronized (WorkerNode.this) {
                members--;
                var coordinator = coordinators.remove(peer);
                if (coordinator != null) {
                    lose(coordinator);
                }
            }
        }

        @Override
        public void received(Peer from, byte[] message) {
            try {
                var read = MessageCodec.decode(message);
                synchronized (WorkerNode.this) {
                    if (!closed) {
                        WorkerNode.this.received(from, read);
                        contents.tryAgain();
                    }
                }
            } catch (OtherVersionException e) {
                // Once, in our words, so that the other side can say so as well
                if (tellOnce(from + " " + e.getMessage())) {
                    answer(from, new Message.Refusal(0, release));
                }
            } catch (CodecException e) {
                tellOnce(from + " sent what is no message: " + e.getMessage());
            }
        }
    }

    private void lose(KnownCoordinator coordinator) {
        coordinator.outgoing.close();
        coordinator.jobs().forEach(job -> end(coordinator, job));
        contents.close(coordinator);
        contents.tryAgain();
    }

    /** Something could not be sent: its jobs are known no more, and it is told when it asks. */
    private synchronized void broken(KnownCoordinator coordinator, Throwable why) {
        if (coordinators.remove(coordinator.peer, coordinator)) {
            tellOnce(coordinator.peer + " cannot be sent to: " + why);
            lose(coordinator);
        }
    }

    /** Tells what was not told before; returns whether it was. */
    private synchronized boolean tellOnce(String line) {
        boolean isNew = told.size() < MOST_TOLD && told.add(line);
        if (isNew) {
            log.accept(line);
        }
        return isNew;
    }

    /** Sends to one who need not be a coordinator of ours. */
    private void answer(Peer to, Message message) {
        var outgoing = new Outgoing(engine, to, e -> tellOnce(to + " cannot be sent to: " + e));
        outgoing.send(MessageCodec.encode(message));
        outgoing.finish();
    }

    private void received(Peer from, Message message) {
        if (message instanceof Message.Offer offer) {
            offered(from, offer);
            return;
        }
        boolean isTask = message instanceof Message.Work || message instanceof Message.Check;
        // One that was thought to be lost may never have lost us: it is told, behind all else
        var coordinator = isTask ? coordinator(from) : coordinators.get(from);
        if (coordinator == null) {
            // Of a worker to somebody else, or of a coordinator that was refused
            return;
        }
        if (isTask && !coordinator.has(message.job())) {
            coordinator.send(new Message.Unknown(message.job()));
            return;
        }
        switch (message) {
            case Message.Work m -> begin(coordinator, m);
            case Message.Piece piece -> contents.add(coordinator, piece);
            case Message.Missing missing -> contents.isMissing(coordinator, missing);
            case Message.Drop drop -> {
                var unit = coordinator.unit(drop.job(), drop.unit());
                if (unit != null) {
                    drop(unit);
                }
            }
            case Message.End end -> end(coordinator, end.job());
            case Message.Offer m -> {}
            case Message.Check m -> {}
            case Message.Unknown m -> {}
            case Message.Ready m -> {}
            case Message.Refusal m -> {}
            case Message.Need m -> {}
            case Message.Result m -> {}
            case Message.GaveUp m -> {}
            case Message.NoRoom m -> {}
        }
    }

    private KnownCoordinator coordinator(Peer peer) {
        return coordinators.computeIfAbsent(
                peer, first -> new KnownCoordinator(engine, peer, this::broken));
    }

    private void offered(Peer from, Message.Offer offer) {
        if (!offer.release().equals(release)) {
            tellOnce(
                    "%s is of release %s, this is %s: one release expected on all"
                            .formatted(from, offer.release(), release));
            // Also if that was told before: each job wants to know
            answer(from, new Message.Refusal(offer.job(), release));
            return;
        }
        var coordinator = coordinator(from);
        if (coordinator.jobs().size() >= MOST_JOBS && !coordinator.has(offer.job())) {
            tellOnce(
                    "%s has more than %d jobs at a time: none more are taken"
                            .formatted(from, MOST_JOBS));
            return;
        }
        resting.stop();
        coordinator.begin(offer.job());
        // Who makes an offer thinks that we have nothing of its job: what waits for content may
        // never get it, and is given again, as is what waits for a thread; what is under way goes
        // on
        for (var unit : coordinator.units(offer.job())) {
            if (runner.takeBack(unit)) {
                unit.begun = false;
                drop(unit);
            }
        }
        contents.askAnew(coordinator);
        coordinator.send(new Message.Ready(offer.job(), release, slots));
    }

    private void begin(KnownCoordinator coordinator, Message.Work message) {
        var known = coordinator.unit(message.job(), message.unit());
        if (known != null) {
            if (!known.begun) {
                contents.askAnew(coordinator);
            }
            return;
        }
        if (coordinator.unitCount() >= MOST_UNITS * slots) {
            coordinator.send(new Message.NoRoom(message.job(), message.unit()));
            return;
        }
        var unit = new AssignedUnit(coordinator, message, runner::run);
        coordinator.add(unit);
        contents.begin(unit);
    }

    /** A thread has ended with a unit. */
    private synchronized void isOver(AssignedUnit unit, byte[] result, String why) {
        if (remove(unit)) {
            answer(unit, result, why);
        }
        contents.tryAgain();
    }

    private void answer(AssignedUnit unit, byte[] result, String why) {
        if (result == null) {
            gaveUp++;
            unit.owner.send(new Message.GaveUp(unit.job, unit.number, String.valueOf(why)));
        } else {
            done++;
            unit.owner.sendResult(unit, result);
        }
    }

    /** A unit cannot be done here. */
    private void giveUp(AssignedUnit unit, String why) {
        gaveUp++;
        remove(unit);
        unit.owner.send(new Message.GaveUp(unit.job, unit.number, why));
    }

    /** Whether a unit was still wanted; it is known no more. */
    private boolean remove(AssignedUnit unit) {
        contents.release(unit);
        return unit.owner.remove(unit) && !unit.cancellation.isCancelled();
    }

    /** A unit is not wanted any more; if it is under way, its thread lets go of its files. */
    private void drop(AssignedUnit unit) {
        unit.cancellation.cancel();
        // What waits for a thread would else be kept until one is free
        if (runner.takeBack(unit)) {
            remove(unit);
        }
        unit.owner.remove(unit);
    }

    private void end(KnownCoordinator coordinator, long job) {
        coordinator.units(job).forEach(this::drop);
        if (coordinator.end(job)) {
            work.over(coordinator.key(job));
            if (coordinator.jobs().isEmpty()
                    && coordinators.values().stream().allMatch(one -> one.jobs().isEmpty())) {
                resting.begin();
            }
        }
    }

    /** Gives everything up, and leaves the cluster. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            for (var coordinator : coordinators.values()) {
                coordinator.jobs().forEach(job -> end(coordinator, job));
                contents.close(coordinator);
                coordinator.outgoing.close();
            }
            coordinators.clear();
            resting.stop();
            work.rest();
        }
        runner.close();
        engine.close();
        store.close();
    }
}
