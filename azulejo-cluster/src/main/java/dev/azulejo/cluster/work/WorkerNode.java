package dev.azulejo.cluster.work;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.content.ContentStore;
import dev.azulejo.cluster.content.NamedContent;
import dev.azulejo.cluster.engine.Engine;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.Outgoing;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;
import dev.azulejo.cluster.message.OtherVersionException;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A worker: says to each coordinator that it is there, does the units that it is given, and asks
 * for the content that they need and that is not here. It opens nothing but what lies in its store.
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

    /** How often it is looked at the clock until then. */
    private static final int RESTING_LOOKS = 120;

    /** Lines that are told once each; after that no more of these. */
    private static final int MOST_TOLD = 1_000;

    /** Content on its way here, and the number that it was asked for with. */
    private record Transfer(int number, ContentStore.Incoming content) {}

    /** Which job it is, among those of all coordinators. */
    private record JobKey(Peer peer, long job) {}

    private final class Coordinating {
        final Peer peer;
        final Outgoing outgoing;
        final Map<Long, Map<Integer, Unit>> jobs = new HashMap<>();
        final Map<ContentHash, Transfer> incoming = new HashMap<>();

        Coordinating(Peer peer) {
            this.peer = peer;
            outgoing = new Outgoing(engine, peer, e -> broken(peer, this, e));
        }

        void send(Message message) {
            outgoing.send(MessageCodec.encode(message));
        }

        int units() {
            return jobs.values().stream().mapToInt(Map::size).sum();
        }

        JobKey key(long job) {
            return new JobKey(peer, job);
        }
    }

    private final class Unit {
        final Coordinating owner;
        final long job;
        final int number;
        final byte[] task;
        final List<NamedContent> files;
        final Map<ContentHash, WorkFile> here = new LinkedHashMap<>();
        final Set<ContentHash> missing = new HashSet<>();
        final Cancellation cancellation = new Cancellation();

        /** Handed to a thread. */
        boolean begun;

        /** What a thread was handed. */
        final Runnable run = () -> run(this);

        Unit(Coordinating owner, Message.Work work) {
            this.owner = owner;
            job = work.job();
            number = work.unit();
            task = work.task();
            files = work.files();
        }
    }

    private final Engine engine;
    private final String release;
    private final int slots;
    private final ContentStore store;
    private final UnitWork work;
    private final Consumer<String> log;
    private final long restMillis;
    private final SteadyClock clock;
    private final ThreadPoolExecutor threads;
    private final Map<Peer, Coordinating> coordinators = new HashMap<>();
    private final Set<String> told = new HashSet<>();
    private boolean closed;
    private long done;
    private long gaveUp;
    private int busy;
    private int members;
    private int transfers;

    /**
     * Units with nothing here or on its way, because it does not fit together with that of others.
     */
    private final Set<Unit> withoutRoom = new LinkedHashSet<>();

    /** How often units have content here. */
    private int uses;

    /** Whether room was made since those without were looked at. */
    private boolean moreRoom;

    /** Waits until it is time to rest; null if there is a job, or never was one. */
    private Thread resting;

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
        this.restMillis = restMillis;
        clock = new SteadyClock(nanoTime);
        threads =
                new ThreadPoolExecutor(
                        slots,
                        slots,
                        0,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name("azulejo-unit-", 0).factory());
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
        int units = coordinators.values().stream().mapToInt(Coordinating::units).sum();
        int jobs = coordinators.values().stream().mapToInt(one -> one.jobs.size()).sum();
        return new Health(members + 1, jobs, units, busy, done, gaveUp, store.total());
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
                        tryAgain();
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

    private void lose(Coordinating coordinator) {
        coordinator.outgoing.close();
        List.copyOf(coordinator.jobs.keySet()).forEach(job -> end(coordinator, job));
        closeIncoming(coordinator);
        tryAgain();
    }

    /** Something could not be sent: its jobs are known no more, and it is told when it asks. */
    private synchronized void broken(Peer peer, Coordinating coordinator, Throwable why) {
        if (coordinators.remove(peer, coordinator)) {
            tellOnce(peer + " cannot be sent to: " + why);
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
        var coordinator =
                isTask
                        ? coordinators.computeIfAbsent(from, Coordinating::new)
                        : coordinators.get(from);
        if (coordinator == null) {
            // Of a worker to somebody else, or of a coordinator that was refused
            return;
        }
        if (isTask && !coordinator.jobs.containsKey(message.job())) {
            coordinator.send(new Message.Unknown(message.job()));
            return;
        }
        switch (message) {
            case Message.Work m -> begin(coordinator, m);
            case Message.Piece piece -> add(coordinator, piece);
            case Message.Missing missing -> isMissing(coordinator, missing);
            case Message.Drop drop -> {
                var units = coordinator.jobs.get(drop.job());
                var unit = units == null ? null : units.get(drop.unit());
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

    private void offered(Peer from, Message.Offer offer) {
        if (!offer.release().equals(release)) {
            tellOnce(
                    "%s is of release %s, this is %s: one release expected on all"
                            .formatted(from, offer.release(), release));
            // Also if that was told before: each job wants to know
            answer(from, new Message.Refusal(offer.job(), release));
            return;
        }
        var coordinator = coordinators.computeIfAbsent(from, Coordinating::new);
        if (coordinator.jobs.size() >= MOST_JOBS && !coordinator.jobs.containsKey(offer.job())) {
            tellOnce(
                    "%s has more than %d jobs at a time: none more are taken"
                            .formatted(from, MOST_JOBS));
            return;
        }
        stayAwake();
        var units = coordinator.jobs.computeIfAbsent(offer.job(), job -> new LinkedHashMap<>());
        // Who makes an offer thinks that we have nothing of its job: what waits for content may
        // never get it, and is given again, as is what waits for a thread; what is under way goes
        // on
        for (var unit : List.copyOf(units.values())) {
            if (!unit.begun || threads.remove(unit.run)) {
                unit.begun = false;
                drop(unit);
            }
        }
        askAnew(coordinator);
        coordinator.send(new Message.Ready(offer.job(), release, slots));
    }

    private void begin(Coordinating coordinator, Message.Work message) {
        var units = coordinator.jobs.get(message.job());
        var known = units.get(message.unit());
        if (known != null) {
            if (!known.begun) {
                askAnew(coordinator);
            }
            return;
        }
        if (coordinator.units() >= MOST_UNITS * slots) {
            coordinator.send(new Message.NoRoom(message.job(), message.unit()));
            return;
        }
        var unit = new Unit(coordinator, message);
        units.put(unit.number, unit);
        long length = 0;
        var hashes = new HashSet<ContentHash>();
        for (var file : unit.files) {
            length += hashes.add(file.hash()) ? file.length() : 0;
        }
        if (length > store.bound()) {
            giveUp(
                    unit,
                    "content cannot be kept: %,d bytes do not fit into %,d"
                            .formatted(length, store.bound()));
        } else {
            gather(unit);
        }
    }

    /**
     * Has all that a unit needs here or on its way, or nothing of it: then it waits until another
     * one gives content back, and two never wait for each other.
     */
    private void gather(Unit unit) {
        var begun = new LinkedHashMap<ContentHash, Transfer>();
        try {
            for (var file : unit.files) {
                take(unit, file);
            }
            for (var file : unit.files) {
                var hash = file.hash();
                if (unit.missing.contains(hash)
                        && !unit.owner.incoming.containsKey(hash)
                        && !begun.containsKey(hash)) {
                    begun.put(hash, new Transfer(++transfers, store.begin(hash, file.length())));
                }
            }
        } catch (IOException e) {
            begun.values().forEach(transfer -> transfer.content().close());
            letGo(unit);
            if (uses > 0 || coordinators.values().stream().anyMatch(c -> !c.incoming.isEmpty())) {
                withoutRoom.add(unit);
            } else {
                giveUp(unit, "content cannot be kept: " + reason(e));
            }
            return;
        }
        withoutRoom.remove(unit);
        unit.owner.incoming.putAll(begun);
        begun.forEach(
                (hash, transfer) ->
                        unit.owner.send(new Message.Need(unit.job, transfer.number(), hash)));
        startIfAllIsHere(unit);
    }

    /** Looks whether who waits for room has some, if there may be more than there was. */
    private void tryAgain() {
        while (moreRoom) {
            moreRoom = false;
            for (var unit : List.copyOf(withoutRoom)) {
                if (withoutRoom.contains(unit)) {
                    gather(unit);
                }
            }
        }
    }

    /** Gives content back; it can be gathered again. */
    private void letGo(Unit unit) {
        unit.here.keySet().forEach(store::giveBack);
        uses -= unit.here.size();
        unit.here.clear();
        unit.missing.clear();
    }

    /** Asks once more for all that a coordinator was asked for, from its first byte. */
    private void askAnew(Coordinating coordinator) {
        closeIncoming(coordinator);
        for (var units : List.copyOf(coordinator.jobs.values())) {
            for (var unit : List.copyOf(units.values())) {
                if (!unit.begun && !withoutRoom.contains(unit)) {
                    letGo(unit);
                    gather(unit);
                }
            }
        }
    }

    private void closeIncoming(Coordinating coordinator) {
        moreRoom = true;
        coordinator.incoming.values().forEach(transfer -> transfer.content().close());
        coordinator.incoming.clear();
    }

    /** Looks whether content is here, and keeps it here. */
    private void take(Unit unit, NamedContent file) throws IOException {
        var hash = file.hash();
        if (unit.here.containsKey(hash)) {
            return;
        }
        var place = store.use(hash);
        if (place == null) {
            unit.missing.add(hash);
        } else {
            uses++;
            unit.missing.remove(hash);
            unit.here.put(hash, new WorkFile(file.name(), hash, file.length(), place));
        }
    }

    private void add(Coordinating coordinator, Message.Piece piece) {
        var transfer = coordinator.incoming.get(piece.hash());
        if (transfer == null || transfer.number() != piece.transfer()) {
            // Of one that was given up
            return;
        }
        var incoming = transfer.content();
        try {
            incoming.add(piece.offset(), piece.bytes());
            if (!piece.last()) {
                return;
            }
            moreRoom = true;
            incoming.finish();
            coordinator.incoming.remove(piece.hash());
            for (var unit : waitingFor(coordinator, piece.hash())) {
                for (var file : unit.files) {
                    if (file.hash().equals(piece.hash())) {
                        take(unit, file);
                    }
                }
                startIfAllIsHere(unit);
            }
        } catch (IOException e) {
            giveUp(coordinator, piece.hash(), "content cannot be kept: " + reason(e));
        }
    }

    private void isMissing(Coordinating coordinator, Message.Missing missing) {
        var transfer = coordinator.incoming.get(missing.hash());
        if (transfer != null && transfer.number() == missing.transfer()) {
            giveUp(coordinator, missing.hash(), "content is missing: " + missing.why());
        }
    }

    /** Says it without the name of a file here, which is another one each time, and nobody's. */
    private static String reason(IOException e) {
        return e instanceof FileSystemException told && told.getReason() != null
                ? told.getReason()
                : e.getMessage();
    }

    private static List<Unit> waitingFor(Coordinating coordinator, ContentHash hash) {
        var waiting = new ArrayList<Unit>();
        for (var units : coordinator.jobs.values()) {
            units.values().stream().filter(u -> u.missing.contains(hash)).forEach(waiting::add);
        }
        return waiting;
    }

    private void startIfAllIsHere(Unit unit) {
        if (unit.missing.isEmpty() && !unit.begun) {
            unit.begun = true;
            threads.execute(unit.run);
        }
    }

    private void run(Unit unit) {
        byte[] result = null;
        String why = null;
        count(1);
        try {
            var files = new ArrayList<WorkFile>();
            for (var file : unit.files) {
                var here = unit.here.get(file.hash());
                // The same content may have several names
                files.add(new WorkFile(file.name(), file.hash(), file.length(), here.place()));
            }
            if (!unit.cancellation.isCancelled()) {
                result = work.runOf(unit.owner.key(unit.job), unit.task, files, unit.cancellation);
            }
        } catch (CancelledException e) {
            why = e.getMessage();
        } catch (Throwable e) {
            // Whatever it is, somebody waits for an answer
            why = e.toString();
        }
        count(-1);
        synchronized (this) {
            if (remove(unit)) {
                answer(unit, result, why);
            }
            tryAgain();
        }
    }

    private void answer(Unit unit, byte[] result, String why) {
        if (result == null) {
            gaveUp++;
            unit.owner.send(new Message.GaveUp(unit.job, unit.number, String.valueOf(why)));
        } else {
            done++;
            send(unit, result);
        }
    }

    private synchronized void count(int more) {
        busy += more;
    }

    private void send(Unit unit, byte[] result) {
        unit.owner.outgoing.later(
                () -> {
                    int offset = 0;
                    boolean last = false;
                    while (!last && !unit.cancellation.isCancelled()) {
                        int end = Math.min(result.length, offset + MessageCodec.LONGEST_PIECE);
                        last = end == result.length;
                        unit.owner.outgoing.now(
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

    /** Whether a unit was still wanted; it is known no more. */
    private boolean remove(Unit unit) {
        moreRoom |= !unit.here.isEmpty();
        letGo(unit);
        withoutRoom.remove(unit);
        var units = unit.owner.jobs.get(unit.job);
        return units != null && units.remove(unit.number, unit) && !unit.cancellation.isCancelled();
    }

    /** A unit is not wanted any more; if it is under way, its thread lets go of its files. */
    private void drop(Unit unit) {
        unit.cancellation.cancel();
        // What waits for a thread would else be kept until one is free
        if (!unit.begun || threads.remove(unit.run)) {
            remove(unit);
        }
        var units = unit.owner.jobs.get(unit.job);
        if (units != null) {
            units.remove(unit.number, unit);
        }
    }

    private void end(Coordinating coordinator, long job) {
        var units = coordinator.jobs.get(job);
        if (units != null) {
            List.copyOf(units.values()).forEach(this::drop);
            coordinator.jobs.remove(job);
            work.over(coordinator.key(job));
            if (coordinator.jobs.isEmpty()
                    && coordinators.values().stream().allMatch(one -> one.jobs.isEmpty())) {
                restLater();
            }
        }
    }

    private void restLater() {
        stayAwake();
        resting = Thread.ofVirtual().name("azulejo-rest").start(this::rest);
    }

    private void stayAwake() {
        if (resting != null) {
            resting.interrupt();
            resting = null;
        }
    }

    private void rest() {
        try {
            long end = clock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(restMillis);
            while (clock.getAsLong() - end < 0) {
                // Often enough for the clock
                Thread.sleep(Math.max(1, restMillis / RESTING_LOOKS));
            }
        } catch (InterruptedException e) {
            return;
        }
        synchronized (this) {
            if (resting == Thread.currentThread()) {
                resting = null;
                work.rest();
            }
        }
    }

    private void giveUp(Coordinating coordinator, ContentHash hash, String why) {
        var incoming = coordinator.incoming.remove(hash);
        if (incoming != null) {
            incoming.content().close();
            moreRoom = true;
        }
        waitingFor(coordinator, hash).forEach(unit -> giveUp(unit, why));
    }

    private void giveUp(Unit unit, String why) {
        gaveUp++;
        remove(unit);
        unit.owner.send(new Message.GaveUp(unit.job, unit.number, why));
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
                List.copyOf(coordinator.jobs.keySet()).forEach(job -> end(coordinator, job));
                closeIncoming(coordinator);
                coordinator.outgoing.close();
            }
            coordinators.clear();
            stayAwake();
            work.rest();
        }
        threads.shutdownNow();
        engine.close();
        store.close();
    }
}
